//! What templates read of a budget, and which categories and month they fill.

use std::collections::HashMap;

use super::{Line, ScheduleFact};
use crate::budget::actions::{BudgetCells, budgeted, shown};
use crate::budget::names::{CategoryCell, MonthCell};
use crate::budget::{BudgetMode, CategoryFact};
use crate::dates::Month;
use crate::ids::CategoryId;

/// What templates read besides cells and rows.
#[derive(Debug, Clone, Default)]
pub struct TemplateFacts {
    /// The lines of categories that have any.
    pub lines: HashMap<CategoryId, Vec<Line>>,
    /// The names of live income categories.
    pub income_names: HashMap<CategoryId, String>,
    /// The live schedules.
    pub schedules: Vec<ScheduleFact>,
    /// Whether amounts are rounded to whole units.
    pub hides_decimals: bool,
}

/// Which categories to fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filled {
    /// Shown categories without a budget in the month.
    Empty,
    /// All shown categories.
    All,
    /// These, hidden or not.
    These(Vec<CategoryId>),
}

/// The month to fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filling {
    /// The month.
    pub month: Month,
    /// The current month: averages ignore later ones.
    pub current: Month,
}

/// Everything that templates read.
pub(super) struct Reading<'a, C, R> {
    pub(super) cells: &'a C,
    pub(super) rows: &'a R,
    pub(super) facts: &'a TemplateFacts,
    pub(super) filling: Filling,
}

impl<C: BudgetCells, R> Reading<'_, C, R> {
    pub(super) fn is_report(&self) -> bool {
        self.cells.mode() == BudgetMode::Report
    }

    pub(super) fn number(&self, cell: CategoryCell, of: &CategoryFact, month: Month) -> i64 {
        self.cells.number(month, &cell.of(&of.id))
    }

    /// Whether there is a live schedule of a name.
    pub(super) fn has_schedule(&self, name: &str) -> bool {
        self.facts.schedules.iter().any(|schedule| schedule.name == name)
    }

    /// Cents to budget at the beginning.
    pub(super) fn available(&self) -> i64 {
        let name = if self.is_report() { MonthCell::TotalSaved } else { MonthCell::ToBudget };
        self.cells.number(self.filling.month, name.text())
    }

    /// The chosen categories in view order.
    pub(super) fn chosen(&self, filled: &Filled) -> Vec<&CategoryFact> {
        match filled {
            Filled::Empty | Filled::All => shown(self.cells).collect(),
            Filled::These(ids) => {
                let all = budgeted(self.cells).map(|(_, category)| category);
                all.filter(|category| ids.contains(&category.id)).collect()
            }
        }
    }
}
