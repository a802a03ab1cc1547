//! Undo and redo.

use std::sync::Arc;

use crate::app::App;
use crate::contract::CallError;
use crate::contract::history::{Redo, Undo, UndoneStep};
use crate::database_actor::owner::Direction;
use crate::router::Control;
use crate::session::Session;

impl Control for Undo {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Option<UndoneStep>, CallError> {
        let direction =
            if self.only_own == Some(true) { Direction::UndoOwn } else { Direction::Undo };
        app.budget_of(session).await?.step(direction, self.step, session.origin()).await
    }
}

impl Control for Redo {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Option<UndoneStep>, CallError> {
        app.budget_of(session).await?.step(Direction::Redo, self.step, session.origin()).await
    }
}
