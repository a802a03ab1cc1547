//! The pure domain of Sobre.
//!
//! Everything here is a function of its arguments: no clock, no disk, no network, no randomness and
//! no global state. Later modules may use earlier ones: `money`, `dates`, `ids`, `names` and
//! `text`; then `crdt`, `sheet`, `query` and `recurrence`; then the budget domain built on top of
//! them, and `sync`.

pub mod crdt;
pub mod dates;
pub mod ids;
pub mod money;
pub mod names;
pub mod query;
pub mod sheet;
pub mod text;

pub mod accounts;
pub mod banks;
pub mod budget;
pub mod categories;
pub mod dashboards;
pub mod ledger;
pub mod order;
pub mod payees;
pub mod recurrence;
pub mod reports;
pub mod rules;
pub mod schedules;
pub mod statements;
pub mod sync;
pub mod templates;

#[cfg(any(test, feature = "testing"))]
pub mod testing;
