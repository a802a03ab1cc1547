//! Runs the scheduled fetches of all budgets when they are due.

use sobre_engine::banks::linking::{ConnectionState, PauseReason, Schedule, ScheduleState};
use sobre_engine::dates::Day;

use super::connections::{ConnectionRef, FetchRequest, FetchedAccount, LinkFault, Linked};
use super::core::Banks;
use super::fetching::scheduled_day;
use super::message::AskedBy;
use super::store::{ConnectionRow, ScheduleRow};
use super::times::rfc3339;
use super::times_a_day::{is_valid, next_run};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long the schedule keeps fetching while no device reads the inbox.
const UNREAD_MS: i64 = 60 * DAY_MS;

impl Banks {
    /// Runs all due fetches. Called about once a minute; blocks while fetching.
    pub fn run_due(&self) {
        self.end_lost_offers();
        let rows = match self.store.schedules(None) {
            Ok(rows) => rows,
            Err(error) => {
                tracing::error!(%error, "the schedules of bank connections cannot be read");
                return;
            }
        };
        for row in rows.iter().filter(|row| row.schedule.on) {
            if let Err(fault) = self.run_file(row) {
                tracing::warn!(file = %row.file, ?fault, "the schedule of a budget failed");
            }
        }
    }

    fn run_file(&self, row: &ScheduleRow) -> Linked<()> {
        if self.pause_of(row)?.is_some() {
            return Ok(());
        }
        let now_ms = self.now_ms();
        let (due_ms, of_day) = next_run(&row.schedule, &row.file, row.ran_ms);
        let is_due = due_ms <= now_ms;
        if is_due {
            self.store.note_run(&row.file, now_ms)?;
        }
        for connection in self.store.connections(Some(&row.file))? {
            let run = is_due.then_some(of_day);
            if let Err(fault) = self.fetch_if_due(&connection, run, now_ms) {
                tracing::warn!(connection = %connection.id, ?fault, "a scheduled fetch failed");
            }
        }
        Ok(())
    }

    /// Whether to fetch a connection now, for a scheduled run or as a retry.
    fn is_turn_of(&self, row: &ConnectionRow, run: Option<u8>, now_ms: i64) -> Linked<bool> {
        if row.needs_person {
            return Ok(false);
        }
        if let Some(retry_ms) = row.retry_ms {
            return Ok(retry_ms <= now_ms);
        }
        let times = self.provider(row.provider)?.facts().times_a_day;
        Ok(run.is_some_and(|number| number < times))
    }

    fn fetch_if_due(&self, row: &ConnectionRow, run: Option<u8>, now_ms: i64) -> Linked<()> {
        if self.is_turn_of(row, run, now_ms)? { self.fetch_scheduled(row) } else { Ok(()) }
    }

    fn fetch_scheduled(&self, row: &ConnectionRow) -> Linked<()> {
        let today = self.environment.calendar.today();
        let local = |ms| Day::from(self.environment.calendar.local(ms).date());
        let last = row.fetched_ms.map(local);
        let of = ConnectionRef { connection: Some(row.id.clone()), provider: Some(row.provider) };
        let account = |it: super::store::External| FetchedAccount {
            of: of.clone(),
            from: scheduled_day(&it, last, today),
            external: it.id,
            whole: false,
        };
        let accounts: Vec<_> = self.store.externals(&row.id)?.into_iter().map(account).collect();
        if accounts.is_empty() {
            return Ok(());
        }
        self.fetch_for(&row.file, &FetchRequest { accounts }, AskedBy::Schedule, None).map(drop)
    }

    fn pause_of(&self, row: &ScheduleRow) -> Linked<Option<PauseReason>> {
        let unread = |seen_ms: i64| self.now_ms() - seen_ms > UNREAD_MS;
        Ok(if !row.has_key {
            Some(PauseReason::NoKey)
        } else if row.seen_ms.is_none_or(unread) {
            Some(PauseReason::Unread)
        } else if self.store.mailbox(&row.file)?.is_full {
            Some(PauseReason::Full)
        } else {
            None
        })
    }

    /// Stops the schedule of a file that was deleted.
    ///
    /// # Errors
    /// [`LinkCode::Storage`](super::connections::LinkCode::Storage).
    pub fn forget_schedule(&self, file: &str) -> Linked<()> {
        Ok(self.store.remove_schedule(file)?)
    }

    pub(super) fn set_schedule(&self, file: &str, schedule: &Schedule) -> Linked<()> {
        if !is_valid(schedule) {
            return Err(LinkFault::in_field("schedule"));
        }
        Ok(self.store.set_schedule(file, schedule, self.now_ms())?)
    }

    pub(super) fn schedule_state(&self, file: &str) -> Linked<ScheduleState> {
        let mut connections = Vec::new();
        for row in self.store.connections(Some(file))? {
            let externals = self.store.externals(&row.id)?;
            connections.push(ConnectionState {
                connection: row.id,
                provider: row.provider,
                institution: row.institution,
                accounts: externals.into_iter().map(|it| it.id).collect(),
                valid_until: row.valid_until,
                error: row.error,
            });
        }
        let Some(row) = self.store.schedules(Some(file))?.pop() else {
            let schedule = Schedule { on: false, times: 2, first_hour: 6, offset_minutes: 0 };
            return Ok(ScheduleState { schedule, connections, ..ScheduleState::default() });
        };
        let paused = if row.schedule.on { self.pause_of(&row)? } else { None };
        let is_running = row.schedule.on && paused.is_none();
        let next = is_running.then(|| rfc3339(next_run(&row.schedule, file, row.ran_ms).0));
        Ok(ScheduleState {
            schedule: row.schedule,
            next,
            last: row.last_run_ms.map(rfc3339),
            paused,
            connections,
        })
    }
}
