//! The written transactions as tabs list them: read once for each commit and shared by all tabs, so
//! that no tab has to request them.

use std::sync::Arc;

use serde_json::json;

use crate::contract::{CallError, JsonText};
use crate::db::{ReaderPool, TouchedRows};
use crate::limits;

/// The transactions written by a commit, if they are few.
#[derive(Debug)]
pub(super) struct WrittenTransactions(Vec<Arc<str>>);

impl WrittenTransactions {
    /// `None` if no transactions were written, or too many.
    pub(super) fn of(touched: &[TouchedRows]) -> Option<Self> {
        let written = touched.iter().find(|touched| touched.table == "transactions")?;
        (written.rows.len() <= limits::TRANSACTIONS_SENT).then(|| Self(written.rows.clone()))
    }

    /// The splits and single transactions that contain them, as the `query` call returns them.
    /// `None` on failure; tabs then request them.
    pub(super) fn read(&self, readers: &ReaderPool) -> Option<JsonText> {
        let query = json!({
            "table": "transactions",
            "tableOptions": { "splits": "grouped" },
            "filterExpressions": [{ "id": { "$oneof": self.0 } }],
            "selectExpressions": ["*"],
        });
        let read = || Ok::<_, CallError>(readers.take()?.query(&query)?.data);
        read()
            .inspect_err(
                |error| tracing::warn!(error = %error.message, "written rows were not read"),
            )
            .ok()
    }
}
