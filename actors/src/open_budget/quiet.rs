//! Work on an open budget while nothing is being written.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix::WeakAddr;

use crate::database_actor::{DbActor, Settle};
use crate::limits;

/// Lets the database settle after each pause in writing, until the budget is closed.
pub(super) async fn settle_when_quiet(db: WeakAddr<DbActor>, committed: Arc<AtomicU64>) {
    let mut looks = tokio::time::interval(limits::QUIET);
    let mut seen = committed.load(Ordering::Acquire);
    let mut settled = seen;
    loop {
        looks.tick().await;
        let Some(db) = db.upgrade() else { return };
        let now = committed.load(Ordering::Acquire);
        if now == seen && now != settled {
            db.do_send(Settle);
            settled = now;
        }
        seen = now;
    }
}
