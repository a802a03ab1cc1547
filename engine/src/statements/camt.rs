//! Bank statements in the XML of ISO 20022 (CAMT.053).

use super::days::{DayOrder, read_day};
use super::entries::{Entries, Entry};
use super::faults::{MOST_TRANSACTIONS, ProblemReason, StatementError};
use super::markup::{Part, Parts};
use super::ofx::exact_amount;
use crate::money::Decimal;

/// Elements within one another beyond this are no bank statement.
const DEEPEST: usize = 64;

/// What statements, reports and notices of an account, and their entries, are called.
const STATEMENTS: [&str; 4] = ["Stmt", "Rpt", "Ntfctn", "Ntry"];

/// States of entries that may still change or never come; the booked one comes in a later file.
const NOT_BOOKED: [&str; 3] = ["PDNG", "FUTR", "INFO"];

/// An element of an entry or an account.
struct Element {
    name: String,
    line: u64,
    text: String,
    children: Vec<Element>,
    /// How many elements it and those within it are.
    count: usize,
}

/// Reads a file.
///
/// # Errors
/// [`StatementError::Markup`], [`StatementError::NoCamt`], [`StatementError::TooLong`].
pub(super) fn read(text: &str) -> Result<Entries, StatementError> {
    let mut parts = Parts::of(text, true);
    let mut open: Vec<Element> = Vec::new();
    let mut entries = Entries { day_order: Some(DayOrder::YearMonthDay), ..Entries::default() };
    let (mut held, mut is_statement) = (0_usize, false);
    loop {
        let part = parts.next().map_err(|it| StatementError::Markup(it.line))?;
        let line = parts.line();
        match part {
            Some(Part::Begin(_)) if open.len() == DEEPEST => {
                return Err(StatementError::Markup(line));
            }
            Some(Part::Begin(_)) if held == MOST_TRANSACTIONS => {
                return Err(StatementError::TooLong);
            }
            Some(Part::Begin(name)) => {
                held += 1;
                is_statement |= STATEMENTS.contains(&name.as_str());
                open.push(Element {
                    name,
                    line,
                    text: String::new(),
                    children: Vec::new(),
                    count: 1,
                });
            }
            Some(Part::Text(text)) => {
                if let Some(element) = open.last_mut() {
                    element.text.push_str(&text);
                }
            }
            Some(Part::End(_)) => {
                let Some(element) = open.pop() else { continue };
                match (element.name.as_str(), open.last_mut()) {
                    ("Ntry", _) => {
                        held -= element.count;
                        add_entry(&mut entries, &element)?;
                    }
                    ("Acct", Some(parent)) if parent.name == "Stmt" => {
                        held -= element.count;
                        let number = element.first("IBAN").or_else(|| element.first("Id"));
                        if let Some(number) = number.and_then(Element::words) {
                            entries.add_account(number);
                        }
                    }
                    (_, Some(parent)) => {
                        parent.count += element.count;
                        parent.children.push(element);
                    }
                    (_, None) => {}
                }
            }
            None if open.is_empty() && is_statement => return Ok(entries),
            None if open.is_empty() => return Err(StatementError::NoCamt),
            None => return Err(StatementError::Markup(line)),
        }
    }
}

impl Element {
    /// The first element of a name within this one, at any depth.
    fn first(&self, name: &str) -> Option<&Self> {
        self.all(name).next()
    }

    /// All elements of a name within this one, in order.
    fn all(&self, name: &str) -> impl Iterator<Item = &Self> {
        let mut waiting: Vec<_> = vec![self.children.iter()];
        let within = std::iter::from_fn(move || {
            loop {
                match waiting.last_mut()?.next() {
                    Some(element) => {
                        waiting.push(element.children.iter());
                        return Some(element);
                    }
                    None => drop(waiting.pop()),
                }
            }
        });
        within.filter(move |element| element.name == name)
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

/// What an entry says of all its parts.
struct EntryFields {
    is_debit: bool,
    date: Result<String, ProblemReason>,
    information: Option<String>,
    reference: Option<String>,
}

/// Adds the transaction of an entry, or one for each of its parts if their amounts make up the
/// whole.
fn add_entry(entries: &mut Entries, entry: &Element) -> Result<(), StatementError> {
    if entry.text_of("Sts").is_some_and(|status| NOT_BOOKED.contains(&status.as_str())) {
        return entries.add(entry.line, Err(ProblemReason::NotBooked));
    }
    let is_debit = entry.text_of("CdtDbtInd").is_some_and(|it| it == "DBIT");
    let whole = EntryFields {
        is_debit,
        date: day_of(entry),
        information: entry.text_of("AddtlNtryInf"),
        reference: entry.text_of("NtryRef"),
    };
    let amount = amount_of(entry, is_debit);
    let parts: Vec<_> = entry.all("TxDtls").collect();
    let amounts: Vec<_> = parts.iter().map(|part| amount_of(part, is_debit)).collect();
    let cents = |amount: &Result<Decimal, _>| amount.as_ref().ok().map(|it| i128::from(it.cents()));
    let sum: Option<i128> = amounts.iter().map(cents).sum();
    if parts.len() > 1 && sum == cents(&amount) {
        for (part, amount) in parts.iter().zip(amounts) {
            entries.add(part.line, transaction(&whole, Some(part), amount, part.line, None))?;
        }
        return Ok(());
    }
    let id = entry.text_of("AcctSvcrRef");
    let part = parts.first().copied();
    let line = part.unwrap_or(entry).line;
    entries.add(entry.line, transaction(&whole, part, amount, line, id))
}

fn amount_of(element: &Element, is_debit: bool) -> Result<Decimal, ProblemReason> {
    let text = element.text_of("Amt").ok_or(ProblemReason::NoAmount)?;
    let amount = exact_amount(&text).ok_or(ProblemReason::Amount(text))?;
    Ok(if is_debit { amount.negated() } else { amount })
}

/// A transaction with the texts of a part of an entry, or of the entry.
fn transaction(
    whole: &EntryFields,
    part: Option<&Element>,
    amount: Result<Decimal, ProblemReason>,
    line: u64,
    imported_id: Option<String>,
) -> Result<Entry, ProblemReason> {
    let amount = amount?;
    let other_side = if whole.is_debit { "Cdtr" } else { "Dbtr" };
    let parties = part.and_then(|part| part.first("RltdPties"));
    let named = parties.and_then(|it| it.first(other_side)).and_then(|it| it.text_of("Nm"));
    let information = whole.information.clone();
    let said = part.map(|part| part.all("Ustrd").filter_map(Element::words).collect::<Vec<_>>());
    let said = said.map(|said| said.join(" ")).filter(|said| !said.is_empty());
    let (payee, memo) = match (named, said) {
        (Some(payee), said) => (Some(payee), said.or(information)),
        (None, said) => (information, said),
    };
    let memo = memo.or_else(|| whole.reference.clone().filter(|_| payee.is_none()));
    let is_new = |memo: &String| payee.as_ref().is_none_or(|payee| !payee.contains(memo.as_str()));
    Ok(Entry {
        line,
        date: whole.date.clone()?,
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
