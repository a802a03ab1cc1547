//! Finds the template lines of a note.

use super::{BadLine, Entry, Line, grammar};

/// A template line and its place in the note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteLine {
    /// Its number among all lines of the note, from 1.
    pub number: usize,
    /// The whole line.
    pub text: String,
    /// Its meaning.
    pub line: Line,
}

/// The template lines of a note, in order. A line counts if its part from the first `#` on begins
/// with `#template` or `#goal`; text before that has no effect.
#[must_use]
pub fn parse_note(note: &str) -> Vec<Line> {
    note_lines(note).into_iter().map(|found| found.line).collect()
}

/// As [`parse_note`], with the place of each line.
#[must_use]
pub fn note_lines(note: &str) -> Vec<NoteLine> {
    let mut found = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    for (before, line) in note.lines().enumerate() {
        let from_sign = line.find('#').map_or(line, |at| &line[at..]).trim();
        if !["#template", "#goal"].iter().any(|word| from_sign.starts_with(word)) {
            if line.trim().is_empty() || from_sign.starts_with("#cleanup") {
                above.clear();
            } else {
                above.push(line);
            }
            continue;
        }
        let description = (!above.is_empty()).then(|| above.join("\n"));
        above.clear();
        let text = line.to_owned();
        let line = match grammar::parse(from_sign) {
            Ok(entry) => Line::Entry(Entry { description, ..entry }),
            Err(problem) => Line::Error(BadLine { line: text.clone(), problem }),
        };
        found.push(NoteLine { number: before + 1, text, line });
    }
    found
}
