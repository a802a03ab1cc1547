//! Transactions of a file as they are imported: with a day, an amount in cents, and texts.

use std::collections::HashMap;

use chrono::Datelike as _;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

use super::amounts::{AmountProblem, AmountRule, AmountText};
use super::columns::guess_columns;
use super::days::{DayOrder, read_day};
use super::entries::{Entries, Entry, TextRule};
use super::faults::{MOST_CHARS, shown};
use super::table::{Table, TableRow};
use crate::dates::Day;
use crate::money::Amount;

/// Which columns of a table say what, by their places from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FileColumns {
    /// The day.
    pub date: Option<usize>,
    /// The payee.
    pub payee: Option<usize>,
    /// The notes.
    pub notes: Option<usize>,
    /// How the amount is written.
    pub mode: AmountMode,
    /// The amount, but in the mode of two columns.
    pub amount: Option<usize>,
    /// Money that left, in the mode of two columns.
    pub outflow: Option<usize>,
    /// Money that came in, in the mode of two columns.
    pub inflow: Option<usize>,
    /// A word that says whether money left, in the mode with such a word.
    pub mark: Option<usize>,
    /// That word.
    pub outflow_mark: String,
}

/// How a table writes amounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AmountMode {
    /// With a sign.
    #[default]
    Signed,
    /// In one column for money that left and one for money that came in.
    OutAndIn,
    /// Without a sign, and a word such as `debit` in another column.
    Marked,
}

/// How transactions are made of what a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowRule {
    /// How days are written.
    pub order: DayOrder,
    /// Corrections of amounts.
    pub amounts: AmountRule,
    /// Which texts become payee and notes; of a table only whether there are notes.
    pub texts: TextRule,
}

/// A transaction of a file. Without a problem it has a day and an amount.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadRow {
    /// The line it begins on, from 1.
    pub line: u64,
    /// The day as it is written.
    pub date_text: String,
    /// The amount as it is written.
    pub amount_text: String,
    /// The day.
    pub date: Option<Day>,
    /// The amount.
    pub amount: Option<Amount>,
    /// The other side.
    pub payee: Option<String>,
    /// The purpose that the bank gives.
    pub notes: Option<String>,
    /// The bank's id.
    pub imported_id: Option<String>,
    /// A category by name.
    pub category: Option<String>,
    /// The line of an earlier transaction with the same bank's id.
    pub repeats: Option<u64>,
    /// Why it cannot be imported, in words.
    pub problem: Option<String>,
}

/// Why a transaction cannot be imported.
#[derive(Debug, Error)]
enum RowProblem {
    #[error("This line has no date")]
    NoDate,
    #[error("Unable to parse date {0} with given date format")]
    Date(String),
    #[error("Transaction on {0} has no amount")]
    NoAmount(String),
    #[error("Transaction on {0} has an unreadable amount: {1}")]
    Amount(String, String),
    #[error("Transaction on {0} has an amount that is too large: {1}")]
    TooLarge(String, String),
    #[error("The date {0} is not between the years {FIRST_YEAR} and {LAST_YEAR}")]
    FarDate(String),
    #[error("A text on this line has more than {MOST_CHARS} characters")]
    LongText,
}

/// The years that a statement may be of.
const FIRST_YEAR: i32 = 1900;
/// See [`FIRST_YEAR`].
const LAST_YEAR: i32 = 2200;

/// Most texts that the order of days is guessed from.
const LOOKED_AT: usize = 2_000;

/// Names of columns for money that left.
const OUTFLOW: [&str; 5] = ["outflow", "debit", "withdraw", "paid out", "money out"];
/// Names of columns for money that came in.
const INFLOW: [&str; 5] = ["inflow", "credit", "deposit", "paid in", "money in"];

impl FileColumns {
    /// The likely columns of a table, by their names and the first row.
    #[must_use]
    pub fn guess(table: &Table) -> Self {
        let first = table.rows.first().map_or(&[][..], |row| &row.cells);
        let count = table.header.as_ref().map_or(first.len(), Vec::len);
        let name = |place: usize| table.header.as_ref().map_or("", |names| &names[place]);
        let cell = |place: usize| first.get(place).map_or("", String::as_str);
        let columns: Vec<_> = (0..count).map(|place| (name(place), cell(place))).collect();
        let found = |names: [&str; 5]| {
            let is_named = |(column, _): &(&str, &str)| {
                let column = column.to_lowercase();
                names.into_iter().any(|name| column.contains(name))
            };
            columns.iter().position(is_named)
        };
        let guessed = guess_columns(&columns);
        let has_amount = columns.iter().any(|(name, _)| name.to_lowercase().contains("amount"));
        match (found(OUTFLOW), found(INFLOW)) {
            (Some(outflow), Some(inflow)) if !has_amount && outflow != inflow => {
                let taken = [guessed.date, Some(outflow), Some(inflow)];
                let mut texts = (0..count).filter(|place| !taken.contains(&Some(*place)));
                Self {
                    date: guessed.date,
                    payee: texts.next(),
                    notes: texts.next(),
                    mode: AmountMode::OutAndIn,
                    outflow: Some(outflow),
                    inflow: Some(inflow),
                    ..Self::default()
                }
            }
            _ => Self {
                date: guessed.date,
                payee: guessed.payee,
                notes: guessed.notes,
                amount: guessed.amount,
                ..Self::default()
            },
        }
    }

