//! The cells whose values an edit changed.

use std::fmt;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeSeq, Serializer};

use super::directory::Directory;
use super::value::CellValue;

/// Cells whose value changed, with the former and the new value. Hidden steps of formulas are
/// excluded. Serialises as a list of `[full name, new value]`. Cheap to send to another thread,
/// because it shares names with the sheet.
#[derive(Debug, Clone, Default)]
pub struct ChangedCells {
    parts: Vec<Part>,
}

#[derive(Debug, Clone)]
struct Part {
    directory: Arc<Directory>,
    cells: Vec<StoredChange>,
}

/// A change of a cell, in stored values.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredChange {
    pub(super) position: u32,
    pub(super) before: i64,
    pub(super) after: i64,
}

/// One changed cell. Displays as its full name, `{sheet}!{cell}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedCell<'a> {
    /// The sheet, for instance `budget202405`.
    pub sheet: &'a str,
    /// The cell's name within the sheet.
    pub name: &'a str,
    /// The former value; null for a cell that did not exist.
    pub before: CellValue,
    /// The new value; null for a cell that no longer exists.
    pub value: CellValue,
}

impl ChangedCell<'_> {
    /// `{sheet}!{cell}`.
    #[must_use]
    pub fn full_name(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for ChangedCell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}!{}", self.sheet, self.name)
    }
}

impl ChangedCells {
    pub(super) fn of(directory: Arc<Directory>, cells: Vec<StoredChange>) -> Self {
        if cells.is_empty() {
            Self::default()
        } else {
            Self { parts: vec![Part { directory, cells }] }
        }
    }

    /// Appends the cells of another list.
    pub fn append(&mut self, mut other: Self) {
        self.parts.append(&mut other.parts);
    }

    /// How many cells changed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.cells.len()).sum()
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether both lists share the names of one and the same sheet, so that keeping this one too
    /// costs no more names.
    #[must_use]
    pub fn shares_names_with(&self, other: &Self) -> bool {
        let mut directories = self.parts.iter().chain(&other.parts).map(|part| &part.directory);
        let first = directories.next();
        first.is_none_or(|first| directories.all(|directory| Arc::ptr_eq(first, directory)))
    }

    /// The cells, each after those it was computed from.
    pub fn iter(&self) -> impl Iterator<Item = ChangedCell<'_>> {
        self.parts.iter().flat_map(|part| {
            part.cells.iter().map(|change| {
                let position = change.position as usize;
                ChangedCell {
                    sheet: part.directory.sheet_of(position),
                    name: part.directory.name_of(position),
                    before: part.directory.shown(position, change.before),
                    value: part.directory.shown(position, change.after),
                }
            })
        })
    }
}

impl Serialize for ChangedCells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        let mut full_name = String::new();
        for ChangedCell { sheet, name, value, .. } in self.iter() {
            full_name.clear();
            full_name.extend([sheet, "!", name]);
            list.serialize_element(&(&full_name, value))?;
        }
        list.end()
    }
}
