//! Another program's budget in our terms. Items have their original keys; our ids are assigned when
//! it is written.

use std::collections::HashSet;

use sobre_engine::dates::{Day, Month};
use sobre_engine::money::{Amount, MAX_CENTS};

use super::super::error::FileError;

/// Accepted years. Others are typing errors, and would make the budget endless.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2200;

/// A whole budget.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) name: String,
    pub(super) accounts: Vec<Account>,
    pub(super) groups: Vec<Group>,
    pub(super) payees: Vec<Payee>,
    pub(super) entries: Vec<Entry>,
    pub(super) budgeted: Vec<BudgetedAmount>,
    pub(super) schedules: Vec<Schedule>,
    /// Names and colours.
    pub(super) tags: Vec<(String, &'static str)>,
}

#[derive(Debug)]
pub(super) struct Account {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) off_budget: bool,
    pub(super) closed: bool,
}

#[derive(Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) hidden: bool,
    pub(super) note: Option<String>,
    pub(super) categories: Vec<Category>,
}

#[derive(Debug)]
pub(super) struct Category {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) hidden: bool,
    pub(super) note: Option<String>,
}

#[derive(Debug)]
pub(super) struct Payee {
    pub(super) key: String,
    pub(super) name: String,
}

/// The other party of a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Counterparty {
    #[default]
    Nobody,
    Payee(String),
    /// A transfer from or to this account.
    Account(String),
}

/// The category of an amount.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Envelope {
    #[default]
    None,
    Income,
    StartingBalance,
    Category(String),
}

/// A transaction, with children if it is a split.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) account: String,
    pub(super) day: Day,
    pub(super) amount: Amount,
    pub(super) counterparty: Counterparty,
    pub(super) envelope: Envelope,
    pub(super) notes: Option<String>,
    pub(super) cleared: bool,
    pub(super) reconciled: bool,
    pub(super) imported_id: Option<String>,
    pub(super) imported_payee: Option<String>,
    /// Key of the transaction or child on the other side of a transfer.
    pub(super) other_side: Option<String>,
    pub(super) children: Vec<Child>,
}

/// A split line.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) key: String,
    pub(super) amount: Amount,
    pub(super) counterparty: Counterparty,
    pub(super) envelope: Envelope,
    pub(super) notes: Option<String>,
    pub(super) imported_payee: Option<String>,
    pub(super) other_side: Option<String>,
}

/// An envelope's budgeted amount in a month.
#[derive(Debug)]
pub(super) struct BudgetedAmount {
    pub(super) month: Month,
    pub(super) category: String,
    pub(super) amount: Amount,
    pub(super) carryover: bool,
}

/// A recurring payment.
#[derive(Debug)]
pub(super) struct Schedule {
    pub(super) name: String,
    pub(super) next: Day,
    /// A day or a configuration of recurring dates, as rules have it.
    pub(super) date: serde_json::Value,
    pub(super) account: String,
    pub(super) counterparty: Counterparty,
    pub(super) amount: Amount,
    pub(super) notes: Option<String>,
    pub(super) envelope: Envelope,
    pub(super) children: Vec<Child>,
}

impl Outline {
    /// Refuses inexact sums, endless budgets and duplicate keys.
    pub(super) fn check(&self) -> Result<(), FileError> {
        let children =
            self.entries.iter().flat_map(|entry| &entry.children).map(|child| &child.key);
        once(self.entries.iter().map(|entry| &entry.key).chain(children))?;
        once(self.accounts.iter().map(|account| &account.key))?;
        once(self.payees.iter().map(|payee| &payee.key))?;
        once(self.groups.iter().flat_map(|group| &group.categories).map(|it| &it.key))?;
        let entries = self.entries.iter().flat_map(|entry| {
            let children = entry.children.iter().map(|child| child.amount);
            std::iter::once(entry.amount).chain(children)
        });
        let budgeted = self.budgeted.iter().map(|budgeted| budgeted.amount);
        let scheduled = self.schedules.iter().map(|schedule| schedule.amount);
        let total = entries.chain(budgeted).chain(scheduled).try_fold(0_i64, |total, amount| {
            total.checked_add(amount.cents().abs()).filter(|total| *total <= MAX_CENTS)
        });
        if total.is_none() {
            return Err(wrong("its amounts are too large"));
        }
        let years = self.entries.iter().map(|entry| entry.day.year());
        let years = years.chain(self.budgeted.iter().map(|budgeted| budgeted.month.year()));
        let mut years = years.chain(self.schedules.iter().map(|schedule| schedule.next.year()));
        if years.any(|year| !YEARS.contains(&year)) {
            return Err(wrong("a date is outside the supported years"));
        }
        Ok(())
    }
}

fn once<'k>(mut keys: impl Iterator<Item = &'k String>) -> Result<(), FileError> {
    let mut seen = HashSet::new();
    match keys.find(|key| !seen.insert(*key)) {
        Some(key) => Err(wrong(format!("it has {key:?} twice"))),
        None => Ok(()),
    }
}

/// The error for a fault in the file.
pub(super) fn wrong(what: impl Into<String>) -> FileError {
    FileError::NotImported(what.into())
}

/// A day in the format of both programs.
pub(super) fn day(text: &str) -> Result<Day, FileError> {
    // A time of day may follow.
    let day = text.get(..10).unwrap_or(text);
    day.parse().map_err(|_| wrong(format!("{day:?} is not a day")))
}

/// Trimmed text; none if blank.
pub(super) fn words(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}
