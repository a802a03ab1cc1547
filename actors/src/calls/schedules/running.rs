//! The daily run of schedules: posts those that are due, each missed date once, and moves on those
//! that are paid. It may run again at any time, on any device: the ids of what it posts follow from
//! schedule and date, and a date that was posted is never posted again.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::json;
use sobre_engine::crdt::Change;
use sobre_engine::dates::Day;
use sobre_engine::ids::AccountId;
use sobre_engine::schedules::{ActiveSchedule, Linked, ScheduleStatus, catch_up, posted_id};
use tokio::sync::oneshot;

use super::editing::moved;
use super::posting::{MadePayees, Post, Posted};
use super::reports;
use super::stored::{Schedules, Stored, earlier_ids};
use crate::app::App;
use crate::contract::errors::Family;
use crate::contract::events::{SchedulesOffline, SchedulesRan};
use crate::contract::schedules::{
    FailedSchedule, ScheduleForceRun, ScheduleGetLastRun, ScheduleRun,
};
use crate::contract::{CallError, ErrorCode, Event, JsonText};
use crate::database_actor::syncing::SetMetadata;
use crate::db::metadata::{Metadata, keys};
use crate::db::read::{accounts, schedules as read};
use crate::files::FileError;
use crate::open_budget::OpenBudget;
use crate::router::{Control, Query};
use crate::session::Session;
use crate::tasks::blocking;
use crate::world::{Plan, World};

impl Control for ScheduleForceRun {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<ScheduleRun, CallError> {
        let budget = app.budget_of(session).await?;
        app.run_schedules_of(&budget, true).await
    }
}

impl Query for ScheduleGetLastRun {
    fn run(self, world: &World<'_>) -> Result<Option<SchedulesRan>, CallError> {
        Ok(reports::since(reports::kept(world.dir)?, self.after.as_deref()))
    }
}

impl App {
    /// Runs the schedules of every budget that has not done so today, also of those that are not
    /// open. Opens at most one of them. Called regularly.
    pub async fn run_due_schedules(&self) {
        for id in self.budgets_to_run().await {
            if let Err(error) = self.run_daily(&id).await {
                tracing::warn!(budget = %id, error = %error.message, "schedules did not run");
            }
        }
    }

    /// Ids of budgets whose schedules have not run today: all that are open, and one that is not.
    async fn budgets_to_run(&self) -> Vec<Arc<str>> {
        let app = self.clone();
        let found = blocking(move || Ok(due_budgets(&app)?));
        found.await.unwrap_or_else(|error| {
            tracing::warn!(error = %error.message, "no budgets were found to run schedules of");
            Vec::new()
        })
    }

    /// The daily run of a budget: after a sync, whether that succeeded or not.
    async fn run_daily(&self, id: &Arc<str>) -> Result<(), CallError> {
        let (today, now_ms) = (self.environment().calendar.today(), self.now_ms());
        // A run that fails is tried again later.
        self.schedule_runs.note(id, today, Some(now_ms));
        let budget = self.open(id).await?;
        let synced = budget.sync().await.is_ok();
        let run = self.run_schedules_of(&budget, synced).await?;
        if run.offline.is_empty() {
            self.schedule_runs.note(id, today, None);
        } else if self.schedule_runs.tells(id) {
            let payees = run.offline.into_iter().flatten().collect();
            budget.publish(Event::SchedulesOffline(SchedulesOffline { payees }));
        }
        Ok(())
    }

    /// Runs the schedules of an open budget and notifies its tabs. The day counts as done unless
    /// something waits for a sync.
    pub(crate) async fn run_schedules_of(
        &self,
        budget: &Arc<OpenBudget>,
        can_post: bool,
    ) -> Result<ScheduleRun, CallError> {
        let (sender, report) = oneshot::channel();
        let decide = move |world: &World<'_>| {
            let (plan, ran) = decided(world, can_post)?;
            let _ = sender.send((reports::kept(world.dir)?, ran));
            Ok(plan)
        };
        self.run_service(budget, Box::new(decide)).await?;
        let (kept, ran) = report.await.map_err(|_| CallError::of(ErrorCode::Internal))?;
        let run = ran.run.clone();
        let mut metadata = Vec::new();
        // Only now: after a crash before this the run is repeated, and finds its rows.
        if run.offline.is_empty() {
            metadata.push((keys::LAST_SCHEDULE_RUN, json!(ran.day)));
        }
        if run.has_news() {
            metadata.push((keys::SCHEDULE_RUN, reports::with(kept, ran.clone())?));
            budget.publish(Event::SchedulesRan(ran));
        }
        if !metadata.is_empty() {
            budget.ask_db(SetMetadata(metadata)).await?;
        }
        Ok(run)
    }
}

