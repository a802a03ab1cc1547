//! The rules of an open budget, read once and kept in memory. Each later read takes in the rows
//! that commits wrote since (`db/journal.rs`), whoever made them, so that an edit reads again only
//! the rules that it wrote.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use sobre_engine::rules::{RuleRow, RuleSet, StoredRule};

use super::error::DbError;
use super::journal::{Journal, State, TouchedRows};

const READING: &str = "reading rules";

/// The rules of a budget, as of a state of its file.
#[derive(Debug, Clone, Default)]
pub(crate) struct BudgetRules {
    rows: BTreeMap<Arc<str>, Arc<RuleRow>>,
    /// Merged payees and categories, and those they were merged into.
    targets: HashMap<Arc<str>, Arc<str>>,
    /// Schedules and the rules that belong to them.
    schedules: BTreeMap<Arc<str>, (Arc<str>, Owner)>,
    /// The same by rule.
    owners: HashMap<Arc<str>, Owner>,
    parsed: HashMap<Arc<str>, Arc<StoredRule>>,
    in_order: Vec<Arc<StoredRule>>,
    set: Arc<RuleSet>,
}

/// The schedule that a rule belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owner {
    schedule: Arc<str>,
    /// Completed: its rule counts for no payee.
    pub(crate) is_completed: bool,
    is_deleted: bool,
}

impl Owner {
    /// The schedule, unless it is deleted.
    pub(crate) fn living(&self) -> Option<&str> {
        Some(&*self.schedule).filter(|_| !self.is_deleted)
    }
}

impl BudgetRules {
    /// The rules in the order they run, those that cannot be read last.
    pub(crate) fn in_order(&self) -> &[Arc<StoredRule>] {
        &self.in_order
    }

    /// A rule.
    pub(crate) fn get(&self, id: &str) -> Option<&Arc<StoredRule>> {
        self.parsed.get(id)
    }

    /// The schedule that a rule belongs to; it may be deleted.
    pub(crate) fn owner(&self, rule: &str) -> Option<&Owner> {
        self.owners.get(rule)
    }

    /// The payee or category that another one was merged into.
    pub(crate) fn target(&self, merged: &str) -> Option<&str> {
        self.targets.get(merged).map(|id| &**id)
    }

    /// The rules that apply to transactions.
    pub(crate) const fn set(&self) -> &Arc<RuleSet> {
        &self.set
    }

    fn load(conn: &Connection) -> rusqlite::Result<Self> {
        let mut rules = Self::default();
        rules.read_rules(conn, None)?;
        for table in MAPPINGS {
            rules.read_mappings(conn, table, None)?;
        }
        rules.read_owners(conn, None)?;
        rules.parse(|_| true);
        Ok(rules)
    }

    /// The rules after a commit that wrote these rows; `None` if it changed nothing about them.
    fn after(&self, conn: &Connection, touched: &[TouchedRows]) -> rusqlite::Result<Option<Self>> {
        let rows = |table: &str| -> Vec<Arc<str>> {
            let of_table = touched.iter().filter(|touched| touched.table == table);
            of_table.flat_map(|touched| touched.rows.iter().cloned()).collect()
        };
        let (rules, schedules) = (rows("rules"), rows("schedules"));
        let mapped = MAPPINGS.map(|table| (table, rows(table.name)));
        if rules.is_empty() && schedules.is_empty() && mapped.iter().all(|(_, it)| it.is_empty()) {
            return Ok(None);
        }
        let mut next = self.clone();
        if !rules.is_empty() {
            next.read_rules(conn, Some(&rules))?;
        }
        let mut merged = HashSet::new();
        for (table, rows) in mapped.iter().filter(|(_, rows)| !rows.is_empty()) {
            merged.extend(next.read_mappings(conn, *table, Some(rows))?);
        }
        if !schedules.is_empty() {
            next.read_owners(conn, Some(&schedules))?;
        }
        if rules.is_empty() && schedules.is_empty() && merged.is_empty() {
            return Ok(None);
        }
        let written: HashSet<Arc<str>> = rules.into_iter().collect();
        let rows = next.rows.clone();
        next.parse(|id| {
            let mentions = |row: &RuleRow, part: &str| {
                let texts = [&row.conditions, &row.actions];
                texts.into_iter().flatten().any(|text| text.contains(part))
            };
            written.contains(id)
                || rows.get(id).is_some_and(|row| merged.iter().any(|it| mentions(row, it)))
        });
        Ok(Some(next))
    }

