//! Banks: recorded answers and what they mean for the ledger.

mod laws;
mod ledger;
mod reading;
mod world;
