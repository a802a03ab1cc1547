//! Budgets on top of the [sheet](crate::sheet): facts in, cells out.
//!
//! The database produces [`BudgetFacts`] at opening and [`BudgetFact`]s after each commit;
//! [`BudgetSheet`] turns them into cells and reports changed values. The formulas of the two modes
//! are in `rollover` and `report`, those of accounts in `global`. The database decides the category
//! of each transaction; nothing here reads transactions.

pub mod actions;
mod bounds;
mod budget_sheet;
mod define;
mod facts;
mod global;
mod month_cells;
pub mod names;
mod report;
mod rollover;
mod stored;
#[cfg(test)]
mod tests;

pub use bounds::{Bounds, budget_bounds};
pub use budget_sheet::BudgetSheet;
pub use facts::{
    AccountFact, AccountStatus, BudgetFact, BudgetFacts, BudgetMode, BudgetRowFact, CategoryFact,
    GroupFact, HoldFact, SpentFact, UncategorizedFact,
};
pub use month_cells::CellBlock;
