//! The table of pushed events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, PayeeId};
use sobre_engine::sheet::ChangedCells;
use ts_rs::TS;

use super::JsonText;
use super::backups::Backup;
use super::budget::BudgetBounds;
use super::history::{StepName, StepPlace};
use super::schedules::ScheduleRun;

/// The first event of a connection.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Hello {
    /// This session's id, as other events name it.
    pub session: String,
    /// Version of the program.
    pub version: String,
    /// Today, as the program sees it.
    pub today: Day,
}

/// The day has changed.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TodayChanged {
    /// Today, as the program sees it.
    pub today: Day,
}

/// Cells whose values changed.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CellsChanged {
    /// Revision of the budget after the change.
    #[ts(type = "number")]
    pub revision: u64,
    /// The session whose call caused it, if any.
    pub origin: Option<String>,
    /// `{sheet}!{cell}` and the new value.
    #[ts(type = "Cell[]")]
    pub cells: ChangedCells,
    /// First and last month with a sheet, if the change moved them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bounds: Option<BudgetBounds>,
}

/// Rows were written (`applied`), or a sync started, succeeded or failed. Only `applied` names
/// tables and rows. A new tab receives the latest of the others when it loads a budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SyncEvent {
    /// `applied` for every write, local or received; `unauthorized` when the session at the server
    /// has ended.
    #[ts(type = "'applied' | 'success' | 'error' | 'start' | 'unauthorized'")]
    pub r#type: &'static str,
    /// Why a sync failed: `network`, `out-of-sync`, `file-has-reset` and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub subtype: Option<String>,
    /// Details: `{isMissingKey: true}` for `encrypt-failure` and `decrypt-failure`, `{offsetMs}`
    /// for a `clock-drift` that was corrected with the server's time, and for every success while
    /// the clock is off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "{ isMissingKey?: boolean; offsetMs?: number }")]
    pub meta: Option<Value>,
    /// Tables written.
    pub tables: Vec<String>,
    /// Ids of the written rows by table, so that a tab can patch its loaded rows; null if too many
    /// rows were written.
    #[ts(type = "Record<string, string[]> | null")]
    pub rows: Option<BTreeMap<&'static str, Vec<String>>>,
    /// The written transactions as `query` returns them with `splits: grouped`, each in its whole
    /// split. Deleted ones are missing. Absent if none or many were written. They may be of a later
    /// revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "QueryRows['transactions'][]")]
    pub transactions: Option<JsonText>,
    /// Revision of the budget after the write.
    #[ts(type = "number")]
    pub revision: u64,
    /// The session whose call caused it, if any.
    pub origin: Option<String>,
}

/// A step was undone or redone.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UndoEvent {
    /// Tables touched, each once.
    pub tables: Vec<String>,
    /// The cells written, as messages without timestamps; empty if there are too many.
    #[ts(type = "unknown[]")]
    pub messages: Vec<Value>,
    /// Where the step happened: the first place that still exists, if any.
    pub place: Option<StepPlace>,
    /// Tag of the original call.
    #[serde(rename = "undoTag")]
    pub undo_tag: Option<String>,
    /// Name of the step, if its caller gave one.
    pub name: Option<StepName>,
    /// Data of the step: {targetId, mergeIds} for merged payees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub meta: Option<Value>,
    /// `undo` or `redo`.
    #[ts(type = "'undo' | 'redo'")]
    pub kind: &'static str,
    /// The session that requested it.
    pub origin: Option<String>,
}

/// A step that can be undone or redone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct HistoryStep {
    /// Its number, unique while the budget is open.
    #[ts(type = "number")]
    pub number: u64,
    /// Its name, if its caller gave one.
    pub name: Option<StepName>,
    /// The session that made it.
    pub session: Option<String>,
}

/// What undo and redo would do now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
pub struct HistoryEvent {
    /// The step that undo would take back.
    pub undo: Option<HistoryStep>,
    /// The step that redo would repeat.
    pub redo: Option<HistoryStep>,
}

