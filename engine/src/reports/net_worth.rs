//! Net worth: what all accounts are worth at the end of each period.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::fault::ReportFault;
use super::meta::{NetWorthMeta, read};
use super::periods::{Interval, Period, Periods};
use super::ranges::{DayRange, FrameMode};
use super::recipe::Recipe;
use crate::dates::Day;
use crate::ids::AccountId;
use crate::money::{Total, nearest};

/// Net worth over time. Amounts are cents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct NetWorth {
    /// First day.
    pub start: Day,
    /// Last day.
    pub end: Day,
    /// The length of a period.
    pub interval: Interval,
    /// Net worth before the first day.
    #[ts(type = "number")]
    pub before: i64,
    /// One per period.
    pub points: Vec<NetWorthPoint>,
    /// Accounts with a balance at some point, in the order of the sidebar.
    pub accounts: Vec<AccountId>,
    /// Net worth at the last point.
    #[ts(type = "number")]
    pub net_worth: i64,
    /// The last net worth less the one before the range.
    #[ts(type = "number")]
    pub total_change: i64,
    /// The last net worth less that of the first point.
    #[ts(type = "number")]
    pub first_point_change: i64,
    /// Smallest net worth of the points.
    #[ts(type = "number")]
    pub lowest: i64,
    /// Largest net worth of the points.
    #[ts(type = "number")]
    pub highest: i64,
    /// Whether conditions leave rows out: then the figures are sums and not a worth.
    pub is_filtered: bool,
    /// Whether any row counts up to the end.
    pub has_rows: bool,
}

/// The end of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct NetWorthPoint {
    /// The period: a day, the first day of a week, a month or a year.
    pub key: String,
    /// Its last day that counts.
    pub end: Day,
    /// Sum of the balances above 0.
    #[ts(type = "number")]
    pub assets: i64,
    /// Sum of the balances below 0, without sign.
    #[ts(type = "number")]
    pub debt: i64,
    /// Assets less debt.
    #[ts(type = "number")]
    pub net_worth: i64,
    /// Against the point before; of the first point against the worth before the range.
    #[ts(type = "number")]
    pub change: i64,
    /// Balances other than 0.
    #[ts(type = "Record<string, number>")]
    pub balances: BTreeMap<AccountId, i64>,
}

/// A card with today's range.
pub(super) struct Card {
    pub(super) recipe: Recipe,
    pub(super) interval: Interval,
    pub(super) start: Day,
    pub(super) end: Day,
}

impl Card {
    pub(super) fn read(reports: &Reports<'_>, meta: &Json) -> Self {
        let calendar = &reports.calendar;
        let (common, frame) = card_frame(meta, calendar, calendar.usual_frame());
        // One month has a single month to show.
        let usual = match frame.mode {
            FrameMode::LastMonth => Interval::Weekly,
            FrameMode::SlidingWindow
            | FrameMode::Static
            | FrameMode::Full
            | FrameMode::LastYear
            | FrameMode::YearToDate
            | FrameMode::PriorYearToDate
            | FrameMode::CurrentQuarter
            | FrameMode::PreviousQuarter => Interval::Monthly,
        };
        let interval = read::<NetWorthMeta>(meta).interval.unwrap_or(usual);
        let DayRange { from: start, to: end } = frame.whole_months();
        let cut = matches!(interval, Interval::Daily | Interval::Weekly);
        let end = if cut { end.min(calendar.today) } else { end };
        let recipe = recipe_of(&common).within(None, Some(end));
        Self { recipe, interval, start, end }
    }

    pub(super) fn periods(&self, reports: &Reports<'_>) -> Result<Periods, ReportFault> {
        Periods::new(self.interval, DayRange::new(self.start, self.end), &reports.calendar)
    }
}

/// The net worth of a card.
pub(super) fn net_worth(reports: &Reports<'_>, meta: &Json) -> Result<NetWorth, ReportFault> {
    let card = Card::read(reports, meta);
    let periods = card.periods(reports)?;
    let count = reports.lens.facts.accounts.len();
    let mut balances: Vec<Total> = vec![0; count];
    let mut changes: Vec<Total> = vec![0; count * periods.len()];
    let scope = reports.scope(&card.recipe);
    let (mut has_rows, first) = (false, card.start.month());
    scope.each(|row| {
        has_rows = true;
        let amount = Total::from(row.amount());
        let is_before = row.month < first;
        match periods.place(row).filter(|_| !is_before) {
            Some(place) => changes[place * count + row.account] += amount,
            None => balances[row.account] += amount,
        }
    });
    let before: Total = balances.iter().sum();
    let mut last = before;
    let mut listed = vec![false; count];
    let points: Vec<NetWorthPoint> = periods
        .all
        .iter()
        .zip(changes.chunks(count.max(1)).chain(std::iter::repeat(&[][..])))
        .map(|(period, changes)| {
            balances.iter_mut().zip(changes).for_each(|(balance, change)| *balance += change);
            listed.iter_mut().zip(&balances).for_each(|(is, balance)| *is |= *balance != 0);
            let end = period.to.min(card.end);
            let point = point(reports, period, &balances, last);
            let point = NetWorthPoint { end, ..point };
            last = balances.iter().sum();
            point
        })
        .collect();
    let worth = |point: &NetWorthPoint| point.net_worth;
    let accounts = reports.lens.facts.accounts.iter().zip(listed);
    let first = points.first().map_or(nearest(before), worth);
    Ok(NetWorth {
        start: card.start,
        end: card.end,
        interval: card.interval,
        before: nearest(before),
        accounts: accounts.filter(|(_, is)| *is).map(|(account, _)| account.id.clone()).collect(),
        net_worth: nearest(last),
        total_change: nearest(last - before),
        first_point_change: nearest(last).saturating_sub(first),
        lowest: points.iter().map(worth).min().unwrap_or(nearest(before)),
        highest: points.iter().map(worth).max().unwrap_or(nearest(before)),
        points,
        is_filtered: !scope.filter().is_empty(),
        has_rows,
    })
}

fn point(
    reports: &Reports<'_>,
    period: &Period,
    balances: &[Total],
    before: Total,
) -> NetWorthPoint {
    let assets: Total = balances.iter().filter(|it| **it > 0).sum();
    let debt: Total = -balances.iter().filter(|it| **it < 0).sum::<Total>();
    let accounts = reports.lens.facts.accounts.iter().zip(balances);
    let balances = accounts.filter(|(_, balance)| **balance != 0);
    NetWorthPoint {
        key: period.key.clone(),
        end: period.to,
        assets: nearest(assets),
        debt: nearest(debt),
        net_worth: nearest(assets - debt),
        change: nearest(assets - debt - before),
        balances: balances.map(|(it, balance)| (it.id.clone(), nearest(*balance))).collect(),
    }
}
