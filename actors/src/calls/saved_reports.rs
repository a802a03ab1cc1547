//! Saved reports.

use serde_json::json;
use sobre_engine::crdt::Change;
use sobre_engine::dashboards::{SavedReport, sort_key};
use sobre_engine::names::MAX_CHARS;

use crate::contract::saved_reports::{ReportCreate, ReportDelete, ReportGet, ReportUpdate};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

pub(super) const REPORTS: &str = "custom_reports";

impl Query for ReportGet {
    fn run(self, world: &World<'_>) -> Result<Vec<SavedReport>, CallError> {
        let rows = read::saved_reports::living(world.reader)?;
        let mut reports: Vec<_> = rows.iter().map(SavedReport::of_row).collect();
        reports.sort_by_cached_key(|report| (sort_key(&report.name), report.id.clone()));
        Ok(reports)
    }
}

impl Mutation for ReportCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let id = world.ids.row_id();
        let report = SavedReport::new(id.clone(), world.today()).with(self.0);
        report.check(None)?;
        refuse_too_many_conditions(&report)?;
        let known = read::saved_reports::names(world.reader)?;
        refuse_taken_name(&known, &report)?;
        refuse_too_many_reports(known.len() + 1)?;
        let changes = Change::row(REPORTS, &id, report.columns());
        Ok(Plan::step(changes, id).named("addedReport", [("name", report.name.as_str().into())]))
    }
}

impl Mutation for ReportUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let Some(id) = self.0.id.clone() else {
            return Err(CallError::new(ErrorCode::ReportNotFound, "Report recall error"));
        };
        let stored = living(world, &id)?;
        let report = stored.clone().with(self.0);
        report.check(Some(&stored))?;
        if report.name != stored.name {
            refuse_taken_name(&read::saved_reports::names(world.reader)?, &report)?;
        }
        if report.conditions != stored.conditions {
            refuse_too_many_conditions(&report)?;
        }
        let columns = report.changed_columns(&stored);
        let is_renamed = matches!(columns.as_slice(), [("name", _)]);
        let plan = Plan::step(Change::row(REPORTS, &id, columns), ());
        let name = report.name.as_str().into();
        Ok(if is_renamed {
            plan.named("renamedReport", [("from", stored.name.as_str().into()), ("to", name)])
        } else {
            plan.named("changedReport", [("name", name)])
        })
    }
}

impl Mutation for ReportDelete {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = living(world, &self.id)?;
        let changes = vec![Change::new(REPORTS, &self.id, "tombstone", 1)];
        let facts = [("name", stored.name.as_str().into())];
        Ok(Plan::step(changes, ()).named("deletedReport", facts))
    }
}

fn living(world: &World<'_>, id: &str) -> Result<SavedReport, CallError> {
    let row = read::saved_reports::any(world.reader, id)?.filter(|row| !row.is_deleted);
    let row = row.ok_or_else(|| CallError::of(ErrorCode::ReportNotFound))?;
    Ok(SavedReport::of_row(&row))
}

/// Names are compared exactly: `Food` and `food` are two reports.
fn refuse_taken_name(known: &[(String, String)], report: &SavedReport) -> Result<(), CallError> {
    let name = &report.name;
    if known.iter().all(|(id, taken)| *id == report.id || taken != name) {
        return Ok(());
    }
    let message = format!("There is already a report named {name}");
    Err(CallError::new(ErrorCode::ReportExists, message).with_meta(json!({ "name": name })))
}

fn refuse_too_many_conditions(report: &SavedReport) -> Result<(), CallError> {
    if report.conditions.len() <= limits::CONDITIONS {
        return Ok(());
    }
    let message = format!("A report has at most {} conditions.", limits::CONDITIONS);
    Err(CallError::new(ErrorCode::InvalidCondition, message))
}

/// Refuses more saved reports than a budget holds.
pub(super) fn refuse_too_many_reports(count: usize) -> Result<(), CallError> {
    if count <= limits::SAVED_REPORTS {
        return Ok(());
    }
    let most = limits::SAVED_REPORTS;
    let message = format!("A budget can have at most {most} saved reports.");
    Err(CallError::new(ErrorCode::TooManyReports, message).with_meta(json!({ "most": most })))
}

/// The name, with a number from 2 on if others have it.
pub(super) fn unused_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = |number: usize| {
        let number = format!(" {number}");
        let kept = MAX_CHARS.saturating_sub(number.chars().count());
        format!("{}{number}", name.chars().take(kept).collect::<String>().trim_end())
    };
    let candidates = std::iter::once(name.to_owned()).chain((2..).map(numbered));
    candidates.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
}
