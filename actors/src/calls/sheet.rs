//! Calls about single cells.

use std::sync::Arc;

use crate::app::App;
use crate::contract::budget::NamedCell;
use crate::contract::sheet::{
    CreateQuery, ExplainCell, ExplainedCell, GetCell, GetCellNamesInSheet, ResetBudgetCache,
};
use crate::contract::{CallError, ErrorCode};
use crate::router::{Control, Query};
use crate::session::Session;
use crate::world::World;

impl Query for GetCell {
    fn run(self, world: &World<'_>) -> Result<NamedCell, CallError> {
        let value = world.sheet()?.value(&self.sheet_name, &self.name);
        Ok(NamedCell { name: self.name, value })
    }
}

impl Query for GetCellNamesInSheet {
    fn run(self, world: &World<'_>) -> Result<Vec<String>, CallError> {
        let sheet = world.sheet()?;
        Ok(sheet.names_in_sheet(&self.sheet_name).map(str::to_owned).collect())
    }
}

/// Account balances and counts are cells from the start; a query only names the one it wants.
impl Query for CreateQuery {
    fn run(self, world: &World<'_>) -> Result<NamedCell, CallError> {
        let sheet = world.sheet()?;
        if sheet.explain(&self.sheet_name, &self.name).is_none() {
            let message = format!("There is no cell {}!{}.", self.sheet_name, self.name);
            return Err(CallError::new(ErrorCode::CellUnknown, message));
        }
        let value = sheet.value(&self.sheet_name, &self.name);
        Ok(NamedCell { name: self.name, value })
    }
}

impl Query for ExplainCell {
    fn run(self, world: &World<'_>) -> Result<ExplainedCell, CallError> {
        let sheet = world.sheet()?;
        let Some(explained) = sheet.explain(&self.sheet_name, &self.name) else {
            let message = format!("There is no cell {}!{}.", self.sheet_name, self.name);
            return Err(CallError::new(ErrorCode::CellUnknown, message));
        };
        let inputs = explained.inputs.into_iter();
        Ok(ExplainedCell {
            name: explained.name,
            value: explained.value,
            formula: explained.formula,
            inputs: inputs
                .map(|input| NamedCell { name: input.name, value: input.value })
                .collect(),
        })
    }
}

impl Control for ResetBudgetCache {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        app.budget_of(session).await?.recompute().await
    }
}
