//! Cash flow: income, expenses and transfers of the accounts on budget.

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::fault::ReportFault;
use super::lens::{Lens, Seen, day_number};
use super::periods::{Interval, Periods};
use super::ranges::{DayRange, Frame, FrameMode, days_between};
use super::recipe::{Recipe, RowKind, Side};
use crate::dates::Day;
use crate::money::{Total, nearest};

/// Beyond this many days the screen shows months.
const MOST_DAYS: i64 = 93;

/// Cash flow over time. Amounts are cents; expenses are negative.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct CashFlow {
    /// First day.
    pub start: Day,
    /// Last day that counts.
    pub end: Day,
    /// Whether a point is a month; else it is a day.
    pub monthly: bool,
    /// Sum of the rows before the first day.
    #[ts(type = "number")]
    pub starting_balance: i64,
    /// One per day or month.
    pub points: Vec<CashFlowPoint>,
    /// Income over the points.
    #[ts(type = "number")]
    pub total_income: i64,
    /// Expenses over the points.
    #[ts(type = "number")]
    pub total_expenses: i64,
    /// Transfers from accounts off budget.
    #[ts(type = "number")]
    pub transfers_in: i64,
    /// Transfers to accounts off budget.
    #[ts(type = "number")]
    pub transfers_out: i64,
    /// Transfers between accounts on budget.
    #[ts(type = "number")]
    pub own_transfers: i64,
    /// All transfers.
    #[ts(type = "number")]
    pub total_transfers: i64,
    /// The last balance.
    #[ts(type = "number")]
    pub balance: i64,
    /// The last balance less the starting balance.
    #[ts(type = "number")]
    pub change: i64,
    /// The last balance less that of the first point.
    #[ts(type = "number")]
    pub first_point_change: i64,
    /// The figures of the card, which stop today.
    pub card: CashFlowCard,
}

/// A day or month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct CashFlowPoint {
    /// The day or month.
    pub key: String,
    /// Income.
    #[ts(type = "number")]
    pub income: i64,
    /// Expenses.
    #[ts(type = "number")]
    pub expenses: i64,
    /// Transfers from accounts off budget.
    #[ts(type = "number")]
    pub transfers_in: i64,
    /// Transfers to accounts off budget.
    #[ts(type = "number")]
    pub transfers_out: i64,
    /// Transfers between accounts on budget.
    #[ts(type = "number")]
    pub own_transfers: i64,
    /// All transfers.
    #[ts(type = "number")]
    pub transfers: i64,
    /// Balance at the end.
    #[ts(type = "number")]
    pub balance: i64,
}

/// The figures of the card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct CashFlowCard {
    /// First day.
    pub start: Day,
    /// Last day that counts.
    pub end: Day,
    /// Income.
    #[ts(type = "number")]
    pub income: i64,
    /// Expenses.
    #[ts(type = "number")]
    pub expense: i64,
    /// Both together; transfers are left out.
    #[ts(type = "number")]
    pub change: i64,
}

/// A card on this day.
pub(super) struct Card {
    pub(super) recipe: Recipe,
    start: Day,
    /// Last day of its last month, or today.
    stop: Day,
    monthly: bool,
}

impl Card {
    /// `view` is the choice of days or months on the screen.
    pub(super) fn read(reports: &Reports<'_>, meta: &Json, view: Option<Interval>) -> Self {
        let current = reports.current_month();
        let usual = Frame::of_months(current, current, FrameMode::SlidingWindow);
        let (common, frame) = card_frame(meta, &reports.calendar, usual);
        let DayRange { from: start, to: end } = frame.whole_months();
        let stop = end.min(reports.calendar.today);
        let monthly = match view {
            Some(Interval::Daily) => false,
            Some(Interval::Monthly) => true,
            Some(Interval::Weekly | Interval::Yearly) | None => {
                days_between(start, stop) > MOST_DAYS
            }
        };
        let recipe = Recipe { on_budget: Some(true), ..recipe_of(&common) };
        Self { recipe, start, stop, monthly }
    }

    /// The last day that counts on the screen: the last month counts whole.
    fn end(&self) -> Day {
        if self.monthly { self.stop.month().last_day() } else { self.stop }
    }

