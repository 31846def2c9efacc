//! The columns of a table: what a type has, and how a row of them is found in a value's JSON.

use gobstream::{Kind, Type};
use jsonstream::{Kind as Json, Reader, Result, Source};

/// Structs in structs whose fields are columns; deeper ones are JSON in a cell.
const DEEPEST: usize = 16;

/// Columns of a table; a struct that would make more is JSON in a cell.
const MOST: usize = 16_384;

/// What stands in a place of a row.
#[derive(Clone, Debug)]
pub(super) enum Columns {
    /// One cell.
    Cell,
    /// A column or more for each part: its name, the number of its first column, and what it is.
    Parts(Vec<(String, usize, Columns)>),
}

impl Columns {
    /// Those of a value of this type.
    pub(super) fn of(ty: Option<&Type>) -> Self {
        Self::within(ty, &mut Vec::new())
    }

    /// Those of an entry of a map, as `--each` prints it.
    pub(super) fn of_entry(key: Option<&Type>, elem: Option<&Type>) -> Self {
        Self::parts([("key".to_owned(), Self::of(key)), ("value".to_owned(), Self::of(elem))])
    }

    /// `open`: the structs around it; one within itself has no end.
    fn within(ty: Option<&Type>, open: &mut Vec<Type>) -> Self {
        let Some(ty) = ty.filter(|ty| ty.kind() == Kind::Struct && ty.field_count() > 0) else { return Columns::Cell };
        if open.len() >= DEEPEST || open.contains(ty) || ty.field_count() > MOST {
            return Columns::Cell;
        }
        open.push(ty.clone());
        let mut parts = Vec::new();
        let mut width = 0;
        for (i, field) in ty.fields().enumerate() {
            let columns = Self::within(ty.field_type(i).as_ref(), open);
            width += columns.width();
            parts.push((String::from_utf8_lossy(field.name).into_owned(), columns));
            if width > MOST {
                break;
            }
        }
        open.pop();
        if width > MOST { Columns::Cell } else { Self::parts(parts) }
    }

    fn parts(parts: impl IntoIterator<Item = (String, Columns)>) -> Self {
        let mut first = 0;
        let placed = parts.into_iter().map(|(name, columns)| {
            let at = first;
            first += columns.width();
            (name, at, columns)
        });
        Columns::Parts(placed.collect())
    }

    /// How many there are.
    pub(super) fn width(&self) -> usize {
        match self {
            Columns::Cell => 1,
            Columns::Parts(parts) => parts.last().map_or(0, |(_, at, columns)| at + columns.width()),
        }
    }

    /// Their names; `value` where a row is one cell.
    pub(super) fn header(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.name("", &mut names);
        names
    }

    fn name(&self, path: &str, names: &mut Vec<String>) {
        match self {
            Columns::Cell => names.push(if path.is_empty() { "value".into() } else { path.into() }),
            Columns::Parts(parts) => {
                let dot = if path.is_empty() { "" } else { "." };
                parts.iter().for_each(|(name, _, columns)| columns.name(&format!("{path}{dot}{name}"), names));
            }
        }
    }

    /// Fills the cells of a row from JSON; what it does not say stays empty.
    pub(super) fn fill<I: Source>(&self, json: &mut Reader<I>, cells: &mut [String]) -> Result<()> {
        match (self, json.peek()?) {
            (_, Json::Null) => json.null(),
            (Columns::Parts(parts), Json::Object) => fill_parts(parts, json, cells),
            (_, Json::String) => json.str_into(&mut cells[0]),
            _ => {
                cells[0].push_str(json.raw()?);
                Ok(())
            }
        }
    }
}

fn fill_parts<I: Source>(parts: &[(String, usize, Columns)], json: &mut Reader<I>, cells: &mut [String]) -> Result<()> {
    json.begin_object()?;
    let mut next = 0;
    while let Some(key) = json.next_key()? {
        // Fields come in order; only one that is left out, or whose name comes twice, is looked for.
        let is = |part: Option<&(String, usize, Columns)>| part.is_some_and(|(name, ..)| name == key);
        let found = if is(parts.get(next)) { Some(next) } else { (0..parts.len()).find(|i| is(parts.get(*i))) };
        match found.and_then(|i| parts.get(i)) {
            Some((_, at, columns)) => columns.fill(json, &mut cells[*at..])?,
            None => json.skip()?,
        }
        next = found.map_or(next, |i| i + 1);
    }
    Ok(())
}
