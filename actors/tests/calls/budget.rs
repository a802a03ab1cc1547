//! Budget months: amounts, carryover, bounds, modes.

use serde_json::{Value as Json, json};
use sobre_actors::UndoOptions;
use sobre_actors::db::Reader;
use sobre_engine::crdt::{Change, Value};

use crate::categories::budget;
use crate::harness::{FOOD, GENERAL, Harness};

fn amount(cents: Json) -> Json {
    json!({ "month": "2026-11", "category": FOOD, "amount": cents })
}

fn month_cell(harness: &Harness, call: &str, month: &str, name: &str) -> Json {
    let cells = harness.ok(call, json!({ "month": month }));
    let cells = cells.as_array().unwrap();
    let cell = cells.iter().find(|cell| cell["name"].as_str().unwrap().ends_with(name));
    cell.map_or(json!("no such cell"), |cell| cell["value"].clone())
}

#[test]
fn an_amount_makes_a_row_once_and_then_changes_it() {
    let harness = Harness::new();
    let id = format!("202611-{FOOD}");
    let changed = harness.changes("budget/budget-amount", amount(json!(1234)));
    let stored = format!("zero_budgets {id} ");
    assert!(changed.contains(&format!("{stored}amount: 1234")), "{changed:?}");
    assert!(changed.contains(&format!("{stored}month: 202611")), "{changed:?}");
    let changed = harness.changes("budget/budget-amount", amount(json!(-5)));
    assert_eq!(changed, [format!("{stored}amount: -5")]);
    assert_eq!(month_cell(&harness, "rollover-budget-month", "2026-11", "!to-budget"), 5);
    assert_eq!(harness.cell("budget202612!to-budget"), 0, "the overspending is paid next month");
}

#[test]
fn several_amounts_are_one_step_of_undo_and_all_or_none() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 7);
    let of = |month: &str, category: &str, amount: i64| json!({ "month": month, "category": category, "amount": amount });
    let call = "budget/set-amounts";
    let budgeted = || {
        [("202611", FOOD), ("202611", GENERAL), ("202612", FOOD)]
            .map(|(month, id)| harness.cell(&format!("budget{month}!budget-{id}")))
    };
    let (november, december) = ("2026-11", "2026-12");
    let good = [of(november, FOOD, 5), of(november, GENERAL, 20), of(december, FOOD, -30)];
    let twice = [good.to_vec(), vec![of(november, FOOD, 10)]].concat();
    harness.ok(call, json!({ "amounts": twice }));
    assert_eq!(budgeted(), [10, 20, -30].map(Json::from), "the last one counts");
    for (bad, code) in [
        (of(november, "nobody", 1), "no-categories"),
        (of("1200-01", FOOD, 1), "bad-arguments"),
        (json!({ "month": november, "category": FOOD, "amount": 1.5 }), "bad-arguments"),
    ] {
        harness.refused(call, json!({ "amounts": [of(november, FOOD, 99), bad] }), code);
    }
    harness.refused(call, json!({ "amounts": vec![&good[0]; 5_001] }), "bad-arguments");
    assert_eq!(budgeted(), [10, 20, -30].map(Json::from), "a refused call sets none");
    harness.ok("undo", json!({}));
    assert_eq!(budgeted(), [7, 0, 0].map(Json::from));
}

#[test]
fn no_decision_waits_for_cells() {
    let harness = Harness::new();
    let carryover = json!({ "startMonth": "2026-11", "category": FOOD, "flag": true });
    let session = &harness.tab.session;
    // From the first of them on, a computation is under way that does not end.
    let decisions = async {
        for (name, args) in [
            ("budget/budget-amount", amount(json!(1234))),
            ("budget/set-carryover", carryover),
            ("category-delete", json!({ "id": FOOD, "transferId": GENERAL })),
        ] {
            harness.app.call(session, name, args, UndoOptions::default()).await.unwrap();
        }
    };
    harness.run(harness.app.holding_sheet(session, decisions)).unwrap();
    assert_eq!(harness.cell(&format!("budget202611!budget-{GENERAL}")), 1234);
}

