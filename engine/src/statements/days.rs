//! Days.

use serde::{Deserialize, Serialize};

use super::faults::MOST_BYTES_OF_NUMBER;
use crate::dates::Day;

/// The order of day, month and year, and whether the year has four digits or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub enum DayOrder {
    /// As in 2026-03-05.
    #[serde(rename = "yyyy mm dd")]
    YearMonthDay,
    /// As in 26-03-05.
    #[serde(rename = "yy mm dd")]
    ShortYearMonthDay,
    /// As in 03/05/2026.
    #[serde(rename = "mm dd yyyy")]
    MonthDayYear,
    /// As in 03/05/26.
    #[serde(rename = "mm dd yy")]
    MonthDayShortYear,
    /// As in 05.03.2026.
    #[serde(rename = "dd mm yyyy")]
    DayMonthYear,
    /// As in 05.03.26.
    #[serde(rename = "dd mm yy")]
    DayMonthShortYear,
}

/// All orders, the likeliest first.
const ORDERS: [DayOrder; 6] = [
    DayOrder::YearMonthDay,
    DayOrder::ShortYearMonthDay,
    DayOrder::MonthDayYear,
    DayOrder::MonthDayShortYear,
    DayOrder::DayMonthYear,
    DayOrder::DayMonthShortYear,
];

/// All orders of days with dots, which have the day before the month.
const DOTTED_ORDERS: [DayOrder; 6] = [
    DayOrder::YearMonthDay,
    DayOrder::DayMonthYear,
    DayOrder::DayMonthShortYear,
    DayOrder::ShortYearMonthDay,
    DayOrder::MonthDayYear,
    DayOrder::MonthDayShortYear,
];

impl DayOrder {
    /// The order in which most texts are days; of several the likeliest, and without texts the
    /// likeliest of all. Month, day and year if no text is a day.
    #[must_use]
    pub fn guess<'t>(texts: impl IntoIterator<Item = &'t str, IntoIter: Clone>) -> Self {
        let texts = texts.into_iter();
        if texts.clone().next().is_none() {
            return ORDERS[0];
        }
        let days =
            |order: Self| texts.clone().filter(|text| read_day(text, order).is_some()).count();
        let dotted = texts.clone().filter(|text| text.matches('.').count() > 1).count();
        let are_dotted = dotted * 2 > texts.clone().count();
        let orders = if are_dotted { DOTTED_ORDERS } else { ORDERS };
        let counted = orders.map(|order| (days(order), order));
        let most = counted.iter().map(|(count, _)| *count).max().unwrap_or(0);
        let best = counted.into_iter().find(|(count, _)| *count == most && most > 0);
        best.map_or(Self::MonthDayYear, |(_, order)| order)
    }

    const fn starts_with_long_year(self) -> bool {
        matches!(self, Self::YearMonthDay)
    }

    const fn has_short_year(self) -> bool {
        matches!(self, Self::ShortYearMonthDay | Self::MonthDayShortYear | Self::DayMonthShortYear)
    }
}

/// Reads a day, with any separators or none. English names of months count as their numbers. What
/// follows the day, such as a time, is ignored.
#[must_use]
pub fn read_day(text: &str, order: DayOrder) -> Option<Day> {
    if text.len() > MOST_BYTES_OF_NUMBER {
        return None;
    }
    let text = with_numbers(text);
    let mut parts: Vec<&str> =
        text.split(|it: char| !it.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let digits = parts.concat();
    if parts.len() < 3 {
        let first = if order.starts_with_long_year() { 4 } else { 2 };
        parts = vec![digits.get(..first)?, digits.get(first..first + 2)?, digits.get(first + 2..)?];
    }
    let [first, second, third] = [parts[0], parts[1], parts[2]];
    let (year, month, day) = match order {
        DayOrder::YearMonthDay | DayOrder::ShortYearMonthDay => (first, second, third),
        DayOrder::MonthDayYear | DayOrder::MonthDayShortYear => (third, first, second),
        DayOrder::DayMonthYear | DayOrder::DayMonthShortYear => (third, second, first),
    };
    let year = match (order.has_short_year(), year.len()) {
        (false, 4) => year.parse().ok()?,
        (true, 2) => 2000 + year.parse::<i64>().ok()?,
        _ => return None,
    };
    let [month, day] = [month, day].map(|it| it.parse::<i64>().ok().filter(|_| it.len() <= 2));
    Day::from_yyyymmdd(year * 10_000 + month? * 100 + day?)
}

/// The text with numbers in place of English names of months, whole or cut to three letters.
fn with_numbers(text: &str) -> String {
    let is_letter = |it: char| it.is_ascii_alphabetic();
    let mut numbers = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        let (before, after) = rest.split_at(start);
        let end = after.find(|it| !is_letter(it)).unwrap_or(after.len());
        let word = after[..end].to_lowercase();
        let is_named = |month: &&str| **month == word || month[..3] == word;
        numbers.push_str(before);
        match MONTHS.iter().position(is_named) {
            Some(place) => numbers.push_str(&format!(" {:02} ", place + 1)),
            None => numbers.push_str(&after[..end]),
        }
        rest = &after[end..];
    }
    numbers.push_str(rest);
    numbers
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
