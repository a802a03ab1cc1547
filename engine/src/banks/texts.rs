//! Texts of banks.

/// Most characters of an error's text.
const MOST_ERROR_CHARS: usize = 500;

/// A text of a bank: control characters, line breaks and runs of blanks become one blank each, the
/// ends are trimmed, and it is cut after so many characters. `None` if nothing is left.
#[must_use]
pub fn clean(text: &str, most_chars: usize) -> Option<String> {
    // Other blanks, such as one that does not break, are the bank's choice.
    let is_blank = |it: char| it.is_control() || matches!(it, ' ' | '\u{2028}' | '\u{2029}');
    let words: Vec<&str> = text.split(is_blank).filter(|word| !word.is_empty()).collect();
    let whole = words.join(" ");
    let cut: String = whole.chars().take(most_chars).collect();
    let cut = cut.trim_end();
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// A provider's words in an error.
pub(super) fn shown(text: &str) -> String {
    clean(text, MOST_ERROR_CHARS).unwrap_or_default()
}
