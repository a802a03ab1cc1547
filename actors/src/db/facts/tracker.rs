//! The facts that a write changes. Transactions are evaluated before and after the write; other
//! rows only afterwards. The work is in proportion to the written rows, unless an account, category
//! or transfer payee changes how its transactions count: then those transactions are read again.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rusqlite::Connection;
use sobre_engine::budget::{Bounds, BudgetFact, BudgetMode, budget_bounds};
use sobre_engine::dates::{Day, Month};
use sobre_engine::ids::CategoryId;

use super::dimensions::{AccountEntry, Dimensions};
use super::full::LoadedFacts;
use super::months::are_current;
use super::sums::{Sums, each_counted};
use super::{CommitFacts, full, structure};
use crate::db::error::DbError;
use crate::db::schema::Table;

/// With more transactions than this in one write, reading everything is quicker, unless they are
/// only a small [`SHARE`] of all.
const MOST_TRANSACTIONS: usize = 5000;
/// A write of one in so many transactions is quicker to follow row by row.
const SHARE: usize = 10;

/// The facts-related parts of a row about to be written.
#[derive(Debug, Clone, Copy)]
pub(in crate::db) struct Write<'w> {
    pub(in crate::db) table: &'static Table,
    pub(in crate::db) id: &'w str,
    /// Names of the written columns.
    pub(in crate::db) columns: &'w [&'static str],
}

impl Write<'_> {
    fn has(&self, columns: &[&str]) -> bool {
        self.columns.iter().any(|column| columns.contains(column))
    }
}

/// The written parts of a budget cell.
#[derive(Debug, Clone, Copy, Default)]
struct WrittenFields {
    amount: bool,
    carryover: bool,
    goal: bool,
    long_goal: bool,
}

/// Collects the changes of a write.
#[derive(Debug)]
pub(in crate::db) struct Tracker<'c> {
    conn: &'c Connection,
    mode: BudgetMode,
    dimensions: &'c Dimensions,
    sums: Sums,
    facts: Vec<BudgetFact>,
    cells: BTreeMap<(Month, CategoryId), WrittenFields>,
    /// The cell of the current budget row before the write.
    key_before: Option<(Month, CategoryId)>,
    structure: bool,
    new_dimensions: bool,
    /// Whether a row may be the new earliest one.
    dated: bool,
    everything: bool,
}

/// Result of a tracked write.
#[derive(Debug)]
pub(in crate::db) struct Outcome {
    pub(in crate::db) facts: CommitFacts,
    /// The new dimensions, if they changed.
    pub(in crate::db) dimensions: Option<Dimensions>,
    /// The sheet's new months, if they changed; also among the facts.
    pub(in crate::db) months: Option<Bounds>,
}

impl<'c> Tracker<'c> {
    /// A tracker for a write, with the dimensions before it.
    pub(in crate::db) fn new(
        conn: &'c Connection,
        mode: BudgetMode,
        dimensions: &'c Dimensions,
    ) -> Self {
        Self {
            conn,
            mode,
            dimensions,
            sums: Sums::default(),
            facts: Vec::new(),
            cells: BTreeMap::new(),
            key_before: None,
            structure: false,
            new_dimensions: false,
            dated: false,
            everything: false,
        }
    }

    /// Stops tracking: the write is so large that reading everything is quicker.
    pub(in crate::db) const fn read_all_facts(&mut self) {
        self.everything = true;
    }

    /// Whether all facts are read again, so that writes need not be watched.
    pub(in crate::db) const fn reads_all_facts(&self) -> bool {
        self.everything
    }

