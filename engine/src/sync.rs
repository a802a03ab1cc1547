//! The sync protocol between devices and servers. It does not know HTTP, files or encryption.

pub mod api;
pub mod clock_offset;
pub mod fault;
pub mod pieces;
pub mod reasons;
pub mod round;
pub mod wire;
