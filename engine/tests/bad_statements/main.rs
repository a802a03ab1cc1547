//! Files of banks that are broken, cut off, absurd or meant to do harm: each is refused in words, or
//! read but for the transactions that are named. Each is read in little time, whatever its size.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure must stop the test")]

mod camt;
mod ofx;
mod qif;
mod tables;

use sobre_engine::statements::{
    AmountRule, FileColumns, FileFormat, ReadRow, RowRule, Statement, TableOptions, TextRule,
    day_order_of_entries, day_order_of_table, read_statement, rows_of_entries, rows_of_table,
};

/// The outcome of a file.
pub(crate) enum Outcome {
    /// It is refused with these words.
    Refused(&'static str),
    /// So many transactions are read, and each of the others is named with such words.
    Read(usize, &'static [&'static str]),
}

/// A file by what is wrong with it.
pub(crate) type Case = (&'static str, Vec<u8>, Outcome);

/// Fewer kinds of a format would leave out usual ones.
const KINDS: usize = 40;

pub(crate) fn case(name: &'static str, bytes: impl Into<Vec<u8>>, outcome: Outcome) -> Case {
    (name, bytes.into(), outcome)
}

/// A text of many equal pieces.
pub(crate) fn many(piece: &str, times: usize) -> String {
    piece.repeat(times)
}

pub(crate) fn utf16(text: &str, has_mark: bool) -> Vec<u8> {
    let mark = has_mark.then_some(0xfeff);
    mark.into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()
}

/// The transactions as the import reads them when nobody says how.
fn rows(format: FileFormat, bytes: &[u8]) -> Result<Vec<ReadRow>, String> {
    let statement = read_statement(format, bytes, &TableOptions::default());
    let rule = |order| RowRule {
        order,
        amounts: AmountRule { flip: false, multiplier: None },
        texts: TextRule { notes: true, ..TextRule::default() },
    };
    Ok(match statement.map_err(|error| error.to_string())? {
        Statement::Table(table) => {
            let columns = FileColumns::guess(&table);
            rows_of_table(&table, &columns, &rule(day_order_of_table(&table, &columns)))
        }
        Statement::Entries(entries) => {
            rows_of_entries(&entries, &rule(day_order_of_entries(&entries)))
        }
    })
}

/// Each message has to fit a screen.
const LONGEST_MESSAGE: usize = 300;

pub(crate) fn check(format: FileFormat, cases: Vec<Case>) {
    assert!(cases.len() >= KINDS, "{} kinds", cases.len());
    for (name, bytes, outcome) in cases {
        let read = rows(format, &bytes);
        let messages: Vec<&str> = match &read {
            Ok(rows) => rows.iter().filter_map(|row| row.problem.as_deref()).collect(),
            Err(message) => vec![message],
        };
        assert!(messages.iter().all(|it| it.chars().count() < LONGEST_MESSAGE), "{name}");
        match (outcome, &read) {
            (Outcome::Refused(words), Err(message)) => {
                assert!(message.contains(words), "{name}: {message}");
            }
            (Outcome::Read(good, problems), Ok(rows)) => {
                let count = rows.iter().filter(|row| row.problem.is_none()).count();
                assert_eq!(count, good, "{name}: {messages:?}");
                assert_eq!(messages.len(), problems.len(), "{name}: {messages:?}");
                for (words, message) in problems.iter().zip(messages) {
                    assert!(message.contains(words), "{name}: {message}");
                }
                let is_complete = |row: &ReadRow| row.date.is_some() && row.amount.is_some();
                assert!(rows.iter().all(|it| it.problem.is_some() || is_complete(it)), "{name}");
            }
            (Outcome::Refused(_), Ok(rows)) => panic!("{name}: read as {} rows", rows.len()),
            (Outcome::Read(..), Err(message)) => panic!("{name}: {message}"),
        }
    }
}