    /// The recipe of a series of the screen.
    pub(super) fn series(&self, name: &str) -> Option<Recipe> {
        let recipe = self.recipe.clone().within(Some(self.start), Some(self.end()));
        Some(match name {
            "income" => recipe.of_kind(RowKind::Plain).on_side(Side::In),
            "expenses" => recipe.of_kind(RowKind::Plain).on_side(Side::Out),
            "transfers" => recipe.of_kind(RowKind::Transfers),
            "startingBalance" | "starting_balance" => recipe.within(None, self.start.plus_days(-1)),
            _ => return None,
        })
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    income: Total,
    expenses: Total,
    transfers_in: Total,
    transfers_out: Total,
    own: Total,
}

impl Sums {
    fn add(&mut self, row: &Seen<'_>, lens: &Lens<'_>) {
        let amount = Total::from(row.amount());
        let sum = match (row.is_transfer(), lens.leaves_budget(row), amount > 0) {
            (false, _, true) => &mut self.income,
            (false, _, false) => &mut self.expenses,
            (true, true, true) => &mut self.transfers_in,
            (true, true, false) => &mut self.transfers_out,
            (true, false, _) => &mut self.own,
        };
        *sum += amount;
    }

    fn merge(&mut self, other: &Self) {
        self.income += other.income;
        self.expenses += other.expenses;
        self.transfers_in += other.transfers_in;
        self.transfers_out += other.transfers_out;
        self.own += other.own;
    }

    fn transfers(&self) -> Total {
        self.transfers_in + self.transfers_out + self.own
    }

    fn all(&self) -> Total {
        self.income + self.expenses + self.transfers()
    }

    fn point(&self, key: &str, balance: Total) -> CashFlowPoint {
        CashFlowPoint {
            key: key.to_owned(),
            income: nearest(self.income),
            expenses: nearest(self.expenses),
            transfers_in: nearest(self.transfers_in),
            transfers_out: nearest(self.transfers_out),
            own_transfers: nearest(self.own),
            transfers: nearest(self.transfers()),
            balance: nearest(balance),
        }
    }
}

/// The cash flow of a card.
pub(super) fn cash_flow(
    reports: &Reports<'_>,
    meta: &Json,
    view: Option<Interval>,
) -> Result<CashFlow, ReportFault> {
    let card = Card::read(reports, meta, view);
    let interval = if card.monthly { Interval::Monthly } else { Interval::Daily };
    let end = card.end();
    let periods = Periods::new(interval, DayRange::new(card.start, end), &reports.calendar)?;
    let mut sums = vec![Sums::default(); periods.len()];
    let (mut starting, mut of_card) = (0, Sums::default());
    let (first, stop) = (card.start.month(), day_number(card.stop));
    reports.scope(&card.recipe.clone().within(None, Some(end))).each(|row| {
        if row.month < first {
            starting += Total::from(row.amount());
        } else if let Some(place) = periods.place(row) {
            sums[place].add(row, &reports.lens);
            if row.day_number <= stop {
                of_card.add(row, &reports.lens);
            }
        }
    });
    let (mut total, mut balance) = (Sums::default(), starting);
    let pairs = periods.all.iter().zip(&sums);
    let points: Vec<CashFlowPoint> = pairs
        .map(|(period, sums)| {
            total.merge(sums);
            balance += sums.all();
            sums.point(&period.key, balance)
        })
        .collect();
    let first = points.first().map_or(nearest(balance), |point| point.balance);
    Ok(CashFlow {
        start: card.start,
        end,
        monthly: card.monthly,
        starting_balance: nearest(starting),
        points,
        total_income: nearest(total.income),
        total_expenses: nearest(total.expenses),
        transfers_in: nearest(total.transfers_in),
        transfers_out: nearest(total.transfers_out),
        own_transfers: nearest(total.own),
        total_transfers: nearest(total.transfers()),
        balance: nearest(balance),
        change: nearest(balance - starting),
        first_point_change: nearest(balance).saturating_sub(first),
        card: CashFlowCard {
            start: card.start,
            end: card.stop,
            income: nearest(of_card.income),
            expense: nearest(of_card.expenses),
            change: nearest(of_card.income + of_card.expenses),
        },
    })
}
