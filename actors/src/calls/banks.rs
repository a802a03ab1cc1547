//! Calls about linked banks.

mod arriving;
mod connecting;
mod importing;
mod inbox;
mod inbox_keys;
mod incoming;
mod ledger_rows;
mod link_notes;
mod linking;
mod parts;
mod screens;
mod setting_up;
mod stored;
mod syncing;
mod unlinking;

#[cfg(feature = "testing")]
pub(crate) use importing::{Answered, Counts, Decided};
#[cfg(feature = "testing")]
pub(crate) use inbox::marker;
pub(super) use unlinking::unlinked_too;
