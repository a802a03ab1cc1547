//! Cells out of range: never refused, never with the wrong sign, exact again within the range.

use super::*;
use crate::money::{MAX_CENTS, Total};

const FAR: i64 = i64::MAX;

fn number(sheet: &BudgetSheet, cell: &str) -> i64 {
    sheet.value("budget202401", cell).number()
}

#[test]
fn amounts_that_add_up_to_more_than_an_amount_are_taken() {
    let facts = budget_facts(BudgetMode::Rollover, USUAL);
    let mut sheet = BudgetSheet::build(&facts).unwrap();
    let before = sheet.clone();
    sheet.apply(&[budgeted("rent", MAX_CENTS), budgeted("groceries", MAX_CENTS)]).unwrap();
    assert_eq!(number(&sheet, "total-budgeted"), -2 * MAX_CENTS);
    let changed = sheet.apply(&[budgeted("rent", 0), budgeted("groceries", 0)]).unwrap();
    assert!(!changed.is_empty());
    assert!(sheet.difference(&before).is_empty());
}

#[test]
fn a_sum_beyond_64_bits_has_the_nearest_number() {
    let mut sheet = sheet(BudgetMode::Rollover, "");
    let moved = |delta: i64| BudgetFact::Uncategorized {
        balance_delta: delta.into(),
        cleared_delta: 0,
        count_delta: 0,
    };
    let balance = |sheet: &BudgetSheet| sheet.value("__global", "uncategorized-balance").number();
    for (delta, sum) in [
        (FAR, FAR),
        (FAR, FAR),
        (-FAR, FAR),
        (-FAR, 0),
        (-FAR, -FAR),
        (-FAR, -FAR),
        (FAR, -FAR),
        (FAR, 0),
    ] {
        sheet.apply(&[moved(delta)]).unwrap();
        assert_eq!(balance(&sheet), sum);
    }
}

#[test]
fn a_balance_beyond_64_bits_comes_back_exactly() {
    let mut sheet = sheet(BudgetMode::Rollover, "");
    let spent = |delta: i64| BudgetFact::Spent {
        month: january(),
        category: "rent".into(),
        delta: Total::from(delta) * 3,
    };
    let before = sheet.clone();
    for (delta, sum) in [(FAR, FAR), (-FAR, number(&before, "leftover-rent")), (-FAR, -FAR)] {
        sheet.apply(&[spent(delta)]).unwrap();
        assert_eq!(number(&sheet, "leftover-rent"), sum);
    }
    // Also with a change of structure in between.
    sheet.apply(&[BudgetFact::Months(january().plus(-1), january().plus(2))]).unwrap();
    assert_eq!(number(&sheet, "leftover-rent"), -FAR);
    sheet.apply(&[spent(FAR)]).unwrap();
    assert_eq!(number(&sheet, "leftover-rent"), number(&before, "leftover-rent"));
}
