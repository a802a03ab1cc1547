//! Which changes to categories and groups are allowed, and what they write.
//! [`merge_budgets`](crate::budget::actions::merge_budgets) moves the budgets of a deleted
//! category.

use thiserror::Error;

use crate::crdt::{Change, Value};
use crate::ids::{CategoryId, GroupId};
use crate::names::{NameError, accepted, is_same};
use crate::order::{Item, place_before};

/// Most categories, and most groups, of a budget. A sheet limits the terms of a sum.
pub const MOST_CATEGORIES: usize = 2_000;

const CATEGORIES: &str = "categories";
const GROUPS: &str = "category_groups";

/// Why a change is refused; nothing is written then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CategoryError {
    /// The name is not usable.
    #[error(transparent)]
    Name(#[from] NameError),
    /// No such category, or a deleted one.
    #[error("There is no such category.")]
    NoCategory,
    /// No such group, or a deleted one.
    #[error("There is no such category group.")]
    NoGroup,
    /// The group already has a category with this name.
    #[error("{group} already has a category called {name}.")]
    CategoryExists {
        /// The name.
        name: String,
        /// Name of the group.
        group: String,
    },
    /// Another group has this name.
    #[error("There is already a category group called {0}.")]
    GroupExists(String),
    /// The budget already has [`MOST_CATEGORIES`].
    #[error("A budget can have at most {MOST_CATEGORIES} categories.")]
    TooMany,
    /// At least one income group must remain.
    #[error("A budget needs an income group.")]
    LastIncomeGroup,
    /// An income category cannot replace an envelope, nor an envelope income.
    #[error("An income category cannot replace an expense category, nor the reverse.")]
    OtherKind,
    /// A deleted category cannot replace itself.
    #[error("A category cannot be transferred to itself.")]
    ToItself,
    /// The replacement would be deleted with its group.
    #[error("The replacement is in the group being deleted.")]
    IntoItsGroup,
}

/// A category, live or deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryRow {
    /// Its group.
    pub group: GroupId,
    /// Income, not an envelope.
    pub is_income: bool,
    /// Deleted.
    pub deleted: bool,
}

/// The row of a category that is not deleted.
///
/// # Errors
/// [`CategoryError::NoCategory`].
pub fn living(row: Option<CategoryRow>) -> Result<CategoryRow, CategoryError> {
    row.filter(|row| !row.deleted).ok_or(CategoryError::NoCategory)
}

/// A live category within its group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Category<'a> {
    /// Id.
    pub id: &'a CategoryId,
    /// Name.
    pub name: &'a str,
    /// Sort order within the group.
    pub sort_order: f64,
}

/// A live group.
#[derive(Debug, Clone, PartialEq)]
pub struct Group<'a> {
    /// Id.
    pub id: &'a GroupId,
    /// Name.
    pub name: &'a str,
    /// Holds income.
    pub is_income: bool,
    /// Sort order among all groups.
    pub sort_order: f64,
    /// Its live categories in order.
    pub categories: Vec<Category<'a>>,
}

/// The live groups of a budget in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Groups<'a>(pub Vec<Group<'a>>);

/// A category or group to create.
#[derive(Debug, Clone, Copy)]
pub struct NewRow<'a> {
    /// Id of the new row.
    pub id: &'a str,
    /// Name as typed.
    pub name: &'a str,
    /// Income, not envelopes.
    pub is_income: bool,
}

/// Changes to a category or group; `None` keeps a value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Edit<'a> {
    /// A new name as typed.
    pub name: Option<&'a str>,
    /// Hides or shows it.
    pub hidden: Option<bool>,
}