    fn amount<'c>(&'c self, cells: &'c [String]) -> AmountText<'c> {
        let cell = |place| text_at(cells, place);
        match self.mode {
            AmountMode::Signed => AmountText::Signed(cell(self.amount)),
            AmountMode::OutAndIn => {
                AmountText::OutAndIn { outflow: cell(self.outflow), inflow: cell(self.inflow) }
            }
            AmountMode::Marked => AmountText::Marked {
                amount: cell(self.amount),
                mark: cell(self.mark),
                outflow: &self.outflow_mark,
            },
        }
    }
}

/// The order of days in a column of a table.
#[must_use]
pub fn day_order_of_table(table: &Table, columns: &FileColumns) -> DayOrder {
    let texts = table.rows.iter().map(|row| text_at(&row.cells, columns.date));
    DayOrder::guess(texts.filter(|text| !text.is_empty()).take(LOOKED_AT))
}

/// The order of days in the entries of a file.
#[must_use]
pub fn day_order_of_entries(entries: &Entries) -> DayOrder {
    let texts = entries.entries.iter().map(|entry| entry.date.as_str()).take(LOOKED_AT);
    entries.day_order.unwrap_or_else(|| DayOrder::guess(texts))
}

/// The transactions of a table, in its order.
#[must_use]
pub fn rows_of_table(table: &Table, columns: &FileColumns, rule: &RowRule) -> Vec<ReadRow> {
    table.rows.iter().map(|row| row_of_cells(row, columns, rule)).collect()
}

/// The transactions of another file, in its order, with those that cannot be read.
#[must_use]
pub fn rows_of_entries(entries: &Entries, rule: &RowRule) -> Vec<ReadRow> {
    let mut rows: Vec<ReadRow> = entries.entries.iter().map(|it| row_of_entry(it, rule)).collect();
    rows.extend(entries.problems.iter().map(|problem| ReadRow {
        line: problem.line,
        problem: Some(problem.reason.to_string()),
        ..ReadRow::default()
    }));
    rows.sort_by_key(|row| row.line);
    let mut lines: HashMap<String, u64> = HashMap::new();
    for row in &mut rows {
        let Some(id) = &row.imported_id else { continue };
        match lines.get(id) {
            Some(line) => row.repeats = Some(*line),
            None => drop(lines.insert(id.clone(), row.line)),
        }
    }
    rows
}

fn row_of_cells(row: &TableRow, columns: &FileColumns, rule: &RowRule) -> ReadRow {
    let text = |place| {
        let text = text_at(&row.cells, place);
        (!text.is_empty()).then(|| text.to_owned())
    };
    let read = ReadRow {
        line: row.line,
        date_text: text(columns.date).unwrap_or_default(),
        payee: text(columns.payee),
        notes: text(columns.notes).filter(|_| rule.texts.notes),
        ..ReadRow::default()
    };
    let amount = columns.amount(&row.cells);
    let written = match amount {
        AmountText::Signed(text) | AmountText::Marked { amount: text, .. } => text,
        AmountText::OutAndIn { outflow: "", inflow } => inflow,
        AmountText::OutAndIn { outflow, .. } => outflow,
    };
    let read = ReadRow { amount_text: written.to_owned(), ..read };
    dated(read, rule.order, rule.amounts.read(amount))
}

fn row_of_entry(entry: &Entry, rule: &RowRule) -> ReadRow {
    let (payee, notes) = entry.texts(rule.texts);
    let read = ReadRow {
        line: entry.line,
        date_text: entry.date.clone(),
        amount_text: entry.amount.to_string(),
        payee: payee.map(str::to_owned),
        notes: notes.map(str::to_owned),
        imported_id: entry.imported_id.clone(),
        category: entry.category.clone(),
        ..ReadRow::default()
    };
    let amount = rule.amounts.correct(entry.amount);
    let amount = amount.ok_or_else(|| AmountProblem::TooLarge(read.amount_text.clone()));
    dated(read, rule.order, amount)
}

