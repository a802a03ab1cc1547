//! Bank statements in the XML of ISO 20022 (CAMT.053).

use super::days::{DayOrder, read_day};
use super::entries::{Entries, Entry};
use super::faults::{ProblemReason, StatementError};
use super::markup::{Part, Parts};
use super::ofx::exact_amount;
use crate::money::Decimal;

/// Elements within one another beyond this are no bank statement.
const DEEPEST: usize = 64;

/// An element of an entry or an account.
struct Element {
    name: String,
    line: u64,
    text: String,
    children: Vec<Element>,
}

/// Reads a file.
///
/// # Errors
/// [`StatementError::Markup`].
pub(super) fn read(text: &str) -> Result<Entries, StatementError> {
    let mut parts = Parts::of(text, true);
    let mut open: Vec<Element> = Vec::new();
    let mut entries = Entries { day_order: Some(DayOrder::YearMonthDay), ..Entries::default() };
    loop {
        let part = parts.next().map_err(|it| StatementError::Markup(it.line))?;
        let line = parts.line();
        match part {
            Some(Part::Begin(_)) if open.len() == DEEPEST => {
                return Err(StatementError::Markup(line));
            }
            Some(Part::Begin(name)) => {
                open.push(Element { name, line, text: String::new(), children: Vec::new() });
            }
            Some(Part::Text(text)) => {
                if let Some(element) = open.last_mut() {
                    element.text.push_str(&text);
                }
            }
            Some(Part::End(_)) => {
                let Some(element) = open.pop() else { continue };
                match (element.name.as_str(), open.last_mut()) {
                    ("Ntry", _) => add_entry(&mut entries, &element),
                    ("Acct", Some(parent)) if parent.name == "Stmt" => {
                        let number = element.first("IBAN").or_else(|| element.first("Id"));
                        if let Some(number) = number.and_then(Element::words) {
                            entries.add_account(number);
                        }
                    }
                    (_, Some(parent)) => parent.children.push(element),
                    (_, None) => {}
                }
            }
            None if open.is_empty() => return Ok(entries),
            None => return Err(StatementError::Markup(line)),
        }
    }
}

impl Element {
    /// The first element of a name within this one, at any depth.
    fn first(&self, name: &str) -> Option<&Self> {
        self.all(name).into_iter().next()
    }

    /// All elements of a name within this one, in order.
    fn all(&self, name: &str) -> Vec<&Self> {
        let mut found = Vec::new();
        let mut waiting: Vec<&Self> = self.children.iter().rev().collect();
        while let Some(element) = waiting.pop() {
            if element.name == name {
                found.push(element);
            }
            waiting.extend(element.children.iter().rev());
        }
        found
    }

    /// The element's own text; that of the only element within it if it has none.
    fn words(&self) -> Option<String> {
        let text = self.text.trim();
        match (text, self.children.as_slice()) {
            ("", [only]) => only.words(),
            ("", _) => None,
            _ => Some(text.to_owned()),
        }
    }

    /// The text of the first element of a name.
    fn text_of(&self, name: &str) -> Option<String> {
        self.first(name).and_then(Self::words)
    }
}

/// Adds the transaction of an entry, or one for each of its parts if their amounts make up the
/// whole.
fn add_entry(entries: &mut Entries, entry: &Element) {
    let is_debit = entry.text_of("CdtDbtInd").is_some_and(|it| it == "DBIT");
    let whole = amount_of(entry, is_debit);
    let parts = entry.all("TxDtls");
    let amounts: Vec<_> = parts.iter().map(|part| amount_of(part, is_debit)).collect();
    let sum: Option<i64> = amounts.iter().map(|it| it.as_ref().ok().map(|it| it.cents())).sum();
    let is_divided = parts.len() > 1 && sum == whole.as_ref().ok().map(|it| it.cents());
    if is_divided {
        for (part, amount) in parts.iter().zip(amounts) {
            entries.add(part.line, transaction(entry, Some(part), amount, is_debit, None));
        }
    } else {
        let id = entry.text_of("AcctSvcrRef");
        let part = parts.first().copied();
        entries.add(entry.line, transaction(entry, part, whole, is_debit, id));
    }
}

fn amount_of(element: &Element, is_debit: bool) -> Result<Decimal, ProblemReason> {
    let text = element.text_of("Amt").ok_or(ProblemReason::NoAmount)?;
    let amount = exact_amount(&text).ok_or(ProblemReason::Amount(text))?;
    Ok(if is_debit { amount.negated() } else { amount })
}

/// A transaction with the texts of a part of an entry, or of the entry.
fn transaction(
    entry: &Element,
    part: Option<&Element>,
    amount: Result<Decimal, ProblemReason>,
    is_debit: bool,
    imported_id: Option<String>,
) -> Result<Entry, ProblemReason> {
    let amount = amount?;
    let other_side = if is_debit { "Cdtr" } else { "Dbtr" };
    let parties = part.and_then(|part| part.first("RltdPties"));
    let named = parties.and_then(|it| it.first(other_side)).and_then(|it| it.text_of("Nm"));
    let information = entry.text_of("AddtlNtryInf");
    let said: Vec<String> = part
        .map(|part| part.all("Ustrd"))
        .unwrap_or_default()
        .into_iter()
        .filter_map(Element::words)
        .collect();
    let said = Some(said.join(" ")).filter(|said| !said.is_empty());
    let (payee, memo) = match (named, said) {
        (Some(payee), said) => (Some(payee), said.or(information)),
        (None, said) => (information, said),
    };
    let reference = || entry.text_of("NtryRef").filter(|_| payee.is_none());
    let memo = memo.or_else(reference);
    let is_new = |memo: &String| payee.as_ref().is_none_or(|payee| !payee.contains(memo.as_str()));
    Ok(Entry {
        line: part.unwrap_or(entry).line,
        date: day_of(entry)?,
        amount,
        memo: memo.filter(is_new),
        payee,
        imported_id,
        category: None,
    })
}

/// The day an entry counts from, or else was booked on.
fn day_of(entry: &Element) -> Result<String, ProblemReason> {
    let dates = entry.first("ValDt").or_else(|| entry.first("BookgDt"));
    let text = dates.and_then(Element::words).ok_or(ProblemReason::NoDate)?;
    // A time may follow the day.
    let day = text.get(..10).and_then(|day| read_day(day, DayOrder::YearMonthDay));
    day.map(|day| day.to_string()).ok_or(ProblemReason::Date(text))
}
