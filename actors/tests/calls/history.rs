//! Undo and redo as calls.

use serde_json::{Value as Json, from_value, json};
use sobre_actors::{UndoOptions, limits};
use sobre_engine::crdt::Change;

use crate::categories::{budget, create};
use crate::harness::{BUDGET, FOOD, GENERAL, Harness, Tab, USUAL, call};

#[test]
fn a_step_is_undone_and_done_again_with_its_name_and_tag() {
    let harness = Harness::new();
    let name = json!({ "key": "budgeted",
        "params": { "amount": 900, "category": "Food", "month": "2026-11" } });
    let undo = UndoOptions {
        tag: Some("tag-1".to_owned()),
        name: Some(from_value(name.clone()).unwrap()),
    };
    let args = json!({ "month": "2026-11", "category": FOOD, "amount": 900 });
    let (app, session) = (&harness.app, &harness.tab.session);
    harness.run(app.call(session, "budget/budget-amount", args, undo)).unwrap();
    harness.events();
    let undone = harness.ok("undo", json!({}));
    let step = json!({ "number": 1, "name": name, "undoTag": "tag-1",
        "tables": ["zero_budgets"] });
    assert_eq!(undone, step);
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 0);
    let events = harness.events();
    let told = |name: &str| events.iter().find(|(event, _)| event == name).unwrap().1.clone();
    assert_eq!(told("undo-event")["name"], name);
    assert_eq!(told("undo-event")["undoTag"], "tag-1");
    assert_eq!(told("undo-event")["kind"], "undo");
    let place = json!({ "type": "budget", "month": "2026-11", "category": FOOD,
        "measure": "budgeted" });
    assert_eq!(told("undo-event")["place"], place);
    assert_eq!(told("history")["redo"]["name"], name);
    assert_eq!(told("history")["undo"], Json::Null);
    assert_eq!(harness.ok("redo", json!({})), step);
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 900);
}

#[test]
fn every_tab_sees_and_can_undo_the_named_step_of_a_service() {
    let harness = Harness::new();
    let other = Tab::of(&harness.app);
    harness
        .run(call(&harness.app, &other.session, "load-budget", json!({ "id": BUDGET })))
        .unwrap();
    harness.events();
    let name = json!({ "key": "posted", "params": { "count": 1 } });
    let note = Change::new("notes", "n", "note", "posted");
    let (app, session) = (&harness.app, &harness.tab.session);
    let step = from_value(name.clone()).unwrap();
    harness.run(app.write_as_service(session, step, vec![note])).unwrap();
    let events = harness.events();
    let event = |name: &str| &events.iter().find(|(event, _)| event == name).unwrap().1;
    assert_eq!(event("sync-event")["origin"], Json::Null);
    assert_eq!(event("history")["undo"]["name"], name);
    let undone = harness.run(call(&harness.app, &other.session, "undo", json!({}))).unwrap();
    assert_eq!(undone["name"], name);
    assert_eq!(harness.ok("notes-get", json!({})).get("n"), None);
}

#[test]
fn what_changes_nothing_where_nothing_was_is_no_step() {
    let harness = Harness::new();
    let later = json!({ "month": "2027-01", "category": GENERAL, "amount": 0 });
    let carryover = json!({ "startMonth": "2027-01", "category": GENERAL, "flag": false });
    let note = |note: Json| json!({ "id": "budget-2026-11", "note": note });
    for (call, args) in [
        ("budget/budget-amount", later),
        ("budget/set-carryover", carryover),
        ("notes-save", note(Json::Null)),
        ("notes-save", note(json!(""))),
    ] {
        budget(&harness, "2026-11", FOOD, 900);
        harness.ok("undo", json!({}));
        harness.ok(call, args.clone());
        assert_ne!(harness.ok("redo", json!({})), Json::Null, "{call} {args}");
        assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 900);
        harness.ok("undo", json!({}));
    }
    harness.ok("notes-save", note(json!("text")));
    harness.ok("notes-save", note(json!("")));
    harness.ok("undo", json!({}));
    assert_eq!(harness.ok("notes-get", json!({}))["budget-2026-11"], "text");
}

#[test]
fn without_a_step_undo_sends_no_event() {
    let harness = Harness::new();
    harness.events();
    assert_eq!(harness.ok("undo", json!({})), Json::Null);
    assert_eq!(harness.ok("redo", json!({})), Json::Null);
    assert_eq!(harness.events(), []);
    harness.refused("undo", json!({ "steps": 2 }), "bad-arguments");
}

