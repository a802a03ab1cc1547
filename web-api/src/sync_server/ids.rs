//! File ids chosen by clients. They are parsed before any use and never become part of a path: on
//! disk a file has a UUID of the server's own.

use std::fmt;

/// Longest accepted id.
const MAX_LENGTH: usize = 128;

/// A file's id as its clients use it: letters, digits, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileId(String);

impl FileId {
    /// The id, if the text is a valid one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        is_id(text).then(|| Self(text.to_owned()))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text may be the id of a file or a group.
pub(super) fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plain_words_of_bounded_length() {
        for good in ["a", "my_File-1", "9b11e31f-0000-4000-8000-000000000000", &"x".repeat(128)] {
            assert!(FileId::parse(good).is_some(), "{good}");
        }
        let long = "x".repeat(129);
        for bad in ["", "bad id", "a/b", "..", "a.b", "a\\b", "%2e%2e", "ä", "a\0", "a\n", &long] {
            assert!(FileId::parse(bad).is_none(), "{bad}");
        }
    }
}
