//! How a bank's rows are known again: their keys, which are stored as the bank's id of a
//! transaction, and the ids of the transactions made of them. Both follow from the row alone, so
//! two devices that import one answer write one transaction.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::rows::BankRow;
use crate::dates::Day;
use crate::ids::{AccountId, TransactionId};
use crate::money::Amount;

/// The namespace of the ids of imported transactions. It never changes, or banks' rows double.
const NAMESPACE: Uuid = Uuid::from_u128(0x8f1c_5a52_6c0e_5d57_9d6e_0b1f_7b0e_4c11);
/// The key of the starting balance, which no bank names.
const START_KEY: &str = "start";
/// Bytes of the digest in a key that stands for a row's content.
const DIGEST_BYTES: usize = 12;

/// A row with its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed<'r> {
    /// The row.
    pub row: &'r BankRow,
    /// What it is known by; none for a pending row without an id.
    pub key: Option<String>,
    /// Whether the bank uses the row's id for other rows too, so that the key has day and amount.
    pub is_shared_id: bool,
}

/// The rows of an answer with their keys, in its order. Rows with the same id, day, amount and
/// payee are one row.
#[must_use]
pub fn keyed(rows: &[BankRow]) -> Vec<Keyed<'_>> {
    let mut by_id: HashMap<&str, Vec<&BankRow>> = HashMap::new();
    for row in rows {
        if let Some(id) = &row.id {
            by_id.entry(id).or_default().push(row);
        }
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut numbered = |key: String| {
        let count = seen.entry(key.clone()).or_default();
        *count += 1;
        if *count == 1 { key } else { format!("{key}#{count}") }
    };
    let mut keyed = Vec::with_capacity(rows.len());
    for row in rows {
        let same_id = row.id.as_deref().map_or(&[][..], |id| &by_id[id]);
        let (key, is_shared_id) = match &row.id {
            Some(_) if is_repeated(row, same_id) => continue,
            Some(id) if same_id.iter().all(|it| said(it) == said(row)) => (Some(id.clone()), false),
            Some(id) => (Some(shared_key(id, row, same_id)), true),
            None if row.posted => (Some(numbered(content_key(row))), false),
            None => (None, false),
        };
        keyed.push(Keyed { row, key, is_shared_id });
    }
    keyed
}

/// The id of the transaction made of a row.
#[must_use]
pub fn transaction_id(account: &AccountId, key: &str) -> TransactionId {
    let name = format!("{account}\n{key}");
    Uuid::new_v5(&NAMESPACE, name.as_bytes()).to_string().into()
}

/// The id of an account's starting balance.
#[must_use]
pub fn starting_id(account: &AccountId) -> TransactionId {
    transaction_id(account, START_KEY)
}

/// The id of a row that a message creates without a bank key, such as a split line. `number` counts
/// from 0.
#[must_use]
pub fn made_id(message: &str, number: usize) -> TransactionId {
    let name = format!("made\n{message}\n{number}");
    Uuid::new_v5(&NAMESPACE, name.as_bytes()).to_string().into()
}

/// What tells rows with the same id apart.
fn said(row: &BankRow) -> (Day, Amount, Option<&str>) {
    (row.date, row.amount, row.payee.as_deref())
}

/// Whether another row stands for this one: the first booked of those that say the same, else the
/// first.
fn is_repeated(row: &BankRow, same_id: &[&BankRow]) -> bool {
    let mut alike = same_id.iter().filter(|it| said(it) == said(row));
    let first = alike.clone().next();
    let kept = alike.find(|it| it.posted).or(first);
    kept.is_some_and(|kept| !std::ptr::eq(*kept, row))
}

/// The key of a row whose id others have too. Rows of one day and amount are numbered by payee, so
/// that their order does not matter.
fn shared_key(id: &str, row: &BankRow, same_id: &[&BankRow]) -> String {
    let key = format!("{id}@{}@{}", row.date, row.amount.cents());
    let is_near = |it: &&&BankRow| (it.date, it.amount) == (row.date, row.amount);
    let mut payees: Vec<_> = same_id.iter().filter(is_near).map(|it| it.payee.as_deref()).collect();
    payees.sort_unstable();
    payees.dedup();
    match payees.iter().position(|payee| *payee == row.payee.as_deref()) {
        None | Some(0) => key,
        Some(place) => format!("{key}#{}", place + 1),
    }
}

/// The key of a booked row without an id.
fn content_key(row: &BankRow) -> String {
    let text = |it: &Option<String>| it.clone().unwrap_or_default();
    let (date, cents) = (row.date, row.amount.cents());
    let (currency, payee, notes) = (text(&row.currency), text(&row.payee), text(&row.notes));
    let digest = Sha256::digest(format!("{date}\n{cents}\n{currency}\n{payee}\n{notes}"));
    let hex: String = digest.iter().take(DIGEST_BYTES).map(|byte| format!("{byte:02x}")).collect();
    format!("c:{hex}")
}
