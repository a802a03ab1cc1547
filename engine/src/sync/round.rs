//! One full sync as a state machine without input or output: what happened is
//! told in, what to do next comes out. It knows neither clocks nor storage nor encryption.
//!
//! A round goes on for as long as an exchange brings the device anything. It gives up once nothing
//! came and the trees differ from a time on that was asked for before: all that the device has
//! since then was sent, and all that the server has was received. A server whose tree differs
//! elsewhere at each answer is asked a few times more.

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

/// Most times to ask from while nothing comes. Trees are pruned, so that it can take a few to find
/// where they differ.
const MOST_TIMES: usize = 16;

/// A sync under way.
#[derive(Debug)]
pub struct Round {
    /// The server's tree as of its last answer.
    server: Merkle,
    /// Hash of the own log when something came last.
    own: Option<i32>,
    /// The times that were asked from since then, in milliseconds.
    asked: BTreeSet<u64>,
}

impl Round {
    /// Begins with what happened after `since`.
    #[must_use]
    pub const fn start(since: Timestamp) -> (Self, Step) {
        (Self { server: Merkle::new(), own: None, asked: BTreeSet::new() }, Step::Send(since))
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
        let own = own.root_hash();
        if self.own != own {
            self.own = own;
            self.asked.clear();
        }
        if !self.asked.insert(differ_ms) || self.asked.len() > MOST_TIMES {
            return Step::Fault(SyncFault::OutOfSync);
        }
        Step::Send(Timestamp::since(differ_ms))
    }
}

#[cfg(test)]
mod tests;
