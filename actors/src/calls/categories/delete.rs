//! Deleting categories and groups, and moving their contents to another category.

use sobre_engine::budget::actions::{merge_budgets, must_transfer};
use sobre_engine::categories::{self, CategoryError};
use sobre_engine::crdt::Change;
use sobre_engine::ids::CategoryId;

use super::{groups, living};
use crate::calls::stored_budget::StoredBudget;
use crate::contract::CallError;
use crate::contract::categories::{CategoryDelete, CategoryGroupDelete, MustCategoryTransfer};
use crate::db::read;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

impl Query for MustCategoryTransfer {
    const NEEDS_SHEET: bool = true;

    fn run(self, world: &World<'_>) -> Result<bool, CallError> {
        let has_transactions = read::categories::has_transactions(world.reader, &self.id)?;
        Ok(must_transfer(&*world.sheet()?, &self.id, has_transactions))
    }
}

impl Mutation for CategoryDelete {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let row = living(world, &self.id)?;
        let mut changes = Vec::new();
        if let Some(target) = &self.transfer_id {
            categories::check_replacement(&self.id, &row, target, &living(world, target)?)?;
            // Income budgets are never moved, not even in report mode.
            if !row.is_income {
                changes.extend(moved_budgets(world, std::slice::from_ref(&self.id), target)?);
            }
        }
        changes.extend(delete(world, &self.id, self.transfer_id.as_ref())?);
        Ok(Plan::step(changes, ()))
    }
}

impl Mutation for CategoryGroupDelete {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        groups(&read::categories::groups(world.reader)?).check_deletion(&self.id)?;
        let members = read::categories::of_group(world.reader, &self.id)?;
        let mut changes = Vec::new();
        if let Some(target) = &self.transfer_id {
            if living(world, target)?.group == self.id {
                return Err(CategoryError::IntoItsGroup.into());
            }
            let living: Vec<_> =
                members.iter().filter(|(_, deleted)| !deleted).map(|(id, _)| id.clone()).collect();
            changes.extend(moved_budgets(world, &living, target)?);
        }
        for (category, _) in &members {
            changes.extend(delete(world, category, self.transfer_id.as_ref())?);
        }
        changes.push(categories::delete_group(&self.id));
        Ok(Plan::step(changes, ()))
    }
}

/// Adds the budgets of `from` to those of `target`, in every month that has a sheet.
fn moved_budgets(
    world: &World<'_>,
    from: &[CategoryId],
    target: &CategoryId,
) -> Result<Vec<Change>, CallError> {
    let stored = StoredBudget::of(world)?;
    let amounts = stored.amounts(from.iter().chain([target]))?;
    let writes = merge_budgets(world.months()?, &amounts, from, target)?;
    stored.changes(&writes)
}

/// Deletes one category. With a target, everything that referred to it counts for the target.
fn delete(
    world: &World<'_>,
    id: &CategoryId,
    target: Option<&CategoryId>,
) -> Result<Vec<Change>, CallError> {
    let mapped = match target {
        Some(_) => read::categories::mapped_to(world.reader, id)?,
        None => Vec::new(),
    };
    Ok(categories::delete_category(id, &mapped, target))
}
