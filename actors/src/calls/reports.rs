//! The figures of cards and reports. The engine computes them from the stores of the readers.

use std::cell::Cell;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};
use sobre_engine::dashboards::SavedReport;
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::reports::{
    Budgets, CardKind, CardRequest, ComparedTo, ForecastRequest, Interval, Reports, Schedule,
    figures_csv,
};
use sobre_engine::text::Pattern;

use super::schedules::report_schedules;
use crate::contract::reports::{
    AskedCard, CardFigures, Comparison, FigureRows, FiguresOfCards, ForecastGenerate,
    ForecastPoints, NamedCard, ReportCompare, ReportCsv, ReportCsvFiles, ReportFigures,
    ReportRecipe, ZippedFiles,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::deadline::PatternStop;
use crate::db::{DeadlineSlot, ReportStore, read};
use crate::files::zip_of_texts;
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
        refuse_too_many(self.reports.len())?;
        let revision = world.revision();
        let cards = of_cards(world, self.reports, shown)?;
        Ok(FiguresOfCards { revision, cards })
    }
}

fn refuse_too_many(cards: usize) -> Result<(), CallError> {
    if cards <= limits::CARDS_AT_ONCE {
        return Ok(());
    }
    let message = format!("Ask for at most {} cards at once.", limits::CARDS_AT_ONCE);
    Err(CallError::new(ErrorCode::TooManyRows, message))
}

/// Computes something for each card.
fn of_cards<T>(
    world: &World<'_>,
    cards: Vec<AskedCard>,
    compute: impl Fn(Result<&Card, CallError>, &Reports<'_>) -> T,
) -> Result<Vec<T>, CallError> {
    let cards = cards.into_iter().map(|card| Card::of(world, card)).collect();
    computed(world, cards, compute)
}

/// The same for cards that were found. Those that look ahead need the schedules of the budget.
fn computed<T>(
    world: &World<'_>,
    cards: Vec<Result<Card, CallError>>,
    compute: impl Fn(Result<&Card, CallError>, &Reports<'_>) -> T,
) -> Result<Vec<T>, CallError> {
    let is_ahead = |card: &Card| card.kind == CardKind::BalanceForecast;
    let schedules = if cards.iter().flatten().any(is_ahead) {
        report_schedules(world, cards.iter().flatten().any(Card::needs_categories))
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
    Stores { world, schedules }.each(&cards, compute)
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
        only(rows)
    }
}

impl Query for ReportCompare {
    const NEEDS_SHEET: bool = true;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<Comparison, CallError> {
        let Self { card, with } = self;
        let is_of_budget = with == ComparedTo::Budget;
        let card = Card::of(world, card).map(|card| Card { is_of_budget, ..card });
        let compared = computed(world, vec![card], |card, reports| {
            Ok(reports.comparison(card?.request(), with)?)
        })?;
        only(compared)
    }
}

impl Query for ReportCsv {
    const NEEDS_SHEET: bool = true;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<String, CallError> {
        only(of_cards(world, vec![self.card], csv)?)
    }
}

impl Query for ReportCsvFiles {
    const NEEDS_SHEET: bool = true;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<ZippedFiles, CallError> {
        refuse_too_many(self.cards.len())?;
        let (names, cards): (Vec<_>, Vec<_>) =
            self.cards.into_iter().map(|NamedCard { name, card }| (name, card)).unzip();
        let texts = of_cards(world, cards, csv)?;
        let files = names.into_iter().zip(texts);
        let files: Vec<_> = files.filter_map(|(name, text)| Some((name, text.ok()?))).collect();
        let zip = zip_of_texts(&files, "csv").map_err(|error| CallError::internal(&error))?;
        Ok(ZippedFiles { count: files.len(), data: STANDARD.encode(zip) })
    }
}

fn csv(card: Result<&Card, CallError>, reports: &Reports<'_>) -> Result<String, CallError> {
    Ok(figures_csv(&reports.figures(card?.request())?))
}

impl Query for ForecastGenerate {
    const NEEDS_SHEET: bool = true;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<ForecastPoints, CallError> {
        let request = ForecastRequest {
            account_ids: self.account_ids,
            conditions: self.conditions.unwrap_or_default(),
            conditions_op: self.conditions_op.unwrap_or_default(),
            start_date: self.start_date,
            end_date: self.end_date,
            include_accountless_schedules: self.include_accountless_schedules.unwrap_or(false),
            source: self.source.unwrap_or_default(),
            ..ForecastRequest::default()
        };
        let meta = json!({ "conditions": request.conditions });
        let card = Card { kind: CardKind::BalanceForecast, meta, view: None, is_of_budget: false };
        only(computed(world, vec![Ok(card)], |card, reports| {
            card?;
            Ok(reports.forecast_points(&request)?)
        })?)
    }
}

/// The answer about the only card of a call.
fn only<T>(answers: Vec<Result<T, CallError>>) -> Result<T, CallError> {
    let answer = answers.into_iter().next();
    answer.unwrap_or_else(|| Err(CallError::of(ErrorCode::CardNotFound)))
}

/// A card of a request, with the report that it shows.
struct Card {
    kind: CardKind,
    meta: Json,
    view: Option<Interval>,
    /// Whether its figures are compared with the budget.
    is_of_budget: bool,
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
        Ok(Self { kind, meta, view, is_of_budget: false })
    }

    const fn request(&self) -> CardRequest<'_> {
        CardRequest { kind: self.kind, meta: &self.meta, view: self.view }
    }

    /// Whether it reads the categories of payments ahead.
    fn needs_categories(&self) -> bool {
        let has_conditions = self.meta["conditions"].as_array().is_some_and(|all| !all.is_empty());
        self.kind == CardKind::BalanceForecast
            && (has_conditions || self.meta["includeBudget"] == true)
    }

    /// Whether it reads cells of the budget.
    fn needs_budgets(&self) -> bool {
        match self.kind {
            _ if self.is_of_budget => true,
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
            let mut computed: Vec<Option<T>> = cards.iter().map(|_| None).collect();
            let mut take = |of_budget: bool, budgets: &dyn Budgets| {
                let reports = Reports::new(rows, facts, budgets, world.today())
                    .with_schedules(&schedules)
                    .matching(&matching);
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

    fn cells(&self, months: &[Month], names: &[String]) -> Vec<i64> {
        vec![0; months.len() * names.len()]
    }
}
