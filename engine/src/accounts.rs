//! Which changes to accounts are allowed, and what they write. The transactions that open and close
//! an account are ordinary rows of the [ledger](crate::ledger).

use thiserror::Error;

use crate::crdt::{Change, Value};
use crate::dates::Day;
use crate::ids::{AccountId, CategoryId, PayeeId, TransactionId};
use crate::ledger::{AddedRow, Field, Fields};
use crate::money::Amount;
use crate::names::{NameError, accepted};
use crate::order::{Item, place_before};
use crate::payees;

/// Most accounts of a budget. Totals are sums over accounts, and a sheet limits the terms of a sum.
pub const MOST_ACCOUNTS: usize = 2_000;

/// Name of the payee of starting balances.
pub const STARTING_PAYEE: &str = "Starting Balance";

const ACCOUNTS: &str = "accounts";

/// Why a change is refused; nothing is written then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AccountError {
    /// The name is not usable.
    #[error(transparent)]
    Name(#[from] NameError),
    /// No such account, or a deleted one.
    #[error("There is no such account.")]
    NoAccount,
    /// The budget already has [`MOST_ACCOUNTS`].
    #[error("A budget can have at most {MOST_ACCOUNTS} accounts.")]
    TooMany,
    /// An account with a balance needs another account to receive it.
    #[error("The account has a balance. Choose an account to receive it.")]
    TargetRequired,
    /// The receiving account is the one being closed.
    #[error("An account cannot receive its own balance.")]
    TargetIsItself,
}

/// A live account.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Account<'a> {
    /// Id.
    pub id: &'a AccountId,
    /// Off budget: its money is not part of the budget.
    pub off_budget: bool,
    /// Closed.
    pub closed: bool,
    /// Sort order in its list.
    pub sort_order: f64,
}

/// The live accounts of a budget in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Accounts<'a>(pub Vec<Account<'a>>);

/// An account to create.
#[derive(Debug, Clone, Copy)]
pub struct NewAccount<'a> {
    /// Its id.
    pub id: &'a str,
    /// Name as typed.
    pub name: &'a str,
    /// Off budget: its money is not part of the budget.
    pub off_budget: bool,
    /// Created as a closed account.
    pub closed: bool,
    /// Kind of account as the file stores it.
    pub kind: Option<&'static str>,
    /// Id of its transfer payee.
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
        // Making room may have moved the account too; this later change wins.
        changes.push(Change::new(ACCOUNTS, id, "sort_order", order));
        Ok(changes)
    }

    /// Sort orders of all closed accounts, or of all accounts of one budget side, closed ones
    /// included.
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

/// Closes or reopens an account.
#[must_use]
pub fn set_closed(id: &AccountId, closed: bool) -> Change {
    Change::new(ACCOUNTS, id, "closed", closed)
}

/// Unlinks an account from its bank: `columns` are the columns of the link that are set.
#[must_use]
pub fn unlink(id: &AccountId, columns: &[&'static str]) -> Vec<Change> {
    Change::row(ACCOUNTS, id, columns.iter().map(|column| (*column, Value::Null)))
}

/// The starting transaction of an account.
#[derive(Debug, Clone, Copy)]
pub struct StartingBalance<'a> {
    /// The account.
    pub account: &'a AccountId,
    /// Its starting balance.
    pub balance: Amount,
    /// The payee of starting balances.
    pub payee: &'a str,
    /// The income category of starting balances; none off budget.
    pub category: Option<&'a str>,
    /// Its date.
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

/// How an open account is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// It has no transactions: it is deleted.
    Delete,
    /// It is deleted with its transactions.
    DeleteWithTransactions,
    /// It is closed.
    Close,
    /// It is closed, and this balance moves to another account. In cents; a sum may be larger than
    /// an [`Amount`].
    Transfer(i64),
}

impl Closing {
    /// How to close an account with this many transactions and this balance in cents. A forced
    /// close deletes the transactions too.
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

/// Rows affected by deleting an account.
#[derive(Debug, Clone, Copy)]
pub struct Contents<'a> {
    /// The other sides of its transfers. They stay, without a payee.
    pub other_sides: &'a [TransactionId],
    /// Its own transactions.
    pub transactions: &'a [TransactionId],
    /// Its transfer payee.
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

/// The account that receives the balance of a closed one.
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

/// The transaction that moves the balance out of a closing account.
#[derive(Debug, Clone, Copy)]
pub struct ClosingTransfer<'a> {
    /// The closing account.
    pub account: &'a AccountId,
    /// Its balance in cents.
    pub balance: i64,
    /// The transfer payee of the other account.
    pub payee: &'a PayeeId,
    /// The category, if the money leaves the budget.
    pub category: Option<&'a CategoryId>,
    /// Its date.
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
