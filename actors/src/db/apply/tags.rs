//! Names of tags. Tag names are unique in the file format, but two devices may give two tags the
//! same name. The log keeps both names. In the table, a live tag takes precedence over a deleted
//! one, then the smaller id; any other tag has its id appended to its name. That depends on rows
//! and log alone, so it is the same on every device, in whatever order messages arrived.

use std::collections::HashSet;

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sobre_engine::crdt::Value;

use super::batch::Batch;
use crate::db::error::DbError;
use crate::db::facts::is_about;
use crate::db::fit::MAX_TEXT_BYTES;

/// Writes received tags without their names, which may be in use; [`settle`] sets them.
pub(super) fn put_off(batch: &mut Batch<'_>) {
    for row in batch.rows.iter_mut().filter(|row| row.table.name == "tags") {
        for cell in &mut row.cells {
            if row.table.columns[cell.column].name == "tag" {
                cell.value = ValueRef::Null;
            }
        }
    }
}

/// Sets every tag's final name, after a batch was written to these tables.
pub(super) fn settle<'t>(
    conn: &Connection,
    mut written: impl Iterator<Item = &'t str>,
) -> Result<(), DbError> {
    if written.all(|table| table != "tags") {
        return Ok(());
    }
    let give = || -> rusqlite::Result<()> {
        let changed = due(conn)?;
        // Clear all first, because a tag may get the old name of another.
        for (id, _) in &changed {
            conn.prepare_cached("UPDATE tags SET tag = NULL WHERE id = ?1")?.execute([id])?;
        }
        for (id, name) in &changed {
            conn.prepare_cached("UPDATE tags SET tag = ?2 WHERE id = ?1")?.execute((id, name))?;
        }
        Ok(())
    };
    give().map_err(DbError::sqlite("naming tags"))
}

/// The tags whose stored name is not the final one, with the final one.
fn due(conn: &Connection) -> rusqlite::Result<Vec<(String, Option<String>)>> {
    // Deferred messages do not name a tag.
    let mut statement = conn.prepare_cached(concat!(
        "SELECT t.id, t.tag, (SELECT m.value FROM messages_crdt m WHERE m.dataset = 'tags'
             AND m.column = 'tag' AND substr(m.value, 1, 1) IN ('0', 'N', 'S')
             AND octet_length(m.value) <= ?1 AND ",
        is_about!("t.id"),
        " ORDER BY m.timestamp DESC LIMIT 1)
         FROM tags t ORDER BY ifnull(t.tombstone, 0), t.id"
    ))?;
    let most = i64::try_from(MAX_TEXT_BYTES + "S:".len()).unwrap_or(i64::MAX);
    let mut rows = statement.query([most])?;
    let (mut taken, mut changed) = (HashSet::new(), Vec::new());
    while let Some(row) = rows.next()? {
        let (id, stored): (String, Option<String>) = (row.get(0)?, row.get(1)?);
        let logged = row.get_ref(2)?.as_bytes_or_null()?.map(String::from_utf8_lossy);
        let name = match logged.and_then(|text| Value::from_text(&text).ok()) {
            Some(Value::Null) => None,
            // The text that the column would store; programs format numbers differently.
            Some(Value::Real(number)) => {
                Some(conn.query_row("SELECT CAST(?1 AS TEXT)", [number], |row| row.get(0))?)
            }
            Some(value) => value.to_text().get(2..).map(str::to_owned),
            None => stored.as_deref().map(|name| without_id(name, &id).to_owned()),
        };
        let mut due = name;
        while let Some(name) = due.as_deref().filter(|name| taken.contains(*name)) {
            due = Some(with_id(name, &id));
        }
        taken.extend(due.clone());
        if due != stored {
            changed.push((id, due));
        }
    }
    Ok(changed)
}

fn with_id(name: &str, id: &str) -> String {
    format!("{name} ({id})")
}

fn without_id<'a>(mut name: &'a str, id: &str) -> &'a str {
    let behind = format!(" ({id})");
    while let Some(rest) = name.strip_suffix(&behind) {
        name = rest;
    }
    name
}

#[cfg(test)]
mod tests;
