//! Functions of days.

use super::NoResult;
use super::arguments::{Made, day, whole};
use super::functions::OfDays;
use crate::rules::days;
use crate::rules::values::Value;

pub(super) fn compute(function: OfDays, given: &[Value]) -> Made<Value> {
    if function == OfDays::Date {
        let (year, month, day) = (whole(&given[0])?, whole(&given[1])?, whole(&given[2])?);
        return days::day_of(year, month, day).map(Value::from).ok_or(NoResult::TooLarge);
    }
    let one = day(&given[0])?;
    let months = || days::plus_months(one, whole(&given[1]).ok()?);
    match function {
        OfDays::Year => Ok(Value::from(i64::from(one.year()))),
        OfDays::Month => Ok(Value::from(days::month_of_year(one))),
        OfDays::Day => Ok(Value::from(days::day_of_month(one))),
        // Sunday is the first day, as in spreadsheets.
        OfDays::Weekday => Ok(Value::from(i64::from((one.weekday() + 1) % 7) + 1)),
        OfDays::Days => {
            let from = day(&given[1])?;
            Ok(Value::from((one.date() - from.date()).num_days()))
        }
        OfDays::EoMonth => {
            months().map(|it| Value::from(it.month().last_day())).ok_or(NoResult::TooLarge)
        }
        OfDays::EDate | OfDays::Date => months().map(Value::from).ok_or(NoResult::TooLarge),
    }
}
