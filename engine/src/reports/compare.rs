//! Comparing a figure with that of another range.

use serde::{Deserialize, Serialize};

use super::ranges::{DayRange, days_between, year_before};
use super::rows::{day_in, day_of_month};
use crate::dates::Day;
use crate::money::{Decimal, Total, nearest};

/// The other range of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum CompareWith {
    /// The same number of months or days just before.
    Previous,
    /// The same days one year earlier.
    LastYear,
}

/// A figure against another one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// The figure less the other one.
    #[ts(type = "number")]
    pub difference: i64,
    /// The difference in percent of the other one without its sign, to one decimal; none against
    /// 0.
    #[ts(type = "number | null")]
    pub percent: Option<Decimal>,
}

/// A range that is compared.
#[derive(Debug, Clone, Copy)]
struct Compared {
    from: Day,
    to: Day,
    today: Day,
    /// Whether it is made of whole months.
    is_whole: bool,
    /// Whether today lies in it and days are still to come.
    is_running: bool,
}

/// The range to compare another one with. Of a range that is still running only as much counts as
/// has passed.
#[must_use]
pub fn compared_range(range: DayRange, today: Day, with: CompareWith) -> DayRange {
    earlier_range(&compared(range, today), with, 1)
}

/// The ranges before another one, the nearest first, for an average over them.
#[must_use]
pub fn previous_ranges(range: DayRange, today: Day, count: u8) -> Vec<DayRange> {
    let range = compared(range, today);
    (1..=i32::from(count)).map(|by| earlier_range(&range, CompareWith::Previous, by)).collect()
}

fn compared(range: DayRange, today: Day) -> Compared {
    let DayRange { from, to } = range;
    let is_whole = from == from.month().first_day() && to == to.month().last_day();
    Compared { from, to, today, is_whole, is_running: from <= today && today < to }
}

fn earlier_range(range: &Compared, with: CompareWith, times: i32) -> DayRange {
    let Compared { from, to, today, is_whole, is_running } = *range;
    let moved = |day: Day, days: i64| day.plus_days(days).unwrap_or(day);
    let (from, to) = match with {
        CompareWith::LastYear if is_running => (year_before(from), year_before(today)),
        CompareWith::LastYear if is_whole => (year_before(from), to.month().plus(-12).last_day()),
        CompareWith::LastYear => (year_before(from), year_before(to)),
        CompareWith::Previous if is_whole => {
            let months = (to.month().months_since(from.month()) + 1) * times;
            let last = |day: Day| day.month().plus(-months);
            let end = if is_running {
                day_in(last(today), day_of_month(today))
            } else {
                last(to).last_day()
            };
            (last(from).first_day(), end)
        }
        CompareWith::Previous => {
            let days = (days_between(from, to) + 1) * i64::from(times);
            let end = if is_running { today } else { to };
            (moved(from, -days), moved(end, -days))
        }
    };
    DayRange { from, to }
}

/// A value against a base, both in cents.
#[must_use]
pub fn difference(value: i64, base: i64) -> Difference {
    let difference = Total::from(value) - Total::from(base);
    Difference {
        difference: nearest(difference),
        percent: Decimal::quotient(difference * 100, Total::from(base).abs(), 1),
    }
}
