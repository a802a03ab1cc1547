//! Where an undone or redone step happened, derived from its changes, so that tabs never interpret
//! stored columns.

use std::collections::HashSet;

use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Month;

use crate::contract::history::{BudgetMeasure, StepPlace};

/// The first place of the written rows that still exists: a category or group, a budget cell, a
/// transaction, or a note. A step that deletes rows has no place in the budget.
pub(super) fn step_place(changes: &[Change]) -> Option<StepPlace> {
    let gone: HashSet<_> = changes
        .iter()
        .filter(|change| change.column == "tombstone" && change.value == Value::Integer(1))
        .map(|change| &change.row)
        .collect();
    let alive = |datasets: &'static [&'static str]| {
        let of = move |change: &&Change| datasets.contains(&change.dataset.as_ref());
        changes.iter().filter(of).filter(|change| !gone.contains(&change.row))
    };
    // A move also rewrites the sort order of its neighbours, so other columns come first. Stored
    // template lines are no place: budgets were filled by them.
    let items =
        || alive(&["categories", "category_groups"]).filter(|change| change.column != "goal_def");
    let item = items().find(|change| change.column != "sort_order").or_else(|| items().next());
    if let Some(change) = item {
        return Some(StepPlace::Item { id: change.row.to_string() });
    }
    if let Some(change) = alive(&["transactions"]).next() {
        return Some(StepPlace::Transaction { id: (*change.row).into() });
    }
    if !gone.is_empty() {
        return None;
    }
    let budgets = || alive(&["zero_budgets", "reflect_budgets"]);
    // A carryover is written for its month and every later one.
    if let Some(first) = budgets().min_by_key(|change| &change.row) {
        return budget_place(&first.row, &budgets().filter(|change| change.row == first.row));
    }
    let note = alive(&["notes"]).find(|change| is_item(&change.row))?;
    Some(StepPlace::Item { id: note.row.to_string() })
}

/// A budget row is named `202611-{category}`.
fn budget_place<'a>(
    row: &str,
    written: &(impl Iterator<Item = &'a Change> + Clone),
) -> Option<StepPlace> {
    let (month, category) = row.split_once('-')?;
    let writes = |column: &str| written.clone().any(|change| change.column == column);
    let measure = if writes("carryover") && !writes("amount") {
        BudgetMeasure::Balance
    } else {
        BudgetMeasure::Budgeted
    };
    let month = Month::from_yyyymm(month.parse().ok()?)?;
    Some(StepPlace::Budget { month, category: category.into(), measure })
}

/// Notes of accounts and of whole months are shown on other screens.
fn is_item(note: &str) -> bool {
    !note.starts_with("account-") && !note.starts_with("budget-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dataset: &'static str, row: &str, column: &'static str, value: i64) -> Change {
        Change::new(dataset, row, column, Value::Integer(value))
    }

    fn item(id: &str) -> Option<StepPlace> {
        Some(StepPlace::Item { id: id.to_owned() })
    }

    fn cell(month: &str, category: &str, measure: BudgetMeasure) -> Option<StepPlace> {
        let month = month.parse().ok()?;
        Some(StepPlace::Budget { month, category: category.into(), measure })
    }

    #[test]
    fn an_amount_is_at_its_category_and_month() {
        let place = step_place(&[write("zero_budgets", "202611-food", "amount", 5000)]);
        assert_eq!(place, cell("2026-11", "food", BudgetMeasure::Budgeted));
    }

    #[test]
    fn a_category_id_may_hold_dashes() {
        let place = step_place(&[write("reflect_budgets", "202701-a-b-c", "amount", 0)]);
        assert_eq!(place, cell("2027-01", "a-b-c", BudgetMeasure::Budgeted));
    }

    #[test]
    fn a_carryover_of_many_months_is_at_the_balance_of_the_first() {
        let rows = ["202711-food", "202612-food", "202611-food"];
        let columns = ["month", "category", "carryover"];
        let changes: Vec<_> = rows
            .iter()
            .flat_map(|row| columns.map(|column| write("zero_budgets", row, column, 0)))
            .collect();
        assert_eq!(step_place(&changes), cell("2026-11", "food", BudgetMeasure::Balance));
    }

    #[test]
    fn a_moved_category_is_distinguished_from_shifted_neighbours() {
        let changes = [
            write("categories", "rent", "sort_order", 0),
            write("categories", "food", "cat_group", 0),
            write("categories", "food", "sort_order", 0),
        ];
        assert_eq!(step_place(&changes), item("food"));
    }

    #[test]
    fn templates_that_were_applied_are_at_the_first_budget() {
        let changes = [
            write("categories", "food", "goal_def", 0),
            write("zero_budgets", "202611-food", "amount", 5000),
        ];
        assert_eq!(step_place(&changes), cell("2026-11", "food", BudgetMeasure::Budgeted));
    }

    #[test]
    fn a_restored_category_comes_before_the_budget_moved_with_it() {
        let changes = [
            write("zero_budgets", "202611-general", "amount", 0),
            write("categories", "food", "tombstone", 0),
        ];
        assert_eq!(step_place(&changes), item("food"));
    }

    #[test]
    fn a_deleted_row_has_no_place_but_a_transaction_beside_it_has() {
        assert_eq!(step_place(&[write("categories", "food", "tombstone", 1)]), None);
        let changes = [
            write("transactions", "a", "tombstone", 1),
            write("transactions", "a", "amount", 5),
            write("transactions", "b", "amount", 5),
        ];
        assert_eq!(step_place(&changes), Some(StepPlace::Transaction { id: "b".into() }));
    }

    #[test]
    fn a_note_of_a_category_is_at_the_category() {
        let changes =
            [write("notes", "budget-2026-11", "note", 0), write("notes", "food", "note", 0)];
        assert_eq!(step_place(&changes), item("food"));
        assert_eq!(step_place(&changes[..1]), None);
    }
}
