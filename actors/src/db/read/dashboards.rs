//! Pages of dashboards and their cards. Deleted ones, and cards of a page that is missing or
//! deleted, are excluded.

use rusqlite::{Connection, OptionalExtension as _, Result, Row};
use sobre_engine::dashboards::Place;

/// A page.
pub(crate) struct StoredPage {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// A card.
pub(crate) struct StoredCard {
    pub(crate) id: String,
    /// Row id of its page.
    pub(crate) page: String,
    /// The word of its type.
    pub(crate) kind: String,
    pub(crate) place: Place,
    /// Its settings as JSON text.
    pub(crate) meta: Option<String>,
}

/// The pages in the order in which this copy of the budget received them.
pub(crate) fn pages(reader: &Connection) -> Result<Vec<StoredPage>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, ifnull(name, '') FROM dashboard_pages
         WHERE ifnull(tombstone, 0) = 0 ORDER BY rowid",
    )?;
    let page = |row: &Row<'_>| Ok(StoredPage { id: row.get(0)?, name: row.get(1)? });
    statement.query_map([], page)?.collect()
}

const CARDS: &str = "SELECT c.id, p.id, ifnull(c.type, ''),
        CAST(ifnull(c.x, 0) AS INTEGER), CAST(ifnull(c.y, 0) AS INTEGER),
        CAST(ifnull(c.width, 1) AS INTEGER), CAST(ifnull(c.height, 1) AS INTEGER), c.meta
     FROM dashboard c JOIN dashboard_pages p
          ON p.id = c.dashboard_page_id AND ifnull(p.tombstone, 0) = 0
     WHERE ifnull(c.tombstone, 0) = 0";

/// The cards of all pages, by row and column.
pub(crate) fn cards(reader: &Connection) -> Result<Vec<StoredCard>> {
    let mut statement = reader.prepare_cached(&format!("{CARDS} ORDER BY 5, 4, c.id"))?;
    statement.query_map([], stored_card)?.collect()
}

/// The cards of a page, by row and column.
pub(crate) fn cards_of(reader: &Connection, page: &str) -> Result<Vec<StoredCard>> {
    let sql = format!("{CARDS} AND p.id = ?1 ORDER BY 5, 4, c.id");
    let mut statement = reader.prepare_cached(&sql)?;
    statement.query_map([page], stored_card)?.collect()
}

/// A card.
pub(crate) fn card(reader: &Connection, id: &str) -> Result<Option<StoredCard>> {
    let mut statement = reader.prepare_cached(&format!("{CARDS} AND c.id = ?1"))?;
    statement.query_row([id], stored_card).optional()
}

fn stored_card(row: &Row<'_>) -> Result<StoredCard> {
    let place = Place { x: row.get(3)?, y: row.get(4)?, width: row.get(5)?, height: row.get(6)? };
    let (id, page, kind) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(StoredCard { id, page, kind, place, meta: row.get(7)? })
}
