//! The recorded budgets through the application. Operations that are calls go through their calls.
//! All others are written directly: their rows come from running the operations on plain tables, as
//! the difference between the recorded engine's budget and ours.

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

fn vector(name: &str) -> Json {
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

/// An open budget of a day, with only the vector's categories.
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
struct Run {
    harness: Harness,
    ids: HashMap<String, String>,
    /// Rows of transactions by symbol, as last written.
    transactions: BTreeMap<String, Json>,
    offbudget: HashMap<String, bool>,
    today: Json,
    mode: String,
    last_month: String,
}

fn date(text: &Json) -> Json {
    let digits = text.as_str().unwrap().replace('-', "");
    json!(digits.parse::<i64>().unwrap())
}

fn hold(month: &str, cents: i64) -> Change {
    Change::new("zero_budget_months", month, "buffered", cents)
}

impl Run {
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
            "get-budget-bounds" => &[],
            _ => return false,
        };
        let given = wanted.iter().filter(|key| op.get(**key).is_some());
        let args = given.map(|key| ((*key).to_owned(), self.id(&op[*key]))).collect();
        let answer = self.harness.call(name, Json::Object(args));
        if name == "budget-set-type" {
            op["type"].as_str().unwrap().clone_into(&mut self.mode);
        }
        if name == "get-budget-bounds" {
            op["result"]["end"].as_str().unwrap().clone_into(&mut self.last_month);
        }
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

    /// Writes the result of an operation that no call supports yet.
    fn operate(&mut self, op: &Json) {
        let name = op["op"].as_str().unwrap();
        match name.split(['-', '/']).next().unwrap() {
            "transaction" => self.transaction(name, op),
            "account" => self.account(name, op),
            _ => self.action(name, op),
        }
    }

    fn put(&mut self, row: Json) {
        let mut stored = row.clone();
        stored["category"] = self.id(&row["category"]);
        self.harness.write(changes_of("transactions", &stored));
        self.transactions.insert(row["id"].as_str().unwrap().to_owned(), row);
    }

    fn off_budget(&self, account: &Json) -> bool {
        account.as_str().is_some_and(|account| self.offbudget[account])
    }

    fn transaction(&mut self, name: &str, op: &Json) {
        let id = op["id"].as_str().unwrap();
        match name {
            "transaction-add" => self.add(op),
            "transaction-update" => {
                let mut row = self.transactions[id].clone();
                for key in ["category", "account", "amount", "cleared", "date"] {
                    if let Some(given) = op.get(key) {
                        row[key] = if key == "date" { date(given) } else { given.clone() };
                    }
                }
                if self.off_budget(&row["account"]) {
                    row["category"] = Json::Null;
                }
                self.put(row);
            }
            _ => {
                let mut ids = vec![op["id"].clone(), self.transactions[id]["transfer_id"].clone()];
                ids.extend(op["also"].as_array().into_iter().flatten().cloned());
                for id in ids.iter().filter_map(Json::as_str) {
                    let mut row = self.transactions[id].clone();
                    row["tombstone"] = json!(1);
                    self.put(row);
                }
            }
        }
    }

    fn add(&mut self, op: &Json) {
        let off_budget = self.off_budget(&op["account"]);
        let category = |op: &Json| if off_budget { Json::Null } else { op["category"].clone() };
        let children = op["split"].as_array().cloned().unwrap_or_default();
        let row = json!({
            "id": op["id"], "account": op["account"], "amount": op["amount"],
            "category": category(op), "date": date(&op["date"]), "cleared": op["cleared"],
            "is_parent": !children.is_empty(), "is_child": 0, "tombstone": 0,
        });
        if op.get("transfer_to").is_some() {
            return self.transfer(row, op["transfer_to"].clone(), op["pair_id"].clone());
        }
        for child in children {
            let mut part = row.clone();
            part["is_parent"] = json!(0);
            part["is_child"] = json!(1);
            part["parent_id"] = op["id"].clone();
            part["id"] = child["id"].clone();
            part["amount"] = child["amount"].clone();
            part["category"] = category(&child);
            self.put(part);
        }
        self.put(row);
    }

    fn transfer(&mut self, mut row: Json, to: Json, pair: Json) {
        let from_off = self.off_budget(&row["account"]);
        if from_off || from_off == self.off_budget(&to) {
            row["category"] = Json::Null;
        }
        row["transfer_id"] = pair.clone();
        row["transfer_account"] = to.clone();
        let mut other = row.clone();
        other["id"] = pair;
        other["account"] = to;
        other["category"] = Json::Null;
        other["amount"] = json!(-row["amount"].as_i64().unwrap());
        other["cleared"] = json!(0);
        other["transfer_id"] = row["id"].clone();
        other["transfer_account"] = row["account"].clone();
        self.put(other);
        self.put(row);
    }

    fn account(&mut self, name: &str, op: &Json) {
        let id = op["id"].as_str().unwrap();
        let balance_cell = format!("__global!balance-{id}");
        match name {
            "account-create" => {
                let off = op["offBudget"] == true;
                let row = json!({ "id": id, "name": op["name"], "offbudget": off, "closed": 0 });
                self.harness.write(changes_of("accounts", &row));
                self.offbudget.insert(id.to_owned(), off);
                let category = if off { Json::Null } else { json!("ci2") };
                if op["balance_cents"] != 0 {
                    let id = format!("sb-{id}");
                    self.today_row(&id, &op["id"], category, &op["balance_cents"]);
                }
            }
            "account-update" => {
                let off = op["offbudget"] == true;
                self.offbudget.insert(id.to_owned(), off);
                let off = i64::from(off);
                self.harness.write(vec![Change::new("accounts", id, "offbudget", off)]);
            }
            _ => {
                let balance = self.harness.cell(&balance_cell).as_i64().unwrap();
                if balance != 0 && op["transferAccountId"].is_string() {
                    let closing = op["closing_txn"].as_str().unwrap();
                    let row = self.row_of_today(closing, &op["id"], &op["categoryId"], -balance);
                    let pair = json!(format!("{closing}x"));
                    self.transfer(row, op["transferAccountId"].clone(), pair);
                }
                self.harness.write(vec![Change::new("accounts", id, "closed", 1)]);
            }
        }
    }

    fn today_row(&mut self, id: &str, account: &Json, category: Json, amount: &Json) {
        let row = self.row_of_today(id, account, &category, amount.as_i64().unwrap());
        self.put(row);
    }

    fn row_of_today(&self, id: &str, account: &Json, category: &Json, amount: i64) -> Json {
        json!({
            "id": id, "account": account, "category": category, "amount": amount, "cleared": 1,
            "date": date(&self.today), "is_parent": 0, "is_child": 0, "tombstone": 0,
        })
    }

    /// Budget actions: writes the amounts that the recorded engine shows afterwards.
    fn action(&mut self, name: &str, op: &Json) {
        let month = op["month"].as_str().unwrap().to_owned();
        match name {
            "budget/hold-for-next-month" => return self.hold(op),
            "budget/reset-hold" => {
                return self.harness.write(vec![hold(&month, 0)]);
            }
            "budget/copy-until-year-end" => {
                let cell = format!("budget-{}", op["category"].as_str().unwrap());
                let sheet = format!("budget{}!", month.replace('-', ""));
                let amount = self.harness.cell(&format!("{sheet}{}", self.cell_name(&cell)));
                let last: u8 = month[5..].parse().unwrap();
                for number in last + 1..=12 {
                    let later = format!("{}-{number:02}", &month[..4]);
                    if later <= self.last_month {
                        self.set(&later, &op["category"], "amount", &amount);
                    }
                }
                return;
            }
            _ => {}
        }
        let after = op["month_after"].clone();
        for (cell, shown) in after["cells"].as_object().unwrap() {
            let carryover = name == "budget/reset-income-carryover";
            let (kind, column) =
                if carryover { ("carryover-", "carryover") } else { ("budget-", "amount") };
            let Some(symbol) = cell.strip_prefix(kind) else { continue };
            let full = format!("budget{}!{}", month.replace('-', ""), self.cell_name(cell));
            // Whole-month actions write rows that change no value. Those are skipped, except where
            // other operations depend on a row's existence.
            let rows_count = carryover || name == "budget/set-zero";
            if !shown.is_null() && (rows_count || self.harness.cell(&full) != *shown) {
                self.set(&month, &json!(symbol), column, shown);
            }
        }
    }

    fn set(&self, month: &str, symbol: &Json, column: &'static str, amount: &Json) {
        let table = if self.mode == "report" { "reflect_budgets" } else { "zero_budgets" };
        let category = self.id(symbol);
        let month: i64 = month.replace('-', "").parse().unwrap();
        let id = format!("{month}-{}", category.as_str().unwrap());
        self.harness.write(vec![
            Change::new(table, &id, "month", month),
            Change::new(table, &id, "category", category.as_str().unwrap()),
            Change::new(table, &id, column, value(amount)),
        ]);
    }

    /// Holding.
    fn hold(&self, op: &Json) {
        let month = op["month"].as_str().unwrap();
        let sheet = month.replace('-', "");
        let to_budget = self.harness.cell(&format!("budget{sheet}!to-budget")).as_i64().unwrap();
        let stored = self.harness.tables()["zero_budget_months"]
            .get(month)
            .map_or(0, |row| row["buffered"].as_i64().unwrap());
        if op["result"] == true {
            let add = op["amount"].as_i64().unwrap().max(-stored).min(to_budget);
            self.harness.write(vec![hold(month, stored + add)]);
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

    /// The cell's name with our id in place of its symbol.
    fn cell_name(&self, cell: &str) -> String {
        let ours = cell
            .rsplit_once('-')
            .and_then(|(kind, symbol)| self.ids.get(symbol).map(|id| format!("{kind}-{id}")));
        ours.unwrap_or_else(|| cell.to_owned())
    }

    fn translated(&self, checkpoint: &Json) -> Json {
        let mut translated = checkpoint.clone();
        let cells = checkpoint["cells"].as_object().unwrap().iter();
        let cells = cells.map(|(name, values)| (self.cell_name(name), values.clone())).collect();
        translated["cells"] = Json::Object(cells);
        translated
    }
}

fn replay(name: &str) {
    let vector = vector(name);
    let mut run = Run {
        harness: empty(&vector),
        ids: HashMap::new(),
        transactions: BTreeMap::new(),
        offbudget: HashMap::new(),
        today: vector["today"].clone(),
        mode: "rollover".to_owned(),
        last_month: String::new(),
    };
    let checkpoints = vector["checkpoints"].as_array().unwrap();
    for (number, op) in vector["ops"].as_array().unwrap().iter().enumerate() {
        if !run.call(op) {
            run.operate(op);
        }
        run.month_cells(op);
        for checkpoint in checkpoints.iter().filter(|it| it["after_op"] == number) {
            check(name, &run.harness, &run.translated(checkpoint), false);
        }
    }
    for table in ["category_groups", "categories"] {
        let ours = &run.harness.tables()[table];
        for row in vector["final_tables"][table].as_array().unwrap() {
            let stored = &ours[run.id(&row["id"]).as_str().unwrap()];
            for column in ["sort_order", "tombstone", "hidden"] {
                let (ours, theirs) = (stored[column].as_f64(), row[column].as_f64());
                assert_eq!(ours, theirs, "{name} {column} of {row}");
            }
        }
    }
}

#[test]
fn every_operation_of_every_recorded_budget_leads_to_its_cells() {
    VECTORS.into_iter().for_each(replay);
}
