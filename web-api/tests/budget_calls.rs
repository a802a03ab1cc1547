//! Calls of the budget over the wire: goal templates with their events and refusals, and the changes
//! of a cell.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::{Program, Tab};
use serde_json::{Value, json};

const FOOD: &str = "541836f1-e756-4473-a5d0-6c1d3f06c7fa";
const GENERAL: &str = "af375fd4-d759-46b3-bffe-74a856151d57";
const SHEET: &str = "budget202611";

fn month() -> Value {
    json!({ "month": "2026-11" })
}

fn of_food() -> Value {
    json!({ "month": "2026-11", "category": FOOD })
}

fn switch_templates_on(tab: &mut Tab) {
    let flag = json!({ "id": "flags.goalTemplatesEnabled", "value": "true" });
    tab.call("preferences/save", flag).unwrap();
}

fn note(tab: &mut Tab, category: &str, note: &str) {
    tab.call("notes-save", json!({ "id": category, "note": note })).unwrap();
}

/// Two tabs on a budget with templates for Food and General; the second has no events waiting.
fn with_templates(program: &Program) -> (Tab, Tab) {
    let budget = program.create_budget();
    let mut one = program.tab_on(&budget);
    switch_templates_on(&mut one);
    note(&mut one, FOOD, "#template 50");
    note(&mut one, GENERAL, "#template 20");
    one.call("account-create", json!({ "name": "Bank", "balance": 1000 })).unwrap();
    // The read waits for the cells of all commits, so that the other tab receives none of them.
    assert_eq!(one.cell(SHEET, "to-budget"), json!(100_000));
    let other = program.tab_on(&budget);
    (one, other)
}

/// The cells of one event by their names.
fn cells(event: &Value) -> impl Fn(&str) -> Value {
    let cells = event["cells"].clone();
    move |name| {
        let name = json!(format!("{SHEET}!{name}"));
        let all = cells.as_array().unwrap();
        all.iter().find(|cell| cell[0] == name).map_or(Value::Null, |cell| cell[1].clone())
    }
}

#[test]
fn applied_templates_reach_every_tab_as_one_change_and_one_step() {
    let program = Program::start();
    let (mut one, mut other) = with_templates(&program);
    one.call(
        "budget/budget-amount",
        json!({ "month": "2026-11", "category": GENERAL, "amount": 7 }),
    )
    .unwrap();
    other.event("cells-changed");
    let applied = one.call("budget/apply-goal-template", month()).unwrap();
    assert_eq!((&applied["message"], &applied["count"]), (&json!("templates-applied"), &json!(1)));
    let event = other.event("cells-changed");
    let cell = cells(&event);
    assert_eq!(event["origin"], json!(one.session));
    assert_eq!([cell(&format!("budget-{FOOD}")), cell(&format!("goal-{FOOD}"))], [5000, 5000]);
    assert_eq!(cell(&format!("budget-{GENERAL}")), Value::Null, "it had a budget");
    let overwritten = one.call("budget/overwrite-goal-template", month()).unwrap();
    assert_eq!((&overwritten["count"], &overwritten["written"]), (&json!(2), &json!(1)));
    let event = other.event("cells-changed");
    assert_eq!(cells(&event)(&format!("budget-{GENERAL}")), 2000);
    assert_eq!(cells(&event)("to-budget"), 93_000);
    other.call("undo", json!({})).unwrap();
    let undone = one.event("undo-event");
    assert_eq!((&undone["kind"], &undone["origin"]), (&json!("undo"), &json!(other.session)));
    let facts = json!({ "count": 1, "month": "2026-11" });
    assert_eq!(undone["name"], json!({ "key": "overwroteWithTemplates", "params": facts }));
    let event = other.event("cells-changed");
    assert_eq!(cells(&event)(&format!("budget-{GENERAL}")), 7, "one event for each commit");
    assert_eq!(other.cell(SHEET, &format!("budget-{FOOD}")), 5000);
}

