//! Nobody sees a credential again after it was typed: it is searched for in everything that a device
//! and its sync server write, send and answer.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::Mutex;
use std::thread;

use base64::Engine as _;
use common::banks::{FakeBanks, bank_command};
use common::device::Device;
use common::sync::{PASSWORD, SyncProgram, everything_below, request};
use common::{Program, agent};
use serde_json::{Value, json};
use tempfile::TempDir;

const APPLICATION: &str = "cf589be3-3755-465b-a8df-a90a16a31403";
const WORLD: &str = "basic~searched";

/// A proxy before the sync server that keeps what the server answers.
struct Overheard {
    url: String,
    answers: Arc<Mutex<Vec<u8>>>,
}

impl Overheard {
    fn before(server: &SyncProgram) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let host = server.url.strip_prefix("http://").unwrap().to_owned();
        let answers = Arc::<Mutex<Vec<u8>>>::default();
        let kept = Arc::clone(&answers);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(upstream) = TcpStream::connect(&host) else { return };
                let (to, from) = (upstream.try_clone().unwrap(), client.try_clone().unwrap());
                thread::spawn(move || pass_on(from, to, None));
                let kept = Arc::clone(&kept);
                thread::spawn(move || pass_on(upstream, client, Some(&kept)));
            }
        });
        Self { url, answers }
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, kept: Option<&Mutex<Vec<u8>>>) {
    let mut bytes = [0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if let Some(kept) = kept {
            kept.lock().unwrap().extend(&bytes[..count]);
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// A command whose log is as long as can be, and goes to a file.
fn logging(mut command: Command, log: &Path) -> Command {
    command.env("SOBRE_LOG", "debug").stderr(Stdio::from(File::create(log).unwrap()));
    command
}

/// A device whose budget is on the server at an address.
fn device_at(url: &str, dir: &Path, log: &Path) -> Device {
    let program = Program::start_by(logging(common::command(dir), log), dir);
    let mut tab = program.tab();
    tab.keep_frames();
    tab.call("set-server-url", json!({ "url": url })).unwrap();
    tab.call("subscribe-bootstrap", json!({ "password": PASSWORD })).unwrap();
    let budget = program.create_budget();
    tab.call("load-budget", json!({ "id": budget })).unwrap();
    tab.call("upload-budget", json!({})).unwrap();
    Device { program, tab, budget }
}

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/banks/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Types credentials of all providers, wrong ones too; returns every word that is a secret.
fn configure(device: &mut Device, banks: &FakeBanks) -> Vec<String> {
    let setup_token = banks.setup_token(WORLD);
    let pem = fixture("application-key.pem");
    let public = fixture("application-key.pub.pem");
    let register = format!("/control/eb-key?kid={APPLICATION}");
    request(banks.base(), "POST", &register, &[], Some(public.as_bytes()));
    let values = [
        ("simpleFin", json!({ "token": setup_token }), true),
        ("simpleFin", json!({ "token": banks.setup_token(WORLD) }), false),
        ("plaid", json!({ "clientId": "fake-client", "secret": "mistyped-secret" }), false),
        ("plaid", json!({ "clientId": "fake-client", "secret": "fake-secret" }), true),
        ("enableBanking", json!({ "applicationId": APPLICATION, "secretKey": pem }), true),
    ];
    for (provider, values, is_good) in values {
        let args = json!({ "provider": provider, "values": values });
        let configured = device.tab.call("bank/configure", args);
        assert_eq!(configured.is_ok(), is_good, "{provider}: {configured:?}");
    }
    let mut secrets: Vec<String> = pem.lines().filter(|it| it.len() > 40).map(Into::into).collect();
    let known = ["fake-secret", "mistyped-secret", "access-sandbox", "public-sandbox"];
    secrets.extend(known.map(Into::into));
    // The access address has user and password before the host.
    secrets.extend(["@127.0.0.1".to_owned(), setup_token]);
    secrets
}

/// Links accounts of two providers, syncs them, lets a bank fail, and looks at every screen.
fn use_banks(device: &mut Device, banks: &FakeBanks) {
    let access = device.call("bank/accounts", json!({ "provider": "simpleFin" }));
    let begun = device.call("create-web-token", json!({ "provider": "plaid" }))["data"].clone();
    let url = begun["url"].as_str().unwrap();
    request(url, "GET", "?finish=1&world=basic~second", &[], None);
    let done = device.call("poll-web-token", json!({ "token": begun["token"] }))["data"].clone();
    for offered in [access, done] {
        let accounts = offered["accounts"].as_array().unwrap().iter();
        let ids: Vec<&Value> = accounts.map(|account| &account["account_id"]).collect();
        let connect = json!({
            "institution": offered["institution"], "publicToken": offered["publicToken"],
            "accountIds": ids,
        });
        assert!(!device.call("accounts-connect", connect).as_array().unwrap().is_empty());
    }
    let synced = device.call("accounts-sync", json!({}));
    assert_eq!(synced["errors"], json!([]));
    banks.control(&format!("fault?world={WORLD}&kind=login"));
    banks.control("fault?world=basic~second&kind=http-500");
    assert!(!device.call("accounts-sync", json!({}))["errors"].as_array().unwrap().is_empty());
    for name in ["banks", "bank/providers", "bank/report", "bank/schedule-get", "load-prefs"] {
        device.call(name, json!({}));
    }
}

/// The budget as a zip; returns what it holds.
fn exported(device: &Device) -> Vec<u8> {
    let mut response = agent()
        .post(format!("{}/api/call/export-budget", device.program.url))
        .header("Authorization", format!("Bearer {}", device.program.token))
        .header("X-Budget", &device.budget)
        .send("{}")
        .unwrap();
    let zip = response.body_mut().with_config().limit(1 << 30).read_to_vec().unwrap();
    assert_eq!(&zip[..2], b"PK");
    let other = Program::start();
    let upload = other.upload("x.zip", &zip).unwrap();
    let args = json!({ "filepath": upload["filepath"], "type": "actual" });
    other.http(None, "import-budget", args).unwrap();
    everything_below(other.dir())
}

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes.windows(words.len()).any(|it| it == words.as_bytes())
}

#[test]
fn no_credential_is_found_in_files_logs_exports_frames_and_answers() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let (data, kept) = (dir.path().join("device"), dir.path().join("sync"));
    let (device_log, server_log) = (dir.path().join("device.log"), dir.path().join("server.log"));
    let server = logging(bank_command(&banks, &kept), &server_log);
    let mut server = SyncProgram::start_by(server, &kept);
    let proxy = Overheard::before(&server);
    let mut device = device_at(&proxy.url, &data, &device_log);
    let secrets = configure(&mut device, &banks);
    use_banks(&mut device, &banks);
    let exported = exported(&device);
    device.sync().unwrap();
    device.program.kill();
    server.kill();

    let read = |path: &Path| std::fs::read(path).unwrap();
    let places = [
        ("directory of the device", everything_below(&data), "SQLite"),
        ("directory of the server", everything_below(&kept), "SQLite"),
        ("export", exported, "bank-inbox"),
        ("log of the device", read(&device_log), "sync"),
        ("log of the server", read(&server_log), "accounts were fetched"),
        ("frames", device.tab.frames(), "newTransactions"),
        ("answers of the server", proxy.answers.lock().unwrap().clone(), "publicToken"),
    ];
    let encoded = |secret: &str| base64::engine::general_purpose::STANDARD.encode(secret);
    for (place, bytes, expected) in &places {
        // What must be there shows that this is the right place.
        assert!(holds(bytes, expected), "nothing in the {place}");
        for secret in &secrets {
            assert!(!holds(bytes, secret), "{secret} stands in the {place}");
            assert!(!holds(bytes, &encoded(secret)), "{secret} stands encoded in the {place}");
        }
    }
}
