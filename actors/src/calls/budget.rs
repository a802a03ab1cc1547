//! Calls about the budget months.

mod actions;
mod budgeting;
mod cover_all;
mod explain;
mod month_note;
mod moves;
mod outcome;
mod sources;
mod templates;

use std::collections::BTreeMap;

use sobre_engine::budget::actions::{BudgetWrite, set_carryover};
use sobre_engine::budget::{Bounds, BudgetMode, BudgetSheet};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Month;

use super::categories::living;
use super::stored_budget::StoredBudget;
use crate::contract::budget::{
    BudgetBounds, BudgetBudgetAmount, BudgetCells, BudgetSetAmounts, BudgetSetCarryover,
    BudgetSetType, BudgetedAmount, CellBlock, GetBudgetBounds, GetBudgetCells, MonthValues,
    NamedCell, ReportBudgetMonth, RolloverBudgetMonth,
};
use crate::contract::history::StepFact;
use crate::contract::{CallError, ErrorCode};
use crate::db::{facts, read};
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

impl Query for GetBudgetBounds {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<BudgetBounds, CallError> {
        let (start, end) = world.sheet()?.months();
        Ok(BudgetBounds { start, end })
    }
}

impl Query for RolloverBudgetMonth {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<Vec<NamedCell>, CallError> {
        Ok(month_cells(&*world.sheet()?, BudgetMode::Rollover, self.month))
    }
}

impl Query for ReportBudgetMonth {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<Vec<NamedCell>, CallError> {
        Ok(month_cells(&*world.sheet()?, BudgetMode::Report, self.month))
    }
}

/// Most months that one call may request.
const MONTHS_PER_CALL: usize = 60;

impl Query for GetBudgetCells {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<BudgetCells, CallError> {
        if self.months.len() > MONTHS_PER_CALL {
            let message = format!("At most {MONTHS_PER_CALL} months can be requested at once.");
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let sheet = world.sheet()?;
        let blocks = sheet.cell_blocks();
        let values = |month| MonthValues { month, values: sheet.values_of(month, &blocks) };
        let months = self.months.into_iter().map(values).collect();
        let block = |block: sobre_engine::budget::CellBlock| CellBlock {
            beginnings: block.beginnings,
            ids: block.ids,
        };
        Ok(BudgetCells { months, blocks: blocks.into_iter().map(block).collect() })
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
        let Self { month, category, amount } = self;
        living(world, &category)?;
        check_month(world.months()?, month)?;
        let name = read::categories::name(world.reader, &category)?;
        let facts = [
            ("amount", amount.into()),
            ("category", StepFact::Text(name)),
            ("month", month.into()),
        ];
        let write = BudgetWrite::Amount { month, category, amount };
        let plan = Plan::step(StoredBudget::of(world)?.changes(&[write])?, ());
        Ok(plan.named("budgeted", facts))
    }
}

/// Most amounts of one call.
const MOST_AMOUNTS: usize = 5_000;

impl Mutation for BudgetSetAmounts {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        if self.amounts.len() > MOST_AMOUNTS {
            let message = format!("At most {MOST_AMOUNTS} amounts can be set at once.");
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let months = world.months()?;
        let mut amounts = BTreeMap::new();
        for BudgetedAmount { month, category, amount } in self.amounts {
            living(world, &category)?;
            check_month(months, month)?;
            amounts.insert((month, category), amount);
        }
        let count = amounts.len();
        let write = |((month, category), amount)| BudgetWrite::Amount { month, category, amount };
        let writes: Vec<_> = amounts.into_iter().map(write).collect();
        let plan = Plan::step(StoredBudget::of(world)?.changes(&writes)?, ());
        Ok(plan.named("budgetedSome", [("count", count.into())]))
    }
}

/// How far a call may reach from the budget's months; beyond is a mistake.
const MONTHS_AROUND: i32 = 1_200;

/// Refuses a month too far from the budget's months.
fn check_month(months: Bounds, month: Month) -> Result<(), CallError> {
    let wrong = if months.end.months_since(month) > MONTHS_AROUND {
        "long ago"
    } else if month.months_since(months.start) > MONTHS_AROUND {
        "far ahead"
    } else {
        return Ok(());
    };
    Err(CallError::new(ErrorCode::BadArguments, format!("{month} is too {wrong}.")))
}

impl Mutation for BudgetSetCarryover {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        living(world, &self.category)?;
        let months = world.months()?;
        check_month(months, self.start_month)?;
        let writes = set_carryover(months, self.start_month, &self.category, self.flag);
        let name = read::categories::name(world.reader, &self.category)?;
        let facts = [("category", StepFact::Text(name)), ("month", self.start_month.into())];
        let key = if self.flag { "carriedOver" } else { "stoppedCarryingOver" };
        Ok(Plan::step(StoredBudget::of(world)?.changes(&writes)?, ()).named(key, facts))
    }
}