/// The budgets to run now. Of those that are not open one is opened at a time, if it has schedules.
fn due_budgets(app: &App) -> Result<Vec<Arc<str>>, FileError> {
    let environment = app.environment();
    let (today, now_ms) = (environment.calendar.today(), environment.clock.now_ms());
    let (mut due, mut opens) = (Vec::new(), false);
    for id in app.data_dir.budget_ids()? {
        let dir = app.data_dir.budget_folder(&id);
        let metadata = Metadata::read_or_default(&dir);
        let ran = metadata.text(keys::LAST_SCHEDULE_RUN).and_then(|day| day.parse().ok());
        let id: Arc<str> = id.as_str().into();
        let is_open = app.opened_or_failed(&id).is_some();
        if ran == Some(today) || !app.schedule_runs.is_due(&id, is_open, today, now_ms) {
            continue;
        }
        if is_open {
            due.push(id);
        } else if !opens {
            opens = read::has_any_unopened(&dir).unwrap_or(true);
            if opens {
                due.push(id);
            } else {
                app.schedule_runs.note(&id, today, None);
            }
        }
    }
    Ok(due)
}

/// Decides a run, and writes its report. Only a run that posts is a step of the history. A schedule
/// that cannot be posted, such as one whose rule names a deleted account, changes nothing and holds
/// back no other.
pub(crate) fn decided(
    world: &World<'_>,
    can_post: bool,
) -> Result<(Plan<JsonText>, SchedulesRan), CallError> {
    let schedules = Schedules::of(world)?;
    let open = read::open_accounts(world.reader)?;
    let (mut changes, mut run) = (Vec::new(), ScheduleRun::default());
    let mut made = MadePayees::default();
    for schedule in schedules.all().iter().filter(|schedule| !schedule.row.completed) {
        let account = schedule.parts().account;
        let account = account.filter(|account| open.contains(account.as_str()));
        if can_post && account.is_none() && is_to_be_posted(&schedules, schedule)? {
            run.failed.push(failed(schedule, no_account(world, schedule)?));
        }
        if let Some(account) = account {
            let due = Due { schedules: &schedules, schedule, account, open: &open, can_post };
            let mut with_its_payees = made.clone();
            match due.run(&mut with_its_payees) {
                Ok(Some(done)) => {
                    made = with_its_payees;
                    changes.extend(done.changes);
                    run.add(done.report);
                }
                Ok(None) => {}
                Err(error) if is_its_own(&error) => run.failed.push(failed(schedule, error)),
                Err(error) => return Err(error),
            }
        }
    }
    run.posted.sort_by(|one, other| (one.date, &one.schedule).cmp(&(other.date, &other.schedule)));
    let count = run.posted.len();
    let plan = if count == 0 {
        Plan::unrecorded(changes, JsonText::default())
    } else {
        let plan = Plan::step(changes, JsonText::default());
        plan.named("postedSchedules", [("count", count.into())])
    };
    // The day that was decided for: it may be over by now, and the next one is still to be done.
    Ok((plan, SchedulesRan { id: world.ids.uuid(), day: schedules.today, run }))
}

/// Why nothing can be posted to the account of a schedule that is not open.
fn no_account(world: &World<'_>, schedule: &Stored) -> Result<CallError, CallError> {
    let account = schedule.parts().account;
    let living = accounts::living(world.reader)?;
    let is_closed = living.iter().any(|it| Some(&it.id) == account.as_ref());
    let code = if is_closed { ErrorCode::AccountClosed } else { ErrorCode::AccountNotFound };
    Ok(CallError::of(code))
}

