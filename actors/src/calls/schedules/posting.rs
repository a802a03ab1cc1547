//! Posting: the transaction of a schedule's date, as the rules leave it. Its ids follow from
//! schedule and date, so that the same date posted on two devices is one row after a sync.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value as Json, json};
use sobre_engine::crdt::Change;
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, PayeeId, TransactionId};
use sobre_engine::ledger::{AddedRow, Batch, LedgerError};
use sobre_engine::schedules::{posted_id, posted_line_id, posted_transfer_id};

use super::editing::moved;
use super::stored::{Schedules, Stored, date_of};
use crate::calls::payees::made_payees;
use crate::calls::rules::applying::run_on_new;
use crate::calls::stored_ledger::StoredLedger;
use crate::calls::transactions::payee_names;
use crate::contract::CallError;
use crate::contract::payees::NewPayee;
use crate::contract::schedules::{PostedTransaction, SchedulePostTransaction};
use crate::contract::transactions::GivenFields;
use crate::db::read::schedules as read;
use crate::environment::Ids;
use crate::router::Mutation;
use crate::world::{Plan, World};

impl Mutation for SchedulePostTransaction {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let schedules = Schedules::of(world)?;
        let stored = schedules.get(&self.id)?;
        let nothing = || Ok(Plan::step(Vec::new(), ()));
        let (Some(account), Some(date)) = (stored.parts().account, stored.next_date()) else {
            return nothing();
        };
        let Some(id) = free_version(world, &self.id, date)? else { return nothing() };
        let day = if self.today == Some(true) { schedules.today } else { date };
        let post = Post { schedule: stored, account, id, day };
        let mut changes = post.decide(world, &mut MadePayees::default())?.changes;
        // The next of several missed dates can be posted at once.
        let later = date_of(stored).filter(|_| date < schedules.today);
        if let Some(later) = later.and_then(|dates| dates.after(date)) {
            changes.extend(moved(stored, later));
        }
        let name = stored.name(world)?;
        let facts = [("name", name.as_str().into()), ("day", date.to_string().as_str().into())];
        Ok(Plan::step(changes, ()).named("postedSchedule", facts))
    }
}

/// The id for the transaction of a date that a person posts: of the first version that was not made
/// before. None while the transaction of the date stands.
fn free_version(
    world: &World<'_>,
    schedule: &str,
    date: Day,
) -> Result<Option<TransactionId>, CallError> {
    for version in 0..=u32::MAX {
        let id = posted_id(schedule, date, version);
        match read::posted(world.reader, std::slice::from_ref(&id))?.get(&id) {
            None => return Ok(Some(id)),
            Some(true) => return Ok(None),
            Some(false) => {}
        }
    }
    Ok(None)
}

/// A transaction to post.
pub(super) struct Post<'s> {
    pub(super) schedule: &'s Stored,
    pub(super) account: AccountId,
    pub(super) id: TransactionId,
    pub(super) day: Day,
}

/// The changes of a posted transaction, and what it is.
pub(super) struct Posted {
    pub(super) changes: Vec<Change>,
    /// None if a rule deleted it.
    pub(super) transaction: Option<PostedTransaction>,
}

impl Post<'_> {
    /// The transaction as the rules leave it, followed by its split lines. Empty if a rule deletes
    /// it.
    pub(super) fn rows(&self, world: &World<'_>) -> Result<Vec<GivenFields>, CallError> {
        let parts = self.schedule.parts();
        let fields = [
            ("id", json!(self.id)),
            ("account", json!(self.account)),
            ("payee", json!(parts.payee)),
            ("amount", json!(parts.posted_amount())),
            ("date", json!(self.day)),
            ("schedule", json!(self.schedule.row.id)),
            ("cleared", json!(false)),
        ];
        let fields = fields.map(|(field, value)| (field.to_owned(), value));
        let lines = DerivedIds::new(&self.id, posted_line_id);
        run_on_new(&world.with_ids(&lines), vec![fields.into_iter().collect()])
    }

    /// The changes that add it, with the other sides of transfers and with the payees that do not
    /// exist yet.
    pub(super) fn decide(
        &self,
        world: &World<'_>,
        made: &mut MadePayees,
    ) -> Result<Posted, CallError> {
        let mut rows = self.rows(world)?;
        let (mut changes, new) = made.resolve(world, &mut rows)?;
        let added = rows.iter().map(AddedRow::read).collect::<Result<_, LedgerError>>()?;
        let transfers = DerivedIds::new(&self.id, posted_transfer_id);
        let with_transfers = world.with_ids(&transfers);
        let ledger = StoredLedger::of(&with_transfers).with_payees(new);
        let batch = Batch { added, run_transfers: true, ..Batch::default() };
        changes.extend(ledger.decide(&batch)?.changes);
        let transaction = rows.first().map(|row| self.shown(row));
        Ok(Posted { changes, transaction })
    }

    fn shown(&self, row: &GivenFields) -> PostedTransaction {
        let text = |field: &str| row.get(field).and_then(Json::as_str);
        PostedTransaction {
            schedule: self.schedule.row.id.clone(),
            name: self.schedule.row.name.clone(),
            id: self.id.clone(),
            account: text("account").map_or_else(|| self.account.clone(), Into::into),
            payee: text("payee").map(Into::into).or_else(|| self.schedule.parts().payee),
            date: text("date").and_then(|day| day.parse().ok()).unwrap_or(self.day),
            amount: row.get("amount").and_then(Json::as_i64).unwrap_or(0),
        }
    }
}

/// The new payees of the transactions that one step posts. Each is made once. Its id follows from
/// its name, so that two devices make the same payee.
#[derive(Debug, Clone, Default)]
pub(super) struct MadePayees(Vec<NewPayee>);

impl MadePayees {
    /// Replaces names by the ids of payees. Returns the changes that make those that neither exist
    /// nor were made before, and the ids of all that the step makes.
    fn resolve(
        &mut self,
        world: &World<'_>,
        rows: &mut [GivenFields],
    ) -> Result<(Vec<Change>, HashSet<PayeeId>), CallError> {
        let before = self.0.len();
        let new_id = |name: &str| payee_names::free_id(world, name);
        payee_names::resolve_as(world, rows.iter_mut(), &mut self.0, &new_id)?;
        let changes = made_payees(world, self.0[before..].to_vec())?.0;
        Ok((changes, self.0.iter().filter_map(|payee| payee.id.clone()).collect()))
    }
}

/// Ids that follow from a posted transaction, counted.
struct DerivedIds {
    of: TransactionId,
    derive: fn(&TransactionId, usize) -> TransactionId,
    count: AtomicUsize,
}

impl DerivedIds {
    fn new(of: &TransactionId, derive: fn(&TransactionId, usize) -> TransactionId) -> Self {
        Self { of: of.clone(), derive, count: AtomicUsize::new(0) }
    }
}

impl Ids for DerivedIds {
    fn uuid(&self) -> String {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        (self.derive)(&self.of, number).to_string()
    }
}
