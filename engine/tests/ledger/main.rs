//! The ledger on rows in memory: laws that hold after any batch.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure must stop the test")]

mod laws;
mod memory;
mod reads;
mod structure;
