//! Functions that query statements need and SQLite lacks: the engine's text comparison, and the
//! parts of a schedule's rule. Only statements can use them, stored objects cannot.

use std::sync::Arc;

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Result};
use sobre_engine::text::{Effort, LikePattern, Pattern, fold};

use super::schedule_parts::schedule_part;
use crate::db::deadline::{DeadlineSlot, PatternStop};

/// Registers the functions on a connection. Every connection for queries needs them.
///
/// # Errors
/// SQLite's error, if it does not accept the functions.
pub fn register_functions(conn: &Connection) -> Result<()> {
    register_limited(conn, &DeadlineSlot::default())
}

/// As [`register_functions`], with patterns limited by the deadline in `slot`.
///
/// # Errors
/// As [`register_functions`].
pub fn register_limited(conn: &Connection, slot: &DeadlineSlot) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    conn.create_scalar_function("UNICODE_LOWER", 1, flags, |ctx| {
        Ok(text(ctx.get_raw(0)).map(|text| text.to_lowercase()))
    })?;
    conn.create_scalar_function("NORMALISE", 1, flags, |ctx| {
        Ok(text(ctx.get_raw(0)).map(|text| fold(&text)))
    })?;
    conn.create_scalar_function("UNICODE_LIKE", 2, flags, unicode_like)?;
    let slot = slot.clone();
    conn.create_scalar_function("REGEXP", 2, flags, move |ctx| regexp(ctx, &slot))?;
    conn.create_scalar_function("SCHEDULE_PART", 2, flags, |ctx| {
        let (Some(rule), Some(part)) = (text(ctx.get_raw(0)), text(ctx.get_raw(1))) else {
            return Ok(Value::Null);
        };
        Ok(schedule_part(&rule, &part))
    })
}

/// Text of a value; numbers as text, none for null.
fn text(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }
}

impl Effort for DeadlineSlot {
    type Stop = PatternStop;

    fn check(&self) -> std::result::Result<(), PatternStop> {
        Self::check(self)
    }

    fn take_backtracks(&self, steps: usize) -> std::result::Result<(), PatternStop> {
        Self::take_backtracks(self, steps)
    }
}

/// Caches the result of `compile` for argument 0, while that is the same constant.
fn cached<T: Send + Sync + 'static>(
    ctx: &Context<'_>,
    compile: fn(&str) -> Option<T>,
) -> Result<Arc<Option<T>>> {
    ctx.get_or_create_aux(0, |value| -> std::result::Result<_, std::convert::Infallible> {
        Ok(text(value).as_deref().and_then(compile))
    })
}

fn unicode_like(ctx: &Context<'_>) -> Result<bool> {
    let pattern = cached(ctx, LikePattern::new)?;
    let Some(pattern) = pattern.as_ref() else { return Ok(false) };
    Ok(match ctx.get_raw(1) {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => pattern.is_match(bytes),
        value @ (ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_)) => {
            pattern.is_match(text(value).unwrap_or_default().as_bytes())
        }
    })
}

fn regexp(ctx: &Context<'_>, slot: &DeadlineSlot) -> Result<bool> {
    let pattern = cached(ctx, Pattern::new)?;
    let (Some(value), Some(pattern)) = (text(ctx.get_raw(1)), pattern.as_ref()) else {
        return Ok(false);
    };
    let stopped = |stop| rusqlite::Error::UserFunctionError(Box::new(stop));
    pattern.is_match(&value, slot).map_err(stopped)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sobre_engine::text::BACKTRACK_LIMIT;

    use super::*;
    use crate::db::deadline::QueryDeadline;
    use crate::db::query::QueryError;
    use crate::limits;

    #[test]
    fn slow_patterns_end_the_reading_once_their_steps_are_used_up() {
        let (conn, slot) = (Connection::open_in_memory().unwrap(), DeadlineSlot::default());
        register_limited(&conn, &slot).unwrap();
        let deadline = QueryDeadline::new(Duration::from_secs(3_600));
        deadline.hold(&conn, &slot).unwrap();
        slot.take_backtracks(limits::BACKTRACKS - 3 * BACKTRACK_LIMIT).unwrap();
        let matching = |rows: u32| -> Result<u32> {
            let sql = "WITH RECURSIVE rows(n) AS
                           (SELECT 1 UNION ALL SELECT n + 1 FROM rows LIMIT ?1)
                       SELECT COUNT(*) FROM rows WHERE REGEXP(?2, ?3 || n)";
            let slow = (rows, r"(a*)*\1b", "a".repeat(30));
            conn.query_row(sql, slow, |row| row.get(0))
        };
        assert_eq!(matching(3).unwrap(), 0);
        let error = QueryError::from(matching(1).unwrap_err());
        assert!(matches!(error, QueryError::SlowPattern), "{error}");
    }
}
