//! Limits of a balance.

use super::{Limit, LimitPeriod, Period, Template, Unit};
use crate::dates::{Day, Month};

impl Limit {
    /// The limit of a month in cents.
    pub(super) fn cents(&self, month: Month) -> i64 {
        let times = match self.period {
            LimitPeriod::Monthly => 1,
            LimitPeriod::Weekly => {
                days_every(7, self.start.unwrap_or_else(|| month.first_day()), month)
            }
            LimitPeriod::Daily => i64::from(days_of(month)),
        };
        self.amount.cents().saturating_mul(times)
    }
}

impl Template {
    /// The limit of the balance, for the kinds of lines whose limit has an effect.
    pub(super) const fn limit(&self) -> Option<&Limit> {
        match self {
            Self::Simple { limit, .. }
            | Self::Periodic { limit, .. }
            | Self::Remainder { limit, .. } => limit.as_ref(),
            Self::Percentage { .. }
            | Self::By(_)
            | Self::Spend(_)
            | Self::Schedule { .. }
            | Self::Average { .. }
            | Self::Copy { .. }
            | Self::Goal { .. } => None,
        }
    }
}

impl Period {
    /// How many dates of a series fall in a month.
    pub(super) fn dates(self, starting: Day, month: Month) -> i64 {
        let every = i64::from(self.amount.max(1));
        let months = match self.period {
            Unit::Day => return days_every(every, starting, month),
            Unit::Week => return days_every(every * 7, starting, month),
            Unit::Month => every,
            Unit::Year => every * 12,
        };
        let passed = i64::from(month.months_since(starting.month()));
        i64::from(passed >= 0 && passed % months == 0)
    }
}

/// How many of the days `start`, `start + every`, … fall in a month.
fn days_every(every: i64, start: Day, month: Month) -> i64 {
    let since = |day: Day| (day.date() - start.date()).num_days();
    let until = |days: i64| if days < 0 { 0 } else { days / every + 1 };
    until(since(month.last_day())) - until(since(month.first_day()) - 1)
}

fn days_of(month: Month) -> i32 {
    let days = (month.last_day().date() - month.first_day().date()).num_days() + 1;
    i32::try_from(days).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(period: Unit, amount: u32, starting: &str, month: &str) -> i64 {
        Period { period, amount }.dates(starting.parse().unwrap(), month.parse().unwrap())
    }

    #[test]
    fn dates_of_a_series_are_counted_by_month() {
        assert_eq!(dates(Unit::Week, 1, "2026-11-01", "2026-11"), 5);
        assert_eq!(dates(Unit::Week, 1, "2026-11-30", "2026-11"), 1);
        assert_eq!(dates(Unit::Week, 2, "2026-10-31", "2026-11"), 2);
        assert_eq!(dates(Unit::Day, 10, "2026-11-30", "2026-12"), 3);
        assert_eq!(dates(Unit::Day, 1, "2026-12-01", "2026-11"), 0);
        assert_eq!(dates(Unit::Month, 3, "2026-08-31", "2026-11"), 1);
        assert_eq!(dates(Unit::Month, 3, "2026-08-31", "2026-10"), 0);
        assert_eq!(dates(Unit::Year, 1, "2024-11-30", "2026-11"), 1);
        assert_eq!(dates(Unit::Month, 1, "2027-01-01", "2026-11"), 0);
    }
}
