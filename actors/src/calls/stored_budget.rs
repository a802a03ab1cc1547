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
use crate::db::read::budget::{BudgetRow, VALUES};
use crate::db::{facts, first_months, read};
use crate::world::World;

/// The budget table of the current mode.
pub(super) struct StoredBudget<'a> {
    reader: &'a Connection,
    mode: BudgetMode,
}

/// The stored amounts of some categories.
pub(super) struct StoredAmounts(BTreeMap<CategoryId, BTreeMap<Month, i64>>);

/// The stored rows of a month, by category.
type Rows = HashMap<CategoryId, BudgetRow>;

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
        let mut all_stored = read::budget::rows_of_month(self.reader, table, month)?;
        let mut changes = Vec::new();
        for (category, values) in rows {
            let stored = all_stored.remove(category);
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
        let stored = self.rows_of_only_month(writes)?;
        for write in writes {
            match write {
                BudgetWrite::Amount { month, category, amount } => {
                    let columns = vec![("amount", Value::from(amount.cents()))];
                    let id = self.row_id(stored.as_ref(), *month, category)?;
                    changes.extend(self.columns(*month, category, id, columns));
                }
                BudgetWrite::Carryover { month, category, on } => {
                    let columns = vec![("carryover", Value::from(i64::from(*on)))];
                    let id = self.row_id(stored.as_ref(), *month, category)?;
                    changes.extend(self.columns(*month, category, id, columns));
                }
                BudgetWrite::Hold { month, amount } => {
                    let (row, held) = (month.to_string(), Value::from(amount.cents()));
                    changes.push(Change::new("zero_budget_months", row, "buffered", held));
                }
            }
        }
        Ok(changes)
    }

    /// The rows of the month that all writes are to, if there is one: reading them at once is
    /// quicker than one by one.
    fn rows_of_only_month(&self, writes: &[BudgetWrite]) -> Result<Option<Rows>, CallError> {
        let month = |write: &BudgetWrite| match write {
            BudgetWrite::Amount { month, .. }
            | BudgetWrite::Carryover { month, .. }
            | BudgetWrite::Hold { month, .. } => *month,
        };
        let [first, _, ..] = writes else { return Ok(None) };
        if writes.iter().any(|write| month(write) != month(first)) {
            return Ok(None);
        }
        let table = facts::budget_table(self.mode);
        Ok(Some(read::budget::rows_of_month(self.reader, table, month(first))?))
    }

    /// The id of an existing row. Old files use another form of ids than new rows get.
    fn row_id(
        &self,
        of_month: Option<&Rows>,
        month: Month,
        category: &CategoryId,
    ) -> Result<Option<String>, CallError> {
        match of_month {
            Some(rows) => Ok(rows.get(category).map(|row| row.id.clone())),
            None => Ok(facts::budget_row_id(self.reader, self.mode, month, category)?),
        }
    }

    /// Sets columns of a row with an id, or of a new one, which also gets its month and category.
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
