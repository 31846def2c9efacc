//! What is derived for: the input, checked.

use crate::attrs::{self, Text};
use crate::names::{Case, is_exported};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, Generics, Ident, Member, Path, Result, Type};

/// A type to derive for.
pub(crate) struct Model {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Path,
    pub(crate) encode_only: bool,
    pub(crate) package: String,
    /// Its name in Go; "" for `any`.
    pub(crate) name: String,
    pub(crate) body: Body,
}

/// What it is in Go.
pub(crate) enum Body {
    /// A struct.
    Struct(Vec<Field>),
    /// A named type of another kind: `type Weekday int`.
    Named(Field),
    /// What its one field is.
    Transparent(Field),
    /// An interface.
    Interface(Vec<Variant>),
    /// Bytes that `Marshal` makes; how, as the name of a variant of `Marshaler`.
    Opaque(&'static str),
}

/// A field that Go has.
pub(crate) struct Field {
    pub(crate) member: Member,
    /// The type that is sent: of `via`, not of the field.
    pub(crate) ty: Type,
    pub(crate) name: String,
    pub(crate) go: String,
    pub(crate) embedded: bool,
    pub(crate) via: Via,
}

/// What stands between a field and the type that is sent.
pub(crate) enum Via {
    Nothing,
    /// A module with a type `Gob` and functions between it and the field's.
    Module(Path),
    /// A map of true for a set.
    BoolSet,
}

/// What an interface may hold.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) held: Held,
}

pub(crate) enum Held {
    Nil,
    One { ty: Box<Type>, name: String, aliases: Vec<String> },
    Other,
}

impl Model {
    pub(crate) fn new(input: &DeriveInput) -> Result<Self> {
        let attrs = attrs::Container::new(&input.attrs)?;
        let body = match &input.data {
            _ if attrs.opaque.is_some() => opaque(&attrs),
            Data::Struct(data) => of_struct(&data.fields, &attrs),
            Data::Enum(data) => of_enum(data.variants.iter(), input, &attrs),
            Data::Union(data) => Err(Error::new(data.union_token.span, "Go has no unions")),
        }?;
        let name = attrs.rename.map_or_else(|| input.ident.unraw().to_string(), |rename| rename.text);
        Ok(Model {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: attrs.krate.unwrap_or_else(|| syn::parse_quote!(::gobstream)),
            encode_only: attrs.encode_only.is_some(),
            package: attrs.package.map_or_else(|| "main".to_owned(), |package| package.text),
            name: if name == "any" { String::new() } else { name },
            body,
        })
    }

