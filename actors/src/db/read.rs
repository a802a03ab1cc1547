//! Reads for handlers, by domain. Every function takes a read-only connection and returns plain
//! values.

pub(crate) mod accounts;
pub(crate) mod bank_reports;
pub(crate) mod banks;
pub(crate) mod budget;
pub(crate) mod categories;
pub(crate) mod dashboards;
pub(crate) mod evidence;
pub(crate) mod filters;
pub(crate) mod merge_repair;
pub(crate) mod notes;
pub(crate) mod payees;
pub(crate) mod repair;
pub(crate) mod rules;
pub(crate) mod saved_reports;
pub(crate) mod schedules;
pub(crate) mod settings;
pub(crate) mod statements;
pub(crate) mod templates;
pub(crate) mod transactions;