    fn read_rules(&mut self, conn: &Connection, only: Option<&[Arc<str>]>) -> rusqlite::Result<()> {
        let columns = "SELECT id, stage, conditions, actions, conditions_op FROM rules";
        each(conn, columns, only, |row| {
            let Some(id) = text(row, 0)? else { return Ok(()) };
            let [stage, conditions, actions, conditions_op] =
                [text(row, 1)?, text(row, 2)?, text(row, 3)?, text(row, 4)?];
            let rule = RuleRow { stage, conditions, actions, conditions_op };
            self.rows.insert(id.into(), Arc::new(rule));
            Ok(())
        })?;
        // Separately, because a row may also have become a deleted one.
        each(conn, "SELECT id, tombstone FROM rules", only, |row| {
            if let (Some(id), true) = (text(row, 0)?, is_on(row, 1)?) {
                self.rows.remove(&*id);
            }
            Ok(())
        })
    }

    /// Reads mappings; returns the ids whose target changed.
    fn read_mappings(
        &mut self,
        conn: &Connection,
        Mapping { name, target }: Mapping,
        only: Option<&[Arc<str>]>,
    ) -> rusqlite::Result<Vec<Arc<str>>> {
        let mut changed = Vec::new();
        each(conn, &format!("SELECT id, {target} FROM {name}"), only, |row| {
            let Some(id) = text(row, 0)?.map(Arc::<str>::from) else { return Ok(()) };
            let target = text(row, 1)?.map(Arc::<str>::from).filter(|target| *target != id);
            let before = match target.clone() {
                Some(target) => self.targets.insert(Arc::clone(&id), target),
                None => self.targets.remove(&id),
            };
            if before != target {
                changed.push(id);
            }
            Ok(())
        })?;
        Ok(changed)
    }

    fn read_owners(
        &mut self,
        conn: &Connection,
        only: Option<&[Arc<str>]>,
    ) -> rusqlite::Result<()> {
        let columns = "SELECT id, rule, completed, tombstone FROM schedules";
        each(conn, columns, only, |row| {
            let (Some(id), rule) = (text(row, 0)?, text(row, 1)?) else { return Ok(()) };
            let schedule = Arc::<str>::from(id);
            self.schedules.remove(&schedule);
            if let Some(rule) = rule {
                let (is_completed, is_deleted) = (is_on(row, 2)?, is_on(row, 3)?);
                let owner = Owner { schedule: Arc::clone(&schedule), is_completed, is_deleted };
                self.schedules.insert(schedule, (rule.into(), owner));
            }
            Ok(())
        })?;
        self.owners.clear();
        // Of several schedules a live one counts.
        for (rule, owner) in self.schedules.values() {
            let known = self.owners.get(rule);
            if known.is_none_or(|known| known.is_deleted && !owner.is_deleted) {
                self.owners.insert(Arc::clone(rule), owner.clone());
            }
        }
        Ok(())
    }

    /// Reads the text of the rules named by `again` and of new ones, and ranks all.
    fn parse(&mut self, again: impl Fn(&str) -> bool) {
        let Self { rows, targets, owners, parsed, in_order, set, schedules: _ } = self;
        parsed.retain(|id, _| rows.contains_key(id) && !again(id));
        for (id, row) in rows.iter() {
            parsed.entry(Arc::clone(id)).or_insert_with(|| {
                Arc::new(row.read(Arc::clone(id), |merged| targets.get(merged).cloned()))
            });
        }
        let readable = parsed.values().filter_map(|rule| rule.rule.as_ref().ok().cloned());
        let live = owners.iter().filter(|(_, owner)| !owner.is_deleted);
        let schedules =
            live.map(|(rule, owner)| (Arc::clone(rule), Arc::clone(&owner.schedule))).collect();
        *set = Arc::new(RuleSet::new(readable.collect(), &schedules));
        let ranked = set.rules().iter().filter_map(|rule| parsed.get(rule.id()));
        let unreadable = rows.keys().filter_map(|id| parsed.get(id)).filter(|it| it.rule.is_err());
        *in_order = ranked.chain(unreadable).cloned().collect();
    }
}

