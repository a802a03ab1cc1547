//! The keys of a budget's inbox. The private keys are preferences, so they are encrypted with the
//! budget and synced to its devices. The server has only the public key.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Day;

use crate::app::App;
use crate::app::banks::BankRoute;
use crate::banks::sealing::{Place, PrivateKey, SealFault};
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::db::metadata::keys;
use crate::db::read;
use crate::files::Metadata;
use crate::open_budget::{Cost, OpenBudget};
use crate::world::{Plan, UndoOptions, World};

const PREFIX: &str = "sobre.bank-inbox.";
const FORM: u32 = 1;
/// Days for which a replaced key may still be needed: as long as a server keeps messages, and one
/// for the clocks.
const KEPT_DAYS: i64 = 91;

/// A stored private key.
#[derive(Serialize, Deserialize)]
struct StoredKey {
    v: u32,
    private: String,
    made: Option<Day>,
    /// The file's encryption key at that time. When it changes, the inbox gets a new key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file_key: Option<String>,
}

/// A key of an inbox.
struct InboxKey {
    made: Option<Day>,
    file_key: Option<String>,
    /// The preference that has it.
    pref: String,
    key: PrivateKey,
}

/// The keys of an inbox, newest first.
pub(super) struct InboxKeys(Vec<InboxKey>);

impl InboxKeys {
    pub(super) fn of(world: &World<'_>) -> Result<Self, CallError> {
        let stored = read::banks::prefs_with(world.reader, PREFIX)?;
        let keys = stored.iter().filter_map(|(pref, text)| {
            let stored: StoredKey = serde_json::from_str(text).ok()?;
            Some(InboxKey {
                key: PrivateKey::of_text(&stored.private)?,
                made: stored.made,
                file_key: stored.file_key,
                pref: pref.clone(),
            })
        });
        let mut keys: Vec<_> = keys.collect();
        // If two keys were created on the same day, every device must choose the same one.
        keys.sort_by_cached_key(|it| std::cmp::Reverse((it.made, it.key.public().kid())));
        Ok(Self(keys))
    }

    /// Whether there are no keys.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The id and the public key of the newest pair created under the file's encryption key.
    fn current(&self, file_key: Option<&str>) -> Option<(String, String)> {
        let of_file = |it: &&InboxKey| it.file_key.as_deref() == file_key;
        let key = &self.0.iter().find(of_file)?.key;
        Some((key.public().kid(), key.public().text()))
    }

    /// The preferences of replaced keys for which no message can be left.
    fn outlived(&self, current: &str, today: Day) -> Vec<String> {
        let successors = self.0.iter().map(|it| it.made);
        let replaced = self.0.iter().skip(1).zip(successors);
        let outlived = replaced.filter(|(it, successor)| {
            let last = successor.and_then(|day| day.plus_days(KEPT_DAYS));
            it.key.public().kid() != current && last.is_some_and(|last| last < today)
        });
        outlived.map(|(it, _)| it.pref.clone()).collect()
    }

    /// Opens a message with the key that it is sealed to.
    pub(super) fn open(&self, place: &Place<'_>, message: &[u8]) -> Result<Vec<u8>, SealFault> {
        let mut fault = SealFault::NoKey;
        for it in &self.0 {
            match it.key.open(place, message) {
                Err(SealFault::NoKey) => {}
                Err(other) => fault = other,
                Ok(json) => return Ok(json),
            }
        }
        Err(fault)
    }
}

impl App {
    /// Creates the key of a budget's inbox if it has none, or none since the file's encryption key
    /// changed, and registers the public key with the server.
    pub(super) async fn keep_inbox_key(
        &self,
        budget: &Arc<OpenBudget>,
        route: &BankRoute,
    ) -> Result<(), CallError> {
        let metadata = Metadata::read_or_default(budget.dir());
        let file_key = metadata.text(keys::ENCRYPT_KEY_ID).map(str::to_owned);
        let known = budget.read(Cost::Quick.into(), InboxKeys::of).await?;
        let (kid, public) = match known.current(file_key.as_deref()) {
            Some(current) => current,
            None => make_key(budget, file_key).await?,
        };
        if self.banks.has_registered(&route.file, &kid) {
            return Ok(());
        }
        let named = kid.clone();
        route.ask(move |banks, file| banks.register_key(file, &named, &public)).await?;
        forget(budget, known.outlived(&kid, budget.today())).await?;
        self.banks.note_registered(&route.file, kid);
        Ok(())
    }
}

/// Creates a key and syncs it before the server seals anything to it, so that no message depends on
/// this device alone.
async fn make_key(
    budget: &Arc<OpenBudget>,
    file_key: Option<String>,
) -> Result<(String, String), CallError> {
    let key = PrivateKey::fresh().map_err(|error| CallError::internal(&error))?;
    let (kid, public) = (key.public().kid(), key.public().text());
    let (name, private) = (format!("{PREFIX}{kid}"), key.text().to_string());
    let decide = move |world: &World<'_>| {
        let stored = StoredKey { v: FORM, private, made: Some(world.today()), file_key };
        let text = serde_json::to_string(&stored).map_err(|error| CallError::internal(&error))?;
        let change = Change::new("preferences", &name, "value", Value::from(text));
        Ok(Plan::unrecorded(vec![change], JsonText::default()))
    };
    budget.change(Box::new(decide), UndoOptions::default(), None).await?;
    if budget.sync().await.is_err() {
        let message = "This budget must sync with the server first. Please sync it and try again.";
        return Err(CallError::new(ErrorCode::Network, message));
    }
    Ok((kid, public))
}

/// Empties the preferences of keys that are not needed any more.
async fn forget(budget: &Arc<OpenBudget>, prefs: Vec<String>) -> Result<(), CallError> {
    if prefs.is_empty() {
        return Ok(());
    }
    let emptied = prefs.iter().map(|pref| Change::new("preferences", pref, "value", ""));
    let emptied = emptied.collect();
    let decide = move |_: &World<'_>| Ok(Plan::unrecorded(emptied, JsonText::default()));
    budget.change(Box::new(decide), UndoOptions::default(), None).await.map(drop)
}
