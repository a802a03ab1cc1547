//! The application of Sobre: owns budget files, decides, writes, recalculates and tells.
//!
//! Data flows one way: a caller's change goes through the database actor, from there as facts to
//! the sheet actor, from there as changed cells to the notifications actor and so to every tab.

mod answers;
mod app;
mod backups;
mod calls;
pub mod contract;
pub mod db;
pub mod environment;
mod exports;
mod faults;
pub mod files;
pub mod limits;
mod notifications;
mod open_budget;
mod router;
mod session;
mod sheet;
pub mod sync;
#[cfg(feature = "testing")]
pub mod testing;
mod world;

pub use answers::{Answer, AnswerShare};
pub use app::{App, VERSION};
pub use exports::{ExportFile, Uploading};
pub use router::UndoOptions;
pub use session::{Frame, Permit, Session, SessionId};
