//! Closing accounts: an empty one is deleted, what is left in another one is moved, and a forced
//! close takes all transactions along (spec/5 section 2). Whichever it is, the account is unlinked
//! from its bank.

use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::{AccountId, CategoryId, PayeeId};
use sobre_engine::ledger::{AddedRow, Field, Fields};

use super::{living, unlinked};
use crate::calls::stored_ledger::StoredLedger;
use crate::contract::accounts::AccountClose;
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::router::Mutation;
use crate::world::{Plan, World};

impl Mutation for AccountClose {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let accounts = read::accounts::living(world.reader)?;
        let Some(account) = accounts.iter().find(|account| account.id == self.id) else {
            return Ok(Plan::step(Vec::new(), ()));
        };
        let mut changes = unlinked(world, &self.id)?;
        if !account.closed {
            changes.extend(closed(world, &self)?);
        }
        Ok(Plan::step(changes, ()))
    }
}

/// What closes an open account.
fn closed(world: &World<'_>, call: &AccountClose) -> Result<Vec<Change>, CallError> {
    let figures = read::accounts::figures(world.reader, &call.id)?;
    if figures.num_transactions == 0 {
        return Ok(vec![deleted("accounts", &call.id)]);
    }
    if call.forced {
        return with_everything(world, &call.id);
    }
    let mut changes = vec![Change::new("accounts", &call.id, "closed", true)];
    if figures.balance != 0 {
        changes.extend(move_away(world, call, figures.balance)?);
    }
    Ok(changes)
}

fn deleted(table: &'static str, id: impl AsRef<str>) -> Change {
    Change::new(table, id, "tombstone", true)
}

/// Deletes an account, its transactions and its transfer payee. The other sides of its transfers
/// stay where they are, as rows without a payee.
fn with_everything(world: &World<'_>, id: &AccountId) -> Result<Vec<Change>, CallError> {
    let mut changes = Vec::new();
    for other in read::accounts::other_sides(world.reader, id)? {
        let nothing = [("description", Value::Null), ("transferred_id", Value::Null)];
        changes.extend(Change::row("transactions", &other, nothing));
    }
    let rows = read::accounts::transactions(world.reader, id)?;
    changes.extend(rows.iter().map(|row| deleted("transactions", row)));
    changes.push(deleted("accounts", id));
    let payee = read::accounts::transfer_payee(world.reader, id)?;
    changes.extend(payee.map(|payee| deleted("payees", payee)));
    Ok(changes)
}

/// The transaction that moves what is left to another open account.
fn move_away(
    world: &World<'_>,
    call: &AccountClose,
    balance: i64,
) -> Result<Vec<Change>, CallError> {
    let target = call.transfer_account_id.as_ref();
    let target = target.ok_or_else(|| CallError::of(ErrorCode::TransferRequired))?;
    if *target == call.id {
        return Err(CallError::of(ErrorCode::TransferToItself));
    }
    let mut fields = Fields::default();
    fields.set(Field::Account, call.id.as_str());
    fields.set(Field::Payee, transfer_payee(world, target)?.as_str());
    fields.set(Field::Amount, -balance);
    fields.set(Field::Date, world.today().yyyymmdd());
    fields.set(Field::Notes, "Closing account");
    if let Some(category) = &call.category_id {
        fields.set(Field::Category, living_category(world, category)?.as_str());
    }
    StoredLedger::of(world).add(AddedRow { id: None, fields })
}

/// The payee that stands for an open account.
fn transfer_payee(world: &World<'_>, target: &AccountId) -> Result<PayeeId, CallError> {
    let account = living(world, target)?;
    if account.closed {
        let message = format!("{} is closed and can take nothing over.", account.name);
        return Err(CallError::new(ErrorCode::AccountClosed, message));
    }
    read::accounts::transfer_payee(world.reader, target)?.ok_or_else(|| {
        let message = format!("The file has no transfer payee for {}.", account.name);
        CallError::new(ErrorCode::OutOfSyncData, message)
    })
}

fn living_category<'c>(world: &World<'_>, id: &'c CategoryId) -> Result<&'c CategoryId, CallError> {
    match read::categories::find(world.reader, id)? {
        Some((_, _, false)) => Ok(id),
        Some((_, _, true)) | None => Err(CallError::of(ErrorCode::NoCategories)),
    }
}
