//! Creating, changing and deleting schedules, and skipping a date.

use std::iter;

use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::dates::Day;
use sobre_engine::names::{accepted, is_same};
use sobre_engine::rules::{RuleText, stored_list};
use sobre_engine::schedules::{
    ScheduleDate, ScheduleError, ScheduleParts, action_amounts, checked_conditions, link_action,
    merged_conditions, next_date_id,
};

use super::linking::linked;
use super::stored::{Schedules, Stored, date_of};
use crate::calls::payees::made_payees;
use crate::calls::rules::added;
use crate::calls::transactions::not_made_yet;
use crate::contract::payees::NewPayee;
use crate::contract::schedules::{
    NewSchedule, ScheduleChange, ScheduleCreate, ScheduleCreateMany, ScheduleDelete,
    ScheduleDeleteMany, ScheduleSkipNextDate, ScheduleUpdate,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::metadata::keys;
use crate::db::read;
use crate::limits;
use crate::router::Mutation;
use crate::world::{Plan, World};

const TABLE: &str = "schedules";
const NEXT_DATES: &str = "schedules_next_date";

impl Mutation for ScheduleCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let mut names = Names::of(world)?;
        let made = made(world, &mut names, self)?;
        let plan = Plan::step(made.changes, made.id);
        let plan = plan.named("addedSchedule", [("name", made.name.as_str().into())]);
        Ok(Plan { local_prefs: runs_again(made.posts), ..plan })
    }
}

impl Mutation for ScheduleCreateMany {
    fn decide(self, world: &World<'_>) -> Result<Plan<Vec<String>>, CallError> {
        if self.schedules.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let (mut names, mut changes, mut ids) = (Names::of(world)?, Vec::new(), Vec::new());
        let mut posts = false;
        for schedule in self.schedules {
            let made = made(world, &mut names, schedule)?;
            posts |= made.posts;
            changes.extend(made.changes);
            ids.push(made.id);
        }
        let count = ids.len();
        let plan = Plan::step(changes, ids).named("addedSchedules", [("count", count.into())]);
        Ok(Plan { local_prefs: runs_again(posts), ..plan })
    }
}

impl Mutation for ScheduleUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let Self { schedule: change, conditions, new_payees, reset_next_date, transaction_ids } =
            self;
        if change.rule.is_some() {
            return Err(invalid("You cannot change the rule of a schedule"));
        }
        let schedules = Schedules::of(world)?;
        let stored = schedules.get(&change.id)?;
        let mut changes = typed_payees(world, new_payees)?;
        let (mut date, mut is_reset) = (date_of(stored), reset_next_date == Some(true));
        if let Some(new) = &conditions {
            checked(new, false)?;
            let old = usable_conditions(stored, schedules.today);
            let merged = merged_conditions(&old, new);
            let (was, is) = (ScheduleParts::of(&old), ScheduleParts::of(&merged));
            is_reset |= was.date.map(|(_, value)| value) != is.date.map(|(_, value)| value)
                || was.account.is_some() && was.account != is.account;
            date = checked(&merged, true)?;
            refuse_own_transfer(world, &merged)?;
            changes.extend(changed_rule(world, stored, &merged));
        }
        let next = date.as_ref().and_then(|date| date.next(schedules.today));
        if let (true, Some(next)) = (is_reset, next) {
            changes.extend(reset(world, stored, next));
        }
        let mut names = Names::of(world)?;
        let key = step_key(&change, conditions.is_some());
        let posts = change.posts_transaction.unwrap_or(stored.row.posts_transaction);
        changes.extend(changed_fields(&mut names, &change)?);
        if let Some(transactions) = transaction_ids {
            changes.extend(linked(world, Some(&change.id), &transactions)?);
        }
        let name = stored.name(world)?;
        let plan = Plan::step(changes, change.id).named(key, [("name", name.as_str().into())]);
        Ok(Plan { local_prefs: runs_again(posts), ..plan })
    }
}

impl Mutation for ScheduleDelete {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let schedules = Schedules::of(world)?;
        let stored = schedules.get(&self.id)?;
        let name = stored.name(world)?;
        let changes = deleted(stored).collect();
        Ok(Plan::step(changes, ()).named("deletedSchedule", [("name", name.as_str().into())]))
    }
}

