//! Laws over every call that changes a budget. The table of generators below must name each
//! mutation of the contract; a new call without a generator fails a test.

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};
use sobre_actors::contract::{Lane, calls};
use sobre_actors::db::{BudgetDb, Origin};
use sobre_actors::environment::Environment;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::crdt::{Change, Merkle, Timestamp, Value};
use sobre_engine::sheet::CellValue;

use crate::harness::{Harness, Tables, changed, copy_folder, tables};
use crate::ledger::check_ledger;

/// Where a generator takes its choices from, and what it chooses from.
struct Choice<'a> {
    seeds: std::slice::Iter<'a, Index>,
    tables: &'a Tables,
}

impl Choice<'_> {
    fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        self.seeds.next().unwrap().get(all)
    }

    fn row(&mut self, table: &str) -> Json {
        let ids: Vec<_> = self.tables[table].keys().collect();
        json!(self.of(&ids))
    }

    fn category(&mut self) -> Json {
        self.row("categories")
    }

    fn account(&mut self) -> Json {
        self.row("accounts")
    }

    fn group(&mut self) -> Json {
        self.row("category_groups")
    }

    /// A saved filter, or an id that is none while there are none.
    fn filter(&mut self) -> Json {
        let is_empty = self.tables["transaction_filters"].is_empty();
        if is_empty { json!("none") } else { self.row("transaction_filters") }
    }

    fn or_null(&mut self, value: Json) -> Json {
        if *self.of(&[true, true, false]) { value } else { Json::Null }
    }

    fn flag(&mut self) -> Json {
        json!(self.of(&[true, false]))
    }

    fn name(&mut self) -> Json {
        json!(self.of(&["Food", "food ", "Pets", "Car", "", "Über", "日本"]))
    }

    fn month(&mut self) -> Json {
        json!(self.of(&["2026-08", "2026-10", "2026-11", "2026-12", "2027-11", "2031-01"]))
    }

    fn cents(&mut self) -> Json {
        json!(self.of(&[0, 1, -1, 12_345, -500, 99_999_999, 4_503_599_627_370_495_i64 / 2]))
    }
}

