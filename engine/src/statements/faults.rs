//! Why files of transactions, or transactions in them, cannot be read.

use thiserror::Error;

/// Most transactions of a file, and most of those and other parts that are held at once: more than
/// any bank writes.
pub const MOST_TRANSACTIONS: usize = 1_000_000;
/// Most cells of a line of a table.
pub const MOST_CELLS_OF_LINE: usize = 1_000;
/// Most cells of a table.
pub(super) const MOST_CELLS: usize = 10 * MOST_TRANSACTIONS;
/// Most characters of a payee, of notes or of a bank's id.
pub const MOST_CHARS: usize = 10_000;
/// Most bytes of a day or an amount.
pub(super) const MOST_BYTES_OF_NUMBER: usize = 200;
/// Characters of a text that a message shows.
const SHOWN_CHARS: usize = 60;

/// The beginning of a text, for a message.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Why a whole file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StatementError {
    /// Bytes that are no text.
    #[error("Failed parsing: the file is not a text file.")]
    NoText,
    /// The first line is no header, or a line begins with an unknown letter.
    #[error("Failed parsing: doesn't look like a valid QIF file.")]
    NoQif,
    /// The markup is broken, so the rest of the file cannot be parsed.
    #[error("Failed importing file: the markup is broken on line {0}.")]
    Markup(u64),
    /// Nothing in it is OFX.
    #[error("Failed importing file: it doesn't look like an OFX file.")]
    NoOfx,
    /// Nothing in it is an account statement.
    #[error("Failed importing file: it doesn't look like a bank statement (CAMT.053).")]
    NoCamt,
    /// It has more than can be held.
    #[error("Failed importing file: it has more than {MOST_TRANSACTIONS} transactions.")]
    TooLong,
    /// A line of a table has more cells than any bank writes.
    #[error("Failed parsing: line {0} has more than {MOST_CELLS_OF_LINE} cells.")]
    TooManyCells(u64),
    /// A quotation mark makes the cells of a table uncertain.
    #[error("Failed parsing: {0}")]
    Quote(QuoteFault),
    /// More lines are to be left out than there are.
    #[error("Cannot skip more lines than exist in the file")]
    TooFewLines,
}

/// Why a quotation mark makes cells uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum QuoteFault {
    /// A cell begins with one and never ends.
    #[error("the quotation mark on line {0} is never closed.")]
    Unclosed(u64),
    /// One stands within a cell that does not begin with one.
    #[error("a quotation mark stands within a cell on line {0}.")]
    Within(u64),
    /// A cell goes on after the closing one.
    #[error("text follows a closing quotation mark on line {0}.")]
    Followed(u64),
}

/// A transaction that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("Line {line}: {reason}")]
pub struct Problem {
    /// The line it begins on, from 1.
    pub line: u64,
    /// Why.
    pub reason: ProblemReason,
}

/// Why a transaction cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProblemReason {
    /// No day.
    #[error("no date")]
    NoDate,
    /// This is no day.
    #[error("unreadable date: {}", shown(.0))]
    Date(String),
    /// No amount.
    #[error("no amount")]
    NoAmount,
    /// This is no amount.
    #[error("Invalid amount format: {}", shown(.0))]
    Amount(String),
    /// The bank names it before it is booked. Its booked entry comes in a later file.
    #[error("the bank has not booked it yet")]
    NotBooked,
    /// The file ends before the transaction does, so its last value may be cut off.
    #[error("the file ends within this transaction")]
    CutOff,
}
