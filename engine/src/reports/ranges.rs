//! Ranges of days and months: the time frames of cards, the live ranges of saved reports, and
//! days one year or week apart.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::rows::{day_in, day_of_month};
use crate::dates::{Day, Month};

/// Days from one to another, both included. Empty if `to` is earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct DayRange {
    /// First day.
    pub from: Day,
    /// Last day.
    pub to: Day,
}

/// Months from one to another, both included. Empty if `last` is earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct MonthRange {
    /// First month.
    pub first: Month,
    /// Last month.
    pub last: Month,
}

impl DayRange {
    /// The days from one to another.
    #[must_use]
    pub const fn new(from: Day, to: Day) -> Self {
        Self { from, to }
    }
}

impl MonthRange {
    /// Its months in order.
    pub fn months(self) -> impl DoubleEndedIterator<Item = Month> + Clone {
        self.first.through(self.last)
    }
}

/// A month, or a day as old and sliding frames store it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp {
    /// A month.
    Month(Month),
    /// A day.
    Day(Day),
}

impl Stamp {
    /// Reads `yyyy-MM` or `yyyy-MM-dd`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let month = text.parse().ok().map(Self::Month);
        month.or_else(|| text.parse().ok().map(Self::Day))
    }

    /// The month it lies in.
    #[must_use]
    pub fn month(self) -> Month {
        match self {
            Self::Month(month) => month,
            Self::Day(day) => day.month(),
        }
    }
}

impl std::fmt::Display for Stamp {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Month(month) => month.fmt(out),
            Self::Day(day) => day.fmt(out),
        }
    }
}

macro_rules! modes {
    ($($(#[$doc:meta])* $mode:ident = $name:literal,)*) => {
        /// How a time frame moves with the calendar.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum FrameMode { $($(#[$doc])* $mode,)* }

        impl FrameMode {
            /// Its stored name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$mode => $name,)* }
            }

            /// The mode with a stored name.
            #[must_use]
            pub fn find(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$mode),)* _ => None }
            }
        }
    };
}

modes! {
    /// The stored width, ending now.
    SlidingWindow = "sliding-window",
    /// As stored.
    Static = "static",
    /// From the stored start to the latest row.
    Full = "full",
    /// The month before this one.
    LastMonth = "lastMonth",
    /// The year before this one.
    LastYear = "lastYear",
    /// From January to this month.
    YearToDate = "yearToDate",
    /// From January of last year to today one year ago.
    PriorYearToDate = "priorYearToDate",
    /// This quarter.
    CurrentQuarter = "currentQuarter",
    /// The quarter before this one.
    PreviousQuarter = "previousQuarter",
}

/// A time frame, as stored or resolved to today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// First month or day.
    pub start: Stamp,
    /// Last month or day, included.
    pub end: Stamp,
    /// How it moves.
    pub mode: FrameMode,
}

impl Frame {
    /// A frame of whole months.
    #[must_use]
    pub const fn of_months(start: Month, end: Month, mode: FrameMode) -> Self {
        Self { start: Stamp::Month(start), end: Stamp::Month(end), mode }
    }

    /// The first day of its first month and the last day of its last month.
    #[must_use]
    pub fn whole_months(self) -> DayRange {
        DayRange::new(self.start.month().first_day(), self.end.month().last_day())
    }

    /// Its first and last month.
    #[must_use]
    pub fn months(self) -> MonthRange {
        MonthRange { first: self.start.month(), last: self.end.month() }
    }
}

/// Today and the latest row, which frames move with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calendar {
    /// The local day.
    pub today: Day,
    /// Day of the earliest row; today without rows.
    pub earliest: Day,
    /// Day of the latest row; today without rows.
    pub latest: Day,
    /// First day of the week, 0 for Sunday to 6.
    pub first_day_of_week: u8,
}

impl Calendar {
    /// The frame of a card without a stored one: this month and the five before.
    #[must_use]
    pub fn usual_frame(&self) -> Frame {
        let current = self.today.month();
        Frame::of_months(current.plus(-5), current, FrameMode::SlidingWindow)
    }

    /// The months that can be chosen on a screen: from the earliest row, and at least `back` months
    /// before the last one, to this month or, if later, that of the latest row.
    #[must_use]
    pub fn offered_months(&self, back: u8) -> MonthRange {
        let last = self.today.month().max(self.latest.month());
        MonthRange { first: self.earliest.month().min(last.plus(-i32::from(back))), last }
    }

