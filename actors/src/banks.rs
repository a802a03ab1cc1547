//! Linked banks: connections to providers, what is fetched through them, and how that waits sealed
//! for a device. A sync server and a device without one run the same code; what the fetched rows do
//! to the ledger is decided elsewhere.

pub mod connections;
