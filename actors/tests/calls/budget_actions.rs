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
fn moves_that_take_no_more_than_there_is_reply_with_what_they_took() {
    let harness = Harness::new();
    harness.ok("account-create", json!({ "name": "Bank", "balance": 0.9 }));
    let food = |cents: i64| json!({ "month": "2026-11", "category": FOOD, "amount": cents });
    let cover = |from: &str, cents: i64| json!({ "month": "2026-11", "to": GENERAL, "from": from, "amount": cents });
    assert_eq!(harness.ok("budget/transfer-available", food(50)), 50);
    assert_eq!(harness.ok("budget/cover-overspending", cover(FOOD, 80)), 50);
    assert_eq!(harness.ok("budget/cover-overspending", cover(FOOD, 80)), 0);
    assert_eq!(harness.ok("budget/cover-overspending", cover("to-budget", 80)), 40);
    budget(&harness, "2026-11", FOOD, 30);
    assert_eq!(harness.ok("budget/cover-overbudgeted", food(70)), 30);
    assert_eq!(harness.ok("budget/transfer-available", food(70)), 0);
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

/// The id of a category by its name.
fn id_of(harness: &Harness, name: &str) -> String {
    let tables = harness.tables();
    let found = tables["categories"].iter().find(|(_, row)| row["name"] == name);
    found.unwrap().0.clone()
}

/// A budget with three overspent categories: Food by 2.00, General by 5.00, Bills by 1.00, in the
/// order of the budget.
fn overspent() -> (Harness, String) {
    let harness = Harness::new();
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    let bills = id_of(&harness, "Bills");
    let spent = [(FOOD, -200), (GENERAL, -500), (bills.as_str(), -100)].map(|(category, amount)| {
        json!({ "account": account, "date": "2026-11-05", "category": category, "amount": amount })
    });
    harness.ok("transactions-batch-update", json!({ "added": spent }));
    (harness, bills)
}

/// The categories of a reply: what each got, and what it still lacks.
fn shares(reply: &Json) -> Vec<(&str, i64, i64)> {
    let all = reply["categories"].as_array().unwrap().iter();
    let cents = |it: &Json| it.as_i64().unwrap();
    all.map(|it| (it["category"].as_str().unwrap(), cents(&it["covered"]), cents(&it["uncovered"])))
        .collect()
}

#[test]
fn all_overspending_is_covered_in_the_order_of_the_budget_until_the_source_is_empty() {
    let (harness, bills) = overspent();
    let month = "2026-11";
    let saved = id_of(&harness, "Savings");
    let (saved, bills) = (saved.as_str(), bills.as_str());
    budget(&harness, month, saved, 650);
    let balance = |id: &str| cell(&harness, &format!("leftover-{id}"));
    let cover = json!({ "month": month, "from": saved });
    let before = harness.tables();
    let reply = harness.ok("budget/cover-all-overspending", cover.clone());
    assert_eq!(shares(&reply), [(FOOD, 200, 0), (GENERAL, 450, 50), (bills, 0, 100)]);
    assert_eq!([FOOD, GENERAL, bills, saved].map(balance), [0, -50, -100, 0].map(Json::from));
    let facts = json!({ "amount": 650, "count": 2, "from": "Savings", "month": month });
    assert_eq!(step(&harness), json!({ "key": "coveredAll", "params": facts }));
    let note = harness.ok("notes-get", json!({}))["budget-2026-11"].clone();
    assert_eq!(note, "- Covered 6.50 of 2 categories from Savings on 11/20/2026");
    let nothing = harness.changes("budget/cover-all-overspending", cover.clone());
    assert!(nothing.is_empty(), "the source is empty: {nothing:?}");
    harness.ok("undo", json!({}));
    assert_eq!([FOOD, GENERAL, bills, saved].map(balance), [-200, -500, -100, 650].map(Json::from));
    for table in ["zero_budgets", "notes"] {
        for (id, row) in &before[table] {
            assert_eq!(harness.tables()[table][id], *row, "one step takes all of it back");
        }
    }
    let all = json!({ "month": month, "from": saved, "belowZero": true });
    let reply = harness.ok("budget/cover-all-overspending", all);
    assert_eq!(shares(&reply), [(FOOD, 200, 0), (GENERAL, 500, 0), (bills, 100, 0)]);
    assert_eq!([FOOD, GENERAL, bills, saved].map(balance), [0, 0, 0, -150].map(Json::from));
}

#[test]
fn covering_all_leaves_out_what_is_hidden_or_carried_over_and_the_source_itself() {
    let (harness, bills) = overspent();
    let month = "2026-11";
    harness.ok("category-update", json!({ "id": FOOD, "hidden": true }));
    let carried = json!({ "startMonth": month, "category": bills, "flag": true });
    harness.ok("budget/set-carryover", carried);
    let cover = |from: &str| {
        let args = json!({ "month": month, "from": from });
        harness.ok("budget/cover-all-overspending", args)
    };
    assert_eq!(shares(&cover(GENERAL)), []);
    assert_eq!(shares(&cover("to-budget")), [(GENERAL, 0, 500)], "nothing is left to budget");
    harness.ok("account-create", json!({ "name": "Bank", "balance": 50 }));
    assert_eq!(shares(&cover("to-budget")), [(GENERAL, 500, 0)]);
    assert_eq!(cell(&harness, "to-budget"), 4500);
    let facts = json!({ "amount": 500, "count": 1, "month": month });
    assert_eq!(step(&harness), json!({ "key": "coveredAllFromToBudget", "params": facts }));
    let note = harness.ok("notes-get", json!({}))["budget-2026-11"].clone();
    assert_eq!(note, "- Covered 5.00 of General from To budget on 11/20/2026");
    harness.ok("budget-set-type", json!({ "type": "report" }));
    let args = json!({ "month": month, "from": "to-budget" });
    harness.refused("budget/cover-all-overspending", args, "bad-arguments");
}

/// The name of the next step to undo.
fn step(harness: &Harness) -> Json {
    let events = harness.events();
    let told = events.iter().rfind(|(event, _)| event == "history");
    told.unwrap().1["undo"]["name"].clone()
}

#[test]
fn each_action_names_its_step_unless_the_caller_does() {
    let harness = Harness::new();
    harness.ok("account-create", json!({ "name": "Bank", "balance": 50 }));
    let named = |call: &str, args: Json, key: &str, more: Json| {
        let mut facts = more;
        let month = args.get("month").or_else(|| args.get("startMonth"));
        facts["month"] = month.unwrap().clone();
        if args["category"] == FOOD {
            facts["category"] = json!("Food");
        }
        harness.ok(&format!("budget/{call}"), args);
        assert_eq!(step(&harness), json!({ "key": key, "params": facts }), "{call}");
    };
    let month = || json!({ "month": "2026-11" });
    let food = |more: Json| {
        let mut args = json!({ "month": "2026-11", "category": FOOD });
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        args
    };
    let amount = |cents: i64| json!({ "amount": cents });
    named("budget-amount", food(amount(700)), "budgeted", amount(700));
    let carried = json!({ "startMonth": "2026-11", "category": FOOD, "flag": true });
    named("set-carryover", carried, "carriedOver", json!({}));
    named("copy-previous-month", json!({ "month": "2026-12" }), "copiedLastMonth", json!({}));
    let january = || json!({ "month": "2027-01", "category": FOOD });
    named("copy-single-month", january(), "copiedLastMonthOf", json!({}));
    named("copy-until-year-end", january(), "copiedUntilYearEnd", json!({}));
    let hold = json!({ "month": "2026-11", "amount": 100 });
    named("hold-for-next-month", hold, "heldForNextMonth", amount(100));
    named("reset-hold", month(), "releasedHold", json!({}));
    named("transfer-available", food(amount(9_999_999)), "budgetedAvailable", amount(4300));
    let transfer = json!({ "month": "2026-11", "from": FOOD, "to": GENERAL, "amount": 200 });
    let facts = json!({ "from": "Food", "to": "General", "amount": 200 });
    named("transfer-category", transfer, "movedMoney", facts);
    named("set-n-month-avg", food(json!({ "N": 2 })), "setToAverageOf", json!({ "count": 2 }));
    let later = json!({ "month": "2027-01" });
    named("set-3month-avg", later, "setToAverage", json!({ "count": 3 }));
    named("set-zero", month(), "setToZero", json!({}));
}

#[test]
fn covering_and_moving_money_is_noted_in_the_month() {
    let harness = Harness::new();
    harness.ok("account-create", json!({ "name": "Bank", "balance": 2000 }));
    let month = "2026-11";
    harness.ok("preferences/save", json!({ "id": "numberFormat", "value": "dot-comma" }));
    harness.ok("preferences/save", json!({ "id": "dateFormat", "value": "dd.MM.yyyy" }));
    let transfer = |from: &str, to: &str, amount: i64| {
        let args = json!({ "month": month, "from": from, "to": to, "amount": amount });
        harness.ok("budget/transfer-category", args);
    };
    let note = || harness.ok("notes-get", json!({}))["budget-2026-11"].clone();
    transfer(FOOD, FOOD, 500);
    let available = json!({ "month": month, "category": FOOD, "amount": 5 });
    harness.ok("budget/transfer-available", available);
    assert_eq!(note(), Json::Null, "nothing was moved between envelopes");
    harness.ok("notes-save", json!({ "id": "budget-2026-11", "note": "Save more\n" }));
    transfer("to-budget", FOOD, 123_456);
    transfer(FOOD, GENERAL, -100);
    let cover = |to: &str, from: &str| json!({ "month": month, "to": to, "from": from });
    harness.ok("budget/cover-overspending", cover(GENERAL, "to-budget"));
    assert_eq!(
        note(),
        "Save more\n- Moved 1.234,56 from To budget to Food on 20.11.2026\n\
         - Moved 1,00 from General to Food on 20.11.2026\n\
         - Covered 1,00 of General from To budget on 20.11.2026"
    );
    harness.ok("undo", json!({}));
    assert_eq!(note().as_str().unwrap().lines().count(), 3, "the line belongs to the step");
    harness.ok(
        "budget/transfer-category",
        json!({
            "month": month, "from": "to-budget", "to": GENERAL, "amount": 200_000,
        }),
    );
    harness.ok("budget/cover-overbudgeted", json!({ "month": month, "category": GENERAL }));
    let noted = note();
    assert_eq!(
        noted.as_str().unwrap().lines().last().unwrap(),
        "- Covered 1.234,61 overbudgeted from General on 20.11.2026"
    );
}
