//! A request to a provider: which accounts, from which day, or since which cursor.

use crate::dates::Day;

/// Most days before today in a request for a window; with today these are 90.
pub const WINDOW_DAYS: i64 = 89;
/// Days before today that a scheduled fetch asks for.
pub const SCHEDULED_DAYS: i64 = 30;
/// Days before the last successful import that a scheduled fetch asks for again.
const OVERLAP_DAYS: i64 = 10;

/// A request to a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Today, where the person is.
    pub today: Day,
    /// The accounts.
    pub accounts: Vec<PlannedAccount>,
    /// Where a provider of changes began; empty for a whole list.
    pub cursor: String,
}

/// An account that is fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedAccount {
    /// The account as the provider names it.
    pub account: String,
    /// The first day to request. Earlier rows of a window are left out; a provider of changes has
    /// none.
    pub from: Day,
}

/// The known days of an account, from which the days of a request follow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KnownDays {
    /// The day of its oldest transaction up to today.
    pub oldest: Option<Day>,
    /// The starting day that a person chose when the account was linked.
    pub chosen: Option<Day>,
    /// The day of the last import that succeeded.
    pub imported: Option<Day>,
}

impl KnownDays {
    /// The first day to request when a person waits. For an account with transactions it is the day
    /// of its oldest one, at most 90 days ago; for a first sync the chosen day, or 90 days ago.
    #[must_use]
    pub fn first_day(&self, today: Day) -> Day {
        let limit = today.plus_days(-WINDOW_DAYS).unwrap_or(today);
        match (self.oldest, self.chosen) {
            (Some(oldest), _) => limit.max(oldest),
            (None, Some(chosen)) => chosen,
            (None, None) => limit,
        }
    }

    /// The first day to ask for on a schedule: 30 days, or more if the last import is older.
    #[must_use]
    pub fn scheduled_first_day(&self, today: Day) -> Day {
        let usual = today.plus_days(-SCHEDULED_DAYS);
        let since = self.imported.and_then(|day| day.plus_days(-OVERLAP_DAYS));
        let wanted = usual.into_iter().chain(since).min().unwrap_or(today);
        wanted.max(self.first_day(today))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn an_account_is_asked_for_the_days_it_lacks() {
        let today = day("2026-11-20");
        let known = |oldest: Option<&str>, chosen: Option<&str>, imported: Option<&str>| {
            let days = [oldest, chosen, imported].map(|it| it.map(day));
            let [oldest, chosen, imported] = days;
            KnownDays { oldest, chosen, imported }
        };
        let first = |known: KnownDays| known.first_day(today).to_string();
        assert_eq!(first(known(None, None, None)), "2026-08-23");
        assert_eq!(first(known(None, Some("2026-01-01"), None)), "2026-01-01");
        assert_eq!(first(known(Some("2026-11-10"), None, None)), "2026-11-10");
        assert_eq!(first(known(Some("2020-01-01"), Some("2026-01-01"), None)), "2026-08-23");
        let scheduled = |known: KnownDays| known.scheduled_first_day(today).to_string();
        assert_eq!(scheduled(known(Some("2020-01-01"), None, Some("2026-11-19"))), "2026-10-21");
        assert_eq!(scheduled(known(Some("2020-01-01"), None, Some("2026-10-10"))), "2026-09-30");
        assert_eq!(scheduled(known(Some("2020-01-01"), None, Some("2026-01-10"))), "2026-08-23");
        assert_eq!(scheduled(known(Some("2026-11-10"), None, Some("2026-10-10"))), "2026-11-10");
    }
}
