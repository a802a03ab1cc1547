//! Open Financial Exchange: markup whose elements need no end in its older form.

use super::amounts::read_amount;
use super::days::{DayOrder, read_day};
use super::entries::{Entries, Entry};
use super::faults::{ProblemReason, StatementError};
use super::markup::{Part, Parts};
use crate::money::Decimal;

/// The values of a transaction so far.
#[derive(Default)]
struct Record {
    line: u64,
    date: Option<String>,
    amount: Option<String>,
    name: Option<String>,
    memo: Option<String>,
    id: Option<String>,
}

/// The state of the parser.
#[derive(Default)]
struct Progress {
    entries: Entries,
    record: Option<Record>,
    /// The latest element that began, and its text.
    leaf: Option<(String, String)>,
    /// Whether the whole file was there.
    is_whole: bool,
}

/// Reads a file.
///
/// # Errors
/// [`StatementError::NoOfx`] without the element `OFX`, [`StatementError::Markup`],
/// [`StatementError::TooLong`].
pub(super) fn read(text: &str) -> Result<Entries, StatementError> {
    let start = start_of(text).ok_or(StatementError::NoOfx)?;
    let skipped = text[..start].bytes().filter(|byte| *byte == b'\n').count();
    let skipped = u64::try_from(skipped).unwrap_or(0);
    let mut parts = Parts::of(&text[start..], false);
    let mut progress = Progress::default();
    progress.entries.day_order = Some(DayOrder::YearMonthDay);
    loop {
        let part = parts.next().map_err(|it| StatementError::Markup(it.line + skipped))?;
        match part {
            Some(Part::Begin(name)) => {
                progress.end_leaf();
                let name = name.to_ascii_uppercase();
                if name == "STMTTRN" {
                    progress.end_record()?;
                    let line = parts.line() + skipped;
                    progress.record = Some(Record { line, ..Record::default() });
                }
                progress.leaf = Some((name, String::new()));
            }
            Some(Part::Text(text)) => {
                if let Some((_, value)) = &mut progress.leaf {
                    value.push_str(&text);
                }
            }
            Some(Part::End(name)) => {
                progress.end_leaf();
                let name = name.to_ascii_uppercase();
                if name == "STMTTRN" || name == "BANKTRANLIST" {
                    progress.end_record()?;
                }
                progress.is_whole |= name == "OFX";
            }
            None => {
                progress.end_leaf();
                return progress.end();
            }
        }
    }
}

/// Where the element `OFX` begins.
fn start_of(text: &str) -> Option<usize> {
    let upper = text.to_ascii_uppercase();
    let ends_name = |it: &(usize, &str)| {
        let next = upper[it.0 + it.1.len()..].chars().next();
        next.is_some_and(|next| next == '>' || next.is_whitespace())
    };
    upper.match_indices("<OFX").find(ends_name).map(|(at, _)| at)
}

impl Progress {
    fn end_leaf(&mut self) {
        let Some((name, value)) = self.leaf.take() else { return };
        let value = value.trim();
        if value.is_empty() {
            return;
        }
        let Some(record) = &mut self.record else {
            if name == "ACCTID" {
                self.entries.add_account(value.to_owned());
            }
            return;
        };
        let place = match name.as_str() {
            "DTPOSTED" => &mut record.date,
            "TRNAMT" => &mut record.amount,
            "NAME" => &mut record.name,
            "MEMO" => &mut record.memo,
            "FITID" => &mut record.id,
            _ => return,
        };
        place.get_or_insert_with(|| value.to_owned());
    }

    fn end_record(&mut self) -> Result<(), StatementError> {
        match self.record.take() {
            Some(record) => self.entries.add(record.line, record.entry()),
            None => Ok(()),
        }
    }

    /// Ends the file. A transaction without an end may have lost the last digits of its amount.
    fn end(mut self) -> Result<Entries, StatementError> {
        if !self.is_whole
            && let Some(record) = self.record.take()
        {
            self.entries.add(record.line, Err(ProblemReason::CutOff))?;
        }
        self.end_record()?;
        Ok(self.entries)
    }
}

impl Record {
    fn entry(self) -> Result<Entry, ProblemReason> {
        let amount = self.amount.ok_or(ProblemReason::NoAmount)?;
        let date = self.date.ok_or(ProblemReason::NoDate)?;
        // A time may follow the day.
        let digits = date.get(..8).unwrap_or(&date);
        let day = read_day(digits, DayOrder::YearMonthDay);
        Ok(Entry {
            line: self.line,
            date: day.ok_or_else(|| ProblemReason::Date(date.clone()))?.to_string(),
            amount: exact_amount(&amount).ok_or(ProblemReason::Amount(amount))?,
            payee: self.name,
            memo: self.memo,
            imported_id: self.id,
            category: None,
        })
    }
}

/// An amount of a format without marks between thousands: a single point or comma is the decimal
/// mark.
pub(super) fn exact_amount(text: &str) -> Option<Decimal> {
    let number = text.trim().replace(',', ".");
    number.strip_prefix('+').unwrap_or(&number).parse().ok().or_else(|| read_amount(text))
}
