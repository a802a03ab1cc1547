//! A bank's data about a stored transaction: the line it came from or was matched with, and the
//! lines of those that were merged into it. Without them, a statement imported again would add a
//! transaction that is there already.

use serde::{Deserialize, Serialize};
use sobre_engine::dates::Day;
use sobre_engine::ids::AccountId;
use sobre_engine::money::Amount;
use sobre_engine::statements::Line;

use crate::db::read::statements::SaidRow;

/// As it is stored with a transaction.
#[derive(Serialize, Deserialize)]
struct Said {
    /// The account of the statement, which the transaction may have left since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account: Option<String>,
    date: Day,
    amount: Amount,
    payee: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    merged: Vec<MergedLine>,
}

/// The line of a transaction that was merged into another one, with the bank's id.
#[derive(Clone, Serialize, Deserialize)]
struct MergedLine {
    date: Day,
    amount: Amount,
    payee: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    imported_id: Option<String>,
}

/// The text to store for a new transaction of a statement of an account.
pub(super) fn said(account: &AccountId, line: &Line) -> Option<String> {
    with_merged(Some(account.to_string()), line.clone(), Vec::new())
}

/// The text to store for a transaction that was matched with a line of an account's statement.
/// One that came from the statement of another account keeps what that one said.
pub(super) fn said_again(stored: &SaidRow, account: &AccountId, line: &Line) -> Option<String> {
    match parsed(stored) {
        Some(Said { account: Some(other), .. }) if other != account.as_str() => stored.said.clone(),
        own => {
            let merged = own.map(|it| it.merged).unwrap_or_default();
            with_merged(Some(account.to_string()), line.clone(), merged)
        }
    }
}

/// The text to store for a transaction that another one is merged into; `None` if no bank said
/// anything of that one.
pub(super) fn said_of_both(kept: &SaidRow, dropped: &SaidRow) -> Option<String> {
    let line = line_of(dropped)?;
    let merged = |row: &SaidRow| parsed(row).map(|it| it.merged).unwrap_or_default();
    let account = |row: &SaidRow| parsed(row).and_then(|it| it.account);
    let account = account(kept).or_else(|| account(dropped));
    let imported_id = dropped.row.imported_id.as_deref().map(str::to_owned);
    match line_of(kept) {
        None if imported_id.is_none() => with_merged(account, line, merged(dropped)),
        own => {
            let Line { date, amount, payee } = line.clone();
            let mut all = merged(kept);
            all.push(MergedLine { date, amount, payee, imported_id });
            all.extend(merged(dropped));
            with_merged(account, own.unwrap_or(line), all)
        }
    }
}

/// The line that a stored transaction came from or was matched with. Without one, a bank's id or
/// payee shows that it was imported by another program, as it is now.
pub(super) fn line_of(stored: &SaidRow) -> Option<Line> {
    if let Some(Said { date, amount, payee, .. }) = parsed(stored) {
        return Some(Line { date, amount, payee });
    }
    let row = &stored.row;
    if row.imported_id.is_none() && row.imported_payee.is_none() {
        return None;
    }
    Some(Line {
        date: Day::from_yyyymmdd(row.date.0)?,
        amount: Amount::from_cents(row.amount).ok()?,
        payee: row.imported_payee.as_deref().map(str::to_lowercase),
    })
}

/// The lines of the transactions that were merged into a stored one, each with the bank's id.
pub(super) fn merged_lines(stored: &SaidRow) -> impl Iterator<Item = (Line, Option<String>)> {
    // Few have any, and an account has many transactions.
    let may_have_some = stored.said.as_deref().is_some_and(|it| it.contains("\"merged\""));
    let said = if may_have_some { parsed(stored) } else { None };
    let merged = said.map(|it| it.merged).unwrap_or_default();
    merged
        .into_iter()
        .map(|it| (Line { date: it.date, amount: it.amount, payee: it.payee }, it.imported_id))
}

fn parsed(stored: &SaidRow) -> Option<Said> {
    stored.said.as_deref().and_then(|it| serde_json::from_str(it).ok())
}

fn with_merged(account: Option<String>, line: Line, merged: Vec<MergedLine>) -> Option<String> {
    let Line { date, amount, payee } = line;
    serde_json::to_string(&Said { account, date, amount, payee, merged }).ok()
}
