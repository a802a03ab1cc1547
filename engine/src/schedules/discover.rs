//! Finding transactions that recur. Patterns are tried over the latest weeks of each account; three
//! transactions of a payee with a similar amount, each within two days of a pattern's date, make a
//! candidate, and the most regular one of each payee counts.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::dates::{Day, Month};
use crate::ids::{AccountId, PayeeId, TransactionId};
use crate::recurrence::Recurrence;
use crate::rules::approximate_range;

/// A transaction without a schedule that is no transfer and no split line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    /// Row id.
    pub id: TransactionId,
    /// The day.
    pub date: Day,
    /// Cents.
    pub amount: i64,
    /// The payee, as merges left it.
    pub payee: Option<Arc<str>>,
}

/// Transactions that may recur.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The account.
    pub account: AccountId,
    /// The payee.
    pub payee: Option<Arc<str>>,
    /// The amount of the latest one, in cents.
    pub amount: i64,
    /// Whether all are on the pattern's dates.
    pub exact_date: bool,
    /// Whether all amounts are equal.
    pub exact_amount: bool,
    pattern: Pattern,
    start: Day,
    rank: u32,
}

/// A candidate over its whole history.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscoveredSchedule {
    /// The account.
    pub account: AccountId,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// The recurring date.
    pub date: Json,
    /// The amount of the latest transaction, in cents.
    pub amount: i64,
    /// The conditions of a schedule, by public field names.
    pub conditions: Vec<Json>,
    /// How regular it is.
    pub evidence: Evidence,
}

/// How regular transactions are, over the last dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// How many dates were looked at, at most 12.
    pub dates: usize,
    /// How many of them have a transaction.
    pub found: usize,
    /// The most days that one is off, 0 to 2.
    pub days_off: i64,
    /// The smallest amount in cents.
    pub least: i64,
    /// The largest amount in cents.
    pub most: i64,
    /// The day of the latest transaction.
    pub last: Day,
    /// The transactions, newest first.
    pub transactions: Vec<TransactionId>,
}

/// Days to either side of a date.
const NEARLY: i64 = 2;
/// How many dates of a pattern are compared.
const COMPARED: usize = 3;
/// The weight of a transaction on its exact date; divisible by each possible `days_off + 1`.
const EXACT: u32 = 6;
/// The last day of a month that is a monthly date: later ones are not in every month.
const LAST_MONTHLY: i64 = 28;
/// How many dates the evidence looks at.
const EVIDENCE: usize = 12;
/// Most steps by which a start moves back.
const MOST_STEPS: usize = 1_000;

/// A way to recur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Weekly,
    EveryTwoWeeks,
    Monthly,
    LastDay,
    /// Two weekdays of a month, by their numbers.
    Weekdays(i32, i32),
}

/// The patterns in the order in which they are tried: of equally regular ones the first counts.
const PATTERNS: [Pattern; 6] = [
    Pattern::Weekly,
    Pattern::EveryTwoWeeks,
    Pattern::Monthly,
    Pattern::LastDay,
    Pattern::Weekdays(1, 3),
    Pattern::Weekdays(2, 4),
];

impl Pattern {
    /// The first days to try, given the day of an account's latest transaction.
    fn starts(self, latest: Day) -> Vec<Day> {
        let days = |back: i64, count: i64| {
            let first = -back;
            (first..first + count).filter_map(|by| latest.plus_days(by)).collect()
        };
        let months_back = |months: i32| same_day(latest, -months);
        match self {
            Self::Weekly => days(4 * 7, 14),
            Self::EveryTwoWeeks => days(7 * 7, 14),
            Self::Monthly => {
                let first = months_back(4);
                let all = (0..62).filter_map(|by| first.plus_days(by));
                all.filter(|day| day.yyyymmdd() % 100 <= LAST_MONTHLY).collect()
            }
            Self::LastDay => vec![months_back(3), months_back(4)],
            Self::Weekdays(..) => days(8 * 7, 14),
        }
    }

