//! Budget ids: the names of budget folders.

use std::fmt;

use super::error::FileError;

/// The demo id of other programs, which is never listed.
pub const DEMO_ID: &str = "_demo-budget";
/// The fixed id of the test budget.
pub const TEST_ID: &str = "_test-budget";

/// Longest id in characters. Names have at most 100 characters, and an id adds a few; the limit
/// leaves room and stays below that of any file system.
pub(super) const MAX_ID_LENGTH: usize = 200;

/// The id of a budget: only letters, digits, `-` and `_`, so it is safe as the name of a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BudgetId(String);

impl BudgetId {
    /// Accepts an external id.
    ///
    /// # Errors
    /// [`FileError::BadId`] for any other character, an empty id, and one beyond `MAX_ID_LENGTH`.
    pub fn parse(id: &str) -> Result<Self, FileError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=MAX_ID_LENGTH).contains(&id.len()) && id.bytes().all(allowed) {
            Ok(Self(id.to_owned()))
        } else {
            Err(FileError::BadId)
        }
    }

    /// A new id from a budget's name: replaces other characters by `-`, and appends `-` and the
    /// first seven characters of a random UUID without its dashes. Appends a number while `taken`
    /// returns true.
    pub fn from_name(name: &str, uuid: &str, taken: impl Fn(&Self) -> bool) -> Self {
        let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let stem: String = name.chars().take(MAX_ID_LENGTH / 2).map(safe).collect();
        let hex = uuid.chars().filter(char::is_ascii_alphanumeric);
        let random: String = hex.take(7).collect();
        let first = format!("{stem}-{random}");
        let numbered = (1_u64..).map(|number| format!("{first}{number}"));
        std::iter::once(first.clone())
            .chain(numbered)
            .map(Self)
            .find(|id| !taken(id))
            .unwrap_or(Self(first))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BudgetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<std::path::Path> for BudgetId {
    fn as_ref(&self) -> &std::path::Path {
        self.0.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RANDOM: &str = "9b11e31f-0000-4000-8000-000000000000";

    #[test]
    fn an_id_is_made_from_the_name_and_seven_random_characters() {
        let id = BudgetId::from_name("Test A/b é", RANDOM, |_| false);
        assert_eq!(id.as_str(), "Test-A-b---9b11e31");
    }

    #[test]
    fn a_number_follows_when_the_id_is_taken() {
        let taken = ["Home-9b11e31", "Home-9b11e311"];
        let id = BudgetId::from_name("Home", RANDOM, |id| taken.contains(&id.as_str()));
        assert_eq!(id.as_str(), "Home-9b11e312");
    }

    #[test]
    fn ids_that_are_paths_or_blank_are_refused() {
        let long = "a".repeat(MAX_ID_LENGTH);
        assert!(BudgetId::parse(&long).is_ok());
        let over = "a".repeat(MAX_ID_LENGTH + 1);
        for bad in
            ["", ".", "..", "a/b", "a\\b", "a b", "é", "a\0", "a.", "../x", "C:", "a\n", &over]
        {
            assert!(BudgetId::parse(bad).is_err(), "{bad:?}");
        }
        for good in ["_test-budget", "My-Finances-1a2b3c4", "0"] {
            assert!(BudgetId::parse(good).is_ok(), "{good}");
        }
    }

    proptest! {
        #[test]
        fn every_name_makes_an_id_that_is_accepted(name in "\\PC{0,150}", uuid in "\\PC{0,40}") {
            let id = BudgetId::from_name(&name, &uuid, |_| false);
            prop_assert!(BudgetId::parse(id.as_str()).is_ok());
        }
    }
}
