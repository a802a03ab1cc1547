//! Applies the account's settings and the rules to the rows of a response.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value as Json, json};
use sobre_engine::banks::import::{Incoming, Wanted};
use sobre_engine::banks::{
    AccountSettings, BankAnswer, Fields, Keyed, decimal_text, keyed, made_id,
};
use sobre_engine::ids::AccountId;
use sobre_engine::names::MAX_CHARS;

use crate::calls::rules::applying::run_on_new;
use crate::calls::transactions::payee_names;
use crate::contract::CallError;
use crate::contract::payees::NewPayee;
use crate::contract::transactions::GivenFields;
use crate::db::read;
use crate::environment::Ids;
use crate::world::World;

/// A row of a response after the rules.
pub(super) struct RuledRow {
    /// Its fields after the rules, or as they were given if a rule deletes it.
    pub(super) fields: GivenFields,
    /// The split lines that the rules created.
    pub(super) lines: Vec<GivenFields>,
}

/// The account of a response, and how to read its rows.
pub(super) struct Reading<'r> {
    pub(super) account: &'r AccountId,
    pub(super) off_budget: bool,
    pub(super) settings: &'r AccountSettings,
}

/// Reads the rows of a response and runs the rules on them; the two lists have the same order. Adds
/// new payees to `made`.
pub(super) fn ruled(
    world: &World<'_>,
    answer: &BankAnswer,
    reading: &Reading<'_>,
    made: &mut Vec<NewPayee>,
) -> Result<(Vec<Incoming>, Vec<RuledRow>), CallError> {
    let keyed = keyed(&answer.rows);
    let ids: Vec<String> = keyed.iter().map(|_| world.ids.uuid()).collect();
    let mut rows: Vec<GivenFields> =
        keyed.iter().zip(&ids).map(|(it, id)| reading.given(it, id)).collect();
    let new_id = |name: &str| payee_names::free_id(world, name);
    payee_names::resolve_as(world, rows.iter_mut(), made, &new_id)?;
    let mut rows = run_on_new(world, rows)?;
    payee_names::resolve_as(world, rows.iter_mut(), made, &new_id)?;
    let (mut heads, mut lines) = (HashMap::new(), HashMap::<String, Vec<GivenFields>>::new());
    for row in rows {
        match (text(&row, "parent_id"), text(&row, "id")) {
            (Some(parent), _) => lines.entry(parent).or_default().push(row),
            (None, Some(id)) => drop(heads.insert(id, row)),
            (None, None) => {}
        }
    }
    let rows = keyed.into_iter().zip(ids).map(|(it, id)| {
        let fields = heads.remove(&id);
        let is_deleted = fields.is_none();
        let fields = fields.unwrap_or_else(|| reading.given(&it, &id));
        let incoming = reading.incoming(&it, id.as_str(), &fields, is_deleted);
        (incoming, RuledRow { fields, lines: lines.remove(&id).unwrap_or_default() })
    });
    Ok(rows.unzip())
}

impl Reading<'_> {
    /// A bank's row as input for the rules.
    fn given(&self, it: &Keyed<'_>, id: &str) -> GivenFields {
        let mapped = self.settings.mapped(it.row);
        let name = mapped.payee.as_deref().map(|payee| payee.chars().take(MAX_CHARS));
        let fields = [
            ("id", json!(id)),
            ("account", json!(self.account)),
            ("date", json!(mapped.date)),
            ("amount", json!(it.row.amount)),
            ("payee", Json::Null),
            ("payee_name", json!(name.map(String::from_iter))),
            ("imported_payee", json!(mapped.payee)),
            ("category", Json::Null),
            ("notes", json!(mapped.notes)),
            ("imported_id", json!(it.key)),
            ("cleared", json!(it.row.posted)),
        ];
        fields.map(|(field, value)| (field.to_owned(), value)).into_iter().collect()
    }

    fn incoming(
        &self,
        it: &Keyed<'_>,
        id: &str,
        fields: &GivenFields,
        is_deleted: bool,
    ) -> Incoming {
        let row = it.row;
        let mapped = self.settings.mapped(row);
        let wants =
            self.settings.import_transactions && (row.posted || self.settings.import_pending);
        let cents = fields.get("amount").cloned().and_then(|it| serde_json::from_value(it).ok());
        let day = text(fields, "date").and_then(|day| day.parse().ok());
        let category = text(fields, "category").filter(|_| !self.off_budget);
        let payee = text(fields, "payee");
        Incoming {
            shared_id: row.id.clone().filter(|_| it.is_shared_id),
            key: it.key.clone(),
            pending_of: row.pending_of.clone(),
            posted: row.posted,
            date: day.unwrap_or(mapped.date),
            amount: cents.unwrap_or(row.amount),
            category: category.map(Into::into),
            notes: text(fields, "notes"),
            imported_payee: text(fields, "imported_payee").or(mapped.payee),
            schedule: text(fields, "schedule"),
            fields: self.stored_fields(it, payee.as_deref(), fields),
            payee: payee.map(Into::into),
            fresh_id: id.into(),
            wanted: match () {
                () if !wants => Wanted::No,
                () if is_deleted => Wanted::NotIfNew,
                () => Wanted::Yes,
            },
        }
    }

    /// The raw bank data stored with the transaction: the bank's fields, and those that other
    /// programs of the file format add.
    fn stored_fields(&self, it: &Keyed<'_>, payee: Option<&str>, fields: &GivenFields) -> Fields {
        let mut stored = it.row.fields.clone();
        let more = [
            ("account", json!(self.account)),
            ("cleared", json!(it.row.posted)),
            ("amount", json!(decimal_text(it.row.amount))),
            ("imported_payee", json!(text(fields, "imported_payee"))),
            ("payee", json!(payee)),
        ];
        stored.extend(more.map(|(field, value)| (field.to_owned(), value)));
        stored
    }
}

/// A field of a transaction as text.
pub(super) fn text(row: &GivenFields, field: &str) -> Option<String> {
    row.get(field).and_then(Json::as_str).map(str::to_owned)
}

/// Ids for rows without a bank key. They derive from the account, the message and the number of
/// deleted transactions. So two devices that import one message create the same rows, and an import
/// after an undo creates new ones.
pub(super) struct MessageIds {
    of: String,
    count: AtomicUsize,
}

impl MessageIds {
    pub(super) fn of(
        world: &World<'_>,
        account: &AccountId,
        message: &str,
    ) -> Result<Self, CallError> {
        let deleted = read::banks::deleted(world.reader, account)?;
        Ok(Self { of: format!("{account}\n{message}\n{deleted}"), count: AtomicUsize::new(0) })
    }
}

impl Ids for MessageIds {
    fn uuid(&self) -> String {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        made_id(&self.of, number).to_string()
    }
}
