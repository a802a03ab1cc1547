//! The date of a schedule: a day, or a recurring one.

use serde_json::Value as Json;

use crate::dates::Day;
use crate::recurrence::{Recurrence, RecurrenceError};

/// When a schedule takes place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduleDate {
    /// Once.
    Once(Day),
    /// Again and again.
    Recurring(Recurrence),
}

/// Days since Monday of a Friday.
const FRIDAY: u32 = 4;
/// Most days of a schedule that are listed at once.
const MOST_DAYS: usize = 1_000;

impl ScheduleDate {
    /// Reads the value of a date condition.
    ///
    /// # Errors
    /// [`RecurrenceError`] if it is neither a day nor a recurring date.
    pub fn read(value: &Json) -> Result<Self, RecurrenceError> {
        match value.as_str().and_then(|text| text.parse().ok()) {
            Some(day) => Ok(Self::Once(day)),
            None => Recurrence::read(value).map(Self::Recurring),
        }
    }

    /// Whether it recurs.
    #[must_use]
    pub const fn is_recurring(&self) -> bool {
        matches!(self, Self::Recurring(_))
    }

    /// Whether there is any occurrence.
    #[must_use]
    pub fn occurs(&self) -> bool {
        match self {
            Self::Once(_) => true,
            Self::Recurring(recurrence) => recurrence.occurrences().next().is_some(),
        }
    }

    /// The next date seen from a day: the first occurrence from then on, or of an ended series the
    /// last one. A single date is always itself. None if there is no occurrence at all.
    #[must_use]
    pub fn next(&self, from: Day) -> Option<Day> {
        match self {
            Self::Once(day) => Some(*day),
            Self::Recurring(recurrence) => recurrence.next(from),
        }
    }

    /// The date after a next date; none if it was the last one.
    #[must_use]
    pub fn after(&self, date: Day) -> Option<Day> {
        let Self::Recurring(recurrence) = self else { return None };
        // A Friday stands for the weekend too if occurrences move back to it.
        let days = match date.weekday() {
            weekday if weekday >= FRIDAY && recurrence.moves_to_friday() => 7 - weekday,
            _ => 1,
        };
        let from = date.plus_days(days.into())?;
        recurrence.next(from).filter(|next| *next > date)
    }

    /// The date before a day; none if there is no earlier one.
    #[must_use]
    pub fn before(&self, day: Day) -> Option<Day> {
        let Self::Recurring(recurrence) = self else { return None };
        recurrence.before(day)
    }

    /// A next date and those after it, up to and including a last day; at most 1,000.
    #[must_use]
    pub fn through(&self, next: Day, last: Day) -> Vec<Day> {
        let dates = std::iter::successors(Some(next), |date| self.after(*date));
        dates.take_while(|date| *date <= last).take(MOST_DAYS).collect()
    }
}
