//! The daily run of a schedule: posts the dates that are due, and advances the schedule once they
//! are paid.

use std::collections::HashSet;

use super::date::ScheduleDate;
use super::status::paid_from;
use crate::dates::Day;

/// A schedule that is not completed, as the daily run finds it.
#[derive(Debug, Clone, Copy)]
pub struct ActiveSchedule<'a> {
    /// Its date.
    pub date: &'a ScheduleDate,
    /// Its next date.
    pub next: Day,
    /// Whether the date of its condition is exact.
    pub has_exact_date: bool,
    /// Whether the program posts it.
    pub posts_transaction: bool,
}

/// The transactions of a schedule.
#[derive(Debug, Clone, Default)]
pub struct Linked {
    /// The days of those that are linked to it, the deleted ones left out. Of a schedule that the
    /// program posts, those that it posted are left out too.
    pub days: Vec<Day>,
    /// The dates whose own transaction was posted before. It may have been moved to another day
    /// or deleted: a date is never posted again by itself.
    pub posted: HashSet<Day>,
}

/// What to do with a schedule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatchUp {
    /// The dates to post, in order.
    pub post: Vec<Day>,
    /// Its new next date, if it moves on.
    pub next: Option<Day>,
    /// Whether it is over.
    pub completes: bool,
    /// Whether a date is due that cannot be posted now.
    pub waits: bool,
}

/// Most dates of one schedule that a run looks at.
const MOST_DATES: usize = 1_000;

impl ActiveSchedule<'_> {
    /// The first day on which a linked transaction counts as the payment of the next date.
    #[must_use]
    pub fn next_paid_from(&self) -> Day {
        self.paid_from(self.next, self.before())
    }

    /// The date before the next one, whose payments do not count for the next one. Only posted
    /// schedules need this distinction, so that each date gets one transaction.
    #[must_use]
    pub fn before(&self) -> Option<Day> {
        let needs_date = self.posts_transaction && !self.has_exact_date;
        if needs_date { self.date.before(self.next) } else { None }
    }

    fn paid_from(&self, date: Day, before: Option<Day>) -> Day {
        paid_from(date, before, self.has_exact_date)
    }

    /// Whether a linked transaction counts as the payment of the next date: any from its day on.
    #[must_use]
    pub fn is_paid(&self, linked: &Linked) -> bool {
        let from = self.next_paid_from();
        linked.posted.contains(&self.next) || linked.days.iter().any(|day| *day >= from)
    }

    /// Whether a date was posted, or has a payment before that of the date after it begins.
    fn is_settled(&self, date: Day, before: Option<Day>, linked: &Linked) -> bool {
        let (from, until) = (self.paid_from(date, before), self.date.after(date));
        let until = until.map(|next| self.paid_from(next, Some(date)));
        let settles = |day: &Day| *day >= from && until.is_none_or(|until| *day < until);
        linked.posted.contains(&date) || linked.days.iter().any(settles)
    }

    /// The next date of a paid schedule once its date has passed: the first one that was missed, or
    /// else the first one from today.
    fn moved_on(&self, today: Day, linked: &Linked) -> Option<Day> {
        let after = |(_, date): &(Day, Day)| Some((*date, self.date.after(*date)?));
        let later = self.date.after(self.next).map(|date| (self.next, date));
        let missed = std::iter::successors(later, after)
            .take(MOST_DATES)
            .take_while(|(_, date)| *date < today)
            .find(|(before, date)| !self.is_settled(*date, Some(*before), linked));
        missed.map(|(_, date)| date).or_else(|| self.next_from(today))
    }

    fn next_from(&self, today: Day) -> Option<Day> {
        let later = std::iter::successors(Some(self.next), |date| self.date.after(*date));
        let stepped = later.take(MOST_DATES).find(|date| *date >= today);
        // An occurrence of today that moved back to Friday has passed unpaid.
        let from_today = self.date.next(today);
        let both = [stepped, from_today].into_iter().flatten();
        both.filter(|date| *date > self.next).min()
    }
}

/// The outcome of the daily run for a schedule. `can_post` says whether the changes of other
/// devices are known; without them the run could post a transaction that they have posted.
///
/// A schedule that the program posts catches up date by date. Any other moves on once it is paid,
/// to the next date that was missed: no bill is forgotten because a later one was paid.
#[must_use]
pub fn catch_up(
    schedule: &ActiveSchedule<'_>,
    linked: &Linked,
    today: Day,
    can_post: bool,
) -> CatchUp {
    let mut done = CatchUp::default();
    if !schedule.posts_transaction || !schedule.date.is_recurring() {
        if schedule.is_paid(linked) {
            let has_passed = schedule.next < today;
            done.completes = has_passed && !schedule.date.is_recurring();
            done.next = schedule.moved_on(today, linked).filter(|_| has_passed);
        } else if schedule.posts_transaction && schedule.next <= today {
            done.waits = !can_post;
            done.post.extend(Some(schedule.next).filter(|_| can_post));
        }
        return done;
    }
    let (mut before, mut date) = (schedule.before(), schedule.next);
    for _ in 0..MOST_DATES {
        if date > today {
            break;
        }
        if !schedule.is_settled(date, before, linked) {
            if !can_post {
                done.waits = true;
                break;
            }
            done.post.push(date);
        }
        match schedule.date.after(date).filter(|_| date < today) {
            Some(next) => (before, date) = (Some(date), next),
            None => break,
        }
    }
    done.next = Some(date).filter(|date| *date != schedule.next);
    done
}
