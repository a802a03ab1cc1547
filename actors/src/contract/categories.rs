//! Requests and replies about categories and category groups.

use serde::{Deserialize, Serialize};
use sobre_engine::ids::{CategoryId, GroupId};
use ts_rs::TS;

/// All living groups and categories in view order.
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
    /// Name given by the person.
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
    /// Name given by the person.
    pub name: String,
    /// The group it stands in.
    pub cat_group: GroupId,
    /// A kind of income, not an envelope.
    pub is_income: bool,
    /// Not shown.
    pub hidden: bool,
    /// Position within the group.
    pub sort_order: f64,
}

/// Makes a category the first of its group; answers its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryCreate {
    /// Trimmed; must differ from the names in the group.
    pub name: String,
    /// The group.
    #[serde(rename = "groupId")]
    pub group_id: GroupId,
    /// As the caller says; not derived from the group.
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
    /// The group it goes to.
    #[serde(rename = "groupId")]
    pub group_id: GroupId,
    /// The category it goes before; null for the end.
    #[serde(rename = "targetId", default)]
    #[ts(optional = nullable)]
    pub target_id: Option<CategoryId>,
}

/// Deletes a category, moving what it holds to another of the same kind.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryDelete {
    /// The category.
    pub id: CategoryId,
    /// Where its transactions and budgets go.
    #[serde(rename = "transferId", default)]
    #[ts(optional = nullable)]
    pub transfer_id: Option<CategoryId>,
}

/// Makes a group after the others; answers its id.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryGroupCreate {
    /// Must differ from the names of living groups.
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
    /// The group it goes before; null for the end.
    #[serde(rename = "targetId", default)]
    #[ts(optional = nullable)]
    pub target_id: Option<GroupId>,
}

/// Deletes a group with its categories, moving what they hold to another category.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CategoryGroupDelete {
    /// The group.
    pub id: GroupId,
    /// Where transactions and budgets of its categories go.
    #[serde(rename = "transferId", default)]
    #[ts(optional = nullable)]
    pub transfer_id: Option<CategoryId>,
}

/// Whether deleting the category would lose something.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MustCategoryTransfer {
    /// The category.
    pub id: CategoryId,
}
