//! The algebra of merging: timestamps, the hybrid clock, values, messages and the Merkle tree. It
//! does not know tables, SQL, files or the network.

mod clock;
mod merkle;
mod message;
mod timestamp;
mod value;

pub use clock::{Clock, ClockError, MAX_DRIFT_MS, latest_accepted};
pub use merkle::{Merkle, MerkleError};
pub use message::{Change, Message};
pub use timestamp::{Node, Timestamp, TimestampError, TimestampText};
pub use value::{Value, ValueError};
