//! Bank statements: files in the formats of banks, and amounts, days and columns in the many ways
//! that banks write them.

mod amounts;
mod camt;
mod columns;
mod days;
mod entries;
mod faults;
mod file;
mod markup;
mod matching;
mod ofx;
mod qif;
mod reading;
mod table;
mod text;

pub use amounts::{AmountProblem, AmountRule, AmountText, read_amount};
pub use columns::{Columns, guess_columns};
pub use days::{DayOrder, read_day};
pub use entries::{Entries, Entry, TextRule};
pub use faults::{
    MOST_CELLS_OF_LINE, MOST_CHARS, MOST_TRANSACTIONS, Problem, ProblemReason, QuoteFault,
    StatementError,
};
pub use file::{FileFormat, Statement, read_statement};
pub use matching::{DAYS_APART, Incoming, Line, Match, Reason, Stored, match_lines};
pub use reading::{
    AmountMode, FileColumns, ReadRow, RowRule, day_order_of_entries, day_order_of_table,
    rows_of_entries, rows_of_table,
};
pub use table::{Table, TableOptions, TableRow};

#[cfg(test)]
mod tests;
