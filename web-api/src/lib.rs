//! The sobre program: the only crate that knows HTTP, sockets and the command line. It decides
//! nothing about budgets and contains no SQL outside the sync server's disk backend.

pub mod access;
pub mod app;
mod assets;
mod authority;
pub mod bodies;
mod calls;
pub mod cli;
pub mod contract_gen;
mod entry;
mod guards;
mod own_server;
mod plain_path;
pub mod serve;
pub mod sync_server;
mod umask;
mod unread;