impl Mutation for ScheduleDeleteMany {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        if self.ids.len() > limits::ROWS_PER_CALL {
            return Err(CallError::of(ErrorCode::TooManyRows));
        }
        let schedules = Schedules::of(world)?;
        let mut changes = Vec::new();
        for id in &self.ids {
            changes.extend(deleted(schedules.get(id)?));
        }
        let count = self.ids.len();
        Ok(Plan::step(changes, ()).named("deletedSchedules", [("count", count.into())]))
    }
}

/// The changes that delete a schedule and its rule.
fn deleted(stored: &Stored) -> impl Iterator<Item = Change> {
    let rule = stored.rule.as_ref().map(|rule| Change::new("rules", &*rule.id, "tombstone", 1));
    iter::once(Change::new(TABLE, &stored.row.id, "tombstone", 1)).chain(rule)
}

/// The changes that make the payees of a call, as far as they do not exist yet.
fn typed_payees(
    world: &World<'_>,
    payees: Option<Vec<NewPayee>>,
) -> Result<Vec<Change>, CallError> {
    let payees = not_made_yet(world, payees.unwrap_or_default())?;
    Ok(made_payees(world, payees)?.0)
}

impl Mutation for ScheduleSkipNextDate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let schedules = Schedules::of(world)?;
        let stored = schedules.get(&self.id)?;
        let name = stored.name(world)?;
        let (Some(date), Some(next)) = (date_of(stored), stored.next_date()) else {
            return Ok(Plan::step(Vec::new(), ()));
        };
        let changes = match (&date, date.after(next)) {
            (_, Some(later)) => moved(stored, later),
            (ScheduleDate::Recurring(_), None) => {
                vec![Change::new(TABLE, &self.id, "completed", 1)]
            }
            (ScheduleDate::Once(_), None) => Vec::new(),
        };
        let facts = [("name", name.as_str().into()), ("day", next.to_string().as_str().into())];
        Ok(Plan::step(changes, ()).named("skippedSchedule", facts))
    }
}

/// Lets the schedules run again today if a new or changed one may have to be posted.
fn runs_again(posts: bool) -> Vec<(String, Json)> {
    posts.then(|| (keys::LAST_SCHEDULE_RUN.to_owned(), Json::Null)).into_iter().collect()
}

/// The name of an update's step.
fn step_key(change: &ScheduleChange, has_conditions: bool) -> &'static str {
    match change.completed {
        Some(true) if !has_conditions => "completedSchedule",
        Some(false) if !has_conditions => "restartedSchedule",
        _ => "changedSchedule",
    }
}

/// A new schedule.
struct Made {
    id: String,
    name: String,
    posts: bool,
    changes: Vec<Change>,
}

fn made(world: &World<'_>, names: &mut Names, call: ScheduleCreate) -> Result<Made, CallError> {
    let ScheduleCreate { schedule, conditions, new_payees, transaction_ids } = call;
    let given = schedule.unwrap_or_default();
    let date = checked(&conditions, true)?;
    refuse_own_transfer(world, &conditions)?;
    let next = date.and_then(|date| date.next(world.today()));
    let next = next.ok_or_else(|| refused(&ScheduleError::NeverOccurs))?;
    let id = free_id(world, given.id.as_deref())?;
    let name = names.free(&id, given.name.as_deref().unwrap_or_default())?;
    let shown = match (&name, ScheduleParts::of(&conditions).payee) {
        (Some(name), _) => name.clone(),
        (None, Some(payee)) => {
            let mut typed = new_payees.iter().flatten();
            let typed = typed.find(|new| new.id.as_ref().is_some_and(|id| *id == payee));
            let name = match typed {
                Some(new) => Some(new.name.as_str().into()),
                None => read::rules::payee_name(world.reader, payee.as_str())?,
            };
            name.as_deref().unwrap_or_default().to_owned()
        }
        (None, None) => String::new(),
    };
    let rule = world.ids.row_id();
    let actions = vec![link_action(&id)];
    let mut changes = typed_payees(world, new_payees)?;
    changes.extend(added(&rule, &RuleText { conditions, actions, ..RuleText::default() }));
    changes.extend(new_next_date(&world.ids.row_id(), &id, next, world.now_ms()));
    changes.extend(row(&id, &rule, name.as_deref(), &given));
    if let Some(transactions) = transaction_ids {
        changes.extend(linked(world, Some(&id), &transactions)?);
    }
    let posts = given.posts_transaction.unwrap_or(false);
    Ok(Made { id, name: shown, posts, changes })
}

