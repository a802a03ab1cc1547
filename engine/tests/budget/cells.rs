//! Every cell of a sheet, and which of them changed.

use std::collections::BTreeMap;

use sobre_engine::budget::BudgetSheet;
use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::sheet::{CellValue, ChangedCells};

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
