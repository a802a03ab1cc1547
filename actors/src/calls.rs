//! One handler per call, by domain, each thin: read, ask the engine, answer.

mod accounts;
mod backups;
mod budget;
mod categories;
mod columns;
mod files;
mod filters;
mod history;
mod notes;
mod payees;
mod query;
mod server;
mod settings;
mod sheet;
mod stored_budget;
mod stored_ledger;
mod sync;
mod transactions;
