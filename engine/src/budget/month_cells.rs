//! The cells of a month in view order, as a screen asks for them (spec/4 section 1.9).

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

impl BudgetSheet {
    /// Full names and values of a month's cells in view order, for a mode of one's choice: cells
    /// the budget does not have, and all cells of a month without a sheet, are null.
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
