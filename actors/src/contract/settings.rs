//! Requests and replies about preferences, and what is told once.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

/// Preferences by key.
pub type Prefs = Map<String, Value>;

/// Preferences of the open budget.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LoadPrefs {}

/// Merges keys into the preferences of the open budget; null removes a key.
#[derive(Debug, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "Prefs")]
pub struct SavePrefs(pub Prefs);

/// Saves one preference of the open budget, as `save-prefs` does.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PreferencesSave {
    /// Its key.
    pub id: String,
    /// Its value; null removes it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub value: Option<String>,
}

/// Preferences of this device.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LoadGlobalPrefs {}

/// Merges keys into the preferences of this device; null removes a key.
#[derive(Debug, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "Prefs")]
pub struct SaveGlobalPrefs(pub Prefs);

/// The tour was seen or put aside: it is not shown on this device again.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetTutorialSeen {}

/// What an older budget should be told about once. New budgets have nothing to be told.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetUpgradeNotifications {}

/// A kind of notice for older budgets; a budget remembers as `notifications.{type}` that it was
/// told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum UpgradeNotice {
    /// Splits made by early versions may be incomplete and can be repaired.
    RepairSplits,
}

impl UpgradeNotice {
    /// All kinds, in the order they are told.
    pub const ALL: &[Self] = &[Self::RepairSplits];

    /// The key under which a budget remembers.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::RepairSplits => "notifications.repair-splits",
        }
    }
}

/// The open budget was told, and is not told again.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SeenUpgradeNotification {
    /// What it was told.
    pub r#type: UpgradeNotice,
}

/// The budget that was opened last on this computer, by any browser, and not closed since; null if
/// there is none or it is gone.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetLastOpenedBackup {}
