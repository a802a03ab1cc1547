//! The actors of an open budget that have threads of their own.

use actix::{Addr, SyncArbiter};
use parking_lot::Mutex;

use crate::database_actor::DbActor;
use crate::database_actor::owner::DbParts;
use crate::db::{BudgetDb, Reader};
use crate::failed::Failed;
use crate::notifications::Notifications;
use crate::sheet::{SheetActor, SheetView};

/// The sheet actor, on a separate thread.
pub(super) fn on_its_thread(
    view: &SheetView,
    notifications: &Addr<Notifications>,
    failed: &Failed,
) -> Addr<SheetActor> {
    let parts = (view.clone(), notifications.clone(), failed.clone());
    SyncArbiter::start(1, move || {
        SheetActor::new(parts.0.clone(), parts.1.clone(), parts.2.clone())
    })
}

/// The actor that writes the file, on a separate thread.
pub(super) fn writing(db: BudgetDb, reader: Reader, parts: DbParts) -> Addr<DbActor> {
    // The factory runs once: a failed actor is not restarted, its budget is closed.
    let file = Mutex::new(Some((db, reader)));
    SyncArbiter::start(1, move || DbActor::new(file.lock().take(), parts.clone()))
}
