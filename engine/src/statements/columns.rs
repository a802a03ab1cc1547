//! Columns of a table of transactions.

use super::amounts::read_amount;
use super::days::{DayOrder, read_day};
use super::faults::MOST_BYTES_OF_NUMBER;

/// The places of the columns that transactions are made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Columns {
    /// The day.
    pub date: Option<usize>,
    /// The amount.
    pub amount: Option<usize>,
    /// The payee.
    pub payee: Option<usize>,
    /// The notes.
    pub notes: Option<usize>,
}

/// Guesses the columns from their names and the values of a row: names that contain `date` and
/// `amount`, else values that are a day and an amount. The first two of the others are payee and
/// notes.
#[must_use]
pub fn guess_columns(columns: &[(&str, &str)]) -> Columns {
    let named =
        |part: &str| columns.iter().position(|(name, _)| name.to_lowercase().contains(part));
    let like = |fits: fn(&str) -> bool, taken: Option<usize>| {
        let mut all = columns.iter().enumerate().filter(|(at, _)| Some(*at) != taken);
        all.find(|(_, (_, value))| fits(value.trim())).map(|(at, _)| at)
    };
    let date = named("date").or_else(|| like(is_day, None));
    let amount = named("amount").filter(|at| Some(*at) != date).or_else(|| like(is_amount, date));
    let taken = [date, amount];
    let mut others = (0..columns.len()).filter(|at| !taken.contains(&Some(*at)));
    Columns { date, amount, payee: others.next(), notes: others.next() }
}

/// Three numbers with the same separators that are a day in some order.
fn is_day(value: &str) -> bool {
    let has_parts = |mark: char| {
        let parts: Vec<_> = value.split(mark).collect();
        let is_number =
            |part: &&str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        parts.len() == 3 && parts.iter().all(is_number)
    };
    value.len() <= MOST_BYTES_OF_NUMBER
        && ['-', '/', '.'].into_iter().any(has_parts)
        && read_day(value, DayOrder::guess([value])).is_some()
}

/// Digits with points and commas, with or without a minus before them.
fn is_amount(value: &str) -> bool {
    let unsigned = value.strip_prefix(['-', '\u{2212}']).unwrap_or(value);
    unsigned.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | ','))
        && read_amount(value).is_some()
}
