//! Why a report has no figures.

use thiserror::Error;

/// Why a report has no figures.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReportFault {
    /// The range has more periods than a report shows.
    #[error("This range has too many days or weeks to show. Choose months or years.")]
    TooManyPeriods,
    /// A card of a type that has no figures.
    #[error("This card has no figures: {0}.")]
    NoFigures(String),
    /// A figure that the report does not have.
    #[error("This report has no such figure.")]
    NoSuchFigure,
    /// A tracking budget is needed.
    #[error("Tracking budget forecasts require a Tracking Budget file.")]
    NotTracking,
}
