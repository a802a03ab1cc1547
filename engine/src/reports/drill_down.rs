//! From a figure to the rows behind it.

use serde::{Deserialize, Serialize};

use super::age_of_money;
use super::calendar;
use super::cash_flow;
use super::context::Reports;
use super::crossover;
use super::custom::{BalanceType, Definition, GroupBy, SpecialItem};
use super::fault::ReportFault;
use super::figures::CardRequest;
use super::forecast;
use super::meta::CardKind;
use super::net_worth;
use super::recipe::{Part, Recipe, RowList, Side};
use super::sankey;
use super::spending;
use super::summary;
use crate::dates::Day;

/// Which figure of a card is meant. Each card reads the members it has figures for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, ts_rs::TS)]
#[serde(default, rename_all = "camelCase")]
pub struct FigurePart {
    /// Net worth: `netWorth`, `change` or `balance`. Cash flow: `income`, `expenses`, `transfers`
    /// or `startingBalance`. Spending: `compare` or `compareTo`. Summary: `dividend` or `divisor`.
    /// Crossover: `expenses`, `savings` or `income`. Balance forecast: `startingBalance`.
    pub series: Option<String>,
    /// The key of a point or period.
    pub point: Option<String>,
    /// The account of a balance.
    pub account: Option<String>,
    /// The row of a saved report, or the key of a node of flows.
    pub row: Option<String>,
    /// The row of a saved report that is no category, group, payee or account.
    pub special: Option<SpecialItem>,
    /// The position in a month, 1 to 28.
    pub position: Option<u8>,
    /// The day of a calendar.
    pub day: Option<Day>,
    /// The side of a calendar's day.
    pub side: Option<FlowSide>,
}

/// A side of a calendar's day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub enum FlowSide {
    /// Amounts above 0.
    Income,
    /// Amounts below 0.
    Expense,
}

