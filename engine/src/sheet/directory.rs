//! The names of the cells. Shared between a sheet and its lists of changed cells, so that these
//! neither copy names nor keep the sheet alive.

use super::names::{Address, NameId, Names, SheetId};
use super::order::Order;
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
        // By name first: formulas mostly read cells of the same name in neighbouring sheets.
        address.name.0 as usize * self.sheets.len() + address.sheet.0 as usize
    }

    /// Rearranges cells from the order of declaration into the order of computation.
    pub(super) fn arrange(&mut self, order: &Order) {
        let arranged = |number: &u32| *number as usize;
        self.addresses = order.cells.iter().map(|it| self.addresses[arranged(it)]).collect();
        self.shows = order.cells.iter().map(|it| self.shows[arranged(it)]).collect();
        for position in self.table.iter_mut().filter(|position| **position != NONE) {
            *position = order.positions[*position as usize];
        }
    }

    #[inline]
    pub(super) fn position(&self, address: Address) -> Option<u32> {
        let position = self.table[self.slot(address)];
        (position != NONE).then_some(position)
    }

    pub(super) fn sheet(&self, sheet: &str) -> Option<SheetId> {
        self.sheets.find(sheet).map(SheetId)
    }

    pub(super) fn find(&self, sheet: &str, name: &str) -> Option<usize> {
        self.at(self.sheet(sheet)?, self.name(name)?)
    }

    pub(super) fn at(&self, sheet: SheetId, name: NameId) -> Option<usize> {
        self.position(Address { sheet, name }).map(|position| position as usize)
    }

    pub(super) fn name(&self, name: &str) -> Option<NameId> {
        self.cells.find(name).map(NameId)
    }

    /// The shown cells of a sheet.
    pub(super) fn in_sheet(&self, sheet: &str) -> impl Iterator<Item = usize> {
        let sheet = self.sheets.find(sheet).map(|sheet| sheet as usize);
        let positions = sheet
            .into_iter()
            .flat_map(|sheet| self.table.iter().skip(sheet).step_by(self.sheets.len().max(1)));
        positions
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
        self.name_at(self.addresses[position])
    }

    /// The full name at an address, whether or not there is a cell.
    pub(super) fn name_at(&self, at: Address) -> String {
        format!("{}!{}", self.sheets.text(at.sheet.0), self.cells.text(at.name.0))
    }

    pub(super) fn shown(&self, position: usize, stored: i64) -> CellValue {
        match self.shows[position] {
            _ if stored == NULL => CellValue::Null,
            Show::Flag => CellValue::Bool(stored != 0),
            Show::NonZero if stored == 0 => CellValue::Null,
            Show::Number | Show::NonZero | Show::Hidden => CellValue::Number(stored),
        }
    }
}
