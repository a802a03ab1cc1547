//! The functions that query statements use and SQLite does not have: text compared without regard
//! to case and accents, regular expressions, and the parts of a schedule's rule. They are usable
//! from statements alone, never from stored objects (spec/3 section 3).

use std::sync::Arc;

use regex::{Regex, RegexBuilder};
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Result};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::schedule_parts::schedule_part;
use crate::db::leash::{LeashSlot, PatternStop};

/// Registers the functions on a connection. Every connection that queries run on needs them.
///
/// # Errors
/// SQLite's error, if the connection does not take functions.
pub fn register_functions(conn: &Connection) -> Result<()> {
    register_limited(conn, &LeashSlot::default())
}

/// As [`register_functions`], with patterns that cost no more than the leash in `slot` allows.
///
/// # Errors
/// As [`register_functions`].
pub fn register_limited(conn: &Connection, slot: &LeashSlot) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    conn.create_scalar_function("UNICODE_LOWER", 1, flags, |ctx| Ok(cased(ctx, false)))?;
    conn.create_scalar_function("UNICODE_UPPER", 1, flags, |ctx| Ok(cased(ctx, true)))?;
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

/// Text of a value; numbers read as they are written, null is nothing.
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

fn cased(ctx: &Context<'_>, upper: bool) -> Option<String> {
    let text = text(ctx.get_raw(0))?;
    Some(if upper { text.to_uppercase() } else { text.to_lowercase() })
}

/// Lower case without accents: the form in which patterns are compared (spec/5 section 8.5).
fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for letter in text.to_lowercase().nfd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'ß' => folded.push_str("ss"),
            'œ' => folded.push_str("oe"),
            letter => folded.push(letter),
        }
    }
    folded
}

/// The regular expression of a wildcard pattern: `%` any run within a line, `?` one character,
/// backslash escapes these and itself. It is not anchored.
fn like_regex(pattern: &str) -> String {
    let mut regex = String::with_capacity(pattern.len() * 2);
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => regex.push_str(".*"),
            '?' => regex.push('.'),
            '\\' => {
                let escaped = letters.next_if(|next| matches!(next, '%' | '?' | '\\'));
                push_literal(&mut regex, escaped.unwrap_or('\\'));
            }
            letter => push_literal(&mut regex, letter),
        }
    }
    regex
}

fn push_literal(regex: &mut String, letter: char) {
    regex.push_str(&regex::escape(letter.encode_utf8(&mut [0; 4])));
}

/// The most bytes that one compiled pattern and its cache may take.
const PATTERN_BYTES: usize = 1 << 20;

/// A like pattern ready to be matched.
#[derive(Debug)]
pub(super) enum Like {
    /// Text without wildcards, folded; where it stands does not matter.
    Inside(String),
    /// Anything else.
    Regex(Regex),
}

impl Like {
    fn is_match(&self, value: &[u8]) -> bool {
        match self {
            Self::Inside(text) if value.is_ascii() => is_inside(text.as_bytes(), value),
            Self::Inside(text) => fold(&String::from_utf8_lossy(value)).contains(text),
            Self::Regex(regex) => regex.is_match(&fold(&String::from_utf8_lossy(value))),
        }
    }
}

/// Whether folded text stands somewhere in ASCII text of any case.
fn is_inside(text: &[u8], value: &[u8]) -> bool {
    let Some((first, rest)) = text.split_first() else { return true };
    // What follows each place where it may begin.
    let goes_on = |at: usize| {
        let after = value.get(at + 1..at + 1 + rest.len());
        after.is_some_and(|after| after.eq_ignore_ascii_case(rest))
    };
    memchr::memchr2_iter(*first, first.to_ascii_uppercase(), value).any(goes_on)
}

/// A like pattern, if it is not too large.
pub(super) fn compile_like(pattern: &str) -> Option<Like> {
    let folded = fold(pattern);
    let inside = folded.trim_matches('%');
    if !inside.contains(['%', '?', '\\']) {
        return Some(Like::Inside(inside.to_owned()));
    }
    let regex = RegexBuilder::new(&like_regex(&folded))
        .size_limit(PATTERN_BYTES)
        .dfa_size_limit(PATTERN_BYTES)
        .build();
    regex.ok().map(Like::Regex)
}

/// Steps that one match may take back before it counts as no match.
const BACKTRACK_LIMIT: usize = 20_000;
/// Steps that one match may take back without counting against those of the whole reading.
const FREE_BACKTRACKS: usize = 2_000;

