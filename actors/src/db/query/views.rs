//! Views: the rows of an open list in order, found once by one statement and kept for its pages, so
//! that a deep page costs the same as the first. Afterwards the rows written by each commit
//! (`db/journal.rs`) are moved, so that an edit reads only the rows it wrote. SQLite alone compares
//! rows.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::Connection;
use sobre_engine::query::{Literal, Query, Rows};

use super::QueryError;
use super::compile::bind_list;
use super::rows::each;
use super::statement::{Statement, in_order, page_statement, row_numbers, row_numbers_among};
use super::usual_order::is_by_day;
use crate::db::journal::{Journal, State, TouchedRows};
use crate::db::thresholds::Thresholds;

/// How many rows a moved one is compared with at once.
const COMPARED: usize = 8;

/// The views of an open budget. Shared by all its readers.
#[derive(Debug, Default)]
pub struct Views {
    pub(super) thresholds: Thresholds,
    journal: Arc<Journal>,
    /// The latest used first.
    cached: Mutex<VecDeque<Arc<View>>>,
}

#[derive(Debug)]
struct View {
    /// The statement that finds the rows, with its parameters.
    name: String,
    /// Number of rows when it was built.
    len: usize,
    /// None if the rows could not be moved.
    rows: Mutex<Option<OrderedRows>>,
}

/// The rows of a list in order, as of a state.
#[derive(Debug)]
struct OrderedRows {
    state: State,
    rows: Vec<u32>,
}

/// A list that a query reads a page of.
pub(super) struct List<'v> {
    views: &'v Views,
    conn: &'v Connection,
    query: &'v Query,
    state: State,
    finding: Statement,
    name: String,
}

impl Views {
    /// Views that follow the commits of a writer.
    #[must_use]
    pub const fn following(thresholds: Thresholds, journal: Arc<Journal>) -> Self {
        Self { thresholds, journal, cached: Mutex::new(VecDeque::new()) }
    }

    /// The list that a query reads a page of, if it does.
    pub(super) fn list<'v>(
        &'v self,
        conn: &'v Connection,
        query: &'v Query,
    ) -> Result<Option<List<'v>>, QueryError> {
        let lists = matches!(query.rows, Rows::Parents | Rows::Grouped { .. });
        let paged = query.limit.is_some() && !query.sums_over();
        let plain = !query.aggregate && !query.calculation && !query.with_dead;
        if query.table.name != "transactions" || !lists || !paged || !plain {
            return Ok(None);
        }
        let Some(state) = State::of(conn)? else { return Ok(None) };
        let finding = row_numbers(query)?;
        let name = format!("{} {:?}", finding.sql, finding.draft.params);
        Ok(Some(List { views: self, conn, query, state, finding, name }))
    }

    /// A view by its name; it becomes the latest used.
    fn known(&self, name: &str) -> Option<Arc<View>> {
        let mut cached = self.cached.lock();
        let at = cached.iter().position(|it| it.name == name)?;
        let view = cached.remove(at)?;
        cached.push_front(Arc::clone(&view));
        Some(view)
    }

    fn keep(&self, view: View) {
        let mut cached = self.cached.lock();
        cached.retain(|it| it.name != view.name);
        cached.push_front(Arc::new(view));
        let Thresholds { views, view_rows, .. } = self.thresholds;
        cached.truncate(views.max(1));
        while cached.iter().map(|view| view.len).sum::<usize>() > view_rows {
            cached.pop_back();
        }
    }
}

