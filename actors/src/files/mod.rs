//! Budget files on disk: one folder per budget in a data directory, holding `db.sqlite` and
//! `metadata.json` (spec/3 section 1). Everything here is plain functions and structs over paths;
//! who calls them, and which budget is open, is not known here.

pub mod durable;
pub mod metadata;
