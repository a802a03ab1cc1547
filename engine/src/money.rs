//! Money as whole cents: the safe bound and checked arithmetic. The frontend formats amounts for
//! display.

mod decimal;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

pub use decimal::{Decimal, DecimalError};

/// Largest absolute amount in cents, `2^51 - 1`: every amount and every cell
/// stays exact as a JSON number.
pub const MAX_CENTS: i64 = (1 << 51) - 1;

/// A sum of amounts in cents. Several devices together may write more than 64 bits hold, but no
/// file can hold enough rows to reach 128 bits.
pub type Total = i128;

/// The 64-bit number nearest to a total; it never has the opposite sign.
#[must_use]
pub fn nearest(total: Total) -> i64 {
    let most = Total::from(i64::MAX);
    i64::try_from(total.clamp(-most, most)).unwrap_or(i64::MAX)
}

/// A quotient to the nearest whole number, halves upwards; beyond 64 bits the [`nearest`] one.
/// `divisor` is above 0.
#[must_use]
pub fn rounded_quotient(dividend: Total, divisor: Total) -> i64 {
    nearest((2 * dividend + divisor).div_euclid(2 * divisor))
}

/// A signed amount of money in whole cents, within ±[`MAX_CENTS`]. Income is positive, spending
/// negative.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct Amount(i64);

/// Why a number is not an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AmountError {
    /// The value lies beyond ±[`MAX_CENTS`].
    #[error("the amount is too large")]
    TooLarge,
    /// The value has a fraction of a cent.
    #[error("an amount must be a whole number of cents")]
    Fraction,
}

impl Amount {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// An amount from cents.
    ///
    /// # Errors
    /// [`AmountError::TooLarge`] beyond ±[`MAX_CENTS`].
    pub const fn from_cents(cents: i64) -> Result<Self, AmountError> {
        if cents > MAX_CENTS || cents < -MAX_CENTS {
            Err(AmountError::TooLarge)
        } else {
            Ok(Self(cents))
        }
    }

    /// An amount from units such as `12.5`, to the nearest cent, halves upwards.
    /// The decimals are read as they are written, not as a floating-point number.
    ///
    /// # Errors
    /// [`AmountError::TooLarge`] beyond ±[`MAX_CENTS`].
    pub fn from_units(units: &serde_json::Number) -> Result<Self, AmountError> {
        let cents = rounded_cents(&units.to_string()).ok_or(AmountError::TooLarge)?;
        Self::from_cents(i64::try_from(cents).map_err(|_| AmountError::TooLarge)?)
    }

    /// The amount in cents.
    #[must_use]
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// The sum, if it stays within the bound.
    ///
    /// # Errors
    /// [`AmountError::TooLarge`] if the sum leaves the bound.
    pub const fn checked_add(self, other: Self) -> Result<Self, AmountError> {
        Self::from_cents(self.0 + other.0)
    }

    /// The amount with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let number = serde_json::Number::deserialize(deserializer)?;
        let cents = match number.as_i64() {
            Some(cents) => cents,
            None => whole_cents(&number).map_err(D::Error::custom)?,
        };
        Self::from_cents(cents).map_err(D::Error::custom)
    }
}

/// Cents of a JSON number; none if there are too many digits.
fn rounded_cents(text: &str) -> Option<i128> {
    let (decimal, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let places = i32::try_from(fraction.len()).ok()?;
    let shift = exponent.parse::<i32>().ok()?.checked_add(2)?.checked_sub(places)?;
    let power = 10_i128.checked_pow(shift.unsigned_abs());
    match power {
        _ if digits == 0 => Some(0),
        Some(power) if shift >= 0 => digits.checked_mul(power),
        Some(power) => Some((digits.checked_mul(2)? + power).div_euclid(power.checked_mul(2)?)),
        None if shift < 0 => Some(0),
        None => None,
    }
}

/// JSON writers may print a whole number with a fraction part of zero (`5.0`).
fn whole_cents(number: &serde_json::Number) -> Result<i64, AmountError> {
    let text = number.to_string();
    let (whole, fraction) = text.split_once('.').ok_or(AmountError::TooLarge)?;
    if fraction.bytes().any(|digit| digit != b'0') {
        return Err(AmountError::Fraction);
    }
    whole.parse().map_err(|_| AmountError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_stop_at_the_bound() {
        assert_eq!(Amount::from_cents(MAX_CENTS).map(Amount::cents), Ok(MAX_CENTS));
        assert_eq!(Amount::from_cents(MAX_CENTS + 1), Err(AmountError::TooLarge));
        assert_eq!(Amount::from_cents(-MAX_CENTS - 1), Err(AmountError::TooLarge));
        let top = Amount::from_cents(MAX_CENTS).unwrap();
        assert_eq!(top.checked_add(Amount::from_cents(1).unwrap()), Err(AmountError::TooLarge));
    }

    #[test]
    fn halves_of_a_quotient_are_rounded_upwards() {
        let cases = [(-3, 2, -1), (5, 2, 3), (-5, 2, -2), (7, 3, 2), (-7, 3, -2), (-8, 3, -3)];
        for (dividend, divisor, expected) in cases {
            assert_eq!(rounded_quotient(dividend, divisor), expected, "{dividend}/{divisor}");
        }
        let most = Total::from(i64::MAX);
        assert_eq!(rounded_quotient(3 * most, 2), i64::MAX, "beyond 64 bits, with its sign");
    }

    #[test]
    fn units_become_the_nearest_cent() {
        let cents = |text: &str| {
            let units: serde_json::Number = serde_json::from_str(text).unwrap();
            Amount::from_units(&units).map(Amount::cents)
        };
        for (text, expected) in [
            ("0", 0),
            ("-0.0", 0),
            ("1", 100),
            ("12.5", 1250),
            ("-12.34", -1234),
            ("1.005", 101),
            ("-1.005", -100),
            ("0.004", 0),
            ("-0.006", -1),
            ("1e2", 10_000),
            ("1.5e-1", 15),
            ("1e-30", 0),
            ("-1e-300", 0),
            ("22517998136852.47", MAX_CENTS),
        ] {
            assert_eq!(cents(text), Ok(expected), "{text}");
        }
        for text in ["22517998136852.48", "1e300", "-1e21", "18446744073709551615"] {
            assert_eq!(cents(text), Err(AmountError::TooLarge), "{text}");
        }
    }

    #[test]
    fn a_fraction_of_a_cent_is_refused() {
        assert!(serde_json::from_str::<Amount>("1.5").is_err());
        assert!(serde_json::from_str::<Amount>("\"5\"").is_err());
        assert!(serde_json::from_str::<Amount>("null").is_err());
        assert_eq!(serde_json::from_str::<Amount>("-5.0").unwrap().cents(), -5);
        assert_eq!(serde_json::from_str::<Amount>("250").unwrap().cents(), 250);
    }
}
