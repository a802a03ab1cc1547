//! One thin handler per call, by domain: it reads, asks the engine and replies.

mod accounts;
mod backups;
pub(crate) mod banks;
mod budget;
mod categories;
mod dashboards;
mod files;
mod filters;
mod history;
mod notes;
mod payees;
mod query;
mod refusals;
mod reports;
mod rules;
mod said;
mod saved_reports;
pub(crate) mod schedules;
mod server;
mod settings;
mod sheet;
mod statements;
mod stored_budget;
mod stored_ledger;
mod sync;
mod transactions;
