//! Calls that change an open budget: their decisions and where they are made.

use std::sync::Arc;

use super::{Cost, OpenBudget, closed};
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::database_actor::owner::{CarryOut, Decide, DecideFn, DecidedFrom};
use crate::limits;
use crate::session::SessionId;
use crate::world::UndoOptions;

impl OpenBudget {
    /// Decides and commits a change on the database thread, in order of arrival.
    pub(crate) async fn change(
        &self,
        decide: DecideFn,
        undo: UndoOptions,
        origin: Option<SessionId>,
    ) -> Result<JsonText, CallError> {
        self.db.send(Decide { decide, undo, origin }).await.unwrap_or_else(closed)
    }

    /// Lets a call decide beside other work and commits its plan. If a commit that it depends on
    /// comes between, decides again, a limited number of times.
    ///
    /// # Errors
    /// Any error of the call; `busy` if commits keep coming between.
    pub(crate) async fn change_beside(
        self: &Arc<Self>,
        from: DecidedFrom,
        decide: impl Fn() -> Result<DecideFn, CallError>,
        undo: UndoOptions,
        origin: Option<SessionId>,
    ) -> Result<JsonText, CallError> {
        let most = match from {
            DecidedFrom::Everything => limits::DECISIONS,
            DecidedFrom::Ledger => limits::IMPORT_DECISIONS,
        };
        for _ in 0..most {
            let (at, decide) = (self.revision(), decide()?);
            self.view.reached(at).await?;
            let plan = self.read_at(at, Cost::Quick.into(), decide).await?;
            let (undo, origin) = (undo.clone(), origin.clone());
            let carried = self.db.send(CarryOut { plan, at, from, undo, origin }).await;
            if let Some(reply) = carried.unwrap_or_else(closed)? {
                return Ok(reply);
            }
        }
        Err(CallError::of(ErrorCode::Busy))
    }
}
