//! Calls about categories and category groups (spec/4 section 4).

mod delete;

use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::{CategoryId, GroupId};

use super::columns::{placed, required_name};
use crate::contract::categories::{
    Categories, CategoryCreate, CategoryGroup, CategoryGroupCreate, CategoryGroupMove,
    CategoryGroupUpdate, CategoryMove, CategoryUpdate, GetCategories,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::limits;
use crate::router::{Mutation, Query};
use crate::world::{Plan, World};

impl Query for GetCategories {
    fn run(self, world: &World<'_>) -> Result<Categories, CallError> {
        let grouped = read::categories::grouped(world.reader)?;
        let list = grouped.iter().flat_map(|group| group.categories.iter().cloned()).collect();
        Ok(Categories { grouped, list })
    }
}

impl Mutation for CategoryCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let name = required_name(&self.name)?;
        let groups = read::categories::grouped(world.reader)?;
        check_room(groups.iter().map(|group| group.categories.len()).sum())?;
        let group = group_of(groups, &self.group_id)?;
        if group.categories.iter().any(|category| same_name(&category.name, name)) {
            let message = format!("A category called {name} exists in {}.", group.name);
            return Err(CallError::new(ErrorCode::CategoryExists, message));
        }
        let id = world.ids.uuid();
        let first = group.categories.first().map(|category| category.id.clone());
        let (order, mut changes) = place_category(&group, first.as_ref());
        changes.extend(Change::row(
            "categories",
            &id,
            [
                ("name", Value::from(name)),
                ("cat_group", Value::from(self.group_id.as_str())),
                ("is_income", flag(self.is_income)),
                ("sort_order", Value::from(order)),
            ],
        ));
        changes.push(Change::new("category_mapping", &id, "transferId", Value::from(id.as_str())));
        Ok(Plan::step(changes, id))
    }
}

impl Mutation for CategoryUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        living_category(world, &self.id)?;
        let mut changes = Vec::new();
        if let Some(name) = &self.name {
            let name = Value::from(required_name(name)?);
            changes.push(Change::new("categories", &self.id, "name", name));
        }
        if let Some(hidden) = self.hidden {
            changes.push(Change::new("categories", &self.id, "hidden", flag(hidden)));
        }
        Ok(Plan::step(changes, ()))
    }
}

impl Mutation for CategoryMove {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        living_category(world, &self.id)?;
        let group = living_group(world, &self.group_id)?;
        let (order, mut changes) = place_category(&group, self.target_id.as_ref());
        // The moved one may itself have been pushed along; its own new place comes last and wins.
        changes.extend(Change::row(
            "categories",
            &self.id,
            [
                ("sort_order", Value::from(order)),
                ("cat_group", Value::from(self.group_id.as_str())),
            ],
        ));
        Ok(Plan::step(changes, ()))
    }
}

impl Mutation for CategoryGroupCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let name = required_name(&self.name)?;
        let groups = read::categories::groups(world.reader)?;
        check_room(groups.len())?;
        unused_group_name(&groups, name, None)?;
        let id = world.ids.uuid();
        let (order, mut changes) = place_group(groups, None);
        changes.extend(Change::row(
            "category_groups",
            &id,
            [
                ("name", Value::from(name)),
                ("is_income", flag(self.is_income)),
                ("sort_order", Value::from(order)),
            ],
        ));
        Ok(Plan::step(changes, id))
    }
}

impl Mutation for CategoryGroupUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let groups = read::categories::groups(world.reader)?;
        if !groups.iter().any(|group| group.id == self.id) {
            return Err(CallError::of(ErrorCode::GroupNotFound));
        }
        let mut changes = Vec::new();
        if let Some(name) = &self.name {
            let name = required_name(name)?;
            unused_group_name(&groups, name, Some(&self.id))?;
            changes.push(Change::new("category_groups", &self.id, "name", Value::from(name)));
        }
        if let Some(hidden) = self.hidden {
            changes.push(Change::new("category_groups", &self.id, "hidden", flag(hidden)));
        }
        Ok(Plan::step(changes, ()))
    }
}

impl Mutation for CategoryGroupMove {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let groups = read::categories::groups(world.reader)?;
        if !groups.iter().any(|group| group.id == self.id) {
            return Err(CallError::of(ErrorCode::GroupNotFound));
        }
        let (order, mut changes) = place_group(groups, self.target_id.as_ref());
        let order = Value::from(order);
        changes.push(Change::new("category_groups", &self.id, "sort_order", order));
        Ok(Plan::step(changes, ()))
    }
}

fn same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// A budget whose sums have too many terms could not be opened any more.
fn check_room(count: usize) -> Result<(), CallError> {
    let is_full = count >= limits::CATEGORIES;
    if is_full { Err(CallError::of(ErrorCode::TooManyCategories)) } else { Ok(()) }
}

fn flag(on: bool) -> Value {
    Value::from(i64::from(on))
}

/// A group that is not deleted, with its categories.
fn living_group(world: &World<'_>, id: &GroupId) -> Result<CategoryGroup, CallError> {
    group_of(read::categories::grouped(world.reader)?, id)
}

fn group_of(groups: Vec<CategoryGroup>, id: &GroupId) -> Result<CategoryGroup, CallError> {
    let found = groups.into_iter().find(|group| group.id == *id);
    found.ok_or_else(|| CallError::of(ErrorCode::GroupNotFound))
}

/// The group and kind of a category that is not deleted.
pub(super) fn living_category(
    world: &World<'_>,
    id: &CategoryId,
) -> Result<(GroupId, bool), CallError> {
    match read::categories::find(world.reader, id)? {
        Some((group, is_income, false)) => Ok((group, is_income)),
        Some((_, _, true)) | None => Err(CallError::of(ErrorCode::NoCategories)),
    }
}

fn unused_group_name(
    groups: &[CategoryGroup],
    name: &str,
    except: Option<&GroupId>,
) -> Result<(), CallError> {
    let taken = |group: &&CategoryGroup| Some(&group.id) != except && same_name(&group.name, name);
    if groups.iter().any(|group| taken(&group)) {
        let message = format!("A category group called {name} exists.");
        return Err(CallError::new(ErrorCode::GroupExists, message));
    }
    Ok(())
}

/// The sort order before `target` within a group, and the changes that make room for it.
fn place_category(group: &CategoryGroup, target: Option<&CategoryId>) -> (f64, Vec<Change>) {
    let items: Vec<_> =
        group.categories.iter().map(|item| (item.id.as_str(), item.sort_order)).collect();
    placed("categories", &items, target.map(CategoryId::as_str))
}

/// The same among all groups, which share one list (spec/4 section 4.1).
fn place_group(groups: Vec<CategoryGroup>, target: Option<&GroupId>) -> (f64, Vec<Change>) {
    let mut groups = groups;
    groups.sort_by(|one, other| {
        one.sort_order.total_cmp(&other.sort_order).then_with(|| one.id.cmp(&other.id))
    });
    let items: Vec<_> = groups.iter().map(|item| (item.id.as_str(), item.sort_order)).collect();
    placed("category_groups", &items, target.map(GroupId::as_str))
}
