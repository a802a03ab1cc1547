//! Requests and replies about notes.

use std::collections::BTreeMap;

use serde::Deserialize;
use ts_rs::TS;

/// All notes that are not empty, by id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NotesGet {}

/// Note texts by id: a category, a group, `account-{id}` or `budget-{yyyy-MM}`.
pub type Notes = BTreeMap<String, String>;

/// Writes a note; empty text clears it.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NotesSave {
    /// The note's owner, as in `notes-get`.
    pub id: String,
    /// The text, or null to clear the note. Required, so that omitting it by mistake clears
    /// nothing.
    #[serde(deserialize_with = "Option::deserialize")]
    pub note: Option<String>,
}
