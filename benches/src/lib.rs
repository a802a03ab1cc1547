//! Seeded large budgets, and plain implementations to compare with. Everything derives from a size
//! and a seed, so that two runs measure the same budget.

pub mod command;
pub mod dense;
pub mod durable;
pub mod facts;
pub mod files;
pub mod plain;
pub mod random;
pub mod samples;
pub mod size;
