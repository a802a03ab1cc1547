//! The providers, and the words by which files and servers know them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Who talks to banks for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[ts(rename = "BankProviderId")]
pub enum Provider {
    /// SimpleFIN, in the US and Canada.
    #[serde(rename = "simpleFin")]
    SimpleFin,
    /// Plaid, in the US and Canada.
    #[serde(rename = "plaid")]
    Plaid,
    /// Enable Banking, in the EEA.
    #[serde(rename = "enableBanking")]
    EnableBanking,
    /// GoCardless Bank Account Data, in the EEA and the UK.
    #[serde(rename = "goCardless")]
    GoCardless,
    /// Akahu, in New Zealand.
    #[serde(rename = "akahu")]
    Akahu,
    /// Pluggy, in Brazil.
    #[serde(rename = "pluggyai")]
    Pluggy,
}

/// What an answer of a provider covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerKind {
    /// All rows of some days.
    Window,
    /// The changes since a cursor.
    Delta,
}

/// The start of the `bank_id` of a Plaid connection. Its accounts are stored as those of
/// GoCardless, because other programs of the file format fail on a source that they do not know.
const PLAID_BANK_ID: &str = "sobre-plaid-";

impl Provider {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::SimpleFin,
        Self::Plaid,
        Self::EnableBanking,
        Self::GoCardless,
        Self::Akahu,
        Self::Pluggy,
    ];

    /// Its id in requests and messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::SimpleFin => "simpleFin",
            Self::Plaid => "plaid",
            Self::EnableBanking => "enableBanking",
            Self::GoCardless => "goCardless",
            Self::Akahu => "akahu",
            Self::Pluggy => "pluggyai",
        }
    }

    /// The provider with an id.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Its name on the screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SimpleFin => "SimpleFIN",
            Self::Plaid => "Plaid",
            Self::EnableBanking => "Enable Banking",
            Self::GoCardless => "GoCardless",
            Self::Akahu => "Akahu",
            Self::Pluggy => "Pluggy",
        }
    }

    /// What its answers cover.
    #[must_use]
    pub const fn kind(self) -> AnswerKind {
        match self {
            Self::Plaid => AnswerKind::Delta,
            Self::SimpleFin
            | Self::EnableBanking
            | Self::GoCardless
            | Self::Akahu
            | Self::Pluggy => AnswerKind::Window,
        }
    }

    /// The word in `accounts.account_sync_source`. That of Plaid is GoCardless's; see
    /// [`Provider::of_account`].
    #[must_use]
    pub const fn sync_source(self) -> &'static str {
        match self {
            Self::SimpleFin => "simpleFin",
            Self::Plaid | Self::GoCardless => "goCardless",
            Self::EnableBanking => "enableBanking",
            Self::Akahu => "akahu",
            Self::Pluggy => "pluggyai",
        }
    }

    /// The provider of an account, by the `bank_id` of its bank and its `account_sync_source`.
    #[must_use]
    pub fn of_account(bank_id: Option<&str>, sync_source: Option<&str>) -> Option<Self> {
        if bank_id.is_some_and(|it| it.starts_with(PLAID_BANK_ID)) {
            return Some(Self::Plaid);
        }
        let stored = |it: &Self| *it != Self::Plaid && Some(it.sync_source()) == sync_source;
        Self::ALL.into_iter().find(stored)
    }

    /// The connection in a `banks.bank_id` of Plaid.
    #[must_use]
    pub fn plaid_connection(bank_id: &str) -> Option<&str> {
        bank_id.strip_prefix(PLAID_BANK_ID)
    }

    /// The `banks.bank_id` of a Plaid connection.
    #[must_use]
    pub fn plaid_bank_id(connection: &str) -> String {
        format!("{PLAID_BANK_ID}{connection}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_of_plaid_is_told_by_its_bank() {
        let bank = Provider::plaid_bank_id("c-1");
        assert_eq!(Provider::of_account(Some(&bank), Some("goCardless")), Some(Provider::Plaid));
        assert_eq!(Provider::plaid_connection(&bank), Some("c-1"));
        assert_eq!(Provider::plaid_connection("req"), None);
        let of = |source| Provider::of_account(Some("req"), Some(source));
        assert_eq!(of("goCardless"), Some(Provider::GoCardless));
        assert_eq!(of("pluggyai"), Some(Provider::Pluggy));
        assert_eq!(of("newBank"), None);
        assert_eq!(Provider::of_account(None, None), None);
        for provider in Provider::ALL {
            assert_eq!(serde_json::to_value(provider).unwrap(), provider.word());
            assert_eq!(Provider::of_word(provider.word()), Some(provider));
        }
    }
}
