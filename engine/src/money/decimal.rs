//! Decimal numbers, exact as they are written.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::{MAX_CENTS, Total, rounded_quotient};

/// A decimal number such as 12.5: an amount in units of the currency, or percent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Decimal {
    /// All digits, with the sign.
    digits: i64,
    /// How many of the digits stand after the point, at most [`MOST_PLACES`]; the last is not 0.
    places: u32,
}

/// Most digits after the point.
const MOST_PLACES: u32 = 9;

/// The text is not a decimal number, or has too many digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a decimal number")]
pub struct DecimalError;

impl Decimal {
    /// 1.
    pub const ONE: Self = Self { digits: 1, places: 0 };

    /// A quotient to so many digits after the point, at most 9, halves upwards. None for a divisor
    /// of 0 and for a quotient of too many digits.
    #[must_use]
    pub fn quotient(dividend: Total, divisor: Total, places: u32) -> Option<Self> {
        if divisor == 0 || places > MOST_PLACES {
            return None;
        }
        let sign = divisor.signum();
        let scaled = dividend.checked_mul(sign)?.checked_mul(10_i128.checked_pow(places)?)?;
        let twice = scaled.checked_mul(2)?.checked_add(divisor.abs())?;
        let digits = i64::try_from(twice.div_euclid(divisor.abs().checked_mul(2)?)).ok()?;
        Some(Self { digits, places }.shortened())
    }

    /// The same number without zeros at its end.
    const fn shortened(mut self) -> Self {
        while self.places > 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.places -= 1;
        }
        self
    }

    /// The number in cents, if it is an amount: to the nearest cent, halves upwards. Larger numbers
    /// become the largest amount.
    #[must_use]
    pub fn cents(self) -> i64 {
        let cents = rounded_quotient(i128::from(self.digits) * 100, self.power());
        cents.clamp(-MAX_CENTS, MAX_CENTS)
    }

    /// The nearest whole number, halves upwards.
    #[must_use]
    pub fn rounded(self) -> i64 {
        rounded_quotient(self.digits.into(), self.power())
    }

    /// The product with another number in cents: to the nearest cent, halves upwards. Beyond 64
    /// bits it is the nearest such number.
    #[must_use]
    pub fn product_cents(self, other: Self) -> i64 {
        let digits = i128::from(self.digits) * i128::from(other.digits);
        rounded_quotient(digits * 100, self.power() * other.power())
    }

    /// This many percent of an amount in cents, to the nearest cent, halves upwards.
    #[must_use]
    pub fn percent_of(self, cents: i64) -> i64 {
        rounded_quotient(i128::from(self.digits) * i128::from(cents), self.power() * 100)
    }

    /// Half of `twice` cents and this many percent more, to the nearest cent, halves upwards.
    #[must_use]
    pub(crate) fn more_percent_of_half(self, twice: i64) -> i64 {
        let percent = 100 * self.power() + i128::from(self.digits);
        rounded_quotient(i128::from(twice) * percent, 200 * self.power())
    }

    /// The number with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { digits: -self.digits, places: self.places }
    }

    /// The number without its sign.
    #[must_use]
    pub const fn absolute(self) -> Self {
        Self { digits: self.digits.abs(), places: self.places }
    }

    /// Whether the number is 0.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// Whether the number is below 0.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.digits < 0
    }

    /// Whether the number is at most a whole one.
    #[must_use]
    pub fn is_at_most(self, whole: i64) -> bool {
        i128::from(self.digits) <= i128::from(whole) * self.power()
    }

    const fn power(self) -> i128 {
        10_i128.pow(self.places)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let fraction = fraction.trim_end_matches('0');
        let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number(whole.strip_prefix('-').unwrap_or(whole)) || !is_number(fraction) {
            return Err(DecimalError);
        }
        let places = u32::try_from(fraction.len()).map_err(|_| DecimalError)?;
        let digits: i64 = format!("{whole}{fraction}").parse().map_err(|_| DecimalError)?;
        // As whole cents they are a number that JSON writes exactly.
        if places > MOST_PLACES || digits.unsigned_abs() > MAX_CENTS.unsigned_abs() {
            return Err(DecimalError);
        }
        Ok(Self { digits, places })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = i128::from(self.digits.unsigned_abs());
        let (whole, fraction) = (digits / self.power(), digits % self.power());
        if self.places == 0 {
            return write!(out, "{sign}{whole}");
        }
        let places = usize::try_from(self.places).map_err(|_| fmt::Error)?;
        write!(out, "{sign}{whole}.{fraction:0places$}")
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error as _;
        let number: serde_json::Number = self.to_string().parse().map_err(S::Error::custom)?;
        number.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let number = serde_json::Number::deserialize(deserializer)?;
        let text = number.to_string();
        text.strip_suffix(".0").unwrap_or(&text).parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_number_is_read_as_it_is_written() {
        for (text, again, cents) in [
            ("0", "0", 0),
            ("12", "12", 1200),
            ("12.", "12", 1200),
            ("12.50", "12.5", 1250),
            ("-64.18", "-64.18", -6418),
            ("-0.005", "-0.005", 0),
            ("1.005", "1.005", 101),
            ("22517998136852.47", "22517998136852.47", MAX_CENTS),
        ] {
            let read = decimal(text);
            assert_eq!((read.to_string().as_str(), read.cents()), (again, cents), "{text}");
        }
        for text in ["", "-", "1e3", "1.2.3", " 1", "1,5", "+1", "22517998136852.48"] {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }

    #[test]
    fn percentages_round_to_the_nearest_cent_with_halves_upwards() {
        assert_eq!(decimal("12.5").percent_of(4), 1);
        assert_eq!(decimal("12.5").percent_of(-4), 0);
        assert_eq!(decimal("150").percent_of(333), 500);
        assert_eq!(decimal("33.333333333").percent_of(30_000), 10_000);
    }

    #[test]
    fn quotients_are_rounded_half_upwards() {
        let quotient = |of, by, places| Decimal::quotient(of, by, places).map(|it| it.to_string());
        assert_eq!(quotient(-150_700, 9, 6).unwrap(), "-16744.444444");
        assert_eq!(quotient(1, -2, 0).unwrap(), "0");
        assert_eq!(quotient(1, 2, 0).unwrap(), "1");
        assert_eq!(quotient(100, 8, 9).unwrap(), "12.5");
        assert_eq!(quotient(1, 0, 2), None);
    }

    proptest! {
        #[test]
        fn json_keeps_the_number(digits in -MAX_CENTS..=MAX_CENTS, places in 0_u32..=4) {
            let power = 10_i64.pow(places);
            let sign = if digits < 0 { "-" } else { "" };
            let (whole, fraction) = (digits.abs() / power, digits.abs() % power);
            let width = usize::try_from(places).unwrap();
            let number = if places == 0 { decimal(&digits.to_string()) }
                else { decimal(&format!("{sign}{whole}.{fraction:0width$}")) };
            let json = serde_json::to_string(&number).unwrap();
            prop_assert_eq!(serde_json::from_str::<Decimal>(&json).unwrap(), number);
        }
    }
}
