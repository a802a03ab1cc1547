//! The calls of the contract in process, as callers see them: one module per domain, and the laws
//! of every call that changes a budget.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure must stop the test")]
#![allow(clippy::needless_pass_by_value, reason = "JSON is written where it is passed")]

mod accounts;
mod backups;
mod broken_off;
mod budget;
mod budget_actions;
mod categories;
mod changed_cells;
mod concurrency;
mod cut_answers;
mod dashboards;
mod events;
mod explaining;
mod faults;
mod files;
mod filters;
mod generators;
mod harness;
mod history;
mod import_file;
mod import_once;
mod import_vectors;
mod interop;
mod laws;
mod ledger;
mod ledger_vectors;
mod moved;
mod moved_data_dir;
mod notes;
mod odd_servers;
mod payees;
mod query;
mod reading;
mod reads;
mod repairs;
mod reports;
mod rules;
mod saved_reports;
mod schedule_runs;
mod schedule_vectors;
mod schedules;
mod scripted;
mod scripts;
mod settings;
mod sheet;
mod slow_rules;
mod statements;
mod sync;
mod template_vectors;
mod templates;
mod transactions;
mod unread;
mod vectors;
mod whole_imports;
