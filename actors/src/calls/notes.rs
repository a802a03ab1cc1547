//! Notes.

use sobre_engine::crdt::{Change, Value};

use crate::contract::notes::{Notes, NotesGet, NotesSave};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

impl Query for NotesGet {
    fn run(self, world: &World<'_>) -> Result<Notes, CallError> {
        Ok(read::notes::all(world.reader)?)
    }
}

impl Mutation for NotesSave {
    fn decide(self, _: &World<'_>) -> Result<Plan<()>, CallError> {
        if self.id.is_empty() {
            let message = "It was not said what the note belongs to.";
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let text = Value::Text(self.note.unwrap_or_default().into());
        Ok(Plan::step(vec![Change::new("notes", &self.id, "note", text)], ()))
    }
}
