//! Texts that templates and formulas make. Each is limited while it is made: nested replacements
//! would take all memory before anybody looked at their result.

/// Longest text in bytes.
pub(super) const MOST_TEXT: usize = 10_000;

/// Texts one after the other; none if they are too long.
pub(super) fn joined(parts: impl Iterator<Item = String>) -> Option<String> {
    let mut whole = String::new();
    for part in parts {
        push(&mut whole, &part)?;
    }
    Some(whole)
}

/// A text with the first `most` places of a part replaced; none if it becomes too long.
pub(super) fn replaced(text: &str, part: &str, by: &str, most: usize) -> Option<String> {
    let (mut whole, mut done) = (String::new(), 0);
    for (at, found) in text.match_indices(part).take(most) {
        push(&mut whole, &text[done..at])?;
        push(&mut whole, by)?;
        done = at + found.len();
    }
    push(&mut whole, &text[done..])?;
    Some(whole)
}

fn push(whole: &mut String, part: &str) -> Option<()> {
    let fits = whole.len().saturating_add(part.len()) <= MOST_TEXT;
    fits.then(|| whole.push_str(part))
}
