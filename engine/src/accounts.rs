//! Which changes to accounts are allowed, and what they write. The transactions that open and
//! close an account are rows of the [ledger](crate::ledger) like any other.

use thiserror::Error;

use crate::crdt::{Change, Value};
use crate::dates::Day;
use crate::ids::{AccountId, CategoryId, PayeeId, TransactionId};
use crate::ledger::{AddedRow, Field, Fields};
use crate::money::Amount;
use crate::names::{NameError, accepted};
use crate::order::{Item, place_before};
use crate::payees;

/// Accounts that a budget can have. Totals are sums over accounts, and a sheet bounds how wide a
/// sum may be.
pub const MOST_ACCOUNTS: usize = 2_000;

/// The payee of starting balances, by name.
pub const STARTING_PAYEE: &str = "Starting Balance";

const ACCOUNTS: &str = "accounts";

/// Why a change is refused; nothing is written then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AccountError {
    /// Not a usable name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// No such account, or a deleted one.
    #[error("There is no such account.")]
    NoAccount,
    /// [`MOST_ACCOUNTS`] are there.
    #[error("A budget can have {MOST_ACCOUNTS} accounts at most.")]
    TooMany,
    /// An account with money in it closes only into another one.
    #[error("The account has a balance, which needs an account to go to.")]
    TargetRequired,
    /// The balance would stay where it is.
    #[error("An account cannot take over its own balance.")]
    TargetIsItself,
}

/// A living account.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Account<'a> {
    /// Id.
    pub id: &'a AccountId,
    /// Its money is no part of the budget.
    pub off_budget: bool,
    /// Closed.
    pub closed: bool,
    /// Place in its list.
    pub sort_order: f64,
}

/// The living accounts of a budget in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Accounts<'a>(pub Vec<Account<'a>>);

/// An account to be made.
#[derive(Debug, Clone, Copy)]
pub struct NewAccount<'a> {
    /// Its id.
    pub id: &'a str,
    /// Name as it was typed.
    pub name: &'a str,
    /// Its money is no part of the budget.
    pub off_budget: bool,
    /// Closed from the start.
    pub closed: bool,
    /// Kind of account as the file stores it.
    pub kind: Option<&'static str>,
    /// Id of the payee that stands for it.
    pub transfer_payee: &'a str,
}

impl Accounts<'_> {
    /// A new account at the end of its list, with its transfer payee.
    ///
    /// # Errors
    /// A name that is not usable, or too many accounts.
    pub fn create(&self, new: NewAccount<'_>) -> Result<Vec<Change>, AccountError> {
        let name = accepted(new.name)?;
        if self.0.len() >= MOST_ACCOUNTS {
            return Err(AccountError::TooMany);
        }
        let (order, mut changes) = self.place(new.off_budget, false, None);
        let mut columns = vec![
            ("name", Value::from(name)),
            ("offbudget", new.off_budget.into()),
            ("closed", new.closed.into()),
            ("sort_order", order.into()),
        ];
        columns.extend(new.kind.map(|kind| ("type", kind.into())));
        changes.extend(Change::row(ACCOUNTS, new.id, columns));
        changes.extend(payees::create_transfer_payee(new.transfer_payee, new.id));
        Ok(changes)
    }

    /// Moves an account before `target`, or to the end of its list.
    ///
    /// # Errors
    /// [`AccountError::NoAccount`].
    pub fn move_account(
        &self,
        id: &AccountId,
        target: Option<&AccountId>,
    ) -> Result<Vec<Change>, AccountError> {
        let moved = self.0.iter().find(|account| account.id == id);
        let moved = moved.ok_or(AccountError::NoAccount)?;
        let (order, mut changes) = self.place(moved.off_budget, moved.closed, target);
        // Making room may have moved the account itself; its own new place comes last and wins.
        changes.push(Change::new(ACCOUNTS, id, "sort_order", order));
        Ok(changes)
    }

    /// Places within the list of all closed accounts, or of those of one side of the budget,
    /// closed ones included.
    fn place(
        &self,
        off_budget: bool,
        closed: bool,
        target: Option<&AccountId>,
    ) -> (f64, Vec<Change>) {
        let in_list = |account: &&Account<'_>| {
            if closed { account.closed } else { account.off_budget == off_budget }
        };
        let items: Vec<_> = self
            .0
            .iter()
            .filter(in_list)
            .map(|account| Item { id: account.id.as_str(), sort_order: account.sort_order })
            .collect();
        place_before(ACCOUNTS, &items, target.map(AccountId::as_str))
    }
}

/// Renames an account.
///
/// # Errors
/// [`NameError`].
pub fn rename(id: &AccountId, name: &str) -> Result<Change, NameError> {
    Ok(Change::new(ACCOUNTS, id, "name", accepted(name)?))
}

/// Closes an account, or opens it again.
#[must_use]
pub fn set_closed(id: &AccountId, closed: bool) -> Change {
    Change::new(ACCOUNTS, id, "closed", closed)
}