#[test]
fn what_is_no_number_counts_as_nothing_budgeted() {
    let harness = Harness::new();
    for word in [json!("12"), json!(null), json!({}), json!(true)] {
        budget(&harness, "2026-11", FOOD, 7);
        harness.ok("budget/budget-amount", amount(word));
        assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 0);
    }
}

#[test]
fn amounts_beyond_the_bound_are_refused_and_sums_are_not() {
    let harness = Harness::new();
    let bound: i64 = (1 << 51) - 1;
    harness.refused("budget/budget-amount", amount(json!(1.5)), "bad-arguments");
    harness.refused("budget/budget-amount", amount(json!(bound + 1)), "bad-arguments");
    harness.ok("budget/budget-amount", amount(json!(bound - 10)));
    let more = json!({ "month": "2026-11", "category": GENERAL, "amount": 100 });
    harness.ok("budget/budget-amount", more);
    assert_eq!(harness.cell("budget202611!total-budgeted"), json!(-bound - 90));
    harness.ok("undo", json!({}));
    assert_eq!(harness.cell("budget202611!total-budgeted"), json!(10 - bound));
    let bad_month = json!({ "month": "2026-13", "category": FOOD, "amount": 1 });
    harness.refused("budget/budget-amount", bad_month, "bad-arguments");
}

#[test]
fn what_is_no_category_or_no_month_of_a_budget_gets_no_amount() {
    let harness = Harness::new();
    let long = "x".repeat(100_000);
    for category in ["nope", "", long.as_str()] {
        let amount = json!({ "month": "2026-11", "category": category, "amount": 1 });
        harness.refused("budget/budget-amount", amount, "no-categories");
        let carryover = json!({ "startMonth": "2026-11", "category": category, "flag": true });
        harness.refused("budget/set-carryover", carryover, "no-categories");
    }
    harness.ok("category-delete", json!({ "id": GENERAL }));
    let deleted = json!({ "month": "2026-11", "category": GENERAL, "amount": 1 });
    harness.refused("budget/budget-amount", deleted, "no-categories");
    for month in ["1900-01", "9999-12"] {
        let amount = json!({ "month": month, "category": FOOD, "amount": 1 });
        harness.refused("budget/budget-amount", amount, "bad-arguments");
    }
}

/// The cells of a month as a tab assembles them: full names and values.
fn put_together(answer: &Json, month: &str) -> serde_json::Map<String, Json> {
    let list = |value: &Json| value.as_array().unwrap().clone();
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    let mut names = Vec::new();
    for block in list(&answer["blocks"]) {
        for id in list(&block["ids"]) {
            let named = |name: &Json| format!("{}{}", text(name), text(&id));
            names.extend(list(&block["beginnings"]).iter().map(named));
        }
    }
    let found = list(&answer["months"]).into_iter().find(|each| each["month"] == month).unwrap();
    let sheet = format!("budget{}", month.replace('-', ""));
    let names = names.into_iter().map(|name| format!("{sheet}!{name}"));
    names.zip(list(&found["values"])).collect()
}

#[test]
fn several_months_say_each_name_once() {
    let harness = Harness::new();
    harness.ok("budget/budget-amount", amount(json!(1234)));
    let months = ["2026-10", "2026-11", "2026-12", "2027-01", "2027-02", "2027-03"];
    for (mode, call) in [("rollover", "rollover-budget-month"), ("report", "report-budget-month")] {
        harness.ok("budget-set-type", json!({ "type": mode }));
        let answer = harness.ok("get-budget-cells", json!({ "months": months }));
        let mut one_by_one = 0;
        for month in months {
            let found = put_together(&answer, month);
            let cells = harness.ok(call, json!({ "month": month }));
            one_by_one += cells.to_string().len();
            for cell in cells.as_array().unwrap() {
                let name = cell["name"].as_str().unwrap();
                assert_eq!(found[name], cell["value"], "{name}");
            }
        }
        let together = answer.to_string().len();
        assert!(together * 6 < one_by_one, "{together} bytes instead of {one_by_one}");
    }
    let many = json!({ "months": vec!["2026-11"; 61] });
    harness.refused("get-budget-cells", many, "bad-arguments");
}

