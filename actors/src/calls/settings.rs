//! Preferences of the budget and of the device, and one-time notices. Preferences that devices
//! share are rows of the database; those of this copy lie in its metadata.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};

use crate::app::App;
use crate::contract::settings::{
    GetLastOpenedBackup, GetUpgradeNotifications, LoadGlobalPrefs, LoadPrefs, PreferencesSave,
    Prefs, SaveGlobalPrefs, SavePrefs, SeenUpgradeNotification, SetTutorialSeen, UpgradeNotice,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::schema::BANK_PREFS;
use crate::db::{facts, metadata, read};
use crate::files::{self, FileError, MAX_NAME_LENGTH};
use crate::router::{Control, Mutation, Query};
use crate::session::Session;
use crate::tasks::blocking;
use crate::world::{Plan, World};

const MAX_PREF_BYTES: usize = 256 << 10;

/// Keys that belong to the file itself and have their own calls.
const RESERVED: &[&str] = &[
    "id",
    "cloudFileId",
    "groupId",
    "userId",
    "lastUploaded",
    "lastSyncedTimestamp",
    "encryptKeyId",
    "resetClock",
    "lastScheduleRun",
    "budgetType",
];

/// Keys shared by all devices of a budget.
const SHARED: &[&str] = &[
    "dateFormat",
    "numberFormat",
    "hideFraction",
    "firstDayOfWeekIdx",
    "isPrivacyEnabled",
    "upcomingScheduledTransactionLength",
    "defaultCurrencyCode",
    "learn-categories",
];

/// Prefixes of shared keys.
const SHARED_PREFIXES: &[&str] = &[
    "flags.",
    "csv-",
    "parse-date-",
    "flip-amount-",
    "ofx-fallback-missing-payee-",
    "import-",
    "sync-",
    "show-balances-",
    "show-extra-balances-",
    "hide-cleared-",
];

/// Preferences with a fixed set of values.
const CHOICES: &[(&str, &[&str])] = &[
    ("numberFormat", &["comma-dot", "dot-comma", "space-comma", "apostrophe-dot", "comma-dot-in"]),
    ("dateFormat", &["MM/dd/yyyy", "dd/MM/yyyy", "yyyy-MM-dd", "MM.dd.yyyy", "dd.MM.yyyy"]),
    ("firstDayOfWeekIdx", &["0", "1", "2", "3", "4", "5", "6"]),
];

/// Months shown side by side.
const MONTHS_SHOWN: RangeInclusive<u64> = 1..=12;

impl Query for LoadPrefs {
    fn run(self, world: &World<'_>) -> Result<Prefs, CallError> {
        let mut prefs = metadata::Metadata::of(world.dir).map_err(FileError::from)?.map().clone();
        metadata::keys::OF_THIS_COPY.iter().for_each(|key| drop(prefs.remove(*key)));
        // No page needs the keys with which bank data is opened.
        let is_shown = |key: &str| !key.starts_with(BANK_PREFS);
        let shared = read::settings::shared(world.reader)?.into_iter();
        prefs.extend(
            shared.filter(|(key, _)| is_shown(key)).map(|(key, it)| (key, Json::String(it))),
        );
        let mode = facts::mode(world.reader)?;
        prefs.insert("budgetType".to_owned(), serde_json::to_value(mode).unwrap_or_default());
        Ok(prefs)
    }
}

impl Mutation for SavePrefs {
    fn decide(self, _: &World<'_>) -> Result<Plan<()>, CallError> {
        let mut changes = Vec::new();
        let mut local_prefs = Vec::new();
        for (key, value) in self.0 {
            check(&key, &value)?;
            if key == metadata::keys::BUDGET_NAME {
                changes.extend(rename(&value)?);
            } else if is_shared(&key) {
                changes.push(Change::new("preferences", &key, "value", stored(value)));
            } else {
                local_prefs.push((key, value));
            }
        }
        Ok(Plan { local_prefs, ..Plan::unrecorded(changes, ()) })
    }
}

impl Mutation for PreferencesSave {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let value = self.value.map_or(Json::Null, Json::String);
        SavePrefs(Prefs::from_iter([(self.id, value)])).decide(world)
    }
}

