//! The application of Sobre: owns budget files, decides, writes, recalculates and tells.

pub mod db;
pub mod environment;
pub mod files;
