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
use crate::db::read;
use crate::open_budget::{Cost, OpenBudget};
use crate::world::{Plan, UndoOptions, World};

const PREFIX: &str = "sobre.bank-inbox.";
const FORM: u32 = 1;

/// A stored private key.
#[derive(Serialize, Deserialize)]
struct StoredKey {
    v: u32,
    private: String,
    made: Option<Day>,
}

/// The keys of an inbox, newest first.
pub(super) struct InboxKeys(Vec<(Option<Day>, PrivateKey)>);

impl InboxKeys {
    pub(super) fn of(world: &World<'_>) -> Result<Self, CallError> {
        let stored = read::banks::prefs_with(world.reader, PREFIX)?;
        let keys = stored.values().filter_map(|text| {
            let stored: StoredKey = serde_json::from_str(text).ok()?;
            Some((stored.made, PrivateKey::of_text(&stored.private)?))
        });
        let mut keys: Vec<_> = keys.collect();
        // If two keys were created on the same day, every device must choose the same one.
        keys.sort_by_cached_key(|(made, key)| std::cmp::Reverse((*made, key.public().kid())));
        Ok(Self(keys))
    }

    /// Whether there are no keys.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The id and the public key of the newest pair.
    fn newest(&self) -> Option<(String, String)> {
        self.0.first().map(|(_, key)| (key.public().kid(), key.public().text()))
    }

    /// Opens a message with the key that it is sealed to.
    pub(super) fn open(&self, place: &Place<'_>, message: &[u8]) -> Result<Vec<u8>, SealFault> {
        let mut fault = SealFault::NoKey;
        for (_, key) in &self.0 {
            match key.open(place, message) {
                Err(SealFault::NoKey) => {}
                Err(other) => fault = other,
                Ok(json) => return Ok(json),
            }
        }
        Err(fault)
    }
}

impl App {
    /// Creates the key of a budget's inbox if it has none, and registers the public key with the
    /// server.
    pub(super) async fn keep_inbox_key(
        &self,
        budget: &Arc<OpenBudget>,
        route: &BankRoute,
    ) -> Result<(), CallError> {
        let known = budget.read(Cost::Quick.into(), InboxKeys::of).await?;
        let (kid, public) = match known.newest() {
            Some(newest) => newest,
            None => make_key(budget).await?,
        };
        if self.banks.has_registered(&route.file, &kid) {
            return Ok(());
        }
        let named = kid.clone();
        route.ask(move |banks, file| banks.register_key(file, &named, &public)).await?;
        self.banks.note_registered(&route.file, kid);
        Ok(())
    }
}

/// Creates a key and syncs it before the server seals anything to it, so that no message depends on
/// this device alone.
async fn make_key(budget: &Arc<OpenBudget>) -> Result<(String, String), CallError> {
    let key = PrivateKey::fresh().map_err(|error| CallError::internal(&error))?;
    let (kid, public) = (key.public().kid(), key.public().text());
    let (name, private) = (format!("{PREFIX}{kid}"), key.text().to_string());
    let decide = move |world: &World<'_>| {
        let stored = StoredKey { v: FORM, private, made: Some(world.today()) };
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
