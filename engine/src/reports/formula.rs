//! Formula cards: a formula in spreadsheet syntax over named selections of rows and budgets.
//!
//! The language is that of the formulas of rules; what is added here reads rows and budgets.
//! Numbers are exact quotients, and amounts are units of the currency.

mod evaluate;
mod queries;

use serde::Serialize;
use serde_json::Value as Json;
use thiserror::Error;

use super::context::Reports;
use super::meta::{FormulaMeta, read};
use crate::rules::{NoResult, Value, Written};
use evaluate::Evaluator;

/// Longest formula in bytes.
const MOST_BYTES: usize = 4000;

/// The result on a formula card.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct FormulaResult {
    /// A number, a text or a flag; none if there is an error.
    #[ts(type = "number | string | boolean | null")]
    pub result: Option<Json>,
    /// Why there is no result.
    pub error: Option<String>,
    /// The colour that the colour formula gives.
    pub color: Option<String>,
}

/// Why a formula has no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
enum FormulaFault {
    #[error("Formula must start with =")]
    NoEqualSign,
    #[error("This formula needs {0}, which is not supported yet")]
    NotSupported(String),
    #[error("Formula error: {0}")]
    Kind(&'static str),
}

impl From<NoResult> for FormulaFault {
    fn from(why: NoResult) -> Self {
        Self::Kind(match why {
            NoResult::DivisionByZero => "DIV_BY_ZERO",
            NoResult::NotNumber(_) | NoResult::NotDay(_) | NoResult::NotFound => "VALUE",
            NoResult::TooLarge => "NUM",
        })
    }
}

/// The result of a card's formula.
pub(super) fn formula(reports: &Reports<'_>, meta: &Json) -> FormulaResult {
    let card: FormulaMeta = read(meta);
    let computed = compute(reports, &card, &card.formula, None);
    let color = card.color_formula.as_deref().filter(|text| !text.trim().is_empty());
    let color = color.zip(computed.as_ref().ok()).and_then(|(text, result)| {
        let color = compute(reports, &card, text, Some(result)).ok()?;
        Some(color.to_string()).filter(|color| !color.is_empty())
    });
    match computed {
        Ok(value) => FormulaResult { result: Some(json(&value)), error: None, color },
        Err(fault) => FormulaResult { error: Some(fault.to_string()), ..FormulaResult::default() },
    }
}

fn compute(
    reports: &Reports<'_>,
    card: &FormulaMeta,
    text: &str,
    result: Option<&Value>,
) -> Result<Value, FormulaFault> {
    if !text.trim_start().starts_with('=') {
        return Err(FormulaFault::NoEqualSign);
    }
    if text.len() > MOST_BYTES {
        return Err(FormulaFault::Kind("ERROR"));
    }
    let written = Written::read(text).map_err(|_| FormulaFault::Kind("ERROR"))?;
    Evaluator { reports, queries: &card.queries, result }.value(&written)
}

/// A value as callers see it.
fn json(value: &Value) -> Json {
    match value {
        Value::Number(number) => serde_json::from_str(&number.to_string()).unwrap_or_default(),
        Value::Flag(flag) => Json::Bool(*flag),
        Value::Text(text) => Json::String(text.clone()),
        Value::Empty => Json::String(String::new()),
    }
}
