//! Migrates the schema of a budget file step by step. It knows every step by its id and refuses
//! files with unknown steps. It never guesses, and reads only the schema and the rows that a step
//! rewrites.

mod preferences;
#[cfg(test)]
mod tests;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde_json::{Map, Value};
use thiserror::Error;

use super::copy::VIEWS;

/// One step of the schema's history.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Milliseconds since 1970; recorded in `__migrations__` after the step.
    pub id: i64,
    /// Name of its file as in all programs of this file format: `<id>_<name>.sql`.
    pub file_name: &'static str,
    /// The statements of the step. One step also copies preferences out of the metadata.
    pub sql: &'static str,
}

/// Why a file cannot be migrated. The file is unchanged.
#[derive(Debug, Error)]
pub enum MigrateError {
    /// The recorded steps are not the first ones of ours: the file is from a newer program, or was
    /// altered.
    #[error("this budget was changed by a newer or different program: {0}")]
    OutOfSync(String),
    /// A statement failed: the schema does not match its recorded steps.
    #[error("the budget's tables are not as expected: {0}")]
    Schema(#[from] rusqlite::Error),
}

impl MigrateError {
    /// The wire code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OutOfSync(_) => "out-of-sync-migrations",
            Self::Schema(_) => "loading-budget",
        }
    }
}

/// A former id of [`REPAIRED_ID`] that files may still contain.
const WRONG_ID: i64 = 1_685_375_406_832;
const REPAIRED_ID: i64 = 1_688_749_527_273;

const BASE: &str = include_str!("../../../migrations/budget/base.sql");
const DEFAULT_ROWS: &str = include_str!("../../../migrations/budget/default_rows.sql");

macro_rules! steps {
    ($($id:literal $name:literal;)*) => {
        /// Every step, oldest first. All programs of this file format share the ids.
        pub const STEPS: &[Step] = &[$(Step {
            id: $id,
            file_name: concat!($id, "_", $name, ".sql"),
            sql: include_str!(
                concat!("../../../migrations/budget/", $id, "_", $name, ".sql")
            ),
        }),*];
    };
}

steps! {
    1548957970627 "drop_db_version";
    1550601598648 "payees";
    1555786194328 "group_names_not_unique";
    1561751833510 "transaction_indexes";
    1567699552727 "clean_budget_cells";
    1582384163573 "cleared";
    1597756566448 "rules";
    1608652596043 "parent_id";
    1608652596044 "sorted_index";
    1612625548236 "message_index";
    1614782639336 "views";
    1615745967948 "meta";
    1616167010796 "account_order";
    1618975177358 "schedules";
    1632571489012 "budget_tables";
    1679728867040 "rule_conditions_op";
    1681115033845 "schedule_name";
    1682974838138 "drop_payee_rules";
    1685007876842 "hidden";
    1686139660866 "drop_account_type";
    1688749527273 "transaction_filters";
    1688841238000 "account_type_again";
    1691233396000 "next_date_tombstone";
    1694438752000 "goals";
    1697046240000 "reconciled";
    1704572023730 "account_sync_source";
    1704572023731 "fill_account_sync_source";
    1707267033000 "custom_reports";
    1712784523000 "show_income_groups";
    1716359441000 "report_include_current";
    1720310586000 "schedule_on_transfers";
    1720664867241 "payee_favorite";
    1720665000000 "long_goals";
    1722717601000 "report_categories";
    1722804019000 "dashboard";
    1723665565000 "preferences";
    1730744182000 "broken_dashboard_rows";
    1736640000000 "report_sort_by";
    1737158400000 "learn_categories";
    1738491452000 "report_sort_by_values";
    1739139550000 "last_sync";
    1740506588539 "last_reconciled";
    1745425408000 "budget_type_words";
    1749799110000 "tags";
    1749799110001 "tag_tombstone";
    1754611200000 "template_settings";
    1759260219000 "report_trim_intervals";
    1759842823172 "nothing";
    1762178745667 "csv_skip_start_lines";
    1765518577215 "dashboard_pages";
    1768872504000 "payee_locations";
    1769000000000 "schedule_upcoming_length";
    1778510362740 "cleanup";
    1780099200000 "report_trend_lines";
    1780327681000 "tag_hidden";
    1780606215000 "bank_sync_status";
    1780606215001 "more_transaction_indexes";
    1783004650757 "schedule_order";
    1787013118115 "account_groups";
}

