//! Reads a YNAB4 budget as an outline. Deleted items are skipped.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use serde_json::Number;
use sobre_engine::dates::{Day, Month};
use sobre_engine::money::Amount;

use super::super::error::FileError;
use super::outline::{
    Account, BudgetedAmount, Category, Child, Counterparty, Entry, Envelope, Group, Outline, Payee,
    day, words, wrong,
};
use super::ynab4_zip::plain;

/// Envelopes are carried over up to a year from now, as far as there are months.
const MONTHS_AHEAD: i32 = 12;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    accounts: Vec<TheirAccount>,
    master_categories: Vec<Master>,
    payees: Vec<TheirPayee>,
    transactions: Vec<Transaction>,
    monthly_budgets: Vec<Monthly>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TheirAccount {
    entity_id: String,
    account_name: String,
    on_budget: bool,
    #[serde(default)]
    hidden: bool,
    sortable_index: Option<i64>,
    #[serde(default)]
    is_tombstone: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Master {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    note: Option<String>,
    sortable_index: Option<i64>,
    sub_categories: Option<Vec<Sub>>,
    #[serde(default)]
    is_tombstone: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sub {
    entity_id: String,
    name: String,
    note: Option<String>,
    sortable_index: Option<i64>,
    #[serde(default)]
    is_tombstone: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TheirPayee {
    entity_id: String,
    name: String,
    #[serde(default)]
    is_tombstone: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transaction {
    entity_id: String,
    account_id: String,
    date: String,
    amount: Number,
    category_id: Option<String>,
    payee_id: Option<String>,
    cleared: Option<String>,
    memo: Option<String>,
    target_account_id: Option<String>,
    transfer_transaction_id: Option<String>,
    sub_transactions: Option<Vec<SubTransaction>>,
    #[serde(default)]
    is_tombstone: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubTransaction {
    entity_id: String,
    amount: Number,
    category_id: Option<String>,
    memo: Option<String>,
    target_account_id: Option<String>,
    transfer_transaction_id: Option<String>,
    #[serde(default)]
    is_tombstone: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Monthly {
    month: String,
    monthly_sub_category_budgets: Option<Vec<MonthlySub>>,
    #[serde(default)]
    is_tombstone: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MonthlySub {
    category_id: String,
    budgeted: Number,
    overspending_handling: Option<String>,
    #[serde(default)]
    is_tombstone: bool,
}

/// Reads the JSON text of a budget.
pub(super) fn outline(text: &[u8], today: Day) -> Result<Outline, FileError> {
    let file: File =
        serde_json::from_slice(plain(text)).map_err(|error| wrong(error.to_string()))?;
    let accounts = accounts(file.accounts);
    let groups = groups(file.master_categories);
    let payees: Vec<_> = file
        .payees
        .into_iter()
        .filter(|payee| !payee.is_tombstone)
        .map(|payee| Payee { key: payee.entity_id, name: payee.name })
        .collect();
    let known = Lookup {
        off_budget: keys(accounts.iter().filter(|it| it.off_budget).map(|it| &it.key)),
        categories: keys(groups.iter().flat_map(|group| &group.categories).map(|it| &it.key)),
        payees: payees.iter().map(|payee| (payee.key.clone(), payee.name.clone())).collect(),
    };
    let alive = file.transactions.into_iter().filter(|transaction| !transaction.is_tombstone);
    let entries = alive.map(|transaction| known.entry(transaction)).collect::<Result<_, _>>()?;
    let budgeted = budgeted(file.monthly_budgets, &groups, today.month())?;
    Ok(Outline { accounts, groups, payees, entries, budgeted, ..Outline::default() })
}

fn keys<'a>(keys: impl Iterator<Item = &'a String>) -> HashSet<String> {
    keys.cloned().collect()
}

fn accounts(mut theirs: Vec<TheirAccount>) -> Vec<Account> {
    theirs.retain(|account| !account.is_tombstone);
    theirs.sort_by_key(|account| account.sortable_index);
    let ours = |account: TheirAccount| Account {
        key: account.entity_id,
        name: account.account_name,
        off_budget: !account.on_budget,
        closed: account.hidden,
    };
    theirs.into_iter().map(ours).collect()
}

/// Expense groups that are not empty.
fn groups(mut masters: Vec<Master>) -> Vec<Group> {
    masters.retain(|master| !master.is_tombstone && master.kind == "OUTFLOW");
    masters.sort_by_key(|master| master.sortable_index);
    let group = |master: Master| {
        let mut subs = master.sub_categories.unwrap_or_default();
        subs.retain(|sub| !sub.is_tombstone);
        subs.sort_by_key(|sub| sub.sortable_index);
        let is_hidden = master.name == "Hidden Categories";
        let category = |sub: Sub| Category {
            name: if is_hidden { unhidden(&sub.name) } else { sub.name },
            key: sub.entity_id,
            hidden: false,
            note: words(sub.note.as_deref()),
        };
        Group {
            name: master.name,
            hidden: false,
            note: words(master.note.as_deref()),
            categories: subs.into_iter().map(category).collect(),
        }
    };
    masters.into_iter().map(group).filter(|group| !group.categories.is_empty()).collect()
}

/// Renames "Daily ` Gym ` id" to "Daily/Gym".
fn unhidden(name: &str) -> String {
    let names: Vec<_> = name.split(" ` ").collect();
    match names.split_last() {
        Some((_, named)) if !named.is_empty() => named.join("/"),
        Some(_) | None => name.to_owned(),
    }
}

struct Lookup {
    off_budget: HashSet<String>,
    categories: HashSet<String>,
    payees: BTreeMap<String, String>,
}

impl Lookup {
    fn entry(&self, transaction: Transaction) -> Result<Entry, FileError> {
        let is_transfer = transaction.transfer_transaction_id.is_some();
        let counterparty =
            counterparty(transaction.target_account_id, is_transfer, transaction.payee_id.as_ref());
        let name = match &counterparty {
            Counterparty::Payee(key) => self.payees.get(key).cloned(),
            Counterparty::Account(_) | Counterparty::Nobody => None,
        };
        let children = transaction.sub_transactions.unwrap_or_default().into_iter();
        let account = transaction.account_id;
        let children = children
            .filter(|child| !child.is_tombstone)
            .map(|child| self.child(child, &account))
            .collect::<Result<Vec<_>, _>>()?;
        let envelope = if children.is_empty() {
            self.envelope(transaction.category_id.as_deref(), &account)
        } else {
            Envelope::None
        };
        let cleared = transaction.cleared.as_deref();
        Ok(Entry {
            key: transaction.entity_id,
            day: day(&transaction.date)?,
            amount: amount(&transaction.amount)?,
            counterparty,
            envelope,
            notes: words(transaction.memo.as_deref()),
            cleared: matches!(cleared, Some("Cleared" | "Reconciled")),
            reconciled: cleared == Some("Reconciled"),
            imported_id: None,
            imported_payee: name,
            other_side: transaction.transfer_transaction_id,
            children,
            account,
        })
    }

    fn child(&self, child: SubTransaction, account: &str) -> Result<Child, FileError> {
        let is_transfer = child.transfer_transaction_id.is_some();
        Ok(Child {
            key: child.entity_id,
            amount: amount(&child.amount)?,
            counterparty: counterparty(child.target_account_id, is_transfer, None),
            envelope: self.envelope(child.category_id.as_deref(), account),
            notes: words(child.memo.as_deref()),
            imported_payee: None,
            other_side: child.transfer_transaction_id,
        })
    }

    fn envelope(&self, category: Option<&str>, account: &str) -> Envelope {
        match category {
            _ if self.off_budget.contains(account) => Envelope::None,
            Some("Category/__ImmediateIncome__" | "Category/__DeferredIncome__") => {
                Envelope::Income
            }
            Some(key) if self.categories.contains(key) => Envelope::Category(key.to_owned()),
            Some(_) | None => Envelope::None,
        }
    }
}

fn counterparty(target: Option<String>, is_transfer: bool, payee: Option<&String>) -> Counterparty {
    match (target, payee) {
        (Some(account), _) if is_transfer => Counterparty::Account(account),
        (_, Some(payee)) => Counterparty::Payee(payee.clone()),
        (_, None) => Counterparty::Nobody,
    }
}

fn amount(number: &Number) -> Result<Amount, FileError> {
    Amount::from_units(number).map_err(|error| wrong(error.to_string()))
}

/// Every budgeted envelope of every month, and the months into which overspending is carried: from
/// the month that sets it until a month that changes it.
fn budgeted(
    mut months: Vec<Monthly>,
    groups: &[Group],
    now: Month,
) -> Result<Vec<BudgetedAmount>, FileError> {
    months.retain(|month| !month.is_tombstone);
    months.sort_by(|a, b| a.month.cmp(&b.month));
    let categories: Vec<_> =
        groups.iter().flat_map(|group| &group.categories).map(|it| it.key.as_str()).collect();
    let mut budgets: BTreeMap<(Month, String), (Amount, bool)> = BTreeMap::new();
    let mut carried: BTreeMap<String, (Month, bool)> = BTreeMap::new();
    for monthly in months {
        let month = day(&monthly.month)?.month();
        let subs = monthly.monthly_sub_category_budgets.unwrap_or_default();
        for category in &categories {
            budgets.entry((month, (*category).to_owned())).or_default();
        }
        for sub in subs.into_iter().filter(|sub| !sub.is_tombstone) {
            if !categories.contains(&sub.category_id.as_str()) {
                continue;
            }
            let key = sub.category_id;
            budgets.entry((month, key.clone())).or_default().0 = amount(&sub.budgeted)?;
            let on = match sub.overspending_handling.as_deref() {
                Some("Confined") => true,
                Some("AffectsBuffer") => false,
                Some(_) | None => continue,
            };
            if let Some((since, was_on)) = carried.insert(key.clone(), (month, on)) {
                carry(&mut budgets, &key, since.through(month.previous()), was_on);
            }
        }
    }
    for (key, (since, on)) in carried {
        carry(&mut budgets, &key, since.through(now.plus(MONTHS_AHEAD)), on);
    }
    let budgeted = |((month, category), (amount, carryover))| BudgetedAmount {
        month,
        category,
        amount,
        carryover,
    };
    Ok(budgets.into_iter().map(budgeted).collect())
}

fn carry(
    budgets: &mut BTreeMap<(Month, String), (Amount, bool)>,
    category: &str,
    months: impl Iterator<Item = Month>,
    on: bool,
) {
    for month in months {
        budgets.entry((month, category.to_owned())).or_default().1 = on;
    }
}
