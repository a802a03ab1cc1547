//! Golden figures of every report, on eight invented budgets, and the laws that hold for all of
//! them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing test may panic")]

mod calls;
mod compare;
mod conditions;
mod dataset;
mod laws;
mod layers;
mod vectors;
