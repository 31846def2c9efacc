//! The derive macro of [gobstream](https://docs.rs/gobstream), which documents it.

mod attrs;
mod decode;
mod encode;
#[cfg(test)]
mod golden;
mod model;
mod names;
mod shape;

use proc_macro::TokenStream;
use syn::DeriveInput;

/// Makes a struct or enum a type of Go's `encoding/gob`. See `gobstream::Gob`.
#[proc_macro_derive(Gob, attributes(gob, serde))]
pub fn derive_gob(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// The impls, in a block of their own so that no name of theirs meets one of the user's.
fn expand(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    let model = model::Model::new(input)?;
    let (shape, encode) = (shape::emit(&model), encode::emit(&model));
    let decode = (!model.encode_only).then(|| decode::emit(&model, input));
    let krate = &model.krate;
    Ok(quote::quote! {
        const _: () = {
            use #krate::__private as __gob;
            #shape
            #encode
            #decode
        };
    })
}
