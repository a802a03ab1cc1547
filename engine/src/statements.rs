//! Bank statements as text: amounts, days and columns in the many ways that banks write them.

mod amounts;
mod columns;
mod days;

pub use amounts::{AmountProblem, AmountRule, AmountText, read_amount};
pub use columns::{Columns, guess_columns};
pub use days::{DayOrder, read_day};

#[cfg(test)]
mod tests;
