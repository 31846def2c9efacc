//! `Shaped`: the key and the tables.

use crate::model::{Body, Field, Held, Model};
use proc_macro2::TokenStream;
use quote::quote;

/// The marker that names the Go type, and the impl.
pub(crate) fn emit(model: &Model) -> TokenStream {
    let (params, ty) = model.head(&quote!(__gob::Shaped));
    let (marker, key) = key(model);
    let consts = consts(model, &key);
    quote! {
        #marker
        #[automatically_derived]
        impl #params __gob::Shaped for #ty {
            #consts
        }
    }
}

/// A marker of the type's name and arguments, lifetimes left out; the type itself has bounds, and may borrow.
fn key(model: &Model) -> (TokenStream, TokenStream) {
    if let Body::Transparent(Field { ty, .. }) = &model.body {
        return (quote!(), quote!(<#ty as __gob::Shaped>::Key));
    }
    let types: Vec<_> = model.generics.type_params().map(|param| &param.ident).collect();
    let consts: Vec<_> = model.generics.const_params().collect();
    let names = consts.iter().map(|param| &param.ident);
    let declared = consts.iter().map(|param| {
        let (ident, ty) = (&param.ident, &param.ty);
        quote!(const #ident: #ty)
    });
    let marker = quote!(pub struct __Key<#(#types,)* #(#declared),*>(::core::marker::PhantomData<fn(#(#types),*)>););
    (marker, quote!(__Key<#(<#types as __gob::Shaped>::Key,)* #(#names),*>))
}

fn consts(model: &Model, key: &TokenStream) -> TokenStream {
    let kind = match &model.body {
        Body::Transparent(Field { ty, .. }) => return transparent(ty, key),
        Body::Named(Field { ty, .. }) => quote!(<#ty as __gob::Shaped>::SHAPE.kind()),
        Body::Struct(fields) => struct_kind(fields),
        Body::Interface(variants) => interface_kind(variants),
        Body::Opaque(how) => {
            let how = proc_macro2::Ident::new(how, proc_macro2::Span::call_site());
            quote!(__gob::Kind::Opaque(__gob::Marshaler::#how, &[]))
        }
    };
    let (package, name) = (&model.package, &model.name);
    let package = if name.is_empty() { "" } else { package };
    let types = model.generics.type_params().map(|param| &param.ident);
    let slice = slice(model);
    quote! {
        type Key = #key;
        const SHAPE: &'static __gob::Shape =
            &__gob::Shape::new::<#key>(#package, #name, &[#(__gob::Edge::to::<#types>()),*], #kind);
        #slice
    }
}

fn transparent(ty: &syn::Type, key: &TokenStream) -> TokenStream {
    quote! {
        type Key = #key;
        const SHAPE: &'static __gob::Shape = <#ty as __gob::Shaped>::SHAPE;
        const SLICE: &'static __gob::Shape = <#ty as __gob::Shaped>::SLICE;
    }
}

/// A slice of a named `uint8` is a byte string too.
fn slice(model: &Model) -> TokenStream {
    let Body::Named(Field { ty, .. }) = &model.body else { return quote!() };
    quote!(const SLICE: &'static __gob::Shape = &__gob::Shape::slice_like::<Self, #ty>();)
}

fn struct_kind(fields: &[Field]) -> TokenStream {
    let fields = fields.iter().map(|Field { name, ty, go, embedded, .. }| {
        quote!(__gob::Field { name: #name, edge: __gob::Edge::to::<#ty>(), go: #go, embedded: #embedded })
    });
    quote!(__gob::Kind::Struct(&[#(#fields),*]))
}

fn interface_kind(variants: &[crate::model::Variant]) -> TokenStream {
    let variants = variants.iter().filter_map(|variant| match &variant.held {
        Held::One { ty, name, aliases } => {
            Some(quote!(__gob::Variant { name: #name, aliases: &[#(#aliases),*], edge: __gob::Edge::to::<#ty>() }))
        }
        _ => None,
    });
    quote!(__gob::Kind::Interface(&[#(#variants),*]))
}
