//! The client of a sync server: encryption, and what is sent and received.

pub mod encryption;
