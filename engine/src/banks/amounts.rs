//! Amounts of providers: decimal text, read digit by digit. They become cents of any currency by
//! the same factor of 100; the number format of a budget shows currencies without decimals.

use std::fmt;

use crate::money::Amount;

/// Most bytes of a number.
const MOST_BYTES: usize = 200;
/// Digits of the largest amount in cents, and a few more.
const MOST_DIGITS: i64 = 18;

/// The zeros of the decimal digits that banks may write beside ASCII's: Arabic, Persian, the
/// scripts of India, Thai, Lao, Tibetan, Burmese, Khmer, Mongolian and full-width ones.
const ZEROS: [char; 19] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}',
    '\u{c66}', '\u{ce6}', '\u{d66}', '\u{de6}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}',
    '\u{17e0}', '\u{1810}', '\u{ff10}',
];

/// A decimal number exactly as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecimalText {
    is_negative: bool,
    /// All digits in ASCII, without zeros at the start; empty for 0.
    digits: String,
    /// How many of the digits stand after the point; below 0 so many zeros follow them.
    places: i64,
}

/// The amount of a decimal text: sign, digits, a point and digits. Halves of a cent are rounded
/// upwards. `None` for anything else, and beyond the largest amount.
#[must_use]
pub fn read_decimal(text: &str) -> Option<Amount> {
    DecimalText::of_text(text)?.amount()
}

impl DecimalText {
    /// A number of a text, without exponent.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > MOST_BYTES {
            return None;
        }
        let (is_negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let read: String =
            whole.chars().chain(fraction.chars()).map(digit).collect::<Option<_>>()?;
        if read.is_empty() {
            return None;
        }
        let digits = read.trim_start_matches('0').to_owned();
        let places = i64::try_from(fraction.chars().count()).ok()?;
        Some(Self { is_negative: is_negative && !digits.is_empty(), digits, places })
    }

    /// A number of JSON, which may have an exponent.
    #[must_use]
    pub fn of_json(text: &str) -> Option<Self> {
        let text = text.trim();
        let (decimal, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let number = Self::of_text(decimal)?;
        let exponent: i64 = exponent.parse().ok()?;
        Some(Self { places: number.places.checked_sub(exponent)?, ..number })
    }

    /// The number with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { is_negative: !self.is_negative && !self.digits.is_empty(), ..self }
    }

    /// Whether the number is below 0.
    #[must_use]
    pub const fn is_negative(&self) -> bool {
        self.is_negative
    }

    /// The nearest amount, halves upwards; `None` beyond the largest.
    #[must_use]
    pub fn amount(&self) -> Option<Amount> {
        if self.digits.is_empty() {
            return Some(Amount::ZERO);
        }
        let count = i64::try_from(self.digits.len()).ok()?;
        let kept = count.checked_sub(self.places)?.checked_add(2)?;
        if kept > MOST_DIGITS {
            return None;
        }
        let (whole, rest) = match usize::try_from(kept) {
            Err(_) => ("0", ""),
            Ok(kept) if kept < self.digits.len() => self.digits.split_at(kept),
            Ok(_) => (self.digits.as_str(), ""),
        };
        let zeros = usize::try_from(kept.saturating_sub(count)).unwrap_or(0);
        let mut cents: i64 = format!("0{whole}{}", "0".repeat(zeros)).parse().ok()?;
        let is_above_half = rest > "5" && rest.trim_end_matches('0') != "5";
        let is_half = rest.trim_end_matches('0') == "5";
        if is_above_half || is_half && !self.is_negative {
            cents += 1;
        }
        Amount::from_cents(if self.is_negative { -cents } else { cents }).ok()
    }
}

/// The number without exponent, and without zeros after its last decimal.
impl fmt::Display for DecimalText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits.is_empty() {
            return out.write_str("0");
        }
        let sign = if self.is_negative { "-" } else { "" };
        // Beyond the largest amount by far; the text is shown and not read again.
        let width = usize::try_from(self.places).unwrap_or(0).min(MOST_BYTES);
        let zeros = usize::try_from(-self.places).unwrap_or(0).min(MOST_BYTES);
        let digits = format!("{:0>1$}{2}", self.digits, width + 1, "0".repeat(zeros));
        let (whole, fraction) = digits.split_at(digits.len() - width);
        match fraction.trim_end_matches('0') {
            "" => write!(out, "{sign}{whole}"),
            fraction => write!(out, "{sign}{whole}.{fraction}"),
        }
    }
}

/// An amount as decimal text with two decimals.
#[must_use]
pub fn decimal_text(amount: Amount) -> String {
    let cents = amount.cents();
    let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

fn digit(letter: char) -> Option<char> {
    if letter.is_ascii_digit() {
        return Some(letter);
    }
    let code = u32::from(letter);
    let value =
        ZEROS.into_iter().find_map(|zero| code.checked_sub(zero.into()).filter(|it| *it < 10))?;
    char::from_digit(value, 10)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::money::MAX_CENTS;

    #[test]
    fn numbers_are_read_digit_by_digit() {
        let cents =
            |text: &str| DecimalText::of_json(text).and_then(|it| it.amount()).map(Amount::cents);
        assert_eq!(cents("1e3"), Some(100_000));
        assert_eq!(cents("1.5E-2"), Some(2));
        assert_eq!(cents("-1.5e-2"), Some(-1));
        assert_eq!(cents("1e-99"), Some(0));
        assert_eq!(cents("1e99999999999"), None);
        assert_eq!(cents("0e99999999999"), Some(0));
        assert_eq!(cents("00000000000000000000000000000000001.000000000000000000000"), Some(100));
        assert_eq!(cents("0.00500000000000000000000000000000000001"), Some(1));
        assert_eq!(cents("-0.00500000000000000000000000000000000001"), Some(-1));
        assert_eq!(cents("-0.00500000000000000000000000000000000000"), Some(0));
        for (text, shown) in
            [("2.6750", "2.675"), ("1e3", "1000"), ("-0.0", "0"), ("5e-3", "0.005")]
        {
            let number = DecimalText::of_json(text).unwrap();
            assert_eq!(number.to_string(), shown);
            assert_eq!(number.clone().negated().negated(), number);
        }
    }

    proptest! {
        #[test]
        fn cents_survive_as_decimal_text(cents in -MAX_CENTS..=MAX_CENTS) {
            let amount = Amount::from_cents(cents).unwrap();
            prop_assert_eq!(read_decimal(&decimal_text(amount)), Some(amount));
        }
    }
}
