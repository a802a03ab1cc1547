//! One full sync as a state machine without input or output: events go in, the next step comes out.
//! It does not know clocks, storage or encryption.
//!
//! A round continues while an exchange brings new messages. It gives up once an exchange brought
//! none and the trees differ from a time that was already requested: the device has sent everything
//! since that time and received everything the server has. If the server's tree differs elsewhere
//! at each response, the round requests a few more times. It ends after a hundred exchanges,
//! whatever they bring.

use std::collections::BTreeSet;

use super::fault::SyncFault;
use crate::crdt::{Merkle, Timestamp};

/// The next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Send all stored messages after this time and request those of others; then
    /// [`Round::answered`].
    Send(Timestamp),
    /// Store the response as one batch, then [`Round::applied`].
    Apply,
    /// Both sides have the same messages.
    Done,
    /// The round failed.
    Fault(SyncFault),
}

/// Most start times to request while nothing new arrives. Trees are pruned, so finding the first
/// difference can take a few.
const MOST_TIMES: usize = 16;
/// Most exchanges of a round: a server that always has one more message must not hold a caller.
const MOST_EXCHANGES: usize = 100;

/// A running sync.
#[derive(Debug)]
pub struct Round {
    /// The server's tree from its last response.
    server: Merkle,
    /// Hash of this device's log when messages last arrived.
    own: Option<i32>,
    /// The start times requested since then, in milliseconds.
    asked: BTreeSet<u64>,
    /// How many exchanges were stored.
    exchanges: usize,
}

impl Round {
    /// Starts with changes after `since`.
    #[must_use]
    pub const fn start(since: Timestamp) -> (Self, Step) {
        let round = Self { server: Merkle::new(), own: None, asked: BTreeSet::new(), exchanges: 0 };
        (round, Step::Send(since))
    }

    /// The server responded with messages and the JSON text of its tree.
    pub fn answered(&mut self, merkle: &str) -> Step {
        match Merkle::from_json(merkle) {
            Ok(server) => {
                self.server = server;
                Step::Apply
            }
            Err(_) => Step::Fault(SyncFault::BrokenAnswer),
        }
    }

    /// The response is stored; `own` is the current tree of this device's log.
    pub fn applied(&mut self, own: &Merkle) -> Step {
        let Some(differ_ms) = self.server.diff(own) else { return Step::Done };
        let own = own.root_hash();
        if self.own != own {
            self.own = own;
            self.asked.clear();
        }
        self.exchanges += 1;
        let too_many = self.asked.len() >= MOST_TIMES || self.exchanges >= MOST_EXCHANGES;
        if !self.asked.insert(differ_ms) || too_many {
            return Step::Fault(SyncFault::OutOfSync);
        }
        Step::Send(Timestamp::since(differ_ms))
    }
}

#[cfg(test)]
mod tests;
