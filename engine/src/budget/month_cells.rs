//! The cells of a month as screens request them: by name in view order, or for several months as
//! blocks of names and bare values, with each id only once.

use super::budget_sheet::BudgetSheet;
use super::facts::{BudgetMode, CategoryFact, GroupFact};
use super::names::{CategoryCell, GroupCell, MonthCell, month_sheet};
use crate::dates::Month;
use crate::sheet::CellValue;

const ROLLOVER_TOTALS: [MonthCell; 9] = [
    MonthCell::AvailableFunds,
    MonthCell::LastMonthOverspent,
    MonthCell::Buffered,
    MonthCell::TotalBudgeted,
    MonthCell::ToBudget,
    MonthCell::FromLastMonth,
    MonthCell::TotalIncome,
    MonthCell::TotalSpent,
    MonthCell::TotalLeftover,
];

const REPORT_TOTALS: [MonthCell; 7] = [
    MonthCell::TotalBudgeted,
    MonthCell::TotalBudgetIncome,
    MonthCell::TotalSaved,
    MonthCell::TotalIncome,
    MonthCell::TotalSpent,
    MonthCell::RealSaved,
    MonthCell::TotalLeftover,
];

const GROUP: [GroupCell; 3] = [GroupCell::Budget, GroupCell::SumAmount, GroupCell::Leftover];

const CATEGORY: [CategoryCell; 3] =
    [CategoryCell::Budget, CategoryCell::SumAmount, CategoryCell::Leftover];

const GOALS: [CategoryCell; 2] = [CategoryCell::Goal, CategoryCell::LongGoal];

/// Cells that each month has: every prefix combined with every id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellBlock {
    /// Prefixes of cell names, or whole names.
    pub beginnings: Vec<&'static str>,
    /// Ids of groups or categories; one empty id if the names are whole.
    pub ids: Vec<String>,
}

impl CellBlock {
    /// The short names, by id.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.ids.iter().flat_map(|id| self.beginnings.iter().map(move |name| format!("{name}{id}")))
    }
}

impl BudgetSheet {
    /// The cells that a screen shows of each month, in the mode of the budget.
    #[must_use]
    pub fn cell_blocks(&self) -> Vec<CellBlock> {
        let is_rollover = self.mode() == BudgetMode::Rollover;
        let totals = if is_rollover {
            let more = [MonthCell::BufferedSelected, MonthCell::TotalUnderfunded];
            ROLLOVER_TOTALS.iter().chain(&more).map(|cell| cell.text()).collect()
        } else {
            let more = [MonthCell::TotalUnderfunded];
            REPORT_TOTALS.iter().chain(&more).map(|cell| cell.text()).collect()
        };
        // A rollover budget does not budget income.
        let (budgeted, income): (Vec<_>, Vec<_>) =
            self.groups().iter().partition(|group| !(is_rollover && group.is_income));
        let more = [CategoryCell::Carryover, CategoryCell::Underfunded];
        let category = CATEGORY.iter().chain(&more).chain(&GOALS);
        vec![
            CellBlock { beginnings: totals, ids: vec![String::new()] },
            CellBlock {
                beginnings: GROUP.iter().map(|cell| cell.text()).collect(),
                ids: budgeted.iter().map(|group| group.id.to_string()).collect(),
            },
            CellBlock {
                beginnings: category.map(|cell| cell.text()).collect(),
                ids: category_ids(&budgeted),
            },
            CellBlock {
                beginnings: vec![CategoryCell::SumAmount.text()],
                ids: category_ids(&income),
            },
        ]
    }

    /// The values of a month's cells in the order of the blocks; null in a month without a sheet.
    #[must_use]
    pub fn values_of(&self, month: Month, blocks: &[CellBlock]) -> Vec<CellValue> {
        let sheet = month_sheet(month);
        blocks.iter().flat_map(CellBlock::names).map(|name| self.value(&sheet, &name)).collect()
    }

    /// Full names and values of a month's cells in view order, for either mode. Cells that the
    /// budget does not have, and all cells of a month without a sheet, are null.
    #[must_use]
    pub fn month_cells(&self, mode: BudgetMode, month: Month) -> Vec<(String, CellValue)> {
        let mut names = Vec::new();
        match mode {
            BudgetMode::Rollover => {
                names.extend(ROLLOVER_TOTALS.iter().map(|cell| cell.text().to_owned()));
            }
            BudgetMode::Report => {
                names.extend(REPORT_TOTALS.iter().map(|cell| cell.text().to_owned()));
            }
        }
        for group in self.groups() {
            push_group(mode, group, &mut names);
        }
        let sheet = month_sheet(month);
        names
            .into_iter()
            .map(|name| (format!("{sheet}!{name}"), self.value(&sheet, &name)))
            .collect()
    }
}

fn category_ids(groups: &[&GroupFact]) -> Vec<String> {
    let categories = groups.iter().flat_map(|group| &group.categories);
    categories.map(|category| category.id.to_string()).collect()
}

fn push_group(mode: BudgetMode, group: &GroupFact, names: &mut Vec<String>) {
    let only_income = mode == BudgetMode::Rollover && group.is_income;
    if only_income {
        names.push(MonthCell::TotalIncome.text().to_owned());
    } else {
        names.extend(GROUP.iter().map(|cell| cell.of(&group.id)));
    }
    for category in &group.categories {
        if only_income {
            names.push(CategoryCell::SumAmount.of(&category.id));
        } else {
            push_category(mode, category, names);
        }
    }
}

fn push_category(mode: BudgetMode, category: &CategoryFact, names: &mut Vec<String>) {
    names.extend(CATEGORY.iter().map(|cell| cell.of(&category.id)));
    if mode == BudgetMode::Rollover || !category.is_income {
        names.push(CategoryCell::Carryover.of(&category.id));
    }
    names.extend(GOALS.iter().map(|cell| cell.of(&category.id)));
}