/// Takes an account off its bank: `columns` are those of the link that hold something.
#[must_use]
pub fn unlink(id: &AccountId, columns: &[&'static str]) -> Vec<Change> {
    Change::row(ACCOUNTS, id, columns.iter().map(|column| (*column, Value::Null)))
}

/// The first transaction of an account.
#[derive(Debug, Clone, Copy)]
pub struct StartingBalance<'a> {
    /// The account.
    pub account: &'a AccountId,
    /// What is in it.
    pub balance: Amount,
    /// The payee of starting balances.
    pub payee: &'a str,
    /// The income category of starting balances; nothing off budget.
    pub category: Option<&'a str>,
    /// The day.
    pub day: Day,
}

impl StartingBalance<'_> {
    /// The row to add.
    #[must_use]
    pub fn row(self) -> AddedRow {
        let mut fields = Fields::default();
        fields.set(Field::Account, self.account.as_str());
        fields.set(Field::Amount, self.balance.cents());
        fields.set(Field::Payee, self.payee);
        fields.set(Field::Date, self.day.yyyymmdd());
        fields.set(Field::StartingBalanceFlag, true);
        if let Some(category) = self.category {
            fields.set(Field::Category, category);
        }
        AddedRow { id: None, fields }
    }
}

/// What closing an open account comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// Nothing was ever in it: it is deleted.
    Delete,
    /// It is deleted with its transactions.
    DeleteWithTransactions,
    /// It is closed.
    Close,
    /// It is closed, and this balance moves to another account. In cents: a sum may be larger
    /// than an amount.
    Transfer(i64),
}

impl Closing {
    /// What closing an account comes to that has so many transactions and this balance in cents.
    /// A forced close takes the transactions along.
    #[must_use]
    pub const fn of(transactions: i64, balance: i64, forced: bool) -> Self {
        if transactions == 0 {
            Self::Delete
        } else if forced {
            Self::DeleteWithTransactions
        } else if balance == 0 {
            Self::Close
        } else {
            Self::Transfer(balance)
        }
    }
}

/// Deletes an account.
#[must_use]
pub fn delete(id: &AccountId) -> Change {
    Change::new(ACCOUNTS, id, "tombstone", true)
}

/// Rows that go with a deleted account.
#[derive(Debug, Clone, Copy)]
pub struct Contents<'a> {
    /// Sides of its transfers in other accounts. They stay, as rows without a payee.
    pub other_sides: &'a [TransactionId],
    /// Its own transactions.
    pub transactions: &'a [TransactionId],
    /// The payee that stands for it.
    pub transfer_payee: Option<&'a PayeeId>,
}

/// Deletes an account with its transactions and its transfer payee.
#[must_use]
pub fn delete_with_contents(id: &AccountId, contents: Contents<'_>) -> Vec<Change> {
    const TRANSACTIONS: &str = "transactions";
    let mut changes = Vec::new();
    for other in contents.other_sides {
        let nothing = [("description", Value::Null), ("transferred_id", Value::Null)];
        changes.extend(Change::row(TRANSACTIONS, other, nothing));
    }
    let own = contents.transactions.iter();
    changes.extend(own.map(|row| Change::new(TRANSACTIONS, row, "tombstone", true)));
    changes.push(delete(id));
    let payee = contents.transfer_payee;
    changes.extend(payee.map(|payee| Change::new("payees", payee, "tombstone", true)));
    changes
}

/// The account that takes over the balance of a closed one.
///
/// # Errors
/// [`AccountError::TargetRequired`], [`AccountError::TargetIsItself`].
pub fn heir<'a>(
    id: &AccountId,
    target: Option<&'a AccountId>,
) -> Result<&'a AccountId, AccountError> {
    let target = target.ok_or(AccountError::TargetRequired)?;
    if target == id { Err(AccountError::TargetIsItself) } else { Ok(target) }
}

/// The transaction that moves a balance away from an account that closes.
#[derive(Debug, Clone, Copy)]
pub struct ClosingTransfer<'a> {
    /// The account that closes.
    pub account: &'a AccountId,
    /// Its balance in cents.
    pub balance: i64,
    /// The payee that stands for the other account.
    pub payee: &'a PayeeId,
    /// Category of the money, where it leaves the budget.
    pub category: Option<&'a CategoryId>,
    /// The day.
    pub day: Day,
}

impl ClosingTransfer<'_> {
    /// The row to add.
    #[must_use]
    pub fn row(self) -> AddedRow {
        let mut fields = Fields::default();
        fields.set(Field::Account, self.account.as_str());
        fields.set(Field::Payee, self.payee.as_str());
        fields.set(Field::Amount, -self.balance);
        fields.set(Field::Date, self.day.yyyymmdd());
        fields.set(Field::Notes, "Closing account");
        if let Some(category) = self.category {
            fields.set(Field::Category, category.as_str());
        }
        AddedRow { id: None, fields }
    }
}

#[cfg(test)]
mod tests;
