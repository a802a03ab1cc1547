//! Schedules: transactions that repeat or are to come.
//!
//! A schedule has a rule, whose conditions hold payee, account, amount and date, and whose action
//! links matching transactions to it. Its next date moves on as it is paid, posted or skipped. What
//! a schedule does today follows from its next date, its transactions and the calendar alone, so
//! every device comes to the same result.

mod amount;
mod catching_up;
mod date;
mod discover;
mod edit;
mod ids;
mod parts;
mod status;

pub use amount::{AmountOp, ScheduleAmount};
pub use catching_up::{ActiveSchedule, CatchUp, Linked, catch_up};
pub use date::ScheduleDate;
pub use discover::{Candidate, DiscoveredSchedule, Evidence, HistoryRow, candidates, found};
pub use edit::{ScheduleError, action_amounts, checked_conditions, link_action, merged_conditions};
pub use ids::{made_payee_id, next_date_id, posted_id, posted_line_id, posted_transfer_id};
pub use parts::{DateOp, ScheduleParts};
pub use status::{ScheduleStatus, Upcoming, paid_from, status};

#[cfg(test)]
mod tests;