    fn config(self, start: Day) -> Json {
        let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
        let weekday = codes[start.weekday() as usize % codes.len()];
        let (frequency, interval, patterns) = match self {
            Self::Weekly => ("weekly", 1, Vec::new()),
            Self::EveryTwoWeeks => ("weekly", 2, Vec::new()),
            Self::Monthly => ("monthly", 1, Vec::new()),
            Self::LastDay => ("monthly", 1, vec![json!({ "type": "day", "value": -1 })]),
            Self::Weekdays(one, other) => {
                let on = |place: i32| json!({ "type": weekday, "value": place });
                ("monthly", 1, vec![on(one), on(other)])
            }
        };
        let mut config = json!({ "start": start.to_string(), "frequency": frequency });
        if interval != 1 {
            config["interval"] = interval.into();
        }
        if !patterns.is_empty() {
            config["patterns"] = patterns.into();
        }
        config
    }

    /// The start one interval earlier.
    fn earlier(self, start: Day) -> Option<Day> {
        match self {
            Self::Weekly => start.plus_days(-7),
            Self::EveryTwoWeeks => start.plus_days(-14),
            Self::Monthly | Self::LastDay | Self::Weekdays(..) => Some(same_day(start, -1)),
        }
    }
}

/// The same day of another month, or the last one if that month is shorter.
fn same_day(day: Day, months: i32) -> Day {
    let month: Month = day.month().plus(months);
    let number = day.yyyymmdd() % 100;
    Day::from_yyyymmdd(month.yyyymm() * 100 + number).unwrap_or_else(|| month.last_day())
}

/// The days around a date.
fn around(date: Day, days: i64) -> RangeInclusive<Day> {
    date.plus_days(-days).unwrap_or(date)..=date.plus_days(days).unwrap_or(date)
}

/// The rows of some days. Rows are ordered as the register lists them, newest first.
fn between(rows: &[HistoryRow], days: RangeInclusive<Day>) -> &[HistoryRow] {
    let from = rows.partition_point(|row| row.date > *days.end());
    let until = rows.partition_point(|row| row.date >= *days.start());
    &rows[from..until]
}

fn days_between(one: Day, other: Day) -> i64 {
    (one.date() - other.date()).num_days().abs()
}

fn regularity(days_off: i64) -> u32 {
    EXACT / u32::try_from(days_off + 1).unwrap_or(EXACT)
}

/// The most regular candidate of each payee. `accounts` are open ones with their rows since nine
/// months before the latest transaction, newest first, and the day of that transaction.
#[must_use]
pub fn candidates(accounts: &[(AccountId, Day, Vec<HistoryRow>)]) -> Vec<Candidate> {
    let mut best: Vec<Candidate> = Vec::new();
    let mut places: HashMap<Option<Arc<str>>, usize> = HashMap::new();
    for (account, latest, rows) in accounts {
        for pattern in PATTERNS {
            for start in pattern.starts(*latest) {
                for candidate in of_start(account, rows, pattern, start) {
                    match places.get(&candidate.payee) {
                        None => {
                            places.insert(candidate.payee.clone(), best.len());
                            best.push(candidate);
                        }
                        Some(at) if best[*at].rank < candidate.rank => best[*at] = candidate,
                        Some(_) => {}
                    }
                }
            }
        }
    }
    best
}

/// The candidates of a pattern from a start.
fn of_start(
    account: &AccountId,
    rows: &[HistoryRow],
    pattern: Pattern,
    start: Day,
) -> Vec<Candidate> {
    let Ok(recurrence) = Recurrence::read(&pattern.config(start)) else { return Vec::new() };
    let dates: Vec<Day> = recurrence.occurrences().take(COMPARED).collect();
    let Some((base, others)) = dates.split_last().filter(|_| dates.len() == COMPARED) else {
        return Vec::new();
    };
    let candidate = |row: &HistoryRow| {
        let (least, most) = approximate_range(row.amount);
        let mut rank = regularity(days_between(row.date, *base));
        let mut exact_amount = true;
        for date in others {
            let mut near = between(rows, around(*date, NEARLY)).iter();
            let similar = near.find(|it| (least..=most).contains(&it.amount))?;
            if similar.payee != row.payee {
                return None;
            }
            rank += regularity(days_between(similar.date, *date));
            exact_amount &= similar.amount == row.amount;
        }
        Some(Candidate {
            account: account.clone(),
            payee: row.payee.clone(),
            amount: row.amount,
            exact_date: rank == EXACT * 3,
            exact_amount,
            pattern,
            start,
            rank,
        })
    };
    between(rows, around(*base, NEARLY)).iter().filter_map(candidate).collect()
}