/// A table that maps merged rows to others.
#[derive(Debug, Clone, Copy)]
struct Mapping {
    name: &'static str,
    target: &'static str,
}

const MAPPINGS: [Mapping; 2] = [
    Mapping { name: "payee_mapping", target: "targetId" },
    Mapping { name: "category_mapping", target: "transferId" },
];

/// Calls back with every row of a statement, or with those that have one of these ids.
fn each(
    conn: &Connection,
    sql: &str,
    only: Option<&[Arc<str>]>,
    mut visit: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut sql = sql.to_owned();
    if only.is_some() {
        sql.push_str(" WHERE id IN (SELECT value FROM json_each(?1))");
    }
    let ids = only.map(|ids| serde_json::Value::from_iter(ids.iter().map(|id| &**id)).to_string());
    let mut statement = conn.prepare_cached(&sql)?;
    let mut rows = statement.query(rusqlite::params_from_iter(ids))?;
    while let Some(row) = rows.next()? {
        visit(row)?;
    }
    Ok(())
}

/// Text as stored; files of other programs may hold numbers in text columns.
fn text(row: &Row<'_>, at: usize) -> rusqlite::Result<Option<String>> {
    Ok(match row.get_ref(at)? {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    })
}

fn is_on(row: &Row<'_>, at: usize) -> rusqlite::Result<bool> {
    Ok(row.get_ref(at)?.as_i64().is_ok_and(|number| number != 0))
}

/// The rules of an open budget as of the last read, shared by its readers.
#[derive(Debug, Default)]
pub(crate) struct RuleCache {
    journal: Arc<Journal>,
    known: Mutex<Option<(State, Arc<BudgetRules>)>>,
}

impl RuleCache {
    /// A cache that follows the commits of a writer.
    pub(crate) const fn following(journal: Arc<Journal>) -> Self {
        Self { journal, known: Mutex::new(None) }
    }

    /// The rules that a connection sees.
    ///
    /// # Errors
    /// [`DbError`] if they cannot be read.
    pub(crate) fn rules(&self, conn: &Connection) -> Result<Arc<BudgetRules>, DbError> {
        self.read(conn).map_err(DbError::sqlite(READING))
    }

    fn read(&self, conn: &Connection) -> rusqlite::Result<Arc<BudgetRules>> {
        // State and rules of one moment.
        let snapshot = conn.is_autocommit().then(|| conn.unchecked_transaction()).transpose()?;
        let rules = self.read_snapshot(conn)?;
        drop(snapshot);
        Ok(rules)
    }

    fn read_snapshot(&self, conn: &Connection) -> rusqlite::Result<Arc<BudgetRules>> {
        // A file without a log has no state to recognize it by.
        let Some(state) = State::of(conn)? else { return BudgetRules::load(conn).map(Arc::new) };
        let known = self.known.lock().clone();
        let next = match &known {
            Some((at, rules)) if *at == state => return Ok(Arc::clone(rules)),
            Some((at, rules)) => match self.journal.between(at, &state) {
                Some(touched) => match rules.after(conn, &touched)? {
                    Some(rules) => Arc::new(rules),
                    None => Arc::clone(rules),
                },
                None => Arc::new(BudgetRules::load(conn)?),
            },
            None => Arc::new(BudgetRules::load(conn)?),
        };
        let mut known = self.known.lock();
        // A reader of an older snapshot must not take the cache back.
        if known.as_ref().is_none_or(|(at, _)| !at.is_later_than(&state)) {
            *known = Some((state, Arc::clone(&next)));
        }
        Ok(next)
    }
}

#[cfg(test)]
mod tests;
