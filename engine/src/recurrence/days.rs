//! The endless sequences of days behind recurring dates. They end with the calendar.

use std::iter::{Peekable, successors};

use super::{Frequency, Pattern};
use crate::dates::{Day, Month};

/// Days of one sequence, or of two together, each day once.
pub(super) struct Days<'d> {
    one: Peekable<Box<dyn Iterator<Item = Day> + 'd>>,
    other: Peekable<Box<dyn Iterator<Item = Day> + 'd>>,
}

impl<'d> Days<'d> {
    pub(super) fn of(days: Box<dyn Iterator<Item = Day> + 'd>) -> Self {
        Self::merged(days, Box::new(std::iter::empty()))
    }

    pub(super) fn merged(
        one: Box<dyn Iterator<Item = Day> + 'd>,
        other: Box<dyn Iterator<Item = Day> + 'd>,
    ) -> Self {
        Self { one: one.peekable(), other: other.peekable() }
    }
}

impl Iterator for Days<'_> {
    type Item = Day;

    fn next(&mut self) -> Option<Day> {
        let day = self.one.peek().into_iter().chain(self.other.peek()).min().copied()?;
        self.one.next_if_eq(&day);
        self.other.next_if_eq(&day);
        Some(day)
    }
}

/// Every `interval` days, weeks, months or years from `start`; months without the day are skipped.
pub(super) fn every(
    start: Day,
    frequency: Frequency,
    interval: u16,
) -> Box<dyn Iterator<Item = Day>> {
    let steps = i32::from(interval);
    match frequency {
        Frequency::Daily | Frequency::Weekly => {
            let days = if frequency == Frequency::Weekly { 7 * steps } else { steps };
            let next =
                move |day: &Day| day.plus_days(days.into()).filter(|day| day.year() < 10_000);
            Box::new(successors(Some(start), next))
        }
        Frequency::Monthly | Frequency::Yearly => {
            let step = if frequency == Frequency::Yearly { 12 * steps } else { steps };
            let number = start.yyyymmdd() % 100;
            let in_month = move |month: Month| Day::from_yyyymmdd(month.yyyymm() * 100 + number);
            Box::new(months(start.month(), step).filter_map(in_month))
        }
    }
}

/// The calendar repeats after this many years: a day that has not occurred by then never does.
const YEARS_OF_CALENDAR: i32 = 400;

/// The days of the patterns in every `interval` months, from `start` on.
pub(super) fn in_months(
    start: Day,
    interval: u16,
    patterns: Vec<Pattern>,
) -> impl Iterator<Item = Day> {
    let days = move |month: Month| {
        let mut days: Vec<_> = patterns.iter().filter_map(|it| in_month(it, month)).collect();
        days.sort_unstable();
        days.dedup();
        days
    };
    // A longer interval repeats after proportionally more months.
    let interval = i32::from(interval);
    let patience = YEARS_OF_CALENDAR.saturating_mul(12).saturating_mul(interval);
    let mut latest = start.month();
    months(start.month(), interval)
        .map(move |month| (month, days(month)))
        .take_while(move |(month, days)| {
            if !days.is_empty() {
                latest = *month;
            }
            month.months_since(latest) <= patience
        })
        .flat_map(|(_, days)| days)
        .filter(move |day| *day >= start)
}

fn months(first: Month, step: i32) -> impl Iterator<Item = Month> {
    let next = move |month: &Month| {
        let next = month.plus(step);
        (next.months_since(*month) == step).then_some(next)
    };
    successors(Some(first), next)
}

/// The day of a pattern in a month, if the month has it.
fn in_month(pattern: &Pattern, month: Month) -> Option<Day> {
    let day = |number: i64| Day::from_yyyymmdd(month.yyyymm() * 100 + number);
    let length = month.last_day().yyyymmdd() % 100;
    let place = i64::from(pattern.place);
    let number = match pattern.weekday {
        None if place < 0 => length + 1 + place,
        None => place,
        Some(weekday) => {
            let until = |from: u32| i64::from((weekday + 7 - from) % 7);
            if place < 0 {
                let back = (7 - until(month.last_day().weekday())) % 7;
                length - back + 7 * (place + 1)
            } else {
                1 + until(month.first_day().weekday()) + 7 * (place - 1)
            }
        }
    };
    if (1..=length).contains(&number) { day(number) } else { None }
}
