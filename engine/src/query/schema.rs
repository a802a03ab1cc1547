//! Tables and fields of the query language as data. The database layer knows how they are stored.

use super::types::Type;

/// A table that can be queried.
#[derive(Debug, PartialEq)]
pub struct Table {
    /// Public name.
    pub name: &'static str,
    /// Fields, in the order of `*`. The first is the id.
    pub fields: &'static [Field],
}

/// A field of a table.
#[derive(Debug, PartialEq)]
pub struct Field {
    /// Public name.
    pub name: &'static str,
    /// Its type.
    pub kind: Type,
    /// The referenced table, if paths may continue through the field.
    pub join: Option<&'static str>,
}

impl Table {
    /// The table with a public name.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// The field with a public name.
    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The id of the rows.
    pub(super) fn id(&self) -> &'static Field {
        &self.fields[0]
    }

    /// Whether deleted rows of the table are marked instead of removed.
    #[must_use]
    pub fn has_tombstone(&self) -> bool {
        self.field("tombstone").is_some()
    }
}

const fn id(name: &'static str) -> Field {
    Field { name, kind: Type::Id, join: None }
}

const fn to(name: &'static str, table: &'static str) -> Field {
    Field { name, kind: Type::Id, join: Some(table) }
}

const fn text(name: &'static str) -> Field {
    Field { name, kind: Type::Text, join: None }
}

const fn integer(name: &'static str) -> Field {
    Field { name, kind: Type::Integer, join: None }
}

const fn float(name: &'static str) -> Field {
    Field { name, kind: Type::Float, join: None }
}

const fn flag(name: &'static str) -> Field {
    Field { name, kind: Type::Boolean, join: None }
}

const fn date(name: &'static str) -> Field {
    Field { name, kind: Type::Date, join: None }
}

const fn json(name: &'static str) -> Field {
    Field { name, kind: Type::Json, join: None }
}

const fn loose(name: &'static str) -> Field {
    Field { name, kind: Type::JsonOrText, join: None }
}

/// Every table that can be queried.
pub static TABLES: &[Table] = &[
    Table {
        name: "transactions",
        fields: &[
            id("id"),
            flag("is_parent"),
            flag("is_child"),
            id("parent_id"),
            to("account", "accounts"),
            to("category", "categories"),
            integer("amount"),
            to("payee", "payees"),
            text("notes"),
            date("date"),
            text("imported_id"),
            json("error"),
            text("imported_payee"),
            flag("starting_balance_flag"),
            id("transfer_id"),
            float("sort_order"),
            flag("cleared"),
            flag("reconciled"),
            flag("tombstone"),
            to("schedule", "schedules"),
            text("raw_synced_data"),
        ],
    },
    Table {
        name: "payees",
        fields: &[
            id("id"),
            text("name"),
            to("transfer_acct", "accounts"),
            flag("tombstone"),
            flag("favorite"),
            flag("learn_categories"),
        ],
    },
    Table {
        name: "accounts",
        fields: &[
            id("id"),
            text("name"),
            text("type"),
            flag("offbudget"),
            flag("closed"),
            float("sort_order"),
            flag("tombstone"),
            text("account_id"),
            text("official_name"),
            text("account_sync_source"),
            text("last_reconciled"),
            text("last_sync"),
            text("bank_sync_status"),
            to("account_group_id", "account_groups"),
        ],
    },
    Table {
        name: "account_groups",
        fields: &[id("id"), text("name"), float("sort_order"), flag("tombstone")],
    },
    Table {
        name: "categories",
        fields: &[
            id("id"),
            text("name"),
            flag("is_income"),
            flag("hidden"),
            to("group", "category_groups"),
            text("goal_def"),
            text("cleanup_def"),
            json("template_settings"),
            float("sort_order"),
            flag("tombstone"),
        ],
    },
    Table {
        name: "category_groups",
        fields: &[
            id("id"),
            text("name"),
            flag("is_income"),
            flag("hidden"),
            float("sort_order"),
            flag("tombstone"),
        ],
    },
    Table {
        name: "schedules",
        fields: &[
            id("id"),
            text("name"),
            to("rule", "rules"),
            date("next_date"),
            flag("completed"),
            flag("posts_transaction"),
            text("custom_upcoming_length"),
            flag("tombstone"),
            float("sort_order"),
            to("_payee", "payees"),
            to("_account", "accounts"),
            loose("_amount"),
            text("_amountOp"),
            loose("_date"),
            json("_conditions"),
            json("_actions"),
            flag("_has_splits"),
        ],
    },
    Table {
        name: "rules",
        fields: &[
            id("id"),
            text("stage"),
            text("conditions_op"),
            json("conditions"),
            json("actions"),
            flag("tombstone"),
        ],
    },
    Table { name: "notes", fields: &[id("id"), text("note")] },
    Table { name: "preferences", fields: &[id("id"), text("value")] },
    Table {
        name: "transaction_filters",
        fields: &[
            id("id"),
            text("name"),
            text("conditions_op"),
            json("conditions"),
            flag("tombstone"),
        ],
    },
    Table { name: "zero_budgets", fields: ENVELOPE_FIELDS },
    Table {
        name: "reflect_budgets",
        fields: &[
            id("id"),
            integer("month"),
            text("category"),
            integer("amount"),
            integer("carryover"),
            integer("goal"),
            integer("long_goal"),
        ],
    },
    Table { name: "cleanup_groups", fields: &[id("id"), text("name"), flag("tombstone")] },
    Table { name: "custom_reports", fields: REPORT_FIELDS },
    Table {
        name: "dashboard",
        fields: &[
            id("id"),
            text("type"),
            integer("width"),
            integer("height"),
            integer("x"),
            integer("y"),
            json("meta"),
            id("dashboard_page_id"),
            flag("tombstone"),
        ],
    },
    Table { name: "dashboard_pages", fields: &[id("id"), text("name"), flag("tombstone")] },
    Table {
        name: "payee_locations",
        fields: &[
            id("id"),
            id("payee_id"),
            float("latitude"),
            float("longitude"),
            integer("created_at"),
            flag("tombstone"),
        ],
    },
];

const ENVELOPE_FIELDS: &[Field] = &[
    id("id"),
    integer("month"),
    Field { name: "category", kind: Type::Text, join: Some("categories") },
    integer("amount"),
    integer("carryover"),
    integer("goal"),
    integer("long_goal"),
];

const REPORT_FIELDS: &[Field] = &[
    id("id"),
    text("name"),
    text("start_date"),
    text("end_date"),
    integer("date_static"),
    text("date_range"),
    text("mode"),
    text("group_by"),
    text("sort_by"),
    text("interval"),
    text("balance_type"),
    integer("show_empty"),
    integer("show_offbudget"),
    integer("show_hidden"),
    integer("show_uncategorized"),
    integer("trim_intervals"),
    integer("include_current"),
    integer("show_trend_lines"),
    json("selected_categories"),
    text("graph_type"),
    json("conditions"),
    text("conditions_op"),
    json("metadata"),
    text("color_scheme"),
    flag("tombstone"),
];
