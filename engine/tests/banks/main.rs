//! Banks: recorded answers and what they mean for the ledger.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing test may panic")]

mod laws;
mod ledger;
mod reading;
mod stories;
mod world;
