//! Budget actions: what they refuse, and their decisions beside other commits. The recorded budgets
//! prove their amounts.

use futures_util::future::join_all;
use serde_json::{Value as Json, json};
use sobre_engine::crdt::Change;

use crate::categories::budget;
use crate::harness::{FOOD, GENERAL, Harness, INCOME_GROUP, Tab, call};

fn cell(harness: &Harness, name: &str) -> Json {
    harness.cell(&format!("budget202611!{name}"))
}

fn one_cent(from: &str, to: &str) -> Json {
    json!({ "month": "2026-11", "from": from, "to": to, "amount": 1 })
}

#[test]
fn actions_of_many_tabs_at_once_lose_no_cent() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 1_000);
    let tabs: Vec<_> = (0..8).map(|_| Tab::of(&harness.app)).collect();
    harness.run(async {
        for tab in &tabs {
            let id = json!({ "id": crate::harness::BUDGET });
            call(&harness.app, &tab.session, "load-budget", id).await.unwrap();
        }
        let moves = tabs.iter().flat_map(|tab| std::iter::repeat_n(tab, 5)).map(|tab| {
            call(&harness.app, &tab.session, "budget/transfer-category", one_cent(FOOD, GENERAL))
        });
        let notes = tabs.iter().enumerate().map(|(at, tab)| {
            let note = json!({ "id": "n", "note": format!("{at}") });
            call(&harness.app, &tab.session, "notes-save", note)
        });
        let (moves, notes) = tokio::join!(join_all(moves), join_all(notes));
        moves.into_iter().chain(notes).for_each(|outcome| drop(outcome.unwrap()));
    });
    assert_eq!(cell(&harness, &format!("budget-{FOOD}")), 960);
    assert_eq!(cell(&harness, &format!("budget-{GENERAL}")), 40);
}

#[test]
fn an_action_is_one_step_back() {
    let harness = Harness::new();
    budget(&harness, "2026-10", FOOD, 700);
    budget(&harness, "2026-10", GENERAL, 300);
    let copied = harness.changes("budget/copy-previous-month", json!({ "month": "2026-11" }));
    let amounts = copied.iter().filter(|change| change.contains(" amount: "));
    assert_eq!(amounts.count(), 2, "{copied:?}");
    assert_eq!(cell(&harness, &format!("budget-{FOOD}")), 700);
    harness.ok("undo", json!({}));
    let budgeted = |id: &str| cell(&harness, &format!("budget-{id}"));
    assert_eq!((budgeted(FOOD), budgeted(GENERAL)), (json!(0), json!(0)));
    harness.ok("redo", json!({}));
    assert_eq!((budgeted(FOOD), budgeted(GENERAL)), (json!(700), json!(300)));
}

#[test]
fn money_is_moved_out_of_to_budget_and_back() {
    let harness = Harness::new();
    let to = |word: &str| harness.ok("budget/transfer-category", one_cent(word, FOOD));
    to("to-budget");
    to("to-be-budgeted");
    assert_eq!(cell(&harness, &format!("budget-{FOOD}")), 2);
    harness.ok("budget/transfer-category", one_cent(FOOD, "to-budget"));
    assert_eq!(cell(&harness, "to-budget"), -1);
    harness.ok("budget/cover-overbudgeted", json!({ "month": "2026-11", "category": FOOD }));
    assert_eq!(cell(&harness, "to-budget"), 0);
    assert!(harness.changes("budget/transfer-category", one_cent(FOOD, FOOD)).is_empty());
    budget(&harness, "2026-11", FOOD, 50);
    assert!(harness.changes("budget/cover-overspending", one_cent(FOOD, FOOD)).is_empty());
}

#[test]
fn nothing_is_held_without_money_to_budget() {
    let harness = Harness::new();
    let hold = json!({ "month": "2026-11", "amount": 500 });
    assert_eq!(harness.ok("budget/hold-for-next-month", hold.clone()), false);
    harness.ok("account-create", json!({ "name": "Bank", "balance": 3 }));
    assert_eq!(harness.ok("budget/hold-for-next-month", hold), true);
    assert_eq!(cell(&harness, "to-budget"), 0, "at most what is left");
    assert_eq!(harness.cell("budget202612!to-budget"), 300);
    harness.ok("budget/reset-hold", json!({ "month": "2026-11" }));
    assert_eq!(cell(&harness, "to-budget"), 300);
}

#[test]
fn bad_arguments_of_an_action_change_nothing() {
    let harness = Harness::new();
    budget(&harness, "2026-10", FOOD, 700);
    let gone = "gone";
    harness.write(vec![Change::new("categories", gone, "tombstone", 1)]);
    let month = "2026-11";
    for (name, args, code) in [
        ("budget/copy-previous-month", json!({ "month": "1900-01" }), "bad-arguments"),
        ("budget/set-zero", json!({ "month": "2026-13" }), "bad-arguments"),
        ("budget/set-all-future", json!({ "startMonth": month }), "bad-arguments"),
        (
            "budget/set-n-month-avg",
            json!({ "month": month, "N": 0, "category": FOOD }),
            "bad-arguments",
        ),
        (
            "budget/set-n-month-avg",
            json!({ "month": month, "N": 3, "category": gone }),
            "no-categories",
        ),
        (
            "budget/copy-single-month",
            json!({ "month": month, "category": "nobody" }),
            "no-categories",
        ),
        ("budget/cover-overspending", one_cent(FOOD, gone), "no-categories"),
        ("budget/transfer-category", one_cent("nobody", FOOD), "no-categories"),
        ("budget/hold-for-next-month", json!({ "month": month, "amount": 0.5 }), "bad-arguments"),
    ] {
        harness.refused(name, args, code);
    }
    assert_eq!(cell(&harness, &format!("budget-{FOOD}")), 0);
}

#[test]
fn income_is_budgeted_in_report_mode_only() {
    let harness = Harness::new();
    let income = json!({ "name": "Rent", "groupId": INCOME_GROUP, "isIncome": true });
    let salary = harness.ok("category-create", income);
    let salary = salary.as_str().unwrap();
    let month = "2026-11";
    let one = json!({ "month": month, "category": salary });
    let with = |key: &str, value: i64| {
        let mut args = one.clone();
        args[key] = value.into();
        args
    };
    let actions = [
        ("budget/copy-single-month", one.clone()),
        ("budget/copy-until-year-end", one.clone()),
        ("budget/set-n-month-avg", with("N", 3)),
        ("budget/cover-overspending", one_cent(FOOD, salary)),
        ("budget/cover-overspending", one_cent(salary, FOOD)),
        ("budget/cover-overbudgeted", with("amount", 1)),
        ("budget/transfer-available", with("amount", 1)),
        ("budget/transfer-category", one_cent(salary, "to-budget")),
        ("budget/transfer-category", one_cent("to-budget", salary)),
    ];
    for (name, args) in &actions {
        let error = harness.refused(name, args.clone(), "bad-arguments");
        assert!(error["message"].as_str().unwrap().starts_with("Income is not budgeted"));
    }
    harness.ok("budget-set-type", json!({ "type": "report" }));
    for (name, args) in actions {
        harness.ok(name, args);
    }
}
