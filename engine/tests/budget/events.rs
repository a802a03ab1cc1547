//! The recorded change events: we report only cells whose value changed, the recorded engine every
//! computed cell.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Value, json};
use sobre_engine::budget::names::GLOBAL;
use sobre_engine::budget::{BudgetFact, BudgetMode, BudgetSheet};
use sobre_engine::dates::Day;
use sobre_engine::sheet::CellValue;

use crate::operations::Run;
use crate::replay::{empty_tables, every_cell};
use crate::tables::facts_between;
use crate::vectors::{VectorBounds, fixture};

#[derive(Deserialize)]
struct Recorded {
    runs: Vec<RecordedRun>,
}

#[derive(Deserialize)]
struct RecordedRun {
    mode: BudgetMode,
    today: Day,
    bounds: VectorBounds,
    set_up: SetUp,
    steps: Vec<Value>,
}

#[derive(Deserialize)]
struct SetUp {
    groups: Vec<String>,
    categories: BTreeMap<String, Vec<String>>,
    accounts: BTreeMap<String, Value>,
    query_cells: BTreeSet<String>,
}

fn set_up(recorded: &RecordedRun) -> Run {
    let category = |id: &str| json!({"id": id, "name": id, "cat_group": "gi", "is_income": 1, "sort_order": 1});
    let initial = json!({
        "category_groups": [{"id": "gi", "is_income": 1, "sort_order": 32768}],
        "categories": [category("ci1"), category("ci2")],
    });
    let tables = empty_tables(&initial);
    let bounds = recorded.bounds;
    let facts = tables.facts(recorded.mode, bounds.start, bounds.end);
    let sheet = BudgetSheet::build(&facts).unwrap();
    let mut run = Run { tables, sheet, mode: recorded.mode, today: recorded.today, steps: 0 };
    for group in &recorded.set_up.groups {
        run.step(&json!({"op": "category-group-create", "id": group, "isIncome": false}));
        for id in recorded.set_up.categories[group].iter().rev() {
            let (op, income) = ("category-create", false);
            run.step(
                &json!({"op": op, "id": id, "name": id, "groupId": group, "isIncome": income}),
            );
        }
    }
    for (id, account) in &recorded.set_up.accounts {
        let (off, balance) = (account["offbudget"] == 1, &account["starting_balance"]);
        let op = "account-create";
        run.step(&json!({"op": op, "id": id, "offBudget": off, "balance_cents": balance}));
    }
    run
}

#[test]
fn exactly_the_recorded_cells_whose_value_changed_are_reported() {
    let recorded: Recorded = serde_json::from_str(&fixture("budget/change-events.json")).unwrap();
    for recorded in recorded.runs {
        let mut run = set_up(&recorded);
        for step in &recorded.steps {
            let before = every_cell(&run.sheet);
            let changed = run.step(step);
            let events = step["events"].as_array().unwrap().iter();
            let computed: BTreeMap<&str, &Value> = events
                .flat_map(|event| event.as_array().unwrap())
                .map(|cell| (cell[0].as_str().unwrap(), &cell[1]))
                .collect();
            let ours: BTreeMap<String, Value> = changed
                .iter()
                .map(|cell| (cell.full_name(), serde_json::to_value(cell.value).unwrap()))
                .collect();
            for (name, value) in &computed {
                let (sheet, cell) = name.split_once('!').unwrap();
                let now = serde_json::to_value(run.sheet.value(sheet, cell)).unwrap();
                assert_eq!(&&now, value, "{name} after {step}");
                let was = before.get(*name).copied().unwrap_or(CellValue::Null);
                let differs = serde_json::to_value(was).unwrap() != now;
                assert_eq!(ours.contains_key(*name), differs, "{name} after {step}");
            }
            for name in ours.keys() {
                let (sheet, cell) = name.split_once('!').unwrap();
                let watched = sheet != GLOBAL || recorded.set_up.query_cells.contains(cell);
                assert!(!watched || computed.contains_key(name.as_str()), "{name} after {step}");
            }
        }
    }
}

#[test]
fn a_change_and_its_opposite_in_one_list_report_nothing() {
    let recorded: Recorded = serde_json::from_str(&fixture("budget/change-events.json")).unwrap();
    let mut run = set_up(&recorded.runs[0]);
    let before = run.tables.clone();
    run.run(&recorded.runs[0].steps[0]);
    let mut facts: Vec<BudgetFact> = facts_between(&before, &run.tables, run.mode);
    facts.extend(facts_between(&run.tables, &before, run.mode));
    assert!(facts.len() >= 4);
    assert!(run.sheet.apply(&facts).unwrap().is_empty());
}
