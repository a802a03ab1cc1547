//! Goal templates through the calls: what they refuse and name, and laws over random notes.

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sobre_engine::crdt::Change;

use crate::categories::budget;
use crate::harness::{FOOD, GENERAL, Harness};

const MONTH: &str = "2026-11";

/// A budget with templates switched on and money to budget.
fn with_money() -> Harness {
    let harness = Harness::new();
    switch(&harness, "true");
    harness.ok("account-create", json!({ "name": "Bank", "balance": 1000 }));
    harness
}

fn switch(harness: &Harness, value: &str) {
    let args = json!({ "id": "flags.goalTemplatesEnabled", "value": value });
    harness.ok("preferences/save", args);
}

fn note(harness: &Harness, category: &str, note: &str) {
    harness.ok("notes-save", json!({ "id": category, "note": note }));
}

fn cell(harness: &Harness, name: &str, category: &str) -> Json {
    harness.cell(&format!("budget202611!{name}-{category}"))
}

fn overwrite(harness: &Harness) -> Json {
    harness.ok("budget/overwrite-goal-template", json!({ "month": MONTH }))
}

#[test]
fn templates_are_applied_only_while_they_are_switched_on() {
    let harness = with_money();
    note(&harness, FOOD, "#template 50");
    switch(&harness, "false");
    let month = json!({ "month": MONTH });
    for name in ["apply-goal-template", "overwrite-goal-template", "cleanup-goal-template"] {
        harness.refused(&format!("budget/{name}"), month.clone(), "templates-off");
    }
    harness.refused("budget/store-note-templates", json!({}), "templates-off");
    switch(&harness, "true");
    let outcome = harness.ok("budget/apply-goal-template", month);
    assert_eq!(outcome["text"], "Filled 1 category from templates.");
    assert_eq!(cell(&harness, "budget", FOOD), 5000);
    assert_eq!(cell(&harness, "goal", FOOD), 5000);
}

#[test]
fn a_line_that_is_not_understood_is_named_and_keeps_the_budget() {
    let harness = with_money();
    budget(&harness, MONTH, FOOD, 1234);
    note(&harness, FOOD, "Groceries\n#template 50 up too 300\n#template 5");
    note(&harness, GENERAL, "#template 20");
    let outcome = overwrite(&harness);
    assert_eq!(outcome["message"], "templates-applied");
    assert_eq!(outcome["sticky"], true);
    let problem = &outcome["problems"][0];
    assert_eq!(problem["code"], "line-not-understood");
    assert_eq!((&problem["name"], &problem["line"]), (&json!("Food"), &json!(2)));
    assert_eq!(problem["text"], "#template 50 up too 300");
    assert_eq!(
        problem["reason"],
        "This line is not understood. Write it like “#template 50 up to 300”."
    );
    assert_eq!(
        outcome["text"],
        "Filled 1 category from templates. 1 category kept the budget, because of a template \
         line that is not understood."
    );
    assert_eq!(outcome["written"], 1);
    assert_eq!(cell(&harness, "budget", FOOD), 1234);
    assert_eq!(cell(&harness, "goal", FOOD), Json::Null);
    assert_eq!(cell(&harness, "budget", GENERAL), 2000);
    note(&harness, GENERAL, "");
    budget(&harness, MONTH, GENERAL, 2000);
    assert_eq!(overwrite(&harness)["written"], 1, "the goal that is no more");
    let before = harness.tables();
    assert_eq!(overwrite(&harness)["written"], 0, "no step that an undo could take back");
    assert!(harness.tables() == before);
}

#[test]
fn a_cleanup_without_lines_says_what_it_covered() {
    let harness = with_money();
    let clean_up = || harness.ok("budget/cleanup-goal-template", json!({ "month": MONTH }));
    let idle = clean_up();
    assert_eq!(
        (&idle["text"], &idle["written"]),
        (&json!("There was nothing to clean up."), &json!(0))
    );
    let account = harness.ok("accounts-get", json!({}))[0]["id"].clone();
    let spent =
        json!({ "account": account, "date": "2026-11-02", "amount": -700, "category": FOOD });
    harness.batch(json!({ "added": [spent] }));
    let covered = clean_up();
    assert_eq!(
        (&covered["text"], &covered["written"]),
        (&json!("Covered overspending of 1 category."), &json!(1))
    );
    assert_eq!(cell(&harness, "budget", FOOD), 700);
}

#[test]
fn a_schedule_line_without_schedules_says_so_and_nothing_is_written() {
    let harness = with_money();
    note(&harness, FOOD, "#template schedule Rent");
    note(&harness, GENERAL, "#template 20");
    let before = harness.tables();
    let outcome = overwrite(&harness);
    assert_eq!(outcome["message"], "template-errors");
    let problem = &outcome["problems"][0];
    assert_eq!(problem["reason"], "This budget has no schedules, so this line cannot be applied.");
    assert_eq!(problem["line"], 1);
    assert!(harness.tables() == before);
    assert_eq!(
        outcome["text"],
        "Nothing was changed: the templates of 1 category cannot be applied."
    );
}

#[test]
fn lines_that_a_form_stored_count_instead_of_the_note() {
    let harness = with_money();
    note(&harness, FOOD, "#template 1");
    let stored = json!([
        { "type": "limit", "amount": 70, "period": "monthly", "hold": false, "directive": "template", "priority": null },
        { "type": "refill", "directive": "template", "priority": 0 },
    ]);
    let settings = json!({ "source": "ui" }).to_string();
    harness.write(vec![
        Change::new("categories", FOOD, "goal_def", stored.to_string().as_str()),
        Change::new("categories", FOOD, "template_settings", settings.as_str()),
    ]);
    overwrite(&harness);
    assert_eq!(cell(&harness, "budget", FOOD), 7000);
    let kept = harness.tables()["categories"][FOOD]["goal_def"].clone();
    assert_eq!(kept, stored.to_string(), "the note does not replace them");
}