/// Creates the tables of a new budget in an empty database, at the newest level and with the
/// default rows.
///
/// # Errors
/// [`MigrateError::Schema`] if the database is not empty or cannot be written.
pub fn create(conn: &mut Connection) -> Result<(), MigrateError> {
    create_at_level(conn, STEPS.len())?;
    let tx = conn.transaction()?;
    tx.execute_batch(DEFAULT_ROWS)?;
    tx.commit()?;
    Ok(())
}

/// The bytes of a new budget's closed database, in rollback-journal mode and with the views that
/// other programs expect.
///
/// # Errors
/// [`MigrateError::Schema`] if there is not enough memory.
pub fn empty_budget() -> Result<Vec<u8>, MigrateError> {
    let mut conn = Connection::open_in_memory()?;
    create(&mut conn)?;
    conn.execute_batch(VIEWS)?;
    Ok(conn.serialize(rusqlite::MAIN_DB)?.to_vec())
}

/// Creates the tables as of the first `level` steps, in an empty database. Includes rows that the
/// steps themselves add (dashboard cards), without the default rows.
///
/// # Errors
/// [`MigrateError::Schema`] if the database is not empty or cannot be written.
pub fn create_at_level(conn: &mut Connection, level: usize) -> Result<(), MigrateError> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    tx.execute_batch(BASE)?;
    for step in STEPS.iter().take(level) {
        run(&tx, step, &Map::new())?;
    }
    tx.commit()?;
    Ok(())
}

/// Runs the missing steps, each in its own transaction, and returns their number. `metadata` is the
/// file's `metadata.json`: one step takes preferences from there.
///
/// # Errors
/// [`MigrateError::OutOfSync`] before anything is changed; [`MigrateError::Schema`] if a step
/// fails, which is then rolled back.
pub fn migrate(
    conn: &mut Connection,
    metadata: &Map<String, Value>,
) -> Result<usize, MigrateError> {
    let level = applied_level(conn)?;
    repair_id(conn)?;
    let missing = STEPS.get(level..).unwrap_or_default();
    for step in missing {
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        run(&tx, step, metadata)?;
        tx.commit()?;
    }
    Ok(missing.len())
}

/// How many of [`STEPS`] the file has, after checking that they are exactly the first ones.
///
/// # Errors
/// [`MigrateError::OutOfSync`] if a recorded id is not the expected one; [`MigrateError::Schema`]
/// if there is no list of steps.
pub fn applied_level(conn: &Connection) -> Result<usize, MigrateError> {
    let mut statement = conn.prepare("SELECT id FROM __migrations__ LIMIT 1000")?;
    let mut rows = statement.query([])?;
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        let value = row.get_ref(0)?;
        match value.as_i64() {
            Ok(WRONG_ID) => ids.push(REPAIRED_ID),
            Ok(id) => ids.push(id),
            Err(_) => {
                return Err(MigrateError::OutOfSync(format!("step {value:?} is no number")));
            }
        }
    }
    ids.sort_unstable();
    if let Some(extra) = ids.get(STEPS.len()) {
        return Err(MigrateError::OutOfSync(format!("step {extra} is unknown")));
    }
    match ids.iter().zip(STEPS).find(|(id, step)| **id != step.id) {
        Some((id, step)) => {
            Err(MigrateError::OutOfSync(format!("step {id} stands where step {} belongs", step.id)))
        }
        None => Ok(ids.len()),
    }
}

fn repair_id(conn: &Connection) -> Result<(), MigrateError> {
    conn.execute("UPDATE __migrations__ SET id = ?1 WHERE id = ?2", [REPAIRED_ID, WRONG_ID])?;
    Ok(())
}

fn run(
    tx: &Transaction<'_>,
    step: &Step,
    metadata: &Map<String, Value>,
) -> Result<(), MigrateError> {
    tx.execute_batch(step.sql)?;
    if step.id == preferences::STEP {
        preferences::copy(tx, metadata)?;
    }
    tx.execute("INSERT INTO __migrations__ (id) VALUES (?1)", [step.id])?;
    Ok(())
}
