//! Requests and replies about preferences (spec/5 section 11).

use serde::Deserialize;
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

/// Preferences of this device.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LoadGlobalPrefs {}

/// Merges keys into the preferences of this device; null removes a key.
#[derive(Debug, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "Prefs")]
pub struct SaveGlobalPrefs(pub Prefs);
