//! An open budget with the accounts, categories and payees of the ledger vectors, and its ledger.

use serde_json::{Map, Value as Json, json};
use sobre_actors::environment::Environment;
use sobre_engine::crdt::{Change, Value};

use crate::harness::{Harness, Tables};

/// Accounts by id, name, and whether they are off budget.
pub(crate) type Accounts<'a> = &'a [(&'a str, &'a str, bool)];

pub(crate) const ACCOUNTS: Accounts<'_> = &[
    ("A", "Checking", false),
    ("B", "Savings", false),
    ("C", "Card", false),
    ("O", "House", true),
    ("P", "Boat", true),
];

/// The transfer payee of an account is `tp-` and its id.
pub(crate) fn ledger(day: &str, accounts: Accounts<'_>, payees: &[(&str, &str)]) -> Harness {
    let environment = Environment::fixed(day.parse().unwrap());
    ledger_in(environment, accounts, payees)
}

/// The same with the test's clock, ids and calendar.
pub(crate) fn ledger_in(
    environment: Environment,
    accounts: Accounts<'_>,
    payees: &[(&str, &str)],
) -> Harness {
    let harness = Harness::with(environment);
    let tables = harness.tables();
    let mut changes = Vec::new();
    for table in ["categories", "category_groups"] {
        let ids = tables[table].keys();
        changes.extend(ids.map(|id| Change::new(table, id.as_str(), "tombstone", 1)));
    }
    for (group, income) in [("spending", 0), ("earning", 1)] {
        let row = [("name", Value::from(group)), ("is_income", income.into())];
        changes.extend(Change::row("category_groups", group, row));
    }
    let categories = [
        ("food", "Food", 0),
        ("rent", "Rent", 0),
        ("salary", "Salary", 1),
        ("start", "Starting Balances", 1),
    ];
    for (id, name, income) in categories {
        let row = [
            ("name", Value::from(name)),
            ("is_income", income.into()),
            ("cat_group", Value::from(["spending", "earning"][usize::from(income == 1)])),
        ];
        changes.extend(Change::row("categories", id, row));
        changes.push(Change::new("category_mapping", id, "transferId", id));
    }
    for (place, (id, name, off)) in (1..).zip(accounts) {
        let row = [
            ("name", Value::from(*name)),
            ("offbudget", (*off).into()),
            ("closed", 0.into()),
            ("sort_order", (place * 16_384).into()),
        ];
        changes.extend(Change::row("accounts", id, row));
        let payee = format!("tp-{}", id.trim_start_matches("acc-"));
        changes.extend(new_payee(&payee, ""));
        changes.push(Change::new("payees", &payee, "transfer_acct", *id));
    }
    changes.extend(payees.iter().flat_map(|(id, name)| new_payee(id, name)));
    harness.write(changes);
    harness.events();
    harness
}

fn new_payee(id: &str, name: &str) -> [Change; 2] {
    [
        Change::new("payees", id, "name", Value::from(name)),
        Change::new("payee_mapping", id, "targetId", Value::from(id)),
    ]
}

/// The standard accounts and payees.
pub(crate) fn usual() -> Harness {
    let payees = [("pk", "Kroger"), ("pa", "Amazon"), ("pb", "Landlord")];
    ledger("2024-06-15", ACCOUNTS, &payees)
}

impl Harness {
    /// Writes transactions given by public names.
    pub(crate) fn give(&self, rows: &Json) {
        let rows = rows.as_array().unwrap().iter();
        self.write(rows.flat_map(|row| given(row.as_object().unwrap())).collect());
    }

    /// A batch update of transactions that must succeed.
    pub(crate) fn batch(&self, args: Json) -> Json {
        self.ok("transactions-batch-update", args)
    }

    /// A transaction as it is stored, by public names.
    pub(crate) fn row(&self, id: &str) -> Json {
        public(&self.tables()["transactions"][id])
    }

    /// The live row that points at a row.
    pub(crate) fn partner(&self, id: &str) -> Json {
        let tables = self.tables();
        let partner = tables["transactions"]
            .values()
            .find(|row| row["transferred_id"] == id && row["tombstone"] == 0);
        public(partner.unwrap_or_else(|| panic!("{id} has no partner")))
    }
}

