//! Recurring dates: the days of a recurrence, as a function of its configuration. Only displayed
//! and scheduled dates move off weekends; the sequence itself does not.

mod days;

use serde_json::Value;
use thiserror::Error;

use crate::dates::Day;
use days::{Days, every, in_months};

/// A configuration that is not a recurring date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a recurring date: {0}")]
pub struct RecurrenceError(&'static str);

/// A date that repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurrence {
    start: Day,
    frequency: Frequency,
    /// Every how many days, weeks, months or years; at least 1.
    interval: u16,
    patterns: Vec<Pattern>,
    end: End,
    weekend: Option<Weekend>,
}

/// The unit between two days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frequency {
    /// Days.
    Daily,
    /// Weeks.
    Weekly,
    /// Months.
    Monthly,
    /// Years.
    Yearly,
}

/// A day of a month: counted from its start, or from its end if negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pattern {
    /// Days since Monday if it counts weekdays, else it counts days.
    weekday: Option<u32>,
    place: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Never,
    After(usize),
    On(Day),
}

/// Where to move a Saturday or Sunday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weekend {
    Friday,
    Monday,
}

/// Most patterns of a configuration: more than a month has days and weekdays.
const MOST_PATTERNS: usize = 100;

impl Recurrence {
    /// Reads a configuration.
    ///
    /// # Errors
    /// [`RecurrenceError`] names the invalid part.
    pub fn read(config: &Value) -> Result<Self, RecurrenceError> {
        let day = |key: &str| config[key].as_str().and_then(|text| text.parse().ok());
        let frequency = match config["frequency"].as_str() {
            Some("daily") => Frequency::Daily,
            Some("weekly") => Frequency::Weekly,
            Some("monthly") => Frequency::Monthly,
            Some("yearly") => Frequency::Yearly,
            _ => return Err(RecurrenceError("frequency")),
        };
        let interval = &config["interval"];
        let interval = if interval.is_null() { Some(1) } else { whole(interval) };
        let end = match config["endMode"].as_str() {
            Some("after_n_occurrences") => {
                let count = whole(&config["endOccurrences"]);
                End::After(count.ok_or(RecurrenceError("endOccurrences"))?.into())
            }
            Some("on_date") => End::On(day("endDate").ok_or(RecurrenceError("endDate"))?),
            None | Some(_) => End::Never,
        };
        let weekend = config["skipWeekend"].as_bool().unwrap_or(false).then(|| {
            let before = config["weekendSolveMode"] == "before";
            if before { Weekend::Friday } else { Weekend::Monday }
        });
        Ok(Self {
            start: day("start").ok_or(RecurrenceError("start"))?,
            frequency,
            interval: interval.ok_or(RecurrenceError("interval"))?.max(1),
            patterns: patterns(&config["patterns"])?,
            end,
            weekend,
        })
    }

    /// Its days in order, without moving weekends.
    pub fn occurrences(&self) -> impl Iterator<Item = Day> + '_ {
        let counts_weekdays = |pattern: &&Pattern| pattern.weekday.is_some();
        let (weekdays, days): (Vec<_>, Vec<_>) = self.patterns.iter().partition(counts_weekdays);
        let every = || every(self.start, self.frequency, self.interval);
        if self.frequency != Frequency::Monthly || self.patterns.is_empty() {
            return Days::of(self.until_end(every()));
        }
        // Each kind of pattern applies the end on its own.
        let of_kind =
            |patterns: Vec<Pattern>| self.until_end(in_months(self.start, self.interval, patterns));
        let kinds = [days, weekdays].into_iter().filter(|patterns| !patterns.is_empty());
        let mut kinds = kinds.map(|patterns| of_kind(patterns.into_iter().copied().collect()));
        match (kinds.next(), kinds.next()) {
            (Some(one), Some(other)) => Days::merged(one, other),
            (one, _) => Days::of(one.unwrap_or_else(|| Box::new(std::iter::empty()))),
        }
    }

    fn until_end<'d>(
        &self,
        days: impl Iterator<Item = Day> + 'd,
    ) -> Box<dyn Iterator<Item = Day> + 'd> {
        match self.end {
            End::Never => Box::new(days),
            End::After(count) => Box::new(days.take(count)),
            End::On(last) => Box::new(days.take_while(move |day| *day <= last)),
        }
    }

    /// The first `count` occurrences from `today` on, moved off weekends if configured.
    #[must_use]
    pub fn upcoming(&self, today: Day, count: usize) -> Vec<Day> {
        let later = self.occurrences().skip_while(|day| *day < today);
        later.take(count).map(|day| self.off_weekend(day)).collect()
    }

    /// The first occurrence from `today` on, or else the last one.
    #[must_use]
    pub fn next(&self, today: Day) -> Option<Day> {
        let mut last = None;
        for day in self.occurrences() {
            last = Some(day);
            if day >= today {
                break;
            }
        }
        last.map(|day| self.off_weekend(day))
    }

    /// The last occurrence before a day, moved off weekends if configured.
    #[must_use]
    pub fn before(&self, day: Day) -> Option<Day> {
        self.occurrences().map(|it| self.off_weekend(it)).take_while(|it| *it < day).last()
    }

    /// How many occurrences there are from one day to another, both included.
    #[must_use]
    pub fn count(&self, first: Day, last: Day) -> usize {
        let later = self.occurrences().skip_while(|day| *day < first);
        later.map(|day| self.off_weekend(day)).take_while(|day| *day <= last).count()
    }

    /// The unit between two occurrences.
    #[must_use]
    pub const fn frequency(&self) -> Frequency {
        self.frequency
    }

    /// Every how many units; at least 1.
    #[must_use]
    pub const fn interval(&self) -> u16 {
        self.interval
    }

    /// Whether occurrences on a weekend move to the Friday before.
    #[must_use]
    pub const fn moves_to_friday(&self) -> bool {
        matches!(self.weekend, Some(Weekend::Friday))
    }

    fn off_weekend(&self, day: Day) -> Day {
        let over = i64::from(day.weekday()) - 4;
        let by = match self.weekend {
            Some(Weekend::Friday) if over > 0 => -over,
            Some(Weekend::Monday) if over > 0 => 3 - over,
            Some(_) | None => 0,
        };
        day.plus_days(by).unwrap_or(day)
    }
}

fn patterns(given: &Value) -> Result<Vec<Pattern>, RecurrenceError> {
    let none = Vec::new();
    let list = given.as_array().unwrap_or(&none);
    if list.len() > MOST_PATTERNS {
        return Err(RecurrenceError("patterns"));
    }
    let pattern = |given: &Value| {
        let name: String = given["type"].as_str()?.chars().take(2).collect();
        let place = i32::try_from(given["value"].as_i64()?).ok()?;
        let codes = ["mo", "tu", "we", "th", "fr", "sa", "su"];
        let name = name.to_ascii_lowercase();
        let weekday = match codes.iter().position(|code| *code == name) {
            Some(place) => Some(u32::try_from(place).ok()?),
            None if name == "da" => None,
            None => return None,
        };
        Some(Pattern { weekday, place })
    };
    let read: Option<Vec<_>> = list.iter().map(pattern).collect();
    read.ok_or(RecurrenceError("patterns"))
}

/// A count, which some programs store as text.
fn whole(given: &Value) -> Option<u16> {
    match given.as_str() {
        Some(text) => text.parse().ok(),
        None => u16::try_from(given.as_u64()?).ok(),
    }
}

#[cfg(test)]
mod calendar_rules;
#[cfg(test)]
mod tests;
