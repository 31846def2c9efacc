//! `Encode`.

use crate::model::{Body, Field, Held, Model, Variant};
use proc_macro2::TokenStream;
use quote::quote;

pub(crate) fn emit(model: &Model) -> TokenStream {
    let (params, ty) = model.head(&quote!(__gob::Encode));
    let methods = match &model.body {
        Body::Struct(fields) => of_struct(fields),
        Body::Named(field) | Body::Transparent(field) => forward(field),
        Body::Interface(variants) => of_interface(variants),
        Body::Opaque(_) => opaque(),
    };
    quote! {
        #[automatically_derived]
        impl #params __gob::Encode for #ty {
            #methods
        }
    }
}

/// Each field that is not left out, behind its distance from the last one.
fn of_struct(fields: &[Field]) -> TokenStream {
    let put = if fields.len() < 128 { quote!(field) } else { quote!(far_field) };
    let delta = (fields.len() > 1).then(|| quote!(let mut __delta = 1;));
    let distance = if fields.len() > 1 { quote!(__delta) } else { quote!(1) };
    let last = fields.len().saturating_sub(1);
    let fields = fields.iter().enumerate().map(|(i, Field { member, .. })| {
        let send = quote!(__e.#put(#distance); __gob::Encode::encode(&self.#member, __e););
        if i == last {
            quote!(if !__gob::Encode::omit(&self.#member) { #send })
        } else {
            quote!(if __gob::Encode::omit(&self.#member) { __delta += 1; } else { #send __delta = 1; })
        }
    });
    quote! {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            #delta
            #(#fields)*
            __e.end();
        }
        #[inline]
        fn omit(&self) -> bool {
            false
        }
    }
}

/// All is as for the one field.
fn forward(Field { member, .. }: &Field) -> TokenStream {
    quote! {
        #[inline]
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            __gob::Encode::encode(&self.#member, __e);
        }
        #[inline]
        fn omit(&self) -> bool {
            __gob::Encode::omit(&self.#member)
        }
        #[inline]
        fn omit_behind(&self) -> bool {
            __gob::Encode::omit_behind(&self.#member)
        }
        #[inline]
        fn as_byte(&self) -> u8 {
            __gob::Encode::as_byte(&self.#member)
        }
    }
}

fn of_interface(variants: &[Variant]) -> TokenStream {
    let encode = variants.iter().map(|Variant { ident, held }| match held {
        Held::Nil => quote!(Self::#ident => __e.nil()),
        Held::One { name, .. } => quote!(Self::#ident(__value) => __e.interface(#name, __value)),
        Held::Other => quote!(Self::#ident(__value) => __gob::other(__value, __e)),
    });
    let omit = variants.iter().map(|Variant { ident, held }| match held {
        Held::Nil => quote!(Self::#ident => true),
        Held::One { .. } => quote!(Self::#ident(_) => false),
        Held::Other => quote!(Self::#ident(__value) => __gob::Encode::omit(__value)),
    });
    quote! {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            match self {
                #(#encode,)*
            }
        }
        fn omit(&self) -> bool {
            match self {
                #(#omit,)*
            }
        }
    }
}

fn opaque() -> TokenStream {
    quote! {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            __e.opaque(|__out| __gob::Marshal::to_gob(self, __out));
        }
        #[inline]
        fn omit(&self) -> bool {
            __gob::Marshal::is_zero(self)
        }
        #[inline]
        fn omit_behind(&self) -> bool {
            false
        }
    }
}