/// Public and stored names that differ.
const NAMES: [(&str, &str); 7] = [
    ("account", "acct"),
    ("payee", "description"),
    ("imported_id", "financial_id"),
    ("imported_payee", "imported_description"),
    ("transfer_id", "transferred_id"),
    ("is_parent", "isParent"),
    ("is_child", "isChild"),
];

fn given(row: &Map<String, Json>) -> Vec<Change> {
    let id = row["id"].as_str().unwrap();
    let cleared = Change::new("transactions", id, "cleared", 0);
    let cells = row.iter().filter(|(field, _)| *field != "id").map(|(field, value)| {
        let stored = NAMES.iter().find(|(public, _)| public == field);
        let value = match value {
            Json::String(text) if field == "date" => {
                text.replace('-', "").parse::<i64>().unwrap().into()
            }
            Json::String(text) => Value::from(text.as_str()),
            Json::Bool(on) => (*on).into(),
            Json::Number(number) => number.as_i64().unwrap().into(),
            Json::Null => Value::Null,
            Json::Array(_) | Json::Object(_) => Value::from(value.to_string()),
        };
        Change::new(
            "transactions",
            id,
            stored.map_or(field.as_str(), |(_, it)| it).to_owned(),
            value,
        )
    });
    std::iter::once(cleared).chain(cells).collect()
}

/// A stored transaction by public names, without fields that are off or empty by default.
pub(crate) fn public(row: &Map<String, Json>) -> Json {
    let date = row["date"].as_i64().unwrap();
    let date = format!("{:04}-{:02}-{:02}", date / 10_000, date / 100 % 100, date % 100);
    let mut public = json!({
        "id": row["id"], "account": row["acct"], "date": date, "amount": row["amount"],
        "payee": row["description"], "category": row["category"], "notes": row["notes"],
        "cleared": row["cleared"] == 1, "reconciled": row["reconciled"] == 1,
    });
    for (name, column) in [
        ("deleted", "tombstone"),
        ("starting_balance_flag", "starting_balance_flag"),
        ("is_parent", "isParent"),
        ("is_child", "isChild"),
    ] {
        if row[column] == 1 {
            public[name] = json!(true);
        }
    }
    for (name, column) in
        [("transfer_id", "transferred_id"), ("parent_id", "parent_id"), ("error", "error")]
    {
        if !row[column].is_null() {
            public[name] = row[column].clone();
        }
    }
    public
}

/// Every transfer has two live sides that mirror each other, and every child a live parent.
pub(crate) fn check_ledger(tables: &Tables) {
    let rows = &tables["transactions"];
    let is_on = |row: &Map<String, Json>, column: &str| row[column] == 1;
    let text = |row: &Map<String, Json>, column: &str| row[column].as_str().map(str::to_owned);
    let target = |row: &Map<String, Json>| {
        let payee = tables["payees"].get(&text(row, "description")?)?;
        let account = text(payee, "transfer_acct")?;
        let alive = |row: &Map<String, Json>| !is_on(row, "tombstone");
        (alive(payee) && alive(tables["accounts"].get(&account)?)).then_some(account)
    };
    for row in rows.values().filter(|row| !is_on(row, "tombstone")) {
        let id = row["id"].as_str().unwrap();
        if is_on(row, "isChild") {
            let parent = &rows[row["parent_id"].as_str().unwrap()];
            assert!(is_on(parent, "isParent") && !is_on(parent, "tombstone"), "parent of {id}");
        }
        if is_on(row, "isParent") {
            assert_eq!(row["transferred_id"], Json::Null, "the split {id} has a partner");
            continue;
        }
        let Some(account) = target(row) else {
            assert_eq!(row["transferred_id"], Json::Null, "{id} is no transfer");
            continue;
        };
        let partner = rows.get(row["transferred_id"].as_str().unwrap_or_default());
        let partner = partner.unwrap_or_else(|| panic!("{id} has no partner"));
        assert!(!is_on(partner, "tombstone"), "the partner of {id} is deleted");
        assert_eq!(partner["transferred_id"], row["id"]);
        assert_eq!(partner["acct"], account, "{id}");
        assert_eq!(partner["amount"], -row["amount"].as_i64().unwrap(), "{id}");
    }
}
