//! The books of an invented bank, and its answers from moment to moment.

use serde_json::{Value as Json, json};
use sobre_engine::banks::BankAnswer;
use sobre_engine::dates::Day;

pub(crate) const TODAY: &str = "2026-11-20";
/// The balance before all rows.
pub(crate) const BEFORE: i64 = 50_000;
/// Days from the first day that a bank tells to today.
const DAYS: i64 = 89;
/// Days after which a pending row posts under another id.
const POSTING: i64 = 2;

/// What becomes of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Course {
    Posted,
    /// Pending, then posted.
    Posts(usize),
    /// The same under another id.
    Reborn(usize),
    /// The same with a tip.
    Tipped(usize),
    /// Pending, then never seen again.
    Dropped(usize),
    /// Posted, then with another amount.
    Corrected(usize),
}

/// A row in the books of a bank.
#[derive(Debug, Clone)]
pub(crate) struct BankRow {
    pub(crate) day: i64,
    pub(crate) amount: i64,
    pub(crate) payee: &'static str,
    /// The first moment at which the bank tells it.
    pub(crate) since: usize,
    pub(crate) course: Course,
}

/// A row as an answer tells it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Told {
    pub(crate) id: String,
    pub(crate) amount: i64,
    pub(crate) payee: String,
    pub(crate) posted: bool,
}

impl BankRow {
    /// The bank's answer about it at a moment, and its day.
    fn at(&self, number: usize, moment: usize) -> Option<(i64, Told)> {
        let first = format!("r{number}");
        let second = format!("r{number}-booked");
        let tipped = self.amount + self.amount / 5;
        let (id, amount, posted) = match self.course {
            Course::Posted => (first, self.amount, true),
            Course::Posts(at) => (first, self.amount, moment >= at),
            Course::Reborn(at) if moment >= at => (second, self.amount, true),
            Course::Tipped(at) if moment >= at => (second, tipped, true),
            Course::Dropped(at) if moment >= at => return None,
            Course::Corrected(at) if moment >= at => (first, self.amount + 5, true),
            Course::Corrected(_) => (first, self.amount, true),
            Course::Reborn(_) | Course::Tipped(_) | Course::Dropped(_) => {
                (first, self.amount, false)
            }
        };
        let day = if id.ends_with("-booked") { self.day + POSTING } else { self.day };
        let payee = self.payee.to_owned();
        (moment >= self.since).then_some((day, Told { id, amount, payee, posted }))
    }
}

/// The books of a bank.
#[derive(Debug, Clone)]
pub(crate) struct Books(pub(crate) Vec<BankRow>);

impl Books {
    /// The bank's rows at a moment, each with its day.
    pub(crate) fn at(&self, moment: usize) -> impl Iterator<Item = (i64, Told)> {
        let rows = self.0.iter().enumerate();
        rows.filter_map(move |(number, row)| row.at(number, moment))
    }

    /// The balance at a moment.
    pub(crate) fn booked(&self, moment: usize) -> i64 {
        let posted = self.at(moment).filter(|(_, told)| told.posted);
        BEFORE + posted.map(|(_, told)| told.amount).sum::<i64>()
    }

    /// The answer of a moment about the days from one on.
    pub(crate) fn answer(&self, account: &str, moment: usize, from: i64) -> BankAnswer {
        let row = |(day, told): (i64, Told)| {
            let (date, amount) = (date_of(day), decimal(told.amount));
            json!({
                "id": told.id, "pendingOf": null, "posted": told.posted, "date": date,
                "amount": told.amount, "currency": "USD", "payee": told.payee, "notes": null,
                "fields": {
                    "transactionId": told.id, "date": date, "payeeName": told.payee,
                    "booked": told.posted,
                    "transactionAmount": { "amount": amount, "currency": "USD" },
                },
            })
        };
        let mut rows: Vec<_> = self.at(moment).filter(|(day, _)| *day >= from).collect();
        rows.sort_by_key(|(day, _)| -day);
        serde_json::from_value(json!({
            "account": account, "window": { "from": date_of(from), "to": TODAY }, "cursor": null,
            "balance": {
                "booked": self.booked(moment), "available": null, "limit": null,
                "currency": "USD", "date": TODAY,
            },
            "rows": rows.into_iter().map(row).collect::<Vec<Json>>(),
            "removed": [], "skipped": [], "error": null,
        }))
        .unwrap()
    }
}

fn date_of(day: i64) -> Day {
    TODAY.parse::<Day>().unwrap().plus_days(day - DAYS).unwrap()
}

fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}