/// A regular expression. Looking around and back references are understood, because the filters on
/// tags look behind.
#[derive(Debug)]
pub(super) struct Pattern {
    /// Gives up soon: nearly all texts need no more.
    quick: fancy_regex::Regex,
    thorough: fancy_regex::Regex,
}

impl Pattern {
    fn is_match(&self, text: &str, slot: &LeashSlot) -> std::result::Result<bool, PatternStop> {
        slot.check()?;
        if let Ok(is_match) = self.quick.is_match(text) {
            return Ok(is_match);
        }
        slot.take_backtracks(BACKTRACK_LIMIT)?;
        Ok(self.thorough.is_match(text).unwrap_or(false))
    }
}

/// A regular expression, if it can be read and is not too large.
pub(super) fn compile_regexp(pattern: &str) -> Option<Pattern> {
    let within = |backtracks| {
        fancy_regex::RegexBuilder::new(pattern)
            .backtrack_limit(backtracks)
            .delegate_size_limit(PATTERN_BYTES)
            .delegate_dfa_size_limit(PATTERN_BYTES)
            .build()
            .ok()
    };
    Some(Pattern { quick: within(FREE_BACKTRACKS)?, thorough: within(BACKTRACK_LIMIT)? })
}

/// What `compile` makes of argument 0, kept as long as the argument is the same constant.
fn cached<T: Send + Sync + 'static>(
    ctx: &Context<'_>,
    compile: fn(&str) -> Option<T>,
) -> Result<Arc<Option<T>>> {
    ctx.get_or_create_aux(0, |value| -> std::result::Result<_, std::convert::Infallible> {
        Ok(text(value).as_deref().and_then(compile))
    })
}

fn unicode_like(ctx: &Context<'_>) -> Result<bool> {
    let pattern = cached(ctx, compile_like)?;
    let Some(pattern) = pattern.as_ref() else { return Ok(false) };
    Ok(match ctx.get_raw(1) {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => pattern.is_match(bytes),
        value @ (ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_)) => {
            pattern.is_match(text(value).unwrap_or_default().as_bytes())
        }
    })
}

fn regexp(ctx: &Context<'_>, slot: &LeashSlot) -> Result<bool> {
    let pattern = cached(ctx, compile_regexp)?;
    let (Some(value), Some(pattern)) = (text(ctx.get_raw(1)), pattern.as_ref()) else {
        return Ok(false);
    };
    let stopped = |stop| rusqlite::Error::UserFunctionError(Box::new(stop));
    pattern.is_match(&value, slot).map_err(stopped)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::db::leash::Leash;
    use crate::db::query::QueryError;
    use crate::limits;

    fn like(pattern: &str, value: &str) -> bool {
        compile_like(pattern).unwrap().is_match(value.as_bytes())
    }

    #[test]
    fn patterns_ignore_case_and_accents_and_are_not_anchored() {
        assert!(like("eek", "Weekly"));
        assert!(like("CAFE uni", "Café Ünïque"));
        assert!(like("lodz strasse", "Łódź Straße"));
        assert!(like("%go?d%", "good"));
        assert!(!like("a_c", "abc"));
        assert!(like("100\\%", "100% sure"));
        assert!(!like("100\\%", "1000"));
        assert!(like("a.c", "a.c") && !like("a.c", "abc"));
        assert!(!like("a%c", "a\nc"));
        assert!(like("%", "") && like("", "") && like("%%", "x"));
        assert!(like("%shop%", "Weekly SHOP") && !like("shops", "shop") && !like("é", "x"));
        assert!(like("e", "É") && like("é", "Cafe"));
    }

    #[test]
    fn tags_are_found_by_looking_behind() {
        let slot = LeashSlot::default();
        let tag = compile_regexp(r"(?<!#)#a([\s#]|$)").unwrap();
        assert_eq!(tag.is_match("lunch #a", &slot), Ok(true));
        assert_eq!(tag.is_match("##a", &slot), Ok(false));
        let long = format!("{} #a", "lunch ".repeat(500));
        assert_eq!(tag.is_match(&long, &slot), Ok(true), "beyond the free steps");
        assert!(compile_regexp("(a").is_none());
        let endless = compile_regexp(r"^(a|aa)+\1c$").unwrap();
        assert_eq!(endless.is_match(&"a".repeat(100), &slot), Ok(false));
    }

    #[test]
    fn slow_patterns_end_the_reading_once_their_steps_are_used_up() {
        let (conn, slot) = (Connection::open_in_memory().unwrap(), LeashSlot::default());
        register_limited(&conn, &slot).unwrap();
        let leash = Leash::new(Duration::from_secs(3_600));
        leash.hold(&conn, &slot).unwrap();
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
