//! The recorded budgets through the application, by its calls.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};

use crate::harness::Harness;

const VECTORS: [&str; 13] = [
    "mode-switch",
    "report-basic",
    "report-categories",
    "report-hidden-actions",
    "rollover-actions",
    "rollover-auto-hold",
    "rollover-basic",
    "rollover-bounds",
    "rollover-categories",
    "rollover-hold",
    "rollover-long",
    "rollover-overspend",
    "rollover-splits-transfers",
];

pub(crate) fn vector(name: &str) -> Json {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let path = root.join("engine/tests/fixtures/budget").join(format!("{name}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::String(text) => Value::from(text.as_str()),
        Json::Bool(on) => Value::from(i64::from(*on)),
        Json::Number(number) => {
            number.as_i64().map_or_else(|| Value::Real(number.as_f64().unwrap()), Value::from)
        }
        Json::Array(_) | Json::Object(_) => panic!("{json} is no cell"),
    }
}

fn empty(vector: &Json) -> Harness {
    let harness = Harness::today(vector["today"].as_str().unwrap().parse().unwrap());
    let tables = harness.tables();
    let mut changes = Vec::new();
    for table in ["categories", "category_groups"] {
        for id in tables[table].keys() {
            changes.push(Change::new(table, id.as_str(), "tombstone", 1));
        }
    }
    changes.extend(rows("category_groups", &vector["initial"]["category_groups"]));
    let categories = &vector["initial"]["categories"];
    changes.extend(rows("categories", categories));
    for category in categories.as_array().unwrap() {
        let id = category["id"].as_str().unwrap();
        changes.push(Change::new("category_mapping", id, "transferId", id));
    }
    harness.write(changes);
    harness
}

fn rows(table: &'static str, rows: &Json) -> Vec<Change> {
    rows.as_array().unwrap().iter().flat_map(|row| changes_of(table, row)).collect()
}

/// A row in the vectors' form.
fn changes_of(table: &'static str, row: &Json) -> Vec<Change> {
    let id = row["id"].as_str().map_or_else(
        || format!("{}-{}", row["month"], row["category"].as_str().unwrap()),
        str::to_owned,
    );
    let mut changes = Vec::new();
    for (column, cell) in row.as_object().unwrap() {
        let column = match (table, column.as_str()) {
            (_, "id") => continue,
            ("transactions", "is_parent") => "isParent",
            ("transactions", "is_child") => "isChild",
            ("transactions", "account") => "acct",
            ("transactions", "transfer_id") => "transferred_id",
            ("transactions", "starting_balance") => "starting_balance_flag",
            ("transactions", "transfer_account") => {
                let payee = cell.as_str().map(|account| format!("to-{account}"));
                let payee = payee.map_or(Value::Null, |payee| Value::from(payee.as_str()));
                changes.push(Change::new("transactions", id.as_str(), "description", payee));
                continue;
            }
            (_, column) => column,
        };
        changes.push(Change::new(table, id.as_str(), column.to_owned(), value(cell)));
    }
    if table == "accounts" {
        let payee = format!("to-{id}");
        changes.push(Change::new("payees", payee.as_str(), "transfer_acct", id.as_str()));
        changes.push(Change::new("payee_mapping", payee.as_str(), "targetId", payee.as_str()));
    }
    changes
}

fn check(name: &str, harness: &Harness, checkpoint: &Json, through_calls: bool) {
    let at = format!("{name} {}", checkpoint["label"]);
    assert_eq!(harness.ok("get-budget-bounds", json!({})), checkpoint["bounds"], "{at}");
    let cells = harness.cells();
    let ours = |full: &str| {
        let kept = serde_json::to_value(cells.get(full)).unwrap();
        if through_calls {
            assert_eq!(harness.cell(full), kept, "{at} {full}");
        }
        kept
    };
    for (position, month) in checkpoint["months"].as_array().unwrap().iter().enumerate() {
        let sheet = format!("budget{}", month.as_str().unwrap().replace('-', ""));
        for (cell, values) in checkpoint["cells"].as_object().unwrap() {
            let full = format!("{sheet}!{cell}");
            assert_eq!(ours(&full), values[position], "{at} {full}");
        }
    }
    for (cell, expected) in checkpoint["global"].as_object().unwrap() {
        assert_eq!(&ours(&format!("__global!{cell}")), expected, "{at} {cell}");
    }
}

/// The mode after all operations.
fn last_mode(vector: &Json) -> &str {
    let mut switches = vector["ops"].as_array().unwrap().iter();
    let last = switches.rfind(|op| op["op"] == "budget-set-type");
    last.map_or_else(|| vector["mode"].as_str().unwrap(), |op| op["type"].as_str().unwrap())
}

fn final_tables(vector: &Json) -> Vec<Change> {
    let tables = [
        "category_groups",
        "categories",
        "category_mapping",
        "accounts",
        "transactions",
        "zero_budgets",
        "reflect_budgets",
        "zero_budget_months",
    ];
    tables.into_iter().flat_map(|table| rows(table, &vector["final_tables"][table])).collect()
}

#[test]
fn every_cell_of_every_recorded_budget_follows_from_rows_written_through_the_write_door() {
    for name in VECTORS {
        let vector = vector(name);
        let harness = empty(&vector);
        harness.ok("budget-set-type", json!({ "type": last_mode(&vector) }));
        harness.write(final_tables(&vector));
        let last = vector["checkpoints"].as_array().unwrap().last().unwrap();
        check(name, &harness, last, name == "rollover-basic" || name == "report-basic");
    }
}

/// A run that maps the vector's symbols to our ids and back.
pub(crate) struct Run {
    pub(crate) harness: Harness,
    ids: HashMap<String, String>,
}

impl Run {
    /// An open budget of a day, with only the vector's categories.
    pub(crate) fn new(vector: &Json) -> Self {
        Self { harness: empty(vector), ids: HashMap::new() }
    }

    pub(crate) fn step(&mut self, op: &Json) {
        if !self.call(op) {
            self.operate(op);
        }
    }

    fn id(&self, symbol: &Json) -> Json {
        let known = symbol.as_str().and_then(|symbol| self.ids.get(symbol));
        known.map_or_else(|| symbol.clone(), |id| json!(id))
    }

    /// Runs an operation that is a call; returns whether it was one.
    fn call(&mut self, op: &Json) -> bool {
        let name = op["op"].as_str().unwrap();
        let wanted: &[&str] = match name {
            "category-group-create" => &["name", "isIncome"],
            "category-create" => &["name", "groupId", "isIncome"],
            "category-update" | "category-group-update" => &["id", "name", "hidden"],
            "category-move" => &["id", "groupId", "targetId"],
            "category-group-move" => &["id", "targetId"],
            "category-delete" | "category-group-delete" => &["id", "transferId"],
            "must-category-transfer" => &["id"],
            "budget/budget-amount" => &["month", "category", "amount"],
            "budget/set-carryover" => &["startMonth", "category", "flag"],
            "budget-set-type" => &["type"],
            "budget/cover-overspending" | "budget/transfer-category" => {
                &["month", "to", "from", "amount"]
            }
            action if action.starts_with("budget/") => &["month", "amount", "N", "category"],
            "get-budget-bounds" => &[],
            _ => return false,
        };
        let given = wanted.iter().filter(|key| op.get(**key).is_some());
        let args = given.map(|key| ((*key).to_owned(), self.id(&op[*key]))).collect();
        let answer = self.harness.call(name, Json::Object(args));
        if let Some(code) = op["error"].as_str() {
            assert_eq!(answer.unwrap_err()["code"], code, "{op}");
            return true;
        }
        let answer = answer.unwrap_or_else(|error| panic!("{op}: {error}"));
        if name.ends_with("-create") {
            let symbol = op["id"].as_str().unwrap().to_owned();
            self.ids.insert(symbol, answer.as_str().unwrap().to_owned());
        } else if let Some(result) = op.get("result") {
            assert_eq!(&answer, result, "{op}");
        }
        true
    }

    fn operate(&mut self, op: &Json) {
        let name = op["op"].as_str().unwrap();
        match name.split(['-', '/']).next().unwrap() {
            "transaction" => self.transaction(name, op),
            _ => self.account(name, op),
        }
    }

    fn transaction(&self, name: &str, op: &Json) {
        let batch = match name {
            "transaction-add" => json!({ "added": self.added(op) }),
            "transaction-update" => {
                let mut row = json!({ "id": op["id"] });
                for key in ["category", "account", "amount", "cleared", "date", "notes"] {
                    if let Some(given) = op.get(key) {
                        row[key] = self.id(given);
                    }
                }
                json!({ "updated": [row] })
            }
            _ => json!({ "deleted": [{ "id": op["id"] }] }),
        };
        self.harness.ok("transactions-batch-update", batch);
    }

    /// A transaction with its lines, or a transfer.
    fn added(&self, op: &Json) -> Vec<Json> {
        let row = |of: &Json| {
            json!({
                "id": of["id"], "account": self.id(&op["account"]), "amount": of["amount"],
                "category": self.id(&of["category"]), "date": op["date"], "cleared": op["cleared"],
            })
        };
        let mut first = row(op);
        if let Some(to) = op.get("transfer_to") {
            let (payees, to) = (&self.harness.tables()["payees"], self.id(to));
            let payee = payees.iter().find(|(_, payee)| payee["transfer_acct"] == to);
            first["payee"] = json!(payee.unwrap().0);
        }
        let lines = op["split"].as_array().map_or(&[][..], Vec::as_slice);
        if !lines.is_empty() {
            first["is_parent"] = json!(true);
        }
        let lines = lines.iter().map(|line| {
            let mut line = row(line);
            line["is_child"] = json!(true);
            line["parent_id"] = op["id"].clone();
            line
        });
        [first].into_iter().chain(lines).collect()
    }

    fn account(&mut self, name: &str, op: &Json) {
        let id = self.id(&op["id"]);
        match name {
            "account-create" => {
                let cents = op["balance_cents"].as_i64().unwrap();
                let units: serde_json::Number =
                    serde_json::from_str(&format!("{cents}e-2")).unwrap();
                let created = self.harness.ok(
                    name,
                    json!({ "name": op["name"], "offBudget": op["offBudget"], "balance": units }),
                );
                self.ids.insert(
                    op["id"].as_str().unwrap().to_owned(),
                    created.as_str().unwrap().to_owned(),
                );
            }
            // No call moves an account into or out of the budget.
            "account-update" => {
                let (id, off) = (id.as_str().unwrap(), i64::from(op["offbudget"] == true));
                self.harness.write(vec![Change::new("accounts", id, "offbudget", off)]);
            }
            _ => {
                let (to, category) =
                    (self.id(&op["transferAccountId"]), self.id(&op["categoryId"]));
                let args = json!({ "id": id, "transferAccountId": to, "categoryId": category });
                self.harness.ok(name, args);
            }
        }
    }

    fn month_cells(&self, op: &Json) {
        let Some(after) = op.get("month_after") else { return };
        let sheet = format!("budget{}", after["month"].as_str().unwrap().replace('-', ""));
        for (cell, expected) in after["cells"].as_object().unwrap() {
            let full = format!("{sheet}!{}", self.cell_name(cell));
            assert_eq!(&self.harness.cell(&full), expected, "{full} after {op}");
        }
    }

    /// The cell's name with our ids in place of symbols.
    pub(crate) fn cell_name(&self, cell: &str) -> String {
        let ours = |part| self.ids.get(part).map_or(part, String::as_str);
        cell.split('-').map(ours).collect::<Vec<_>>().join("-")
    }

    fn translated(&self, checkpoint: &Json) -> Json {
        let mut translated = checkpoint.clone();
        let cells = checkpoint["cells"].as_object().unwrap().iter();
        let cells = cells.map(|(name, values)| (self.cell_name(name), values.clone())).collect();
        translated["cells"] = Json::Object(cells);
        let global = checkpoint["global"].as_object().unwrap().iter();
        let global = global.map(|(name, value)| (self.cell_name(name), value.clone())).collect();
        translated["global"] = Json::Object(global);
        translated
    }
}

/// The tables at the end of a run equal the recorded ones.
fn check_tables(name: &str, run: &Run, recorded: &Json) {
    let tables = run.harness.tables();
    for row in recorded["transactions"].as_array().unwrap() {
        // Other sides of transfers and starting balances got ids of our own.
        let Some(ours) = tables["transactions"].get(row["id"].as_str().unwrap()) else { continue };
        for column in ["amount", "date", "cleared", "tombstone", "category"] {
            assert_eq!(ours[column], run.id(&row[column]), "{name} {column} of {row}");
        }
    }
    for table in ["zero_budgets", "reflect_budgets"] {
        let amount_of =
            |row: &Json| (row["amount"].as_i64().unwrap_or(0), row["carryover"].clone());
        let ours: BTreeMap<_, _> = tables[table]
            .values()
            .map(|row| Json::Object(row.clone()))
            .map(|row| ((row["month"].to_string(), row["category"].to_string()), amount_of(&row)))
            .collect();
        let theirs = recorded[table].as_array().unwrap().iter();
        let theirs: BTreeMap<_, _> = theirs
            .map(|row| {
                let category = run.id(&row["category"]).to_string();
                ((row["month"].to_string(), category), amount_of(row))
            })
            .collect();
        assert_eq!(ours, theirs, "{name} {table}");
    }
    for table in ["category_groups", "categories"] {
        let ours = &tables[table];
        for row in recorded[table].as_array().unwrap() {
            let stored = &ours[run.id(&row["id"]).as_str().unwrap()];
            for column in ["sort_order", "tombstone", "hidden"] {
                let (ours, theirs) = (stored[column].as_f64(), row[column].as_f64());
                assert_eq!(ours, theirs, "{name} {column} of {row}");
            }
        }
    }
}

fn replay(name: &str) {
    let vector = vector(name);
    let mut run = Run::new(&vector);
    let checkpoints = vector["checkpoints"].as_array().unwrap();
    for (number, op) in vector["ops"].as_array().unwrap().iter().enumerate() {
        run.step(op);
        run.month_cells(op);
        for checkpoint in checkpoints.iter().filter(|it| it["after_op"] == number) {
            check(name, &run.harness, &run.translated(checkpoint), false);
        }
    }
    check_tables(name, &run, &vector["final_tables"]);
}

#[test]
fn every_operation_of_every_recorded_budget_leads_to_its_cells() {
    VECTORS.into_iter().for_each(replay);
}
