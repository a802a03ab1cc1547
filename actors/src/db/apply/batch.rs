//! The messages of one write, sorted into rows: every row of a table is written once however
//! many of its columns change. Unknown names are told apart here, before any SQL is built: own ones
//! are refused, those of other copies wait for a version of the program that knows them. Amounts of
//! other copies that cannot be added up are set aside with them.

use std::collections::HashMap;
use std::sync::Arc;

use sobre_engine::crdt::{Message, Timestamp, Value};
use sobre_engine::money::MAX_CENTS;

use crate::db::error::ApplyError;
use crate::db::schema::{self, Column, Kind, PREFS, PREFS_KEYS, Table};

/// One column of a row with its winning message.
#[derive(Debug)]
pub(super) struct CellWrite<'m> {
    /// Position in [`Table::columns`].
    pub(super) column: usize,
    pub(super) value: &'m Value,
    pub(super) timestamp: Timestamp,
}

/// The columns to write in one row.
#[derive(Debug)]
pub(super) struct RowWrite<'m> {
    pub(super) table: &'static Table,
    pub(super) id: &'m Arc<str>,
    /// In the order of the table's columns, each once.
    pub(super) cells: Vec<CellWrite<'m>>,
}

/// A key of `metadata.json` to set.
#[derive(Debug)]
pub(super) struct PrefWrite<'m> {
    pub(super) key: &'m Arc<str>,
    pub(super) message: &'m Message,
    pub(super) value: &'m Value,
}

/// The rows and metadata keys of one write.
#[derive(Debug, Default)]
pub(super) struct Batch<'m> {
    pub(super) rows: Vec<RowWrite<'m>>,
    pub(super) prefs: Vec<PrefWrite<'m>>,
    /// Received messages that are not written: see [`is_writable`].
    pub(super) aside: Vec<&'m Message>,
}

impl<'m> Batch<'m> {
    /// Sorts messages, oldest first, into rows. The latest value of a column wins.
    ///
    /// # Errors
    /// [`ApplyError::InvalidSchema`] for an unknown table or column in an own message.
    pub(super) fn group(messages: &[&'m Message], own: bool) -> Result<Self, ApplyError> {
        let mut batch = Self::default();
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        let mut last: Option<usize> = None;
        for message in messages {
            let change = &message.change;
            if !own && !is_writable(message) {
                batch.aside.push(message);
                continue;
            }
            if change.dataset == PREFS {
                batch.set_pref(message);
                continue;
            }
            // Messages of one row mostly stand together, so the last row is tried first.
            let known = last.filter(|at| batch.rows[*at].is(&change.dataset, &change.row));
            let at = match known {
                Some(at) => at,
                None => batch.place(&mut places, message)?,
            };
            last = Some(at);
            batch.rows[at].set(message)?;
        }
        Ok(batch)
    }

    fn place(
        &mut self,
        places: &mut HashMap<(&'m str, &'m str), usize>,
        message: &'m Message,
    ) -> Result<usize, ApplyError> {
        let change = &message.change;
        let table = schema::table(&change.dataset)
            .ok_or_else(|| ApplyError::InvalidSchema("unknown table".to_owned()))?;
        let key = (table.name, &*change.row);
        // Own tags have a unique name, which one row may leave for another within one batch; only
        // their original order is sure to be possible.
        if table.name != "tags"
            && let Some(at) = places.get(&key)
        {
            return Ok(*at);
        }
        self.rows.push(RowWrite { table, id: &change.row, cells: Vec::new() });
        places.insert(key, self.rows.len() - 1);
        Ok(self.rows.len() - 1)
    }

    fn set_pref(&mut self, message: &'m Message) {
        let key = &message.change.row;
        if !PREFS_KEYS.contains(&&**key) {
            return;
        }
        self.prefs.retain(|pref| pref.key != key);
        self.prefs.push(PrefWrite { key, message, value: &message.change.value });
    }
}

/// Columns of cents, in the tables that cells are made of.
const MONEY: &[&str] = &["amount", "buffered", "goal", "long_goal"];

/// Whether a received message is written: this version has its column, and an amount is one that
/// can be added up. That depends on the message alone, so it is the same on every device.
pub(super) fn is_writable(message: &Message) -> bool {
    let change = &message.change;
    if change.dataset == PREFS {
        return true;
    }
    let Some(table) = schema::table(&change.dataset) else { return false };
    let Some(column) = table.column(&change.column) else { return false };
    !is_money(table, column) || is_in_range(&change.value)
}

/// Whether a column holds cents.
pub(super) fn is_money(table: &Table, column: usize) -> bool {
    let Column { name, kind } = table.columns[column];
    kind == Kind::Integer && MONEY.contains(&name)
}

/// Whether a value lies within the bound of amounts, also one that SQLite would make a number of.
pub(super) fn is_in_range(value: &Value) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "the bound is exact as a float")]
    let fits = |number: f64| number.abs() <= MAX_CENTS as f64;
    match value {
        Value::Null => true,
        Value::Integer(cents) => cents.unsigned_abs() <= MAX_CENTS.unsigned_abs(),
        Value::Real(number) => fits(*number),
        Value::Text(text) => text.trim().parse().map_or(true, fits),
    }
}

impl<'m> RowWrite<'m> {
    fn is(&self, dataset: &str, row: &str) -> bool {
        **self.id == *row && self.table.name == dataset
    }

    fn set(&mut self, message: &'m Message) -> Result<(), ApplyError> {
        let Message { timestamp, change } = message;
        let column = self.table.column(&change.column).ok_or_else(|| {
            ApplyError::InvalidSchema(format!("unknown column in table {}", self.table.name))
        })?;
        let cell = CellWrite { column, value: &change.value, timestamp: *timestamp };
        match self.cells.binary_search_by_key(&column, |cell| cell.column) {
            Ok(at) => self.cells[at] = cell,
            Err(at) => self.cells.insert(at, cell),
        }
        Ok(())
    }
}