/// A candidate with the start that its history reaches back to, and the evidence. `history` are the
/// rows of its account and payee, newest first.
#[must_use]
pub fn found(candidate: &Candidate, history: &[HistoryRow]) -> DiscoveredSchedule {
    let Candidate { account, payee, amount, exact_date, exact_amount, pattern, .. } = candidate;
    let (least, most) = if *exact_amount { (*amount, *amount) } else { approximate_range(*amount) };
    let days = if *exact_date { 0 } else { NEARLY };
    let matches = |date: Day| {
        let near = between(history, around(date, days));
        near.iter().any(|row| (least..=most).contains(&row.amount))
    };
    let first_date = |start: Day| {
        let recurrence = Recurrence::read(&pattern.config(start)).ok()?;
        recurrence.occurrences().next()
    };
    let mut start = candidate.start;
    for _ in 0..MOST_STEPS {
        match pattern.earlier(start) {
            Some(earlier) if first_date(earlier).is_some_and(matches) => start = earlier,
            Some(_) | None => break,
        }
    }
    let date = pattern.config(start);
    let op = |is_exact: bool| if is_exact { "is" } else { "isapprox" };
    let conditions = vec![
        json!({ "op": "is", "field": "account", "value": account }),
        json!({ "op": "is", "field": "payee", "value": payee }),
        json!({ "op": op(*exact_date), "field": "date", "value": date }),
        json!({ "op": op(*exact_amount), "field": "amount", "value": amount }),
    ];
    let evidence = evidence(candidate, &date, history);
    let payee = payee.as_deref().map(PayeeId::from);
    DiscoveredSchedule {
        account: account.clone(),
        payee,
        date,
        amount: *amount,
        conditions,
        evidence,
    }
}

/// The transactions around the last dates, with similar amounts.
fn evidence(candidate: &Candidate, date: &Json, history: &[HistoryRow]) -> Evidence {
    let latest = history.first().map_or(candidate.start, |row| row.date);
    let until = latest.plus_days(NEARLY).unwrap_or(latest);
    let dates: Vec<Day> = Recurrence::read(date)
        .map(|recurrence| recurrence.occurrences().take_while(|day| *day <= until).collect())
        .unwrap_or_default();
    let (least, most) = approximate_range(candidate.amount);
    let is_similar = |row: &&HistoryRow| (least..=most).contains(&row.amount);
    let nearest = |date: &Day| {
        let near = between(history, around(*date, NEARLY)).iter().filter(is_similar);
        near.min_by_key(|row| days_between(row.date, *date)).map(|row| (*date, row))
    };
    let looked_at = &dates[dates.len().saturating_sub(EVIDENCE)..];
    // The date after the latest transaction may be near it and yet to come.
    let looked_at = match looked_at.split_last() {
        Some((last, earlier)) if *last > latest && nearest(last).is_none() => earlier,
        _ => looked_at,
    };
    let rows: Vec<(Day, &HistoryRow)> = looked_at.iter().rev().filter_map(nearest).collect();
    let amounts = || rows.iter().map(|(_, row)| row.amount);
    let days_off = rows.iter().map(|(date, row)| days_between(row.date, *date)).max();
    Evidence {
        dates: looked_at.len(),
        found: rows.len(),
        days_off: days_off.unwrap_or(0),
        least: amounts().min().unwrap_or(candidate.amount),
        most: amounts().max().unwrap_or(candidate.amount),
        last: rows.iter().map(|(_, row)| row.date).max().unwrap_or(latest),
        transactions: rows.iter().map(|(_, row)| row.id.clone()).collect(),
    }
}
