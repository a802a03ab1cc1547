//! The demo budget: two years of an invented household up to today. It is the same for all users on
//! the same day, and otherwise an ordinary budget.

mod envelopes;
mod extras;
mod history;
mod household;
mod ledger;
mod schedules;
#[cfg(test)]
mod tests;
mod write;

use sobre_engine::dates::Day;

use super::data_dir::DataDir;
use super::error::FileError;
use super::ids::BudgetId;
use super::seeded::SeededRandom;
use super::store;
use crate::db::metadata::Metadata;
use crate::db::{BudgetDb, NewFile};
use crate::environment::Environment;

/// Name of the demo budget.
pub(super) const NAME: &str = "Demo Budget";

/// Creates a demo budget.
///
/// # Errors
/// Failures of the disk.
pub fn create_demo(dir: &DataDir, env: &Environment) -> Result<BudgetId, FileError> {
    let name = store::free_name(dir, NAME)?;
    let id = store::new_id(dir, env, &name);
    let now_ms = u64::try_from(env.clock.now_ms()).unwrap_or_default();
    let mut demo = imagine(env.calendar.today(), now_ms);
    let staged = dir.stage()?;
    let fill = |file: &mut NewFile<'_, '_>| Ok(write::write(&mut demo, file)?);
    BudgetDb::build::<FileError>(staged.folder(), env.clone(), true, fill)?;
    Metadata::made_now(id.as_str(), &name).write(staged.folder())?;
    staged.publish(&id)?;
    Ok(id)
}

fn imagine(today: Day, now_ms: u64) -> write::DemoBudget {
    let seed = u64::try_from(today.yyyymmdd()).unwrap_or_default();
    let mut ledger = ledger::Ledger::new(SeededRandom::new(seed), today);
    history::live(&mut ledger);
    let plan = envelopes::fill(&ledger);
    let first = today.month().plus(-history::MONTHS);
    let schedules = schedules::schedules(first, today, || ledger.chance.uuid());
    write::DemoBudget { ledger, plan, schedules, now_ms }
}
