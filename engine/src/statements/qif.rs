//! Quicken Interchange Format: lines that begin with a letter for their meaning.

use super::amounts::read_amount;
use super::entries::{Entries, Entry};
use super::faults::{ProblemReason, StatementError};

/// The letters of the lines of a record: number, address, cleared, and the lines of a split are
/// passed over.
const KNOWN: &[char] = &['N', 'A', 'C', 'S', 'E', '$', '%', 'U', 'K'];

/// A record so far.
#[derive(Default)]
struct Record<'t> {
    line: u64,
    date: Option<&'t str>,
    amount: Option<&'t str>,
    payee: Option<&'t str>,
    memo: Option<&'t str>,
    category: Option<&'t str>,
    is_begun: bool,
}

/// Reads a file.
///
/// # Errors
/// [`StatementError::NoQif`], [`StatementError::TooLong`].
pub(super) fn read(text: &str) -> Result<Entries, StatementError> {
    let mut lines = text.lines().zip(1_u64..).map(|(line, number)| (line.trim(), number));
    let is_empty = |(line, _): &(&str, u64)| line.is_empty();
    match lines.by_ref().find(|line| !is_empty(line)) {
        Some((line, _)) if line.contains("!Type:") => {}
        _ => return Err(StatementError::NoQif),
    }
    let mut entries = Entries::default();
    let mut record = Record::default();
    for (line, number) in lines.filter(|line| !is_empty(line)) {
        let Some(code) = line.chars().next() else { continue };
        let value = Some(line[code.len_utf8()..].trim()).filter(|value| !value.is_empty());
        if code == '^' {
            std::mem::take(&mut record).end(&mut entries)?;
            continue;
        }
        if !record.is_begun {
            record = Record { line: number, is_begun: true, ..Record::default() };
        }
        match code {
            'D' => record.date = value,
            'T' => record.amount = value,
            'P' => record.payee = value,
            'M' => record.memo = value,
            'L' => record.category = value,
            code if KNOWN.contains(&code) => {}
            _ => return Err(StatementError::NoQif),
        }
    }
    record.end(&mut entries)?;
    Ok(entries)
}

impl Record<'_> {
    fn end(self, entries: &mut Entries) -> Result<(), StatementError> {
        if self.is_begun { entries.add(self.line, self.entry()) } else { Ok(()) }
    }

    fn entry(&self) -> Result<Entry, ProblemReason> {
        let amount = self.amount.ok_or(ProblemReason::NoAmount)?;
        let text = |text: &str| text.replace("&amp;", "&");
        // A category may be within another one: the inner one counts.
        let category = self.category.and_then(|it| it.rsplit(':').find(|it| !it.is_empty()));
        Ok(Entry {
            line: self.line,
            date: self.date.ok_or(ProblemReason::NoDate)?.to_owned(),
            amount: read_amount(amount).ok_or_else(|| ProblemReason::Amount(amount.to_owned()))?,
            payee: self.payee.map(text),
            memo: self.memo.map(text),
            imported_id: None,
            category: category.map(text),
        })
    }
}