/// Changed transactions left payees that no transaction uses any more.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OrphanedPayees {
    /// The unused payees.
    #[serde(rename = "orphanedIds")]
    pub orphaned_ids: Vec<PayeeId>,
    /// The new payees of the transactions, in order.
    #[serde(rename = "updatedPayeeIds")]
    pub updated_payee_ids: Vec<PayeeId>,
    /// The session that changed them.
    pub origin: Option<String>,
}

/// The open budget was closed by another session or the program.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BudgetClosed {
    /// The budget.
    pub id: String,
    /// Why, in words.
    pub message: String,
}

/// Progress of opening or downloading a budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LoadingStatus {
    /// The current step.
    #[ts(type = "'downloading' | 'checking' | 'opening'")]
    pub status: &'static str,
}

/// A background task failed, so there is no call to return the error.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ServerError {
    /// The error code, such as `storage-full`.
    pub code: &'static str,
    /// What failed and why, in words.
    pub message: String,
}

/// The backups of a budget after one was made or loaded.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BackupsUpdated {
    /// The budget.
    pub id: String,
    /// Its backups now, newest first.
    pub backups: Vec<Backup>,
}

/// Schedules are due, but were not posted because the sync did not succeed: another device may have
/// posted them. They are posted after the next sync that succeeds.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SchedulesOffline {
    /// Their payees.
    pub payees: Vec<PayeeId>,
}

/// A run of the schedules posted, completed or failed to post something: for the notice center.
/// `schedule/last-run` returns what a tab that was not there has missed.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SchedulesRan {
    /// Its id, so that a tab shows each run once.
    pub id: String,
    /// The day whose schedules it ran.
    pub day: Day,
    /// What it did.
    pub run: ScheduleRun,
}

/// The device imported transactions that the server had fetched on schedule; tabs show a short
/// notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct BankNews {
    /// How many transactions were added.
    pub added: usize,
    /// The accounts they were added to.
    pub accounts: Vec<AccountId>,
}

/// An event without content.
#[derive(Debug, Clone, Serialize, TS)]
pub struct NoContent {}

macro_rules! events {
    ($($variant:ident $wire:literal $data:ty;)*) => {
        /// A pushed event.
        #[derive(Debug, Clone)]
        pub enum Event {
            $(#[doc = concat!("The event `", $wire, "`.")] $variant($data),)*
        }

        impl Event {
            /// The event's name on the wire.
            #[must_use]
            pub const fn wire(&self) -> &'static str {
                match self { $(Self::$variant(_) => $wire,)* }
            }

            /// The frame `{event, data}`.
            ///
            /// # Errors
            /// When the data cannot be written as JSON.
            pub fn frame(&self) -> Result<String, serde_json::Error> {
                match self { $(Self::$variant(data) => frame($wire, data),)* }
            }

            /// Names and TypeScript types of all events.
            #[must_use]
            pub fn table(config: &ts_rs::Config) -> Vec<(&'static str, String)> {
                vec![$(($wire, <$data as TS>::name(config)),)*]
            }
        }
    };
}

events! {
    Hello "hello" Hello;
    TodayChanged "today-changed" TodayChanged;
    CellsChanged "cells-changed" CellsChanged;
    SyncEvent "sync-event" SyncEvent;
    UndoEvent "undo-event" UndoEvent;
    History "history" HistoryEvent;
    PrefsUpdated "prefs-updated" NoContent;
    OrphanedPayees "orphaned-payees" OrphanedPayees;
    SchedulesOffline "schedules-offline" SchedulesOffline;
    SchedulesRan "schedules-ran" SchedulesRan;
    BankNews "bank-news" BankNews;
    StartLoad "start-load" NoContent;
    FinishLoad "finish-load" NoContent;
    StartImport "start-import" NoContent;
    FinishImport "finish-import" NoContent;
    ShowBudgets "show-budgets" NoContent;
    BudgetClosed "budget-closed" BudgetClosed;
    BackupsUpdated "backups-updated" BackupsUpdated;
    UpdateLoadingStatus "update-loading-status" LoadingStatus;
    ServerError "server-error" ServerError;
    FallbackWriteError "fallback-write-error" ServerError;
}

#[derive(Serialize)]
struct Frame<'a, D> {
    event: &'a str,
    data: &'a D,
}

fn frame<D: Serialize>(event: &str, data: &D) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Frame { event, data })
}
