//! Categories and their groups.

use rusqlite::{Connection, OptionalExtension, Result};
use sobre_engine::categories::CategoryRow;
use sobre_engine::ids::{CategoryId, GroupId};

use crate::contract::categories::{Category, CategoryGroup};

/// The live groups in display order, each with its live categories.
pub(crate) fn grouped(reader: &Connection) -> Result<Vec<CategoryGroup>> {
    let mut groups = groups(reader)?;
    for category in categories(reader)? {
        if let Some(group) = groups.iter_mut().find(|group| group.id == category.cat_group) {
            group.categories.push(category);
        }
    }
    Ok(groups)
}

/// The live groups in display order, without their categories.
pub(crate) fn groups(reader: &Connection) -> Result<Vec<CategoryGroup>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, ifnull(name, ''), ifnull(is_income, 0), ifnull(hidden, 0),
                ifnull(sort_order, 0.0)
         FROM category_groups WHERE ifnull(tombstone, 0) = 0
         ORDER BY is_income, sort_order, id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(CategoryGroup {
            id: row.get::<_, String>(0)?.into(),
            name: row.get(1)?,
            is_income: row.get::<_, i64>(2)? != 0,
            hidden: row.get::<_, i64>(3)? != 0,
            sort_order: row.get(4)?,
            categories: Vec::new(),
        })
    })?;
    rows.collect()
}

/// The live categories by sort order.
pub(crate) fn categories(reader: &Connection) -> Result<Vec<Category>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, ifnull(name, ''), ifnull(cat_group, ''), ifnull(is_income, 0),
                ifnull(hidden, 0), ifnull(sort_order, 0.0)
         FROM categories WHERE ifnull(tombstone, 0) = 0
         ORDER BY sort_order, id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Category {
            id: row.get::<_, String>(0)?.into(),
            name: row.get(1)?,
            cat_group: row.get::<_, String>(2)?.into(),
            is_income: row.get::<_, i64>(3)? != 0,
            hidden: row.get::<_, i64>(4)? != 0,
            sort_order: row.get(5)?,
        })
    })?;
    rows.collect()
}

/// A category, live or deleted.
pub(crate) fn find(reader: &Connection, id: &CategoryId) -> Result<Option<CategoryRow>> {
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(cat_group, ''), ifnull(is_income, 0), ifnull(tombstone, 0)
         FROM categories WHERE id = ?1",
    )?;
    let found = statement.query_row([id.as_str()], |row| {
        Ok(CategoryRow {
            group: row.get::<_, String>(0)?.into(),
            is_income: row.get::<_, i64>(1)? != 0,
            deleted: row.get::<_, i64>(2)? != 0,
        })
    });
    found.optional()
}

/// The name of a category, live or deleted; empty if there is none.
pub(crate) fn name(reader: &Connection, id: &CategoryId) -> Result<String> {
    let mut statement =
        reader.prepare_cached("SELECT ifnull(name, '') FROM categories WHERE id = ?1")?;
    Ok(statement.query_row([id.as_str()], |row| row.get(0)).optional()?.unwrap_or_default())
}

/// Every category of a group, deleted ones included.
pub(crate) fn of_group(reader: &Connection, group: &GroupId) -> Result<Vec<(CategoryId, bool)>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, ifnull(tombstone, 0) FROM categories WHERE cat_group = ?1
         ORDER BY sort_order, id",
    )?;
    let rows = statement.query_map([group.as_str()], |row| {
        Ok((row.get::<_, String>(0)?.into(), row.get::<_, i64>(1)? != 0))
    })?;
    rows.collect()
}

/// The categories that map to `id`.
pub(crate) fn mapped_to(reader: &Connection, id: &CategoryId) -> Result<Vec<String>> {
    let mut statement =
        reader.prepare_cached("SELECT id FROM category_mapping WHERE transferId = ?1")?;
    let rows = statement.query_map([id.as_str()], |row| row.get(0))?;
    rows.collect()
}

/// Whether a live transaction maps to the category.
pub(crate) fn has_transactions(reader: &Connection, id: &CategoryId) -> Result<bool> {
    let mut statement = reader.prepare_cached(
        "SELECT EXISTS (
             SELECT 1 FROM category_mapping m JOIN transactions t ON t.category = m.id
             WHERE m.transferId = ?1 AND ifnull(t.tombstone, 0) = 0)",
    )?;
    statement.query_row([id.as_str()], |row| row.get(0))
}
