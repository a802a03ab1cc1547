//! The budget rows of the current mode: reads them for the engine's actions and writes them as
//! changes.

use std::collections::BTreeMap;

use rusqlite::Connection;
use sobre_engine::budget::BudgetMode;
use sobre_engine::budget::actions::{BudgetRows, BudgetWrite};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;

use crate::contract::CallError;
use crate::db::{facts, read};
use crate::world::World;

/// The budget table of the current mode.
pub(super) struct StoredBudget<'a> {
    reader: &'a Connection,
    mode: BudgetMode,
}

/// The stored amounts of some categories.
pub(super) struct StoredAmounts(BTreeMap<CategoryId, BTreeMap<Month, i64>>);

impl StoredAmounts {
    /// The first month with a row of a category.
    pub(super) fn first_month(&self, category: &CategoryId) -> Option<Month> {
        self.0.get(category)?.keys().next().copied()
    }
}

impl BudgetRows for StoredAmounts {
    fn amount(&self, month: Month, category: &CategoryId) -> Option<i64> {
        self.0.get(category)?.get(&month).copied()
    }
}

impl<'a> StoredBudget<'a> {
    pub(super) fn of(world: &World<'a>) -> Result<Self, CallError> {
        Ok(Self { reader: world.reader, mode: facts::mode(world.reader)? })
    }

    /// The stored amounts of the given categories.
    pub(super) fn amounts<'c>(
        &self,
        categories: impl IntoIterator<Item = &'c CategoryId>,
    ) -> Result<StoredAmounts, CallError> {
        let table = facts::budget_table(self.mode);
        let stored = categories.into_iter().map(|category| {
            let amounts = read::budget::amounts(self.reader, table, category)?;
            Ok((category.clone(), amounts.into_iter().collect()))
        });
        stored.collect::<Result<_, CallError>>().map(StoredAmounts)
    }

    /// The changes that carry out an action.
    pub(super) fn changes(&self, writes: &[BudgetWrite]) -> Result<Vec<Change>, CallError> {
        let mut changes = Vec::with_capacity(writes.len());
        for write in writes {
            match write {
                BudgetWrite::Amount { month, category, amount } => {
                    let value = Value::from(amount.cents());
                    changes.extend(self.cell(*month, category, "amount", value)?);
                }
                BudgetWrite::Carryover { month, category, on } => {
                    let value = Value::from(i64::from(*on));
                    changes.extend(self.cell(*month, category, "carryover", value)?);
                }
                BudgetWrite::Hold { month, amount } => {
                    let (row, held) = (month.to_string(), Value::from(amount.cents()));
                    changes.push(Change::new("zero_budget_months", row, "buffered", held));
                }
            }
        }
        Ok(changes)
    }

    /// Sets one column of the row of a month and category. Looks up an existing row first, because
    /// old files use another form of ids. A new row also gets its month and category.
    fn cell(
        &self,
        month: Month,
        category: &CategoryId,
        column: &'static str,
        value: Value,
    ) -> Result<Vec<Change>, CallError> {
        let table = facts::budget_table(self.mode);
        let existing = facts::budget_row_id(self.reader, self.mode, month, category)?;
        if let Some(id) = existing {
            return Ok(vec![Change::new(table, id, column, value)]);
        }
        let columns = [
            ("month", Value::from(month.yyyymm())),
            ("category", Value::from(category.as_str())),
            (column, value),
        ];
        Ok(Change::row(table, format!("{}-{category}", month.yyyymm()), columns))
    }
}
