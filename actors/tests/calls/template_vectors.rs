//! The recorded cases of goal templates, through the calls on a budget file.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};

use crate::harness::{FOOD, Harness};

fn cases() -> Vec<Json> {
    let text = include_str!("../../../engine/tests/fixtures/templates/templates.json");
    let recorded: Json = serde_json::from_str(text).unwrap();
    recorded["cases"].as_array().unwrap().clone()
}

fn objects(of: &Json) -> impl Iterator<Item = (&str, &Json)> {
    of.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn list(of: &Json) -> impl Iterator<Item = &Json> {
    of.as_array().into_iter().flatten()
}

fn text(of: &Json) -> &str {
    of.as_str().unwrap()
}

/// The rows of a case: its categories alone, in the order of their creation.
fn rows(case: &Json, harness: &Harness) -> Vec<Change> {
    let mut changes = Vec::new();
    let tables = harness.tables();
    for table in ["categories", "category_groups"] {
        let ids = tables[table].keys();
        changes.extend(ids.map(|id| Change::new(table, id.as_str(), "tombstone", 1)));
    }
    for (id, is_income) in [("expenses", 0), ("income", 1)] {
        let row = [("name", Value::from(id)), ("is_income", is_income.into())];
        changes.extend(Change::row("category_groups", id, row));
    }
    let place = |id: &str| list(&case["categories"]).position(|it| it["id"] == id);
    let name = |id: &str| case["categories"][place(id).unwrap()]["name"].clone();
    let expenses = list(&case["creation_order"]).map(text).map(|id| {
        let order = i64::try_from(place(id).unwrap()).unwrap();
        (id, name(id), 0, "expenses", order)
    });
    let income = objects(&case["income_categories"]);
    let income = income.map(|(id, name)| (id, name.clone(), 1, "income", 0));
    for (id, name, is_income, group, order) in expenses.chain(income) {
        let row = [
            ("name", Value::from(text(&name))),
            ("is_income", is_income.into()),
            ("cat_group", group.into()),
            ("sort_order", order.into()),
        ];
        changes.extend(Change::row("categories", id, row));
        changes.push(Change::new("category_mapping", id, "transferId", id));
    }
    changes
}

fn transactions(case: &Json) -> Vec<Change> {
    let account = [("name", Value::from("Bank")), ("offbudget", 0.into()), ("closed", 0.into())];
    let mut changes = Change::row("accounts", "bank", account);
    for (number, of) in list(&case["transactions"]).enumerate() {
        let day: i64 = text(&of["date"]).replace('-', "").parse().unwrap();
        let row = [
            ("acct", Value::from("bank")),
            ("date", day.into()),
            ("category", text(&of["category"]).into()),
            ("amount", of["amount"].as_i64().unwrap().into()),
            ("isParent", 0.into()),
            ("isChild", 0.into()),
        ];
        changes.extend(Change::row("transactions", format!("t{number}"), row));
    }
    for (number, of) in list(&case["schedules"]).enumerate() {
        let conditions = json!([
            { "field": "acct", "op": "is", "value": "bank" },
            { "field": "date", "op": "isapprox", "value": of["date"] },
            { "field": "amount", "op": of["amountOp"], "value": of["amount"] },
        ]);
        let (id, rule) = (format!("s{number}"), format!("r{number}"));
        let row = [("conditions", Value::from(conditions.to_string().as_str()))];
        changes.extend(Change::row("rules", &rule, row));
        let row = [("name", Value::from(text(&of["name"]))), ("rule", rule.as_str().into())];
        changes.extend(Change::row("schedules", &id, row));
    }
    changes
}

/// The budget of a case before its first step.
fn opened(case: &Json) -> Harness {
    let harness = Harness::today(text(&case["today"]).parse().unwrap());
    harness.write(rows(case, &harness));
    harness.write(transactions(case));
    harness.ok("budget-set-type", json!({ "type": case["mode"] }));
    let on = json!({ "id": "flags.goalTemplatesEnabled", "value": "true" });
    harness.ok("preferences/save", on);
    for (key, value) in objects(&case["prefs"]) {
        harness.ok("preferences/save", json!({ "id": key, "value": value }));
    }
    set_notes(&harness, &case["notes"]);
    for budget in list(&case["budgets"]) {
        harness.ok("budget/budget-amount", budget.clone());
    }
    for carried in list(&case["carryover"]) {
        let (category, from) = (&carried["category"], &carried["from"]);
        let args = json!({ "category": category, "startMonth": from, "flag": true });
        harness.ok("budget/set-carryover", args);
    }
    harness
}

fn set_notes(harness: &Harness, notes: &Json) {
    for (id, note) in objects(notes) {
        harness.ok("notes-save", json!({ "id": id, "note": note }));
    }
}

fn act(harness: &Harness, action: &str, month: &Json) -> Json {
    let (name, ids) = action.split_once(':').unwrap_or((action, ""));
    match name {
        "apply" => harness.ok("budget/apply-goal-template", json!({ "month": month })),
        "overwrite" => harness.ok("budget/overwrite-goal-template", json!({ "month": month })),
        "cleanup" => harness.ok("budget/cleanup-goal-template", json!({ "month": month })),
        "single" => {
            let args = json!({ "month": month, "category": ids });
            harness.ok("budget/apply-single-template", args)
        }
        _ => {
            let ids: Vec<_> = ids.split(',').collect();
            let args = json!({ "month": month, "categoryIds": ids });
            harness.ok("budget/apply-multiple-templates", args)
        }
    }
}

/// The recorded parts of an answer.
fn recorded(answer: &Json, of: &Json) -> Json {
    let mut told = json!({});
    for (key, value) in objects(of) {
        told[key] = match (key, value) {
            ("problems", Json::Array(all)) => list(&answer["problems"])
                .zip(all)
                .map(|(problem, of)| {
                    let mut told = json!({ "code": problem["code"] });
                    if of.get("category").is_some() {
                        told["category"] = problem["name"].clone();
                    }
                    told
                })
                .collect(),
            _ => answer[key].clone(),
        };
    }
    told
}

fn check(at: &str, harness: &Harness, month: &Json, expected: &Json) {
    let sheet = format!("budget{}", text(month).replace('-', ""));
    let cell = |name: &str| harness.cell(&format!("{sheet}!{name}"));
    for total in ["to-budget", "total-saved"] {
        if !expected[total].is_null() {
            assert_eq!(cell(total), expected[total], "{at} {total}");
        }
    }
    for (category, figures) in objects(&expected["categories"]) {
        for name in ["budget", "leftover", "goal", "long-goal"] {
            let name = format!("{name}-{category}");
            let key = name.strip_suffix(&format!("-{category}")).unwrap();
            assert_eq!(cell(&name), figures[key], "{at} {name}");
        }
    }
}

#[test]
fn every_recorded_case_ends_with_the_recorded_figures_and_answers() {
    for case in cases() {
        let (name, month) = (text(&case["name"]), &case["month"]);
        let harness = opened(&case);
        check(name, &harness, month, &case["before"]);
        for step in list(&case["steps"]) {
            if step["set_note"].is_object() {
                set_notes(&harness, &step["set_note"]);
                continue;
            }
            let cells = harness.cells();
            let answer = act(&harness, text(&step["action"]), month);
            let wanted = &step["notification"];
            assert_eq!(&recorded(&answer, wanted), wanted, "{name}: {answer}");
            check(name, &harness, month, &step["after"]);
            if harness.cells() != cells {
                harness.ok("undo", json!({}));
                let now = harness.cells();
                for (cell, value) in &cells {
                    assert_eq!(now.get(cell), Some(value), "{name} undone: {cell}");
                }
                harness.ok("redo", json!({}));
                check(name, &harness, month, &step["after"]);
            }
        }
        harness.ok("budget/store-note-templates", json!({}));
        let stored = harness.tables().remove("categories").unwrap();
        for (category, parsed) in objects(&case["parsed"]) {
            let goal_def = stored[category]["goal_def"].as_str();
            let ours: Json = goal_def.map_or(Json::Null, |it| serde_json::from_str(it).unwrap());
            assert_eq!(&ours, parsed, "{name} {category}");
        }
        if let Some(wanted) = case.get("check") {
            let answer = harness.ok("budget/check-templates", json!({}));
            assert_eq!(&recorded(&answer, wanted), wanted, "{name}: {answer}");
        }
    }
}

#[test]
fn every_recorded_note_is_explained_and_written_again() {
    let text = include_str!("../../../engine/tests/fixtures/templates/parse.json");
    let recorded: Json = serde_json::from_str(text).unwrap();
    let harness = Harness::new();
    for case in list(&recorded["cases"]) {
        let args = json!({ "month": "2026-11", "category": FOOD, "note": case["note"] });
        let explained = harness.ok("budget/explain-templates", args);
        let lines = list(&explained["lines"]).filter(|line| line["cleanup"].is_null());
        let parsed: Vec<_> = list(&case["parsed"]).collect();
        let (mut count, mut templates) = (0, Vec::new());
        for (line, parsed) in lines.zip(&parsed) {
            count += 1;
            if parsed["type"] == "error" {
                assert_eq!(line["problem"]["code"], parsed["code"], "{line}");
                continue;
            }
            assert_eq!(&&line["template"], parsed, "{line}");
            assert!(line["sentence"].as_str().unwrap().len() > 12, "{line}");
            templates.push(line["template"].clone());
        }
        assert_eq!(count, parsed.len(), "{case}");
        let written = harness.ok("budget/render-note-templates", json!({ "templates": templates }));
        assert_eq!(written, case["rendered"].as_str().unwrap_or_default());
    }
}