/// The id of a new schedule.
fn free_id(world: &World<'_>, given: Option<&str>) -> Result<String, CallError> {
    match given.filter(|id| !id.is_empty()) {
        Some(id) if read::schedules::exists(world.reader, id)? => {
            let message = format!("A schedule with the id {id} exists.");
            Err(CallError::new(ErrorCode::ScheduleExists, message))
        }
        Some(id) => Ok(id.to_owned()),
        None => Ok(world.ids.row_id()),
    }
}

/// The changes that add a schedule's own row.
fn row(id: &str, rule: &str, name: Option<&str>, given: &NewSchedule) -> Vec<Change> {
    let flag = |flag: Option<bool>| Value::from(flag.unwrap_or(false));
    let text = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    let columns = [
        ("rule", Value::from(rule)),
        ("completed", flag(given.completed)),
        ("posts_transaction", flag(given.posts_transaction)),
        ("tombstone", 0.into()),
        ("name", text(name)),
        ("custom_upcoming_length", text(given.custom_upcoming_length.as_deref())),
    ];
    let given = columns.into_iter().filter(|(_, value)| *value != Value::Null);
    Change::row(TABLE, id, given)
}

/// The changes of a schedule's own row.
fn changed_fields(names: &mut Names, change: &ScheduleChange) -> Result<Vec<Change>, CallError> {
    let set = |column: &'static str, value: Value| Change::new(TABLE, &change.id, column, value);
    let text = |given: &Json, what: &str| match given {
        Json::Null => Ok(String::new()),
        Json::String(text) => Ok(text.clone()),
        Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
            Err(invalid(format!("The {what} must be text.")))
        }
    };
    let mut changes = Vec::new();
    if let Some(name) = &change.name {
        let name = names.free(&change.id, &text(name, "name")?)?;
        changes.push(set("name", name.as_deref().map_or(Value::Null, Value::from)));
    }
    if let Some(length) = &change.custom_upcoming_length {
        let length = text(length, "custom_upcoming_length")?;
        let length = Some(length.as_str()).filter(|length| !length.is_empty());
        changes.push(set("custom_upcoming_length", length.map_or(Value::Null, Value::from)));
    }
    changes.extend(change.posts_transaction.map(|on| set("posts_transaction", on.into())));
    changes.extend(change.completed.map(|on| set("completed", on.into())));
    Ok(changes)
}

/// Ids and names of the live schedules.
struct Names(Vec<(String, String)>);

impl Names {
    fn of(world: &World<'_>) -> Result<Self, CallError> {
        let all = read::schedules::living(world.reader)?.into_iter();
        Ok(Self(all.filter_map(|row| Some((row.id, row.name?))).collect()))
    }

    /// The trimmed name, if no other schedule has it, in whatever case; a blank one is none. It is
    /// taken from now on. A schedule may keep its name, because two devices or another program may
    /// have given the same one twice.
    fn free(&mut self, id: &str, name: &str) -> Result<Option<String>, CallError> {
        let name = name.trim();
        if name.is_empty() {
            return Ok(None);
        }
        let name = accepted(name)?.to_owned();
        let has_it = |(own, taken): &(String, String)| own == id && *taken == name;
        if self.0.iter().any(has_it) {
            return Ok(Some(name));
        }
        if self.0.iter().any(|(other, taken)| other != id && is_same(taken.trim(), &name)) {
            return Err(CallError::of(ErrorCode::ScheduleExists));
        }
        self.0.push((id.to_owned(), name.clone()));
        Ok(Some(name))
    }
}

/// Refuses a transfer from an account to itself.
fn refuse_own_transfer(world: &World<'_>, conditions: &[Json]) -> Result<(), CallError> {
    let ScheduleParts { payee, account, .. } = ScheduleParts::of(conditions);
    let (Some(payee), Some(account)) = (payee, account) else { return Ok(()) };
    if read::accounts::transfer_payee(world.reader, &account)?.as_ref() == Some(&payee) {
        return Err(invalid("A transfer needs two accounts. Choose another account."));
    }
    Ok(())
}

