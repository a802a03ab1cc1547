//! What goal templates read: notes and stored lines of categories.

use rusqlite::{Connection, Result};
use serde_json::Value;
use sobre_engine::ids::CategoryId;

/// A live category with what its template lines come from.
#[derive(Debug, Clone)]
pub(crate) struct TemplateSource {
    /// The category.
    pub(crate) id: CategoryId,
    /// Its name.
    pub(crate) name: String,
    /// Whether it is income.
    pub(crate) is_income: bool,
    /// Whether it is hidden.
    pub(crate) hidden: bool,
    /// Its note; empty if it has none.
    pub(crate) note: String,
    /// The stored lines as JSON.
    pub(crate) goal_def: Option<String>,
    /// Whether a form has made the stored lines, and not the note.
    pub(crate) is_from_form: bool,
}

/// The live categories, in the order of their creation.
pub(crate) fn sources(reader: &Connection) -> Result<Vec<TemplateSource>> {
    let mut statement = reader.prepare_cached(
        "SELECT c.id, ifnull(c.name, ''), ifnull(c.is_income, 0), ifnull(c.hidden, 0),
                ifnull(n.note, ''), c.goal_def, c.template_settings
         FROM categories c LEFT JOIN notes n ON n.id = c.id
         WHERE ifnull(c.tombstone, 0) = 0 ORDER BY c.rowid",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(TemplateSource {
            id: row.get::<_, String>(0)?.into(),
            name: row.get(1)?,
            is_income: row.get::<_, i64>(2)? != 0,
            hidden: row.get::<_, i64>(3)? != 0,
            note: row.get(4)?,
            goal_def: row.get(5)?,
            is_from_form: row.get::<_, Option<String>>(6)?.is_some_and(|text| is_form(&text)),
        })
    })?;
    rows.collect()
}

fn is_form(settings: &str) -> bool {
    serde_json::from_str::<Value>(settings).is_ok_and(|settings| settings["source"] == "ui")
}
