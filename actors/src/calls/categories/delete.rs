//! Deleting categories and groups, moving what they hold to another category
//! (spec/4 section 4.3).

use sobre_engine::budget::actions::{merge_budgets, must_transfer};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::CategoryId;

use super::{flag, living_category};
use crate::calls::stored_budget::StoredBudget;
use crate::contract::categories::{CategoryDelete, CategoryGroupDelete, MustCategoryTransfer};
use crate::contract::{CallError, ErrorCode};
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
        let (_, is_income) = living_category(world, &self.id)?;
        let mut changes = Vec::new();
        if let Some(target) = &self.transfer_id {
            let (_, target_is_income) = living_category(world, target)?;
            if target_is_income != is_income {
                return Err(CallError::of(ErrorCode::CategoryType));
            }
            if *target == self.id {
                let message = "A category cannot be transferred to itself.";
                return Err(CallError::new(ErrorCode::NoCategories, message));
            }
            // Income budgets are not moved, also not in report mode.
            if !is_income {
                changes.extend(moved_budgets(world, std::slice::from_ref(&self.id), target)?);
            }
        }
        changes.extend(delete(world, &self.id, self.transfer_id.as_ref())?);
        Ok(Plan::step(changes, ()))
    }
}

impl Mutation for CategoryGroupDelete {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let groups = read::categories::groups(world.reader)?;
        let Some(group) = groups.iter().find(|group| group.id == self.id) else {
            return Err(CallError::of(ErrorCode::GroupNotFound));
        };
        if group.is_income && groups.iter().filter(|group| group.is_income).count() == 1 {
            return Err(CallError::of(ErrorCode::LastIncomeGroup));
        }
        let categories = read::categories::of_group(world.reader, &self.id)?;
        let mut changes = Vec::new();
        if let Some(target) = &self.transfer_id {
            let (home, _) = living_category(world, target)?;
            if home == self.id {
                let message = "The replacement lies in the group that is to be deleted.";
                return Err(CallError::new(ErrorCode::NoCategories, message));
            }
            let living: Vec<_> = categories
                .iter()
                .filter(|(_, deleted)| !deleted)
                .map(|(id, _)| id.clone())
                .collect();
            changes.extend(moved_budgets(world, &living, target)?);
        }
        for (category, _) in &categories {
            changes.extend(delete(world, category, self.transfer_id.as_ref())?);
        }
        changes.push(Change::new("category_groups", &self.id, "tombstone", flag(true)));
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
    let writes = merge_budgets(&*world.sheet()?, &amounts, from, target)?;
    stored.changes(&writes)
}

/// Deletes one category; with a target, everything that read as its rows reads as the target's.
fn delete(
    world: &World<'_>,
    id: &CategoryId,
    target: Option<&CategoryId>,
) -> Result<Vec<Change>, CallError> {
    let mut changes = Vec::new();
    if let Some(target) = target {
        let target = Value::from(target.as_str());
        for mapped in read::categories::mapped_to(world.reader, id)? {
            if mapped != id.as_str() {
                let change = Change::new("category_mapping", mapped, "transferId", target.clone());
                changes.push(change);
            }
        }
        changes.push(Change::new("category_mapping", id, "transferId", target));
    }
    changes.push(Change::new("categories", id, "tombstone", flag(true)));
    Ok(changes)
}
