//! Amounts.

use thiserror::Error;

use super::faults::MOST_BYTES_OF_NUMBER;
use crate::money::{Amount, Decimal};

/// Marks of money that left, as banks write them after an amount.
const DEBIT_MARKS: [&str; 4] = ["D", "DR", "DEBIT", "S"];

/// Reads an amount with any decimal mark, such as `1.234,50`, `(12.5)`, `$-3`, `5.00-` or
/// `5.00 DR`. `None` if the text has no number, or has it in a way that may mean several numbers.
///
/// A last point or comma is the decimal mark unless it is followed by three digits, as in `1.234`,
/// or by more than nine. After a zero or nothing, as in `0,125`, it always is.
#[must_use]
pub fn read_amount(text: &str) -> Option<Decimal> {
    let text = text.trim();
    if text.len() > MOST_BYTES_OF_NUMBER || has_letter_within(text) {
        return None;
    }
    let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    // Currencies and marks such as CR stand before or after the number.
    let number: String = inside
        .unwrap_or(text)
        .chars()
        .map(|it| if it == '\u{2212}' { '-' } else { it })
        .filter(|it| it.is_ascii_digit() || matches!(it, '.' | ',' | '-'))
        .collect();
    let (unsigned, has_minus) = match number.strip_prefix('-').or(number.strip_suffix('-')) {
        Some(unsigned) => (unsigned, true),
        None => (number.as_str(), false),
    };
    if unsigned.contains('-') || has_minus && inside.is_some() {
        return None;
    }
    let (whole, fraction) = parts(unsigned);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let number: Decimal = format!("{whole}.{fraction}").parse().ok()?;
    let leaves = has_minus || inside.is_some() || has_debit_mark(text);
    Some(if leaves { number.negated() } else { number })
}

/// Whether a mark of money that left is the last word after the number.
fn has_debit_mark(text: &str) -> bool {
    let after = text.rsplit(|it: char| it.is_ascii_digit()).next().unwrap_or_default();
    let last = after.split_whitespace().next_back().unwrap_or_default();
    let last = last.trim_start_matches(['.', ',', '-']).trim_end_matches('.');
    DEBIT_MARKS.iter().any(|mark| last.eq_ignore_ascii_case(mark))
}

/// Whether a letter stands between digits, as in `1E+05` or `12 EUR 30`.
fn has_letter_within(text: &str) -> bool {
    let is_digit = |it: char| it.is_ascii_digit();
    let digits = text.find(is_digit).zip(text.rfind(is_digit));
    digits.is_some_and(|(first, last)| text[first..last].contains(char::is_alphabetic))
}

/// The digits before and after the decimal mark.
fn parts(unsigned: &str) -> (String, &str) {
    let digits = |text: &str| text.replace(['.', ','], "");
    match unsigned.rsplit_once(['.', ',']) {
        Some((whole, fraction)) => match fraction.len() {
            1 | 2 | 4..=9 => (digits(whole), fraction),
            3 if matches!(whole, "" | "0") => (whole.to_owned(), fraction),
            _ => (digits(unsigned), ""),
        },
        None => (unsigned.to_owned(), ""),
    }
}

/// The texts that say a transaction's amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountText<'t> {
    /// One with a sign.
    Signed(&'t str),
    /// One for money that left the account and one for money that came in, each without a sign.
    OutAndIn {
        /// Money that left.
        outflow: &'t str,
        /// Money that came in.
        inflow: &'t str,
    },
    /// One without a sign, and a word such as `debit` in another column.
    Marked {
        /// The amount.
        amount: &'t str,
        /// The word of this transaction.
        mark: &'t str,
        /// The word of money that left.
        outflow: &'t str,
    },
}

/// Corrections of all amounts of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountRule {
    /// Whether the file gives spending as positive and income as negative.
    pub flip: bool,
    /// What each amount is multiplied with, such as 0.01 for a file in cents.
    pub multiplier: Option<Decimal>,
}

/// Why an amount cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AmountProblem {
    /// No text.
    #[error("no amount")]
    Missing,
    /// This text is no number.
    #[error("unreadable amount: {0}")]
    Unreadable(String),
    /// The amount lies beyond the largest one.
    #[error("the amount is too large: {0}")]
    TooLarge(String),
}

impl AmountRule {
    /// The amount, to the nearest cent, halves upwards. Of an outflow and an inflow the first that
    /// is not zero counts.
    ///
    /// # Errors
    /// [`AmountProblem`].
    pub fn read(&self, text: AmountText<'_>) -> Result<Amount, AmountProblem> {
        let (text, number) = match text {
            AmountText::Signed(text) => (text, given(text)?.ok_or(AmountProblem::Missing)?),
            AmountText::OutAndIn { outflow, inflow } => {
                let left = given(outflow)?.map(|number| number.absolute().negated());
                let came = given(inflow)?.map(Decimal::absolute);
                match (left, came) {
                    (None, None) => return Err(AmountProblem::Missing),
                    (Some(left), came) if !left.is_zero() || came.is_none() => (outflow, left),
                    (_, came) => (inflow, came.ok_or(AmountProblem::Missing)?),
                }
            }
            AmountText::Marked { amount, mark, outflow } => {
                let number = given(amount)?.ok_or(AmountProblem::Missing)?.absolute();
                let is_out = mark.trim().to_lowercase() == outflow.trim().to_lowercase();
                (amount, if is_out { number.negated() } else { number })
            }
        };
        self.correct(number).ok_or_else(|| AmountProblem::TooLarge(text.trim().to_owned()))
    }

    /// The amount of a number with a sign, to the nearest cent, halves upwards; `None` beyond the
    /// largest amount.
    #[must_use]
    pub fn correct(&self, number: Decimal) -> Option<Amount> {
        let number = if self.flip { number.negated() } else { number };
        Amount::from_cents(number.product_cents(self.multiplier.unwrap_or(Decimal::ONE))).ok()
    }
}

/// The number of a text; `None` if it is blank.
fn given(text: &str) -> Result<Option<Decimal>, AmountProblem> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number = read_amount(text);
    number.map(Some).ok_or_else(|| AmountProblem::Unreadable(text.to_owned()))
}
