//! Exact numbers of formulas and templates: quotients of whole numbers. They are never rounded on
//! the way; a number that grows too large is an error.

use std::cmp::Ordering;
use std::fmt;

/// Digits after the point in a text, where a number does not end earlier.
const MOST_PLACES: u32 = 12;
/// Most digits that are read.
const MOST_DIGITS: usize = 27;
/// Largest whole exponent of a power.
const MOST_POWER: i64 = 64;

/// A quotient in lowest terms. Its divisor is positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number {
    of: i128,
    by: i128,
}

impl Number {
    pub(crate) const ZERO: Self = Self { of: 0, by: 1 };

    /// A quotient; `None` if the divisor is 0.
    fn quotient(of: i128, by: i128) -> Option<Self> {
        if by == 0 || of == i128::MIN || by == i128::MIN {
            return None;
        }
        let shared = greatest_common_divisor(of, by);
        let sign = if by < 0 { -1 } else { 1 };
        Some(Self { of: of.checked_div(shared)?.checked_mul(sign)?, by: (by / shared).abs() })
    }

    /// The number that a text begins with, written with a point and without an exponent, and the
    /// rest of the text.
    pub(super) fn prefix(text: &str) -> Option<(Self, &str)> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let whole = digits(unsigned);
        let after = &unsigned[whole.len()..];
        let fraction = after.strip_prefix('.').map_or("", digits);
        if whole.is_empty() && fraction.is_empty() || whole.len() + fraction.len() > MOST_DIGITS {
            return None;
        }
        let point = usize::from(after.starts_with('.') && !fraction.is_empty());
        let rest = &after[point + fraction.len()..];
        let value: i128 = format!("{whole}{fraction}").parse().ok()?;
        let by = 10_i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        let value = if text.starts_with('-') { -value } else { value };
        Some((Self::quotient(value, by)?, rest))
    }

    /// Reads a whole text as a number.
    pub(super) fn read(text: &str) -> Option<Self> {
        Self::prefix(text.trim()).filter(|(_, rest)| rest.is_empty()).map(|(number, _)| number)
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let shared = greatest_common_divisor(self.by, other.by);
        let left = self.of.checked_mul(other.by / shared)?;
        let right = other.of.checked_mul(self.by / shared)?;
        Self::quotient(left.checked_add(right)?, (self.by / shared).checked_mul(other.by)?)
    }

    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated())
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let (one, two) = (
            greatest_common_divisor(self.of, other.by).max(1),
            greatest_common_divisor(other.of, self.by).max(1),
        );
        let of = (self.of / one).checked_mul(other.of / two)?;
        Self::quotient(of, (self.by / two).checked_mul(other.by / one)?)
    }

    /// `None` for a divisor of 0.
    pub(crate) fn over(self, other: Self) -> Option<Self> {
        self.times(Self::quotient(other.by, other.of)?)
    }

    /// The remainder of a division. With `Floor` it has the divisor's sign, with `Truncated` the
    /// number's.
    pub(super) fn modulo(self, other: Self, rounding: Rounding) -> Option<Self> {
        let times = self.over(other)?.rounded_to(0, rounding)?;
        self.minus(other.times(times)?)
    }

    /// A whole power.
    pub(super) fn power(self, exponent: Self) -> Option<Self> {
        let exponent = exponent.whole().filter(|it| it.abs() <= MOST_POWER)?;
        let one = Self::from(1);
        let power = (0..exponent.abs()).try_fold(one, |power, _| power.times(self))?;
        if exponent < 0 { one.over(power) } else { Some(power) }
    }

    pub(crate) const fn negated(self) -> Self {
        Self { of: -self.of, by: self.by }
    }

    pub(super) const fn absolute(self) -> Self {
        Self { of: self.of.abs(), by: self.by }
    }

    /// -1, 0 or 1.
    pub(super) const fn sign(self) -> i64 {
        self.of.signum() as i64
    }

    /// The nearest number with this many digits after the point; with a negative count, this many
    /// zeros before it.
    pub(super) fn rounded_to(self, places: i64, rounding: Rounding) -> Option<Self> {
        let places = i32::try_from(places).ok().filter(|places| places.abs() <= 18)?;
        let power = Self::from(10).power(Self::from(i64::from(places)))?;
        let scaled = self.times(power)?;
        let floor = scaled.of.div_euclid(scaled.by);
        let is_whole = scaled.by == 1;
        let whole = match rounding {
            Rounding::HalfUp => halves_upwards(scaled.of, scaled.by)?,
            Rounding::HalfAway if scaled.of < 0 => -halves_upwards(-scaled.of, scaled.by)?,
            Rounding::HalfAway => halves_upwards(scaled.of, scaled.by)?,
            Rounding::Floor => floor,
            Rounding::Ceiling => floor + i128::from(!is_whole),
            Rounding::Truncated => scaled.of / scaled.by,
            Rounding::AwayFromZero if scaled.of < 0 => floor,
            Rounding::AwayFromZero => floor + i128::from(!is_whole),
        };
        Self::quotient(whole, 1)?.over(power)
    }

    /// The whole number, if it is one and not too large.
    pub(super) fn whole(self) -> Option<i64> {
        if self.by == 1 { i64::try_from(self.of).ok() } else { None }
    }

    /// The nearest whole number, halves upwards; `None` if it is too large.
    pub(super) fn nearest_whole(self) -> Option<i64> {
        self.rounded_to(0, Rounding::HalfUp)?.whole()
    }

    /// The text with exactly this many digits after the point, halves away from zero.
    pub(super) fn fixed(self, places: i64) -> Option<String> {
        let rounded = self.rounded_to(places.max(0), Rounding::HalfAway)?;
        let scaled = rounded.times(Self::from(10).power(Self::from(places.max(0)))?)?;
        let digits = usize::try_from(places.max(0)).ok()?;
        let (sign, all) =
            (if scaled.of < 0 { "-" } else { "" }, scaled.of.unsigned_abs().to_string());
        let all = format!("{all:0>width$}", width = digits + 1);
        let (whole, fraction) = all.split_at(all.len() - digits);
        Some(if digits == 0 {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{fraction}")
        })
    }
}

