//! The figures of cards and reports. The engine computes them from the stores of the readers.

use serde_json::Value as Json;
use sobre_engine::budget::names::{CategoryCell, MonthCell};
use sobre_engine::dashboards::SavedReport;
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::reports::{Budgets, CardKind, CardRequest, Facts, Interval, Reports};

use super::schedules::report_schedules;
use crate::contract::reports::{
    AskedCard, CardFigures, FigureRows, FiguresOfCards, ReportFigures, ReportRecipe,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::ReportStore;
use crate::db::read;
use crate::limits;
use crate::open_budget::Cost;
use crate::router::Query;
use crate::world::World;

impl Query for ReportFigures {
    const NEEDS_SHEET: bool = true;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<FiguresOfCards, CallError> {
        if self.reports.len() > limits::CARDS_AT_ONCE {
            let message = format!("Ask for at most {} cards at once.", limits::CARDS_AT_ONCE);
            return Err(CallError::new(ErrorCode::TooManyRows, message));
        }
        let cards: Vec<_> = self.reports.into_iter().map(|card| Card::of(world, card)).collect();
        let revision = world.revision();
        let known: Vec<&Card> = cards.iter().flatten().collect();
        let cards = with_reports(world, &known, |reports| {
            cards.iter().map(|card| shown(card, reports)).collect()
        })?;
        Ok(FiguresOfCards { revision, cards })
    }
}

impl Query for ReportRecipe {
    const NEEDS_SHEET: bool = true;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<FigureRows, CallError> {
        let card = Card::of(world, self.card)?;
        with_reports(world, &[&card], |reports| {
            let recipe = reports.recipe(card.request(), &self.part)?;
            let rows = reports.rows_behind(&recipe);
            Ok(FigureRows {
                filters: recipe.filters(),
                recipe,
                count: rows.keys.len(),
                sum: rows.sum,
            })
        })?
    }
}

/// A card of a request, with the report that it shows.
struct Card {
    kind: CardKind,
    meta: Json,
    view: Option<Interval>,
}

impl Card {
    /// # Errors
    /// `invalid-card` for an unknown type; `report-not-found`.
    fn of(world: &World<'_>, asked: AskedCard) -> Result<Self, CallError> {
        let AskedCard { r#type, meta, report, view } = asked;
        let Some(kind) = CardKind::find(&r#type) else {
            let message = format!("There is no card of type {type}.");
            return Err(CallError::new(ErrorCode::InvalidCard, message));
        };
        let mut meta = meta.unwrap_or_default();
        if kind == CardKind::CustomReport {
            meta = match report {
                Some(report) => report,
                None => saved_report(world, &meta)?,
            };
        }
        Ok(Self { kind, meta, view })
    }

    const fn request(&self) -> CardRequest<'_> {
        CardRequest { kind: self.kind, meta: &self.meta, view: self.view }
    }

    /// Whether it reads cells of the budget.
    fn needs_budgets(&self) -> bool {
        match self.kind {
            CardKind::BudgetAnalysis
            | CardKind::Sankey
            | CardKind::BalanceForecast
            | CardKind::Formula
            | CardKind::Spending => true,
            CardKind::CustomReport => self.meta["balanceType"] == "Budgeted",
            CardKind::NetWorth
            | CardKind::CashFlow
            | CardKind::Summary
            | CardKind::Calendar
            | CardKind::Markdown
            | CardKind::Crossover
            | CardKind::AgeOfMoney
            | CardKind::MonteCarlo => false,
        }
    }
}

/// The saved report that a card's settings name.
fn saved_report(world: &World<'_>, meta: &Json) -> Result<Json, CallError> {
    let id = meta["id"].as_str().unwrap_or_default();
    let row = read::saved_reports::any(world.reader, id)?.filter(|row| !row.is_deleted);
    let row = row.ok_or_else(|| CallError::of(ErrorCode::ReportNotFound))?;
    serde_json::to_value(SavedReport::of_row(&row)).map_err(|error| CallError::internal(&error))
}

fn shown(card: &Result<Card, CallError>, reports: &Reports<'_>) -> CardFigures {
    let figures = card.as_ref().map_err(Clone::clone).and_then(|card| {
        let figures = Box::new(reports.figures(card.request())?);
        let names_missing = reports.names_missing(card.request());
        Ok(CardFigures::Shown { figures, names_missing })
    });
    figures.unwrap_or_else(|error| CardFigures::Refused { error })
}

/// Calls `compute` with the stores as the cards need them: schedules and the cells of the budget
/// only if a card reads them.
fn with_reports<T>(
    world: &World<'_>,
    cards: &[&Card],
    compute: impl FnOnce(&Reports<'_>) -> T,
) -> Result<T, CallError> {
    let needs = |needs: fn(&Card) -> bool| cards.iter().any(|card| needs(card));
    let schedules = needs(|card| card.kind == CardKind::BalanceForecast)
        .then(|| report_schedules(world))
        .transpose()?;
    // The sheet is locked only while figures are computed, after everything is read.
    world.reader.reports(|ReportStore { rows, facts, .. }| {
        let with_schedules = schedules.map(|schedules| Facts { schedules, ..facts.clone() });
        let facts = with_schedules.as_ref().unwrap_or(facts);
        if needs(Card::needs_budgets) {
            let sheet = world.sheet()?;
            Ok(compute(&Reports::new(rows, facts, &*sheet, world.today())))
        } else {
            Ok(compute(&Reports::new(rows, facts, &NoBudgets, world.today())))
        }
    })?
}

/// For cards that read no budgets.
struct NoBudgets;

impl Budgets for NoBudgets {
    fn stored(&self, _: Month, _: &CategoryId) -> Option<i64> {
        None
    }

    fn category_cell(&self, _: Month, _: CategoryCell, _: &CategoryId) -> i64 {
        0
    }

    fn month_cell(&self, _: Month, _: MonthCell) -> i64 {
        0
    }
}