impl Reports<'_> {
    /// The recipe of a figure.
    ///
    /// # Errors
    /// [`ReportFault::NoSuchFigure`] if the card has no such figure, or none that is made of rows.
    pub fn recipe(&self, card: CardRequest<'_>, part: &FigurePart) -> Result<Recipe, ReportFault> {
        let found = match card.kind {
            CardKind::NetWorth => self.net_worth_recipe(card, part)?,
            CardKind::CashFlow => self.cash_flow_recipe(card, part),
            CardKind::CustomReport => self.report_recipe(card, part)?,
            CardKind::Spending => {
                let spending = spending::Card::read(self, card.meta);
                let is_other = part.series.as_deref() == Some("compareTo");
                let month = if is_other { spending.compare_to } else { spending.compare };
                let position = part.position.unwrap_or(u8::MAX);
                Some(spending.up_to(month, position, self.calendar.today))
            }
            CardKind::Summary => {
                let summary = summary::Card::read(self, card.meta);
                let is_divisor = part.series.as_deref() == Some("divisor");
                Some(if is_divisor { summary.divisor } else { summary.recipe })
            }
            CardKind::Calendar => {
                let (recipe, ..) = calendar::card(self, card.meta);
                let recipe = match part.day {
                    Some(day) => recipe.within(Some(day), Some(day)),
                    None => recipe,
                };
                Some(match part.side {
                    Some(FlowSide::Income) => recipe.on_side(Side::In),
                    Some(FlowSide::Expense) => recipe.on_side(Side::Out),
                    None => recipe,
                })
            }
            CardKind::Crossover => {
                let series = part.series.as_deref().unwrap_or_default();
                crossover::rows_of(self, card.meta, series, part.point.as_deref())?
            }
            CardKind::Sankey => {
                part.row.as_deref().and_then(|node| sankey::rows_of(self, card.meta, node))
            }
            CardKind::AgeOfMoney => {
                age_of_money::spending_of(self, card.meta, part.point.as_deref())?
            }
            CardKind::BalanceForecast => {
                Some(forecast::opening_rows(self, card.meta, part.account.as_deref()))
                    .filter(|_| part.series.as_deref() == Some("startingBalance"))
            }
            CardKind::Markdown
            | CardKind::BudgetAnalysis
            | CardKind::Formula
            | CardKind::MonteCarlo => None,
        };
        found.ok_or(ReportFault::NoSuchFigure)
    }

    /// The rows of a recipe. Their sum is the figure that the recipe stands behind.
    #[must_use]
    pub fn rows_behind(&self, recipe: &Recipe) -> RowList {
        self.scope(recipe).list()
    }

    fn net_worth_recipe(
        &self,
        card: CardRequest<'_>,
        part: &FigurePart,
    ) -> Result<Option<Recipe>, ReportFault> {
        let card = net_worth::Card::read(self, card.meta);
        let periods = card.periods(self)?.all;
        let at = match &part.point {
            Some(key) => periods.iter().find(|period| period.key == *key),
            None => periods.last(),
        };
        let Some(period) = at else { return Ok(None) };
        let end = Some(period.to.min(card.end));
        let recipe = match part.series.as_deref() {
            Some("change") => card.recipe.within(Some(period.from.max(card.start)), end),
            _ => card.recipe.within(None, end),
        };
        Ok(Some(match &part.account {
            Some(account) => recipe.of_part(Part::Account(account.clone())),
            None => recipe,
        }))
    }

    fn cash_flow_recipe(&self, card: CardRequest<'_>, part: &FigurePart) -> Option<Recipe> {
        let card = cash_flow::Card::read(self, card.meta, card.view);
        let recipe = card.series(part.series.as_deref()?)?;
        let Some(key) = &part.point else { return Some(recipe) };
        let (from, to) = match key.parse::<Day>() {
            Ok(day) => (day, day),
            Err(_) => {
                let month: crate::dates::Month = key.parse().ok()?;
                (month.first_day(), month.last_day())
            }
        };
        Some(recipe.within(Some(from), Some(to)))
    }

    fn report_recipe(
        &self,
        card: CardRequest<'_>,
        part: &FigurePart,
    ) -> Result<Option<Recipe>, ReportFault> {
        let report = Definition::read(self, card.meta)?;
        let Some(recipe) = report.rows_of(part.point.as_deref()) else { return Ok(None) };
        let recipe = match report.balance_type() {
            BalanceType::Payment => recipe.on_side(Side::Out),
            BalanceType::Deposit => recipe.on_side(Side::In),
            BalanceType::Net | BalanceType::NetPayment | BalanceType::NetDeposit => recipe,
            // Budgets are made of no rows.
            BalanceType::Budgeted => return Ok(None),
        };
        // In a split by both, a row is a group or one of its categories.
        let is_category = |id: &String| self.lens.category_place(id).is_some();
        let is_inner = report.group_by() == GroupBy::CategoryGroup
            && part.row.as_ref().is_some_and(is_category);
        let split = if is_inner { GroupBy::Category } else { report.group_by() };
        Ok(Some(match part_of(split, part) {
            Some(part) => recipe.of_part(part),
            None => recipe,
        }))
    }
}

/// The row of a report that is meant; none for its totals.
fn part_of(split: GroupBy, part: &FigurePart) -> Option<Part> {
    if let Some(special) = part.special {
        return Some(match special {
            SpecialItem::Uncategorized => Part::Uncategorized,
            SpecialItem::OffBudget => Part::OffBudget,
            SpecialItem::Transfer => Part::Transfers,
            SpecialItem::UncategorizedAndOffBudget => Part::UncategorizedOrOffBudget,
            SpecialItem::NoPayee => Part::NoPayee,
        });
    }
    let row = part.row.clone()?;
    match split {
        GroupBy::Category => Some(Part::Category(row)),
        GroupBy::Group | GroupBy::CategoryGroup => Some(Part::Group(row)),
        GroupBy::Payee => Some(Part::Payee(row)),
        GroupBy::Account => Some(Part::Account(row)),
        GroupBy::Interval => None,
    }
}