/// The date of conditions that a schedule may have.
fn checked(conditions: &[Json], is_new: bool) -> Result<Option<ScheduleDate>, CallError> {
    if conditions.len() > limits::CONDITIONS {
        let most = limits::CONDITIONS;
        return Err(invalid(format!("A schedule has at most {most} conditions.")));
    }
    checked_conditions(conditions, is_new).map_err(|error| refused(&error))
}

fn refused(error: &ScheduleError) -> CallError {
    invalid(error.to_string())
}

fn invalid(message: impl Into<String>) -> CallError {
    CallError::new(ErrorCode::InvalidSchedule, message)
}

/// The conditions of a schedule's rule. A broken or missing rule gets new ones: about today,
/// about 0.
fn usable_conditions(stored: &Stored, today: Day) -> Vec<Json> {
    match &stored.rule {
        Some(rule) if rule.rule.is_ok() => rule.text.conditions.clone(),
        Some(_) | None => vec![
            json!({ "op": "isapprox", "field": "date", "value": today }),
            json!({ "op": "isapprox", "field": "amount", "value": 0 }),
        ],
    }
}

/// The changes that give the rule of a schedule new conditions.
fn changed_rule(world: &World<'_>, stored: &Stored, conditions: &[Json]) -> Vec<Change> {
    match &stored.rule {
        Some(rule) if rule.rule.is_ok() => {
            let set = |column: &'static str, list: &[Json]| {
                Change::new("rules", &*rule.id, column, Value::from(stored_list(list)))
            };
            let actions = action_amounts(&rule.text.actions, conditions);
            let actions = actions.map(|actions| set("actions", &actions));
            let is_new = rule.text.conditions != conditions;
            let conditions = is_new.then(|| set("conditions", conditions));
            conditions.into_iter().chain(actions).collect()
        }
        Some(_) | None => {
            let (rule, schedule) = (world.ids.row_id(), &stored.row.id);
            let actions = vec![link_action(schedule)];
            let conditions = conditions.to_vec();
            let text = RuleText { conditions, actions, ..RuleText::default() };
            let mut changes = added(&rule, &text);
            changes.push(Change::new(TABLE, schedule, "rule", Value::from(&*rule)));
            changes
        }
    }
}

/// The changes that make a day the next date of a schedule, whatever the date was.
fn reset(world: &World<'_>, stored: &Stored, next: Day) -> Vec<Change> {
    let now = world.now_ms();
    match &stored.row.next {
        // A later time than the last reset, also if the clock was put back.
        Some(row) => {
            let ms = row.base_ms.map_or(now, |base_ms| now.max(base_ms.saturating_add(1)));
            let columns = [
                ("base_next_date", Value::from(next.yyyymmdd())),
                ("base_next_date_ts", ms.into()),
            ];
            Change::row(NEXT_DATES, &row.id, columns)
        }
        None => new_next_date(&next_date_id(&stored.row.id), &stored.row.id, next, now),
    }
}

/// The changes that move a schedule on to a day. A reset on another device undoes them.
pub(super) fn moved(stored: &Stored, next: Day) -> Vec<Change> {
    let Some(row) = &stored.row.next else { return Vec::new() };
    let columns = [
        ("local_next_date", Value::from(next.yyyymmdd())),
        ("local_next_date_ts", row.base_ms.map_or(Value::Null, Value::from)),
    ];
    Change::row(NEXT_DATES, &row.id, columns)
}

/// The changes that add the row with a schedule's next date.
fn new_next_date(id: &str, schedule: &str, next: Day, now_ms: i64) -> Vec<Change> {
    let day = Value::from(next.yyyymmdd());
    let columns = [
        ("schedule_id", Value::from(schedule)),
        ("local_next_date", day.clone()),
        ("local_next_date_ts", now_ms.into()),
        ("base_next_date", day),
        ("base_next_date_ts", now_ms.into()),
        ("tombstone", 0.into()),
    ];
    Change::row(NEXT_DATES, id, columns)
}
