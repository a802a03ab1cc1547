//! Calls about categories and category groups. The engine decides the changes.

mod delete;

use sobre_engine::categories::{self, Category, CategoryRow, Edit, Group, Groups, NewRow};
use sobre_engine::ids::CategoryId;

use crate::contract::CallError;
use crate::contract::categories::{
    Categories, CategoryCreate, CategoryGroup, CategoryGroupCreate, CategoryGroupMove,
    CategoryGroupUpdate, CategoryMove, CategoryUpdate, GetCategories,
};
use crate::db::read;
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
        let stored = read::categories::grouped(world.reader)?;
        let id = world.ids.row_id();
        let new = NewRow { id: &id, name: &self.name, is_income: self.is_income };
        Ok(Plan::step(groups(&stored).create_category(new, &self.group_id)?, id))
    }
}

impl Mutation for CategoryUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        living(world, &self.id)?;
        let edit = Edit { name: self.name.as_deref(), hidden: self.hidden };
        Ok(Plan::step(categories::edit_category(&self.id, edit)?, ()))
    }
}

impl Mutation for CategoryMove {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        living(world, &self.id)?;
        let stored = read::categories::grouped(world.reader)?;
        let target = self.target_id.as_ref();
        Ok(Plan::step(groups(&stored).move_category(&self.id, &self.group_id, target)?, ()))
    }
}

impl Mutation for CategoryGroupCreate {
    fn decide(self, world: &World<'_>) -> Result<Plan<String>, CallError> {
        let stored = read::categories::groups(world.reader)?;
        let id = world.ids.row_id();
        let new = NewRow { id: &id, name: &self.name, is_income: self.is_income };
        Ok(Plan::step(groups(&stored).create_group(new)?, id))
    }
}

impl Mutation for CategoryGroupUpdate {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = read::categories::groups(world.reader)?;
        let edit = Edit { name: self.name.as_deref(), hidden: self.hidden };
        Ok(Plan::step(groups(&stored).edit_group(&self.id, edit)?, ()))
    }
}

impl Mutation for CategoryGroupMove {
    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        let stored = read::categories::groups(world.reader)?;
        Ok(Plan::step(groups(&stored).move_group(&self.id, self.target_id.as_ref())?, ()))
    }
}

/// Groups as the engine's rules take them.
fn groups(stored: &[CategoryGroup]) -> Groups<'_> {
    let groups = stored.iter().map(|stored| Group {
        id: &stored.id,
        name: &stored.name,
        is_income: stored.is_income,
        sort_order: stored.sort_order,
        categories: stored
            .categories
            .iter()
            .map(|it| Category { id: &it.id, name: &it.name, sort_order: it.sort_order })
            .collect(),
    });
    Groups(groups.collect())
}

/// The row of a category that is not deleted.
pub(super) fn living(world: &World<'_>, id: &CategoryId) -> Result<CategoryRow, CallError> {
    Ok(categories::living(read::categories::find(world.reader, id)?)?)
}
