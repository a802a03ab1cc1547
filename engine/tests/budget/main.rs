//! Golden vectors and laws of the budget cells: every cell of thirteen recorded budgets from their
//! final tables; random edits against an independent model. The application's tests replay the
//! operations of these budgets by its calls.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing test may panic")]
mod cells;
mod laws;
mod oracle;
mod tables;
mod vectors;
