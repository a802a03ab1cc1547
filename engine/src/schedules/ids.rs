//! Ids of the rows that schedules make. They follow from schedule and date, so that two devices, or
//! two runs of one, write the same row.

use uuid::Uuid;

use crate::dates::Day;
use crate::ids::{PayeeId, TransactionId};

/// The name space of the ids; never changes.
const SCHEDULES: Uuid = Uuid::from_u128(0x6a1f_04c5_7c5e_4b8e_9d25_0f6f_7a83_51d2);

fn id(name: &str) -> String {
    Uuid::new_v5(&SCHEDULES, name.as_bytes()).to_string()
}

/// The transaction of a schedule's date. The program posts `version` 0 alone. A person who posts a
/// date again after deleting its transaction makes the next version.
#[must_use]
pub fn posted_id(schedule: &str, date: Day, version: u32) -> TransactionId {
    id(&format!("posted/{schedule}/{date}/{version}")).into()
}

/// A split line of a posted transaction, counted from 0.
#[must_use]
pub fn posted_line_id(posted: &TransactionId, number: usize) -> TransactionId {
    id(&format!("line/{posted}/{number}")).into()
}

/// The other side of a posted transfer, or of one of its lines, counted from 0.
#[must_use]
pub fn posted_transfer_id(posted: &TransactionId, number: usize) -> TransactionId {
    id(&format!("transfer/{posted}/{number}")).into()
}

/// The row with the next date of a schedule that has none.
#[must_use]
pub fn next_date_id(schedule: &str) -> String {
    id(&format!("next-date/{schedule}"))
}

/// A payee that posted transactions name and nobody has. A payee that was deleted or renamed keeps
/// its id, so the next one is the next `version`.
#[must_use]
pub fn made_payee_id(name: &str, version: u32) -> PayeeId {
    id(&format!("payee/{}/{version}", name.trim().to_lowercase())).into()
}
