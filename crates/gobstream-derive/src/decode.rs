//! `Decode`.

use crate::attrs;
use crate::model::{Body, Field, Held, Model, Variant};
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

/// Fields that Go does not have: they take their default.
fn skipped(input: &DeriveInput) -> Vec<Member> {
    let Data::Struct(data) = &input.data else { return Vec::new() };
    let is_skipped = |field: &syn::Field| attrs::Field::new(&field.attrs).is_ok_and(|attrs| attrs.skip.is_some());
    data.fields.members().zip(&data.fields).filter(|(_, field)| is_skipped(field)).map(|(member, _)| member).collect()
}

fn zero<'a>(members: impl Iterator<Item = &'a Member>, skipped: &[Member]) -> TokenStream {
    quote! {
        fn zero() -> Self {
            Self { #(#members: __gob::Decode::zero(),)* #(#skipped: ::core::default::Default::default(),)* }
        }
    }
}

/// Fields by number; if all that are sent are there in order, without asking for the number.
fn of_struct(fields: &[Field], skipped: &[Member]) -> TokenStream {
    let members = || fields.iter().map(|field| &field.member);
    let zero = zero(members(), skipped);
    let types: Vec<&Type> = fields.iter().map(|field| &field.ty).collect();
    let by_number = by_number(fields);
    let straight = members().enumerate().map(|(i, member)| {
        let i = i as u32;
        quote! {
            if __gap == 1 {
                __gob::Decode::merge(&mut self.#member, __d, __d.child(__n, #i))?;
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
        const ZERO: bool = true #(&& <#types as __gob::Decode<'__de>>::ZERO)*;
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
    let merge = |Field { member, .. }: &Field| quote!(__gob::Decode::merge(&mut self.#member, __d, __n));
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
fn forward(Field { member, ty, .. }: &Field, skipped: &[Member]) -> TokenStream {
    let zero = zero(std::iter::once(member), skipped);
    quote! {
        const ZERO: bool = <#ty as __gob::Decode<'__de>>::ZERO;
        #zero
        #[inline]
        fn merge(&mut self, __d: &mut __gob::Dec<'_, '__de>, __n: __gob::Node) -> __gob::Result<()> {
            __gob::Decode::merge(&mut self.#member, __d, __n)
        }
        fn of_byte(__byte: u8) -> ::core::option::Option<Self> {
            ::core::option::Option::Some(Self {
                #member: __gob::Decode::of_byte(__byte)?,
                #(#skipped: ::core::default::Default::default(),)*
            })
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
    let numbers = 0..held.len();
    quote! {
        fn zero() -> Self {
            #zero
        }
        fn merge(&mut self, __d: &mut __gob::Dec<'_, '__de>, _: __gob::Node) -> __gob::Result<()> {
            *self = <Self as __gob::Decode<'__de>>::zero();
            let ::core::option::Option::Some(__found) = __d.interface()? else {
                return ::core::result::Result::Ok(());
            };
            match __d.variant(&__found, <Self as __gob::Shaped>::SHAPE) {
                #(::core::option::Option::Some(#numbers) => *self = Self::#held(__d.inside(&__found)?),)*
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
