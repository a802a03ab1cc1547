//! Messages of a bank: sealed and opened again, and imported through the real program, with edits
//! meanwhile. The bank is the invented one of the tests, which needs Python.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde_json::{Value, json};
use sobre_actors::banks::sealing::{Place, PrivateKey};

use crate::Budget;
use crate::row::{Row, Topic};
use crate::rules::timed;
use crate::wire::{Failure, Program, Tab};

/// Bytes of a large message.
const MESSAGE_BYTES: usize = 10_000_000;
/// Limit of sealing, and of opening, in milliseconds.
const LIMIT: f64 = 100.0;
/// Rows of the bank's answer.
const FETCHED: usize = 10_000;
/// Limit of an import of them, in milliseconds, without what the bank takes to answer.
const IMPORT_LIMIT: f64 = 1_000.0;
/// The pause between two edits during the import.
const PAUSE: Duration = Duration::from_millis(10);
/// Limit of an edit during the import.
const EDIT_LIMIT: f64 = 100.0;

/// An invented bank; stopped on drop.
struct FakeBank {
    child: Child,
    base: String,
}

impl FakeBank {
    fn start() -> Result<Self, Failure> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = path.join("../web-api/tests/fixtures/fake-banks");
        let mut child =
            Command::new("python3").arg(path).arg("--quiet").stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let said: Value = serde_json::from_str(&line)?;
        let base = said["base"].as_str().ok_or("the bank has no address")?.to_owned();
        Ok(Self { child, base })
    }

    /// Where the token of a connection is claimed.
    fn claim(&self) -> String {
        format!("{}/simplefin/claim/huge", self.base)
    }

    /// Milliseconds of the large answer alone.
    fn answers(&self) -> Result<f64, Failure> {
        let access = ureq::post(self.claim()).send_empty()?.body_mut().read_to_string()?;
        let (user, place) =
            access.trim_start_matches("http://").split_once('@').ok_or("no credentials")?;
        let user = base64::engine::general_purpose::STANDARD.encode(user);
        let start = Instant::now();
        let mut answer = ureq::get(format!("http://{place}/accounts?pending=1"))
            .header("Authorization", format!("Basic {user}"))
            .call()?;
        std::io::copy(&mut answer.body_mut().as_reader(), &mut std::io::sink())?;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    }
}

impl Drop for FakeBank {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An import of a large answer, and edits in another tab meanwhile.
pub(crate) fn imported(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let bank = FakeBank::start()?;
    let program = Program::start_with(budget.dir, &["--bank-allow-host", "127.0.0.1"])?;
    let mut tab = program.tab_on(&budget.id)?;
    let token = base64::engine::general_purpose::STANDARD.encode(bank.claim());
    let values = json!({ "token": token });
    tab.call("bank/configure", &json!({ "provider": "simpleFin", "values": values }))?;
    let offered = tab.call("bank/accounts", &json!({ "provider": "simpleFin" }))?;
    let connect = json!({
        "institution": offered["institution"], "publicToken": offered["publicToken"],
        "accountIds": [offered["accounts"][0]["account_id"]],
    });
    let mut other = program.tab_on(&budget.id)?;
    let has_ended = AtomicBool::new(false);
    let (connected, slowest) = thread::scope(|scope| -> Result<_, Failure> {
        let edits = scope.spawn(|| edited_until(&mut other, &has_ended));
        let connected = timed(&mut tab, "accounts-connect", &connect);
        has_ended.store(true, Ordering::Relaxed);
        let slowest = edits.join().map_err(|_| "the edits failed")??;
        Ok((connected?, slowest))
    })?;
    // A token is claimed once.
    let alone = FakeBank::start()?.answers()?;
    let topic = Topic { part: "banks", size: budget.size.name };
    Ok(vec![
        topic.yardstick(format!("a bank answers with {FETCHED} rows"), alone, "ms"),
        topic.goal(
            "they are sealed, opened and imported".to_owned(),
            connected - alone,
            IMPORT_LIMIT,
            "ms",
        ),
        topic.goal("the slowest edit meanwhile", slowest, EDIT_LIMIT, "ms"),
    ])
}

/// Edits now and then until told to stop; the milliseconds of the slowest edit.
fn edited_until(tab: &mut Tab, has_ended: &AtomicBool) -> Result<f64, String> {
    let mut slowest = 0.0_f64;
    let mut number = 0;
    while !has_ended.load(Ordering::Relaxed) {
        number += 1;
        let note = json!({ "id": "budget-2026-11", "note": format!("edit {number}") });
        let took = timed(tab, "notes-save", &note).map_err(|error| error.to_string())?;
        slowest = slowest.max(took);
        thread::sleep(PAUSE);
    }
    Ok(slowest)
}

pub(crate) fn rows() -> Result<Vec<Row>, Failure> {
    let mut json = String::with_capacity(MESSAGE_BYTES + 100);
    let mut number = 0_u64;
    while json.len() < MESSAGE_BYTES {
        let (shop, cents) = (number % 97, number.wrapping_mul(7919) % 100_000);
        writeln!(json, "{{\"id\":\"T{number}\",\"amount\":-{cents},\"payee\":\"Shop {shop}\"}},")?;
        number += 1;
    }
    let key = PrivateKey::fresh()?;
    let place = Place { file: "file", connection: "connection", number: 1 };
    let start = Instant::now();
    let sealed = key.public().seal(&place, json.as_bytes())?;
    let sealing = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    let opened = key.open(&place, &sealed)?;
    let opening = start.elapsed().as_secs_f64() * 1e3;
    if opened != json.as_bytes() {
        return Err("a message opened to something else".into());
    }
    let topic = Topic { part: "banks", size: "-" };
    Ok(vec![
        topic.goal("a message of 10 MB sealed", sealing, LIMIT, "ms"),
        topic.goal("the same opened", opening, LIMIT, "ms"),
    ])
}