#[test]
fn a_tab_can_limit_undo_to_its_own_steps() {
    let harness = Harness::new();
    let other = crate::harness::Tab::of(&harness.app);
    let on = |tab: &crate::harness::Tab, name: &str, args: Json| {
        harness.run(crate::harness::call(&harness.app, &tab.session, name, args)).unwrap()
    };
    let own = json!({ "onlyOwn": true });
    on(&other, "load-budget", json!({ "id": crate::harness::BUDGET }));
    assert_eq!(on(&other, "undo", own.clone()), Json::Null);
    budget(&harness, "2026-11", FOOD, 900);
    assert_eq!(on(&other, "undo", own.clone()), Json::Null);
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 900);
    assert_ne!(on(&harness.tab, "undo", own), Json::Null);
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 0);
}

#[test]
fn the_event_of_a_large_undone_step_lists_no_cells() {
    let harness = crate::ledger::usual();
    let undone = |count: usize| {
        let id = |at| format!("{count}-{at}");
        let rows: Vec<_> = (0..count)
            .map(|at| json!({ "id": id(at), "account": "A", "date": "2024-06-10", "amount": -5 }))
            .collect();
        harness.batch(json!({ "added": rows, "answerRows": false }));
        harness.events();
        harness.ok("undo", json!({}));
        let events = harness.events();
        let told = events.into_iter().find(|(name, _)| name == "undo-event").unwrap().1;
        assert_eq!(told["tables"], json!(["transactions"]));
        told["messages"].as_array().unwrap().len()
    };
    assert_eq!(undone(3), 3);
    assert_eq!(undone(limits::CELLS_PER_EVENT + 1), 0);
}

#[test]
fn what_changes_nothing_is_no_step_and_leaves_redo_alone() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 900);
    budget(&harness, "2026-11", FOOD, 1000);
    harness.ok("undo", json!({}));
    budget(&harness, "2026-11", FOOD, 900);
    harness.ok("redo", json!({}));
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 1000);
    harness.ok("undo", json!({}));
    harness.ok("undo", json!({}));
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 0);
}

#[test]
fn a_step_that_was_not_meant_is_named_instead_of_taken_back() {
    let harness = Harness::new();
    let other = Tab::of(&harness.app);
    let load = call(&harness.app, &other.session, "load-budget", json!({ "id": BUDGET }));
    harness.run(load).unwrap();
    budget(&harness, "2026-11", FOOD, 900);
    let told = harness.events().into_iter().rfind(|(event, _)| event == "history").unwrap().1;
    let known = json!({ "step": told["undo"]["number"] });
    let args = json!({ "month": "2026-11", "category": GENERAL, "amount": 700 });
    let name = json!({ "key": "named", "params": { "name": "Theirs" } });
    let undo = UndoOptions { tag: None, name: Some(from_value(name.clone()).unwrap()) };
    harness.run(harness.app.call(&other.session, "budget/budget-amount", args, undo)).unwrap();

    let step = harness.refused("undo", known.clone(), "another-step")["meta"]["step"].clone();
    assert_eq!((&step["name"], &step["session"]), (&name, &json!(&**other.session.id())));
    let theirs = json!({ "step": step["number"] });
    assert_eq!(harness.ok("undo", theirs.clone())["number"], step["number"]);
    assert_eq!(harness.ok("undo", known.clone())["name"]["key"], "budgeted");
    harness.refused("redo", theirs, "another-step");
    assert_ne!(harness.ok("redo", known), Json::Null);
}

#[test]
fn forty_steps_can_be_undone_and_a_new_one_cuts_off_redo() {
    let harness = Harness::new();
    for cents in 1..=45 {
        budget(&harness, "2026-11", FOOD, cents);
    }
    let undone = (0..50).take_while(|_| harness.ok("undo", json!({})) != Json::Null).count();
    assert_eq!(undone, 40);
    assert_eq!(harness.cell(&format!("budget202611!budget-{FOOD}")), 5);
    harness.ok("redo", json!({}));
    budget(&harness, "2026-11", FOOD, 77);
    assert_eq!(harness.ok("redo", json!({})), Json::Null);
}

#[test]
fn a_deleted_category_is_restored_completely() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 50);
    let pets = create(&harness, "Pets", USUAL);
    let (tables, cells) = (harness.tables(), harness.cells());
    harness.ok("category-delete", json!({ "id": FOOD, "transferId": pets }));
    harness.ok("undo", json!({}));
    assert_eq!(harness.cells(), cells);
    assert_eq!(harness.tables()["categories"], tables["categories"]);
    assert_eq!(harness.tables()["category_mapping"], tables["category_mapping"]);
}

#[test]
fn settings_are_no_steps() {
    let harness = Harness::new();
    harness.ok("save-prefs", json!({ "dateFormat": "yyyy-MM-dd" }));
    harness.ok("budget-set-type", json!({ "type": "report" }));
    assert_eq!(harness.ok("undo", json!({})), Json::Null);
}
