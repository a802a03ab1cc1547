//! Golden vectors and laws of the budget cells: every cell of thirteen recorded budgets, by
//! replaying their operations and from their final tables; random edits against an independent
//! model.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing test may panic")]
mod events;
mod laws;
mod operations;
mod oracle;
mod replay;
mod tables;
mod vectors;
