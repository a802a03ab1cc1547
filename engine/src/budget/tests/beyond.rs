//! Cells beyond their range because of other devices.

use super::*;
use crate::money::Total;

#[test]
fn what_is_stored_beyond_the_bound_is_shown_and_may_only_come_nearer() {
    let most = crate::money::MAX_CENTS;
    let mut facts = budget_facts(BudgetMode::Rollover, USUAL);
    let mut wide = BudgetSheet::of_stored(&facts).unwrap();
    assert!(wide.fits());
    let changes = [budgeted("rent", most), budgeted("groceries", most)];
    assert!(wide.refusal(&changes).is_some());
    wide.take_in(&changes).unwrap();
    for category in ["rent", "groceries"] {
        let (month, category) = (january(), category.into());
        facts.budgets.push(BudgetRowFact {
            month,
            category,
            amount: most,
            carryover: false,
            goal: None,
            long_goal: None,
        });
    }
    assert!(BudgetSheet::build(&facts).is_err());
    let anew = BudgetSheet::of_stored(&facts).unwrap();
    assert!(!anew.fits() && anew.difference(&wide).is_empty());
    let total = |sheet: &BudgetSheet| sheet.value("budget202401", "total-budgeted").number();
    assert_eq!(total(&wide), -2 * most);

    assert_eq!(wide.refusal(&[budgeted("rent", most - 1)]), None);
    assert!(wide.refusal(&[BudgetFact::Held { month: january(), amount: 1 }]).is_some());
    assert_eq!(wide.refusal(&[BudgetFact::Months(january(), january().plus(40))]), None);
    wide.apply(&[budgeted("rent", 0)]).unwrap();
    assert!(wide.fits());
    assert_eq!(total(&wide), -most);
    // Beyond 64 bits a sum keeps its sign, and becomes exact again within the range.
    let huge = |delta: i64| BudgetFact::Uncategorized {
        balance_delta: delta.into(),
        cleared_delta: 0,
        count_delta: 0,
    };
    let balance = |sheet: &BudgetSheet| sheet.value("__global", "uncategorized-balance").number();
    for (delta, sum) in [
        (i64::MAX, i64::MAX),
        (i64::MAX, i64::MAX),
        (-i64::MAX, i64::MAX),
        (-i64::MAX, 0),
        (-i64::MAX, -i64::MAX),
        (-i64::MAX, -i64::MAX),
        (i64::MAX, -i64::MAX),
        (i64::MAX, 0),
    ] {
        wide.take_in(&[huge(delta)]).unwrap();
        assert_eq!(balance(&wide), sum);
    }
    assert!(wide.fits());
    let spent = |delta: i64| BudgetFact::Spent {
        month: january(),
        category: "rent".into(),
        delta: crate::money::Total::from(delta) * 3,
    };
    let left = |sheet: &BudgetSheet| sheet.value("budget202401", "leftover-rent").number();
    let before = left(&wide);
    for (delta, sum) in [(i64::MAX, i64::MAX), (-i64::MAX, before), (-i64::MAX, -i64::MAX)] {
        wide.take_in(&[spent(delta)]).unwrap();
        assert_eq!(left(&wide), sum);
    }
    wide.take_in(&[spent(i64::MAX)]).unwrap();
    assert!(wide.fits());
}

/// A budget in which other devices spent so much that a balance exceeds 64 bits.
fn far_beyond() -> BudgetSheet {
    let mut sheet = sheet(BudgetMode::Rollover, "");
    sheet.take_in(&[spent(Total::from(i64::MAX) * -3)]).unwrap();
    assert_eq!(sheet.value("budget202401", "leftover-rent").number(), -i64::MAX);
    sheet
}

fn spent(delta: Total) -> BudgetFact {
    BudgetFact::Spent { month: january(), category: "rent".into(), delta }
}

#[test]
fn own_edits_bring_a_cell_beyond_64_bits_nearer_and_never_further_away() {
    let mut sheet = far_beyond();
    for cents in [1, 1000] {
        assert!(sheet.refusal(&[spent(-cents)]).is_some(), "{cents}");
        assert_eq!(sheet.refusal(&[spent(cents)]), None, "{cents}");
    }
    assert!(sheet.refusal(&[budgeted("rent", -5)]).is_some());
    assert_eq!(sheet.refusal(&[budgeted("rent", 5)]), None);
    // January's overspending is deducted in February.
    assert!(sheet.refusal(&[budgeted("groceries", 5)]).is_some());
    // Also with a change of structure, and after changes of other devices and local edits.
    let earlier = BudgetFact::Months(january().plus(-1), january().plus(2));
    assert_eq!(sheet.refusal(std::slice::from_ref(&earlier)), None);
    assert!(sheet.refusal(&[earlier, spent(-1)]).is_some());
    sheet.apply(&[spent(1)]).unwrap();
    sheet.take_in(&[spent(-1)]).unwrap();
    assert!(sheet.apply(&[spent(-1)]).is_err());
    sheet.apply(&[spent(Total::from(i64::MAX) * 3)]).unwrap();
    assert!(sheet.fits());
}

#[test]
fn an_edit_never_goes_round_the_end_of_64_bits() {
    let moved = |delta: Total| BudgetFact::Uncategorized {
        balance_delta: delta,
        cleared_delta: 0,
        count_delta: 0,
    };
    let mut sheet = sheet(BudgetMode::Rollover, "");
    sheet.take_in(&[moved((i64::MAX - 10).into())]).unwrap();
    assert!(sheet.refusal(&[moved(30)]).is_some());
    assert_eq!(sheet.refusal(&[moved(-30)]), None);
}
