//! The difference between two sheets, for when a new structure was built beside the old one.

use std::sync::Arc;

use super::changed::{ChangedCells, StoredChange};
use super::directory::Directory;
use super::names::{Address, NameId, SheetId};
use super::recalculate::Sheet;
use super::value::{CellValue, NULL, Show};

impl Sheet {
    /// The shown cells whose value differs from the same cell's in `before`. A cell that no longer
    /// exists has the value null.
    #[must_use]
    pub fn difference(&self, before: &Self) -> ChangedCells {
        let mut changed = Vec::new();
        let old = Translation::new(&self.directory, &before.directory);
        for position in shown(&self.directory) {
            let was = old.position(self.directory.addresses[position]);
            let is_now = self.directory.shown(position, self.stored(position));
            if value_at(before, was) != is_now {
                let former = was.map_or(NULL, |at| before.stored(at));
                changed.push(change(position, former, self.stored(position)));
            }
        }
        let mut gone = Vec::new();
        let new = Translation::new(&before.directory, &self.directory);
        for position in shown(&before.directory) {
            let lost = new.position(before.directory.addresses[position]).is_none();
            if lost && value_at(before, Some(position)) != CellValue::Null {
                gone.push(change(position, before.stored(position), NULL));
            }
        }
        let mut cells = ChangedCells::of(Arc::clone(&self.directory), changed);
        cells.append(ChangedCells::of(Arc::clone(&before.directory), gone));
        cells
    }
}

fn change(position: usize, before: i64, after: i64) -> StoredChange {
    StoredChange { position: u32::try_from(position).unwrap_or(u32::MAX), before, after }
}

fn shown(directory: &Directory) -> impl Iterator<Item = usize> {
    (0..directory.shows.len()).filter(|&position| directory.shows[position] != Show::Hidden)
}

fn value_at(sheet: &Sheet, position: Option<usize>) -> CellValue {
    position.map_or(CellValue::Null, |at| sheet.directory.shown(at, sheet.stored(at)))
}

/// Finds cells of one directory in another without building names.
struct Translation<'a> {
    to: &'a Directory,
    sheets: Vec<Option<u32>>,
    names: Vec<Option<u32>>,
}

impl<'a> Translation<'a> {
    fn new(from: &Directory, to: &'a Directory) -> Self {
        Self {
            to,
            sheets: from.sheets.texts().map(|text| to.sheets.find(text)).collect(),
            names: from.cells.texts().map(|text| to.cells.find(text)).collect(),
        }
    }

    fn position(&self, address: Address) -> Option<usize> {
        let sheet = SheetId(self.sheets[address.sheet.0 as usize]?);
        let name = NameId(self.names[address.name.0 as usize]?);
        let position = self.to.position(Address { sheet, name })? as usize;
        (self.to.shows[position] != Show::Hidden).then_some(position)
    }
}
