//! The hybrid logical clock of one open copy. The caller passes the wall time; nothing is persisted
//! here.

use thiserror::Error;

use super::timestamp::{Node, Timestamp};

/// How far a clock or a message may be ahead of the wall time, in milliseconds.
pub const MAX_DRIFT_MS: u64 = 300_000;

/// The latest timestamp allowed at a wall time, both in milliseconds since 1970. Devices create
/// none beyond it, and devices and server accept none.
#[must_use]
pub const fn latest_accepted(wall_ms: u64) -> u64 {
    wall_ms.saturating_add(MAX_DRIFT_MS)
}

/// Why the clock refused to move. Its state is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ClockError {
    /// The clock or a received message is more than [`MAX_DRIFT_MS`] ahead of wall time.
    #[error("a timestamp is more than five minutes ahead of this device's clock")]
    Drift,
    /// More than 65535 messages in one millisecond.
    #[error("too many changes in one millisecond")]
    Overflow,
}

/// The clock's state: the last timestamp it issued or received, under its own node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    now: Timestamp,
}

impl Clock {
    /// A clock that has seen `now` and stamps with its node.
    #[must_use]
    pub const fn new(now: Timestamp) -> Self {
        Self { now }
    }

    /// A first clock: 1970, counter 0.
    #[must_use]
    pub const fn first(node: Node) -> Self {
        Self { now: Timestamp::ZERO.with_node(node) }
    }

    /// The state as a timestamp, the form that is stored.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// Changes the node and keeps the time.
    pub const fn take_node(&mut self, node: Node) {
        self.now = self.now.with_node(node);
    }

    /// The timestamp of the next own message.
    ///
    /// # Errors
    /// [`ClockError`]; the clock is unchanged then.
    pub fn send(&mut self, wall_ms: u64) -> Result<Timestamp, ClockError> {
        let millis = self.now.millis().max(wall_ms);
        let counter =
            if millis == self.now.millis() { u32::from(self.now.counter()) + 1 } else { 0 };
        self.advance(millis, counter, wall_ms)
    }

    /// Advances past the timestamp of a received message and returns the new state.
    ///
    /// # Errors
    /// [`ClockError`]; the clock is unchanged then.
    pub fn recv(&mut self, received: Timestamp, wall_ms: u64) -> Result<Timestamp, ClockError> {
        if received.millis() > latest_accepted(wall_ms) {
            return Err(ClockError::Drift);
        }
        let (own, other) = (self.now, received);
        let millis = own.millis().max(wall_ms).max(other.millis());
        let counter = match (millis == own.millis(), millis == other.millis()) {
            (true, true) => u32::from(own.counter().max(other.counter())) + 1,
            (true, false) => u32::from(own.counter()) + 1,
            (false, true) => u32::from(other.counter()) + 1,
            (false, false) => 0,
        };
        self.advance(millis, counter, wall_ms)
    }

    fn advance(
        &mut self,
        millis: u64,
        counter: u32,
        wall_ms: u64,
    ) -> Result<Timestamp, ClockError> {
        if millis > latest_accepted(wall_ms) {
            return Err(ClockError::Drift);
        }
        let counter = u16::try_from(counter).map_err(|_| ClockError::Overflow)?;
        self.now = Timestamp::new(millis, counter, self.now.node()).ok_or(ClockError::Drift)?;
        Ok(self.now)
    }
}
