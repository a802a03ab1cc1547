//! Laws over every call that changes a budget. The table of generators below must name each
//! mutation of the contract; a new call without a generator fails a test.

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sobre_actors::contract::{Lane, calls};
use sobre_actors::db::{BudgetDb, whole};
use sobre_actors::environment::Environment;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::crdt::{Change, Merkle, Timestamp, Value};
use sobre_engine::sheet::CellValue;

use crate::generators::{Choice, GENERATORS};
use crate::harness::{Harness, Tables, changed, copy_folder, tables};
use crate::ledger::check_ledger;

/// Calls that make no undo step.
const NO_STEPS: &[&str] = &[
    "save-prefs",
    "preferences/save",
    "budget-set-type",
    "budget/store-note-templates",
    "tools/fix-split-transactions",
    "account-unlink",
    "bank/settings-save",
];

#[test]
fn every_call_that_changes_a_budget_has_a_generator() {
    let all = calls::table(&ts_rs::Config::default());
    let mutations: Vec<_> =
        all.iter().filter(|call| call.lane == Lane::Mutation).map(|call| call.name).collect();
    let mut generated: Vec<_> = GENERATORS.iter().map(|(name, _)| *name).collect();
    for name in &mutations {
        assert!(generated.contains(name), "{name} needs a generator in this table");
    }
    generated.retain(|name| !mutations.contains(name));
    assert!(generated.is_empty(), "{generated:?} are no mutations");
}

/// A call, by its index in the table, and its generator's choices.
pub(crate) type Step = (usize, Vec<u64>);

pub(crate) fn steps(longest: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (0..GENERATORS.len(), prop::collection::vec(any::<u64>(), 24));
    prop::collection::vec(step, 1..longest)
}

/// Accounts with their transfer payees, and ordinary payees.
fn accounts_and_payees() -> Vec<Change> {
    let mut changes = Vec::new();
    for (id, off) in [("acc", false), ("card", false), ("house", true)] {
        let row = [("name", Value::from(id)), ("offbudget", off.into()), ("closed", 0.into())];
        changes.extend(Change::row("accounts", id, row));
        changes.push(Change::new("payees", format!("to-{id}"), "transfer_acct", id));
    }
    for id in ["to-acc", "to-card", "to-house", "grocer", "landlord"] {
        changes.push(Change::new("payees", id, "name", id.trim_start_matches("to-")));
        changes.push(Change::new("payee_mapping", id, "targetId", id));
    }
    changes
}

/// An open budget with transactions.
pub(crate) fn filled() -> Harness {
    let harness = Harness::new();
    let categories: Vec<String> = harness.tables()["categories"].keys().cloned().collect();
    let mut changes = accounts_and_payees();
    changes.push(Change::new("preferences", "flags.goalTemplatesEnabled", "value", "true"));
    for (number, category) in categories.iter().enumerate() {
        let amount = -100 * i64::try_from(number).unwrap() - 7;
        let row = [
            ("acct", Value::from("acc")),
            ("category", category.as_str().into()),
            ("date", 20_261_005.into()),
            ("amount", amount.into()),
            ("isParent", 0.into()),
            ("isChild", 0.into()),
        ];
        changes.extend(Change::row("transactions", format!("t{number}"), row));
    }
    harness.write(changes);
    harness
}

pub(crate) fn take(
    harness: &Harness,
    (at, seeds): &Step,
) -> (&'static str, Json, Result<Json, Json>) {
    let (name, generate) = GENERATORS[*at];
    let tables = harness.tables();
    let args = generate(&mut Choice { seeds: seeds.iter(), tables: &tables });
    let answer = harness.call(name, args.clone());
    (name, args, answer)
}

/// The tables without the rows that a step created: undo marks those deleted or empties them,
/// because other copies may know them by then.
fn rows_known_before(before: &Tables, now: Tables) -> Tables {
    let known = |(table, mut rows): (String, BTreeMap<_, _>)| {
        rows.retain(|id, _| before[&table].contains_key(id));
        (table, rows)
    };
    now.into_iter().map(known).collect()
}

/// The tables without new rows that equal a missing row: an amount of 0 in a month without one.
fn without_empty_rows(before: &Tables, mut now: Tables) -> Tables {
    let is_nothing = |(column, value): (&String, &Json)| {
        let says = ["amount", "carryover", "buffered", "goal", "long_goal"];
        !says.contains(&column.as_str()) || *value == Json::Null || *value == json!(0)
    };
    for table in ["zero_budgets", "reflect_budgets", "zero_budget_months"] {
        let Some(rows) = now.get_mut(table) else { continue };
        rows.retain(|id, row| before[table].contains_key(id) || !row.iter().all(is_nothing));
    }
    now
}