    /// A stored frame `{start, end, mode}` resolved to today; `usual` for a missing or unreadable
    /// one.
    #[must_use]
    pub fn frame(&self, stored: Option<&Json>, usual: Frame) -> Frame {
        let Some(stored) = stored.filter(|stored| stored.is_object()) else {
            return self.standing(usual);
        };
        let stamp = |key: &str| stored[key].as_str().and_then(Stamp::read);
        let mode = stored["mode"].as_str().and_then(FrameMode::find);
        let both = stamp("start").zip(stamp("end"));
        match (mode, both) {
            (Some(mode), Some((start, end))) => self.standing(Frame { start, end, mode }),
            (Some(FrameMode::SlidingWindow | FrameMode::Static | FrameMode::Full) | None, None) => {
                self.standing(usual)
            }
            (Some(mode), None) => self.standing(Frame { mode, ..usual }),
            (None, Some((start, end))) => Frame { start, end, mode: FrameMode::Static },
        }
    }

    /// A frame resolved to today.
    #[must_use]
    pub fn standing(&self, frame: Frame) -> Frame {
        let current = self.today.month();
        let months = |start, end| Frame::of_months(start, end, frame.mode);
        let january = |month: Month| month.plus(1 - month.number());
        let quarter = january(current).plus((current.number() - 1) / 3 * 3);
        match frame.mode {
            FrameMode::Static => frame,
            FrameMode::SlidingWindow => self.slid(frame),
            FrameMode::Full => {
                let end = Stamp::Month(current.max(self.latest.month()));
                Frame { end, ..frame }
            }
            FrameMode::LastMonth => months(current.previous(), current.previous()),
            FrameMode::LastYear => {
                let first = january(current).plus(-12);
                months(first, first.plus(11))
            }
            FrameMode::YearToDate => months(january(current), current),
            FrameMode::PriorYearToDate => Frame {
                start: Stamp::Month(january(current).plus(-12)),
                end: Stamp::Day(year_before(self.today)),
                mode: frame.mode,
            },
            FrameMode::CurrentQuarter => months(quarter, quarter.plus(2)),
            FrameMode::PreviousQuarter => months(quarter.plus(-3), quarter.previous()),
        }
    }

    fn slid(&self, frame: Frame) -> Frame {
        if let (Stamp::Day(start), Stamp::Day(end)) = (frame.start, frame.end) {
            let width = days_between(start, end).max(0);
            let start = self.today.plus_days(-width).unwrap_or(self.today);
            return Frame { start: Stamp::Day(start), end: Stamp::Day(self.today), ..frame };
        }
        let current = self.today.month();
        let width = frame.end.month().months_since(frame.start.month());
        let (start, end) = if width < 0 {
            (current, current.plus(width))
        } else {
            (current.plus(-width), current)
        };
        Frame::of_months(start, end, frame.mode)
    }

    /// The first day of the week that a day lies in.
    #[must_use]
    pub fn week_of(&self, day: Day) -> Day {
        let since_sunday = (day.weekday() + 1) % 7;
        let since_first = (since_sunday + 7 - u32::from(self.first_day_of_week % 7)) % 7;
        day.plus_days(-i64::from(since_first)).unwrap_or(day)
    }

    /// The first and last day of a live range named in English words. An unknown name is all time.
    /// The first day may lie after the last one; then the range is empty.
    #[must_use]
    pub fn live_range(&self, words: &str, include_current: bool) -> DayRange {
        let today = self.today;
        let current = today.month();
        let january = current.plus(1 - current.number());
        let quarter = january.plus((current.number() - 1) / 3 * 3);
        let week = self.week_of(today);
        let days = |from: Day, by: i64| from.plus_days(by).unwrap_or(from);
        let months = |first: Month, last: Month| DayRange::new(first.first_day(), last.last_day());
        let raised = |range: DayRange| DayRange { from: range.from.max(self.earliest), ..range };
        let last_months = |count: i32| {
            months(current.plus(-count), if include_current { current } else { current.previous() })
        };
        match words {
            "This week" => DayRange::new(week, days(week, 6)),
            "Last week" => {
                DayRange::new(days(week, -7), days(week, if include_current { 6 } else { -1 }))
            }
            "This month" => months(current, current),
            "Last month" => months(current.previous(), current.previous()),
            "Current quarter" => raised(months(quarter, quarter.plus(2))),
            "Previous quarter" => raised(months(quarter.plus(-3), quarter.previous())),
            "Last 30 days" => raised(DayRange::new(days(today, -29), today)),
            "Last 3 months" => last_months(3),
            "Last 6 months" => last_months(6),
            "Last 12 months" => last_months(12),
            "Year to date" => raised(DayRange::new(january.first_day(), today)),
            "Last year" => raised(months(january.plus(-12), january.previous())),
            "Prior year to date" => {
                raised(DayRange::new(january.plus(-12).first_day(), year_before(today)))
            }
            _ => DayRange::new(self.earliest, self.latest),
        }
    }
}

/// The same day one year earlier; for 29 February the 28th.
#[must_use]
pub fn year_before(day: Day) -> Day {
    day_in(day.month().plus(-12), day_of_month(day))
}

/// Days from one day to another; negative if the other is earlier.
#[must_use]
pub fn days_between(from: Day, to: Day) -> i64 {
    (to.date() - from.date()).num_days()
}
