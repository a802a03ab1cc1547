//! Balances of accounts and of the register's lists, and counts of uncategorized rows: sums over a
//! few inputs per account, updated by differences.

use std::collections::HashMap;

use super::facts::{AccountFact, AccountStatus};
use super::names::{
    self, GLOBAL, GlobalCell, LIST_ALL, LIST_BUDGETED, LIST_OFFBUDGET, LIST_UNCATEGORIZED,
};
use super::stored::StoredFacts;
use crate::ids::AccountId;
use crate::money::Total;
use crate::sheet::{Address, InputId, Sheet, SheetBuilder, SheetError, Show, Term, minus, plus};

#[derive(Debug, Clone, Copy)]
pub(super) struct AccountInputs {
    pub(super) parents: InputId,
    pub(super) cleared: InputId,
    pub(super) children: InputId,
    pub(super) children_cleared: InputId,
}

/// The global sheet and the inputs for facts.
#[derive(Debug, Clone)]
pub(super) struct Global {
    pub(super) sheet: Sheet,
    pub(super) accounts: HashMap<AccountId, AccountInputs>,
    pub(super) uncategorized_balance: InputId,
    pub(super) uncategorized_cleared: InputId,
    pub(super) uncategorized_count: InputId,
}

impl Global {
    pub(super) fn build(stored: &StoredFacts) -> Result<Self, SheetError> {
        let mut builder = SheetBuilder::default();
        let mut accounts = HashMap::new();
        let mut standing = Vec::new();
        for id in &stored.account_order {
            if let Some(account) = stored.accounts.get(id) {
                accounts.insert(id.clone(), account_cells(&mut builder, account));
                standing.push((id, account.status));
            }
        }
        total_cells(&mut builder, &standing);
        list_cells(&mut builder, &standing);
        let uncategorized = stored.uncategorized;
        let count = address(&mut builder, GlobalCell::UncategorizedAmount.text());
        let (uncategorized_balance, uncategorized_cleared) =
            uncategorized_cells(&mut builder, uncategorized.balance, uncategorized.cleared);
        Ok(Self {
            uncategorized_balance,
            uncategorized_cleared,
            uncategorized_count: builder.input(count, Show::Number, uncategorized.count),
            accounts,
            sheet: builder.build()?,
        })
    }
}

fn address(builder: &mut SheetBuilder, name: &str) -> Address {
    Address { sheet: builder.sheet(GLOBAL), name: builder.name(name) }
}

fn account_cells(builder: &mut SheetBuilder, account: &AccountFact) -> AccountInputs {
    let list = account.id.as_str();
    let mut input = |name: String, value: Total| {
        let at = address(builder, &name);
        builder.input(at, Show::Number, value)
    };
    let inputs = AccountInputs {
        parents: input(names::balance(&account.id), account.parents),
        cleared: input(names::balance_cleared(&account.id), account.cleared),
        children: input(names::query_balance(list), account.children),
        children_cleared: input(names::query_cleared(list), account.children_cleared),
    };
    let all = names::balance(&account.id);
    let cleared = names::balance_cleared(&account.id);
    difference(builder, &names::balance_uncleared(&account.id), &all, &cleared);
    list_difference(builder, list);
    inputs
}

/// One cell minus another.
fn difference(builder: &mut SheetBuilder, name: &str, all: &str, cleared: &str) {
    let [at, all, cleared] = [name, all, cleared].map(|name| address(builder, name));
    builder.sum(at, Show::Number, [plus(all), minus(cleared)]);
}

/// The uncleared amount of a register's list.
fn list_difference(builder: &mut SheetBuilder, list: &str) {
    let uncleared = names::query_uncleared(list);
    difference(builder, &uncleared, &names::query_balance(list), &names::query_cleared(list));
}

/// Decides whether an account enters a total.
type Counts = fn(AccountStatus) -> bool;

fn total_cells(builder: &mut SheetBuilder, accounts: &[(&AccountId, AccountStatus)]) {
    let totals: [(GlobalCell, Counts); 5] = [
        (GlobalCell::AccountsBalance, |it| !it.closed),
        (GlobalCell::BudgetedAccountsBalance, |it| !it.closed && !it.offbudget),
        (GlobalCell::OnbudgetAccountsBalance, |it| !it.closed && !it.offbudget),
        (GlobalCell::OffbudgetAccountsBalance, |it| !it.closed && it.offbudget),
        (GlobalCell::ClosedAccountsBalance, |it| it.closed),
    ];
    for (cell, counts) in totals {
        sum_accounts(builder, accounts, counts, cell.text(), names::query_balance);
    }
}

/// The totals of the registers of several accounts.
fn list_cells(builder: &mut SheetBuilder, accounts: &[(&AccountId, AccountStatus)]) {
    let lists: [(&str, Counts); 3] = [
        (LIST_ALL, |_| true),
        (LIST_BUDGETED, |it| !it.closed && !it.offbudget),
        (LIST_OFFBUDGET, |it| !it.closed && it.offbudget),
    ];
    for (list, counts) in lists {
        let [all, cleared] = [names::query_balance, names::query_cleared];
        sum_accounts(builder, accounts, counts, &all(list), all);
        sum_accounts(builder, accounts, counts, &cleared(list), cleared);
        list_difference(builder, list);
    }
}

/// A cell as the sum of one cell of each account in a total.
fn sum_accounts(
    builder: &mut SheetBuilder,
    accounts: &[(&AccountId, AccountStatus)],
    counts: Counts,
    name: &str,
    of: fn(&str) -> String,
) {
    let counted = accounts.iter().filter(|(_, status)| counts(*status));
    let terms: Vec<Term> =
        counted.map(|(id, _)| plus(address(builder, &of(id.as_str())))).collect();
    let at = address(builder, name);
    builder.sum(at, Show::Number, terms);
}

fn uncategorized_cells(
    builder: &mut SheetBuilder,
    all: Total,
    cleared: Total,
) -> (InputId, InputId) {
    let mut input = |name: &str, value: Total| {
        let at = address(builder, name);
        builder.input(at, Show::Number, value)
    };
    let balance = GlobalCell::UncategorizedBalance.text();
    let inputs = (input(balance, all), input(&names::query_cleared(LIST_UNCATEGORIZED), cleared));
    let at = address(builder, &names::query_balance(LIST_UNCATEGORIZED));
    let balance = address(builder, balance);
    builder.sum(at, Show::Number, [plus(balance)]);
    list_difference(builder, LIST_UNCATEGORIZED);
    inputs
}
