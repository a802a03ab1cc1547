//! One handler per call, by domain, each thin: read, ask the engine, answer.

mod accounts;
mod budget;
mod categories;
mod columns;
mod files;
mod history;
mod notes;
mod query;
mod settings;
mod sheet;
mod stored_budget;
