//! The one entry of all cards: a card's type and stored keys in, its figures out.

use serde::Serialize;
use serde_json::Value as Json;

use super::age_of_money::{AgeOfMoney, age_of_money};
use super::budget_analysis::{BudgetAnalysis, budget_analysis};
use super::calendar::{CalendarFigures, calendar};
use super::cash_flow::{CashFlow, cash_flow};
use super::conditions::has_missing;
use super::context::{Reports, recipe_of};
use super::crossover::{Crossover, crossover};
use super::custom::{CustomReport, custom_report};
use super::fault::ReportFault;
use super::forecast::{Forecast, card_request};
use super::formula::{FormulaResult, formula};
use super::meta::{CardKind, CommonMeta, read};
use super::net_worth::{NetWorth, net_worth};
use super::periods::Interval;
use super::recipe::Recipe;
use super::sankey::{Sankey, sankey};
use super::spending::{Spending, spending};
use super::summary::{self, Summary, summary};

/// A card whose figures are wanted.
#[derive(Debug, Clone, Copy)]
pub struct CardRequest<'m> {
    /// Its type.
    pub kind: CardKind,
    /// Its stored keys; null for all defaults. Of a custom report the report itself, with public
    /// field names.
    pub meta: &'m Json,
    /// The choice of days or months on the screens of cash flow and forecast, which is not stored.
    pub view: Option<Interval>,
}

/// The figures of a card.
#[derive(Debug, Clone, PartialEq, Serialize, ts_rs::TS)]
#[serde(untagged)]
pub enum Figures {
    /// Net worth.
    NetWorth(NetWorth),
    /// Cash flow.
    CashFlow(CashFlow),
    /// Spending.
    Spending(Spending),
    /// One number.
    Summary(Summary),
    /// A calendar.
    Calendar(CalendarFigures),
    /// A saved report.
    CustomReport(CustomReport),
    /// Budget analysis.
    BudgetAnalysis(BudgetAnalysis),
    /// When savings pay the expenses.
    Crossover(Crossover),
    /// Flows of money.
    Sankey(Sankey),
    /// How old money is when it is spent.
    AgeOfMoney(AgeOfMoney),
    /// Balances ahead.
    Forecast(Forecast),
    /// The result of a formula.
    Formula(FormulaResult),
}

impl Reports<'_> {
    /// The figures of a card.
    ///
    /// # Errors
    /// [`ReportFault`] for a card without figures and for a range that is too long.
    pub fn figures(&self, card: CardRequest<'_>) -> Result<Figures, ReportFault> {
        let CardRequest { kind, meta, view } = card;
        Ok(match kind {
            CardKind::NetWorth => Figures::NetWorth(net_worth(self, meta)?),
            CardKind::CashFlow => Figures::CashFlow(cash_flow(self, meta, view)?),
            CardKind::Spending => Figures::Spending(spending(self, meta)?),
            CardKind::Summary => Figures::Summary(summary(self, meta)),
            CardKind::Calendar => Figures::Calendar(calendar(self, meta)?),
            CardKind::CustomReport => Figures::CustomReport(custom_report(self, meta)?),
            CardKind::BudgetAnalysis => Figures::BudgetAnalysis(budget_analysis(self, meta)?),
            CardKind::Crossover => Figures::Crossover(crossover(self, meta)?),
            CardKind::Sankey => Figures::Sankey(sankey(self, meta)),
            CardKind::AgeOfMoney => Figures::AgeOfMoney(age_of_money(self, meta)?),
            CardKind::BalanceForecast => {
                let request = card_request(self, meta);
                let mut forecast = self.forecast(&request)?;
                // A card tells only of missed payments that it counts.
                if !request.include_missed {
                    forecast.missed = Vec::new();
                }
                // A card draws months; its screen may ask for the days.
                if view != Some(Interval::Daily) {
                    forecast.days = Vec::new();
                }
                Figures::Forecast(forecast)
            }
            CardKind::Formula => Figures::Formula(formula(self, meta)),
            CardKind::Markdown | CardKind::MonteCarlo => {
                return Err(ReportFault::NoFigures(kind.name().to_owned()));
            }
        })
    }

    /// Whether a condition of a card names an account, category, group or payee that does not
    /// exist. The condition still applies, so it usually finds nothing.
    #[must_use]
    pub fn names_missing(&self, card: CardRequest<'_>) -> bool {
        let common = recipe_of(&read::<CommonMeta>(card.meta));
        let has_missing = |recipe: &Recipe| has_missing(&recipe.conditions, &self.lens);
        has_missing(&common)
            || card.kind == CardKind::Summary
                && has_missing(&summary::Card::read(self, card.meta).divisor)
    }
}
