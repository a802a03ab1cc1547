//! Names that users give to accounts, payees, categories and groups.

use thiserror::Error;

/// Longest name, in characters.
pub const MAX_CHARS: usize = 250;

/// Why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NameError {
    /// Only spaces.
    #[error("A name is required.")]
    Blank,
    /// More than [`MAX_CHARS`] characters.
    #[error("A name can have at most {MAX_CHARS} characters.")]
    TooLong,
}

/// The name in stored form: without the spaces around it.
///
/// # Errors
/// [`NameError`] for a blank name and for one that is too long.
pub fn accepted(name: &str) -> Result<&str, NameError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(NameError::Blank);
    }
    // A character has at least one byte, so most names need no counting.
    let is_long = name.len() > MAX_CHARS && name.chars().count() > MAX_CHARS;
    if is_long { Err(NameError::TooLong) } else { Ok(name) }
}

/// Whether two names are equal to a reader: ignoring case, but not accents.
#[must_use]
pub fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_neither_blank_nor_endless() {
        assert_eq!(accepted("  Rent\t"), Ok("Rent"));
        assert_eq!(accepted(" \n"), Err(NameError::Blank));
        let longest = "ž".repeat(MAX_CHARS);
        assert_eq!(accepted(&longest), Ok(longest.as_str()));
        assert_eq!(accepted(&format!("{longest}x")), Err(NameError::TooLong));
    }

    #[test]
    fn case_makes_no_other_name_and_accents_do() {
        assert!(is_same("ÉCLAIR", "éclair") && !is_same("éclair", "eclair"));
    }
}
