//! When to sync next: soon after a change, when the page comes to the front, now and then in any
//! case, and later and later while nobody answers. Told the time, it keeps none itself.

use std::time::Duration;

use sobre_engine::sync::api::SyncFault;
use tokio::time::Instant;

/// How long after a change its sync begins; later changes do not put it off.
const AFTER_CHANGE: Duration = Duration::from_millis(150);
/// How often a server is asked when nothing happens here.
const NOW_AND_THEN: Duration = Duration::from_secs(60);
/// A page that comes to the front this soon after a sync causes no other.
const FRESH: Duration = Duration::from_secs(2);
/// The first pause after nobody answered; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(2);

/// When to look again at something that may pass by itself.
const AGAIN: Duration = Duration::from_secs(5);

/// The next sync, and what is known of the last.
#[derive(Debug, Clone)]
pub(crate) struct Agenda {
    due: Instant,
    /// Changes wait until then, because nobody answered.
    pause_until: Option<Instant>,
    failed: u32,
    last: Option<Instant>,
}

impl Agenda {
    /// The first sync is due at once.
    pub(crate) const fn new(now: Instant) -> Self {
        Self { due: now, pause_until: None, failed: 0, last: None }
    }

    /// When to sync.
    pub(crate) const fn due(&self) -> Instant {
        self.due
    }

    /// Something was changed here.
    pub(crate) fn changed(&mut self, now: Instant) {
        let soon = now + AFTER_CHANGE;
        self.due = self.due.min(self.pause_until.map_or(soon, |until| until.max(soon)));
    }

    /// The page came to the front.
    pub(crate) fn focused(&mut self, now: Instant) {
        if self.failed > 0 || self.last.is_none_or(|last| now >= last + FRESH) {
            self.due = self.due.min(now);
        }
    }

    /// Somebody asks for a sync, or there is news.
    pub(crate) fn at_once(&mut self, now: Instant) {
        self.due = self.due.min(now);
    }

    /// What the last sync met may pass by itself.
    pub(crate) fn look_again(&mut self, now: Instant) {
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
    fn while_nobody_answers_the_pauses_grow_and_changes_wait_but_people_do_not() {
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
        agenda.at_once(now);
        assert_eq!(agenda.due(), now);
    }
}
