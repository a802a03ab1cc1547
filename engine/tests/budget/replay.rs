//! Replays the operations of the recorded budgets through facts and checks every step.

use std::collections::BTreeMap;

use serde_json::Value;
use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::budget::{BudgetFact, BudgetSheet, budget_bounds};
use sobre_engine::sheet::{CellValue, ChangedCells};

use crate::operations::Run;
use crate::tables::{RawTables, Tables, facts_between};
use crate::vectors::{VECTORS, Vector, check, vector};

pub(crate) type Cells = BTreeMap<String, CellValue>;

/// Every shown cell with its value.
pub(crate) fn every_cell(sheet: &BudgetSheet) -> Cells {
    let (first, last) = sheet.months();
    let mut sheets: Vec<String> = first.previous().through(last).map(month_sheet).collect();
    sheets.push(GLOBAL.to_owned());
    let mut cells = Cells::new();
    for name in &sheets {
        for cell in sheet.names_in_sheet(name) {
            cells.insert(format!("{name}!{cell}"), sheet.value(name, cell));
        }
    }
    cells
}

/// Checks that the changed cells are exactly those whose value differs.
pub(crate) fn check_changes(before: &Cells, after: &Cells, changed: &ChangedCells) {
    let reported: Cells = changed.iter().map(|cell| (cell.full_name(), cell.value)).collect();
    assert_eq!(reported.len(), changed.len(), "a cell is reported twice");
    let value = |cells: &Cells, name: &String| cells.get(name).copied().unwrap_or(CellValue::Null);
    for name in before.keys().chain(after.keys()) {
        let (was, is) = (value(before, name), value(after, name));
        let expected = (was != is).then_some(is);
        assert_eq!(reported.get(name).copied(), expected, "{name} went from {was:?} to {is:?}");
    }
    for name in reported.keys() {
        assert!(before.contains_key(name) || after.contains_key(name), "{name} is unknown");
    }
}

impl Run {
    pub(crate) fn new(vector: &Vector) -> Self {
        let tables = empty_tables(&vector.initial);
        let bounds = budget_bounds(None, vector.today);
        let facts = tables.facts(vector.mode, bounds.start, bounds.end);
        let sheet = BudgetSheet::build(&facts).unwrap();
        Self { tables, sheet, mode: vector.mode, today: vector.today, steps: 0 }
    }

    /// Runs one operation and updates the sheet by facts.
    pub(crate) fn step(&mut self, op: &Value) -> ChangedCells {
        let before = self.tables.clone();
        let answer = self.run(op);
        if let Some(expected) = op.get("result").or_else(|| op.get("error")) {
            assert_eq!(answer.as_ref(), Some(expected), "{op}");
        }
        self.apply(&facts_between(&before, &self.tables, self.mode))
    }

    fn apply(&mut self, facts: &[BudgetFact]) -> ChangedCells {
        self.steps += 1;
        // Comparing all cells takes long, and adjacent steps are similar.
        if !self.steps.is_multiple_of(7) {
            return self.sheet.apply(facts).unwrap();
        }
        let before = every_cell(&self.sheet);
        let changed = self.sheet.apply(facts).unwrap();
        check_changes(&before, &every_cell(&self.sheet), &changed);
        changed
    }

    fn change_mode(&mut self, op: &Value) {
        self.mode = serde_json::from_value(op["type"].clone()).unwrap();
        let (first, last) = self.sheet.months();
        let before = self.sheet.clone();
        self.sheet = BudgetSheet::build(&self.tables.facts(self.mode, first, last)).unwrap();
        let changed = self.sheet.difference(&before);
        check_changes(&every_cell(&before), &every_cell(&self.sheet), &changed);
    }

    fn grow(&mut self, op: &Value) {
        let bounds = budget_bounds(self.tables.earliest(), self.today);
        assert_eq!(serde_json::to_value(bounds).unwrap(), op["result"], "{op}");
        let (first, last) = self.sheet.months();
        self.apply(&[BudgetFact::Months(first.min(bounds.start), last.max(bounds.end))]);
    }

    fn check_month(&self, op: &Value) {
        let Some(after) = op.get("month_after") else { return };
        let sheet = month_sheet(after["month"].as_str().unwrap().parse().unwrap());
        for (name, value) in after["cells"].as_object().unwrap() {
            let ours = serde_json::to_value(self.sheet.value(&sheet, name)).unwrap();
            assert_eq!(&ours, value, "{sheet}!{name} after {op}");
        }
    }
}

pub(crate) fn empty_tables(initial: &Value) -> Tables {
    let mut raw = initial.clone();
    let ids = initial["categories"].as_array().unwrap().iter().map(|it| &it["id"]);
    let mapping: Vec<Value> =
        ids.map(|id| serde_json::json!({ "id": id, "transferId": id })).collect();
    raw["category_mapping"] = mapping.into();
    for table in
        ["accounts", "transactions", "zero_budgets", "reflect_budgets", "zero_budget_months"]
    {
        raw[table] = Value::Array(Vec::new());
    }
    serde_json::from_value::<RawTables>(raw).unwrap().into()
}

fn replay(name: &str) {
    let vector = vector(name);
    let mut run = Run::new(&vector);
    for (number, op) in vector.ops.iter().enumerate() {
        match op["op"].as_str().unwrap() {
            "get-budget-bounds" => run.grow(op),
            "budget-set-type" => run.change_mode(op),
            _ => {
                run.step(op);
            }
        }
        run.check_month(op);
        for checkpoint in vector.checkpoints.iter().filter(|it| it.after_op == number) {
            let bounds = checkpoint.bounds;
            run.apply(&[BudgetFact::Months(bounds.start, bounds.end)]);
            check(name, checkpoint, &run.sheet);
        }
    }
    let expected = Tables::from(vector.final_tables);
    assert_eq!(run.tables.rollover, expected.rollover, "{name}");
    assert_eq!(run.tables.report, expected.report, "{name}");
    for group in &expected.groups {
        let ours = run.tables.groups.iter().find(|it| it.id == group.id).unwrap();
        assert_eq!(ours.sort_order.to_bits(), group.sort_order.to_bits(), "{name} {}", group.id);
    }
    for category in &expected.categories {
        let ours = run.tables.category(&category.id).unwrap();
        let (ours, theirs) = (ours.sort_order, category.sort_order);
        assert_eq!(ours.to_bits(), theirs.to_bits(), "{name} {}", category.id);
    }
}

#[test]
fn every_operation_of_every_recorded_budget_leads_to_its_cells() {
    VECTORS.into_iter().for_each(replay);
}
