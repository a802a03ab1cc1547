//! Deep pages of filtered registers. The number of entries that pass a filter is counted once per
//! month and held in memory, so that a page starts in its month instead of after all earlier
//! entries. The message log lists the rows written since then: their months are counted again, or
//! everything if the log is not sufficient.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension as _};
use sobre_engine::query::Query;

use super::QueryError;
use super::rows::each;
use super::sorted::SortedLists;
use super::statement::{PageStart, entry_months};
use super::written::{State, Written, state, written_since};

/// Filters with cached counts.
const MOST_FILTERS: usize = 8;
/// With more changed months than this, all are counted again.
const MOST_MONTHS: usize = 12;
/// Pages from this offset on are deep.
const DEEP: u32 = 600;

/// Counts of the most recently used filters, and sorted lists. Shared by all readers of a file.
#[derive(Debug)]
pub struct FilterCounts {
    deep: u32,
    kept: Mutex<VecDeque<Arc<Counted>>>,
    /// Lists in other than the usual order.
    pub(super) sorted: SortedLists,
}

impl Default for FilterCounts {
    fn default() -> Self {
        Self::from_offset(DEEP)
    }
}

#[derive(Debug)]
struct Counted {
    /// The counting statement with its parameters.
    filter: String,
    state: State,
    /// Month, `yyyymm`, and number of entries; latest first.
    months: Vec<(i64, i64)>,
}

impl FilterCounts {
    /// For pages from this offset on.
    #[must_use]
    pub fn from_offset(deep: u32) -> Self {
        Self { deep, kept: Mutex::default(), sorted: SortedLists::default() }
    }

    /// A page of a register, if it is deep.
    pub(super) fn deep<'a>(&'a self, query: &'a Query) -> Result<Option<DeepPage<'a>>, QueryError> {
        if query.offset < self.deep {
            return Ok(None);
        }
        let counting = entry_months(query, None)?;
        let filter = format!("{} {:?}", counting.sql, counting.draft.params);
        let known = self.kept.lock().iter().find(|it| it.filter == filter).cloned();
        Ok(Some(DeepPage { counts: self, query, filter, known }))
    }

    fn keep(&self, counted: Arc<Counted>) {
        let mut kept = self.kept.lock();
        kept.retain(|it| it.filter != counted.filter);
        kept.truncate(MOST_FILTERS - 1);
        kept.push_front(counted);
    }
}

/// A page far down in a filtered register.
pub(super) struct DeepPage<'a> {
    counts: &'a FilterCounts,
    query: &'a Query,
    filter: String,
    known: Option<Arc<Counted>>,
}

impl DeepPage<'_> {
    /// Whether its filter's counts are cached.
    pub(super) const fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Where it starts. None if the order of days does not imply an order of months.
    pub(super) fn start(self, conn: &Connection) -> Result<Option<PageStart>, QueryError> {
        let mut skipped = i64::from(self.query.offset);
        let Some(state) = state(conn)? else { return Ok(None) };
        let months = &self.counted(conn, state)?.months;
        if months.iter().any(|(month, _)| *month <= 0) {
            return Ok(None);
        }
        for (month, entries) in months {
            if skipped < *entries {
                return Ok(Some(PageStart { month: *month, skipped }));
            }
            skipped -= entries;
        }
        Ok(Some(PageStart { month: 0, skipped: 0 }))
    }

    fn counted(self, conn: &Connection, state: State) -> Result<Arc<Counted>, QueryError> {
        let Self { counts, query, filter, known } = self;
        let months = match known {
            Some(known) if known.state == state => return Ok(known),
            Some(known) => match written_months(conn, &known.state)? {
                Some(written) => recounted(conn, query, &known.months, &written)?,
                None => count(conn, query, None)?,
            },
            None => count(conn, query, None)?,
        };
        let counted = Arc::new(Counted { filter, state, months });
        counts.keep(Arc::clone(&counted));
        Ok(counted)
    }
}

/// Entries of each month, latest first; or of one month.
fn count(
    conn: &Connection,
    query: &Query,
    month: Option<i64>,
) -> Result<Vec<(i64, i64)>, QueryError> {
    let mut months: BTreeMap<i64, i64> = BTreeMap::new();
    each(conn, &entry_months(query, month)?, |row| {
        *months.entry(row.get(0)?).or_default() += 1;
        Ok::<_, QueryError>(())
    })?;
    Ok(months.into_iter().rev().collect())
}

fn recounted(
    conn: &Connection,
    query: &Query,
    known: &[(i64, i64)],
    written: &BTreeSet<i64>,
) -> Result<Vec<(i64, i64)>, QueryError> {
    let kept = known.iter().filter(|(month, _)| !written.contains(month));
    let mut months: Vec<_> = kept.copied().collect();
    for month in written {
        months.extend(count(conn, query, Some(*month))?);
    }
    months.sort_unstable_by(|left, right| right.cmp(left));
    Ok(months)
}

/// The months whose counts may have changed after `since`, if the log shows that.
fn written_months(conn: &Connection, since: &State) -> Result<Option<BTreeSet<i64>>, QueryError> {
    let written = written_since(conn, since)?.filter(|it| !it.days && !it.parents);
    let Some(Written { rows, .. }) = written else { return Ok(None) };
    let mut month_of = conn.prepare_cached(
        "SELECT t.date / 100, p.date / 100 FROM transactions t \
         LEFT JOIN transactions p ON p.id = t.parent_id WHERE t.id = ?1",
    )?;
    let mut months = BTreeSet::new();
    for row in rows {
        let found = month_of.query_row([row], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let (own, of_parent): (Option<i64>, Option<i64>) = found.unwrap_or_default();
        months.extend(own.into_iter().chain(of_parent));
        if months.len() > MOST_MONTHS {
            return Ok(None);
        }
    }
    Ok(Some(months))
}
