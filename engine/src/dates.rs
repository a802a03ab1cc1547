//! Calendar months and days without times or zones. The file format keeps days as `yyyymmdd` and
//! months as `yyyymm` integers; calls use `yyyy-MM-dd` and `yyyy-MM`.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// Why a text or number is not a month or day.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a calendar {wanted}: {given}")]
pub struct DateError {
    wanted: &'static str,
    given: String,
}

/// A calendar month, years 0001 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
pub struct Month {
    /// Months since January of year 0.
    index: i32,
}

impl Month {
    const FIRST: i32 = 12;
    const LAST: i32 = 9999 * 12 + 11;

    /// The month of a year, `number` from 1 to 12.
    #[must_use]
    pub fn new(year: i32, number: u32) -> Option<Self> {
        let number = i32::try_from(number).ok()?;
        ((1..=9999).contains(&year) && (1..=12).contains(&number))
            .then(|| Self { index: year * 12 + number - 1 })
    }

    /// From the stored form `yyyymm`.
    #[must_use]
    pub fn from_yyyymm(stored: i64) -> Option<Self> {
        let year = i32::try_from(stored / 100).ok()?;
        Self::new(year, u32::try_from(stored % 100).ok()?)
    }

    /// The stored form `yyyymm`.
    #[must_use]
    pub fn yyyymm(self) -> i64 {
        i64::from(self.year()) * 100 + i64::from(self.number())
    }

    /// The year, 1 to 9999.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.index / 12
    }

    /// The number within the year, 1 to 12.
    #[must_use]
    pub const fn number(self) -> i32 {
        self.index % 12 + 1
    }

    /// The month `months` later (earlier if negative), clamped to the years 1 to 9999.
    #[must_use]
    pub fn plus(self, months: i32) -> Self {
        Self { index: self.index.saturating_add(months).clamp(Self::FIRST, Self::LAST) }
    }

    /// The following month.
    #[must_use]
    pub fn next(self) -> Self {
        self.plus(1)
    }

    /// The preceding month.
    #[must_use]
    pub fn previous(self) -> Self {
        self.plus(-1)
    }

    /// How many months `self` lies after `earlier`; negative if before.
    #[must_use]
    pub const fn months_since(self, earlier: Self) -> i32 {
        self.index - earlier.index
    }

    /// Every month from `self` to `last`, both included; empty if `last` is earlier.
    pub fn through(self, last: Self) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (self.index..=last.index).map(|index| Self { index })
    }

    /// The first day of the month.
    #[must_use]
    pub fn first_day(self) -> Day {
        Day::from_yyyymmdd(self.yyyymm() * 100 + 1).unwrap_or(Day::MIN)
    }

    /// The last day of the month.
    #[must_use]
    pub fn last_day(self) -> Day {
        (28..=31)
            .rev()
            .find_map(|day| Day::from_yyyymmdd(self.yyyymm() * 100 + day))
            .unwrap_or(Day::MIN)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year(), self.number())
    }
}

impl FromStr for Month {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let error = || DateError { wanted: "month (yyyy-MM)", given: text.to_owned() };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        match text.split_once('-') {
            Some((year, month))
                if year.len() == 4 && month.len() == 2 && digits(year) && digits(month) =>
            {
                let year = year.parse().map_err(|_| error())?;
                Self::new(year, month.parse().map_err(|_| error())?).ok_or_else(error)
            }
            _ => Err(error()),
        }
    }
}

/// A calendar day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
pub struct Day(NaiveDate);

impl Day {
    const MIN: Self = Self(NaiveDate::MIN);

    /// From the stored form `yyyymmdd`.
    #[must_use]
    pub fn from_yyyymmdd(stored: i64) -> Option<Self> {
        let month = Month::from_yyyymm(stored / 100)?;
        let number = u32::try_from(month.number()).ok()?;
        let day = u32::try_from(stored % 100).ok()?;
        NaiveDate::from_ymd_opt(month.year(), number, day).map(Self)
    }

    /// The stored form `yyyymmdd`.
    #[must_use]
    pub fn yyyymmdd(self) -> i64 {
        self.month().yyyymm() * 100 + i64::from(self.0.day())
    }

    /// The month the day lies in.
    #[must_use]
    pub fn month(self) -> Month {
        Month::new(self.0.year(), self.0.month()).unwrap_or(Month { index: Month::FIRST })
    }

    /// The day `days` later (earlier if negative), or `None` beyond the calendar.
    #[must_use]
    pub fn plus_days(self, days: i64) -> Option<Self> {
        self.0.checked_add_signed(chrono::Duration::try_days(days)?).map(Self)
    }

    /// The year.
    #[must_use]
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// Days since Monday, 0 to 6.
    #[must_use]
    pub fn weekday(self) -> u32 {
        self.0.weekday().num_days_from_monday()
    }

    /// The day as a chrono date.
    #[must_use]
    pub const fn date(self) -> NaiveDate {
        self.0
    }
}

impl From<NaiveDate> for Day {
    fn from(date: NaiveDate) -> Self {
        Self(date)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m-%d"))
    }
}

impl FromStr for Day {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let error = || DateError { wanted: "day (yyyy-MM-dd)", given: text.to_owned() };
        if text.len() != 10 {
            return Err(error());
        }
        NaiveDate::parse_from_str(text, "%Y-%m-%d").map(Self).map_err(|_| error())
    }
}

macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

serde_as_text!(Month, Day);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_round_trip_in_both_forms() {
        let month: Month = "2026-11".parse().unwrap();
        assert_eq!(month.yyyymm(), 202_611);
        assert_eq!(Month::from_yyyymm(202_611), Some(month));
        assert_eq!(month.plus(2).to_string(), "2027-01");
        assert_eq!(month.plus(-11).to_string(), "2025-12");
        assert_eq!(month.last_day().to_string(), "2026-11-30");
        for bad in ["2026-13", "2026-00", "26-11", "2026-1", "0000-01", "2026-11-01", "+026-11"] {
            assert!(bad.parse::<Month>().is_err(), "{bad}");
        }
    }

    #[test]
    fn days_round_trip_in_both_forms() {
        let day: Day = "2024-02-29".parse().unwrap();
        assert_eq!(day.yyyymmdd(), 20_240_229);
        assert_eq!(Day::from_yyyymmdd(20_240_229), Some(day));
        assert_eq!(day.plus_days(1).unwrap().to_string(), "2024-03-01");
        for bad in ["2023-02-29", "2024-2-29", "20240229", "2024-02-29x"] {
            assert!(bad.parse::<Day>().is_err(), "{bad}");
        }
        assert_eq!(Day::from_yyyymmdd(20_230_229), None);
    }

    #[test]
    fn a_range_of_months_includes_both_ends() {
        let month = |text: &str| text.parse::<Month>().unwrap();
        let range: Vec<_> =
            month("2025-11").through(month("2026-02")).map(|m| m.to_string()).collect();
        assert_eq!(range, ["2025-11", "2025-12", "2026-01", "2026-02"]);
        assert_eq!(month("2026-02").through(month("2026-01")).count(), 0);
        assert_eq!(month("2026-02").months_since(month("2025-11")), 3);
    }
}
