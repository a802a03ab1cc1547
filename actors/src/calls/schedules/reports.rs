//! The reports of runs, kept with the budget for the tabs that were not there: somebody may open it
//! days later.

use std::path::Path;

use serde_json::Value as Json;

use crate::contract::CallError;
use crate::contract::events::SchedulesRan;
use crate::db::metadata::{Metadata, keys};
use crate::files::FileError;
use crate::limits;

/// The kept reports, oldest first.
pub(super) fn kept(dir: &Path) -> Result<Vec<SchedulesRan>, CallError> {
    let metadata = Metadata::of(dir).map_err(FileError::from)?;
    let stored = metadata.map().get(keys::SCHEDULE_RUN).cloned().unwrap_or_default();
    // A report that cannot be read says nothing to anybody.
    Ok(if let Json::Array(list) = stored {
        list.into_iter().filter_map(read).collect()
    } else {
        read(stored).into_iter().collect()
    })
}

fn read(stored: Json) -> Option<SchedulesRan> {
    serde_json::from_value(stored).ok()
}

/// The kept reports and a new one, as they are stored: the latest ones, with the first transactions
/// alone if there are many.
pub(super) fn with(mut kept: Vec<SchedulesRan>, mut ran: SchedulesRan) -> Result<Json, CallError> {
    ran.run.posted.truncate(limits::POSTED_KEPT);
    kept.push(ran);
    let mut posted = 0;
    let fits = |ran: &&SchedulesRan| {
        posted += ran.run.posted.len();
        posted <= limits::POSTED_KEPT
    };
    let count = kept.iter().rev().take(limits::RUNS_KEPT).take_while(fits).count();
    let latest = kept.split_off(kept.len() - count);
    serde_json::to_value(latest).map_err(|error| CallError::internal(&error))
}

/// What happened after a report, or in the latest one, as one report with the id and day of the
/// latest. None if nothing did.
pub(super) fn since(mut kept: Vec<SchedulesRan>, after: Option<&str>) -> Option<SchedulesRan> {
    let first = match after {
        Some(id) => kept.iter().position(|ran| ran.id == id).map_or(0, |at| at + 1),
        None => kept.len().saturating_sub(1),
    };
    kept.split_off(first).into_iter().reduce(|mut all, later| {
        // Each run tries again what failed before.
        all.run.failed.clear();
        all.run.add(later.run);
        SchedulesRan { run: all.run, ..later }
    })
}
