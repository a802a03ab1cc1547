//! The parts of an account's link that have no column in the file format: the connection, and the
//! options of the first import. They are stored as preferences, which undo never changes.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Day;
use sobre_engine::ids::AccountId;
use sobre_engine::money::Amount;

use crate::contract::CallError;
use crate::db::read;
use crate::world::World;

const PREFIX: &str = "sobre.bank-link.";

/// Additional data about an account's link.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::calls) struct LinkNote {
    /// The linked account at the bank.
    pub(in crate::calls) external: String,
    /// The server's id of the connection.
    pub(in crate::calls) connection: Option<String>,
    /// When the bank's consent expires.
    pub(in crate::calls) valid_until: Option<String>,
    /// Whether nothing has been imported since the account was linked.
    pub(in crate::calls) is_fresh: bool,
    /// The starting date that the user chose.
    pub(in crate::calls) starting_date: Option<Day>,
    /// The starting balance that the user chose.
    pub(in crate::calls) starting_balance: Option<Amount>,
}

/// The link notes of a budget by account.
pub(in crate::calls) struct LinkNotes(HashMap<String, String>);

impl LinkNotes {
    pub(in crate::calls) fn of(world: &World<'_>) -> Result<Self, CallError> {
        Ok(Self(read::banks::prefs_with(world.reader, PREFIX)?))
    }

    /// The note about an account's current link. Ignores a note about an earlier link.
    pub(in crate::calls) fn get(&self, account: &AccountId, external: &str) -> LinkNote {
        let stored = self.0.get(&format!("{PREFIX}{account}"));
        let read = stored.and_then(|text| serde_json::from_str::<LinkNote>(text).ok());
        let usual = || LinkNote { external: external.to_owned(), ..LinkNote::default() };
        read.filter(|note| note.external == external).unwrap_or_else(usual)
    }
}

impl LinkNote {
    /// The change that stores it.
    pub(in crate::calls) fn change(&self, account: &AccountId) -> Result<Change, CallError> {
        let text = serde_json::to_string(self).map_err(|error| CallError::internal(&error))?;
        let key = format!("{PREFIX}{account}");
        Ok(Change::new("preferences", &key, "value", Value::from(text.as_str())))
    }
}
