//! `Decode`.

use crate::attrs;
use crate::model::{Body, Field, Held, Model, Variant, Via};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Ident, Member, Type};

pub(crate) fn emit(model: &Model, input: &DeriveInput) -> TokenStream {
    let (params, ty) = head(model);
    let skipped = skipped(input);
    let methods = match &model.body {
        Body::Struct(fields) => of_struct(fields, &skipped),
        Body::Named(field) | Body::Transparent(field) => forward(field, &skipped),
        Body::Interface(variants) => of_interface(variants),
        Body::Opaque(_) => opaque(&model.ident),
    };
    quote! {
        #[automatically_derived]
        impl #params __gob::Decode<'__de> for #ty {
            #methods
        }
    }
}

/// `<'__de: 'a, 'a, T: Decode<'__de>>` and `Type<'a, T> where …`.
fn head(model: &Model) -> (TokenStream, TokenStream) {
    let mut generics = model.generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(syn::parse_quote!(__gob::Decode<'__de>));
    }
    let (_, args, clause) = model.generics.split_for_impl();
    let lifetimes: Vec<_> = generics.lifetimes().map(|param| param.lifetime.clone()).collect();
    let mut params = generics.clone();
    params.params.insert(0, syn::parse_quote!('__de: #(#lifetimes +)*));
    let (params, ..) = params.split_for_impl();
    let ident = &model.ident;
    (quote!(#params), quote!(#ident #args #clause))
}

/// Fields that Go does not have, each with what makes its value.
fn skipped(input: &DeriveInput) -> Vec<TokenStream> {
    let Data::Struct(data) = &input.data else { return Vec::new() };
    let value = |(member, field): (Member, &syn::Field)| {
        let attrs = attrs::Field::new(&field.attrs).ok().filter(|attrs| attrs.skip.is_some())?;
        let default = attrs.default.map_or_else(|| quote!(::core::default::Default::default()), |path| quote!(#path()));
        Some(quote!(#member: #default))
    };
    data.fields.members().zip(&data.fields).filter_map(value).collect()
}

fn zero(fields: &[Field], skipped: &[TokenStream]) -> TokenStream {
    let fields = fields.iter().map(|Field { member, via, ty, .. }| match via {
        Via::Nothing => quote!(#member: __gob::Decode::zero()),
        Via::Module(with) => quote!(#member: #with::zero()),
        Via::BoolSet => quote!(#member: <#ty as __gob::Decode<'__de>>::zero().0),
    });
    quote! {
        fn zero() -> Self {
            Self { #(#fields,)* #(#skipped,)* }
        }
    }
}

/// Merges into a field.
fn merge(Field { member, via, .. }: &Field, node: &TokenStream) -> TokenStream {
    match via {
        Via::Nothing => quote!(__gob::Decode::merge(&mut self.#member, __d, #node)),
        Via::BoolSet => quote!(__gob::BoolSet::merge_into(&mut self.#member, __d, #node)),
        Via::Module(with) => {
            let name = quote!(#with).to_string().replace(' ', "");
            quote!(__d.with(&mut self.#member, #with::to_gob, #with::from_gob, #node, #name))
        }
    }
}

/// Fields by number; if all that are sent are there in order, without asking for the number.
fn of_struct(fields: &[Field], skipped: &[TokenStream]) -> TokenStream {
    let zero = zero(fields, skipped);
    let types: Vec<&Type> = fields.iter().map(|field| &field.ty).collect();
    let by_number = by_number(fields);
    let straight = fields.iter().enumerate().map(|(i, field)| {
        let i = i as u32;
        let merge = merge(field, &quote!(__d.child(__n, #i)));
        quote! {
            if __gap == 1 {
                #merge?;
                __gap = __d.delta()?;
            } else if __gap == 0 {
                return ::core::result::Result::Ok(());
            } else {
                __gap -= 1;
            }
        }
    });
    let gap = if fields.is_empty() { quote!(let __gap) } else { quote!(let mut __gap) };
    quote! {
        const ZERO: ::core::primitive::bool = true #(&& <#types as __gob::Decode<'__de>>::ZERO)*;
        const BOXED: ::core::primitive::u64 = 0 #(+ <#types as __gob::Decode<'__de>>::BOXED)*;
        #zero
        fn merge(&mut self, __d: &mut __gob::Dec<'_, '__de>, __n: __gob::Node) -> __gob::Result<()> {
            if !<Self as __gob::Decode<'__de>>::ZERO || !__n.straight() {
                return __d.fields_of(
                    <Self as __gob::Shaped>::SHAPE,
                    &[#(<#types as __gob::Decode<'__de>>::ZERO),*],
                    __n,
                    &mut |__d, __i, __n| #by_number,
                );
            }
            #gap = __d.delta()?;
            #(#straight)*
            __d.ended(__gap)
        }
    }
}

fn by_number(fields: &[Field]) -> TokenStream {
    let merge = |field| merge(field, &quote!(__n));
    let Some((last, others)) = fields.split_last() else {
        return quote!({
            let _ = (__d, __i, __n);
            ::core::result::Result::Ok(())
        });
    };
    let (last, others) = (merge(last), others.iter().map(merge));
    let numbers = 0..others.len() as u32;
    quote!(match __i {
        #(#numbers => #others,)*
        _ => #last,
    })
}

/// All is as for the one field.
fn forward(field: &Field, skipped: &[TokenStream]) -> TokenStream {
    let zero = zero(std::slice::from_ref(field), skipped);
    let merge = merge(field, &quote!(__n));
    let Field { member, ty, via, .. } = field;
    let of_byte = match via {
        Via::Nothing => quote!(__gob::Decode::of_byte(__byte)?),
        Via::Module(with) => quote!(#with::from_gob(__gob::Decode::of_byte(__byte)?)?),
        Via::BoolSet => quote!(<#ty as __gob::Decode<'__de>>::of_byte(__byte)?.0),
    };
    quote! {
        const ZERO: ::core::primitive::bool = <#ty as __gob::Decode<'__de>>::ZERO;
        const BOXED: ::core::primitive::u64 = <#ty as __gob::Decode<'__de>>::BOXED;
        #zero
        #[inline]
        fn merge(&mut self, __d: &mut __gob::Dec<'_, '__de>, __n: __gob::Node) -> __gob::Result<()> {
            #merge
        }
        fn of_byte(__byte: ::core::primitive::u8) -> ::core::option::Option<Self> {
            ::core::option::Option::Some(Self { #member: #of_byte, #(#skipped,)* })
        }
    }
}

fn of_interface(variants: &[Variant]) -> TokenStream {
    let is = |wanted: fn(&Held) -> bool| variants.iter().find(move |v| wanted(&v.held)).map(|v| &v.ident);
    let nil = is(|held| matches!(held, Held::Nil));
    let other = is(|held| matches!(held, Held::Other));
    let zero = match (nil, other) {
        (Some(nil), _) => quote!(Self::#nil),
        (None, other) => quote!(Self::#other(__gob::Decode::zero())),
    };
    let unknown = match other {
        Some(other) => quote!(*self = Self::#other(__d.other(&__found)?)),
        None => quote!(return ::core::result::Result::Err(__d.unknown(&__found))),
    };
    let held: Vec<&Ident> = variants.iter().filter(|v| matches!(v.held, Held::One { .. })).map(|v| &v.ident).collect();
    let numbers: Vec<usize> = (0..held.len()).collect();
    quote! {
        fn zero() -> Self {
            #zero
        }
        fn merge(&mut self, __d: &mut __gob::Dec<'_, '__de>, _: __gob::Node) -> __gob::Result<()> {
            let ::core::option::Option::Some(__found) = __d.interface()? else {
                *self = <Self as __gob::Decode<'__de>>::zero();
                return ::core::result::Result::Ok(());
            };
            match (__d.variant(&__found, <Self as __gob::Shaped>::SHAPE), &mut *self) {
                #((::core::option::Option::Some(#numbers), Self::#held(__old)) => __d.inside_again(&__found, __old)?,)*
                #((::core::option::Option::Some(#numbers), _) => *self = Self::#held(__d.inside(&__found)?),)*
                _ => #unknown,
            }
            ::core::result::Result::Ok(())
        }
    }
}

fn opaque(ident: &Ident) -> TokenStream {
    let name = ident.to_string();
    quote! {
        fn zero() -> Self {
            __gob::Marshal::zero()
        }
        fn merge(&mut self, __d: &mut __gob::Dec<'_, '__de>, _: __gob::Node) -> __gob::Result<()> {
            __d.opaque(self, #name)
        }
    }
}
