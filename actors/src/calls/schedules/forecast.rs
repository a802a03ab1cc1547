//! Schedules as forecasts read them.

use sobre_engine::ids::TransactionId;
use sobre_engine::reports::Schedule;

use super::posting::Post;
use super::stored::{Schedules, Stored, date_of};
use crate::contract::CallError;
use crate::world::World;

/// The schedules; with the categories that the rules give their payments, if anything asks for
/// these.
pub(in crate::calls) fn report_schedules(
    world: &World<'_>,
    with_categories: bool,
) -> Result<Vec<Schedule>, CallError> {
    let schedules = Schedules::of(world)?;
    schedules.all().iter().map(|stored| shown(world, stored, with_categories)).collect()
}

fn shown(world: &World<'_>, stored: &Stored, with_categories: bool) -> Result<Schedule, CallError> {
    let parts = stored.parts();
    let next_date = stored.next_date();
    let mut schedule = Schedule {
        id: stored.row.id.as_str().into(),
        name: stored.row.name.as_deref().map(Into::into),
        account: parts.account.clone(),
        payee: parts.payee.clone(),
        category: None,
        amount: parts.amount.is_some().then(|| parts.posted_amount()),
        date: date_of(stored),
        has_exact_date: parts.has_exact_date(),
        next_date,
        posts_transaction: stored.row.posts_transaction,
        completed: stored.row.completed,
    };
    let (Some(account), Some(day)) = (parts.account, next_date) else { return Ok(schedule) };
    if with_categories && !schedule.completed {
        let id = TransactionId::from("forecast");
        let rows = Post { schedule: stored, account, id, day }.rows(world)?;
        let text = |field: &str| rows.first()?.get(field)?.as_str();
        schedule.category = text("category").map(Into::into);
    }
    Ok(schedule)
}
