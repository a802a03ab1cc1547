//! The names of the cells. Shared between a sheet and its lists of changed cells, so that these
//! neither copy names nor keep the sheet alive.

use super::names::{Address, NameId, Names, SheetId};
use super::value::{CellValue, NULL, SheetError, Show};

const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Directory {
    pub(super) sheets: Names,
    pub(super) cells: Names,
    /// By position.
    pub(super) addresses: Vec<Address>,
    /// By position.
    pub(super) shows: Vec<Show>,
    /// Positions by sheet and name.
    table: Vec<u32>,
}

impl Directory {
    pub(super) fn new(
        sheets: Names,
        cells: Names,
        addresses: Vec<Address>,
        shows: Vec<Show>,
    ) -> Result<Self, SheetError> {
        let table = vec![NONE; sheets.len() * cells.len()];
        let mut directory = Self { sheets, cells, addresses, shows, table };
        for position in 0..directory.addresses.len() {
            let slot = directory.slot(directory.addresses[position]);
            if directory.table[slot] != NONE {
                return Err(SheetError::DefinedTwice { cell: directory.full_name(position) });
            }
            directory.table[slot] = u32::try_from(position).unwrap_or(NONE);
        }
        Ok(directory)
    }

    fn slot(&self, address: Address) -> usize {
        address.sheet.0 as usize * self.cells.len() + address.name.0 as usize
    }

    pub(super) fn position(&self, address: Address) -> Option<usize> {
        let position = self.table[self.slot(address)];
        (position != NONE).then_some(position as usize)
    }

    pub(super) fn find(&self, sheet: &str, name: &str) -> Option<usize> {
        let sheet = SheetId(self.sheets.find(sheet)?);
        let name = NameId(self.cells.find(name)?);
        self.position(Address { sheet, name })
    }

    /// The shown cells of a sheet.
    pub(super) fn in_sheet(&self, sheet: &str) -> impl Iterator<Item = usize> {
        let width = self.cells.len();
        let row = match self.sheets.find(sheet) {
            Some(sheet) => &self.table[sheet as usize * width..][..width],
            None => &[],
        };
        row.iter()
            .filter(|&&position| position != NONE)
            .map(|&position| position as usize)
            .filter(|&position| self.shows[position] != Show::Hidden)
    }

    pub(super) fn sheet_of(&self, position: usize) -> &str {
        self.sheets.text(self.addresses[position].sheet.0)
    }

    pub(super) fn name_of(&self, position: usize) -> &str {
        self.cells.text(self.addresses[position].name.0)
    }

    pub(super) fn full_name(&self, position: usize) -> String {
        format!("{}!{}", self.sheet_of(position), self.name_of(position))
    }

    pub(super) fn shown(&self, position: usize, stored: i64) -> CellValue {
        match self.shows[position] {
            _ if stored == NULL => CellValue::Null,
            Show::Flag => CellValue::Bool(stored != 0),
            Show::Number | Show::Hidden => CellValue::Number(stored),
        }
    }
}
