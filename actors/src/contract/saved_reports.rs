//! Requests and replies about saved reports.

use serde::Deserialize;
pub use sobre_engine::dashboards::{ReportFields, SavedReport};
use ts_rs::TS;

/// All live saved reports, by name without case, accents and punctuation.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportGet {}

/// Saves a report and returns its id. Settings that are not given are those that a new report
/// starts with.
#[derive(Debug, Deserialize, TS)]
#[serde(transparent)]
pub struct ReportCreate(pub ReportFields);

/// Changes the given settings of a saved report; `id` says of which.
#[derive(Debug, Deserialize, TS)]
#[serde(transparent)]
pub struct ReportUpdate(pub ReportFields);

/// Deletes a saved report. Cards that show it stay and say that it is gone.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportDelete {
    /// Row id.
    pub id: String,
}
