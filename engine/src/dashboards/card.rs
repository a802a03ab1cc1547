//! Which cards there may be, and their places on the grid of a page.

use thiserror::Error;

use super::meta::META_BYTES;
use crate::names::MAX_CHARS;
use crate::reports::CardKind;

/// Columns of a page; the first one is 0.
pub const COLUMNS: i64 = 12;
/// Rows of a page; the first one is 0.
pub const MOST_ROWS: i64 = 1_000_000;
/// The most rows that one card may take.
pub const MOST_HEIGHT: i64 = 1_000;

/// The type of a stored word.
///
/// # Errors
/// [`CardError::UnsupportedType`].
pub fn card_kind(word: &str) -> Result<CardKind, CardError> {
    CardKind::find(word).ok_or_else(|| CardError::UnsupportedType(word.to_owned()))
}

/// The preference that must be `true` for other programs of the file format to show such a card;
/// they treat these types as experiments.
#[must_use]
pub const fn experiment_flag(kind: CardKind) -> Option<&'static str> {
    match kind {
        CardKind::BudgetAnalysis => Some("flags.budgetAnalysisReport"),
        CardKind::Sankey => Some("flags.sankeyReport"),
        CardKind::BalanceForecast => Some("flags.balanceForecastReport"),
        CardKind::Formula => Some("flags.formulaMode"),
        CardKind::MonteCarlo => Some("flags.monteCarloReport"),
        CardKind::NetWorth
        | CardKind::CashFlow
        | CardKind::Spending
        | CardKind::Summary
        | CardKind::Calendar
        | CardKind::Markdown
        | CardKind::CustomReport
        | CardKind::Crossover
        | CardKind::AgeOfMoney => None,
    }
}

/// Where a card stands, in columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The first column.
    pub x: i64,
    /// The first row.
    pub y: i64,
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
}

impl Place {
    /// The place, if it lies on the grid.
    ///
    /// # Errors
    /// [`CardError::Columns`], [`CardError::Rows`].
    pub fn checked(self) -> Result<Self, CardError> {
        let Self { x, y, width, height } = self;
        if !(0..COLUMNS).contains(&x) || width < 1 || width > COLUMNS - x {
            return Err(CardError::Columns);
        }
        if !(0..MOST_ROWS).contains(&y) || !(1..=MOST_HEIGHT).contains(&height) {
            return Err(CardError::Rows);
        }
        Ok(self)
    }

    /// The place of a new card: right of the last card if the row has room for it, else below. The
    /// last one has the largest row, and the largest column within it.
    #[must_use]
    pub fn after(cards: impl IntoIterator<Item = Self>, width: i64, height: i64) -> Self {
        let last = cards.into_iter().max_by_key(|card| (card.y, card.x));
        let (x, y) = match last {
            None => (0, 0),
            Some(last) => {
                let right = last.x.saturating_add(last.width);
                if right.saturating_add(width) > COLUMNS {
                    (0, last.y.saturating_add(last.height))
                } else {
                    (right, last.y)
                }
            }
        };
        Self { x, y, width, height }
    }
}

/// Why a card is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CardError {
    /// No program knows this type.
    #[error("Unsupported widget type: {0}")]
    UnsupportedType(String),
    /// It reaches beyond the columns, or has none.
    #[error("A card is 1 to {COLUMNS} columns wide and lies in columns 0 to {}.", COLUMNS - 1)]
    Columns,
    /// Its row or its height is no usable number.
    #[error("A card is 1 to {MOST_HEIGHT} rows high and begins in row 0 to {}.", MOST_ROWS - 1)]
    Rows,
    /// The settings are too long.
    #[error("The settings of a card have at most {META_BYTES} bytes.")]
    MetaTooLong,
    /// The setting `name` is no text, or too long.
    #[error("The name of a card is text with at most {MAX_CHARS} characters.")]
    Name,
    /// The setting `conditions` is no list.
    #[error("The conditions of a card are a list.")]
    Conditions,
    /// The setting `conditionsOp` is another word.
    #[error("`conditionsOp` is `and` or `or`.")]
    ConditionsOp,
    /// A card of a saved report does not say of which.
    #[error("The settings of a custom-report card have the `id` of a saved report.")]
    ReportMissing,
}