/// How a number is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// To the nearest, halves upwards.
    HalfUp,
    /// To the nearest, halves away from zero.
    HalfAway,
    /// Downwards.
    Floor,
    /// Upwards.
    Ceiling,
    /// Towards zero.
    Truncated,
    /// Away from zero.
    AwayFromZero,
}

impl From<i64> for Number {
    fn from(whole: i64) -> Self {
        Self { of: whole.into(), by: 1 }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.minus(*other).map(|difference| difference.of.cmp(&0))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.by == 1 {
            return write!(out, "{}", self.of);
        }
        let text = (0..=MOST_PLACES).rev().find_map(|places| self.fixed(places.into()));
        let text = text.unwrap_or_default();
        let text = text.trim_end_matches('0').trim_end_matches('.');
        out.write_str(if text == "-0" { "0" } else { text })
    }
}

fn digits(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}

/// The quotient to the nearest whole number, halves upwards; `None` if it does not fit.
fn halves_upwards(of: i128, by: i128) -> Option<i128> {
    Some(of.checked_mul(2)?.checked_add(by)?.div_euclid(by.checked_mul(2)?))
}

fn greatest_common_divisor(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.checked_abs().unwrap_or(1), other.checked_abs().unwrap_or(1));
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::money::rounded_quotient;

    fn number(text: &str) -> Number {
        Number::read(text).unwrap()
    }

    #[test]
    fn numbers_stay_exact_until_they_are_written() {
        let third = number("1").over(number("3")).unwrap();
        assert_eq!(third.times(number("3")), Some(number("1")));
        assert_eq!(third.to_string(), "0.333333333333");
        assert_eq!(number("0.1").plus(number("0.2")), Some(number("0.3")));
        assert_eq!(number("-2.50").to_string(), "-2.5");
        assert_eq!(number("2.345").fixed(2).as_deref(), Some("2.35"));
        assert_eq!(number("-0.004").fixed(2).as_deref(), Some("0.00"));
        assert_eq!(number("5").over(Number::ZERO), None);
        assert_eq!(number("2").power(number("-2")), Some(number("0.25")));
        assert_eq!(number("99999999999999999999").power(number("9")), None, "too large");
    }

    #[test]
    fn rounding_has_a_direction() {
        let rounded =
            |text: &str, rounding| number(text).rounded_to(0, rounding).unwrap().to_string();
        assert_eq!(rounded("-2.5", Rounding::HalfUp), "-2");
        assert_eq!(rounded("-2.5", Rounding::HalfAway), "-3");
        assert_eq!(rounded("-2.1", Rounding::Floor), "-3");
        assert_eq!(rounded("-2.1", Rounding::Ceiling), "-2");
        assert_eq!(rounded("-2.9", Rounding::Truncated), "-2");
        assert_eq!(rounded("-2.1", Rounding::AwayFromZero), "-3");
        assert_eq!(number("1250").rounded_to(-2, Rounding::HalfUp), Some(number("1300")));
    }

    #[test]
    fn only_plain_numbers_are_read() {
        for text in ["", "-", "1e3", "1,5", ".", "12a", "1.2.3"] {
            assert_eq!(Number::read(text), None, "{text}");
        }
        assert_eq!(Number::prefix("12.").unwrap().1, ".");
        assert_eq!(Number::prefix(".5x"), Some((number("0.5"), "x")));
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_whole_numbers(a in -1_000_000_i64..1_000_000, b in 1_i64..10_000) {
            let (x, y) = (Number::from(a), Number::from(b));
            prop_assert_eq!(x.plus(y).unwrap().whole(), Some(a + b));
            prop_assert_eq!(x.over(y).unwrap().times(y), Some(x));
            prop_assert_eq!(x.modulo(y, Rounding::Floor).unwrap().whole(), Some(a.rem_euclid(b)));
            prop_assert_eq!(x.partial_cmp(&y), Some(a.cmp(&b)));
            prop_assert_eq!(
                i128::from(x.over(y).unwrap().nearest_whole().unwrap()),
                i128::from(rounded_quotient(a.into(), b.into()))
            );
            let cents = Number::quotient(a.into(), 100).unwrap();
            prop_assert_eq!(Number::read(&cents.to_string()), Some(cents));
        }
    }
}