impl List<'_> {
    /// The page, if the list has a view; its rows are moved first.
    pub(super) fn known_page(&self) -> Result<Option<Statement>, QueryError> {
        let Some(view) = self.views.known(&self.name) else { return Ok(None) };
        let mut ordered = view.rows.lock();
        // A view whose rows cannot be moved is discarded.
        let Some(mut known) = ordered.take() else { return Ok(None) };
        if known.state != self.state {
            if !self.carry(&mut known)? {
                return Ok(None);
            }
            known.state = self.state.clone();
        }
        let page = self.page(&known.rows);
        *ordered = Some(known);
        drop(ordered);
        page.map(Some)
    }

    /// The page from a new view; none if its rows are found quickly without one, or are too many.
    pub(super) fn new_page(&self) -> Result<Option<Statement>, QueryError> {
        let Thresholds { deep, view_rows, .. } = self.views.thresholds;
        if is_by_day(self.query) && self.query.offset < deep {
            return Ok(None);
        }
        let Some(rows) = self.read(&self.finding, view_rows)? else { return Ok(None) };
        let len = rows.len();
        let page = self.page(&rows)?;
        let rows = OrderedRows { state: self.state.clone(), rows };
        self.views.keep(View { name: self.name.clone(), len, rows: Mutex::new(Some(rows)) });
        Ok(Some(page))
    }

    fn page(&self, rows: &[u32]) -> Result<Statement, QueryError> {
        let [offset, limit] = [self.query.offset, self.query.limit.unwrap_or(u32::MAX)]
            .map(|it| usize::try_from(it).unwrap_or(usize::MAX));
        let page = rows.iter().skip(offset).take(limit);
        let page: Vec<_> = page.map(|row| Literal::Integer((*row).into())).collect();
        page_statement(self.query, |draft| bind_list(draft, &page), None)
    }

    /// The row numbers that a statement finds, in order; none if there are more than `most` or
    /// unusual ones.
    fn read(&self, finding: &Statement, most: usize) -> Result<Option<Vec<u32>>, QueryError> {
        let (mut found, mut fits) = (Vec::new(), true);
        each(self.conn, finding, |row| {
            match u32::try_from(row.get::<_, i64>(0)?) {
                Ok(number) if found.len() < most => found.push((row.get::<_, u32>(1)?, number)),
                Ok(_) | Err(_) => fits = false,
            }
            Ok::<_, QueryError>(())
        })?;
        // Rows of the same place keep their order.
        found.sort_by_key(|(place, _)| *place);
        Ok(fits.then(|| found.into_iter().map(|(_, number)| number).collect()))
    }

    /// Moves the rows written since an earlier state, and those of splits with such rows. Returns
    /// whether it succeeded: too much may have been written.
    fn carry(&self, known: &mut OrderedRows) -> Result<bool, QueryError> {
        let journal = &self.views.journal;
        let Some(written) = journal.between(&known.state, &self.state) else { return Ok(false) };
        let Some(moved) = self.moved(&written)? else { return Ok(false) };
        known.rows.retain(|row| moved.binary_search(row).is_err());
        let passing = self.read(&row_numbers_among(self.query, &moved)?, moved.len())?;
        for row in passing.unwrap_or_default() {
            let place = self.place(row, &known.rows)?;
            known.rows.insert(place, row);
        }
        Ok(true)
    }

    /// The place of a row in an ordered list without it. Each comparison is a statement, so it
    /// looks at several rows at once.
    fn place(&self, row: u32, list: &[u32]) -> Result<usize, QueryError> {
        let (mut first, mut last) = (0, list.len());
        while first < last {
            let step = (last - first).div_ceil(COMPARED);
            let sample: Vec<u32> = list[first..last].iter().copied().step_by(step).collect();
            let count = self.before(row, &sample)?;
            last = if count < sample.len() { first + count * step } else { last };
            first = if count == 0 { last } else { first + (count - 1) * step + 1 };
        }
        Ok(first)
    }

    /// How many rows of an ordered sample come before another row.
    fn before(&self, row: u32, sample: &[u32]) -> Result<usize, QueryError> {
        let mut rows = sample.to_vec();
        rows.push(row);
        let ordered = self.read(&in_order(self.query, &rows)?, rows.len())?.unwrap_or_default();
        Ok(ordered.iter().position(|it| *it == row).unwrap_or(0))
    }

    /// The numbers of the transactions that a write may have moved; none if there are too many, or
    /// if it is not known which.
    fn moved(&self, written: &[TouchedRows]) -> Result<Option<Vec<u32>>, QueryError> {
        let most = self.views.thresholds.moved;
        let mut moved = BTreeSet::new();
        for TouchedRows { table, rows } in written {
            if !self.finding.draft.tables.contains(table) {
                continue;
            }
            let Some(concerned) = self.concerned(table) else { return Ok(None) };
            if rows.len() > most {
                return Ok(None);
            }
            let ids: Vec<&str> = rows.iter().map(|row| &**row).collect();
            let mut statement = self.conn.prepare_cached(&format!(
                "WITH ids AS MATERIALIZED (SELECT value AS id FROM json_each(?1)), \
                 rows AS MATERIALIZED ({concerned} LIMIT {most} + 1) \
                 SELECT rowid FROM transactions WHERE rowid IN (SELECT number FROM rows) UNION \
                 SELECT p.rowid FROM rows CROSS JOIN transactions t ON t.rowid = rows.number \
                 CROSS JOIN transactions p ON p.id = t.parent_id"
            ))?;
            let found = serde_json::Value::from(ids).to_string();
            let found = statement.query_map([found], |row| row.get::<_, i64>(0))?;
            for row in found {
                let Ok(row) = u32::try_from(row?) else { return Ok(None) };
                moved.insert(row);
            }
            if moved.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(moved.into_iter().collect()))
    }

    /// The statement for the numbers of all transactions that written rows of a table concern, if
    /// an index finds them.
    fn concerned(&self, table: &str) -> Option<&'static str> {
        // A row that is joined otherwise than by its own column concerns others, too.
        let joins_once = |table: &str, column: &str| {
            let mut joins = self.query.joins.iter().filter(|join| join.table.name == table);
            joins.all(|join| join.from == 0 && join.field.name == column)
        };
        match table {
            "transactions" if joins_once(table, "") => {
                Some("SELECT t.rowid AS number FROM ids CROSS JOIN transactions t ON t.id = ids.id")
            }
            // Schedules name their payees by mapped ids.
            "payee_mapping" if joins_once("schedules", "") => Some(
                "SELECT t.rowid AS number FROM ids CROSS JOIN transactions t \
                 INDEXED BY sobre_payee_days ON t.description = ids.id \
                 AND ifnull(t.tombstone, 0) = 0",
            ),
            "payees" if joins_once(table, "payee") => Some(
                "SELECT t.rowid AS number FROM ids \
                 CROSS JOIN payee_mapping m ON m.targetId = ids.id \
                 CROSS JOIN transactions t INDEXED BY sobre_payee_days ON t.description = m.id \
                 AND ifnull(t.tombstone, 0) = 0",
            ),
            _ => None,
        }
    }
}