#[test]
fn a_note_is_explained_as_it_is_typed() {
    let harness = with_money();
    note(&harness, FOOD, "#template 1");
    let typed = "Fun\n#template 50 up to 30\n#template-1 remainder 2\n#cleanup sink\n#goal 900";
    let args = json!({ "month": MONTH, "category": FOOD, "note": typed });
    let before = harness.tables();
    let explained = harness.ok("budget/explain-templates", args);
    assert!(harness.tables() == before);
    let lines: Vec<_> = explained["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["line"].clone(), line["sentence"].clone(), line["amount"].clone()))
        .collect();
    assert_eq!(
        lines,
        [
            (json!(2), json!("Budget 50 each month, up to a balance of 30."), json!(5000)),
            (json!(3), json!("Budget 2 shares of what is left."), Json::Null),
            (json!(4), json!("At the clean-up, take a share."), Json::Null),
            (json!(5), json!("Reach a balance of 900."), Json::Null),
        ]
    );
    assert_eq!(explained["budget"], 3000);
    assert_eq!((&explained["goal"], &explained["isLongGoal"]), (&json!(90_000), &json!(true)));
    assert_eq!(explained["reason"], "The balance has reached its limit.");
    let saved = json!({ "month": MONTH, "category": FOOD });
    assert_eq!(harness.ok("budget/explain-templates", saved)["budget"], 100);
}

#[test]
fn a_form_becomes_a_line_or_is_told_why_not() {
    let harness = Harness::new();
    let write = |template: Json| json!({ "templates": [template] });
    let average = json!({
        "type": "average", "numMonths": 3, "adjustment": -5, "adjustmentType": "percent",
        "priority": 2, "directive": "template", "description": "As usual",
    });
    assert_eq!(
        harness.ok("budget/render-note-templates", write(average)),
        "As usual\n#template-2 average 3 months [decrease 5%]"
    );
    let odd = json!({
        "type": "schedule", "name": "Rent\n#template 5", "full": null, "priority": 0,
        "directive": "template",
    });
    harness.refused("budget/render-note-templates", write(odd), "invalid-template");
}

fn notes() -> impl Strategy<Value = Vec<String>> {
    let line = prop::sample::select(vec![
        "#template 12.34",
        "#template-1 70",
        "#template-3 up to 80 hold",
        "#template 40 up to 20",
        "#template 90 by 2027-03 repeat every year",
        "#template average 2 months",
        "#template 10% of all income",
        "#template remainder 2",
        "#template copy from 1 months ago",
        "#template 20 repeat every 2 weeks starting 2026-11-02",
        "#goal 500",
        "words",
    ]);
    let note = prop::collection::vec(line, 0..3).prop_map(|lines| lines.join("\n"));
    prop::collection::vec(note, 5)
}

/// Writes the notes and budgets of the expense categories; returns their ids.
fn fill(harness: &Harness, notes: &[String], budgets: &[i64]) -> Vec<String> {
    let all = harness.tables().remove("categories").unwrap();
    let expenses = all.into_iter().filter(|(_, row)| row["is_income"] == 0);
    let ids: Vec<String> = expenses.map(|(id, _)| id).collect();
    for ((id, text), cents) in ids.iter().zip(notes).zip(budgets) {
        note(harness, id, text);
        budget(harness, MONTH, id, *cents);
    }
    ids
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn applying_twice_changes_what_applying_once_does(
        notes in notes(),
        budgets in prop::collection::vec(prop::sample::select(vec![0_i64, 5000, -300]), 5),
    ) {
        let harness = with_money();
        fill(&harness, &notes, &budgets);
        let before = harness.cells();
        let mut once = overwrite(&harness);
        let (tables, cells) = (harness.tables(), harness.cells());
        once["written"] = json!(0);
        prop_assert_eq!(overwrite(&harness), once);
        prop_assert!(harness.tables() == tables && harness.cells() == cells);
        if cells != before {
            harness.ok("undo", json!({}));
            let undone = harness.cells();
            for (name, value) in &before {
                prop_assert_eq!(undone.get(name), Some(value), "{}", name);
            }
        }
    }

    #[test]
    fn a_bent_note_changes_no_budget_and_no_goal_of_its_category(
        notes in notes(),
        bent in prop::sample::select(vec![
            "#template 5 too much", "#template", "#goal", "#template average 0 months",
            "#template 50 by 2026-13", "#template average 3 months [decrease 100%]",
            "#template 1.234", "#template 9007199254740993",
        ]),
        cents in prop::sample::select(vec![0_i64, 1234, -50]),
        at in 0_usize..5,
        name in prop::sample::select(vec!["apply-goal-template", "overwrite-goal-template"]),
    ) {
        let harness = with_money();
        let ids = fill(&harness, &notes, &[cents; 5]);
        note(&harness, &ids[at], &format!("{}\n{bent}", notes[at]));
        harness.ok(&format!("budget/{name}"), json!({ "month": MONTH }));
        prop_assert_eq!(cell(&harness, "budget", &ids[at]), cents);
        prop_assert_eq!(cell(&harness, "goal", &ids[at]), Json::Null);
    }
}
