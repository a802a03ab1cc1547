//! Invented banks on a loopback port, behind the faces of their providers. They are a Python program
//! beside the fixtures.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::sync::{Answer, PASSWORD, SyncProgram, command, request};

/// The day of the banks.
pub const TODAY: &str = "2026-11-20";

/// Running banks; stopped when the test ends.
pub struct FakeBanks {
    /// Their addresses and setup tokens.
    pub said: Value,
    child: Child,
}

impl FakeBanks {
    pub fn start() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/fake-banks");
        let mut command = Command::new("python3");
        command.args([path, "--quiet", "--slow-seconds", "6"]).stdout(Stdio::piped());
        let mut child =
            command.spawn().expect("this test needs python3, 3.9 or newer, on the PATH");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said = serde_json::from_str(&line).expect("the banks tell their addresses");
        Self { said, child }
    }

    pub fn base(&self) -> &str {
        self.said["base"].as_str().unwrap()
    }

    /// The setup token of a world, which has the name of a scenario, and a tag of the test's.
    pub fn setup_token(&self, world: &str) -> String {
        use base64::Engine as _;
        let url = format!("{}/simplefin/claim/{world}", self.base());
        base64::engine::general_purpose::STANDARD.encode(url)
    }

    /// Moves a world.
    pub fn control(&self, words: &str) -> Answer {
        let answer = request(self.base(), "POST", &format!("/control/{words}"), &[], Some(b""));
        assert_eq!(answer.status, 200, "{words}: {}", answer.text());
        answer
    }

    /// The requests that the banks have seen.
    pub fn log(&self) -> Value {
        request(self.base(), "GET", "/control/log", &[], None).json()
    }
}

impl Drop for FakeBanks {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A sync server with invented banks, and a file on it.
pub struct Linked {
    pub program: SyncProgram,
    pub token: String,
    pub file: String,
}

/// The command of a sync server that reaches the banks.
pub fn bank_command(banks: &FakeBanks, dir: &Path) -> Command {
    let mut command = command(dir);
    command
        .args(["--bank-allow-host", "127.0.0.1"])
        .env("SOBRE_TODAY", TODAY)
        .env("SOBRE_BANK_PATIENCE", "3")
        .env("SOBRE_PLAID_URL", banks.said["plaid"].as_str().unwrap())
        .env("SOBRE_ENABLE_BANKING_URL", banks.said["enablebanking"].as_str().unwrap());
    command
}

impl Linked {
    /// A fresh server with a file.
    pub fn start(banks: &FakeBanks, dir: &Path) -> Self {
        let program = SyncProgram::start_by(bank_command(banks, dir), dir);
        let answer = program.post("/account/bootstrap", &[], &json!({ "password": PASSWORD }));
        let token = answer.json()["data"]["token"].as_str().unwrap().to_owned();
        let file = "0b6f3d1e-6a0c-4f53-8d6a-2a1f7c9e4b10".to_owned();
        program.upload(&token, &file, None, b"budget");
        Self { program, token, file }
    }

    /// Starts again on the same directory.
    pub fn restart(&mut self, banks: &FakeBanks) {
        self.program.kill();
        let dir = self.program.dir.clone();
        self.program = SyncProgram::start_by(bank_command(banks, &dir), &dir);
    }

    /// A request about banks, whatever its answer.
    pub fn try_ask(&self, path: &str, mut body: Value) -> Answer {
        body["fileId"] = self.file.clone().into();
        self.program.post(path, &[("x-actual-token", &self.token)], &body)
    }

    /// A request about banks that succeeds.
    pub fn ask(&self, path: &str, body: Value) -> Value {
        let answer = self.try_ask(path, body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// The word with which a request fails.
    pub fn refusal(&self, path: &str, body: Value) -> String {
        let answer = self.try_ask(path, body);
        assert_eq!(answer.status, 400, "{path}: {}", answer.text());
        answer.json()["error"].as_str().unwrap().to_owned()
    }

    /// Links a world of Plaid; returns the connection and its first account.
    pub fn link_plaid(&self, world: &str) -> (String, String) {
        let values = json!({ "clientId": "fake-client", "secret": "fake-secret" });
        self.ask("/bank/configure", json!({ "provider": "plaid", "values": values }));
        let begun = self.ask("/bank/link", json!({ "provider": "plaid" }));
        let url = begun["url"].as_str().unwrap();
        request(url, "GET", &format!("?finish=1&world={world}"), &[], None);
        let done = self.ask("/bank/link/poll", json!({ "token": begun["token"] }));
        let public = json!({ "publicToken": done["data"]["publicToken"] });
        let redeemed = self.ask("/bank/redeem", public);
        let account = redeemed["accounts"][0]["account_id"].as_str().unwrap();
        (redeemed["connection"].as_str().unwrap().to_owned(), account.to_owned())
    }

    pub fn get(&self, path: &str) -> Answer {
        let path =
            format!("{path}{}fileId={}", if path.contains('?') { '&' } else { '?' }, self.file);
        self.program.get(&path, &[("x-actual-token", &self.token)])
    }
}
