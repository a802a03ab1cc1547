//! Lines of a note that say how to clean up at the end of a month: `#cleanup source` gives what is
//! left, `#cleanup sink` takes it.

mod run;

pub use run::{CleanedUp, CleanupCategory, CleanupOutcome, CleanupWarning, clean_up};

/// A category's part in a clean-up: its role and its group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CleanupRow {
    /// Its role.
    pub role: CleanupRole,
    /// The group of categories that it shares with, compared without letter case; `None` shares
    /// with all.
    pub group: Option<String>,
}

/// A category's role in its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CleanupRole {
    /// It gives what is left.
    Source,
    /// It takes a share.
    Sink {
        /// The share in proportion to that of other sinks; at least 1.
        weight: u32,
    },
    /// Its overspending is covered.
    Overspend,
}

/// The clean-up lines of a note, in order. Other lines, and those that are not understood, are
/// left out.
#[must_use]
pub fn parse_cleanup(note: &str) -> Vec<CleanupRow> {
    cleanup_lines(note).into_iter().map(|line| line.row).collect()
}

/// A clean-up line and its place in the note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CleanupLine {
    /// Its number among all lines of the note, from 1.
    pub number: usize,
    /// The whole line.
    pub text: String,
    /// Its meaning.
    pub row: CleanupRow,
}

/// As [`parse_cleanup`], with the place of each line.
#[must_use]
pub fn cleanup_lines(note: &str) -> Vec<CleanupLine> {
    let rows = note.lines().enumerate().filter_map(|(before, line)| {
        let row = row(line.trim().strip_prefix("#cleanup ")?.trim())?;
        Some(CleanupLine { number: before + 1, text: line.to_owned(), row })
    });
    rows.collect()
}

fn row(text: &str) -> Option<CleanupRow> {
    if let Some(role) = role(text) {
        return Some(CleanupRow { role, group: None });
    }
    let first = text.split(' ').next()?;
    if first.is_empty() || role(first).is_some() {
        return None;
    }
    let (name, role) = grouped(text).unwrap_or((text, CleanupRole::Overspend));
    Some(CleanupRow { role, group: Some(name.to_owned()) })
}

/// A name with a role after it.
fn grouped(text: &str) -> Option<(&str, CleanupRole)> {
    let ends = text.match_indices(' ').map(|(at, _)| text.split_at(at));
    let with_role = ends.map(|(name, rest)| (name.trim_end(), role(rest.trim_start())));
    with_role.filter_map(|(name, role)| Some((name, role?))).next()
}

/// `source`, `sink` or `sink` with a weight.
fn role(text: &str) -> Option<CleanupRole> {
    if text == "source" {
        return Some(CleanupRole::Source);
    }
    let weight = text.strip_prefix("sink")?.trim_start();
    let weight = if weight.is_empty() { 1 } else { digits(weight)? };
    Some(CleanupRole::Sink { weight: weight.max(1) })
}

fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}
