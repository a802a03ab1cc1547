//! Where a schedule stands on a day.

use serde::Serialize;

use crate::dates::{Day, Month};

/// Where a schedule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum ScheduleStatus {
    /// It is over.
    Completed,
    /// A transaction for its next date stands.
    Paid,
    /// Its next date is today.
    Due,
    /// Its next date comes soon.
    Upcoming,
    /// Its next date has passed without a transaction.
    Missed,
    /// Its next date lies further ahead, or it has none.
    Scheduled,
}

/// How many days ahead a schedule counts as upcoming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upcoming {
    /// A number of days.
    Days(u16),
    /// As many days as the current month has.
    OneMonth,
    /// Up to the end of the current month.
    CurrentMonth,
    /// The days of this many months from the current one on, and one more.
    Months(u16),
}

/// Days ahead without a setting.
const USUAL_DAYS: u16 = 7;
/// Most units of a setting, so that no day lies beyond the calendar.
const MOST_UNITS: u16 = 1_000;

impl Upcoming {
    /// Reads a setting: a number of days, `oneMonth`, `currentMonth` or a text such as `2-week`.
    /// Anything else is a week.
    #[must_use]
    pub fn read(setting: Option<&str>) -> Self {
        let usual = Self::Days(USUAL_DAYS);
        match setting.map(str::trim) {
            Some("oneMonth") => Self::OneMonth,
            Some("currentMonth") => Self::CurrentMonth,
            Some(text) => {
                let (count, unit) = text.split_once('-').unwrap_or((text, "day"));
                let Ok(count) = count.parse::<u16>() else { return usual };
                let count = count.clamp(1, MOST_UNITS);
                match unit {
                    "day" => Self::Days(count),
                    "week" => Self::Days(count.saturating_mul(7)),
                    "month" => Self::Months(count),
                    "year" => Self::Months(count.saturating_mul(12)),
                    _ => usual,
                }
            }
            None => usual,
        }
    }

    /// The number of days from today on.
    #[must_use]
    pub fn days(self, today: Day) -> i64 {
        let month = today.month();
        let between = |one: Month, other: Month| {
            (other.first_day().date() - one.first_day().date()).num_days()
        };
        match self {
            Self::Days(days) => days.into(),
            Self::OneMonth => between(month, month.next()),
            Self::CurrentMonth => (month.last_day().date() - today.date()).num_days(),
            Self::Months(count) => between(month, month.plus(count.into())) + 1,
        }
    }

    /// The last day that is upcoming.
    #[must_use]
    pub fn last(self, today: Day) -> Day {
        today.plus_days(self.days(today)).unwrap_or(today)
    }
}

/// Most days before an approximate date on which a transaction counts as its payment.
const DAYS_EARLY: i64 = 2;

/// The first day on which a linked transaction counts as the payment of a date: two days early if
/// the date is approximate. `before` is the date before it: days that are no nearer to the date
/// than to that one are left to it.
#[must_use]
pub fn paid_from(date: Day, before: Option<Day>, has_exact_date: bool) -> Day {
    let nearer = |before: Day| ((date.date() - before.date()).num_days() - 1).max(0) / 2;
    let early = if has_exact_date { 0 } else { before.map_or(DAYS_EARLY, nearer).min(DAYS_EARLY) };
    date.plus_days(-early).unwrap_or(date)
}

/// The status of a schedule with a next date, if it is not completed.
#[must_use]
pub fn status(next: Option<Day>, is_paid: bool, today: Day, last_upcoming: Day) -> ScheduleStatus {
    match next {
        _ if is_paid => ScheduleStatus::Paid,
        None => ScheduleStatus::Scheduled,
        Some(next) if next == today => ScheduleStatus::Due,
        Some(next) if next < today => ScheduleStatus::Missed,
        Some(next) if next <= last_upcoming => ScheduleStatus::Upcoming,
        Some(_) => ScheduleStatus::Scheduled,
    }
}