#[test]
fn carryover_holds_from_a_month_until_the_last() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, -100);
    assert_eq!(harness.cell(&format!("budget202612!leftover-{FOOD}")), 0);
    let args = json!({ "startMonth": "2026-11", "category": FOOD, "flag": true });
    harness.ok("budget/set-carryover", args);
    assert_eq!(harness.cell(&format!("budget202612!leftover-{FOOD}")), -100);
    assert_eq!(harness.cell(&format!("budget202711!leftover-{FOOD}")), -100);
    assert_eq!(harness.cell(&format!("budget202610!carryover-{FOOD}")), false);
    let rows = harness.tables()["zero_budgets"].len();
    assert_eq!(rows, 13, "from November to the last month that has a sheet");
    let args = json!({ "startMonth": "2027-01", "category": FOOD, "flag": false });
    harness.ok("budget/set-carryover", args);
    assert_eq!(harness.cell(&format!("budget202701!leftover-{FOOD}")), -100);
    assert_eq!(harness.cell(&format!("budget202702!leftover-{FOOD}")), 0);
    let beyond = json!({ "startMonth": "2030-01", "category": FOOD, "flag": true });
    assert!(harness.changes("budget/set-carryover", beyond).is_empty());
    let bad = json!({ "startMonth": "x", "category": FOOD, "flag": true });
    harness.refused("budget/set-carryover", bad, "bad-arguments");
    let ancient = json!({ "startMonth": "0001-01", "category": FOOD, "flag": true });
    harness.refused("budget/set-carryover", ancient, "bad-arguments");
}

#[test]
fn old_rows_with_ids_of_another_form_are_changed_in_place() {
    let harness = Harness::new();
    harness.write(vec![
        Change::new("zero_budgets", "2026-11-food", "month", 202_611),
        Change::new("zero_budgets", "2026-11-food", "category", Value::from(FOOD)),
        Change::new("zero_budgets", "2026-11-food", "amount", 5),
    ]);
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 5);
    let changed = harness.changes("budget/budget-amount", amount(json!(9)));
    assert_eq!(changed, ["zero_budgets 2026-11-food amount: 9"]);
}

#[test]
fn each_mode_keeps_its_own_budget() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 500);
    let rollover = harness.cells();
    harness.ok("budget-set-type", json!({ "type": "report" }));
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 0);
    assert_eq!(harness.cell("budget202611!to-budget"), Json::Null);
    budget(&harness, "2026-11", FOOD, 70);
    assert_eq!(month_cell(&harness, "report-budget-month", "2026-11", "!total-budgeted"), 70);
    assert_eq!(harness.tables()["reflect_budgets"].len(), 1);
    assert!(harness.changes("budget-set-type", json!({ "type": "report" })).is_empty());
    assert_eq!(harness.ok("load-prefs", json!({}))["budgetType"], "report");
    harness.ok("budget-set-type", json!({ "type": "rollover" }));
    assert_eq!(harness.cells(), rollover);
    harness.refused("budget-set-type", json!({ "type": "other" }), "bad-arguments");
}

#[test]
fn bounds_grow_with_older_transactions_and_fill_the_new_months() {
    let harness = Harness::new();
    let bounds = || harness.ok("get-budget-bounds", json!({}));
    assert_eq!(bounds(), json!({ "start": "2026-08", "end": "2027-11" }));
    budget(&harness, "2026-03", FOOD, 400);
    assert_eq!(harness.cell(&format!("budget202603!budget-{FOOD}")), Json::Null);
    let row = [("acct", "a".into()), ("date", 20_260_510.into()), ("amount", 1.into())];
    harness.write(Change::row("transactions", "t", row));
    assert_eq!(harness.cell(&format!("budget202603!budget-{FOOD}")), 400);
    assert_eq!(harness.cell(&format!("budget202611!leftover-{FOOD}")), 400);
    assert_eq!(bounds(), json!({ "start": "2026-02", "end": "2027-11" }));
    harness.write(vec![Change::new("transactions", "t", "date", 20_261_101)]);
    assert_eq!(bounds()["start"], "2026-02", "months made once stay");
}

