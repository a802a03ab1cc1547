//! Transactions as CSV. Text that a spreadsheet would run as a formula gets a leading apostrophe.

use csv::Writer;

use crate::contract::CallError;
use crate::db::query::{ExportedRow, Split};

const HEADER: [&str; 9] = [
    "Account",
    "Date",
    "Payee",
    "Notes",
    "Category_Group",
    "Category",
    "Amount",
    "Split_Amount",
    "Cleared",
];

/// The CSV text so far; it stays empty without rows.
pub(super) struct CsvText {
    writer: Writer<Vec<u8>>,
    empty: bool,
}

impl Default for CsvText {
    fn default() -> Self {
        Self { writer: Writer::from_writer(Vec::new()), empty: true }
    }
}

impl CsvText {
    /// Adds a row; returns how many bytes were written, which the writer's buffer may delay.
    ///
    /// # Errors
    /// `internal` for a row that cannot be written.
    pub(super) fn push(&mut self, row: &ExportedRow) -> Result<usize, CallError> {
        let before = self.writer.get_ref().len();
        let mut write = |record: [&str; 9]| {
            self.writer.write_record(record).map_err(|error| CallError::internal(&error))
        };
        if self.empty {
            write(HEADER)?;
        }
        self.empty = false;
        let notes = row.notes.as_deref().unwrap_or_default();
        let (amount, split_amount, notes) = match row.split {
            Split::None => (row.amount, 0, as_text(notes)),
            Split::Child(place, count) => {
                (row.amount, 0, format!("(SPLIT {place} OF {count}) {notes}"))
            }
            Split::Parent(count) => (0, row.amount, format!("(SPLIT INTO {count}) {notes}")),
        };
        let name = |name: &Option<String>| as_text(name.as_deref().unwrap_or_default());
        let cleared = match (row.reconciled, row.cleared) {
            (true, _) => "Reconciled",
            (false, true) => "Cleared",
            (false, false) => "Not cleared",
        };
        write([
            &name(&row.account),
            &day(row.date),
            &name(&row.payee),
            &notes,
            &name(&row.group),
            &name(&row.category),
            &decimal(amount),
            &decimal(split_amount),
            cleared,
        ])?;
        Ok(self.writer.get_ref().len() - before)
    }

    /// The whole text.
    pub(super) fn finish(self) -> Result<String, CallError> {
        let bytes = self.writer.into_inner().map_err(|error| CallError::internal(&error))?;
        String::from_utf8(bytes).map_err(|error| CallError::internal(&error))
    }
}

/// Text that no spreadsheet runs as a formula.
fn as_text(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

fn day(stored: i64) -> String {
    format!("{:04}-{:02}-{:02}", stored / 10_000, stored / 100 % 100, stored % 100)
}

/// Cents as units with as few digits as possible: `-10.5`, `1234.56`, `0`.
fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let (units, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    match (rest, rest % 10) {
        (0, _) => format!("{sign}{units}"),
        (_, 0) => format!("{sign}{units}.{}", rest / 10),
        _ => format!("{sign}{units}.{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_no_more_digits_than_needed() {
        let written = [-1050, 123_456, 0, 5, -10, 200, -99].map(decimal);
        assert_eq!(written, ["-10.5", "1234.56", "0", "0.05", "-0.1", "2", "-0.99"]);
    }

    #[test]
    fn an_export_says_how_long_it_has_become() {
        let row = ExportedRow {
            account: Some("Checking".to_owned()),
            date: 20_261_120,
            payee: None,
            notes: Some("x".repeat(100)),
            group: None,
            category: None,
            amount: -1_050,
            cleared: true,
            reconciled: false,
            split: Split::None,
        };
        let mut text = CsvText::default();
        let reported: usize = (0..10_000).map(|_| text.push(&row).unwrap()).sum();
        let long = text.finish().unwrap().len();
        assert!(reported <= long && long - reported < 20_000, "{reported} of {long}");
    }

    #[test]
    fn text_is_never_a_formula() {
        for text in ["=1", "+1", "-1", "@A", "\tx", "\rx"] {
            assert_eq!(as_text(text), format!("'{text}"));
        }
        assert_eq!(as_text("a=1"), "a=1");
    }
}