type Generator = fn(&mut Choice<'_>) -> Json;

/// One generator for each call that changes the open budget.
const GENERATORS: &[(&str, Generator)] = &[
    ("save-prefs", |choice| {
        let key = *choice.of(&["dateFormat", "flags.x", "local", "budgetName"]);
        json!({ key: choice.name() })
    }),
    ("budget-set-type", |choice| json!({ "type": choice.of(&["rollover", "report"]) })),
    ("budget/budget-amount", |choice| {
        let (month, category) = (choice.month(), choice.category());
        json!({ "month": month, "category": category, "amount": choice.cents() })
    }),
    ("budget/set-carryover", |choice| {
        let (month, category) = (choice.month(), choice.category());
        json!({ "startMonth": month, "category": category, "flag": choice.flag() })
    }),
    ("category-create", |choice| {
        let (name, group) = (choice.name(), choice.group());
        json!({ "name": name, "groupId": group, "isIncome": choice.flag() })
    }),
    ("category-update", |choice| {
        let (id, name) = (choice.category(), choice.name());
        json!({ "id": id, "name": choice.or_null(name), "hidden": choice.flag() })
    }),
    ("category-move", |choice| {
        let (id, group, target) = (choice.category(), choice.group(), choice.category());
        json!({ "id": id, "groupId": group, "targetId": choice.or_null(target) })
    }),
    ("category-delete", |choice| {
        let (id, target) = (choice.category(), choice.category());
        json!({ "id": id, "transferId": choice.or_null(target) })
    }),
    ("category-group-create", |choice| json!({ "name": choice.name(), "isIncome": choice.flag() })),
    ("category-group-update", |choice| {
        let (id, name) = (choice.group(), choice.name());
        json!({ "id": id, "name": choice.or_null(name), "hidden": choice.flag() })
    }),
    ("category-group-move", |choice| {
        let (id, target) = (choice.group(), choice.group());
        json!({ "id": id, "targetId": choice.or_null(target) })
    }),
    ("category-group-delete", |choice| {
        let (id, target) = (choice.group(), choice.category());
        json!({ "id": id, "transferId": choice.or_null(target) })
    }),
    ("account-create", |choice| {
        let (name, kind) = (choice.name(), choice.of(&["checking", "debt"]));
        let balance = choice.of(&[0.0, 12.5, -0.01]);
        let (off, closed) = (choice.flag(), choice.flag());
        json!({
            "name": name, "type": kind, "balance": balance, "offBudget": off, "closed": closed,
        })
    }),
    ("account-update", |choice| {
        let id = choice.account();
        json!({ "id": id, "name": choice.name() })
    }),
    ("account-close", |choice| {
        let (id, target, category) = (choice.account(), choice.account(), choice.category());
        json!({
            "id": id, "transferAccountId": choice.or_null(target),
            "categoryId": choice.or_null(category), "forced": choice.flag(),
        })
    }),
    ("account-reopen", |choice| json!({ "id": choice.account() })),
    ("account-move", |choice| {
        let (id, target) = (choice.account(), choice.account());
        json!({ "id": id, "targetId": choice.or_null(target) })
    }),
    ("transactions-batch-update", batch),
    ("transactions-merge", |choice| {
        let one = choice.row("transactions");
        json!({ "ids": [one, choice.row("transactions")] })
    }),
    ("tools/fix-split-transactions", |_| json!({})),
    ("payee-create", |choice| json!({ "name": choice.name() })),
    ("payees-batch-change", |choice| {
        let (id, other, name) = (choice.row("payees"), choice.row("payees"), choice.name());
        json!({
            "added": [{ "name": choice.name() }],
            "updated": [{ "id": id, "name": choice.or_null(name), "favorite": choice.flag() }],
            "deleted": [{ "id": other }],
        })
    }),
    ("payees-merge", |choice| {
        let (target, one) = (choice.row("payees"), choice.row("payees"));
        json!({ "targetId": target, "mergeIds": [one, choice.row("payees")] })
    }),
    ("filter-create", |choice| {
        let name = choice.name();
        json!({ "name": name, "conditions": conditions(choice), "conditionsOp": "or" })
    }),
    ("filter-update", |choice| {
        let (id, name) = (choice.filter(), choice.name());
        json!({ "id": id, "name": choice.or_null(name), "conditions": conditions(choice) })
    }),
    ("filter-delete", |choice| json!({ "id": choice.filter() })),
    ("notes-save", |choice| {
        let (id, name) = (choice.category(), choice.name());
        json!({ "id": id, "note": choice.or_null(name) })
    }),
];

fn conditions(choice: &mut Choice<'_>) -> Json {
    json!([{ "field": "amount", "op": "is", "value": choice.cents(), "type": "number" }])
}

/// A batch of transactions: one added, one changed, sometimes split, sometimes one deleted.
fn batch(choice: &mut Choice<'_>) -> Json {
    let (account, payee, category) =
        (choice.row("accounts"), choice.row("payees"), choice.category());
    let mut change = json!({ "id": choice.row("transactions") });
    let (field, value) = match choice.of(&[0, 1, 2, 3, 4, 5]) {
        0 => ("amount", choice.cents()),
        1 => ("payee", choice.row("payees")),
        2 => ("account", choice.row("accounts")),
        3 => ("category", choice.category()),
        4 => ("is_parent", choice.flag()),
        _ => ("notes", choice.name()),
    };
    change[field] = choice.or_null(value);
    let mut batch = json!({
        "added": [{
            "account": account, "date": choice.of(&["2026-10-31", "2026-11-05", "2026-12-01"]),
            "payee": choice.or_null(payee), "category": choice.or_null(category),
            "amount": choice.cents(),
        }],
        "updated": [change],
    });
    if *choice.of(&[true, false, false]) {
        batch["newPayees"] = json!([{ "id": "made-payee", "name": choice.name() }]);
        batch["added"][0]["payee"] = json!("made-payee");
    }
    if *choice.of(&[true, false, false]) {
        batch["deleted"] = json!([{ "id": choice.row("transactions") }]);
    }
    if *choice.of(&[true, false, false]) {
        batch["added"][0]["is_child"] = json!(true);
        batch["added"][0]["parent_id"] = choice.row("transactions");
    }
    batch
}

/// Calls that are no steps of the history (spec/5 section 10).
const NO_STEPS: &[&str] = &["save-prefs", "budget-set-type", "tools/fix-split-transactions"];

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

/// A call, by its place in the table, and the choices of its generator.
type Step = (usize, Vec<Index>);

fn steps(longest: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (0..GENERATORS.len(), prop::collection::vec(any::<Index>(), 24));
    prop::collection::vec(step, 1..longest)
}

/// Accounts with the payees of transfers to them, and ordinary payees.
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
fn filled() -> Harness {
    let harness = Harness::new();
    let categories: Vec<String> = harness.tables()["categories"].keys().cloned().collect();
    let mut changes = accounts_and_payees();
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
    harness.ok("get-budget-bounds", json!({}));
    harness
}

fn take(harness: &Harness, (at, seeds): &Step) -> (&'static str, Json, Result<Json, Json>) {
    let (name, generate) = GENERATORS[*at];
    let tables = harness.tables();
    let args = generate(&mut Choice { seeds: seeds.iter(), tables: &tables });
    let answer = harness.call(name, args.clone());
    (name, args, answer)
}

/// The tables without the rows a step made: undoing marks those deleted or empties them, because
/// other copies know of them by then.
fn rows_known_before(before: &Tables, now: Tables) -> Tables {
    let known = |(table, mut rows): (String, BTreeMap<_, _>)| {
        rows.retain(|id, _| before[&table].contains_key(id));
        (table, rows)
    };
    now.into_iter().map(known).collect()
}

/// Cells that show something.
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
    if NO_STEPS.contains(&name) || after == (tables.clone(), cells.clone()) {
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

/// The sheet built anew from the file equals the one kept in place, and the tree is that of the
/// log; the log on top of the starting file gives the same tables.
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
    copy.apply_messages(log, Origin::Remote).unwrap();
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
