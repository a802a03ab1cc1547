//! What every report of one call shares: the rows through their lens, the budgets, and today.

use serde_json::Value as Json;

use super::facts::{Budgets, Facts, Schedule};
use super::lens::{Lens, Matching};
use super::meta::{CommonMeta, read};
use super::ranges::{Calendar, Frame};
use super::recipe::{Recipe, Scope};
use super::rows::Rows;
use crate::dates::{Day, Month};
use crate::text::Pattern;

/// The stores of a budget file on a day. Make one per call: it resolves the facts once for all
/// cards of the call.
pub struct Reports<'a> {
    pub(super) lens: Lens<'a>,
    pub(super) budgets: &'a dyn Budgets,
    pub(super) calendar: Calendar,
    pub(super) schedules: &'a [Schedule],
}

impl std::fmt::Debug for Reports<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Reports").field("calendar", &self.calendar).finish_non_exhaustive()
    }
}

impl<'a> Reports<'a> {
    /// Reports on a day, in the person's time zone.
    #[must_use]
    pub fn new(rows: &'a Rows, facts: &'a Facts, budgets: &'a dyn Budgets, today: Day) -> Self {
        let calendar = Calendar {
            today,
            earliest: facts.first_day.unwrap_or(today),
            latest: facts.last_day.unwrap_or(today),
            first_day_of_week: facts.first_day_of_week,
        };
        let schedules = &facts.schedules;
        Self { lens: Lens::new(rows, facts), budgets, calendar, schedules }
    }

    /// The same with other schedules than those of the facts.
    #[must_use]
    pub const fn with_schedules(mut self, schedules: &'a [Schedule]) -> Self {
        self.schedules = schedules;
        self
    }

    /// The same with another way to look for patterns: one may take long on a text, and a call has
    /// an end. A pattern that is cut short finds nothing.
    #[must_use]
    pub fn matching(mut self, matching: &'a dyn Fn(&Pattern, &str) -> bool) -> Self {
        self.lens.matching = Matching(matching);
        self
    }

    /// Today and what moves with it.
    #[must_use]
    pub const fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    pub(super) fn scope(&self, recipe: &Recipe) -> Scope<'_, 'a> {
        Scope::new(recipe, &self.lens)
    }

    pub(super) fn current_month(&self) -> Month {
        self.calendar.today.month()
    }
}

/// The rows that a card's conditions let pass.
pub(super) fn recipe_of(common: &CommonMeta) -> Recipe {
    Recipe {
        conditions: common.conditions.clone(),
        conditions_op: common.conditions_op,
        ..Recipe::default()
    }
}

/// The common keys of a card and its time frame on this day.
pub(super) fn card_frame(meta: &Json, calendar: &Calendar, usual: Frame) -> (CommonMeta, Frame) {
    let common: CommonMeta = read(meta);
    let frame = calendar.frame(common.time_frame.as_ref(), usual);
    (common, frame)
}
