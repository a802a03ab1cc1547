//! The rows that `query` returns, by table, and the fields through which paths continue to another
//! table.

use std::fmt::Write as _;

use sobre_actors::contract::query::{Field, TABLES, Type};

/// Declares `QueryRows` and `QueryJoins`.
pub(super) fn query_rows() -> String {
    let mut rows = String::from(
        "/** The rows of every table that `query` reads. */\nexport interface QueryRows {\n",
    );
    let mut joins = String::from(
        "/** The table behind each field that holds the id of a row; paths go on through it. */\n\
         export interface QueryJoins {\n",
    );
    for table in TABLES {
        let _ = writeln!(rows, "  {}: {{", table.name);
        let mut targets = String::new();
        for field in table.fields {
            let _ = writeln!(rows, "    {}: {};", field.name, type_of(table.name, field));
            if let Some(target) = field.join {
                let _ = writeln!(targets, "    {}: '{target}';", field.name);
            }
        }
        rows.push_str("  };\n");
        if !targets.is_empty() {
            let _ = write!(joins, "  {}: {{\n{targets}  }};\n", table.name);
        }
    }
    format!("{rows}}}\n\n{joins}}}\n\n")
}

fn type_of(table: &str, field: &Field) -> String {
    let known = match (table, field.name) {
        ("transactions", "account") => return "AccountId".to_owned(),
        ("transactions", "date") => return "Day".to_owned(),
        ("transactions", "amount") => return "Amount".to_owned(),
        ("transactions", "error") => "SplitError",
        ("transactions", "parent_id" | "transfer_id") => "TransactionId",
        (_, "conditions") => "Condition[]",
        (_, "conditions_op") => "ConditionsOp",
        (table, "id") => return id_of(table).to_owned(),
        _ => match (field.kind, field.join) {
            (Type::Boolean, _) => return "boolean".to_owned(),
            (_, Some(target)) => id_of(target),
            (Type::Integer | Type::Float | Type::Year, None) => "number",
            (Type::Date, None) => "Day",
            (Type::Month, None) => "Month",
            (Type::Id | Type::Text, None) => "string",
            (Type::Json | Type::JsonOrText | Type::Null, None) => return "unknown".to_owned(),
        },
    };
    format!("{known} | null")
}

fn id_of(table: &str) -> &'static str {
    match table {
        "transactions" => "TransactionId",
        "payees" => "PayeeId",
        "accounts" => "AccountId",
        "categories" => "CategoryId",
        "category_groups" => "GroupId",
        "schedules" => "ScheduleId",
        "rules" => "RuleId",
        "transaction_filters" => "FilterId",
        _ => "string",
    }
}
