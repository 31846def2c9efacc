//! Attributes: what may stand where, each with its span.

use crate::names::{Case, is_exported};
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, Error, LitStr, Path, Result, Token};

/// Text and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// Of a struct or enum.
#[derive(Default)]
pub(crate) struct Container {
    pub(crate) package: Option<Text>,
    pub(crate) rename: Option<Text>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) transparent: Option<Span>,
    pub(crate) opaque: Option<Text>,
    /// Not to be decoded, since it borrows what cannot be.
    pub(crate) encode_only: Option<Span>,
    pub(crate) krate: Option<Path>,
}

/// Of a field.
#[derive(Default)]
pub(crate) struct Field {
    pub(crate) rename: Option<Text>,
    pub(crate) skip: Option<Span>,
    pub(crate) embedded: Option<Span>,
    pub(crate) go: Option<Text>,
    /// A module that turns the field into another type and back.
    pub(crate) with: Option<Path>,
    /// Whether it is a set that is sent as a map of true.
    pub(crate) set: Option<Span>,
    /// What makes the value of a field that Go does not have.
    pub(crate) default: Option<Path>,
}

/// Of a variant.
#[derive(Default)]
pub(crate) struct Variant {
    pub(crate) name: Option<Text>,
    pub(crate) aliases: Vec<Text>,
    pub(crate) nil: Option<Span>,
    pub(crate) other: Option<Span>,
}

impl Container {
    pub(crate) fn new(attrs: &[Attribute]) -> Result<Self> {
        let mut this = Container::default();
        let mut serde_case = None;
        each(attrs, "serde", |meta| {
            if meta.path.is_ident("rename_all") && meta.input.peek(Token![=]) {
                serde_case = Case::parse(&text(meta)?.text);
                return Ok(());
            }
            pass_over(meta)
        })?;
        each(attrs, "gob", |meta| match name(meta).as_str() {
            "package" => once(&mut this.package, meta, text),
            "rename" => once(&mut this.rename, meta, text),
            "rename_all" => once(&mut this.rename_all, meta, case),
            "transparent" => once(&mut this.transparent, meta, flag),
            "opaque" => once(&mut this.opaque, meta, marshaler),
            "encode_only" => once(&mut this.encode_only, meta, flag),
            "crate" => once(&mut this.krate, meta, path),
            _ => {
                let known = "`package`, `rename`, `rename_all`, `transparent`, `opaque`, `encode_only` and `crate`";
                Err(unknown(meta, "struct or enum", known))
            }
        })?;
        if let (Some(span), true) = (this.transparent, this.package.is_some() || this.rename.is_some()) {
            return Err(Error::new(span, "a `transparent` type has no name in Go"));
        }
        this.rename_all = this.rename_all.or(serde_case);
        Ok(this)
    }
}

impl Field {
    pub(crate) fn new(attrs: &[Attribute]) -> Result<Self> {
        let mut this = Field::default();
        let (mut serde_name, mut serde_skip) = (None, None);
        // A name of serde's that Go would not send is one for JSON only.
        each(attrs, "serde", |meta| match name(meta).as_str() {
            "rename" if meta.input.peek(Token![=]) => {
                serde_name = Some(text(meta)?).filter(|name| is_exported(&name.text));
                Ok(())
            }
            "skip" => {
                serde_skip = Some(flag(meta)?);
                Ok(())
            }
            _ => pass_over(meta),
        })?;
        each(attrs, "gob", |meta| match name(meta).as_str() {
            "rename" => once(&mut this.rename, meta, text),
            "skip" => once(&mut this.skip, meta, flag),
            "embedded" => once(&mut this.embedded, meta, flag),
            "go" => once(&mut this.go, meta, some_text),
            "with" => once(&mut this.with, meta, path),
            "set" => once(&mut this.set, meta, bool_set),
            "default" => once(&mut this.default, meta, path),
            _ => Err(unknown(meta, "field", "`rename`, `skip`, `default`, `embedded`, `go`, `set` and `with`")),
        })?;
        this.check(serde_skip)?;
        this.rename = this.rename.or(serde_name);
        this.skip = this.skip.or(serde_skip);
        Ok(this)
    }
}

