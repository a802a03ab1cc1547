//! When the schedules of each budget were last run by this program. The day of a complete run is
//! kept with the budget; this is what need not outlive the program.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use sobre_engine::dates::Day;

use crate::limits;

/// The last run of each budget's schedules.
#[derive(Debug, Default)]
pub(crate) struct ScheduleRuns(Mutex<HashMap<Arc<str>, LastRun>>);

#[derive(Debug, Clone, Copy)]
struct LastRun {
    day: Day,
    /// Milliseconds since 1970 if something was left to do, so that it runs again that day.
    waits_since_ms: Option<i64>,
    /// Whether it told tabs that day that something waits for a sync.
    was_told: bool,
}

impl ScheduleRuns {
    /// Whether a run is due for a budget that does not have it behind it: the first one of a day,
    /// or again some time after one that had to wait. A budget that is not open needs one look a
    /// day.
    pub(crate) fn is_due(&self, budget: &str, is_open: bool, today: Day, now_ms: i64) -> bool {
        let last = self.0.lock().get(budget).copied();
        last.filter(|last| last.day == today).is_none_or(|last| match last.waits_since_ms {
            Some(since_ms) => {
                now_ms.abs_diff(since_ms) >= limits::SCHEDULES_AGAIN_MS.unsigned_abs()
            }
            None => is_open,
        })
    }

    /// Records a run.
    pub(crate) fn note(&self, budget: &Arc<str>, day: Day, waits_since_ms: Option<i64>) {
        let mut runs = self.0.lock();
        let was_told = runs.get(budget).is_some_and(|last| last.day == day && last.was_told);
        runs.insert(Arc::clone(budget), LastRun { day, waits_since_ms, was_told });
    }

    /// Whether to notify the tabs of a budget that something waits: once a day, after a run.
    pub(crate) fn tells(&self, budget: &str) -> bool {
        let mut runs = self.0.lock();
        let last = runs.get_mut(budget);
        last.is_some_and(|last| !std::mem::replace(&mut last.was_told, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_run_once_a_day_and_again_after_a_wait() {
        let (runs, budget): (_, Arc<str>) = (ScheduleRuns::default(), "b".into());
        let day = |text: &str| text.parse::<Day>().unwrap();
        let (today, tomorrow) = (day("2026-11-20"), day("2026-11-21"));
        assert!(runs.is_due("b", true, today, 0));
        runs.note(&budget, today, Some(0));
        assert!(runs.tells("b"));
        runs.note(&budget, today, Some(5));
        assert!(!runs.tells("b"), "told once");
        assert!(!runs.is_due("b", true, today, limits::SCHEDULES_AGAIN_MS));
        assert!(runs.is_due("b", true, today, limits::SCHEDULES_AGAIN_MS + 5));
        runs.note(&budget, today, None);
        assert!(runs.is_due("b", true, today, 0), "its metadata says whether it ran");
        assert!(!runs.is_due("b", false, today, i64::MAX) && runs.is_due("b", false, tomorrow, 0));
    }
}
