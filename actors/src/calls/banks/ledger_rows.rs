//! Converts an account's transactions to the rows that an import compares, and its result to a
//! batch of writes.

use std::collections::HashMap;

use serde_json::{Value as Json, json};
use sobre_engine::banks::Fields;
use sobre_engine::banks::import::{Fate, Imported, LedgerRow, Said, Transfer};
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, CategoryId, TransactionId};
use sobre_engine::ledger::{AddedRow, Batch, LedgerError, UpdatedRow};
use sobre_engine::money::Amount;

use super::incoming::RuledRow;
use crate::calls::said::merged_lines;
use crate::contract::CallError;
use crate::contract::transactions::GivenFields;
use crate::db::read;
use crate::db::read::banks::ComparedRow;
use crate::world::World;

/// Gap between the sort orders of new transactions, so that others fit between them.
const ORDER_STEP: i64 = 1024;
/// Marks a transfer, to which the import must not assign a category.
const OF_TRANSFER: &str = "";

/// Converts a stored transaction; `None` if its day or amount is out of range.
pub(super) fn ledger_row(stored: &ComparedRow, account: &AccountId) -> Option<LedgerRow> {
    let row = &stored.said.row;
    let text = |it: &Option<std::sync::Arc<str>>| it.as_deref().map(str::to_owned);
    let transfer = match stored.has_settled_side {
        None => Transfer::None,
        Some(false) => Transfer::Open,
        Some(true) => Transfer::Settled,
    };
    let category = row.category.clone();
    Some(LedgerRow {
        id: row.id.clone(),
        date: Day::from_yyyymmdd(row.date.0)?,
        amount: Amount::from_cents(row.amount).ok()?,
        payee: row.payee.clone(),
        category: match transfer {
            Transfer::None => category,
            Transfer::Open | Transfer::Settled => category.or(Some(CategoryId::from(OF_TRANSFER))),
        },
        notes: text(&row.notes),
        bank_id: text(&row.imported_id),
        imported_payee: text(&row.imported_payee),
        cleared: row.cleared,
        reconciled: row.reconciled,
        is_parent: row.is_parent,
        is_start: row.starting_balance_flag,
        schedule: row.schedule.as_deref().map(str::to_owned),
        transfer,
        deleted: row.tombstone,
        is_elsewhere: row.account != *account,
        merged: merged_lines(&stored.said).filter_map(|(_, id)| id).collect(),
        said: stored.said.said.as_deref().map(Said::stored).unwrap_or_default(),
    })
}

/// The writes of an import.
pub(super) struct Writes {
    added: Vec<GivenFields>,
    updated: Vec<GivenFields>,
    deleted: Vec<TransactionId>,
}

impl Writes {
    /// Collects the rows that an import adds or changes.
    pub(super) fn of(
        world: &World<'_>,
        account: &AccountId,
        ledger: &[LedgerRow],
        ruled: &[RuledRow],
        imported: &Imported,
    ) -> Result<Self, CallError> {
        let before: HashMap<&TransactionId, &LedgerRow> =
            ledger.iter().map(|row| (&row.id, row)).collect();
        let fates = imported.report.fates.iter().zip(ruled).enumerate();
        let origins: HashMap<&TransactionId, (usize, &RuledRow)> =
            fates
                .filter_map(|(place, (fate, row))| {
                    if let Fate::Added(id) = fate { Some((id, (place, row))) } else { None }
                })
                .collect();
        let now_ms = world.now_ms();
        let mut writes = Self { added: Vec::new(), updated: Vec::new(), deleted: Vec::new() };
        for row in &imported.rows {
            let origin = origins.get(&row.id).copied();
            match before.get(&row.id) {
                Some(before) if !before.deleted || row.deleted => writes.change(before, row),
                stored => {
                    let mut new = New { account, row, origin: origin.map(|(_, it)| it) }.fields();
                    let place = origin.map_or(0, |(place, _)| i64::try_from(place).unwrap_or(0));
                    new.insert("sort_order".to_owned(), json!(now_ms - place * ORDER_STEP));
                    writes.add(new, row, origin.map(|(_, it)| it), stored.is_some());
                }
            }
        }
        writes.move_lines(world, &before, &imported.rows)?;
        Ok(writes)
    }

    /// Adds a new transaction with its split lines, or restores a deleted one.
    fn add(
        &mut self,
        mut new: GivenFields,
        row: &LedgerRow,
        origin: Option<&RuledRow>,
        comes_back: bool,
    ) {
        if comes_back {
            let none = ["parent_id", "transfer_id", "error"];
            new.extend(none.map(|field| (field.to_owned(), Json::Null)));
            for flag in ["tombstone", "is_child", "reconciled"] {
                new.insert(flag.to_owned(), json!(false));
            }
            let is_split = new.get("is_parent").cloned().unwrap_or(json!(false));
            new.insert("is_parent".to_owned(), is_split);
            self.updated.push(new);
        } else {
            self.added.push(new);
        }
        let lines = origin.map_or(&[][..], |it| &it.lines);
        self.added.extend(lines.iter().cloned().map(|mut line| {
            line.insert("parent_id".to_owned(), json!(row.id));
            line.insert("cleared".to_owned(), json!(row.cleared));
            line.shift_remove("imported_id");
            line
        }));
    }

