//! The recorded budgets.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::budget::{BudgetMode, BudgetSheet};
use sobre_engine::dates::Month;
use sobre_engine::sheet::CellValue;

use crate::tables::{RawTables, Tables};

#[derive(Debug, Deserialize)]
pub(crate) struct Vector {
    pub(crate) mode: BudgetMode,
    pub(crate) ops: Vec<Value>,
    pub(crate) checkpoints: Vec<Checkpoint>,
    pub(crate) final_tables: RawTables,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) after_op: usize,
    label: String,
    pub(crate) bounds: VectorBounds,
    months: Vec<Month>,
    cells: BTreeMap<String, Vec<Value>>,
    global: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct VectorBounds {
    pub(crate) start: Month,
    pub(crate) end: Month,
}

pub(crate) const VECTORS: [&str; 13] = [
    "mode-switch",
    "report-basic",
    "report-categories",
    "report-hidden-actions",
    "rollover-actions",
    "rollover-auto-hold",
    "rollover-basic",
    "rollover-bounds",
    "rollover-categories",
    "rollover-hold",
    "rollover-long",
    "rollover-overspend",
    "rollover-splits-transfers",
];

pub(crate) fn fixture(path: &str) -> String {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    std::fs::read_to_string(fixtures.join(path)).unwrap()
}

pub(crate) fn vector(name: &str) -> Vector {
    serde_json::from_str(&fixture(&format!("budget/{name}.json"))).unwrap()
}

/// The mode after an operation.
pub(crate) fn mode_after(vector: &Vector, op: usize) -> BudgetMode {
    let switches = vector.ops[..=op].iter().filter(|op| op["op"] == "budget-set-type");
    switches.fold(vector.mode, |_, op| serde_json::from_value(op["type"].clone()).unwrap())
}

/// Compares every cell of a checkpoint, in both directions.
pub(crate) fn check(vector: &str, checkpoint: &Checkpoint, sheet: &BudgetSheet) {
    let at = format!("{vector} {}", checkpoint.label);
    let bounds = checkpoint.bounds;
    assert_eq!(sheet.months(), (bounds.start, bounds.end), "{at}");
    assert_eq!(checkpoint.months, bounds.start.through(bounds.end).collect::<Vec<_>>());
    for (number, &month) in checkpoint.months.iter().enumerate() {
        let sheet_name = month_sheet(month);
        for (name, values) in &checkpoint.cells {
            let ours = serde_json::to_value(sheet.value(&sheet_name, name)).unwrap();
            assert_eq!(ours, values[number], "{at} {sheet_name}!{name}");
        }
        for name in sheet.names_in_sheet(&sheet_name) {
            let known = checkpoint.cells.contains_key(name);
            let value = sheet.value(&sheet_name, name);
            assert!(known || value == CellValue::Null, "{at} {sheet_name}!{name} is {value:?}");
        }
    }
    for (name, value) in &checkpoint.global {
        let ours = serde_json::to_value(sheet.value(GLOBAL, name)).unwrap();
        assert_eq!(&ours, value, "{at} {name}");
    }
}

#[test]
fn every_cell_of_every_recorded_budget_follows_from_its_final_tables() {
    for name in VECTORS {
        let vector = vector(name);
        let last = vector.checkpoints.last().unwrap();
        let mode = mode_after(&vector, last.after_op);
        let tables = Tables::from(vector.final_tables);
        let facts = tables.facts(mode, last.bounds.start, last.bounds.end);
        check(name, last, &BudgetSheet::build(&facts).unwrap());
    }
}
