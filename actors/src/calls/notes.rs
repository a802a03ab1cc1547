//! Notes.

use serde_json::json;
use sobre_engine::crdt::{Change, Value};

use crate::contract::notes::{Notes, NotesGet, NotesSave};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

/// Longest accepted id; ids created here have at most 44 bytes.
const ID_BYTES: usize = 200;

impl Query for NotesGet {
    fn run(self, world: &World<'_>) -> Result<Notes, CallError> {
        Ok(read::notes::all(world.reader)?)
    }
}

impl Mutation for NotesSave {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        if self.id.is_empty() {
            let message = "The id is missing.";
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let note = self.note.unwrap_or_default();
        if self.id.len() > ID_BYTES {
            let message = "The id is too long.";
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        if note.chars().count() > limits::NOTE_CHARS {
            let message = format!("A note can have at most {} characters.", limits::NOTE_CHARS);
            let facts = json!({ "most": limits::NOTE_CHARS });
            return Err(CallError::new(ErrorCode::NoteTooLong, message).with_meta(facts));
        }
        if note.is_empty() && !read::notes::is_there(world.reader, &self.id)? {
            return Ok(Plan::step(Vec::new(), ()));
        }
        let text = Value::Text(note.into());
        Ok(Plan::step(vec![Change::new("notes", &self.id, "note", text)], ()))
    }
}
