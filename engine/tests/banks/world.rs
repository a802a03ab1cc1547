//! Fixtures, and an account whose answers are imported.

use serde_json::{Value as Json, json};
use sobre_engine::banks::import::{
    Context, Imported, Incoming, LedgerRow, Said, StartingBalance, Transfer, Wanted, import,
};
use sobre_engine::banks::{
    AccountSettings, BankAnswer, Plan, PlannedAccount, enable_banking, keyed, plaid, simplefin,
};
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, CategoryId, PayeeId};
use sobre_engine::money::Amount;

fn suite(name: &str) -> Json {
    let path = format!("{}/tests/fixtures/banks/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub(crate) fn cases(name: &str) -> Vec<Json> {
    suite(name)["cases"].as_array().unwrap().clone()
}

pub(crate) fn plan(json: &Json) -> Plan {
    let asked = json["accounts"].as_object().unwrap().iter();
    let account = |(account, from): (&String, &Json)| PlannedAccount {
        account: account.clone(),
        from: from.as_str().unwrap().parse().unwrap(),
    };
    Plan {
        today: json["today"].as_str().unwrap().parse().unwrap(),
        accounts: asked.map(account).collect(),
        cursor: json["cursor"].as_str().unwrap_or_default().to_owned(),
    }
}

/// Reads a raw answer of a provider as the vectors have it.
pub(crate) fn answers(provider: &str, raw: &Json, plan: &Plan) -> Vec<BankAnswer> {
    match provider {
        "simplefin" => simplefin::read(200, &raw.to_string(), plan).unwrap().accounts,
        "plaid" => {
            let texts: Vec<String> =
                raw["pages"].as_array().unwrap().iter().map(Json::to_string).collect();
            let pages: Vec<_> = texts.iter().map(|text| plaid::page(text).unwrap()).collect();
            plaid::read(&pages, plan)
        }
        "enablebanking" => {
            let list = |json: &Json| json.as_array().unwrap().clone();
            let of = |(account, it): (&String, &Json)| enable_banking::Fetched {
                account: account.clone(),
                details: it["account"].clone(),
                balances: list(&it["balances"]),
                transactions: list(&it["transactions"]),
                is_cut: false,
            };
            let fetched: Vec<_> = raw.as_object().unwrap().iter().map(of).collect();
            enable_banking::read(&fetched, plan)
        }
        other => panic!("{other}"),
    }
}

/// An account whose answers are imported; payees and categories are names.
pub(crate) struct World {
    pub(crate) account: AccountId,
    pub(crate) today: Day,
    pub(crate) settings: AccountSettings,
    pub(crate) rows: Vec<LedgerRow>,
    pub(crate) balance: Option<Amount>,
    pub(crate) offbudget: bool,
    pub(crate) is_first_after_linking: bool,
    pub(crate) is_outdated: bool,
}

impl World {
    pub(crate) fn of(account: &Json, today: &Json, settings: &Json) -> Self {
        let id = account["id"].as_str().unwrap();
        let stored = |key: &str| {
            let key = key.strip_suffix(&format!("-{id}"))?;
            settings[key].as_str().map(str::to_owned)
        };
        Self {
            account: id.into(),
            today: today.as_str().unwrap().parse().unwrap(),
            settings: AccountSettings::stored(id, stored).0,
            rows: Vec::new(),
            balance: account["balance_current"].as_i64().map(|it| Amount::from_cents(it).unwrap()),
            offbudget: account["offbudget"] == true,
            is_first_after_linking: false,
            is_outdated: false,
        }
    }

    pub(crate) fn import(&mut self, answer: &BankAnswer) -> Imported {
        let incoming = self.incoming(answer);
        let category = CategoryId::from("Starting Balances");
        let context = Context {
            account: &self.account,
            today: self.today,
            settings: &self.settings,
            balance_before: self.balance.unwrap_or_default(),
            is_first_after_linking: self.is_first_after_linking,
            is_outdated: self.is_outdated,
            start: StartingBalance {
                payee: Some("Starting Balance".into()),
                category: Some(category).filter(|_| !self.offbudget),
                ..StartingBalance::default()
            },
        };
        let imported = import(&self.rows, &incoming, answer, &context);
        for row in &imported.rows {
            match self.rows.iter_mut().find(|it| it.id == row.id) {
                Some(stored) => *stored = row.clone(),
                None => self.rows.push(row.clone()),
            }
        }
        if let Some(booked) = answer.balance.as_ref().and_then(|it| it.booked) {
            self.balance = Some(booked);
        }
        imported
    }

    fn incoming(&self, answer: &BankAnswer) -> Vec<Incoming> {
        let keyed = keyed(&answer.rows);
        keyed
            .into_iter()
            .enumerate()
            .map(|(at, it)| {
                let mapped = self.settings.mapped(it.row);
                let is_wanted = self.settings.import_transactions
                    && (it.row.posted || self.settings.import_pending);
                Incoming {
                    shared_id: it.row.id.clone().filter(|_| it.is_shared_id),
                    key: it.key,
                    pending_of: it.row.pending_of.clone(),
                    posted: it.row.posted,
                    date: mapped.date,
                    amount: it.row.amount,
                    payee: mapped.payee.as_deref().map(PayeeId::from),
                    category: None,
                    notes: mapped.notes,
                    imported_payee: mapped.payee,
                    schedule: None,
                    fields: it.row.fields.clone(),
                    fresh_id: format!("fresh-{}-{at}", self.rows.len()).into(),
                    wanted: if is_wanted { Wanted::Yes } else { Wanted::No },
                }
            })
            .collect()
    }

    /// The ledger as the vectors list it.
    pub(crate) fn ledger(&self) -> Vec<Json> {
        let mut rows: Vec<&LedgerRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| (row.date, row.amount, row.id.clone()));
        rows.into_iter().map(shown).collect()
    }

    /// The cleared balance up to today, in cents.
    pub(crate) fn cleared(&self) -> i64 {
        let counts = |row: &&LedgerRow| !row.deleted && row.cleared && row.date <= self.today;
        self.rows.iter().filter(counts).map(|row| row.amount.cents()).sum()
    }
}

/// A stored transaction of a vector.
pub(crate) fn stored(json: &Json) -> LedgerRow {
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let is = |key: &str| json[key] == true;
    let raw = json["raw"].as_object();
    LedgerRow {
        id: text("id").unwrap().into(),
        date: text("date").unwrap().parse().unwrap(),
        amount: Amount::from_cents(json["amount"].as_i64().unwrap()).unwrap(),
        payee: text("payee").map(PayeeId::from),
        category: text("category").map(CategoryId::from),
        notes: text("notes"),
        bank_id: text("imported_id"),
        imported_payee: text("imported_payee"),
        cleared: is("cleared"),
        reconciled: is("reconciled"),
        is_parent: is("is_parent"),
        is_start: is("starting_balance_flag"),
        schedule: None,
        transfer: Transfer::None,
        deleted: is("deleted"),
        is_elsewhere: false,
        merged: Vec::new(),
        said: Said { fields: raw.cloned() },
    }
}

fn shown(row: &LedgerRow) -> Json {
    let mut json = json!({
        "id": row.id, "date": row.date, "amount": row.amount, "payee": row.payee,
        "category": row.category, "notes": row.notes, "imported_id": row.bank_id,
        "imported_payee": row.imported_payee, "cleared": row.cleared,
        "reconciled": row.reconciled,
    });
    for (key, is) in [
        ("deleted", row.deleted),
        ("is_parent", row.is_parent),
        ("starting_balance_flag", row.is_start),
    ] {
        if is {
            json[key] = json!(true);
        }
    }
    json
}
