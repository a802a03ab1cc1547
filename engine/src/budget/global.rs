//! Balances of accounts and counts of uncategorized rows (spec/4 section 1.8): sums over one
//! hidden input per account, fed by differences.

use std::collections::HashMap;

use super::facts::{AccountFact, AccountStatus};
use super::names::{self, GLOBAL, GlobalCell};
use super::stored::Stored;
use crate::ids::AccountId;
use crate::sheet::{Address, InputId, Sheet, SheetBuilder, SheetError, Show, minus, plus};

#[derive(Debug, Clone, Copy)]
pub(super) struct AccountInputs {
    pub(super) parents: InputId,
    pub(super) cleared: InputId,
    pub(super) children: InputId,
}

/// The global sheet and where facts go in.
#[derive(Debug, Clone)]
pub(super) struct Global {
    pub(super) sheet: Sheet,
    pub(super) accounts: HashMap<AccountId, AccountInputs>,
    pub(super) uncategorized_balance: InputId,
    pub(super) uncategorized_count: InputId,
}

impl Global {
    pub(super) fn build(stored: &Stored) -> Result<Self, SheetError> {
        let mut builder = SheetBuilder::default();
        let mut accounts = HashMap::new();
        let mut standing = Vec::new();
        for id in &stored.account_order {
            if let Some(account) = stored.accounts.get(id) {
                let inputs = account_cells(&mut builder, account);
                standing.push((account.status, inputs.children));
                accounts.insert(id.clone(), inputs);
            }
        }
        total_cells(&mut builder, &standing);
        let uncategorized = stored.uncategorized;
        let balance = address(&mut builder, GlobalCell::UncategorizedBalance.text());
        let count = address(&mut builder, GlobalCell::UncategorizedAmount.text());
        Ok(Self {
            uncategorized_balance: builder.input(balance, Show::Number, uncategorized.balance),
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
    let mut at = |name: String| address(builder, &name);
    let balance = at(names::balance(&account.id));
    let cleared = at(names::balance_cleared(&account.id));
    let uncleared = at(names::balance_uncleared(&account.id));
    let children = at(names::children_balance(&account.id));
    let inputs = AccountInputs {
        parents: builder.input(balance, Show::Number, account.parents),
        cleared: builder.input(cleared, Show::Number, account.cleared),
        children: builder.input(children, Show::Hidden, account.children),
    };
    builder.sum(uncleared, Show::Number, [plus(inputs.parents), minus(inputs.cleared)]);
    inputs
}

/// Which accounts enter a total.
type Counts = fn(AccountStatus) -> bool;

fn total_cells(builder: &mut SheetBuilder, accounts: &[(AccountStatus, InputId)]) {
    let totals: [(GlobalCell, Counts); 5] = [
        (GlobalCell::AccountsBalance, |it| !it.closed),
        (GlobalCell::BudgetedAccountsBalance, |it| !it.closed && !it.offbudget),
        (GlobalCell::OnbudgetAccountsBalance, |it| !it.closed && !it.offbudget),
        (GlobalCell::OffbudgetAccountsBalance, |it| !it.closed && it.offbudget),
        (GlobalCell::ClosedAccountsBalance, |it| it.closed),
    ];
    for (cell, counts) in totals {
        let at = address(builder, cell.text());
        let counted = accounts.iter().filter(|(status, _)| counts(*status));
        builder.sum(at, Show::Number, counted.map(|&(_, children)| plus(children)));
    }
}
