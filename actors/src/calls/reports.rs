//! The figures of cards and reports. The engine computes them from the stores of the readers.

use std::cell::Cell;

use serde_json::Value as Json;
use sobre_engine::budget::names::{CategoryCell, MonthCell};
use sobre_engine::dashboards::SavedReport;
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::reports::{Budgets, CardKind, CardRequest, Facts, Interval, Reports, Schedule};
use sobre_engine::text::Pattern;

use super::schedules::report_schedules;
use crate::contract::reports::{
    AskedCard, CardFigures, FigureRows, FiguresOfCards, ReportFigures, ReportRecipe,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::deadline::PatternStop;
use crate::db::{DeadlineSlot, ReportStore, read};
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
        let is_ahead = |card: &Card| card.kind == CardKind::BalanceForecast;
        let schedules = if cards.iter().flatten().any(is_ahead) {
            report_schedules(world)
        } else {
            Ok(Vec::new())
        };
        let (schedules, refused) = match schedules {
            Ok(schedules) => (schedules, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let cards: Vec<_> = cards
            .into_iter()
            .map(|card| match (card, &refused) {
                (Ok(card), Some(error)) if is_ahead(&card) => Err(error.clone()),
                (card, _) => card,
            })
            .collect();
        let cards = Stores { world, schedules }.each(&cards, shown)?;
        Ok(FiguresOfCards { revision, cards })
    }
}

impl Query for ReportRecipe {
    const NEEDS_SHEET: bool = true;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<FigureRows, CallError> {
        let cards = [Ok(Card::of(world, self.card)?)];
        let stores = Stores { world, schedules: Vec::new() };
        let rows = stores.each(&cards, |card, reports| {
            let recipe = reports.recipe(card?.request(), &self.part)?;
            let rows = reports.rows_behind(&recipe);
            Ok(FigureRows {
                filters: recipe.filters(),
                recipe,
                count: rows.keys.len(),
                sum: rows.sum,
            })
        })?;
        rows.into_iter().next().unwrap_or_else(|| Err(CallError::of(ErrorCode::CardNotFound)))
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

fn shown(card: Result<&Card, CallError>, reports: &Reports<'_>) -> CardFigures {
    let figures = card.and_then(|card| {
        let figures = Box::new(reports.figures(card.request())?);
        let names_missing = reports.names_missing(card.request());
        Ok(CardFigures::Shown { figures, names_missing })
    });
    figures.unwrap_or_else(|error| CardFigures::Refused { error })
}

/// Where the figures of a call come from.
struct Stores<'w> {
    world: &'w World<'w>,
    schedules: Vec<Schedule>,
}

impl Stores<'_> {
    /// Computes something for each card, in their order. The sheet is locked only for the cards
    /// that read the cells of the budget, after everything else is done.
    fn each<T>(
        self,
        cards: &[Result<Card, CallError>],
        compute: impl Fn(Result<&Card, CallError>, &Reports<'_>) -> T,
    ) -> Result<Vec<T>, CallError> {
        let Self { world, schedules } = self;
        let effort = Patterns::new(world.reader.effort());
        let matching = |pattern: &Pattern, text: &str| effort.finds(pattern, text);
        world.reader.reports(|ReportStore { rows, facts, .. }| {
            let with_schedules =
                (!schedules.is_empty()).then(|| Facts { schedules, ..facts.clone() });
            let facts = with_schedules.as_ref().unwrap_or(facts);
            let mut computed: Vec<Option<T>> = cards.iter().map(|_| None).collect();
            let mut take = |of_budget: bool, budgets: &dyn Budgets| {
                let reports = Reports::new(rows, facts, budgets, world.today()).matching(&matching);
                for (card, computed) in cards.iter().zip(&mut computed) {
                    if of_budget == card.as_ref().is_ok_and(Card::needs_budgets) {
                        let card = card.as_ref().map_err(Clone::clone);
                        let answer = compute(card, &reports);
                        // A figure of a pattern that was cut short would be wrong.
                        *computed = Some(match effort.cut() {
                            Some(error) => compute(Err(error), &reports),
                            None => answer,
                        });
                    }
                }
            };
            take(false, &NoBudgets);
            if cards.iter().flatten().any(Card::needs_budgets) {
                take(true, &*world.sheet()?);
            }
            Ok(computed.into_iter().flatten().collect())
        })?
    }
}

/// The patterns of a call, which together may work only so long.
struct Patterns<'e> {
    effort: &'e DeadlineSlot,
    stopped: Cell<Option<PatternStop>>,
    has_cut: Cell<bool>,
}

impl<'e> Patterns<'e> {
    const fn new(effort: &'e DeadlineSlot) -> Self {
        Self { effort, stopped: Cell::new(None), has_cut: Cell::new(false) }
    }

    fn finds(&self, pattern: &Pattern, text: &str) -> bool {
        if self.stopped.get().is_none() {
            match pattern.is_match(text, self.effort) {
                Ok(found) => return found,
                Err(stop) => self.stopped.set(Some(stop)),
            }
        }
        self.has_cut.set(true);
        false
    }

    /// The error if a pattern was cut short since the last call.
    fn cut(&self) -> Option<CallError> {
        let stop = self.stopped.get().filter(|_| self.has_cut.take())?;
        Some(match stop {
            PatternStop::Cut => CallError::of(ErrorCode::QueryTooLarge),
            PatternStop::TooManySteps => {
                let message = "A pattern of this card takes too long. Simplify it.";
                CallError::new(ErrorCode::QueryTooLarge, message)
            }
        })
    }
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
