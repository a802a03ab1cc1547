//! The days, weeks, months or years that a range of days is cut into.

use serde::{Deserialize, Serialize};

use super::fault::ReportFault;
use super::lens::{Seen, day_number};
use super::ranges::{Calendar, DayRange, days_between};
use crate::dates::{Day, Month};

/// The length of a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub enum Interval {
    /// Days.
    #[serde(alias = "daily")]
    Daily,
    /// Weeks, from the first day of the week on.
    #[serde(alias = "weekly")]
    Weekly,
    /// Months.
    #[default]
    #[serde(alias = "monthly")]
    Monthly,
    /// Years.
    #[serde(alias = "yearly")]
    Yearly,
}

/// Most periods of one report: ten years of days.
pub(super) const MOST_PERIODS: i64 = 3_700;

/// A period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Period {
    /// `yyyy-MM-dd` for a day or week, `yyyy-MM` or `yyyy`.
    pub(super) key: String,
    pub(super) from: Day,
    pub(super) to: Day,
}

/// The periods of a range, in order and without gaps.
#[derive(Debug)]
pub(super) struct Periods {
    pub(super) interval: Interval,
    pub(super) all: Vec<Period>,
    /// Month and day of the first period.
    first: (Month, i32),
}

impl Periods {
    /// Cuts the days from `first` to `last` into whole periods; none if `last` is earlier.
    pub(super) fn new(
        interval: Interval,
        DayRange { from: first, to: last }: DayRange,
        calendar: &Calendar,
    ) -> Result<Self, ReportFault> {
        if last < first {
            return Ok(Self { interval, all: Vec::new(), first: (first.month(), 0) });
        }
        let length = match interval {
            Interval::Daily => 1,
            Interval::Weekly => 7,
            Interval::Monthly => 28,
            Interval::Yearly => 365,
        };
        if days_between(first, last) / length > MOST_PERIODS {
            return Err(ReportFault::TooManyPeriods);
        }
        let all = match interval {
            Interval::Daily => runs(first, last, 1),
            Interval::Weekly => runs(calendar.week_of(first), last, 7),
            Interval::Monthly => first.month().through(last.month()).map(of_month).collect(),
            Interval::Yearly => (first.year()..=last.year()).filter_map(of_year).collect(),
        };
        let first = all.first().map_or(first, |period: &Period| period.from);
        Ok(Self { interval, all, first: (first.month(), day_number(first)) })
    }

    /// First day of the first period and last day of the last one.
    pub(super) fn bounds(&self) -> Option<DayRange> {
        Some(DayRange::new(self.all.first()?.from, self.all.last()?.to))
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The place of the period that a row lies in.
    pub(super) fn place(&self, row: &Seen<'_>) -> Option<usize> {
        let (month, day) = self.first;
        let place = match self.interval {
            Interval::Daily => row.day_number - day,
            Interval::Weekly => (row.day_number - day).div_euclid(7),
            Interval::Monthly => row.month.months_since(month),
            Interval::Yearly => row.month.year() - month.year(),
        };
        usize::try_from(place).ok().filter(|place| *place < self.all.len())
    }
}

fn runs(first: Day, last: Day, length: i64) -> Vec<Period> {
    let starts = std::iter::successors(Some(first), |day| day.plus_days(length));
    let starts = starts.take_while(|day| *day <= last);
    let period = |from: Day| Period {
        key: from.to_string(),
        from,
        to: from.plus_days(length - 1).unwrap_or(from),
    };
    starts.map(period).collect()
}

fn of_month(month: Month) -> Period {
    Period { key: month.to_string(), from: month.first_day(), to: month.last_day() }
}

fn of_year(year: i32) -> Option<Period> {
    let (from, to) = (Month::new(year, 1)?, Month::new(year, 12)?);
    Some(Period { key: format!("{year:04}"), from: from.first_day(), to: to.last_day() })
}