/// The row with its day and amount, or with the first problem of the two.
fn dated(row: ReadRow, order: DayOrder, amount: Result<Amount, AmountProblem>) -> ReadRow {
    let date = read_day(&row.date_text, order);
    let day = shown(&row.date_text);
    let is_near = |day: Day| (FIRST_YEAR..=LAST_YEAR).contains(&day.date().year());
    let is_long = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        text.len() > MOST_CHARS && text.chars().count() > MOST_CHARS
    };
    let problem = match (date, &amount) {
        (Some(date), _) if !is_near(date) => Some(RowProblem::FarDate(day)),
        _ if [&row.payee, &row.notes, &row.imported_id].into_iter().any(is_long) => {
            Some(RowProblem::LongText)
        }
        (Some(_), Ok(_)) => None,
        (None, _) if day.is_empty() => Some(RowProblem::NoDate),
        (None, _) => Some(RowProblem::Date(day)),
        (_, Err(AmountProblem::Missing)) => Some(RowProblem::NoAmount(day)),
        (_, Err(AmountProblem::Unreadable(text))) => Some(RowProblem::Amount(day, shown(text))),
        (_, Err(AmountProblem::TooLarge(text))) => Some(RowProblem::TooLarge(day, shown(text))),
    };
    let problem = problem.map(|it| it.to_string());
    ReadRow { date, amount: amount.ok(), problem, ..row }
}

fn text_at(cells: &[String], place: Option<usize>) -> &str {
    place.and_then(|place| cells.get(place)).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statements::{FileFormat, Statement, TableOptions, read_statement};

    fn rule(order: DayOrder) -> RowRule {
        let amounts = AmountRule { flip: false, multiplier: None };
        RowRule { order, amounts, texts: TextRule { notes: true, ..TextRule::default() } }
    }

    fn table(text: &str) -> Table {
        match read_statement(FileFormat::Table, text.as_bytes(), &TableOptions::default()) {
            Ok(Statement::Table(table)) => table,
            other => panic!("{other:?}"),
        }
    }

    fn guessed(text: &str) -> (FileColumns, Vec<ReadRow>) {
        let table = table(text);
        let columns = FileColumns::guess(&table);
        let rows = rows_of_table(&table, &columns, &rule(day_order_of_table(&table, &columns)));
        (columns, rows)
    }

    #[test]
    fn a_bad_day_is_named_and_spoils_no_other() {
        let (_, rows) = guessed(
            "Date,Payee,Amount\n31.01.2026,Bakery,-3.20\n32.01.2026,Bakery,-4\n\
             ,Bakery,-5\n01.02.2026,Bakery,\n02.02.2026,Bakery,x\n",
        );
        let told: Vec<_> = rows.iter().map(|row| (row.line, row.problem.as_deref())).collect();
        assert_eq!(
            told,
            [
                (2, None),
                (3, Some("Unable to parse date 32.01.2026 with given date format")),
                (4, Some("This line has no date")),
                (5, Some("Transaction on 01.02.2026 has no amount")),
                (6, Some("Transaction on 02.02.2026 has an unreadable amount: x")),
            ]
        );
        assert_eq!(rows[0].amount.map(Amount::cents), Some(-320));
        assert_eq!(rows[0].date.map(|day| day.to_string()).as_deref(), Some("2026-01-31"));
    }

    #[test]
    fn columns_for_money_out_and_in_are_found_by_their_names() {
        let (columns, rows) =
            guessed("Posted,Text,Paid out,Paid in\n2026-01-02,Shop,5.00,\n2026-01-03,Job,,100\n");
        assert_eq!((columns.outflow, columns.inflow), (Some(2), Some(3)));
        assert_eq!(columns.mode, AmountMode::OutAndIn);
        let cents: Vec<_> = rows.iter().filter_map(|row| row.amount.map(Amount::cents)).collect();
        assert_eq!(cents, [-500, 10_000]);
        let (columns, _) = guessed("Date,Amount,Debit/Credit,Credit card\n2026-01-02,5,D,x\n");
        assert_eq!((columns.mode, columns.amount), (AmountMode::Signed, Some(1)));
    }

    #[test]
    fn a_repeated_id_of_the_bank_names_the_line_before() {
        let entry = |id: &str| format!("<STMTTRN><DTPOSTED>20260102<TRNAMT>-1<FITID>{id}<NAME>A\n");
        let ofx = format!(
            "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>\n{}{}{}</BANKTRANLIST></OFX>",
            entry("a"),
            entry("b"),
            entry("a")
        );
        let read = read_statement(FileFormat::Ofx, ofx.as_bytes(), &TableOptions::default());
        let Ok(Statement::Entries(entries)) = read else { panic!("{read:?}") };
        let rows = rows_of_entries(&entries, &rule(day_order_of_entries(&entries)));
        assert_eq!(rows.len(), 3);
        let repeats: Vec<_> = rows.iter().map(|row| row.repeats).collect();
        assert_eq!(repeats, [None, None, Some(rows[0].line)]);
    }
}
