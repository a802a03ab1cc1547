//! Calls about schedules. The engine says what a schedule does; here it is read and written.

mod budgeted;
mod coming;
mod discovering;
mod editing;
mod forecast;
mod linking;
mod posting;
mod reports;
mod running;
mod stored;

use std::cmp::Reverse;

use serde_json::Value as Json;
use sobre_engine::dates::Day;
use sobre_engine::recurrence::Recurrence;

use crate::contract::schedules::{
    Schedule, ScheduleGet, ScheduleGetUpcomingDates, ScheduleStatus, SchedulesGet,
};
use crate::contract::{CallError, ErrorCode};
use crate::limits;
use crate::router::Query;
use crate::world::World;

pub(super) use budgeted::schedule_facts;
pub(super) use forecast::report_schedules;
#[cfg(feature = "testing")]
pub(crate) use running::decided;
use stored::{Schedules, Stored};

impl Query for SchedulesGet {
    fn run(self, world: &World<'_>) -> Result<Vec<Schedule>, CallError> {
        let schedules = Schedules::of(world)?;
        let shown = schedules.all().iter().map(|schedule| shown(&schedules, schedule));
        let mut shown = shown.collect::<Result<Vec<_>, _>>()?;
        shown.sort_by_key(|it| {
            let is_over = it.status == ScheduleStatus::Completed;
            let next = it.next_date.map_or((1, None), |day| (0, Some(day)));
            (is_over, next, it.name.clone().map_or(Reverse(None), |name| Reverse(Some(name))))
        });
        Ok(shown)
    }
}

impl Query for ScheduleGet {
    fn run(self, world: &World<'_>) -> Result<Option<Schedule>, CallError> {
        let schedules = Schedules::of(world)?;
        let found = schedules.all().iter().find(|it| it.row.id == self.id);
        found.map(|schedule| shown(&schedules, schedule)).transpose()
    }
}

impl Query for ScheduleGetUpcomingDates {
    fn run(self, world: &World<'_>) -> Result<Vec<Day>, CallError> {
        let Ok(recurrence) = Recurrence::read(&self.config) else {
            return Err(CallError::new(ErrorCode::InvalidSchedule, "Invalid rule."));
        };
        Ok(recurrence.upcoming(world.today(), self.count.min(limits::UPCOMING_DATES)))
    }
}

/// A schedule as callers see it.
fn shown(schedules: &Schedules<'_>, schedule: &Stored) -> Result<Schedule, CallError> {
    let (status, last_date) = schedules.status(schedule)?;
    let (row, parts) = (&schedule.row, schedule.parts());
    let value = |part: Option<&Json>| part.cloned().unwrap_or_default();
    let date = parts.date.filter(|_| parts.schedule_date().is_some());
    Ok(Schedule {
        id: row.id.clone(),
        name: row.name.clone(),
        rule: row.rule.clone(),
        completed: row.completed,
        posts_transaction: row.posts_transaction,
        custom_upcoming_length: row.upcoming.clone(),
        next_date: schedule.next_date(),
        status,
        last_date,
        amount: value(parts.amount.map(|(_, value)| value)),
        amount_op: parts.amount.map(|(op, _)| op.name().to_owned()),
        posted_amount: parts.posted_amount(),
        date: value(date.map(|(_, value)| value)),
        date_op: date.map(|(op, _)| op.name().to_owned()),
        conditions: schedule.conditions().to_vec(),
        actions: schedule.actions().to_vec(),
        payee: parts.payee,
        account: parts.account,
    })
}