#[test]
fn the_template_of_one_category_is_applied_alone() {
    let program = Program::start();
    let (mut one, mut other) = with_templates(&program);
    let applied = one.call("budget/apply-single-template", of_food()).unwrap();
    assert_eq!(applied["text"], "Filled 1 category from templates.");
    let event = other.event("cells-changed");
    assert_eq!(cells(&event)(&format!("budget-{FOOD}")), 5000);
    assert_eq!(cells(&event)(&format!("budget-{GENERAL}")), Value::Null);
    let history = loop {
        let history = other.event("history");
        if history["undo"]["name"]["key"] == "appliedTemplatesOf" {
            break history;
        }
    };
    assert_eq!(history["undo"]["name"]["params"]["category"], "Food");
    let args = json!({ "month": "2026-11", "category": "nobody" });
    let refused = one.call("budget/apply-single-template", args).unwrap_err();
    assert_eq!(refused["code"], "no-categories");
}

#[test]
fn templates_are_checked_and_explained_by_line() {
    let program = Program::start();
    let (mut tab, _) = with_templates(&program);
    let checked = tab.call("budget/check-templates", json!({})).unwrap();
    assert_eq!(checked["message"], "templates-check-passed");
    note(&mut tab, GENERAL, "Fun\n#template 20 too much");
    let checked = tab.call("budget/check-templates", json!({})).unwrap();
    assert_eq!(checked["message"], "template-errors");
    let problem = &checked["problems"][0];
    assert_eq!((&problem["code"], &problem["line"]), (&json!("line-not-understood"), &json!(2)));
    let mut args = of_food();
    args["note"] = json!("#template 50 up to 30");
    let explained = tab.call("budget/explain-templates", args).unwrap();
    let line = &explained["lines"][0];
    assert_eq!(line["sentence"], "Budget 50 each month, up to a balance of 30.");
    assert_eq!((&line["amount"], &explained["budget"]), (&json!(5000), &json!(3000)));
    assert_eq!(tab.cell(SHEET, &format!("budget-{FOOD}")), 0);
}

#[test]
fn templates_that_cannot_be_applied_are_refused_in_words() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    note(&mut tab, FOOD, "#template 50");
    for name in ["apply-goal-template", "overwrite-goal-template", "cleanup-goal-template"] {
        let refused = tab.call(&format!("budget/{name}"), month()).unwrap_err();
        assert_eq!(refused["code"], "templates-off", "{name}");
        assert!(refused["message"].as_str().unwrap().len() > 10, "{refused}");
    }
    let refused = tab.call("budget/apply-single-template", of_food()).unwrap_err();
    assert_eq!(refused["code"], "templates-off");
    let line = json!({
        "type": "schedule", "name": "Rent\n#template 5", "full": null, "priority": 0,
        "directive": "template",
    });
    let args = json!({ "templates": [line] });
    let refused = program.http(Some(&budget), "budget/render-note-templates", args).unwrap_err();
    assert_eq!(refused["code"], "invalid-template");
    assert!(refused["message"].as_str().unwrap().starts_with("Line 1 "), "{refused}");
    switch_templates_on(&mut tab);
    tab.call("budget/apply-single-template", of_food()).unwrap();
    assert_eq!(tab.cell(SHEET, &format!("budget-{FOOD}")), 5000);
}

#[test]
fn the_changes_of_a_cell_come_with_their_steps() {
    let program = Program::start();
    let budget = program.create_budget();
    let (mut one, mut other) = (program.tab_on(&budget), program.tab_on(&budget));
    let args = json!({ "month": "2026-11", "category": FOOD, "amount": 500 });
    let name = json!({ "key": "named", "params": { "name": "By script" } });
    let id = one.send_named("budget/budget-amount", &args, Some(&name));
    one.answer(id).unwrap();
    one.call("undo", json!({})).unwrap();
    let args = json!({ "sheetName": SHEET, "name": "to-budget" });
    let reply = other.call("explain-changes", args.clone()).unwrap();
    let of = |at: usize| {
        let change = &reply["changes"][at];
        json!([change["kind"], change["name"], change["before"], change["after"]])
    };
    assert_eq!(of(0), json!(["undo", name, -500, 0]));
    assert_eq!(of(1), json!(["call", name, 0, -500]));
    assert_eq!(reply["changes"].as_array().unwrap().len(), 2);
    assert!(reply["since"].as_i64().unwrap() <= reply["changes"][1]["at"].as_i64().unwrap());
    assert_eq!(program.http(Some(&budget), "explain-changes", args).unwrap(), reply);
}
