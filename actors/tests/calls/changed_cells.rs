//! The recorded change events: we report only cells whose value changed, the recorded engine every
//! computed cell.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::vectors::{Run, vector};

/// The recorded budget before its steps.
fn set_up(recorded: &Json) -> Run {
    let category = |id: &str, name: &str| json!({ "id": id, "name": name, "cat_group": "gi", "is_income": 1, "sort_order": 1 });
    let mut run = Run::new(&json!({
        "today": recorded["today"],
        "initial": {
            "category_groups": [{ "id": "gi", "name": "Income", "is_income": 1, "sort_order": 32768 }],
            "categories": [category("ci1", "Income"), category("ci2", "Starting Balances")],
        },
    }));
    run.step(&json!({ "op": "budget-set-type", "type": recorded["mode"] }));
    let set_up = &recorded["set_up"];
    for group in set_up["groups"].as_array().unwrap() {
        let (op, of) = ("category-group-create", group.as_str().unwrap());
        run.step(&json!({ "op": op, "id": of, "name": of, "isIncome": false }));
        for id in set_up["categories"][of].as_array().unwrap().iter().rev() {
            let op = "category-create";
            run.step(&json!({ "op": op, "id": id, "name": id, "groupId": of, "isIncome": false }));
        }
    }
    for (id, account) in set_up["accounts"].as_object().unwrap() {
        let (off, balance) = (account["offbudget"] == 1, &account["starting_balance"]);
        let op = "account-create";
        run.step(
            &json!({ "op": op, "id": id, "name": id, "offBudget": off, "balance_cents": balance }),
        );
    }
    run
}

/// Our name of a recorded cell.
fn name_of(run: &Run, recorded: &str) -> String {
    let (sheet, cell) = recorded.split_once('!').unwrap();
    format!("{sheet}!{}", run.cell_name(cell))
}

/// The cells of the events since the last call.
fn changed(run: &Run) -> BTreeMap<String, Json> {
    let events = run.harness.events().into_iter();
    let changed = events.filter(|(name, _)| name == "cells-changed");
    let mut cells = BTreeMap::new();
    for (_, data) in changed {
        for cell in data["cells"].as_array().unwrap() {
            cells.insert(cell[0].as_str().unwrap().to_owned(), cell[1].clone());
        }
    }
    cells
}

#[test]
fn exactly_the_recorded_cells_whose_value_changed_are_reported() {
    for recorded in vector("change-events")["runs"].as_array().unwrap() {
        let mut run = set_up(recorded);
        changed(&run);
        let watched = recorded["set_up"]["query_cells"].as_array().unwrap();
        let watched: Vec<_> =
            watched.iter().map(|cell| run.cell_name(cell.as_str().unwrap())).collect();
        for step in recorded["steps"].as_array().unwrap() {
            let before = run.harness.cells();
            run.step(step);
            let (ours, after) = (changed(&run), run.harness.cells());
            let events = step["events"].as_array().unwrap().iter();
            let computed: BTreeMap<String, &Json> = events
                .flat_map(|event| event.as_array().unwrap())
                .map(|cell| (name_of(&run, cell[0].as_str().unwrap()), &cell[1]))
                .collect();
            for (name, value) in &computed {
                let now = serde_json::to_value(after.get(name)).unwrap();
                assert_eq!(&&now, value, "{name} after {step}");
                let was = serde_json::to_value(before.get(name)).unwrap();
                assert_eq!(ours.contains_key(name), was != now, "{name} after {step}");
            }
            for (name, value) in &ours {
                let now = serde_json::to_value(after.get(name)).unwrap();
                assert_eq!(*value, now, "{name} after {step}");
                let (sheet, cell) = name.split_once('!').unwrap();
                let is_watched = sheet != "__global" || watched.iter().any(|it| it == cell);
                assert!(!is_watched || computed.contains_key(name), "{name} after {step}");
            }
        }
    }
}