impl Groups<'_> {
    /// Creates a category, first in its group.
    ///
    /// # Errors
    /// An unusable or duplicate name, no such group, or too many categories.
    pub fn create_category(
        &self,
        new: NewRow<'_>,
        group: &GroupId,
    ) -> Result<Vec<Change>, CategoryError> {
        let name = accepted(new.name)?;
        check_room(self.0.iter().map(|group| group.categories.len()).sum())?;
        let group = self.find(group)?;
        if group.categories.iter().any(|category| is_same(category.name, name)) {
            let (name, group) = (name.to_owned(), group.name.to_owned());
            return Err(CategoryError::CategoryExists { name, group });
        }
        let first = group.categories.first().map(|category| category.id);
        let (order, mut changes) = group.place(first);
        let columns = [
            ("name", Value::from(name)),
            ("cat_group", group.id.as_str().into()),
            ("is_income", flag(new.is_income)),
            ("sort_order", order.into()),
        ];
        changes.extend(Change::row(CATEGORIES, new.id, columns));
        changes.push(mapping(new.id, new.id));
        Ok(changes)
    }

    /// Moves a category before `target` in a group, or to its end.
    ///
    /// # Errors
    /// [`CategoryError::NoGroup`].
    pub fn move_category(
        &self,
        id: &CategoryId,
        group: &GroupId,
        target: Option<&CategoryId>,
    ) -> Result<Vec<Change>, CategoryError> {
        let (order, mut changes) = self.find(group)?.place(target);
        // Making room may have moved the category too; this later change wins.
        let columns = [("sort_order", order.into()), ("cat_group", group.as_str().into())];
        changes.extend(Change::row(CATEGORIES, id, columns));
        Ok(changes)
    }

    /// Creates a group, last of all.
    ///
    /// # Errors
    /// An unusable or duplicate name, or too many groups.
    pub fn create_group(&self, new: NewRow<'_>) -> Result<Vec<Change>, CategoryError> {
        let name = accepted(new.name)?;
        check_room(self.0.len())?;
        self.check_name(name, None)?;
        let (order, mut changes) = self.place(None);
        let columns = [
            ("name", Value::from(name)),
            ("is_income", flag(new.is_income)),
            ("sort_order", order.into()),
        ];
        changes.extend(Change::row(GROUPS, new.id, columns));
        Ok(changes)
    }

    /// Renames, hides or shows a group.
    ///
    /// # Errors
    /// No such group, or an unusable or duplicate name.
    pub fn edit_group(&self, id: &GroupId, edit: Edit<'_>) -> Result<Vec<Change>, CategoryError> {
        self.find(id)?;
        if let Some(name) = edit.name {
            self.check_name(accepted(name)?, Some(id))?;
        }
        edit.changes(GROUPS, id.as_str())
    }

    /// Moves a group before `target`, or to the end of all groups.
    ///
    /// # Errors
    /// [`CategoryError::NoGroup`].
    pub fn move_group(
        &self,
        id: &GroupId,
        target: Option<&GroupId>,
    ) -> Result<Vec<Change>, CategoryError> {
        self.find(id)?;
        let (order, mut changes) = self.place(target);
        changes.push(Change::new(GROUPS, id, "sort_order", order));
        Ok(changes)
    }

    /// Whether a group may be deleted: the last income group may not.
    ///
    /// # Errors
    /// [`CategoryError::NoGroup`], [`CategoryError::LastIncomeGroup`].
    pub fn check_deletion(&self, id: &GroupId) -> Result<(), CategoryError> {
        let income = self.0.iter().filter(|group| group.is_income).count();
        let is_last = self.find(id)?.is_income && income == 1;
        if is_last { Err(CategoryError::LastIncomeGroup) } else { Ok(()) }
    }

    fn find(&self, id: &GroupId) -> Result<&Group<'_>, CategoryError> {
        self.0.iter().find(|group| group.id == id).ok_or(CategoryError::NoGroup)
    }

    fn check_name(&self, name: &str, except: Option<&GroupId>) -> Result<(), CategoryError> {
        let others = self.0.iter().filter(|group| Some(group.id) != except);
        match others.into_iter().any(|group| is_same(group.name, name)) {
            true => Err(CategoryError::GroupExists(name.to_owned())),
            false => Ok(()),
        }
    }

    /// All groups share one list, income or not.
    fn place(&self, target: Option<&GroupId>) -> (f64, Vec<Change>) {
        let mut items: Vec<_> = self
            .0
            .iter()
            .map(|group| Item { id: group.id.as_str(), sort_order: group.sort_order })
            .collect();
        items.sort_by(|one, other| {
            one.sort_order.total_cmp(&other.sort_order).then_with(|| one.id.cmp(other.id))
        });
        place_before(GROUPS, &items, target.map(GroupId::as_str))
    }
}

impl Group<'_> {
    fn place(&self, target: Option<&CategoryId>) -> (f64, Vec<Change>) {
        let items: Vec<_> = self
            .categories
            .iter()
            .map(|category| Item { id: category.id.as_str(), sort_order: category.sort_order })
            .collect();
        place_before(CATEGORIES, &items, target.map(CategoryId::as_str))
    }
}

impl Edit<'_> {
    fn changes(self, table: &'static str, id: &str) -> Result<Vec<Change>, CategoryError> {
        let mut columns = Vec::new();
        if let Some(name) = self.name {
            columns.push(("name", Value::from(accepted(name)?)));
        }
        columns.extend(self.hidden.map(|hidden| ("hidden", flag(hidden))));
        Ok(Change::row(table, id, columns))
    }
}

/// Renames, hides or shows a category.
///
/// # Errors
/// A name that is not usable.
pub fn edit_category(id: &CategoryId, edit: Edit<'_>) -> Result<Vec<Change>, CategoryError> {
    edit.changes(CATEGORIES, id.as_str())
}

/// Whether `target` may replace a deleted category.
///
/// # Errors
/// [`CategoryError::OtherKind`], [`CategoryError::ToItself`].
pub fn check_replacement(
    id: &CategoryId,
    row: &CategoryRow,
    target: &CategoryId,
    target_row: &CategoryRow,
) -> Result<(), CategoryError> {
    if row.is_income != target_row.is_income {
        return Err(CategoryError::OtherKind);
    }
    if id == target { Err(CategoryError::ToItself) } else { Ok(()) }
}

/// Deletes a category. With a target, rows of the category count for the target: `mapped` are the
/// ids that were merged into the category before.
#[must_use]
pub fn delete_category(
    id: &CategoryId,
    mapped: &[String],
    target: Option<&CategoryId>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    if let Some(target) = target {
        let others = mapped.iter().map(String::as_str).filter(|other| *other != id.as_str());
        changes.extend(others.chain([id.as_str()]).map(|from| mapping(from, target.as_str())));
    }
    changes.push(Change::new(CATEGORIES, id, "tombstone", flag(true)));
    changes
}

/// Deletes a group, without its categories.
#[must_use]
pub fn delete_group(id: &GroupId) -> Change {
    Change::new(GROUPS, id, "tombstone", flag(true))
}

fn mapping(from: &str, to: &str) -> Change {
    Change::new("category_mapping", from, "transferId", to)
}

const fn check_room(count: usize) -> Result<(), CategoryError> {
    if count >= MOST_CATEGORIES { Err(CategoryError::TooMany) } else { Ok(()) }
}

fn flag(on: bool) -> Value {
    Value::from(i64::from(on))
}

#[cfg(test)]
mod tests;
