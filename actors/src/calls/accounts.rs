//! Accounts (spec/5 section 2).

mod close;

use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::AccountId;
use sobre_engine::ledger::{self, AddedRow, Field, Fields};
use sobre_engine::money::Amount;

use super::columns::{placed, required_name};
use super::stored_ledger::StoredLedger;
use crate::contract::accounts::{
    Account, AccountCreate, AccountFigures, AccountMove, AccountProperties, AccountReopen,
    AccountUnlink, AccountUpdate, AccountUpdated, AccountsGet,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

/// Totals are sums over accounts, and a sheet bounds how wide a sum may be. Nobody has this many.
const MOST_ACCOUNTS: usize = 2_000;

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
        let name = required_name(&self.name)?;
        let accounts = read::accounts::living(world.reader)?;
        if accounts.len() >= MOST_ACCOUNTS {
            return Err(CallError::of(ErrorCode::TooManyAccounts));
        }
        let list = listed(&accounts, self.off_budget, false);
        let (order, mut changes) = place(&list, None);
        let id = world.ids.uuid();
        let mut columns = vec![
            ("name", Value::from(name)),
            ("offbudget", self.off_budget.into()),
            ("closed", self.closed.into()),
            ("sort_order", order.into()),
        ];
        columns.extend(self.r#type.map(|kind| ("type", kind.stored().into())));
        changes.extend(Change::row("accounts", &id, columns));
        let transfers = [("name", Value::from("")), ("transfer_acct", id.as_str().into())];
        let transfer_payee = world.ids.uuid();
        changes.extend(payee(&transfer_payee, transfers));
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
        let name = Value::from(required_name(&self.name)?);
        let change = Change::new("accounts", &self.id, "name", name);
        Ok(Plan::step(vec![change], AccountUpdated {}))
    }
}

impl Mutation for AccountReopen {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let account = living(world, &self.id)?;
        let open = Change::new("accounts", &self.id, "closed", false);
        Ok(Plan::step(if account.closed { vec![open] } else { Vec::new() }, ()))
    }
}

impl Mutation for AccountUnlink {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        living(world, &self.id)?;
        Ok(Plan::unrecorded(unlinked(world, &self.id)?, ()))
    }
}

impl Mutation for AccountMove {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let accounts = read::accounts::living(world.reader)?;
        let moved = accounts.iter().find(|account| account.id == self.id);
        let moved = moved.ok_or_else(|| CallError::of(ErrorCode::AccountNotFound))?;
        let list = listed(&accounts, moved.offbudget, moved.closed);
        let (order, mut changes) = place(&list, self.target_id.as_ref());
        // The moved one may itself have been pushed along; its own new place comes last and wins.
        changes.push(Change::new("accounts", &self.id, "sort_order", order));
        Ok(Plan::step(changes, ()))
    }
}

/// What takes an account off its bank.
fn unlinked(world: &World<'_>, id: &AccountId) -> Result<Vec<Change>, CallError> {
    let columns = read::accounts::bank_link(world.reader, id)?;
    let nothing = columns.into_iter().map(|column| (column, Value::Null));
    Ok(Change::row("accounts", id, nothing))
}

/// An account that is not deleted.
fn living(world: &World<'_>, id: &AccountId) -> Result<Account, CallError> {
    let accounts = read::accounts::living(world.reader)?;
    let found = accounts.into_iter().find(|account| account.id == *id);
    found.ok_or_else(|| CallError::of(ErrorCode::AccountNotFound))
}

/// The accounts that share a list with one of that kind: all closed ones, or those of the same
/// side of the budget, closed ones included.
fn listed(accounts: &[Account], off_budget: bool, closed: bool) -> Vec<&Account> {
    let in_list = |account: &&Account| {
        if closed { account.closed } else { account.offbudget == off_budget }
    };
    accounts.iter().filter(in_list).collect()
}

fn place(list: &[&Account], target: Option<&AccountId>) -> (f64, Vec<Change>) {
    let items: Vec<_> = list.iter().map(|it| (it.id.as_str(), it.sort_order)).collect();
    placed("accounts", &items, target.map(AccountId::as_str))
}

fn payee(
    id: &str,
    columns: impl IntoIterator<Item = (&'static str, Value)>,
) -> impl Iterator<Item = Change> {
    let mapping = Change::new("payee_mapping", id, "targetId", id);
    Change::row("payees", id, columns).into_iter().chain([mapping])
}

/// The first transaction of an account, and the payee of such rows if there is none yet.
fn starting_balance(
    world: &World<'_>,
    account: ledger::Account,
    balance: Amount,
) -> Result<Vec<Change>, CallError> {
    let mut changes = Vec::new();
    let starting = match read::accounts::starting_payee(world.reader)? {
        Some(id) => id,
        None => {
            let id = world.ids.uuid();
            changes.extend(payee(&id, [("name", Value::from("Starting Balance"))]));
            id
        }
    };
    let mut fields = Fields::default();
    fields.set(Field::Account, account.id.as_str());
    fields.set(Field::Amount, balance.cents());
    fields.set(Field::Payee, starting);
    fields.set(Field::Date, world.today().yyyymmdd());
    fields.set(Field::StartingBalanceFlag, true);
    if !account.off_budget
        && let Some(category) = read::accounts::starting_category(world.reader)?
    {
        fields.set(Field::Category, category);
    }
    let ledger = StoredLedger::of(world).with_account(account);
    changes.extend(ledger.add(AddedRow { id: None, fields })?);
    Ok(changes)
}
