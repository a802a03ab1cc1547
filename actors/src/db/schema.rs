//! The closed list of datasets and their columns. Names in messages are looked up here before they
//! get near SQL; SQL text is built from these constants only.

/// The type of a column. SQLite converts by the declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers: days as `yyyymmdd`, months as `yyyymm`, flags as 0 and 1. Other programs also
    /// write fractions, which are rounded.
    Integer,
    /// Whole cents within ±[`MAX_CENTS`](sobre_engine::money::MAX_CENTS), for sums in cells.
    Cents,
    /// Cents of a goal: bounded like [`Cents`](Self::Cents), but other programs write fractions,
    /// which are rounded.
    Goal,
    /// Numbers: sort orders, coordinates.
    Real,
    /// Text, also JSON.
    Text,
}

/// A column of a dataset other than `id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The stored name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether it cannot be null. A row created without it gets an empty text, or for a number the
    /// column's default.
    pub required: bool,
}

/// A dataset: a table whose rows are written by messages.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// The name in messages.
    pub name: &'static str,
    /// The columns besides `id`.
    pub columns: &'static [Column],
}

/// The dataset of `metadata.json` keys; it has no table.
pub const PREFS: &str = "prefs";
/// The keys of [`PREFS`] that may be set by messages.
pub const PREFS_KEYS: &[&str] = &["budgetName", "budgetType"];

impl Table {
    /// The position of a column; `None` if the table has no such column.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// Whether deleted rows are marked instead of removed.
    #[must_use]
    pub fn has_tombstone(&self) -> bool {
        self.column("tombstone").is_some()
    }
}

/// The dataset with a name; `None` if there is no such table (also for [`PREFS`]).
#[must_use]
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// The columns of an account's bank link and its last bank data.
pub(crate) const BANK_LINK: &[&str] = &[
    "account_id",
    "bank",
    "balance_current",
    "balance_available",
    "balance_limit",
    "account_sync_source",
    "bank_sync_status",
];

/// The column of the bank's id of a transaction.
pub(crate) const BANK_ID: &str = "financial_id";

/// The prefix of the preferences about bank connections.
pub(crate) const BANK_PREFS: &str = "sobre.bank-";

const fn integer(name: &'static str) -> Column {
    Column { name, kind: Kind::Integer, required: false }
}

const fn cents(name: &'static str) -> Column {
    Column { name, kind: Kind::Cents, required: false }
}

const fn goal(name: &'static str) -> Column {
    Column { name, kind: Kind::Goal, required: false }
}

const fn real(name: &'static str) -> Column {
    Column { name, kind: Kind::Real, required: false }
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: Kind::Text, required: false }
}

const fn required(column: Column) -> Column {
    Column { required: true, ..column }
}

const TOMBSTONE: Column = integer("tombstone");

const BUDGET_COLUMNS: &[Column] = &[
    integer("month"),
    text("category"),
    cents("amount"),
    integer("carryover"),
    goal("goal"),
    goal("long_goal"),
];

