//! A reactive spreadsheet that knows nothing of budgets.
//!
//! A [`SheetBuilder`] collects inputs and formulas, which are data. [`SheetBuilder::build`] puts
//! the cells in topological order (or refuses a cycle) and lays them out densely. From then on a
//! [`Sheet`] only changes values: inputs are staged, and [`Sheet::recalculate`] visits their
//! dependents in topological order and stops wherever a value did not change. The structure of a
//! built sheet is fixed. For another structure, build another sheet and compute the
//! [difference](Sheet::difference).

mod builder;
mod changed;
mod difference;
mod directory;
mod dirty;
mod explain;
mod formula;
mod names;
mod recalculate;
#[cfg(test)]
mod tests;
mod value;

pub use builder::SheetBuilder;
pub use changed::{ChangedCell, ChangedCells};
pub use explain::{ExplainedInput, Explanation};
pub use formula::{Formula, Term, minus, plus};
pub use names::{Address, NameId, SheetId};
pub use recalculate::Sheet;
pub use value::{CellValue, SheetError, Show};

/// A cell of one sheet; invalid in any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub(crate) u32);

impl CellId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A cell whose value is set from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputId(pub(crate) CellId);

impl From<InputId> for CellId {
    fn from(input: InputId) -> Self {
        input.0
    }
}