    /// Before transactions are written: subtracts them. Returns the ids for
    /// [`after_transactions`](Self::after_transactions).
    pub(in crate::db) fn before_transactions(
        &mut self,
        writes: &[Write<'_>],
    ) -> Result<Vec<String>, DbError> {
        if self.everything {
            return Ok(Vec::new());
        }
        self.dated |= writes.iter().any(|write| write.has(&["date", "isChild"]));
        let counting: Vec<_> = writes.iter().filter(|write| write.has(COUNTING)).collect();
        if counting.len() > MOST_TRANSACTIONS && counting.len() > self.transactions()? / SHARE {
            self.everything = true;
            return Ok(Vec::new());
        }
        let ids: HashSet<&str> = counting.iter().map(|write| write.id).collect();
        let mut later = Vec::with_capacity(counting.len());
        let mut take_away = || -> rusqlite::Result<()> {
            for write in &counting {
                let was_alive = self.count(-1, write.id)?;
                later.push(write.id.to_owned());
                if was_alive && !write.has(&["tombstone"]) {
                    continue;
                }
                // Children are alive only while their parent is.
                for child in children(self.conn, write.id)? {
                    if !ids.contains(&*child) {
                        self.count(-1, &child)?;
                        later.push(child);
                    }
                }
            }
            Ok(())
        };
        take_away().map_err(DbError::sqlite("reading transactions"))?;
        Ok(later)
    }

    /// About how many transactions the file has, at least as many as there are.
    fn transactions(&self) -> Result<usize, DbError> {
        let sql = "SELECT ifnull(max(rowid), 0) FROM transactions";
        let count: rusqlite::Result<i64> = self.conn.query_row(sql, [], |row| row.get(0));
        let count = count.map_err(DbError::sqlite("reading transactions"))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// After transactions were written: adds them again.
    pub(in crate::db) fn after_transactions(&mut self, ids: &[String]) -> Result<(), DbError> {
        ids.iter()
            .try_for_each(|id| self.count(1, id).map(drop))
            .map_err(DbError::sqlite("reading transactions"))
    }

    /// Adds or subtracts one transaction and returns whether it was alive.
    fn count(&mut self, sign: i64, id: &str) -> rusqlite::Result<bool> {
        let mut alive = false;
        let Self { sums, dimensions, conn, .. } = self;
        each_counted(conn, "t.id = ?1", &[&id], |row| {
            alive = true;
            sums.add(sign, row, dimensions);
            sums.count_in_month(sign, row);
        })?;
        Ok(alive)
    }

    /// Before another row is written.
    pub(in crate::db) fn before_row(&mut self, write: Write<'_>) -> Result<(), DbError> {
        if write.table.name == structure::budget_table(self.mode) {
            self.key_before = structure::budget_key(self.conn, self.mode, write.id)
                .map_err(DbError::sqlite("reading a budget row"))?;
        }
        Ok(())
    }

    /// After another row was written; `created` if there was none before.
    pub(in crate::db) fn after_row(
        &mut self,
        write: Write<'_>,
        created: bool,
    ) -> Result<(), DbError> {
        self.visit(write, created).map_err(DbError::sqlite("reading a written row"))?;
        if write.table.name == "preferences" && write.id == "budgetType" {
            self.everything |= structure::mode(self.conn)? != self.mode;
        }
        Ok(())
    }

    fn visit(&mut self, write: Write<'_>, created: bool) -> rusqlite::Result<()> {
        match write.table.name {
            "categories" | "category_groups" => {
                self.structure |= created || write.has(STRUCTURE);
                self.new_dimensions |= created || write.has(&["tombstone"]);
            }
            "accounts" => {
                self.new_dimensions |= created || write.has(&["offbudget", "closed", "tombstone"]);
            }
            "category_mapping" => self.new_dimensions = true,
            "payee_mapping" => self.new_dimensions |= self.concerns_transfer(write.id)?,
            "payees" => self.new_dimensions |= write.has(&["transfer_acct", "tombstone"]),
            "zero_budget_months" => {
                let hold = structure::stored_hold(self.conn, write.id)?;
                self.facts.extend(
                    hold.map(|hold| BudgetFact::Held { month: hold.month, amount: hold.amount }),
                );
            }
            table if table == structure::budget_table(self.mode) => {
                self.mark_cell(write, created)?
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a stored payee is, or was, a transfer payee.
    fn concerns_transfer(&self, payee: &str) -> rusqlite::Result<bool> {
        let mut statement = self.conn.prepare_cached(
            "SELECT 1 FROM payee_mapping m JOIN payees p ON p.id = m.targetId \
             WHERE m.id = ?1 AND p.transfer_acct IS NOT NULL",
        )?;
        Ok(self.dimensions.transfers.contains(payee) || statement.exists([payee])?)
    }

    fn mark_cell(&mut self, write: Write<'_>, created: bool) -> rusqlite::Result<()> {
        let before = self.key_before.take();
        let moved = created || write.has(&["month", "category"]);
        let after = match moved {
            true => structure::budget_key(self.conn, self.mode, write.id)?,
            false => before.clone(),
        };
        // No fact expresses that a cell lost its row, which only income categories show.
        self.everything |= before.is_some() && before != after;
        for key in before.into_iter().chain(after) {
            let written = self.cells.entry(key).or_default();
            written.amount |= moved || write.has(&["amount"]);
            written.carryover |= moved || write.has(&["carryover"]);
            written.goal |= moved || write.has(&["goal"]);
            written.long_goal |= moved || write.has(&["long_goal"]);
        }
        Ok(())
    }

    /// The result of the write, evaluated before the commit. `known` are the sheet's months so far,
    /// if there is a sheet.
    pub(in crate::db) fn finish(
        mut self,
        today: Day,
        known: Option<Bounds>,
    ) -> Result<Outcome, DbError> {
        if self.everything {
            let LoadedFacts { facts, counts } = full::load_with(self.conn, None, today)?;
            if are_current(self.conn).map_err(DbError::sqlite(STORING))? {
                counts.store(self.conn).map_err(DbError::sqlite(STORING))?;
            }
            let facts = CommitFacts::Everything(Box::new(facts));
            let dimensions = Some(Dimensions::load(self.conn)?);
            return Ok(Outcome { facts, dimensions, months: None });
        }
        let dimensions =
            if self.new_dimensions { Some(Dimensions::load(self.conn)?) } else { None };
        self.sums.counts.carry(self.conn).map_err(DbError::sqlite(STORING))?;
        let months = match known {
            Some(known) if self.dated => more_months(self.conn, today, known)?,
            Some(_) | None => None,
        };
        self.facts.extend(months.map(|months| BudgetFact::Months(months.start, months.end)));
        self.collect(dimensions.as_ref()).map_err(DbError::sqlite("reading what changed"))?;
        Ok(Outcome { facts: CommitFacts::Changed(self.facts), dimensions, months })
    }

    fn collect(&mut self, dimensions: Option<&Dimensions>) -> rusqlite::Result<()> {
        if let Some(new) = dimensions {
            self.report_accounts(new);
            self.reassess(new)?;
        }
        if self.structure {
            self.facts.push(BudgetFact::Structure(structure::groups(self.conn)?));
        }
        for ((month, category), written) in std::mem::take(&mut self.cells) {
            self.report_cell(month, &category, written)?;
        }
        std::mem::take(&mut self.sums).into_facts(&mut self.facts);
        Ok(())
    }

    fn report_cell(
        &mut self,
        month: Month,
        category: &CategoryId,
        written: WrittenFields,
    ) -> rusqlite::Result<()> {
        let cell = structure::budget_cell(self.conn, self.mode, month, category)?;
        let category = || category.clone();
        if written.amount {
            let amount = cell.amount;
            self.facts.push(BudgetFact::Budgeted { month, category: category(), amount });
        }
        if written.carryover {
            let on = cell.carryover;
            self.facts.push(BudgetFact::Carryover { month, category: category(), on });
        }
        if written.goal {
            let goal = cell.goal;
            self.facts.push(BudgetFact::Goal { month, category: category(), goal });
        }
        if written.long_goal {
            let long_goal = cell.long_goal;
            self.facts.push(BudgetFact::LongGoal { month, category: category(), long_goal });
        }
        Ok(())
    }

    fn report_accounts(&mut self, new: &Dimensions) {
        let status = |entry: Option<&AccountEntry>| entry.and_then(AccountEntry::live_status);
        let mut changed: Vec<_> = new
            .accounts
            .iter()
            .filter(|(id, entry)| status(self.dimensions.accounts.get(*id)) != entry.live_status())
            .map(|(_, entry)| entry)
            .collect();
        changed.sort_unstable_by(|left, right| left.id.cmp(&right.id));
        self.facts.extend(changed.into_iter().map(|entry| BudgetFact::AccountStatus {
            account: entry.id.clone(),
            status: entry.live_status(),
        }));
    }

    /// Evaluates transactions again whose account, category or payee changed its meaning.
    fn reassess(&mut self, new: &Dimensions) -> rusqlite::Result<()> {
        let old = self.dimensions;
        let accounts = changed_accounts(old, new);
        let categories = changed_categories(old, new);
        let payees: Vec<&String> = old.transfers.symmetric_difference(&new.transfers).collect();
        let Self { conn, sums, .. } = self;
        let mut judge = |condition: &str, parameters: &[&dyn rusqlite::ToSql]| {
            each_counted(conn, condition, parameters, |row| {
                // All rows of a changed account are evaluated with it.
                if !accounts.contains(row.account) {
                    sums.add(-1, row, old);
                    sums.add(1, row, new);
                }
            })
        };
        for category in &categories {
            judge("t.category = ?1", &[category])?;
        }
        if !payees.is_empty() {
            let unlisted = strange_categories(conn, new)?;
            for payee in payees {
                judge("t.description = ?1 AND t.category IS NULL", &[payee])?;
                for category in unlisted.iter().filter(|it| !categories.contains(it.as_str())) {
                    judge("t.category = ?2 AND t.description = ?1", &[payee, category])?;
                }
            }
        }
        for account in &accounts {
            each_counted(conn, "t.acct = ?1", &[account], |row| {
                sums.add(-1, row, old);
                sums.add(1, row, new);
            })?;
        }
        Ok(())
    }
}

/// The budget's months now, if they exceed those sent before. Created months stay.
pub(in crate::db) fn more_months(
    conn: &Connection,
    today: Day,
    known: Bounds,
) -> Result<Option<Bounds>, DbError> {
    let months = known.including(budget_bounds(full::earliest_day(conn)?, today));
    Ok((months != known).then_some(months))
}

/// The failing action when the counts by month cannot be updated.
const STORING: &str = "updating the counts by month";

/// Columns of a transaction that affect what it counts for.
const COUNTING: &[&str] = &[
    "acct",
    "category",
    "amount",
    "description",
    "date",
    "isParent",
    "isChild",
    "parent_id",
    "tombstone",
    "cleared",
];

/// Columns of categories and groups that affect the set of cells or their order.
const STRUCTURE: &[&str] = &["is_income", "cat_group", "sort_order", "tombstone", "hidden"];

/// Whether one of these columns affects what a transaction counts for.
pub(in crate::db) fn is_counting(columns: &BTreeSet<&str>) -> bool {
    COUNTING.iter().any(|column| columns.contains(column))
}

fn children(conn: &Connection, parent: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement =
        conn.prepare_cached("SELECT id FROM transactions WHERE parent_id = ?1 AND isChild = 1")?;
    statement.query_map([parent], |row| row.get(0))?.collect()
}

/// Accounts whose status changed.
fn changed_accounts<'d>(old: &'d Dimensions, new: &'d Dimensions) -> HashSet<&'d str> {
    let counts =
        |entry: Option<&AccountEntry>| entry.map(|entry| (entry.live, entry.status.offbudget));
    let all = old.accounts.keys().chain(new.accounts.keys());
    all.filter(|id| counts(old.accounts.get(*id)) != counts(new.accounts.get(*id)))
        .map(String::as_str)
        .collect()
}

/// Stored categories whose mapping changed.
fn changed_categories<'d>(old: &'d Dimensions, new: &'d Dimensions) -> HashSet<&'d str> {
    let all = old.categories.keys().chain(new.categories.keys());
    all.filter(|id| old.categories.get(*id) != new.categories.get(*id))
        .map(String::as_str)
        .collect()
}

/// Stored categories of transactions that are deleted or map to nothing, found by skipping along
/// the index from one category to the next.
fn strange_categories(conn: &Connection, new: &Dimensions) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(
        "WITH RECURSIVE stored (category) AS (SELECT min(category) FROM transactions UNION ALL \
             SELECT (SELECT min(t.category) FROM transactions t WHERE t.category > s.category) \
             FROM stored s WHERE s.category IS NOT NULL) \
         SELECT category FROM stored WHERE category IS NOT NULL",
    )?;
    let all: Vec<String> =
        statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let is_live = |id: &String| new.categories.get(id).is_some_and(|it| it.live);
    Ok(all.into_iter().filter(|id| !is_live(id)).collect())
}
