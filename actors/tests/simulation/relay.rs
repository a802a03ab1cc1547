//! The server of a simulation: stores messages in timestamp order, and refuses those far in the
//! future, as ours does.

use std::collections::BTreeMap;

use sobre_engine::crdt::{MAX_DRIFT_MS, Merkle, Timestamp};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::{MessageEnvelope, SyncRequest, SyncResponse};

pub(crate) struct Relay {
    /// The sync generation; a reset starts the next.
    pub(crate) group: u64,
    log: BTreeMap<String, MessageEnvelope>,
    pub(crate) merkle: Merkle,
}

impl Relay {
    pub(crate) const fn new() -> Self {
        Self { group: 0, log: BTreeMap::new(), merkle: Merkle::new() }
    }

    /// Deletes all messages and starts a new generation.
    pub(crate) fn reset(&mut self) {
        *self = Self { group: self.group + 1, ..Self::new() };
    }

    pub(crate) fn group_id(&self) -> String {
        format!("group-{}", self.group)
    }

    pub(crate) fn sync(
        &mut self,
        request: &SyncRequest,
        now_ms: u64,
    ) -> Result<SyncResponse, SyncFault> {
        if request.group_id != self.group_id() {
            return Err(SyncFault::FileHasReset);
        }
        let stamp = |envelope: &MessageEnvelope| envelope.timestamp.parse::<Timestamp>().unwrap();
        let far = now_ms + MAX_DRIFT_MS;
        if request.messages.iter().any(|envelope| stamp(envelope).millis() > far) {
            return Err(SyncFault::ClockDrift);
        }
        let after = self.log.iter().filter(|(stamp, _)| **stamp > request.since);
        let messages = after.map(|(_, envelope)| envelope.clone()).collect();
        for envelope in &request.messages {
            if !self.log.contains_key(&envelope.timestamp) {
                self.merkle.insert(&stamp(envelope));
                self.log.insert(envelope.timestamp.clone(), envelope.clone());
            }
        }
        self.merkle.prune();
        Ok(SyncResponse { messages, merkle: self.merkle.to_json() })
    }
}