impl Field {
    /// What is said of a field that is skipped, and of one that is not.
    fn check(&self, serde_skip: Option<Span>) -> Result<()> {
        if let (Some(span), Some(_)) = (self.set, &self.with) {
            return Err(Error::new(span, "`set` and `with` both say what is sent: one of them"));
        }
        if let (Some(_), Some(rename)) = (self.embedded, &self.rename) {
            return Err(Error::new(rename.span, "an embedded field is named after its type: `embedded` or `rename`"));
        }
        let via = self.with.is_some() || self.set.is_some();
        let is_sent = via || self.rename.is_some() || self.go.is_some() || self.embedded.is_some();
        match (self.skip, &self.default) {
            (Some(span), _) if is_sent => Err(Error::new(span, "a field that is skipped has no name or type in Go")),
            (None, Some(default)) if serde_skip.is_none() => {
                let text = "`default` is for a field that Go does not have, and goes with `skip`; others start from Go's zero";
                Err(Error::new(default.span(), text))
            }
            _ => Ok(()),
        }
    }
}

impl Field {
    /// Where something is said that only a field of a struct in Go can have.
    pub(crate) fn naming(&self) -> Option<Span> {
        let texts = self.rename.as_ref().or(self.go.as_ref());
        texts.map(|text| text.span).or(self.embedded)
    }
}

impl Variant {
    pub(crate) fn new(attrs: &[Attribute]) -> Result<Self> {
        let mut this = Variant::default();
        each(attrs, "gob", |meta| match name(meta).as_str() {
            "name" => once(&mut this.name, meta, text),
            "alias" => {
                this.aliases.push(text(meta)?);
                Ok(())
            }
            "nil" => once(&mut this.nil, meta, flag),
            "other" => once(&mut this.other, meta, flag),
            _ => Err(unknown(meta, "variant", "`name`, `alias`, `nil` and `other`")),
        })?;
        Ok(this)
    }
}

/// Calls `found` for every item of every attribute of this name.
fn each(attrs: &[Attribute], name: &str, mut found: impl FnMut(&ParseNestedMeta<'_>) -> Result<()>) -> Result<()> {
    attrs.iter().filter(|attr| attr.path().is_ident(name)).try_for_each(|attr| attr.parse_nested_meta(|meta| found(&meta)))
}

fn name(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(ToString::to_string).unwrap_or_default()
}

fn once<T>(
    place: &mut Option<T>,
    meta: &ParseNestedMeta<'_>,
    parse: impl FnOnce(&ParseNestedMeta<'_>) -> Result<T>,
) -> Result<()> {
    if place.is_some() {
        return Err(meta.error(format!("`{}` is given twice", name(meta))));
    }
    *place = Some(parse(meta)?);
    Ok(())
}

fn text(meta: &ParseNestedMeta<'_>) -> Result<Text> {
    let literal: LitStr = meta.value()?.parse()?;
    Ok(Text { text: literal.value(), span: literal.span() })
}

fn some_text(meta: &ParseNestedMeta<'_>) -> Result<Text> {
    let text = text(meta)?;
    if text.text.is_empty() { Err(Error::new(text.span, "this is empty: leave the attribute out")) } else { Ok(text) }
}

fn path(meta: &ParseNestedMeta<'_>) -> Result<Path> {
    meta.value()?.parse::<LitStr>()?.parse()
}

fn flag(meta: &ParseNestedMeta<'_>) -> Result<Span> {
    Ok(meta.path.span())
}

fn case(meta: &ParseNestedMeta<'_>) -> Result<Case> {
    let text = text(meta)?;
    Case::parse(&text.text).ok_or_else(|| Error::new(text.span, format!("there are {}", Case::ALL)))
}

fn marshaler(meta: &ParseNestedMeta<'_>) -> Result<Text> {
    let text = text(meta)?;
    if matches!(text.text.as_str(), "GobEncoder" | "BinaryMarshaler") {
        return Ok(text);
    }
    Err(Error::new(text.span, "there are `GobEncoder` and `BinaryMarshaler`: say which of the two the Go type is"))
}

fn bool_set(meta: &ParseNestedMeta<'_>) -> Result<Span> {
    let text = text(meta)?;
    match text.text.as_str() {
        "bool" => Ok(text.span),
        _ => {
            Err(Error::new(text.span, "there is `bool`, for a `map[T]bool`; without this attribute a set is a `map[T]struct{}`"))
        }
    }
}

/// Something of serde's that means nothing here.
fn pass_over(meta: &ParseNestedMeta<'_>) -> Result<()> {
    if meta.input.peek(Token![=]) {
        let _: proc_macro2::TokenTree = meta.value()?.parse()?;
    } else if meta.input.peek(syn::token::Paren) {
        let _: proc_macro2::Group = meta.input.parse()?;
    }
    Ok(())
}

fn unknown(meta: &ParseNestedMeta<'_>, place: &str, known: &str) -> Error {
    meta.error(format!("unknown attribute; on a {place} there are {known}"))
}
