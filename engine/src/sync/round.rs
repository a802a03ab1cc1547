//! One full sync as a state machine without input or output (spec/3 section 9.1): what happened is
//! told in, what to do next comes out. It knows neither clocks nor storage nor encryption.
//!
//! A round goes on for as long as an exchange brings either side anything. It gives up only when a
//! request for all that can differ left both trees as they were, never after a number of requests.

use std::collections::BTreeSet;

use super::api::SyncFault;
use crate::crdt::{Merkle, Timestamp};

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Send all stored messages after this time and ask for those of others; then
    /// [`Round::answered`].
    Send(Timestamp),
    /// Store what was answered in one piece, then [`Round::applied`].
    Apply,
    /// Both sides have the same messages.
    Done,
    /// The round cannot go on.
    Fault(SyncFault),
}

/// The hashes that say what both sides have.
type Roots = [Option<i32>; 2];

/// A sync under way.
#[derive(Debug)]
pub struct Round {
    /// The server's tree as of its last answer.
    server: Merkle,
    /// What both sides had each time when everything that can differ was asked for. Coming back to
    /// one of them is no progress either, whatever a server does.
    asked_at: BTreeSet<Roots>,
}

impl Round {
    /// Begins with what happened after `since`.
    #[must_use]
    pub const fn start(since: Timestamp) -> (Self, Step) {
        (Self { server: Merkle::new(), asked_at: BTreeSet::new() }, Step::Send(since))
    }

    /// The server answered, messages and the JSON text of its tree.
    pub fn answered(&mut self, merkle: &str) -> Step {
        match Merkle::from_json(merkle) {
            Ok(server) => {
                self.server = server;
                Step::Apply
            }
            Err(_) => Step::Fault(SyncFault::Internal),
        }
    }

    /// What was answered is stored; `own` is the tree of the own log now.
    pub fn applied(&mut self, own: &Merkle) -> Step {
        let Some(differ_ms) = self.server.diff(own) else { return Step::Done };
        let roots = [own.root_hash(), self.server.root_hash()];
        if !self.asked_at.insert(roots) {
            return Step::Fault(SyncFault::OutOfSync);
        }
        Step::Send(Timestamp::since(differ_ms))
    }
}

#[cfg(test)]
mod tests;
