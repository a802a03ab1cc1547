//! Undo and redo.

use std::sync::Arc;

use crate::app::App;
use crate::contract::CallError;
use crate::contract::history::{Redo, Undo, UndoneStep};
use crate::database_actor::owner::Step;
use crate::db::Direction;
use crate::router::Control;
use crate::session::Session;

impl Control for Undo {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Option<UndoneStep>, CallError> {
        let step = Step {
            direction: Direction::Undo,
            only_own: self.only_own == Some(true),
            meant: self.step,
            origin: session.origin(),
        };
        app.budget_of(session).await?.ask_db(step).await
    }
}

impl Control for Redo {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Option<UndoneStep>, CallError> {
        let step = Step {
            direction: Direction::Redo,
            only_own: false,
            meant: self.step,
            origin: session.origin(),
        };
        app.budget_of(session).await?.ask_db(step).await
    }
}