fn check(key: &str, value: &Json) -> Result<(), CallError> {
    if key.is_empty() || RESERVED.contains(&key) {
        let message = format!("The preference {key} cannot be set.");
        return Err(CallError::new(ErrorCode::InvalidPrefs, message));
    }
    if key.len() + value.to_string().len() > MAX_PREF_BYTES {
        let message = format!("The preference {key} is too large.");
        return Err(CallError::new(ErrorCode::InvalidPrefs, message));
    }
    check_value(key, value)
}

/// Null removes a preference, so it is always valid.
fn check_value(key: &str, value: &Json) -> Result<(), CallError> {
    let choices = CHOICES.iter().find(|(name, _)| *name == key).map(|(_, choices)| *choices);
    let fits = match choices {
        Some(choices) => value.as_str().is_some_and(|value| choices.contains(&value)),
        None if key == "maxMonths" => value.as_u64().is_some_and(|it| MONTHS_SHOWN.contains(&it)),
        None => true,
    };
    if fits || value.is_null() {
        return Ok(());
    }
    let allowed = choices.map_or_else(
        || format!("a number from {} to {}", MONTHS_SHOWN.start(), MONTHS_SHOWN.end()),
        |choices| format!("one of {}", choices.join(", ")),
    );
    Err(CallError::new(ErrorCode::InvalidPrefs, format!("The preference {key} is {allowed}.")))
}

/// A blank name is ignored.
fn rename(value: &Json) -> Result<Option<Change>, CallError> {
    let name = value.as_str().map(str::trim).ok_or_else(|| {
        CallError::new(ErrorCode::InvalidPrefs, "The name of a budget must be text.")
    })?;
    if name.chars().count() > MAX_NAME_LENGTH {
        let message = format!("The name is longer than {MAX_NAME_LENGTH} characters.");
        let facts = json!({ "most": MAX_NAME_LENGTH });
        return Err(CallError::new(ErrorCode::NameTooLong, message).with_meta(facts));
    }
    let change = || Change::new("prefs", metadata::keys::BUDGET_NAME, "value", Value::from(name));
    Ok((!name.is_empty()).then(change))
}

fn is_shared(key: &str) -> bool {
    SHARED.contains(&key) || SHARED_PREFIXES.iter().any(|prefix| key.starts_with(prefix))
}

/// Shared preferences are stored as text, booleans as `true` and `false`.
fn stored(value: Json) -> Value {
    match value {
        Json::Null => Value::Null,
        Json::String(text) => Value::from(text.as_str()),
        other @ (Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_)) => {
            Value::from(other.to_string().as_str())
        }
    }
}

impl Control for LoadGlobalPrefs {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Prefs, CallError> {
        let app = app.clone();
        blocking(move || Ok(files::load_global_prefs(app.data_dir())?)).await
    }
}

impl Control for SaveGlobalPrefs {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        for (key, value) in &self.0 {
            check(key, value)?;
        }
        save_global(app, self.0).await
    }
}

async fn save_global(app: &App, prefs: Prefs) -> Result<(), CallError> {
    let _lifecycle = app.lifecycle.lock().await;
    let worker = app.clone();
    blocking(move || {
        worker.check_data_dir()?;
        Ok(files::save_global_prefs(worker.data_dir(), prefs)?)
    })
    .await
}

impl Control for SetTutorialSeen {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        save_global(app, Prefs::from_iter([("seenTutorial".to_owned(), json!(true))])).await
    }
}

impl Query for GetUpgradeNotifications {
    fn run(self, world: &World<'_>) -> Result<Vec<UpgradeNotice>, CallError> {
        let metadata = metadata::Metadata::read_or_default(world.dir);
        let is_new = |notice: &UpgradeNotice| metadata.map().get(notice.key()).is_none();
        Ok(UpgradeNotice::ALL.iter().copied().filter(is_new).collect())
    }
}

impl Mutation for SeenUpgradeNotification {
    fn decide(self, _: &World<'_>) -> Result<Plan<()>, CallError> {
        let local_prefs = vec![(self.r#type.key().to_owned(), json!(true))];
        Ok(Plan { local_prefs, ..Plan::unrecorded(Vec::new(), ()) })
    }
}

impl Control for GetLastOpenedBackup {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Option<String>, CallError> {
        let app = app.clone();
        blocking(move || Ok(files::last_opened(&app.data_dir)?)).await
    }
}
