//! Gives new timestamps to messages that a wrong clock stamped too far ahead.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sobre_engine::crdt::{Clock, ClockError, Merkle, Timestamp, latest_accepted};

use super::open::fresh_node;
use super::{BudgetDb, clock_row, log};
use crate::db::error::{ApplyError, DbError};
use crate::environment::Environment;

const WHAT: &str = "restamping messages";
/// How long before the server's time to start a log without any plausible timestamp. Its author's
/// later edits are newer than that.
const LONG_AGO_MS: u64 = 365 * 86_400_000;

impl BudgetDb {
    /// Gives own messages that are too far ahead the current time, in their order. No other device
    /// can have them: the server rejects them, and `restamp_foreign` corrects those in a file
    /// before it is opened. Returns their number.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then.
    pub fn restamp_ahead(&mut self) -> Result<usize, ApplyError> {
        let limit = limit(self.wall_ms());
        let ahead = log::stamps_after(&self.conn, limit)?;
        if ahead.is_empty() && self.clock.now() < limit {
            return Ok(0);
        }
        let newest = log::newest_before(&self.conn, limit)?.unwrap_or(Timestamp::ZERO);
        let mut clock = Clock::new(newest.with_node(self.clock.now().node()));
        let given = in_order(&ahead, || self.stamp(&mut clock, 0))?;
        let merkle = rename(&self.conn, &given, &clock)?;
        (self.clock, self.merkle, self.unsaved) = (clock, merkle, 0);
        Ok(given.len())
    }
}

/// Gives messages in a downloaded file that are too far ahead of the server's time the earliest
/// timestamps that keep their order. Their author has meanwhile restamped them with its current
/// time and made further edits, which later timestamps here would override. Returns their number.
///
/// # Errors
/// [`ApplyError`]; nothing is changed then.
pub(crate) fn restamp_foreign(
    conn: &Connection,
    server_ms: u64,
    environment: &Environment,
) -> Result<usize, ApplyError> {
    let limit = limit(server_ms);
    let ahead = log::stamps_after(conn, limit)?;
    let stored = clock_row::load(conn)?;
    if ahead.is_empty() && stored.is_none_or(|(clock, _)| clock.now() < limit) {
        return Ok(0);
    }
    let long_ago = Timestamp::since(server_ms.saturating_sub(LONG_AGO_MS));
    let newest = log::newest_before(conn, limit)?.unwrap_or(long_ago);
    let mut clock = Clock::new(newest.with_node(fresh_node(environment)));
    let given = in_order(&ahead, || {
        let millis = clock.now().millis();
        clock.send(millis).or_else(|_| clock.send(millis + 1))
    })?;
    clock_row::create_reach(conn)?;
    rename(conn, &given, &clock)?;
    Ok(given.len())
}

/// The first timestamp that is too far ahead.
fn limit(wall_ms: u64) -> Timestamp {
    Timestamp::since(latest_accepted(wall_ms).saturating_add(1))
}

/// Old timestamps, ascending, with new ones.
fn in_order(
    old: &[Timestamp],
    mut next: impl FnMut() -> Result<Timestamp, ClockError>,
) -> Result<Vec<(Timestamp, Timestamp)>, ApplyError> {
    old.iter().map(|old| Ok((*old, next()?))).collect()
}

/// Writes new timestamps, with the matching tree and clock; returns the tree.
fn rename(
    conn: &Connection,
    given: &[(Timestamp, Timestamp)],
    clock: &Clock,
) -> Result<Merkle, DbError> {
    let begin = || Transaction::new_unchecked(conn, TransactionBehavior::Immediate);
    let tx = begin().map_err(DbError::sqlite(WHAT))?;
    let write = || -> rusqlite::Result<()> {
        let mut statement =
            tx.prepare("UPDATE messages_crdt SET timestamp = ?2 WHERE timestamp = ?1")?;
        for (old, new) in given {
            statement.execute([old.text().as_str(), new.text().as_str()])?;
        }
        Ok(())
    };
    write().map_err(DbError::sqlite(WHAT))?;
    let mut merkle: Merkle = log::timestamps(&tx)?.into_iter().collect();
    merkle.prune();
    clock_row::save(&tx, clock, &merkle)?;
    tx.commit().map_err(DbError::sqlite(WHAT))?;
    Ok(merkle)
}
