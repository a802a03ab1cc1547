//! A reactive spreadsheet that knows nothing of budgets.
//!
//! A [`SheetBuilder`] collects inputs and formulas. Formulas are data and read cells by name, so
//! cells can be declared in any order. [`SheetBuilder::build`] lets petgraph compute the order of
//! computation (or refuses a cycle) and lays the cells out densely. From then on a [`Sheet`] only
//! changes values: inputs are staged, and [`Sheet::recalculate`] visits their dependents in that
//! order and stops wherever a value did not change. The structure of a built sheet is fixed. For
//! another structure, build another sheet and compute the [difference](Sheet::difference).

mod builder;
mod changed;
mod difference;
mod directory;
mod dirty;
mod explain;
mod formula;
mod names;
mod order;
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

/// A cell's index in the order of computation of one built sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position(u32);

impl Position {
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A cell whose value is set from outside; invalid in any other sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputId(u32);