/// Cells that are not empty.
fn shown(cells: BTreeMap<String, CellValue>) -> BTreeMap<String, CellValue> {
    let nothing = |value: &CellValue| {
        matches!(serde_json::to_value(value).unwrap().as_i64(), Some(0))
            || matches!(serde_json::to_value(value).unwrap(), Json::Null | Json::Bool(false))
    };
    cells.into_iter().filter(|(_, value)| !nothing(value)).collect()
}

fn check_step(harness: &Harness, step: &Step) {
    let (tables, cells) = (harness.tables(), harness.cells());
    let (name, args, answer) = take(harness, step);
    let at = format!("{name} {args}");
    let after = (harness.tables(), harness.cells());
    if answer.is_err() {
        assert!(after == (tables, cells), "{at} was refused and changed something");
        return;
    }
    // Without a change there may be no step, and undo would take back an earlier one.
    let said = (without_empty_rows(&tables, after.0.clone()), shown(after.1.clone()));
    if NO_STEPS.contains(&name) || said == (tables.clone(), shown(cells.clone())) {
        return;
    }
    assert_ne!(harness.ok("undo", json!({})), Json::Null, "{at} is no step");
    let known = rows_known_before(&tables, harness.tables());
    assert!(known == tables, "{at} undone: {:?}", changed(&tables, &known));
    let (before, now) = (shown(cells), shown(harness.cells()));
    let differ = now.iter().filter(|(name, value)| before.get(*name) != Some(*value));
    let names: Vec<_> = differ.map(|(name, _)| name).collect();
    assert!(before == now, "{at} undone: {names:?}");
    harness.ok("redo", json!({}));
    assert!((harness.tables(), harness.cells()) == after, "{at} done again");
}

/// The sheet rebuilt from the file equals the updated one, the tree is that of the log, and
/// applying the log to the starting file gives the same tables.
fn check_file(harness: &Harness, start: &Path) {
    let (folder, cells, final_tables) = (harness.folder(), harness.cells(), harness.tables());
    harness.ok("reset-budget-cache", json!({}));
    assert!(harness.cells() == cells, "computed anew");
    harness.ok("close-budget", json!({}));
    let environment = Environment::fixed("2026-11-20".parse().unwrap());
    let mut db = BudgetDb::open(&folder, environment.clone()).unwrap();
    let sheet = BudgetSheet::build(&db.facts().unwrap()).unwrap();
    let (first, last) = sheet.months();
    for name in first.through(last).map(month_sheet).chain([GLOBAL.to_owned()]) {
        for cell in sheet.names_in_sheet(&name) {
            let kept = cells.get(&format!("{name}!{cell}")).copied().unwrap_or(CellValue::Null);
            assert_eq!(sheet.value(&name, cell), kept, "{name}!{cell} of the opened file");
        }
    }
    let log = db.messages_since(Timestamp::ZERO).unwrap();
    let tree: Merkle = log.iter().map(|message| message.timestamp).collect();
    assert_eq!(db.merkle().root_hash(), tree.root_hash());
    let mut copy = BudgetDb::open(start, environment).unwrap();
    copy.receive(whole(log), 0).unwrap();
    assert_eq!(tables(start), final_tables, "the log on top of the starting file");
}

fn starting_copy(harness: &Harness) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let made = harness.ok("create-budget", json!({ "budgetName": "Start" }));
    let from = harness.data_dir().join(made["id"].as_str().unwrap());
    copy_folder(&from, &place.path().join("Start"));
    place
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_step_undone_leads_back_and_done_again_leads_there(steps in steps(12)) {
        let harness = filled();
        for step in &steps {
            check_step(&harness, step);
            check_ledger(&harness.tables());
        }
    }

    #[test]
    fn whatever_is_done_file_sheet_and_log_agree(steps in steps(30)) {
        let harness = filled();
        let start = starting_copy(&harness);
        for (number, step) in steps.iter().enumerate() {
            drop(take(&harness, step));
            if number % 5 == 4 {
                harness.ok("undo", json!({}));
            }
        }
        check_file(&harness, &start.path().join("Start"));
    }
}