    /// The fields of a stored transaction that differ. With another key, all that the bank says is
    /// written, and with another amount the key and the stored data too: of two devices that
    /// decided differently, the later decision then holds as a whole.
    fn change(&mut self, before: &LedgerRow, row: &LedgerRow) {
        let mut fields = GivenFields::new();
        let mut set = |field: &str, differs: bool, value: Json| {
            if differs {
                fields.insert(field.to_owned(), value);
            }
        };
        let is_other = before.bank_id != row.bank_id;
        let said_amount =
            |it: &LedgerRow| it.said.fields.as_ref()?.get("transactionAmount").cloned();
        let is_amended = before.amount != row.amount || said_amount(before) != said_amount(row);
        set("date", is_other || before.date != row.date, json!(row.date));
        set("amount", is_other || is_amended, json!(row.amount));
        set("payee", before.payee != row.payee, json!(row.payee));
        set("category", before.category != row.category, json!(category(row)));
        set("notes", before.notes != row.notes, json!(row.notes));
        set("imported_id", is_other || is_amended, json!(row.bank_id));
        let payee = &row.imported_payee;
        set("imported_payee", is_other || before.imported_payee != *payee, json!(payee));
        set("cleared", is_other || before.cleared != row.cleared, json!(row.cleared));
        set("schedule", before.schedule != row.schedule, json!(row.schedule));
        let is_said =
            (is_other || is_amended) && row.said.fields.is_some() || before.said != row.said;
        set("raw_synced_data", is_said, json!(said(row)));
        if !fields.is_empty() {
            fields.insert("id".to_owned(), json!(row.id));
            self.updated.push(fields);
        }
        if row.deleted {
            self.deleted.push(row.id.clone());
        }
    }

    /// Copies date and cleared state of changed splits to their lines.
    fn move_lines(
        &mut self,
        world: &World<'_>,
        before: &HashMap<&TransactionId, &LedgerRow>,
        rows: &[LedgerRow],
    ) -> Result<(), CallError> {
        let moved: HashMap<TransactionId, &LedgerRow> = rows
            .iter()
            .filter(|row| {
                let differs = |it: &&LedgerRow| (it.date, it.cleared) != (row.date, row.cleared);
                row.is_parent && !row.deleted && before.get(&row.id).is_some_and(differs)
            })
            .map(|row| (row.id.clone(), row))
            .collect();
        if moved.is_empty() {
            return Ok(());
        }
        let splits: Vec<TransactionId> = moved.keys().cloned().collect();
        for line in read::transactions::children(world.reader, &splits)? {
            let Some(split) = line.parent_id.as_ref().and_then(|id| moved.get(id)) else {
                continue;
            };
            let fields = [
                ("id", json!(line.id)),
                ("date", json!(split.date)),
                ("cleared", json!(split.cleared)),
            ];
            self.updated
                .push(fields.map(|(it, value)| (it.to_owned(), value)).into_iter().collect());
        }
        Ok(())
    }

    /// All rows to write.
    pub(super) fn rows(&self) -> impl Iterator<Item = &GivenFields> {
        self.added.iter().chain(&self.updated)
    }

    /// The batch that writes the rows.
    pub(super) fn batch(&self) -> Result<Batch, LedgerError> {
        Ok(Batch {
            added: self.added.iter().map(AddedRow::read).collect::<Result<_, _>>()?,
            updated: self.updated.iter().map(UpdatedRow::read).collect::<Result<_, _>>()?,
            deleted: self.deleted.clone(),
            ..Batch::default()
        })
    }
}

/// A transaction that an import adds.
struct New<'n> {
    account: &'n AccountId,
    row: &'n LedgerRow,
    /// The bank's row; `None` for a starting balance.
    origin: Option<&'n RuledRow>,
}

impl New<'_> {
    fn fields(&self) -> GivenFields {
        let Self { account, row, origin } = *self;
        let mut fields = origin.map(|it| it.fields.clone()).unwrap_or_default();
        let is_split = origin.is_some_and(|it| !it.lines.is_empty());
        let account = fields.get("account").cloned().unwrap_or(json!(account));
        let known = [
            ("id", json!(row.id)),
            ("account", account),
            ("date", json!(row.date)),
            ("amount", json!(row.amount)),
            ("payee", json!(row.payee)),
            ("category", json!(category(row).filter(|_| !is_split))),
            ("notes", json!(row.notes)),
            ("imported_id", json!(row.bank_id)),
            ("imported_payee", json!(row.imported_payee)),
            ("cleared", json!(row.cleared)),
            ("schedule", json!(row.schedule)),
            ("starting_balance_flag", json!(row.is_start.then_some(true))),
            ("raw_synced_data", json!(said(row))),
        ];
        fields.extend(known.map(|(field, value)| (field.to_owned(), value)));
        fields
    }
}

/// The category to write; `None` for a transfer.
fn category(row: &LedgerRow) -> Option<&CategoryId> {
    row.category.as_ref().filter(|it| it.as_str() != OF_TRANSFER)
}

/// The raw bank data to store.
fn said(row: &LedgerRow) -> Option<String> {
    let fields: &Fields = row.said.fields.as_ref()?;
    serde_json::to_string(fields).ok()
}
