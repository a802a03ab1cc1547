//! The budget file of the query vectors, built from the `context` of `aql.json`.

use rusqlite::{Connection, params, params_from_iter};
use serde_json::{Value, json};
use sobre_actors::db::migrate::{STEPS, create_at_level};
use sobre_actors::db::query::register_functions;

const STEP: i64 = 16_384;

/// An empty file of the newest schema, ready for queries.
pub(crate) fn empty() -> Connection {
    let mut conn = Connection::open_in_memory().unwrap();
    create_at_level(&mut conn, STEPS.len()).unwrap();
    register_functions(&conn).unwrap();
    conn
}

/// The file of the vectors.
pub(crate) fn vectors(context: &Value) -> Connection {
    let conn = empty();
    accounts(&conn, context);
    categories(&conn, context);
    for payee in list(context, "payees") {
        insert_payee(&conn, text(payee, "id"), Some(text(payee, "name")), None);
    }
    schedules(&conn);
    for row in list(context, "transactions") {
        transaction(&conn, row);
    }
    conn.execute("UPDATE transactions SET schedule = 's1' WHERE id = 't02'", []).unwrap();
    for row in list(context, "notes") {
        let values = [text(row, "id"), text(row, "note")];
        conn.execute("INSERT INTO notes (id, note) VALUES (?, ?)", values).unwrap();
    }
    delete_and_merge(&conn, context);
    conn
}

fn list<'a>(context: &'a Value, key: &str) -> &'a [Value] {
    context[key].as_array().unwrap()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap()
}

fn accounts(conn: &Connection, context: &Value) {
    let mut placed = [0, 0];
    for row in list(context, "accounts") {
        let off = row["offbudget"].as_i64().unwrap_or(0);
        let place = &mut placed[usize::try_from(off).unwrap()];
        *place += STEP;
        let id = text(row, "id");
        conn.execute(
            "INSERT INTO accounts (id, name, offbudget, closed, sort_order) VALUES (?, ?, ?, ?, ?)",
            params![id, text(row, "name"), off, row["closed"].as_i64().unwrap_or(0), *place],
        )
        .unwrap();
        insert_payee(conn, &format!("tp-{id}"), None, Some(id));
    }
}

fn categories(conn: &Connection, context: &Value) {
    for (row, place) in list(context, "category_groups").iter().zip(1..) {
        let income = row["is_income"].as_i64().unwrap_or(0);
        conn.execute(
            "INSERT INTO category_groups (id, name, is_income, sort_order) VALUES (?, ?, ?, ?)",
            params![text(row, "id"), text(row, "name"), income, place * STEP],
        )
        .unwrap();
    }
    for (row, place) in list(context, "categories").iter().zip(1..) {
        let (id, income) = (text(row, "id"), row["is_income"].as_i64().unwrap_or(0));
        conn.execute(
            "INSERT INTO categories (id, name, cat_group, is_income, sort_order) \
             VALUES (?, ?, ?, ?, ?)",
            params![id, text(row, "name"), text(row, "cat_group"), income, place * STEP],
        )
        .unwrap();
        let mapping = "INSERT INTO category_mapping (id, transferId) VALUES (?, ?)";
        conn.execute(mapping, [id, id]).unwrap();
    }
}

fn insert_payee(conn: &Connection, id: &str, name: Option<&str>, account: Option<&str>) {
    let payee = "INSERT INTO payees (id, name, transfer_acct) VALUES (?, ?, ?)";
    conn.execute(payee, params![id, name.unwrap_or(""), account]).unwrap();
    conn.execute("INSERT INTO payee_mapping (id, targetId) VALUES (?, ?)", [id, id]).unwrap();
}

fn transaction(conn: &Connection, row: &Value) {
    let flag = |key: &str| i64::from(row[key].as_bool().unwrap_or(false));
    let day: i64 = text(row, "date").replace('-', "").parse().unwrap();
    let error = row.get("error").map(Value::to_string);
    conn.execute(
        "INSERT INTO transactions (id, acct, date, amount, description, category, notes, \
         isParent, isChild, parent_id, starting_balance_flag, cleared, reconciled, sort_order, \
         tombstone, transferred_id, financial_id, imported_description, error) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            text(row, "id"),
            text(row, "account"),
            day,
            row["amount"].as_i64(),
            row["payee"].as_str(),
            row["category"].as_str(),
            row["notes"].as_str(),
            flag("is_parent"),
            flag("is_child"),
            row["parent_id"].as_str(),
            flag("starting_balance_flag"),
            flag("cleared"),
            flag("reconciled"),
            row["sort_order"].as_i64(),
            flag("tombstone"),
            row["transfer_id"].as_str(),
            row["imported_id"].as_str(),
            row["imported_payee"].as_str(),
            error,
        ],
    )
    .unwrap();
}

fn schedules(conn: &Connection) {
    let monthly = json!({"start": "2024-01-10", "frequency": "monthly"});
    let first = json!([
        {"op": "is", "field": "description", "value": "pk"},
        {"op": "is", "field": "acct", "value": "A"},
        {"op": "isapprox", "field": "amount", "value": -2500},
        {"op": "isapprox", "field": "date", "value": monthly},
    ]);
    let second = json!([
        {"op": "is", "field": "date", "value": "2024-05-01"},
        {"op": "isbetween", "field": "amount", "value": {"num1": -200, "num2": -100}},
    ]);
    let rows = [("s1", first, 20_240_710, 0), ("s2", second, 20_240_501, 1)];
    for (id, conditions, next_date, completed) in rows {
        let rule = format!("rule-{id}");
        let actions = json!([{"op": "link-schedule", "value": id}]);
        conn.execute(
            "INSERT INTO rules (id, conditions, actions) VALUES (?, ?, ?)",
            [&rule, &conditions.to_string(), &actions.to_string()],
        )
        .unwrap();
        conn.execute(
            "INSERT INTO schedules (id, rule, completed) VALUES (?, ?, ?)",
            params![id, rule, completed],
        )
        .unwrap();
        conn.execute(
            "INSERT INTO schedules_next_date VALUES ('n-' || ?1, ?1, ?2, 1, ?2, 1, 0)",
            params![id, next_date],
        )
        .unwrap();
    }
}

fn delete_and_merge(conn: &Connection, context: &Value) {
    for (table, ids) in context["deleted"].as_object().unwrap() {
        let sql = format!("UPDATE {table} SET tombstone = 1 WHERE id = ?");
        for id in ids.as_array().unwrap() {
            conn.execute(&sql, params_from_iter([id.as_str()])).unwrap();
        }
    }
    for (from, to) in context["merged_payees"].as_object().unwrap() {
        let mapping = "UPDATE payee_mapping SET targetId = ? WHERE id = ?";
        conn.execute(mapping, [to.as_str().unwrap(), from]).unwrap();
        conn.execute("UPDATE payees SET tombstone = 1 WHERE id = ?", [from]).unwrap();
    }
    for (from, to) in context["merged_categories"].as_object().unwrap() {
        let mapping = "UPDATE category_mapping SET transferId = ? WHERE id = ?";
        conn.execute(mapping, [to.as_str().unwrap(), from]).unwrap();
    }
}
