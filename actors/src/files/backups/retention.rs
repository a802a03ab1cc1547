//! Decides which backups to keep: three of the current day, the newest of each other day, ten in
//! all.

use chrono::{NaiveDate, NaiveDateTime};

/// Backups kept of the current day.
pub(super) const OF_TODAY: usize = 3;
/// Backups kept in all.
pub(super) const IN_ALL: usize = 10;

/// The names of expired backups. `made` is newest first.
pub(super) fn superfluous(made: &[(NaiveDateTime, String)], today: NaiveDate) -> Vec<String> {
    let mut kept = 0;
    let mut day = None;
    let mut of_day = 0;
    let mut superfluous = Vec::new();
    for (at, name) in made {
        if day != Some(at.date()) {
            day = Some(at.date());
            of_day = 0;
        }
        let most = if at.date() == today { OF_TODAY } else { 1 };
        if of_day < most && kept < IN_ALL {
            of_day += 1;
            kept += 1;
        } else {
            superfluous.push(name.clone());
        }
    }
    superfluous
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> NaiveDateTime {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap()
    }

    fn backups(times: &[&str]) -> Vec<(NaiveDateTime, String)> {
        times.iter().map(|time| (at(time), (*time).to_owned())).collect()
    }

    #[test]
    fn three_of_today_and_the_newest_of_each_other_day_stay() {
        let made = backups(&[
            "2026-11-20 12:45",
            "2026-11-20 12:30",
            "2026-11-20 12:15",
            "2026-11-20 12:00",
            "2026-11-19 23:59",
            "2026-11-19 00:00",
            "2026-10-01 08:00",
        ]);
        let today = at("2026-11-20 13:00").date();
        assert_eq!(superfluous(&made, today), ["2026-11-20 12:00", "2026-11-19 00:00"]);
    }

    proptest! {
        #[test]
        fn ten_at_most_stay_and_never_an_older_one_for_a_newer_of_its_day(
            minutes in proptest::collection::btree_set(0_i64..40 * 24 * 60, 0..60),
        ) {
            let first = at("2026-10-12 00:00");
            let today = at("2026-11-20 00:00").date();
            let mut made: Vec<_> = minutes
                .into_iter()
                .map(|minute| first + chrono::Duration::minutes(minute))
                .map(|time| (time, time.to_string()))
                .collect();
            made.reverse();
            let gone = superfluous(&made, today);
            let kept: Vec<_> = made.iter().filter(|(_, name)| !gone.contains(name)).collect();
            prop_assert!(kept.len() <= IN_ALL);
            prop_assert_eq!(kept.first().copied(), made.first(), "the newest always stays");
            let days: BTreeSet<_> = made.iter().map(|(at, _)| at.date()).collect();
            let kept_days: BTreeSet<_> = kept.iter().map(|(at, _)| at.date()).collect();
            let newest_days: Vec<_> = days.iter().rev().take(kept_days.len()).copied().collect();
            prop_assert_eq!(kept_days.iter().rev().copied().collect::<Vec<_>>(), newest_days);
            for day in kept_days {
                let most = if day == today { OF_TODAY } else { 1 };
                let of_day: Vec<_> = made.iter().filter(|(at, _)| at.date() == day).collect();
                let stay: Vec<_> =
                    kept.iter().filter(|(at, _)| at.date() == day).copied().collect();
                prop_assert!(stay.len() <= most);
                prop_assert_eq!(stay.clone(), of_day[..stay.len()].to_vec());
            }
            // No backup is deleted while there is room for it.
            if kept.len() < IN_ALL {
                prop_assert_eq!(
                    kept.len(),
                    days.iter().map(|day| {
                        let count = made.iter().filter(|(at, _)| at.date() == *day).count();
                        count.min(if *day == today { OF_TODAY } else { 1 })
                    }).sum::<usize>()
                );
            }
        }
    }
}
