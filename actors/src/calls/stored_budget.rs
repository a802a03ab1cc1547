//! The budget rows of the current mode: reads them for the engine's actions and writes them as
//! changes.

use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;
use sobre_engine::budget::BudgetMode;
use sobre_engine::budget::actions::{BudgetActivity, BudgetRows, BudgetWrite};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::money::Amount;
use sobre_engine::templates::GoalWrite;

use crate::contract::CallError;
use crate::db::read::budget::VALUES;
use crate::db::{facts, first_months, read};
use crate::world::World;

/// The budget table of the current mode.
pub(super) struct StoredBudget<'a> {
    reader: &'a Connection,
    mode: BudgetMode,
}

/// The stored amounts of some categories.
pub(super) struct StoredAmounts(BTreeMap<CategoryId, BTreeMap<Month, i64>>);

/// The first month with a row or a transaction, by category.
pub(super) struct StoredActivity(HashMap<CategoryId, Month>);

impl BudgetActivity for StoredActivity {
    fn first_activity(&self, category: &CategoryId, last: Month) -> Option<Month> {
        self.0.get(category).copied().filter(|month| *month <= last)
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

    /// The stored amounts of a month.
    pub(super) fn amounts_of_month(&self, month: Month) -> Result<StoredAmounts, CallError> {
        let table = facts::budget_table(self.mode);
        let stored = read::budget::amounts_of_month(self.reader, table, month)?.into_iter();
        let by_month =
            stored.map(|(category, amount)| (category, BTreeMap::from([(month, amount)])));
        Ok(StoredAmounts(by_month.collect()))
    }

    /// The first month up to `last` with a row or a transaction, of each given category.
    pub(super) fn activity(
        &self,
        categories: &[CategoryId],
        last: Month,
    ) -> Result<StoredActivity, CallError> {
        let table = facts::budget_table(self.mode);
        let wanted = categories.iter().map(CategoryId::as_str).collect();
        let mut first = read::budget::first_months(self.reader, table, last, wanted)?;
        for (category, month) in first_months(self.reader, categories, last)? {
            let known = first.entry(category).or_insert(month);
            *known = month.min(*known);
        }
        Ok(StoredActivity(first))
    }

    /// The changes that set budgets and goals of a month, without those that are stored already.
    pub(super) fn changes_of_templates(
        &self,
        month: Month,
        budgets: &[BudgetWrite],
        goals: &[GoalWrite],
    ) -> Result<Vec<Change>, CallError> {
        let mut rows: BTreeMap<&CategoryId, [Option<Option<i64>>; 3]> = BTreeMap::new();
        for write in budgets {
            if let BudgetWrite::Amount { category, amount, .. } = write {
                rows.entry(category).or_default()[0] = Some(Some(amount.cents()));
            }
        }
        for GoalWrite { category, goal, is_long } in goals {
            let values = rows.entry(category).or_default();
            values[1] = Some(goal.map(Amount::cents));
            values[2] = Some(is_long.map(i64::from));
        }
        let table = facts::budget_table(self.mode);
        let mut changes = Vec::new();
        for (category, values) in rows {
            let stored = read::budget::row(self.reader, table, month, category)?;
            // A row that says nothing equals none.
            let nothing = [Some(0), None, None];
            let old = stored.as_ref().map_or(nothing, |row| row.values);
            let new = VALUES.into_iter().zip(values).zip(old);
            let columns: Vec<_> = new
                .filter_map(|((column, new), old)| {
                    let new = new.filter(|new| *new != old)?;
                    Some((column, new.map_or(Value::Null, Value::from)))
                })
                .collect();
            changes.extend(self.columns(month, category, stored.map(|row| row.id), columns));
        }
        Ok(changes)
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
        let existing = facts::budget_row_id(self.reader, self.mode, month, category)?;
        Ok(self.columns(month, category, existing, vec![(column, value)]))
    }

    /// Sets columns of a row with an id, or of a new one.
    fn columns(
        &self,
        month: Month,
        category: &CategoryId,
        id: Option<String>,
        mut columns: Vec<(&'static str, Value)>,
    ) -> Vec<Change> {
        let is_new = id.is_none();
        if columns.is_empty() {
            return Vec::new();
        }
        if is_new {
            let key = [
                ("month", Value::from(month.yyyymm())),
                ("category", Value::from(category.as_str())),
            ];
            columns.splice(0..0, key);
        }
        let id = id.unwrap_or_else(|| format!("{}-{category}", month.yyyymm()));
        Change::row(facts::budget_table(self.mode), id, columns)
    }
}
