//! Calls about accounts. The engine decides the changes.

mod close;

use sobre_engine::accounts::{self, Accounts, NewAccount, STARTING_PAYEE, StartingBalance};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::AccountId;
use sobre_engine::ledger;
use sobre_engine::money::Amount;
use sobre_engine::payees;

use super::banks::unlinked_too;
use super::stored_ledger::StoredLedger;
use crate::contract::accounts::{
    Account, AccountCreate, AccountFigures, AccountMove, AccountProperties, AccountReopen,
    AccountType, AccountUnlink, AccountUpdate, AccountUpdated, AccountsGet,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

impl Query for AccountsGet {
    fn run(self, world: &World<'_>) -> Result<Vec<Account>, CallError> {
        Ok(read::accounts::living(world.reader)?)
    }
}

impl Query for AccountProperties {
    fn run(self, world: &World<'_>) -> Result<AccountFigures, CallError> {
        living(world, &self.id)?;
        Ok(read::accounts::figures(world.reader, &self.id)?)
    }
}

impl Mutation for AccountCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let stored = read::accounts::living(world.reader)?;
        let (id, transfer_payee) = (world.ids.row_id(), world.ids.row_id());
        let mut changes = all(&stored).create(NewAccount {
            id: &id,
            name: &self.name,
            off_budget: self.off_budget,
            closed: self.closed,
            kind: self.r#type.map(AccountType::stored),
            transfer_payee: &transfer_payee,
        })?;
        if let Some(balance) = self.balance.filter(|balance| *balance != Amount::ZERO) {
            let account = ledger::Account {
                id: id.as_str().into(),
                off_budget: self.off_budget,
                transfer_payee: Some(transfer_payee.into()),
            };
            changes.extend(starting_balance(world, account, balance)?);
        }
        Ok(Plan::step(changes, id))
    }
}

impl Mutation for AccountUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<AccountUpdated>, CallError> {
        living(world, &self.id)?;
        Ok(Plan::step(vec![accounts::rename(&self.id, &self.name)?], AccountUpdated {}))
    }
}

impl Mutation for AccountReopen {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let account = living(world, &self.id)?;
        let open = account.closed.then(|| accounts::set_closed(&self.id, false));
        Ok(Plan::step(open.into_iter().collect(), ()))
    }
}

impl Mutation for AccountUnlink {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        living(world, &self.id)?;
        let local_prefs = unlinked_too(world, &self.id)?;
        Ok(Plan { local_prefs, ..Plan::unrecorded(unlinked(world, &self.id)?, ()) })
    }
}

impl Mutation for AccountMove {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = read::accounts::living(world.reader)?;
        Ok(Plan::step(all(&stored).move_account(&self.id, self.target_id.as_ref())?, ()))
    }
}

/// Accounts as the engine's rules take them.
fn all(stored: &[Account]) -> Accounts<'_> {
    let accounts = stored.iter().map(|stored| accounts::Account {
        id: &stored.id,
        off_budget: stored.offbudget,
        closed: stored.closed,
        sort_order: stored.sort_order,
    });
    Accounts(accounts.collect())
}

/// The changes that create an account at the end of its list. It is added to `stored`, for others
/// of the same step.
pub(super) fn created(
    stored: &mut Vec<Account>,
    new: NewAccount<'_>,
) -> Result<Vec<Change>, CallError> {
    let changes = all(stored).create(new)?;
    let is_order = |change: &&Change| {
        change.dataset == "accounts" && &*change.row == new.id && change.column == "sort_order"
    };
    #[expect(clippy::cast_precision_loss, reason = "sort orders are far below 2^53")]
    let order = changes.iter().find(is_order).map(|change| match change.value {
        Value::Integer(order) => order as f64,
        Value::Real(order) => order,
        Value::Null | Value::Text(_) | Value::Unreadable(_) => 0.0,
    });
    stored.push(Account {
        id: new.id.into(),
        name: new.name.to_owned(),
        r#type: None,
        offbudget: new.off_budget,
        closed: new.closed,
        sort_order: order.unwrap_or_default(),
        bank_id: None,
        bank_sync_status: None,
    });
    Ok(changes)
}

/// The changes that unlink an account from its bank.
fn unlinked(world: &World<'_>, id: &AccountId) -> Result<Vec<Change>, CallError> {
    Ok(accounts::unlink(id, &read::accounts::bank_link(world.reader, id)?))
}

/// An account that is not deleted.
fn living(world: &World<'_>, id: &AccountId) -> Result<Account, CallError> {
    let accounts = read::accounts::living(world.reader)?;
    let found = accounts.into_iter().find(|account| account.id == *id);
    found.ok_or_else(|| CallError::of(ErrorCode::AccountNotFound))
}

/// The starting transaction of an account, and the payee "Starting Balance" if there is none yet.
fn starting_balance(
    world: &World<'_>,
    account: ledger::Account,
    balance: Amount,
) -> Result<Vec<Change>, CallError> {
    let mut changes = Vec::new();
    let starting = match read::accounts::starting_payee(world.reader)? {
        Some(id) => id,
        None => {
            let id = world.ids.row_id();
            changes.extend(payees::create(&id, STARTING_PAYEE)?);
            id
        }
    };
    let category = match account.off_budget {
        true => None,
        false => read::accounts::starting_category(world.reader)?,
    };
    let row = StartingBalance {
        account: &account.id,
        balance,
        payee: &starting,
        category: category.as_deref(),
        day: world.today(),
    };
    let row = row.row();
    let ledger = StoredLedger::of(world).with_account(account);
    changes.extend(ledger.add(row)?);
    Ok(changes)
}
