//! Tests of whole operations on a data directory.

mod bad_databases;
mod bad_zips;
mod common;
mod import;
mod store;
