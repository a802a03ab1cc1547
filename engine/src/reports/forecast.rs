//! Balance forecast: balances ahead, from rows entered ahead, schedules, and the budget.

mod days;
mod occurrences;
mod points;
mod shape;
mod tracking;

use serde_json::Value as Json;

use super::conditions::Filter;
use super::context::{Reports, card_frame};
use super::fault::ReportFault;
use super::meta::{ForecastMeta, read};
use super::periods::MOST_PERIODS;
use super::ranges::{DayRange, Frame, FrameMode, days_between};
use super::recipe::{Part, Recipe};
use super::rows::{day_in, day_of_month};
use crate::dates::Day;
use days::{Days, chosen_accounts};
use occurrences::occurrences;
pub use points::{ForecastPayment, ForecastPoint, ForecastPoints, LowestPoint};
pub use shape::{
    BelowZero, Forecast, ForecastDay, ForecastMonth, ForecastRequest, ForecastSource, LowestDay,
    Occurrence,
};
use tracking::tracking;

/// How far a forecast without an end looks.
const USUAL_MONTHS: i32 = 12;

impl Reports<'_> {
    /// Balances ahead.
    ///
    /// # Errors
    /// [`ReportFault::TooManyPeriods`] for more than ten years of days, and
    /// [`ReportFault::NotTracking`] if the forecast of a tracking budget is wanted and there is
    /// none.
    pub fn forecast(&self, request: &ForecastRequest) -> Result<Forecast, ReportFault> {
        let today = self.calendar.today;
        let start = request.start_date.unwrap_or(today);
        let end = request.end_date.unwrap_or_else(|| year_after(today));
        let range = DayRange::new(start, end);
        if days_between(start, end) > MOST_PERIODS {
            return Err(ReportFault::TooManyPeriods);
        }
        if request.source == ForecastSource::TrackingBudget {
            return tracking(self, request, range);
        }
        let mut days = Days::new(self, request, range);
        let occurrences = occurrences(self, request, &days);
        let missed = if request.include_missed { &*occurrences.missed } else { &[] };
        for it in occurrences.ahead.iter().chain(missed) {
            days.add(it);
        }
        if request.include_budget {
            days.plan(self, &occurrences.ahead);
        }
        Ok(days.forecast(occurrences))
    }
}

/// The rows behind the balances that a card begins with, of one account or of all.
pub(super) fn opening_rows(reports: &Reports<'_>, meta: &Json, account: Option<&str>) -> Recipe {
    let request = card_request(reports, meta);
    let start = request.start_date.unwrap_or(reports.calendar.today);
    let part = match account {
        Some(id) => Part::Account(id.to_owned()),
        None => {
            let filter = Filter::compile(&request.conditions, request.conditions_op, &reports.lens);
            let chosen = chosen_accounts(reports, &request, &filter);
            let accounts = reports.lens.facts.accounts.iter().zip(chosen);
            let ids = accounts.filter(|(_, is_chosen)| *is_chosen);
            Part::Accounts(ids.map(|(account, _)| account.id.to_string()).collect())
        }
    };
    Recipe::default().within(None, start.plus_days(-1)).of_part(part)
}

fn year_after(today: Day) -> Day {
    day_in(today.month().plus(USUAL_MONTHS), day_of_month(today))
}

/// The request of a card.
pub(super) fn card_request(reports: &Reports<'_>, meta: &Json) -> ForecastRequest {
    let current = reports.current_month();
    let usual = Frame::of_months(current, current.plus(USUAL_MONTHS - 1), FrameMode::Static);
    let (common, frame) = card_frame(meta, &reports.calendar, usual);
    let card: ForecastMeta = read(meta);
    let DayRange { from: start, to: end } = frame.whole_months();
    let source = match card.source.as_deref() {
        Some("tracking-budget") => ForecastSource::TrackingBudget,
        _ => ForecastSource::Schedules,
    };
    ForecastRequest {
        start_date: Some(start),
        end_date: Some(end),
        include_accountless_schedules: card.accounts.is_none(),
        account_ids: card.accounts,
        conditions: common.conditions,
        conditions_op: common.conditions_op,
        source,
        include_missed: card.include_missed.unwrap_or(true),
        include_budget: card.include_budget.unwrap_or(false),
        rest_of_month: true,
    }
}
