//! The values that a column accepts. The rule looks at the value alone, so every device decides
//! alike. It treats a value in a message the same as the value that SQLite stores for it in a
//! program that writes everything: so a device that syncs and one that downloads such a file end
//! with equal tables.

use rusqlite::types::ValueRef;
use sobre_engine::crdt::Value;
use sobre_engine::money::MAX_CENTS;

use super::schema::{Column, Kind};

/// Longest text in bytes. A note of a million characters still fits.
pub(crate) const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;

/// Not every whole number beyond ±2^53 can be represented in messages.
const MAX_WHOLE: u64 = 1 << 53;

/// The stored value for a message's value; `None` if the column does not accept it.
pub(crate) fn received(column: Column, value: &Value) -> Option<ValueRef<'_>> {
    let value = match value {
        Value::Null => ValueRef::Null,
        Value::Integer(number) => ValueRef::Integer(*number),
        Value::Real(number) => ValueRef::Real(*number),
        Value::Text(text) => ValueRef::Text(text.as_bytes()),
        Value::Unreadable(_) => return None,
    };
    fitting(column, value).ok()
}

/// The stored value for a received one, or why it is not accepted.
pub(crate) fn fitting(column: Column, value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    if value == ValueRef::Null {
        return if column.required { Err("is missing") } else { Ok(value) };
    }
    let whole = match column.kind {
        Kind::Integer => Number::of(value).and_then(Number::rounded).ok_or(NOT_WHOLE)?,
        Kind::Cents => {
            let number = Number::of(value).filter(Number::is_whole);
            cents(number.ok_or("is not a whole number of cents")?)?
        }
        Kind::Goal => cents(Number::of(value).ok_or(NOT_WHOLE)?)?,
        Kind::Real => return Number::of(value).map(Number::stored).ok_or("is not a number"),
        Kind::Text => return text(value),
    };
    Ok(ValueRef::Integer(whole))
}

const NOT_WHOLE: &str = "is not a whole number";

/// A finite number.
#[derive(Clone, Copy)]
enum Number {
    Whole(i64),
    Real(f64),
}

impl Number {
    /// The number that SQLite would store for a value in a numeric column.
    fn of(value: ValueRef<'_>) -> Option<Self> {
        let finite = |number: f64| number.is_finite().then_some(Self::Real(number));
        match value {
            ValueRef::Integer(number) => Some(Self::Whole(number)),
            ValueRef::Real(number) => finite(number),
            ValueRef::Text(bytes) => {
                // Some versions of SQLite read a text only up to its first NUL.
                let text = std::str::from_utf8(bytes).ok()?.split('\0').next()?.trim();
                text.parse().map(Self::Whole).ok().or_else(|| finite(text.parse().ok()?))
            }
            ValueRef::Null | ValueRef::Blob(_) => None,
        }
    }

    fn is_whole(&self) -> bool {
        match self {
            Self::Whole(_) => true,
            Self::Real(number) => number.fract() == 0.0,
        }
    }

    /// To the nearest whole number, halves upwards; `None` if messages cannot represent it.
    fn rounded(self) -> Option<i64> {
        let whole = match self {
            Self::Whole(whole) => whole,
            #[expect(clippy::cast_possible_truncation, reason = "beyond i64 it saturates")]
            Self::Real(number) => {
                // Beyond 2^52, a sum with 0.5 would itself be rounded.
                let below = number.floor();
                (if number - below < 0.5 { below } else { below + 1.0 }) as i64
            }
        };
        (whole.unsigned_abs() <= MAX_WHOLE).then_some(whole)
    }

    const fn stored(self) -> ValueRef<'static> {
        match self {
            Self::Whole(whole) => ValueRef::Integer(whole),
            Self::Real(number) => ValueRef::Real(number),
        }
    }
}

fn cents(number: Number) -> Result<i64, &'static str> {
    let cents = number.rounded().filter(|cents| cents.unsigned_abs() <= MAX_CENTS.unsigned_abs());
    cents.ok_or("is too large an amount")
}

/// SQLite converts numbers to text itself.
fn text(value: ValueRef<'_>) -> Result<ValueRef<'_>, &'static str> {
    match value {
        ValueRef::Text(bytes) if bytes.len() > MAX_TEXT_BYTES => Err("is too long"),
        ValueRef::Text(bytes) if std::str::from_utf8(bytes).is_err() => Err("is not valid text"),
        ValueRef::Real(number) if !number.is_finite() => Err("is not a finite number"),
        ValueRef::Blob(_) => Err("is not text"),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Text(_) => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: Kind) -> Column {
        Column { name: "x", kind, required: false }
    }

    #[test]
    fn amounts_stop_at_the_bound_and_have_no_fractions() {
        let fits = |value| fitting(of(Kind::Cents), value);
        for good in [0, MAX_CENTS, -MAX_CENTS] {
            assert_eq!(fits(ValueRef::Integer(good)), Ok(ValueRef::Integer(good)));
        }
        for bad in [
            ValueRef::Integer(MAX_CENTS + 1),
            ValueRef::Integer(-MAX_CENTS - 1),
            ValueRef::Integer(i64::MIN),
            ValueRef::Real(1.5),
            ValueRef::Real(1e300),
            ValueRef::Real(f64::NAN),
            ValueRef::Real(f64::INFINITY),
            ValueRef::Text(b"12 pence"),
            ValueRef::Text(b""),
            ValueRef::Blob(b"12"),
        ] {
            assert!(fits(bad).is_err(), "{bad:?}");
        }
        assert_eq!(fits(ValueRef::Real(-5.0)), Ok(ValueRef::Integer(-5)));
        assert_eq!(fits(ValueRef::Text(b" 7 ")), Ok(ValueRef::Integer(7)));
        assert_eq!(fits(ValueRef::Null), Ok(ValueRef::Null));
    }

    #[test]
    fn fractions_of_goals_and_other_whole_numbers_are_rounded() {
        for kind in [Kind::Goal, Kind::Integer] {
            for (number, whole) in [(12.5, 13), (-12.5, -12), (0.49, 0), (-0.5, 0)] {
                let fitted = fitting(of(kind), ValueRef::Real(number));
                assert_eq!(fitted, Ok(ValueRef::Integer(whole)), "{number}");
            }
        }
        let large = fitting(of(Kind::Integer), ValueRef::Text(b"7593833558899319.16"));
        assert_eq!(large, Ok(ValueRef::Integer(7_593_833_558_899_319)), "as SQLite stores it");
        assert!(fitting(of(Kind::Goal), ValueRef::Real(2.0_f64.powi(51))).is_err());
        for bad in [ValueRef::Real(1e308), ValueRef::Integer(i64::MAX), ValueRef::Text(b"yes")] {
            assert!(fitting(of(Kind::Integer), bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn text_is_accepted_up_to_its_limit() {
        let fits = |value| fitting(of(Kind::Text), value);
        let long = vec![b'x'; MAX_TEXT_BYTES + 1];
        assert!(fits(ValueRef::Text(&long[1..])).is_ok());
        assert_eq!(fits(ValueRef::Text(&long)), Err("is too long"));
        assert!(fits(ValueRef::Text(b"\xff")).is_err());
        assert!(fits(ValueRef::Blob(b"x")).is_err());
    }

    #[test]
    fn required_columns_refuse_null_and_all_columns_unreadable_values() {
        let required = Column { required: true, ..of(Kind::Integer) };
        assert!(received(required, &Value::Null).is_none());
        assert_eq!(received(required, &Value::from("1")), Some(ValueRef::Integer(1)));
        assert!(received(of(Kind::Text), &Value::received("Q:x")).is_none());
    }
}
