//! The order of saved reports by name.

use crate::text::fold;

/// The key that saved reports are sorted by: the name without case, accents, spaces and
/// punctuation; then the name itself, so that the order is the same on every device.
#[must_use]
pub fn sort_key(name: &str) -> (String, String) {
    let name = name.trim();
    let folded = fold(name).chars().filter(|letter| !is_ignored(*letter)).collect();
    (folded, name.to_owned())
}

/// Spaces and punctuation. Signs such as `+` and `$` count.
const fn is_ignored(letter: char) -> bool {
    match letter {
        '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~' => false,
        // The punctuation of Latin scripts beyond ASCII, general punctuation, and that of CJK.
        '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' => true,
        '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' => true,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' => true,
        letter => letter.is_ascii_punctuation() || letter.is_whitespace(),
    }
}
