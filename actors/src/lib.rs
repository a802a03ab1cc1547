//! The application of Sobre: owns budget files, decides, writes, recalculates and notifies.
//!
//! Data flows one way: a call's changes go through the database actor, from there as facts to the
//! sheet actor, from there as changed cells to the notifications actor and so to every tab.

mod answers;
mod app;
pub mod banks;
mod calls;
pub mod contract;
mod database_actor;
pub mod db;
pub mod durable;
pub mod environment;
mod failed;
mod faults;
pub mod files;
pub mod limits;
pub mod network;
mod notifications;
mod open_budget;
mod router;
mod session;
mod sheet;
pub mod sync;
mod tasks;
#[cfg(feature = "testing")]
pub mod testing;
mod world;

pub use answers::{Answer, AnswerShare};
pub use app::{App, BankOpener, ExportFile, Uploading, VERSION};
pub use session::{Frame, Permit, Session, SessionId};
pub use world::UndoOptions;
