//! Requests and replies about dashboards: pages of cards. In the file and in the names of calls a
//! page is a dashboard and a card a widget.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub use sobre_engine::reports::CardKind;
use ts_rs::TS;

use super::JsonText;

/// All live pages in the order in which they were made, with their live cards.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardsGet {}

/// A page.
#[derive(Debug, Serialize, TS)]
pub struct DashboardPage {
    /// Row id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its cards, by row and column.
    pub cards: Vec<DashboardCard>,
}

/// A card as it is stored: other programs may have written any type, place and settings.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DashboardCard {
    /// Row id.
    pub id: String,
    /// What it shows, normally a `CardKind`.
    pub r#type: String,
    /// The first column; a page has 12.
    #[ts(type = "number")]
    pub x: i64,
    /// The first row.
    #[ts(type = "number")]
    pub y: i64,
    /// Columns.
    #[ts(type = "number")]
    pub width: i64,
    /// Rows.
    #[ts(type = "number")]
    pub height: i64,
    /// The settings; `null` for all defaults.
    #[ts(type = "Record<string, unknown> | null")]
    pub meta: Option<JsonText>,
    /// Whether the stored settings cannot be read; `meta` is `null` then.
    pub is_meta_unreadable: bool,
}

/// Adds a page and returns its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardCreate {
    /// The name.
    pub name: String,
}

/// Renames a page.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardRename {
    /// Row id.
    pub id: String,
    /// New name.
    pub name: String,
}

/// Deletes a page and its cards. The last page stays.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardDelete {
    /// Row id.
    pub id: String,
}

/// Replaces all cards of a page by those of a new budget.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardReset {
    /// Row id of the page.
    pub id: String,
}

/// Moves and resizes cards. Writes only what differs from the stored places.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardUpdate {
    /// The cards, each once.
    pub widgets: Vec<CardPlacement>,
}

/// The new place of a card.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CardPlacement {
    /// Row id.
    pub id: String,
    /// The first column.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub x: Option<i64>,
    /// The first row.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub y: Option<i64>,
    /// Columns.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub width: Option<i64>,
    /// Rows.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub height: Option<i64>,
}

/// Changes some settings of a card; all others stay as they are stored.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardUpdateWidget {
    /// Row id.
    pub id: String,
    /// The settings to set, each with its whole value.
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub meta: Map<String, Value>,
    /// The settings to remove, which are defaults from now on.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub remove: Option<Vec<String>>,
}

/// Adds a card to a page and returns its id. Without a place, it stands after the last card.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardAddWidget {
    /// A `CardKind`.
    #[ts(type = "CardKind")]
    pub r#type: String,
    /// Columns.
    #[ts(type = "number")]
    pub width: i64,
    /// Rows.
    #[ts(type = "number")]
    pub height: i64,
    /// The settings; absent for all defaults. A `custom-report` has the `id` of a saved report.
    #[serde(default)]
    #[ts(optional = nullable, type = "Record<string, unknown>")]
    pub meta: Option<Map<String, Value>>,
    /// Row id of the page.
    pub dashboard_page_id: String,
    /// The first column, given together with the row.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub x: Option<i64>,
    /// The first row.
    #[serde(default)]
    #[ts(optional = nullable, type = "number")]
    pub y: Option<i64>,
}

/// Removes a card from its page. A saved report that it shows stays.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardRemoveWidget {
    /// Row id.
    pub id: String,
}

/// Copies a card behind the last one of a page, which may be its own, and returns the new id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DashboardCopyWidget {
    /// Row id.
    pub id: String,
    /// Row id of the page.
    pub target_dashboard_page_id: String,
}

/// Writes a page as a file that `dashboard-import` reads. Leaves out cards of unknown types and of
/// deleted reports, which no program could import.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DashboardExport {
    /// Row id of the page.
    pub id: String,
}

/// An exported page.
#[derive(Debug, Serialize, TS)]
pub struct DashboardFile {
    /// Version of the format: 1.
    pub version: u32,
    /// Its cards.
    pub widgets: Vec<DashboardFileCard>,
}

/// A card of an exported page.
#[derive(Debug, Serialize, TS)]
pub struct DashboardFileCard {
    /// What it shows.
    pub r#type: CardKind,
    /// The first column.
    #[ts(type = "number")]
    pub x: i64,
    /// The first row.
    #[ts(type = "number")]
    pub y: i64,
    /// Columns.
    #[ts(type = "number")]
    pub width: i64,
    /// Rows.
    #[ts(type = "number")]
    pub height: i64,
    /// The settings; of a card that shows a saved report, the whole report.
    #[ts(type = "Record<string, unknown> | null")]
    pub meta: Option<JsonText>,
}

/// Replaces the cards of a page by those of an exported file, as one step. Saved reports of the
/// file replace those with the same id, deleted ones too; others are added. A file with any fault
/// changes nothing. Takes an upload or the text itself.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DashboardImport {
    /// Handle returned by the upload, which stays.
    #[serde(default, alias = "filepath")]
    #[ts(optional = nullable)]
    pub file_path: Option<String>,
    /// The text of the file.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub content: Option<String>,
    /// Row id of the page.
    pub dashboard_page_id: String,
}
