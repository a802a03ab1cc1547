//! How every field of the query language is stored: the closed set of column names. What other
//! programs of this file format define as SQL views is written here as expressions and conditions
//! on an alias, so that the planner sees the tables and their indexes.

use sobre_engine::query::{Field, Table};

/// The joins or tables that a column expression requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Requirement {
    /// Nothing.
    Nothing,
    /// The join on `category_mapping`, alias `{alias}_cm`.
    CategoryMapping,
    /// The join on `payee_mapping`, alias `{alias}_pm`.
    PayeeMapping,
    /// These other tables, read in subqueries.
    Tables(&'static [&'static str]),
}

/// The expression that reads a field from the row `alias` of its table.
pub(super) fn column(table: &Table, field: &Field, alias: &str) -> (String, Requirement) {
    match table.name {
        "transactions" => transaction_column(field, alias),
        "payees" if field.name == "name" => (
            format!(
                "ifnull((SELECT n.name FROM accounts n WHERE n.id = {alias}.transfer_acct \
                 AND ifnull(n.tombstone, 0) = 0), {alias}.name)"
            ),
            Requirement::Tables(&["accounts"]),
        ),
        "categories" if field.name == "group" => {
            (format!("{alias}.cat_group"), Requirement::Nothing)
        }
        "schedules" => schedule_column(field, alias),
        _ => (stored(field, alias), Requirement::Nothing),
    }
}

/// A column that is stored under its public name.
fn stored(field: &Field, alias: &str) -> String {
    format!("{alias}.\"{}\"", field.name)
}

fn transaction_column(field: &Field, alias: &str) -> (String, Requirement) {
    let name = match field.name {
        "is_parent" => "isParent",
        "is_child" => "isChild",
        "account" => "acct",
        "imported_id" => "financial_id",
        "imported_payee" => "imported_description",
        "transfer_id" => "transferred_id",
        "amount" => return (format!("ifnull({alias}.amount, 0)"), Requirement::Nothing),
        "parent_id" => {
            let expr =
                format!("CASE WHEN {alias}.isChild = 0 THEN NULL ELSE {alias}.parent_id END");
            return (expr, Requirement::Nothing);
        }
        "category" => {
            let mapped = format!("{alias}_cm.transferId");
            let expr = format!("CASE WHEN {alias}.isParent = 1 THEN NULL ELSE {mapped} END");
            return (expr, Requirement::CategoryMapping);
        }
        "payee" => return (format!("{alias}_pm.targetId"), Requirement::PayeeMapping),
        _ => return (stored(field, alias), Requirement::Nothing),
    };
    (format!("{alias}.{name}"), Requirement::Nothing)
}

fn schedule_column(field: &Field, alias: &str) -> (String, Requirement) {
    let rule = |column: &str| format!("(SELECT r.{column} FROM rules r WHERE r.id = {alias}.rule)");
    let part = |part: &str| format!("SCHEDULE_PART({}, '{part}')", rule("conditions"));
    let rules = Requirement::Tables(&["rules"]);
    match field.name {
        "next_date" => (
            format!(
                "(SELECT CASE WHEN n.local_next_date_ts = n.base_next_date_ts \
                 THEN n.local_next_date ELSE n.base_next_date END \
                 FROM schedules_next_date n WHERE n.schedule_id = {alias}.id \
                 ORDER BY n.base_next_date_ts DESC, n.id LIMIT 1)"
            ),
            Requirement::Tables(&["schedules_next_date"]),
        ),
        "_payee" => (
            format!("(SELECT m.targetId FROM payee_mapping m WHERE m.id = {})", part("payee")),
            Requirement::Tables(&["rules", "payee_mapping"]),
        ),
        "_account" => (part("account"), rules),
        "_amount" => (part("amount"), rules),
        "_amountOp" => (part("amount-op"), rules),
        "_date" => (part("date"), rules),
        "_conditions" => (rule("conditions"), rules),
        "_actions" => (rule("actions"), rules),
        "_has_splits" => (format!("SCHEDULE_PART({}, 'splits')", rule("actions")), rules),
        _ => (stored(field, alias), Requirement::Nothing),
    }
}

/// The condition for a row to exist for readers, deleted or not.
pub(super) fn visible(table: &Table, alias: &str) -> Option<String> {
    match table.name {
        "transactions" => Some(format!(
            "{alias}.date IS NOT NULL AND {alias}.acct IS NOT NULL \
             AND ({alias}.isChild = 0 OR {alias}.parent_id IS NOT NULL)"
        )),
        "payees" => Some(format!(
            "({alias}.transfer_acct IS NULL OR EXISTS (SELECT 1 FROM accounts v \
             WHERE v.id = {alias}.transfer_acct AND ifnull(v.tombstone, 0) = 0))"
        )),
        _ => None,
    }
}

/// The condition under which a row is not deleted.
pub(super) fn not_deleted(table: &Table, alias: &str) -> Option<String> {
    table.has_tombstone().then(|| format!("ifnull({alias}.tombstone, 0) = 0"))
}

/// The condition under which a transaction has no deleted parent.
pub(super) fn parent_alive(alias: &str) -> String {
    format!(
        "({alias}.isChild = 0 OR EXISTS (SELECT 1 FROM transactions u \
         WHERE u.id = {alias}.parent_id AND ifnull(u.tombstone, 0) = 0))"
    )
}
