//! Requests and replies about preferences and one-time notices.

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

/// Records that the tour was seen or dismissed; this device does not show it again.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetTutorialSeen {}

/// The one-time notices that an older budget has not shown yet. New budgets have none.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetUpgradeNotifications {}

/// A kind of notice for older budgets; the preference `notifications.{type}` records that it was
/// shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum UpgradeNotice {
    /// Splits made by early versions may be incomplete and can be repaired.
    RepairSplits,
}

impl UpgradeNotice {
    /// All kinds, in display order.
    pub const ALL: &[Self] = &[Self::RepairSplits];

    /// The preference that records it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::RepairSplits => "notifications.repair-splits",
        }
    }
}

/// Records that the open budget has shown a notice.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SeenUpgradeNotification {
    /// The notice.
    pub r#type: UpgradeNotice,
}

/// The last budget opened on this computer, by any browser, and not closed since; null if there is
/// none or it no longer exists.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetLastOpenedBackup {}
