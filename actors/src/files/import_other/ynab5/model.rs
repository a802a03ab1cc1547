//! The parts of an nYNAB export that are read, with their original names.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Budget {
    pub(super) accounts: Vec<Account>,
    pub(super) payees: Vec<Payee>,
    pub(super) category_groups: Vec<Group>,
    pub(super) categories: Vec<Category>,
    pub(super) months: Vec<Month>,
    pub(super) transactions: Vec<Row>,
    #[serde(default)]
    pub(super) subtransactions: Vec<Subrow>,
    #[serde(default)]
    pub(super) scheduled_transactions: Vec<Scheduled>,
    #[serde(default)]
    pub(super) scheduled_subtransactions: Vec<Subrow>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Account {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) on_budget: bool,
    #[serde(default)]
    pub(super) closed: bool,
    #[serde(default)]
    pub(super) deleted: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Payee {
    pub(super) id: String,
    pub(super) name: String,
    transfer_account_id: Option<String>,
    #[serde(default)]
    pub(super) deleted: bool,
}

impl Payee {
    pub(super) const fn is_transfer(&self) -> bool {
        self.transfer_account_id.is_some()
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Group {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) deleted: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Category {
    pub(super) id: String,
    pub(super) category_group_id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) deleted: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Month {
    pub(super) month: String,
    #[serde(default)]
    pub(super) categories: Vec<MonthCategory>,
    #[serde(default)]
    pub(super) deleted: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct MonthCategory {
    pub(super) id: String,
    #[serde(default)]
    pub(super) budgeted: i64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) account_id: String,
    pub(super) date: String,
    pub(super) amount: i64,
    pub(super) memo: Option<String>,
    pub(super) cleared: Option<String>,
    pub(super) flag_color: Option<String>,
    pub(super) flag_name: Option<String>,
    pub(super) payee_id: Option<String>,
    pub(super) category_id: Option<String>,
    pub(super) transfer_account_id: Option<String>,
    pub(super) transfer_transaction_id: Option<String>,
    pub(super) import_id: Option<String>,
    #[serde(default)]
    pub(super) deleted: bool,
}

impl Row {
    /// Colour and name of its flag.
    pub(super) fn flag(&self) -> (Option<&str>, Option<&str>) {
        (self.flag_color.as_deref(), self.flag_name.as_deref())
    }
}

/// A part of a split, or of a scheduled one.
#[derive(Debug, Deserialize)]
pub(super) struct Subrow {
    pub(super) id: String,
    transaction_id: Option<String>,
    scheduled_transaction_id: Option<String>,
    pub(super) amount: i64,
    pub(super) memo: Option<String>,
    pub(super) payee_id: Option<String>,
    pub(super) category_id: Option<String>,
    pub(super) transfer_account_id: Option<String>,
    #[serde(default)]
    pub(super) deleted: bool,
}

impl Subrow {
    /// The id of its parent.
    pub(super) fn of(&self) -> &str {
        let whole = self.transaction_id.as_deref().or(self.scheduled_transaction_id.as_deref());
        whole.unwrap_or_default()
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Scheduled {
    pub(super) id: String,
    pub(super) date_first: String,
    pub(super) date_next: String,
    pub(super) frequency: String,
    pub(super) amount: i64,
    pub(super) memo: Option<String>,
    pub(super) flag_color: Option<String>,
    pub(super) flag_name: Option<String>,
    pub(super) account_id: String,
    pub(super) payee_id: Option<String>,
    pub(super) category_id: Option<String>,
    pub(super) transfer_account_id: Option<String>,
    #[serde(default)]
    pub(super) deleted: bool,
}

impl Scheduled {
    /// Colour and name of its flag.
    pub(super) fn flag(&self) -> (Option<&str>, Option<&str>) {
        (self.flag_color.as_deref(), self.flag_name.as_deref())
    }
}
