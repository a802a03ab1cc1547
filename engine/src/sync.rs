//! What devices and sync servers say to each other. Nothing here knows
//! HTTP, files or encryption.

pub mod api;
pub mod clock_offset;
pub mod pieces;
pub mod round;
pub mod wire;
