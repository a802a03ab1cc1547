//! Calls about the budget months.

use std::sync::Arc;

use sobre_engine::budget::{BudgetMode, BudgetSheet};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;

use crate::app::App;
use crate::contract::budget::{
    BudgetBounds, BudgetBudgetAmount, BudgetSetCarryover, BudgetSetType, GetBudgetBounds,
    NamedCell, ReportBudgetMonth, RolloverBudgetMonth,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::{facts, read};
use crate::router::{Control, Mutation, Query};
use crate::session::Session;
use crate::world::{Plan, World};

impl Control for GetBudgetBounds {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<BudgetBounds, CallError> {
        app.budget_of(session).await?.bounds().await
    }
}

impl Query for RolloverBudgetMonth {
    fn run(self, world: &World<'_>) -> Result<Vec<NamedCell>, CallError> {
        Ok(month_cells(&*world.sheet()?, BudgetMode::Rollover, self.month))
    }
}

impl Query for ReportBudgetMonth {
    fn run(self, world: &World<'_>) -> Result<Vec<NamedCell>, CallError> {
        Ok(month_cells(&*world.sheet()?, BudgetMode::Report, self.month))
    }
}

fn month_cells(sheet: &BudgetSheet, mode: BudgetMode, month: Month) -> Vec<NamedCell> {
    let cells = sheet.month_cells(mode, month).into_iter();
    cells.map(|(name, value)| NamedCell { name, value }).collect()
}

impl Mutation for BudgetSetType {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let same = facts::mode(world.reader)? == self.r#type;
        let stored = match self.r#type {
            BudgetMode::Rollover => "envelope",
            BudgetMode::Report => "tracking",
        };
        let change = Change::new("preferences", "budgetType", "value", Value::from(stored));
        Ok(Plan::unrecorded(if same { Vec::new() } else { vec![change] }, ()))
    }
}

impl Mutation for BudgetBudgetAmount {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let cell = BudgetCell::find(world, self.month, &self.category)?;
        Ok(Plan::step(cell.set("amount", Value::from(self.amount.cents())), ()))
    }
}

/// No budget reaches further back; a call that does is a mistake and would write a row a month.
const CARRYOVER_MONTHS: i32 = 1_200;

impl Mutation for BudgetSetCarryover {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let last = world.sheet()?.months().1;
        if last.months_since(self.start_month) > CARRYOVER_MONTHS {
            let message = format!("{} is too long ago.", self.start_month);
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let mut changes = Vec::new();
        for month in self.start_month.through(last) {
            let cell = BudgetCell::find(world, month, &self.category)?;
            changes.extend(cell.set("carryover", Value::from(i64::from(self.flag))));
        }
        Ok(Plan::step(changes, ()))
    }
}

/// The stored row behind the budget cells of a category in a month, in the table of the mode.
pub(super) struct BudgetCell<'a> {
    table: &'static str,
    month: Month,
    category: &'a CategoryId,
    /// Id of the row if there is one; old files have ids of another form (spec/3 section 3.10).
    existing: Option<String>,
}

impl<'a> BudgetCell<'a> {
    pub(super) fn find(
        world: &World<'_>,
        month: Month,
        category: &'a CategoryId,
    ) -> Result<Self, CallError> {
        let mode = facts::mode(world.reader)?;
        let existing = facts::budget_row_id(world.reader, mode, month, category)?;
        Ok(Self { table: read::budget::table(mode), month, category, existing })
    }

    /// Sets one column; a new row also gets its month and category.
    pub(super) fn set(self, column: &'static str, value: Value) -> Vec<Change> {
        let Some(id) = self.existing else {
            let id = format!("{}-{}", self.month.yyyymm(), self.category);
            let columns = [
                ("month", Value::from(self.month.yyyymm())),
                ("category", Value::from(self.category.as_str())),
                (column, value),
            ];
            return Change::row(self.table, id, columns);
        };
        vec![Change::new(self.table, id, column, value)]
    }
}
