//! One number: a sum, an average or a share.

use serde::Serialize;
use serde_json::Value as Json;

use super::context::{Reports, card_frame, recipe_of};
use super::meta::{SummaryContent, SummaryMeta, read};
use super::ranges::{DayRange, Frame, FrameMode, Stamp, days_between};
use super::recipe::Recipe;
use super::rows::day_of_month;
use crate::dates::Day;
use crate::money::{Decimal, Total, nearest};

/// Days of a year on average, times four.
const DAYS_OF_FOUR_YEARS: Total = 1461;

/// A summary card.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// First day.
    pub start: Day,
    /// Last day.
    pub end: Day,
    /// `sum`, `avgPerMonth`, `avgPerYear`, `avgPerTransact` or `percentage`.
    pub r#type: String,
    /// Sum of the rows in cents.
    #[ts(type = "number")]
    pub dividend: i64,
    /// Months, years, rows, or the sum in cents that it is a share of; none for a sum.
    #[ts(type = "number | null")]
    pub divisor: Option<Decimal>,
    /// The figure: cents to six decimals, or percent to two. None if there is nothing to divide by.
    #[ts(type = "number | null")]
    pub total: Option<Decimal>,
    /// Number of rows.
    pub count: usize,
}

/// A card with its dates resolved for today.
pub(super) struct Card {
    pub(super) recipe: Recipe,
    pub(super) divisor: Recipe,
    content: SummaryContent,
    start: Day,
    end: Day,
}

impl Card {
    pub(super) fn read(reports: &Reports<'_>, meta: &Json) -> Self {
        let (common, frame) = card_frame(meta, &reports.calendar, usual_frame(reports));
        let DayRange { from: start, to: whole } = frame.whole_months();
        let today = reports.calendar.today;
        let end = match (frame.mode, frame.end) {
            (FrameMode::PriorYearToDate, Stamp::Day(day)) => day,
            _ if whole.month() == today.month() => today,
            _ => whole,
        };
        let content = read::<SummaryMeta>(meta).content();
        let divisor = Recipe {
            conditions: content.divisor_conditions.clone(),
            conditions_op: content.divisor_conditions_op,
            ..Recipe::default()
        };
        let divisor = if content.divisor_all_time_date_range {
            divisor
        } else {
            divisor.within(Some(start), Some(end))
        };
        let recipe = recipe_of(&common).within(Some(start), Some(end));
        Self { recipe, divisor, content, start, end }
    }
}

/// The frame of a summary or calendar card without a stored one.
pub(super) fn usual_frame(reports: &Reports<'_>) -> Frame {
    let current = reports.current_month();
    Frame::of_months(current, current, FrameMode::Full)
}

/// The figure of a card.
pub(super) fn summary(reports: &Reports<'_>, meta: &Json) -> Summary {
    let card = Card::read(reports, meta);
    let scope = reports.scope(&card.recipe);
    let (mut sum, mut count) = (0, 0);
    scope.each(|row| {
        sum += Total::from(row.amount());
        count += 1;
    });
    let kind = card.content.r#type.clone().unwrap_or_else(|| "sum".to_owned());
    // As a quotient of whole numbers: how many months or years the range has.
    let (of, by) = match &*kind {
        "avgPerMonth" => {
            let days = Total::from(day_of_month(card.end.month().last_day()));
            let months = Total::from(card.end.month().months_since(card.start.month()));
            (months * days + Total::from(day_of_month(card.end)), days)
        }
        "avgPerYear" => {
            (4 * Total::from(days_between(card.start, card.end) + 1), DAYS_OF_FOUR_YEARS)
        }
        "avgPerTransact" => (Total::try_from(count).unwrap_or(0), 1),
        "percentage" => (reports.scope(&card.divisor).sum(), 1),
        _ => (1, 1),
    };
    let zero = Some(Decimal::default());
    let (divisor, total) = match &*kind {
        "percentage" => (Decimal::quotient(of, by, 0), Decimal::quotient(sum * 100, of, 2)),
        "avgPerMonth" | "avgPerYear" | "avgPerTransact" => {
            let total = if count == 0 { zero } else { Decimal::quotient(sum * by, of, 6) };
            (Decimal::quotient(of, by, 9), total)
        }
        _ => (None, Decimal::quotient(sum, 1, 0)),
    };
    Summary {
        start: card.start,
        end: card.end,
        r#type: kind,
        dividend: nearest(sum),
        divisor,
        total,
        count,
    }
}
