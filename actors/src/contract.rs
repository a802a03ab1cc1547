//! The contract: every call, error and pushed event, each declared once.
//!
//! [`calls`], [`errors`] and [`events`] are the three tables; the sibling modules hold the request
//! and reply types by domain. Nothing here decides or touches storage. This module imports only the
//! engine, so that it could become a crate of its own.

pub mod accounts;
pub mod backups;
pub mod bank_screens;
pub mod banks;
pub mod budget;
pub mod budget_actions;
pub mod calls;
pub mod categories;
pub mod coming;
pub mod dashboards;
pub mod errors;
pub mod events;
pub mod files;
pub mod filters;
pub mod history;
mod json_text;
pub mod notes;
pub mod payees;
pub mod query;
pub mod reports;
pub mod rules;
pub mod saved_reports;
pub mod schedules;
pub mod server;
pub mod settings;
pub mod sheet;
pub mod statements;
pub mod sync;
pub mod templates;
pub mod transactions;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

pub use errors::{CallError, ErrorCode};
pub use events::Event;
pub use json_text::JsonText;

/// The access of a call's handler, which decides where it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Reads the open budget.
    Query,
    /// Decides a change to the open budget.
    Mutation,
    /// Acts on files, sessions, and opening and closing budgets.
    Control,
}

/// A named call: its request type is the implementor.
pub trait Call: DeserializeOwned + Send + 'static {
    /// The name that callers use.
    const NAME: &'static str;
    /// Where the handler runs.
    const LANE: Lane;
    /// The field that may be passed bare, as a list or text instead of an object, if there is one.
    const BARE: &'static [&'static str];
    /// The result of a successful call.
    type Reply: Serialize + Send + 'static;
}

/// One line of the generated documentation.
pub struct CallInfo {
    /// The name that callers use.
    pub name: &'static str,
    /// Aliases.
    pub aliases: &'static [&'static str],
    /// The field that may be passed bare, if there is one.
    pub bare: &'static [&'static str],
    /// Where the handler runs.
    pub lane: Lane,
    /// TypeScript name of the request.
    pub args: String,
    /// TypeScript declaration of the request.
    pub declaration: String,
    /// TypeScript of the reply.
    pub reply: String,
    /// Description of the call.
    pub docs: String,
    /// The error codes particular to the call.
    pub errors: &'static [ErrorCode],
    /// Whether sending it twice is safe: true for every query and for the controls marked so.
    pub repeatable: bool,
}

/// A value that was given, also if it is null.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
