//! Why files of transactions, or transactions in them, cannot be read.

use thiserror::Error;

/// Why a whole file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StatementError {
    /// Bytes that are no text.
    #[error("Failed parsing: the file is not a text file.")]
    NoText,
    /// The first line is no header, or a line begins with an unknown letter.
    #[error("Failed parsing: doesn't look like a valid QIF file.")]
    NoQif,
    /// The markup is broken, so that what follows cannot be told apart.
    #[error("Failed importing file: the markup is broken on line {0}.")]
    Markup(u64),
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
    #[error("unreadable date: {0}")]
    Date(String),
    /// No amount.
    #[error("no amount")]
    NoAmount,
    /// This is no amount.
    #[error("Invalid amount format: {0}")]
    Amount(String),
}
