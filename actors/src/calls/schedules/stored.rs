//! The stored schedules with their rules, as calls about them read them.

use std::iter::successors;
use std::sync::Arc;

use serde_json::Value as Json;
use sobre_engine::dates::Day;
use sobre_engine::ids::TransactionId;
use sobre_engine::rules::StoredRule;
use sobre_engine::schedules::{
    ActiveSchedule, ScheduleDate, ScheduleParts, ScheduleStatus, Upcoming, posted_id, status,
};

use crate::contract::{CallError, ErrorCode};
use crate::db::read as db_read;
use crate::db::read::schedules::{self as read, ScheduleRow};
use crate::world::World;

/// The preference that says how far ahead schedules count as upcoming.
const UPCOMING: &str = "upcomingScheduledTransactionLength";

/// Most dates before the next one whose own transactions pay no later date.
const EARLIER_DATES: usize = 60;

/// A live schedule with its rule.
pub(super) struct Stored {
    pub(super) row: ScheduleRow,
    /// Its rule; none if it is missing or deleted.
    pub(super) rule: Option<Arc<StoredRule>>,
}

/// The live schedules as of today.
pub(super) struct Schedules<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) today: Day,
    upcoming: Option<String>,
    all: Vec<Stored>,
}

impl Stored {
    /// The conditions of its rule.
    pub(super) fn conditions(&self) -> &[Json] {
        self.rule.as_ref().map_or(&[], |rule| &rule.text.conditions)
    }

    /// The actions of its rule.
    pub(super) fn actions(&self) -> &[Json] {
        self.rule.as_ref().map_or(&[], |rule| &rule.text.actions)
    }

    /// The values of the conditions.
    pub(super) fn parts(&self) -> ScheduleParts<'_> {
        ScheduleParts::of(self.conditions())
    }

    /// Its next date: the stored one.
    pub(super) fn next_date(&self) -> Option<Day> {
        self.row.next.as_ref().and_then(read::NextDate::day)
    }

    /// Where it stands, if it has a next date. `date` is its date.
    pub(super) fn standing<'d>(&self, date: &'d ScheduleDate) -> Option<ActiveSchedule<'d>> {
        Some(ActiveSchedule {
            date,
            next: self.next_date()?,
            has_exact_date: self.parts().has_exact_date(),
            posts_transaction: self.row.posts_transaction,
        })
    }

    /// Its name for a step: the schedule's own, or else that of its payee.
    pub(super) fn name(&self, world: &World<'_>) -> Result<String, CallError> {
        if let Some(name) = &self.row.name {
            return Ok(name.clone());
        }
        let Some(payee) = self.parts().payee else { return Ok(String::new()) };
        let name = db_read::rules::payee_name(world.reader, payee.as_str())?;
        Ok(name.as_deref().unwrap_or_default().to_owned())
    }
}

impl<'a> Schedules<'a> {
    pub(super) fn of(world: &'a World<'a>) -> Result<Self, CallError> {
        let rules = world.reader.rules()?;
        let with_rule = |row: ScheduleRow| {
            let rule = row.rule.as_deref().and_then(|rule| rules.get(rule)).map(Arc::clone);
            Stored { row, rule }
        };
        let all = read::living(world.reader)?.into_iter().map(with_rule).collect();
        let upcoming = db_read::settings::value(world.reader, UPCOMING)?;
        Ok(Self { world, today: world.today(), upcoming, all })
    }

    /// All of them, by id.
    pub(super) fn all(&self) -> &[Stored] {
        &self.all
    }

    /// One of them.
    ///
    /// # Errors
    /// `schedule-not-found`.
    pub(super) fn get(&self, id: &str) -> Result<&Stored, CallError> {
        let found = self.all.iter().find(|schedule| schedule.row.id == id);
        found.ok_or_else(|| CallError::of(ErrorCode::ScheduleNotFound))
    }

    /// The last day on which a schedule counts as upcoming.
    pub(super) fn last_upcoming(&self, schedule: &Stored) -> Day {
        let setting = schedule.row.upcoming.as_deref().or(self.upcoming.as_deref());
        Upcoming::read(setting).last(self.today)
    }

    /// Whether a transaction for the next date stands. `last` is the day of the latest one.
    pub(super) fn is_paid(&self, schedule: &Stored, last: Option<Day>) -> Result<bool, CallError> {
        let Some(next) = schedule.next_date() else { return Ok(false) };
        let date = date_of(schedule);
        let standing = date.as_ref().and_then(|date| schedule.standing(date));
        let from = standing.map_or(next, |standing| standing.next_paid_from());
        if last.is_some_and(|last| last >= from) {
            // A row that stands for an earlier date may have a later day.
            let overdue = date.as_ref().filter(|_| next < self.today);
            let Some(date) = overdue else { return Ok(true) };
            let own = earlier_ids(&schedule.row.id, date, next);
            if !read::days_from(self.world.reader, &schedule.row.id, from, &own)?.is_empty() {
                return Ok(true);
            }
        }
        // Posted on another day, such as today.
        let own = posted_id(&schedule.row.id, next, 0);
        Ok(read::posted(self.world.reader, &[own])?.values().any(|is_alive| *is_alive))
    }

    /// Where a schedule stands, and the day of its latest transaction.
    pub(super) fn status(
        &self,
        schedule: &Stored,
    ) -> Result<(ScheduleStatus, Option<Day>), CallError> {
        let last = read::last_day(self.world.reader, &schedule.row.id)?;
        if schedule.row.completed {
            return Ok((ScheduleStatus::Completed, last));
        }
        let is_paid = self.is_paid(schedule, last)?;
        let (next, until) = (schedule.next_date(), self.last_upcoming(schedule));
        Ok((status(next, is_paid, self.today, until), last))
    }
}

/// The ids of the transactions of the dates before one. They settle those dates alone, even if they
/// have a later day.
pub(super) fn earlier_ids(schedule: &str, date: &ScheduleDate, next: Day) -> Vec<TransactionId> {
    let earlier = successors(date.before(next), |day| date.before(*day));
    earlier.take(EARLIER_DATES).map(|day| posted_id(schedule, day, 0)).collect()
}

/// The date of a schedule; none if its rule cannot be read.
pub(super) fn date_of(schedule: &Stored) -> Option<ScheduleDate> {
    schedule.parts().schedule_date()
}
