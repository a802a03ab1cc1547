//! Calls about single cells.

use std::sync::Arc;

use sobre_engine::sheet::{CellValue, ExplainedInput};

use crate::app::App;
use crate::contract::budget::NamedCell;
use crate::contract::sheet::{
    CellChanges, CreateQuery, ExplainCell, ExplainChanges, ExplainedCell, GetCell,
    GetCellNamesInSheet, ResetBudgetCache,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::query::run_query;
use crate::router::{Control, Query};
use crate::session::Session;
use crate::world::World;

impl Query for GetCell {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<NamedCell, CallError> {
        let value = world.sheet()?.value(&self.sheet_name, &self.name);
        Ok(NamedCell { name: self.name, value })
    }
}

impl Query for GetCellNamesInSheet {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<Vec<String>, CallError> {
        let sheet = world.sheet()?;
        Ok(sheet.names_in_sheet(&self.sheet_name).map(str::to_owned).collect())
    }
}

/// Account balances and counts are always cells, so a query only names one. For any other name,
/// such as the balance of selected rows, the query itself is run.
impl Query for CreateQuery {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<NamedCell, CallError> {
        let sheet = world.sheet()?;
        if sheet.explain(&self.sheet_name, &self.name).is_some() {
            let value = sheet.value(&self.sheet_name, &self.name);
            return Ok(NamedCell { name: self.name, value });
        }
        drop(sheet);
        if self.query.is_null() {
            return Err(unknown_cell(&self.sheet_name, &self.name));
        }
        let found = run_query(world.reader, &self.query)?;
        let Ok(sum) = serde_json::from_str::<Option<i64>>(found.data.get()) else {
            let message = "The query of a cell must return one whole number.";
            return Err(CallError::new(ErrorCode::InvalidQuery, message));
        };
        Ok(NamedCell { name: self.name, value: CellValue::Number(sum.unwrap_or(0)) })
    }
}

impl Query for ExplainCell {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<ExplainedCell, CallError> {
        let sheet = world.sheet()?;
        let Some(explained) = sheet.explain(&self.sheet_name, &self.name) else {
            return Err(unknown_cell(&self.sheet_name, &self.name));
        };
        let named = |cells: Vec<ExplainedInput>| {
            cells.into_iter().map(|cell| NamedCell { name: cell.name, value: cell.value }).collect()
        };
        Ok(ExplainedCell {
            name: explained.name,
            value: explained.value,
            formula: explained.formula,
            inputs: named(explained.inputs),
            dependents: named(explained.dependents),
        })
    }
}

/// A cell that no longer exists still has its changes.
impl Query for ExplainChanges {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<CellChanges, CallError> {
        let Self { sheet_name, name } = self;
        let changes = world.changes_of(&sheet_name, &name)?;
        if changes.changes.is_empty() && world.sheet()?.explain(&sheet_name, &name).is_none() {
            return Err(unknown_cell(&sheet_name, &name));
        }
        Ok(changes)
    }
}

fn unknown_cell(sheet: &str, name: &str) -> CallError {
    CallError::new(ErrorCode::CellUnknown, format!("There is no cell {sheet}!{name}."))
}

impl Control for ResetBudgetCache {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        app.budget_of(session).await?.recompute().await
    }
}
