//! When to sync next: soon after a change, when the page gets focus, regularly in any case, and at
//! growing intervals while the server does not respond. The caller passes the time.

use std::time::Duration;

use sobre_engine::sync::fault::SyncFault;
use tokio::time::Instant;

/// Delay between a change and its sync; later changes do not postpone it.
const AFTER_CHANGE: Duration = Duration::from_millis(150);
/// How often to sync without local activity.
const NOW_AND_THEN: Duration = Duration::from_secs(60);
/// Focus this soon after a sync does not start another.
const FRESH: Duration = Duration::from_secs(2);
/// The first pause after a failed connection; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(2);

/// When to retry after a fault that may pass by itself.
const AGAIN: Duration = Duration::from_secs(5);

/// The time of the next sync, and the result of the last.
#[derive(Debug, Clone)]
pub(crate) struct Agenda {
    due: Instant,
    /// Changes wait until then, because the server did not respond.
    pause_until: Option<Instant>,
    failed: u32,
    last: Option<Instant>,
}

impl Agenda {
    /// The first sync is due immediately.
    pub(crate) const fn new(now: Instant) -> Self {
        Self { due: now, pause_until: None, failed: 0, last: None }
    }

    /// Time of the next sync.
    pub(crate) const fn due(&self) -> Instant {
        self.due
    }

    /// Local data changed.
    pub(crate) fn changed(&mut self, now: Instant) {
        let soon = now + AFTER_CHANGE;
        self.due = self.due.min(self.pause_until.map_or(soon, |until| until.max(soon)));
    }

    /// The page got focus.
    pub(crate) fn focused(&mut self, now: Instant) {
        if self.failed > 0 || self.last.is_none_or(|last| now >= last + FRESH) {
            self.due = self.due.min(now);
        }
    }

    /// A caller requested a sync, or other devices changed something.
    pub(crate) fn run_now(&mut self, now: Instant) {
        self.due = self.due.min(now);
    }

    /// The last sync's fault may pass by itself.
    pub(crate) fn retry_soon(&mut self, now: Instant) {
        self.due = self.due.min(now + AGAIN);
    }

    /// A sync ended.
    pub(crate) fn finished(&mut self, outcome: Result<(), &SyncFault>, now: Instant) {
        self.last = Some(now);
        if matches!(outcome, Err(SyncFault::Network | SyncFault::BrokenAnswer)) {
            let pause = FIRST_PAUSE * 2_u32.pow(self.failed.min(10));
            self.failed += 1;
            self.due = now + pause.min(NOW_AND_THEN);
            self.pause_until = Some(self.due);
        } else {
            self.failed = 0;
            self.pause_until = None;
            self.due = now + NOW_AND_THEN;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started() -> (Agenda, Instant) {
        let now = Instant::now();
        let mut agenda = Agenda::new(now);
        assert_eq!(agenda.due(), now);
        agenda.finished(Ok(()), now);
        assert_eq!(agenda.due(), now + NOW_AND_THEN);
        (agenda, now)
    }

    #[test]
    fn a_change_is_sent_soon_and_later_ones_do_not_put_it_off() {
        let (mut agenda, now) = started();
        agenda.changed(now);
        agenda.changed(now + Duration::from_millis(100));
        assert_eq!(agenda.due(), now + AFTER_CHANGE);
    }

    #[test]
    fn without_a_response_pauses_grow_for_changes_but_not_for_users() {
        let (mut agenda, now) = started();
        let mut pauses = Vec::new();
        for _ in 0..20 {
            agenda.finished(Err(&SyncFault::Network), now);
            pauses.push((agenda.due() - now).as_secs());
        }
        assert_eq!(&pauses[..7], [2, 4, 8, 16, 32, 60, 60]);
        agenda.changed(now);
        assert_eq!(agenda.due(), now + NOW_AND_THEN);
        agenda.focused(now);
        assert_eq!(agenda.due(), now);
        agenda.finished(Ok(()), now);
        agenda.changed(now);
        assert_eq!(agenda.due(), now + AFTER_CHANGE);
    }

    #[test]
    fn a_fault_of_the_file_is_tried_again_now_and_then() {
        let (mut agenda, now) = started();
        agenda.finished(Err(&SyncFault::FileHasReset), now);
        assert_eq!(agenda.due(), now + NOW_AND_THEN);
    }

    #[test]
    fn coming_to_the_front_right_after_a_sync_causes_no_other() {
        let (mut agenda, now) = started();
        agenda.focused(now + Duration::from_secs(1));
        assert_eq!(agenda.due(), now + NOW_AND_THEN);
        agenda.focused(now + Duration::from_secs(3));
        assert_eq!(agenda.due(), now + Duration::from_secs(3));
        agenda.finished(Ok(()), now);
        agenda.run_now(now);
        assert_eq!(agenda.due(), now);
    }
}
