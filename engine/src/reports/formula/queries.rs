//! What formulas read: named selections of rows, balances, budgets.

use serde_json::Value as Json;

use super::FormulaFault;
use crate::budget::names::CategoryCell;
use crate::dates::Month;
use crate::ids::CategoryId;
use crate::money::{Total, nearest};
use crate::reports::budget_analysis::{leaving, leftovers};
use crate::reports::context::{Reports, recipe_of};
use crate::reports::meta::{CommonMeta, read};
use crate::reports::ranges::{Frame, FrameMode, MonthRange, Stamp};
use crate::reports::recipe::{Part, Recipe};
use crate::rules::{Number, Value};

/// Most months of a budget query.
const MOST_MONTHS: i32 = 4000;

/// Cents in units of the currency.
fn units(cents: Total) -> Result<Value, FormulaFault> {
    let units = Number::from(nearest(cents)).over(Number::from(100));
    units.map(Value::Number).ok_or(FormulaFault::Kind("NUM"))
}

/// A named selection of rows. An unknown name selects none.
pub(super) struct Query<'q, 'r> {
    reports: &'q Reports<'r>,
    /// None for an unknown name.
    recipe: Option<Recipe>,
    /// First and last month; none for all rows.
    months: Option<MonthRange>,
}

impl<'q, 'r> Query<'q, 'r> {
    pub(super) fn new(reports: &'q Reports<'r>, stored: Option<&Json>) -> Self {
        let Some(stored) = stored else { return Self { reports, recipe: None, months: None } };
        let common: CommonMeta = read(stored);
        let frame = common.time_frame.as_ref().filter(|frame| frame.is_object());
        let months = frame.map(|frame| months(reports, frame));
        let recipe = recipe_of(&common);
        let recipe = match months {
            Some(MonthRange { first, last }) => {
                recipe.within(Some(first.first_day()), Some(last.last_day()))
            }
            None => recipe,
        };
        Self { reports, recipe: Some(recipe), months }
    }

    /// The sum of its rows.
    pub(super) fn sum(&self) -> Result<Value, FormulaFault> {
        units(self.recipe.as_ref().map_or(0, |recipe| self.reports.scope(recipe).sum()))
    }

    /// The number of its rows.
    pub(super) fn count(&self) -> Value {
        let mut count = 0_i64;
        if let Some(recipe) = &self.recipe {
            self.reports.scope(recipe).each(|_| count += 1);
        }
        Value::from(count)
    }

    /// The categories that pass its conditions on categories; without such conditions all visible
    /// expense categories.
    pub(super) fn categories(&self) -> Vec<String> {
        let none = Recipe::default();
        let scope = self.reports.scope(self.recipe.as_ref().unwrap_or(&none));
        let filter = scope.filter();
        let all = self.reports.lens.categories.iter().enumerate();
        let passing = all.filter(|(place, it)| {
            if filter.has_category_tests() {
                filter.passes_category(Some(*place))
            } else {
                !it.category.is_income && !it.is_hidden
            }
        });
        passing.map(|(_, it)| it.category.id.to_string()).collect()
    }

    /// Its first or last month; empty without a time frame.
    pub(super) fn month(&self, is_first: bool) -> Value {
        self.months.map_or(Value::Empty, |months| {
            Value::Text(if is_first { months.first } else { months.last }.to_string())
        })
    }
}

/// The whole months of a time frame. A sliding frame of days counts as one of months.
fn months(reports: &Reports<'_>, stored: &Json) -> MonthRange {
    let calendar = &reports.calendar;
    let stamp = |key: &str| stored[key].as_str().and_then(Stamp::read);
    let slides =
        stored["mode"].as_str().and_then(FrameMode::find) == Some(FrameMode::SlidingWindow);
    if let (true, Some(start), Some(end)) = (slides, stamp("start"), stamp("end")) {
        let frame = Frame::of_months(start.month(), end.month(), FrameMode::SlidingWindow);
        return calendar.standing(frame).months();
    }
    calendar.frame(Some(stored), calendar.usual_frame()).months()
}

/// The balance of an account, named by its id or name.
pub(super) fn balance_of(reports: &Reports<'_>, account: &str) -> Result<Value, FormulaFault> {
    let accounts = &reports.lens.facts.accounts;
    let by_id = accounts.iter().find(|it| it.id.as_str() == account);
    let found = by_id.or_else(|| accounts.iter().find(|it| &*it.name == account));
    let found = found.ok_or(FormulaFault::Kind("VALUE"))?;
    let recipe = Recipe::default().of_part(Part::Account(found.id.to_string()));
    units(reports.scope(&recipe).sum())
}

/// A dimension of the budgets of some categories in some months.
pub(super) fn budget(
    reports: &Reports<'_>,
    dimension: &str,
    categories: &[String],
    MonthRange { first, last }: MonthRange,
) -> Result<Value, FormulaFault> {
    if last.months_since(first) > MOST_MONTHS {
        return Err(FormulaFault::Kind("NUM"));
    }
    let ids: Vec<CategoryId> = categories.iter().map(|id| id.as_str().into()).collect();
    let over_months = |cell: CategoryCell, months: MonthRange| {
        let names: Vec<String> = ids.iter().map(|id| cell.of(id)).collect();
        let months: Vec<Month> = months.months().collect();
        let cells = reports.budgets.cells(&months, &names);
        cells.into_iter().map(Total::from).sum::<Total>()
    };
    let over = |cell| over_months(cell, MonthRange { first, last });
    let carried_into =
        |month: Month| leftovers(reports, &[month.previous()], &leaving(&ids))[0].carried;
    units(match dimension {
        "budgeted" => over(CategoryCell::Budget),
        "spent" => over(CategoryCell::SumAmount),
        "goal" => over(CategoryCell::Goal),
        "balance_start" => carried_into(first),
        "balance_end" => {
            let of_last = |cell| over_months(cell, MonthRange { first: last, last });
            of_last(CategoryCell::Budget) + of_last(CategoryCell::SumAmount) + carried_into(last)
        }
        _ => return Err(FormulaFault::Kind("VALUE")),
    })
}