    /// `impl<…> Trait for Type<…> where …` with this bound on all type parameters.
    pub(crate) fn head(&self, bound: &TokenStream) -> (TokenStream, TokenStream) {
        let mut generics = self.generics.clone();
        for param in generics.type_params_mut() {
            param.bounds.push(syn::parse_quote!(#bound));
        }
        let (params, args, clause) = generics.split_for_impl();
        let ident = &self.ident;
        (params.to_token_stream(), quote::quote!(#ident #args #clause))
    }
}

fn opaque(attrs: &attrs::Container) -> Result<Body> {
    if let Some(span) = attrs.transparent {
        return Err(Error::new(span, "an opaque type is its bytes, and cannot be `transparent` too"));
    }
    let binary = attrs.opaque.as_ref().is_some_and(|how| how.text == "BinaryMarshaler");
    Ok(Body::Opaque(if binary { "Binary" } else { "Gob" }))
}

fn of_struct(fields: &Fields, attrs: &attrs::Container) -> Result<Body> {
    let case = attrs.rename_all.unwrap_or(Case::Go);
    let mut all = Vec::new();
    let mut errors = Errors::default();
    let mut naming = None;
    for (i, field) in fields.iter().enumerate() {
        errors.take(new_field(field, i, case).map(|(field, span)| {
            all.extend(field);
            naming = naming.or(span);
        }));
    }
    errors.done()?;
    let is_named = matches!(fields, Fields::Unnamed(_)) && all.len() == 1;
    if let (Some(span), true) = (naming, is_named || attrs.transparent.is_some()) {
        return Err(Error::new(span, "this field is no field in Go, but what the type is made of: it has no name or type there"));
    }
    if let Some(span) = attrs.transparent {
        return transparent(all, span);
    }
    if is_named {
        return Ok(all.pop().map_or_else(|| Body::Struct(Vec::new()), Body::Named));
    }
    check_names(&all, fields)?;
    Ok(Body::Struct(all))
}

fn transparent(mut fields: Vec<Field>, span: Span) -> Result<Body> {
    match (fields.pop(), fields.is_empty()) {
        (Some(field), true) => Ok(Body::Transparent(field)),
        _ => Err(Error::new(span, "only a struct of one field is `transparent`; the others can be left out with `#[gob(skip)]`")),
    }
}

/// The field, unless it is skipped, and where it says what Go calls it.
fn new_field(field: &syn::Field, i: usize, case: Case) -> Result<(Option<Field>, Option<Span>)> {
    let attrs = attrs::Field::new(&field.attrs)?;
    if attrs.skip.is_some() {
        return Ok((None, None));
    }
    let naming = attrs.naming();
    let member = field.ident.clone().map_or_else(|| Member::from(i), Member::Named);
    let name = field_name(field, i, &attrs, case)?;
    let go = attrs.go.map_or_else(String::new, |go| go.text);
    let (ty, via) = sent_type(&field.ty, attrs.with, attrs.set.is_some());
    Ok((Some(Field { member, ty, name, go, embedded: attrs.embedded.is_some(), via }), naming))
}

fn sent_type(ty: &Type, with: Option<Path>, is_bool_set: bool) -> (Type, Via) {
    match with {
        Some(with) => (syn::parse_quote!(#with::Gob), Via::Module(with)),
        None if is_bool_set => (syn::parse_quote!(__gob::BoolSet<#ty>), Via::BoolSet),
        None => (ty.clone(), Via::Nothing),
    }
}

fn field_name(field: &syn::Field, i: usize, attrs: &attrs::Field, case: Case) -> Result<String> {
    let (name, span) = match (&attrs.rename, &field.ident) {
        (Some(Text { text, span }), _) => (text.clone(), *span),
        (None, Some(_)) if attrs.embedded.is_some() => (type_name(&field.ty), field.ty.span()),
        (None, Some(ident)) => (case.apply(&ident.unraw().to_string()), ident.span()),
        (None, None) => (format!("F{i}"), field.ty.span()),
    };
    if is_exported(&name) {
        return Ok(name);
    }
    if name.is_empty() && attrs.rename.is_none() {
        return Err(Error::new(span, "an embedded field is named after its type, and this type has no name"));
    }
    let text = format!(
        "Go leaves out a field named `{name}`, which does not begin with an upper-case letter; see `#[gob(rename = \"…\")]`"
    );
    Err(Error::new(span, text))
}

/// The name of an embedded type: the last word of its path, through pointers, and through the marks that a macro leaves around its arguments.
fn type_name(ty: &Type) -> String {
    let path = match ty {
        Type::Path(path) => path,
        Type::Group(group) => return type_name(&group.elem),
        Type::Paren(paren) => return type_name(&paren.elem),
        _ => return String::new(),
    };
    let Some(last) = path.path.segments.last() else { return String::new() };
    let is_pointer = matches!(last.ident.to_string().as_str(), "Option" | "Box" | "Rc" | "Arc");
    if let (true, syn::PathArguments::AngleBracketed(args)) = (is_pointer, &last.arguments)
        && let Some(syn::GenericArgument::Type(inner)) = args.args.first()
    {
        return type_name(inner);
    }
    last.ident.unraw().to_string()
}

/// Two fields of one name would be one in Go.
fn check_names(all: &[Field], fields: &Fields) -> Result<()> {
    let mut seen = BTreeMap::new();
    for field in all {
        if let Some(first) = seen.insert(&field.name, &field.member) {
            let text = format!("`{}` and `{}` are both named `{}` in Go", show(first), show(&field.member), field.name);
            return Err(Error::new(span_of(&field.member, fields), text));
        }
    }
    Ok(())
}

fn show(member: &Member) -> String {
    member.to_token_stream().to_string()
}

fn span_of(member: &Member, fields: &Fields) -> Span {
    match member {
        Member::Named(ident) => ident.span(),
        Member::Unnamed(_) => fields.span(),
    }
}

fn of_enum<'a>(variants: impl Iterator<Item = &'a syn::Variant>, input: &DeriveInput, attrs: &attrs::Container) -> Result<Body> {
    if let Some(span) = attrs.transparent {
        return Err(Error::new(span, "an enum is an interface in Go, and cannot be `transparent`"));
    }
    let mut all = Vec::new();
    let mut errors = Errors::default();
    let mut taken = BTreeMap::new();
    for variant in variants {
        errors.take(new_variant(variant, &mut taken).map(|variant| all.push(variant)));
    }
    errors.done()?;
    if all.iter().any(|variant| matches!(variant.held, Held::Nil | Held::Other)) {
        return Ok(Body::Interface(all));
    }
    let text = "an interface can be nil in Go, and this enum has no place for it: add `#[gob(nil)] Nil`, or `#[gob(other)] Other(gobstream::Value)`, which \
                holds nil and every type that has no variant";
    Err(Error::new(input.ident.span(), text))
}

/// `taken` has the variants by what they stand for, so that none stands for the same.
fn new_variant(variant: &syn::Variant, taken: &mut BTreeMap<String, Ident>) -> Result<Variant> {
    let attrs = attrs::Variant::new(&variant.attrs)?;
    if let Some(attr) = variant.fields.iter().flat_map(|field| &field.attrs).find(|attr| attr.path().is_ident("gob")) {
        return Err(Error::new(attr.span(), "attributes stand on the variant, whose field is the value that Go sends"));
    }
    if let (None, Some(alias)) = (&attrs.name, attrs.aliases.first()) {
        return Err(Error::new(alias.span, "an `alias` is another `name`, which is missing"));
    }
    take_names(&attrs, &variant.ident, taken)?;
    let ident = variant.ident.clone();
    let one = match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first().map(|field| field.ty.clone()),
        _ => None,
    };
    let held = match (attrs.nil, attrs.other, attrs.name, one) {
        (Some(span), Some(_), ..) | (Some(span), _, Some(_), _) | (_, Some(span), Some(_), _) => {
            return Err(Error::new(span, "a variant is one of `nil`, `other` and a type with a `name`"));
        }
        (Some(_), ..) if variant.fields.is_empty() => Held::Nil,
        (Some(span), ..) => return Err(Error::new(span, "`nil` holds nothing: write `Nil` without a field")),
        (_, Some(_), _, Some(_)) => Held::Other,
        (_, Some(span), ..) => return Err(Error::new(span, "`other` holds a `gobstream::Value`: `Other(gobstream::Value)`")),
        (.., Some(name), Some(ty)) => named(ty, name, attrs.aliases)?,
        (.., Some(name), None) => {
            return Err(Error::new(name.span, "a variant holds the one value that Go sends: `Circle(Circle)`"));
        }
        (.., None, _) => {
            let text = format!("`{ident}` needs the name under which Go registers its type: `#[gob(name = \"main.{ident}\")]`");
            return Err(Error::new(ident.span(), text));
        }
    };
    Ok(Variant { ident, held })
}

/// Two variants for one name, or for nil, would leave one that is never read.
fn take_names(attrs: &attrs::Variant, ident: &Ident, taken: &mut BTreeMap<String, Ident>) -> Result<()> {
    let flag = |flag: Option<Span>, word: &str| flag.map(|span| (format!("`{word}`"), span));
    let names = attrs.name.iter().chain(&attrs.aliases).map(|name| (format!("{:?}", name.text), name.span));
    for (name, span) in names.chain(flag(attrs.nil, "nil")).chain(flag(attrs.other, "other")) {
        if let Some(first) = taken.insert(name.clone(), ident.clone()) {
            return Err(Error::new(span, format!("{name} is `{first}` already")));
        }
    }
    Ok(())
}

fn named(ty: Type, name: Text, aliases: Vec<Text>) -> Result<Held> {
    if let Some(empty) = std::iter::once(&name).chain(&aliases).find(|name| name.text.is_empty()) {
        return Err(Error::new(empty.span, "Go registers no type under an empty name, which means nil"));
    }
    Ok(Held::One { ty: Box::new(ty), name: name.text, aliases: aliases.into_iter().map(|alias| alias.text).collect() })
}

/// All errors, so that none hides another.
#[derive(Default)]
struct Errors(Option<Error>);

impl Errors {
    fn take(&mut self, result: Result<()>) {
        match (result, &mut self.0) {
            (Err(error), Some(all)) => all.combine(error),
            (Err(error), none) => *none = Some(error),
            (Ok(()), _) => {}
        }
    }

    fn done(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