#[test]
fn an_old_row_counts_in_every_figure_and_tabs_receive_the_new_months() {
    let harness = Harness::new();
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    let income = harness.tables()["categories"].clone().into_iter();
    let income = income.filter(|(_, row)| row["is_income"] == 1).map(|(id, _)| id).next();
    harness.events();
    let row = json!({ "account": account, "date": "2025-03-09", "category": income,
        "amount": 500 });
    harness.ok("transactions-batch-update", json!({ "added": [row] }));
    let told = harness.events();
    let (_, cells) = told.iter().find(|(name, _)| name == "cells-changed").unwrap();
    assert_eq!(cells["bounds"], json!({ "start": "2024-12", "end": "2027-11" }));
    let pushed = |name: &str, value: Json| {
        let cells = cells["cells"].as_array().unwrap();
        assert!(cells.contains(&json!([name, value])), "{name}");
    };
    pushed("budget202503!total-income", json!(500));
    pushed("budget202611!available-funds", json!(500));
    for name in ["!available-funds", "!to-budget"] {
        assert_eq!(month_cell(&harness, "rollover-budget-month", "2026-11", name), 500);
    }
    harness.ok("undo", json!({}));
    assert_eq!(month_cell(&harness, "rollover-budget-month", "2026-11", "!to-budget"), 0);
    harness.ok("redo", json!({}));
    assert_eq!(month_cell(&harness, "rollover-budget-month", "2026-11", "!to-budget"), 500);
    let later = harness.events();
    assert!(later.iter().all(|(_, data)| data.get("bounds").is_none()), "the same months");
}

#[test]
fn every_cell_of_a_month_call_equals_getcell() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 400);
    let cells = harness.ok("rollover-budget-month", json!({ "month": "2026-11" }));
    for cell in cells.as_array().unwrap() {
        assert_eq!(harness.cell(cell["name"].as_str().unwrap()), cell["value"]);
    }
    harness.refused("rollover-budget-month", json!({ "month": "November" }), "bad-arguments");
    harness.refused("report-budget-month", json!({}), "bad-arguments");
}

#[test]
fn the_row_of_a_budget_cell_is_found_through_an_index() {
    let harness = Harness::new();
    let reader = Reader::open(&harness.folder()).unwrap();
    for table in ["zero_budgets", "reflect_budgets"] {
        let sql = format!(
            "EXPLAIN QUERY PLAN SELECT id FROM {table} WHERE month = 1 AND category = 'c'
             ORDER BY rowid DESC LIMIT 1"
        );
        let plan: String = reader.query_row(&sql, [], |row| row.get(3)).unwrap();
        assert!(plan.contains(&format!("INDEX sobre_{table} (month=? AND category=?)")), "{plan}");
    }
}

#[test]
fn a_mode_whose_sums_are_out_of_range_can_be_chosen() {
    let harness = Harness::new();
    let huge = (1_i64 << 51) - 1;
    let mut changes = Vec::new();
    for (number, category) in [FOOD, "af375fd4-d759-46b3-bffe-74a856151d57"].iter().enumerate() {
        let cell =
            [("month", 202_611.into()), ("category", (*category).into()), ("amount", huge.into())];
        changes.extend(Change::row("reflect_budgets", format!("row-{number}"), cell));
    }
    harness.write(changes);
    harness.ok("budget-set-type", json!({ "type": "report" }));
    assert_eq!(harness.cell("budget202611!total-budgeted"), json!(2 * huge));
    harness.ok("budget-set-type", json!({ "type": "rollover" }));
    assert_eq!(harness.cell("budget202611!total-budgeted"), 0);
}
