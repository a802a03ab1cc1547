//! A panic in one budget closes only that budget, and no acknowledged data is lost.

use serde_json::{Value as Json, json};

use crate::categories::budget;
use crate::harness::{BUDGET, FOOD, Harness, Tab, call};

fn amount() -> String {
    format!("budget202611!budget-{FOOD}")
}

/// A budget with an edit, and a tab on another budget.
fn two_budgets() -> (Harness, Tab) {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 77);
    let made = harness.ok("create-budget", json!({ "budgetName": "Other" }));
    let other = Tab::of(&harness.app);
    let load = call(&harness.app, &other.session, "load-budget", json!({ "id": made["id"] }));
    harness.run(load).unwrap();
    (harness, other)
}

fn check_after_fault(harness: &Harness, other: &Tab) {
    let closed = harness.run(harness.tab.next("budget-closed"));
    assert_eq!(closed["id"], BUDGET);
    assert!(closed["message"].as_str().unwrap().contains("Nothing that was saved is lost"));
    let refused = harness.call("get-categories", json!({})).unwrap_err();
    assert_eq!(refused["code"], "no-budget-open", "the tab has to load it again");
    let edit = json!({ "month": "2026-11", "category": FOOD, "amount": 3 });
    let alive = |name, args: Json| harness.run(call(&harness.app, &other.session, name, args));
    alive("budget/budget-amount", edit.clone()).unwrap();
    assert!(!other.events().iter().any(|(name, _)| name == "budget-closed"));
    // Without a tab, as from the command line, it opens on demand.
    let shell = harness.app.new_session(None);
    shell.set_budget(Some(BUDGET.into()));
    harness.run(call(&harness.app, &shell, "get-categories", json!({}))).unwrap();
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert_eq!(harness.cell(&amount()), 77);
    harness.ok("budget/budget-amount", edit);
    assert_eq!(harness.cell(&amount()), 3);
    harness.ok("undo", json!({}));
    assert_eq!(harness.cell(&amount()), 77);
}

#[test]
fn a_panic_in_the_database_closes_its_budget_alone() {
    let (harness, other) = two_budgets();
    let error = harness.run(harness.app.panic_in_database(&harness.tab.session)).unwrap_err();
    assert_eq!(error.code.wire(), "internal");
    check_after_fault(&harness, &other);
}

#[test]
fn a_panic_in_the_sheet_closes_its_budget_alone() {
    let (harness, other) = two_budgets();
    harness.run(harness.app.panic_in_sheet(&harness.tab.session)).unwrap();
    check_after_fault(&harness, &other);
}

#[test]
fn a_budget_can_fail_again_and_again() {
    let harness = Harness::new();
    for cents in 1..=3 {
        budget(&harness, "2026-11", FOOD, cents);
        harness.run(harness.app.panic_in_sheet(&harness.tab.session)).unwrap();
        harness.run(harness.tab.next("budget-closed"));
        harness.ok("load-budget", json!({ "id": BUDGET }));
        assert_eq!(harness.cell(&amount()), cents);
        harness.run(harness.app.panic_in_database(&harness.tab.session)).unwrap_err();
        harness.run(harness.tab.next("budget-closed"));
        harness.ok("load-budget", json!({ "id": BUDGET }));
        assert_eq!(harness.cell(&amount()), cents);
    }
}
