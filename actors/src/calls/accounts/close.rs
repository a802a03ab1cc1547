//! Closing accounts: an empty one is deleted, a balance moves to another account, and a forced
//! close deletes all transactions. In every case the account is unlinked from its bank.

use serde_json::json;
use sobre_engine::accounts::{self, Closing, ClosingTransfer, Contents, heir};
use sobre_engine::crdt::Change;
use sobre_engine::ids::{AccountId, PayeeId};

use super::{living, unlinked};
use crate::calls::banks::unlinked_too;
use crate::calls::categories;
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
        let local_prefs = unlinked_too(world, &self.id)?;
        let mut changes = unlinked(world, &self.id)?;
        if !account.closed {
            changes.extend(closed(world, &self)?);
        }
        Ok(Plan { local_prefs, ..Plan::step(changes, ()) })
    }
}

/// The changes that close an open account.
fn closed(world: &World<'_>, call: &AccountClose) -> Result<Vec<Change>, CallError> {
    let figures = read::accounts::figures(world.reader, &call.id)?;
    match Closing::of(figures.num_transactions, figures.balance, call.forced) {
        Closing::Delete => Ok(vec![accounts::delete(&call.id)]),
        Closing::DeleteWithTransactions => with_everything(world, &call.id),
        Closing::Close => Ok(vec![accounts::set_closed(&call.id, true)]),
        Closing::Transfer(balance) => {
            let mut changes = vec![accounts::set_closed(&call.id, true)];
            changes.extend(move_away(world, call, balance)?);
            Ok(changes)
        }
    }
}

fn with_everything(world: &World<'_>, id: &AccountId) -> Result<Vec<Change>, CallError> {
    let other_sides = &read::accounts::other_sides(world.reader, id)?;
    let transactions = &read::accounts::transactions(world.reader, id)?;
    let payee = read::accounts::transfer_payee(world.reader, id)?;
    let contents = Contents { other_sides, transactions, transfer_payee: payee.as_ref() };
    Ok(accounts::delete_with_contents(id, contents))
}

/// The transaction that moves a balance in cents to another open account.
fn move_away(
    world: &World<'_>,
    call: &AccountClose,
    balance: i64,
) -> Result<Vec<Change>, CallError> {
    let target = heir(&call.id, call.transfer_account_id.as_ref())?;
    let payee = &transfer_payee(world, target)?;
    if let Some(category) = &call.category_id {
        categories::living(world, category)?;
    }
    let category = call.category_id.as_ref();
    let day = world.today();
    let transfer = ClosingTransfer { account: &call.id, balance, payee, category, day };
    StoredLedger::of(world).add(transfer.row())
}

/// The transfer payee of an open account.
fn transfer_payee(world: &World<'_>, target: &AccountId) -> Result<PayeeId, CallError> {
    let account = living(world, target)?;
    if account.closed {
        let message = format!("{} is closed and cannot receive the balance.", account.name);
        let facts = json!({ "name": account.name });
        return Err(CallError::new(ErrorCode::AccountClosed, message).with_meta(facts));
    }
    read::accounts::transfer_payee(world.reader, target)?.ok_or_else(|| {
        let message = format!("The file has no transfer payee for {}.", account.name);
        CallError::new(ErrorCode::OutOfSyncData, message)
    })
}
