//! Arithmetic with days for formulas and templates.

use chrono::{Datelike as _, Months};

use crate::dates::{Day, Month};

/// Names of the months, the first three letters of each being its short name.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// Most months to go: beyond it no day of the calendar remains that a transaction may have.
const MOST_MONTHS: i64 = 12 * 10_000;

/// The same day of a month so many months later, or the last day of that month.
pub(super) fn plus_months(day: Day, months: i64) -> Option<Day> {
    let months = Some(months).filter(|it| it.abs() <= MOST_MONTHS)?;
    let by = Months::new(u32::try_from(months.abs()).ok()?);
    let date = day.date();
    let moved = if months < 0 { date.checked_sub_months(by) } else { date.checked_add_months(by) };
    moved.map(Day::from)
}

/// The day of the month, from 1.
pub(super) fn day_of_month(day: Day) -> i64 {
    day.date().day().into()
}

/// The month, from 1.
pub(super) fn month_of_year(day: Day) -> i64 {
    day.month().number().into()
}

/// A day of a month, moving on into other months if it has none such.
pub(super) fn day_of(year: i64, month: i64, day: i64) -> Option<Day> {
    let year = i32::try_from(year).ok().filter(|year| (1..=9999).contains(year))?;
    let first = Month::new(year, 1)?.first_day();
    plus_months(first, month.checked_sub(1)?)?.plus_days(day.checked_sub(1)?)
}

/// A day in words: `yyyy`, `yy`, `MMMM`, `MMM`, `MM`, `M`, `dd`, `d`, `EEEE` and `EEE` stand for
/// its parts, text between apostrophes and all other characters for themselves. `None` for other
/// letters.
pub(super) fn formatted(day: Day, pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        let run: usize = rest.chars().take_while(|it| *it == letter).map(char::len_utf8).sum();
        if letter == '\'' {
            let (quoted, after) = rest[1..].split_once('\'')?;
            out.push_str(if quoted.is_empty() { "'" } else { quoted });
            rest = after;
            continue;
        }
        let (word, after) = rest.split_at(run);
        if letter.is_ascii_alphabetic() {
            out.push_str(&part(day, word)?);
        } else {
            out.push_str(word);
        }
        rest = after;
    }
    Some(out)
}

fn part(day: Day, word: &str) -> Option<String> {
    let month = MONTHS.get(usize::try_from(day.month().number() - 1).ok()?)?;
    let weekday = WEEKDAYS.get(usize::try_from(day.weekday()).ok()?)?;
    Some(match word {
        "yyyy" => format!("{:04}", day.year()),
        "y" => day.year().to_string(),
        "yy" => format!("{:02}", day.year() % 100),
        "MMMM" => (*month).to_owned(),
        "MMM" => month[..3].to_owned(),
        "MM" => format!("{:02}", day.month().number()),
        "M" => day.month().number().to_string(),
        "dd" => format!("{:02}", day_of_month(day)),
        "d" => day_of_month(day).to_string(),
        "EEEE" => (*weekday).to_owned(),
        "E" | "EE" | "EEE" => weekday[..3].to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn months_end_on_their_last_day() {
        assert_eq!(plus_months(day("2024-01-31"), 1), Some(day("2024-02-29")));
        assert_eq!(plus_months(day("2024-03-31"), -13), Some(day("2023-02-28")));
        assert_eq!(day_of(2024, 14, 31), Some(day("2025-03-03")));
        assert_eq!(plus_months(day("2024-01-31"), i64::MAX), None);
    }

    #[test]
    fn days_are_written_by_a_pattern() {
        let friday = day("2024-06-07");
        assert_eq!(formatted(friday, "EEE d MMM 'of' yyyy").unwrap(), "Fri 7 Jun of 2024");
        assert_eq!(formatted(friday, "dd.MM.yy MMMM ''").unwrap(), "07.06.24 June '");
        assert_eq!(formatted(friday, "Q"), None);
        assert_eq!(formatted(friday, "'open"), None);
    }
}
