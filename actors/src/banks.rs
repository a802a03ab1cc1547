//! Linked banks: connections to providers, what is fetched through them, and how that waits sealed
//! for a device. A sync server and a device without one run the same code; what the fetched rows do
//! to the ledger is decided elsewhere.

pub mod connections;
pub mod core;
pub mod direct;
mod fetching;
mod flights;
pub mod http;
mod linking;
pub mod message;
pub mod provider;
pub mod providers;
mod quotas;
mod running;
pub mod sealing;
mod sign_ins;
mod store;
mod times;
mod times_a_day;
mod vault;
pub mod web;

pub use core::{BankOptions, Banks};
pub use store::{StoreFault, rotate_key};

#[cfg(test)]
mod tests;