/// Every dataset, the most written first.
pub const TABLES: &[Table] = &[
    Table {
        name: "transactions",
        columns: &[
            integer("isParent"),
            integer("isChild"),
            text("acct"),
            text("category"),
            cents("amount"),
            text("description"),
            text("notes"),
            integer("date"),
            text("financial_id"),
            text("type"),
            text("location"),
            text("error"),
            text("imported_description"),
            integer("starting_balance_flag"),
            text("transferred_id"),
            real("sort_order"),
            TOMBSTONE,
            integer("cleared"),
            integer("pending"),
            text("parent_id"),
            text("schedule"),
            integer("reconciled"),
            text("raw_synced_data"),
        ],
    },
    Table { name: "zero_budgets", columns: BUDGET_COLUMNS },
    Table { name: "reflect_budgets", columns: BUDGET_COLUMNS },
    Table { name: "zero_budget_months", columns: &[cents("buffered")] },
    Table { name: "notes", columns: &[text("note")] },
    Table {
        name: "payees",
        columns: &[
            text("name"),
            text("category"),
            TOMBSTONE,
            text("transfer_acct"),
            integer("favorite"),
            integer("learn_categories"),
        ],
    },
    Table { name: "payee_mapping", columns: &[text("targetId")] },
    Table {
        name: "accounts",
        columns: &[
            text("account_id"),
            text("name"),
            integer("balance_current"),
            integer("balance_available"),
            integer("balance_limit"),
            text("mask"),
            text("official_name"),
            text("subtype"),
            text("bank"),
            integer("offbudget"),
            integer("closed"),
            TOMBSTONE,
            real("sort_order"),
            text("type"),
            text("account_sync_source"),
            text("last_sync"),
            text("last_reconciled"),
            text("bank_sync_status"),
            text("account_group_id"),
        ],
    },
    Table { name: "account_groups", columns: &[text("name"), real("sort_order"), TOMBSTONE] },
    Table { name: "banks", columns: &[text("bank_id"), text("name"), TOMBSTONE] },
    Table {
        name: "categories",
        columns: &[
            text("name"),
            integer("is_income"),
            text("cat_group"),
            real("sort_order"),
            TOMBSTONE,
            required(integer("hidden")),
            text("goal_def"),
            text("template_settings"),
            text("cleanup_def"),
        ],
    },
    Table { name: "category_mapping", columns: &[text("transferId")] },
    Table {
        name: "category_groups",
        columns: &[
            text("name"),
            integer("is_income"),
            real("sort_order"),
            TOMBSTONE,
            required(integer("hidden")),
        ],
    },
    Table {
        name: "rules",
        columns: &[
            text("stage"),
            text("conditions"),
            text("actions"),
            TOMBSTONE,
            text("conditions_op"),
        ],
    },
    Table {
        name: "schedules",
        columns: &[
            text("rule"),
            integer("active"),
            integer("completed"),
            integer("posts_transaction"),
            TOMBSTONE,
            text("name"),
            text("custom_upcoming_length"),
            real("sort_order"),
        ],
    },
    Table {
        name: "schedules_next_date",
        columns: &[
            text("schedule_id"),
            integer("local_next_date"),
            integer("local_next_date_ts"),
            integer("base_next_date"),
            integer("base_next_date_ts"),
            TOMBSTONE,
        ],
    },
    Table { name: "preferences", columns: &[text("value")] },
    Table {
        name: "tags",
        columns: &[text("tag"), text("color"), text("description"), TOMBSTONE, integer("hidden")],
    },
    Table {
        name: "transaction_filters",
        columns: &[text("name"), text("conditions"), text("conditions_op"), TOMBSTONE],
    },
    Table {
        name: "custom_reports",
        columns: &[
            text("name"),
            text("start_date"),
            text("end_date"),
            integer("date_static"),
            text("date_range"),
            text("mode"),
            text("group_by"),
            text("balance_type"),
            integer("show_empty"),
            integer("show_offbudget"),
            integer("show_hidden"),
            integer("show_uncategorized"),
            text("selected_categories"),
            text("graph_type"),
            text("conditions"),
            text("conditions_op"),
            text("metadata"),
            text("interval"),
            text("color_scheme"),
            TOMBSTONE,
            integer("include_current"),
            text("sort_by"),
            integer("trim_intervals"),
            integer("show_trend_lines"),
        ],
    },
    Table {
        name: "dashboard",
        columns: &[
            text("type"),
            integer("width"),
            integer("height"),
            integer("x"),
            integer("y"),
            text("meta"),
            TOMBSTONE,
            text("dashboard_page_id"),
        ],
    },
    Table { name: "dashboard_pages", columns: &[text("name"), TOMBSTONE] },
    Table {
        name: "payee_locations",
        columns: &[
            text("payee_id"),
            real("latitude"),
            real("longitude"),
            integer("created_at"),
            TOMBSTONE,
        ],
    },
    Table { name: "cleanup_groups", columns: &[required(text("name")), TOMBSTONE] },
];
