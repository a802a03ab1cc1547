//! Sorts the messages of a write into rows: each row is written once however many of its columns
//! change. Unknown names and unsuitable values are detected here, before any SQL is built. Local
//! ones are refused; received ones are deferred.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::types::ValueRef;
use sobre_engine::crdt::{Message, Timestamp, Value};

use crate::db::error::ApplyError;
use crate::db::fit::{self, MAX_TEXT_BYTES};
use crate::db::schema::{self, PREFS, PREFS_KEYS, Table};

/// One column of a row with its winning message.
#[derive(Debug)]
pub(super) struct CellWrite<'m> {
    /// Position in [`Table::columns`].
    pub(super) column: usize,
    /// In stored form.
    pub(super) value: ValueRef<'m>,
    pub(super) timestamp: Timestamp,
}

/// The columns to write in one row.
#[derive(Debug)]
pub(super) struct RowWrite<'m> {
    pub(super) table: &'static Table,
    pub(super) id: &'m Arc<str>,
    /// In the order of the table's columns, each once.
    pub(super) cells: Vec<CellWrite<'m>>,
    /// Whether a deferred message refers to it: a row exists from its first message on.
    pub(super) is_named: bool,
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
    pub(super) deferred: Vec<&'m Message>,
}

impl<'m> Batch<'m> {
    /// Sorts messages, oldest first, into rows. The latest value of a column wins.
    ///
    /// # Errors
    /// [`ApplyError::InvalidSchema`] for a local message that cannot be written.
    pub(super) fn group(messages: &[&'m Message], own: bool) -> Result<Self, ApplyError> {
        let mut batch = Self::default();
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        let mut last: Option<usize> = None;
        for message in messages {
            let change = &message.change;
            let (table, cell) = match Destination::of(message) {
                Destination::Pref => {
                    batch.set_pref(message);
                    continue;
                }
                Destination::Cell { table, column, value } => {
                    (table, Some(CellWrite { column, value, timestamp: message.timestamp }))
                }
                _ if own => {
                    let what = format!("{}.{}", change.dataset, change.column);
                    return Err(ApplyError::InvalidSchema(what));
                }
                Destination::Row(table) => (table, None),
                Destination::Nowhere => {
                    batch.deferred.push(message);
                    continue;
                }
            };
            // Messages of one row are mostly adjacent, so try the last row first.
            let known = last.filter(|at| batch.rows[*at].is(&change.dataset, &change.row));
            let at = known.unwrap_or_else(|| batch.row_of(&mut places, table, message));
            last = Some(at);
            match cell {
                Some(cell) => batch.rows[at].set(cell),
                None => {
                    batch.rows[at].is_named = true;
                    batch.deferred.push(message);
                }
            }
        }
        Ok(batch)
    }

    fn row_of(
        &mut self,
        places: &mut HashMap<(&'m str, &'m str), usize>,
        table: &'static Table,
        message: &'m Message,
    ) -> usize {
        let key = (table.name, &*message.change.row);
        // A tag's unique name may move from one row to another within a batch, so writes of tags
        // are never merged and keep their order.
        if table.name != "tags"
            && let Some(at) = places.get(&key)
        {
            return *at;
        }
        let id = &message.change.row;
        self.rows.push(RowWrite { table, id, cells: Vec::new(), is_named: false });
        places.insert(key, self.rows.len() - 1);
        self.rows.len() - 1
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

/// Longest metadata value, in bytes. Names have at most a hundred characters.
const MAX_PREF_BYTES: usize = 4096;

/// Where a message is written. That depends on the message alone, so it is the same on every
/// device.
enum Destination<'m> {
    /// A key of the metadata.
    Pref,
    Cell {
        table: &'static Table,
        column: usize,
        value: ValueRef<'m>,
    },
    /// No column, at most a new row: the column does not accept the value.
    Row(&'static Table),
    /// Not at all: this version lacks its column, or the value is too large for any column.
    Nowhere,
}

impl<'m> Destination<'m> {
    fn of(message: &'m Message) -> Self {
        let change = &message.change;
        if change.dataset == PREFS {
            return if is_pref_value(&change.value) { Self::Pref } else { Self::Nowhere };
        }
        let table = schema::table(&change.dataset);
        let place = table.and_then(|table| Some((table, table.column(&change.column)?)));
        match place.filter(|_| change.row.len() <= MAX_TEXT_BYTES) {
            None => Self::Nowhere,
            Some((table, column)) => match fit::received(table.columns[column], &change.value) {
                Some(value) => Self::Cell { table, column, value },
                None => Self::Row(table),
            },
        }
    }
}

/// Whether a received message is written.
pub(super) fn is_writable(message: &Message) -> bool {
    matches!(Destination::of(message), Destination::Pref | Destination::Cell { .. })
}

/// Whether the metadata accept a value: a short text, which every program can read.
pub(super) fn is_pref_value(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.len() <= MAX_PREF_BYTES)
}

impl<'m> RowWrite<'m> {
    fn is(&self, dataset: &str, row: &str) -> bool {
        **self.id == *row && self.table.name == dataset
    }

    fn set(&mut self, cell: CellWrite<'m>) {
        match self.cells.binary_search_by_key(&cell.column, |cell| cell.column) {
            Ok(at) => self.cells[at] = cell,
            Err(at) => self.cells.insert(at, cell),
        }
    }
}
