//! A device that syncs through a server: a program with a budget open in a tab.

use serde_json::{Value, json};

use super::sync::{PASSWORD, SyncProgram};
use super::{Program, Tab, snapshot};

pub const FOOD: &str = "541836f1-e756-4473-a5d0-6c1d3f06c7fa";

/// A program with a budget open in a tab.
pub struct Device {
    pub program: Program,
    pub tab: Tab,
    pub budget: String,
}

impl Device {
    /// The first device: sets up the server, creates a budget and uploads it.
    pub fn first(server: &SyncProgram) -> Self {
        let program = Program::start();
        let mut tab = program.tab();
        tab.call("set-server-url", json!({ "url": server.url })).unwrap();
        tab.call("subscribe-bootstrap", json!({ "password": PASSWORD })).unwrap();
        let budget = program.create_budget();
        tab.call("load-budget", json!({ "id": budget })).unwrap();
        tab.call("upload-budget", json!({})).unwrap();
        let mut device = Self { program, tab, budget };
        device.sync().unwrap();
        device
    }

    /// Another device that signs in and downloads the server's only budget.
    pub fn joining(server: &SyncProgram) -> Self {
        let mut device = Self::signed_in(server);
        let file = device.remote_file();
        device.download(&file).unwrap();
        device.sync().unwrap();
        device
    }

    pub fn signed_in(server: &SyncProgram) -> Self {
        Self::signed_in_at(&server.url)
    }

    /// A device that uses the server at an address.
    pub fn signed_in_at(url: &str) -> Self {
        Self::signed_in_by(Program::start(), url)
    }

    /// A program that signs in.
    pub fn signed_in_by(program: Program, url: &str) -> Self {
        let mut tab = program.tab();
        tab.call("set-server-url", json!({ "url": url })).unwrap();
        tab.call("subscribe-sign-in", json!({ "password": PASSWORD })).unwrap();
        Self { program, tab, budget: String::new() }
    }

    /// A device whose program was restarted.
    pub fn opened(program: Program, budget: &str) -> Self {
        let mut tab = program.tab();
        tab.call("load-budget", json!({ "id": budget })).unwrap();
        Self { program, tab, budget: budget.to_owned() }
    }

    pub fn remote_file(&mut self) -> String {
        let files = self.call("get-budgets", json!({}));
        let files = files.as_array().unwrap();
        assert_eq!(files.len(), 1, "{files:?}");
        assert_eq!(files[0]["state"], "remote");
        files[0]["cloudFileId"].as_str().unwrap().to_owned()
    }

    pub fn download(&mut self, file: &str) -> Result<(), Value> {
        let args = json!({ "fileId": file, "replace": true });
        let budget = self.tab.call("download-budget", args)?;
        self.budget = budget["id"].as_str().unwrap().to_owned();
        self.tab.call("load-budget", json!({ "id": self.budget }))?;
        Ok(())
    }

    pub fn call(&mut self, name: &str, args: Value) -> Value {
        self.tab.call(name, args).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn sync(&mut self) -> Result<Value, Value> {
        self.tab.call("sync", json!({}))
    }

    pub fn state(&mut self) -> Value {
        let files = self.call("get-budgets", json!({}));
        files[0]["state"].clone()
    }

    pub fn cloud_file(&mut self) -> String {
        let prefs = self.call("load-prefs", json!({}));
        prefs["cloudFileId"].as_str().unwrap().to_owned()
    }

    pub fn budget_food(&mut self, month: &str, amount: i64) {
        let args = json!({ "month": month, "category": FOOD, "amount": amount });
        self.call("budget/budget-amount", args);
    }

    /// An account with one transaction.
    pub fn add_account(&mut self, name: &str) -> String {
        let account = self.call(
            "account-create",
            json!({ "name": name, "type": "checking", "balance": 100.0, "offBudget": false,
                    "closed": false }),
        );
        let account = account.as_str().unwrap().to_owned();
        let added = json!([{ "account": account, "date": "2026-11-20", "amount": -1250,
                             "category": FOOD, "notes": "Käse: 2 €" }]);
        self.call("transactions-batch-update", json!({ "added": added }));
        account
    }

    pub fn rows(&self) -> Value {
        snapshot(&self.program.dir().join(&self.budget))
    }

    pub fn cells(&mut self) -> Vec<Value> {
        ["2026-10", "2026-11", "2026-12"]
            .map(|month| self.call("rollover-budget-month", json!({ "month": month })))
            .to_vec()
    }

    /// Waits for a `sync-event` of a type.
    pub fn told(&mut self, kind: &str) -> Value {
        loop {
            let event = self.tab.event("sync-event");
            if event["type"] == kind {
                return event;
            }
        }
    }
}

/// Syncs in turn until all devices have all messages, then compares them.
pub fn assert_equal(devices: &mut [&mut Device]) {
    for _ in 0..2 {
        for device in &mut *devices {
            device.sync().unwrap();
        }
    }
    let [first, others @ ..] = devices else { return };
    let (rows, cells) = (first.rows(), first.cells());
    for other in others {
        assert_eq!(other.rows(), rows);
        assert_eq!(other.cells(), cells);
    }
}
