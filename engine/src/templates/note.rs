//! Finds the template lines of a note.

use super::{BadLine, Line, grammar};

/// The template lines of a note, in order. A line counts if its part from the first `#` on begins
/// with `#template` or `#goal`; text before that has no effect.
#[must_use]
pub fn parse_note(note: &str) -> Vec<Line> {
    let mut found = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    for line in note.lines() {
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
        found.push(match grammar::parse(from_sign) {
            Ok(mut entry) => {
                entry.description = description;
                Line::Entry(entry)
            }
            Err(problem) => Line::Error(BadLine { line: line.to_owned(), problem }),
        });
    }
    found
}
