//! Work on an open budget while nothing is being written.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use actix::WeakAddr;

use crate::database_actor::{DbActor, Settle};
use crate::limits;

use super::{Cost, OpenBudget};

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

/// Reads the rows of reports soon after a budget was opened, so that its first report finds them.
pub(super) async fn read_ahead(budget: Weak<OpenBudget>) {
    tokio::time::sleep(limits::READ_AHEAD).await;
    let Some(budget) = budget.upgrade() else { return };
    let read = budget.read(Cost::Long.into(), |world| Ok(world.reader.reports(|_| ())?));
    // The first report reads them itself if this fails.
    if let Err(error) = read.await {
        tracing::debug!(error = %error.message, "nothing was read ahead");
    }
}
