//! Requests and replies about categories and category groups.

use serde::{Deserialize, Serialize};
use sobre_engine::ids::{CategoryId, GroupId};
use ts_rs::TS;

/// All live groups and categories in display order.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetCategories {}

/// The categories, by group and as one list.
#[derive(Debug, Serialize, TS)]
pub struct Categories {
    /// Expense groups by sort order, then income.
    pub grouped: Vec<CategoryGroup>,
    /// The categories of all groups in the same order.
    pub list: Vec<Category>,
}

/// A category group with its categories.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CategoryGroup {
    /// Row id.
    pub id: GroupId,
    /// Name given by the user.
    pub name: String,
    /// Holds income, not envelopes.
    pub is_income: bool,
    /// Not shown; still counts in rollover mode.
    pub hidden: bool,
    /// Position among all groups.
    pub sort_order: f64,
    /// Categories in order.
    pub categories: Vec<Category>,
}

/// A category: an envelope, or a kind of income.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Category {
    /// Row id.
    pub id: CategoryId,
    /// Name given by the user.
    pub name: String,
    /// The group it belongs to.
    pub cat_group: GroupId,
    /// A kind of income, not an envelope.
    pub is_income: bool,
    /// Not shown.
    pub hidden: bool,
    /// Position within the group.
    pub sort_order: f64,
}

/// Creates a category at the top of its group; returns its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryCreate {
    /// Trimmed; must differ from the names in the group.
    pub name: String,
    /// The group.
    #[serde(rename = "groupId")]
    pub group_id: GroupId,
    /// Taken from the caller, not derived from the group.
    #[serde(rename = "isIncome", default)]
    #[ts(optional = nullable, as = "Option<bool>")]
    pub is_income: bool,
}

/// Renames, hides or shows a category.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryUpdate {
    /// The category.
    pub id: CategoryId,
    /// New name, if it changes.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
    /// New hidden flag, if it changes.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub hidden: Option<bool>,
}

/// Moves a category before another one, or to the end of a group.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryMove {
    /// The category.
    pub id: CategoryId,
    /// The group it moves to.
    #[serde(rename = "groupId")]
    pub group_id: GroupId,
    /// The category it moves before; null for the end.
    #[serde(rename = "targetId", default)]
    #[ts(optional = nullable)]
    pub target_id: Option<CategoryId>,
}

/// Deletes a category and moves its contents to another of the same kind.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryDelete {
    /// The category.
    pub id: CategoryId,
    /// The category that receives its transactions and budgets.
    #[serde(rename = "transferId", default)]
    #[ts(optional = nullable)]
    pub transfer_id: Option<CategoryId>,
}

/// Creates a group after the others; returns its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryGroupCreate {
    /// Must differ from the names of live groups.
    pub name: String,
    /// Holds income.
    #[serde(rename = "isIncome", default)]
    #[ts(optional = nullable, as = "Option<bool>")]
    pub is_income: bool,
}

/// Renames, hides or shows a group.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryGroupUpdate {
    /// The group.
    pub id: GroupId,
    /// New name, if it changes.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
    /// New hidden flag, if it changes.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub hidden: Option<bool>,
}

/// Moves a group before another one, or to the end.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryGroupMove {
    /// The group.
    pub id: GroupId,
    /// The group it moves before; null for the end.
    #[serde(rename = "targetId", default)]
    #[ts(optional = nullable)]
    pub target_id: Option<GroupId>,
}

/// Deletes a group with its categories and moves their contents to another category.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryGroupDelete {
    /// The group.
    pub id: GroupId,
    /// The category that receives the transactions and budgets of its categories.
    #[serde(rename = "transferId", default)]
    #[ts(optional = nullable)]
    pub transfer_id: Option<CategoryId>,
}

/// Whether deleting the category would lose transactions or budgets.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MustCategoryTransfer {
    /// The category.
    pub id: CategoryId,
}
