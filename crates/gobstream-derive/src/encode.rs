//! `Encode`.

use crate::model::{Body, Field, Held, Model, Variant, Via};
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
    let fields = fields.iter().enumerate().map(|(i, field)| {
        let (held, omit, encode) = send(field);
        let send = quote!(__e.#put(#distance); #encode;);
        let sent =
            if i == last { quote!(if !#omit { #send }) } else { quote!(if #omit { __delta += 1; } else { #send __delta = 1; }) };
        quote!(#held #sent)
    });
    quote! {
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            #delta
            #(#fields)*
            __e.end();
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            false
        }
    }
}

/// What is made of the field first, whether it is left out, and how it is written.
fn send(Field { member, via, .. }: &Field) -> (TokenStream, TokenStream, TokenStream) {
    let held = match via {
        Via::Nothing => {
            let omit = quote!(__gob::Encode::omit(&self.#member));
            return (quote!(), omit, quote!(__gob::Encode::encode(&self.#member, __e)));
        }
        Via::Module(with) => quote!(#with::to_gob(&self.#member)),
        Via::BoolSet => quote!(__gob::BoolSet(&self.#member)),
    };
    (quote!(let __held = #held;), quote!(__gob::Encode::omit(&__held)), quote!(__e.temporary(&__held)))
}

/// All is as for the one field.
fn forward(field: &Field) -> TokenStream {
    let (held, omit, encode) = send(field);
    let Field { member, via, .. } = field;
    let value = if matches!(via, Via::Nothing) { quote!(self.#member) } else { quote!(__held) };
    quote! {
        #[inline]
        fn encode<'__v>(&'__v self, __e: &mut __gob::Enc<'_, '__v>) {
            #held
            #encode;
        }
        #[inline]
        fn omit(&self) -> ::core::primitive::bool {
            #held
            #omit
        }
        #[inline]
        fn omit_behind(&self) -> ::core::primitive::bool {
            #held
            __gob::Encode::omit_behind(&#value)
        }
        #[inline]
        fn as_byte(&self) -> ::core::primitive::u8 {
            #held
            __gob::Encode::as_byte(&#value)
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
        fn omit(&self) -> ::core::primitive::bool {
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
        fn omit(&self) -> ::core::primitive::bool {
            __gob::Marshal::is_zero(self)
        }
        #[inline]
        fn omit_behind(&self) -> ::core::primitive::bool {
            false
        }
    }
}