/// Whether a run would post a schedule if it had an open account.
fn is_to_be_posted(schedules: &Schedules<'_>, schedule: &Stored) -> Result<bool, CallError> {
    if !schedule.row.posts_transaction || schedule.parts().account.is_none() {
        return Ok(false);
    }
    let status = schedules.status(schedule)?.0;
    Ok(matches!(status, ScheduleStatus::Due | ScheduleStatus::Missed))
}

/// Whether an error is the fault of one schedule and its rules, not of the disk or of the program.
fn is_its_own(error: &CallError) -> bool {
    let is_fault = matches!(error.code.family(), Family::Fault | Family::Busy);
    !is_fault && error.code != ErrorCode::BudgetMoved
}

fn failed(schedule: &Stored, error: CallError) -> FailedSchedule {
    FailedSchedule {
        schedule: schedule.row.id.clone(),
        name: schedule.row.name.clone(),
        payee: schedule.parts().payee,
        code: error.code.wire().to_owned(),
        message: error.message,
    }
}

/// A schedule that is not completed, with an open account.
struct Due<'s> {
    schedules: &'s Schedules<'s>,
    schedule: &'s Stored,
    account: AccountId,
    /// The accounts that are open.
    open: &'s HashSet<String>,
    can_post: bool,
}

/// The outcome of a run for one schedule.
struct Done {
    changes: Vec<Change>,
    report: ScheduleRun,
}

impl Due<'_> {
    /// None if it is not due.
    fn run(&self, made: &mut MadePayees) -> Result<Option<Done>, CallError> {
        let (schedule, today) = (self.schedule, self.schedules.today);
        let (id, parts) = (&schedule.row.id, schedule.parts());
        let Some(date) = parts.schedule_date() else { return Ok(None) };
        let Some(standing) = schedule.standing(&date).filter(|it| it.next <= today) else {
            return Ok(None);
        };
        let linked = self.linked(&standing)?;
        let (mut changes, mut report) = (Vec::new(), ScheduleRun::default());
        let done = catch_up(&standing, &linked, today, self.can_post);
        for day in done.post {
            let posted = self.post(day, made)?;
            changes.extend(posted.changes);
            report.posted.extend(posted.transaction);
        }
        if let Some(next) = done.next {
            changes.extend(moved(schedule, next));
            report.moved_on.insert(id.clone(), next);
        }
        if done.completes {
            changes.push(Change::new("schedules", id, "completed", 1));
            report.completed.push(id.clone());
        }
        if done.waits {
            report.offline.push(parts.payee);
        }
        Ok(Some(Done { changes, report }))
    }

    /// # Errors
    /// `account-closed` if a rule puts the transaction into a closed account.
    fn post(&self, day: Day, made: &mut MadePayees) -> Result<Posted, CallError> {
        let id = posted_id(&self.schedule.row.id, day, 0);
        let post = Post { schedule: self.schedule, account: self.account.clone(), id, day };
        let posted = post.decide(self.schedules.world, made)?;
        let account = posted.transaction.as_ref().map(|row| row.account.as_str());
        if account.is_some_and(|account| !self.open.contains(account)) {
            return Err(CallError::of(ErrorCode::AccountClosed));
        }
        Ok(posted)
    }

    /// The transactions that settle the dates up to today.
    fn linked(&self, standing: &ActiveSchedule<'_>) -> Result<Linked, CallError> {
        let (reader, schedule) = (self.schedules.world.reader, &self.schedule.row.id);
        let dates = standing.date.through(standing.next, self.schedules.today);
        let ids: Vec<_> = dates.iter().map(|date| posted_id(schedule, *date, 0)).collect();
        let stands = read::posted(reader, &ids)?;
        let posted = dates.into_iter().zip(&ids).filter(|(_, id)| stands.contains_key(*id));
        let posted = posted.map(|(date, _)| date).collect();
        // A posted row settles its own date alone, on whatever day it stands.
        let mut own = earlier_ids(schedule, standing.date, standing.next);
        own.extend(ids);
        let days = read::days_from(reader, schedule, standing.next_paid_from(), &own)?;
        Ok(Linked { days, posted })
    }
}
