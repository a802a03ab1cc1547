//! Applications and the sync server in one process: random calls of every kind on three devices.
//! The network loses requests and answers and repeats requests, clocks are wrong, and devices start
//! again. At the end all have the same rows, and no acknowledged note is missing.
//!
//! `SOBRE_SYNC_SCHEDULES` sets the number of schedules, `SOBRE_SEED` the first one. The devices also
//! sync by themselves, so a seed repeats the calls, and not their order among these syncs.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

#[path = "../../actors/tests/calls/generators.rs"]
mod generators;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use generators::{Choice, GENERATORS, Tables};
use serde_json::{Map, Value, json};
use sobre_actors::db::{Reader, schema};
use sobre_actors::environment::{Clock, Environment};
use sobre_actors::network::{ChangeReply, Server, SyncServers};
use sobre_actors::{App, Session, UndoOptions};
use sobre_engine::dates::Month;
use sobre_engine::sync::api::{
    AccountApi, Bootstrapped, FileInfo, LoginMethod, RemoteFile, StoredKey, SyncApi, SyncMeta,
    Upload,
};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::SyncRequest;
use tempfile::TempDir;
use web_api::sync_server::SyncServer;
use web_api::sync_server::nearby::OneServer;

/// Default number of schedules.
const SCHEDULES: u64 = 3;
const DEVICES: usize = 3;
const STEPS: usize = 120;
/// Syncs of all devices until nothing new arrives, at most.
const ROUNDS: usize = 20;
const BUDGET_TODAY: &str = "2026-11-20";

/// Random numbers from a seed, shared by the threads of the network.
struct Random(AtomicU64);

impl Random {
    fn next(&self) -> u64 {
        let state = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    fn chance(&self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The clock of a device, off by some milliseconds.
struct Skewed(Arc<AtomicI64>);

impl Clock for Skewed {
    fn now_ms(&self) -> i64 {
        Environment::system(None).clock.now_ms() + self.0.load(Ordering::Relaxed)
    }
}

/// The network to the server; it loses messages while it is faulty.
#[derive(Clone)]
struct FaultyNetwork {
    server: Arc<SyncServer>,
    is_faulty: Arc<AtomicBool>,
    random: Arc<Random>,
    /// Requests that arrive a second time, later.
    late: Arc<Mutex<Vec<SyncRequest>>>,
}

impl FaultyNetwork {
    fn loses(&self) -> bool {
        self.is_faulty.load(Ordering::Relaxed) && self.random.chance(12)
    }
}

impl SyncServers for FaultyNetwork {
    fn server(&self, url: &str, token: Option<&str>) -> Arc<dyn Server> {
        let server = OneServer(Arc::clone(&self.server)).server(url, token);
        Arc::new(Lossy { network: self.clone(), server })
    }
}

struct Lossy {
    network: FaultyNetwork,
    server: Arc<dyn Server>,
}

impl SyncApi for Lossy {
    fn server_ms(&self) -> Result<Option<u64>, SyncFault> {
        self.server.server_ms()
    }

    fn sync(&self, request: &SyncRequest, answer: &mut dyn Write) -> Result<SyncMeta, SyncFault> {
        if self.network.loses() {
            return Err(SyncFault::Network);
        }
        if self.network.loses() {
            self.network.late.lock().unwrap().push(request.clone());
        }
        let late =
            if self.network.loses() { self.network.late.lock().unwrap().pop() } else { None };
        if let Some(late) = late {
            // Its device does not wait any more.
            let _ = self.server.sync(&late, &mut Vec::new());
        }
        let mut whole = Vec::new();
        let synced = self.server.sync(request, &mut whole)?;
        let is_cut = self.network.loses();
        let arrived = if is_cut { self.network.random.below(whole.len() + 1) } else { whole.len() };
        answer.write_all(&whole[..arrived]).map_err(|_| SyncFault::StorageFull)?;
        if is_cut { Err(SyncFault::Network) } else { Ok(synced) }
    }

    fn list_files(&self) -> Result<Vec<RemoteFile>, SyncFault> {
        self.server.list_files()
    }

    fn file_info(&self, file_id: &str) -> Result<FileInfo, SyncFault> {
        self.server.file_info(file_id)
    }

    fn upload(&self, upload: Upload<'_>, blob: &mut dyn Read) -> Result<String, SyncFault> {
        self.server.upload(upload, blob)
    }

    fn download(&self, file_id: &str, blob: &mut dyn Write) -> Result<(), SyncFault> {
        self.server.download(file_id, blob)
    }

    fn get_key(&self, file_id: &str) -> Result<Option<StoredKey>, SyncFault> {
        self.server.get_key(file_id)
    }

    fn create_key(&self, file_id: &str, key: &StoredKey) -> Result<(), SyncFault> {
        self.server.create_key(file_id, key)
    }

    fn reset_file(&self, file_id: &str) -> Result<(), SyncFault> {
        self.server.reset_file(file_id)
    }

    fn delete_file(&self, file_id: &str) -> Result<(), SyncFault> {
        self.server.delete_file(file_id)
    }

    fn rename_file(&self, file_id: &str, name: &str) -> Result<(), SyncFault> {
        self.server.rename_file(file_id, name)
    }
}

impl AccountApi for Lossy {
    fn version(&self) -> Result<String, SyncFault> {
        self.server.version()
    }

    fn needs_bootstrap(&self) -> Result<Bootstrapped, SyncFault> {
        self.server.needs_bootstrap()
    }

    fn login_methods(&self) -> Result<Vec<LoginMethod>, SyncFault> {
        self.server.login_methods()
    }

    fn bootstrap(&self, password: &str, code: Option<&str>) -> Result<String, SyncFault> {
        self.server.bootstrap(password, code)
    }

    fn login(&self, password: &str) -> Result<String, SyncFault> {
        self.server.login(password)
    }

    fn validate(&self) -> Result<(), SyncFault> {
        self.server.validate()
    }

    fn change_password(&self, password: &str) -> Result<(), SyncFault> {
        self.server.change_password(password)
    }
}

impl Server for Lossy {
    fn news(&self, file_id: &str, since: Option<&str>) -> Result<ChangeReply, SyncFault> {
        self.server.news(file_id, since)
    }
}

struct Device {
    app: App,
    session: Arc<Session>,
    dir: PathBuf,
    skew: Arc<AtomicI64>,
    budget: String,
}

impl Device {
    fn start(dir: PathBuf, network: &FaultyNetwork) -> Self {
        let skew = Arc::new(AtomicI64::new(0));
        let environment = Environment {
            sync_servers: Arc::new(network.clone()),
            clock: Arc::new(Skewed(Arc::clone(&skew))),
            ..Environment::system(Some(BUDGET_TODAY.parse().unwrap()))
        };
        let app = App::start(&dir, environment).unwrap();
        let session = app.new_session(None);
        Self { app, session, dir, skew, budget: String::new() }
    }

    async fn call(&self, name: &str, args: Value) -> Result<Value, Value> {
        let outcome = self.app.call(&self.session, name, args, UndoOptions::default()).await;
        outcome.map_err(|error| serde_json::to_value(error).unwrap())
    }

    async fn ok(&self, name: &str, args: Value) -> Value {
        self.call(name, args).await.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    async fn open(&mut self, budget: &Value) {
        self.ok("load-budget", json!({ "id": budget })).await;
        budget.as_str().unwrap().clone_into(&mut self.budget);
    }

    /// Every row of every synced table.
    fn rows(&self) -> BTreeMap<String, Vec<String>> {
        let reader = Reader::open(&self.dir.join(&self.budget)).unwrap();
        let rows = |table: &str| {
            let mut select = reader.prepare(&format!("SELECT * FROM {table} ORDER BY id")).unwrap();
            let columns = select.column_count();
            let row = |row: &rusqlite::Row<'_>| {
                (0..columns)
                    .map(|at| Ok(format!("{:?}", row.get::<_, rusqlite::types::Value>(at)?)))
                    .collect()
            };
            let rows = select.query_map([], row).unwrap();
            rows.map(|row: rusqlite::Result<Vec<String>>| row.unwrap().join(" ")).collect()
        };
        schema::TABLES.iter().map(|table| (table.name.to_owned(), rows(table.name))).collect()
    }

    /// The first and the last month.
    async fn months(&self) -> (Month, Month) {
        let bounds = self.ok("get-budget-bounds", json!({})).await;
        let month = |name: &str| bounds[name].as_str().unwrap().parse().unwrap();
        (month("start"), month("end"))
    }

    /// The cells of some months.
    async fn cells(&self, (first, last): (Month, Month)) -> Value {
        let months: Vec<_> = first.through(last).collect();
        let mut cells = Vec::new();
        for months in months.chunks(60) {
            cells.push(self.ok("get-budget-cells", json!({ "months": months })).await);
        }
        json!(cells)
    }

    /// The ids of all rows, from which arguments are chosen.
    fn ids(&self) -> Tables {
        let reader = Reader::open(&self.dir.join(&self.budget)).unwrap();
        let ids = |table: &str| {
            let mut select =
                reader.prepare(&format!("SELECT id FROM {table} ORDER BY id")).unwrap();
            let ids = select.query_map([], |row| row.get::<_, String>(0)).unwrap();
            ids.map(|id| (id.unwrap(), Map::new())).collect()
        };
        schema::TABLES.iter().map(|table| (table.name.to_owned(), ids(table.name))).collect()
    }

    /// A random call of any kind. A refusal is a valid result.
    async fn call_any(&self, random: &Random) {
        let (name, generate) = GENERATORS[random.below(GENERATORS.len())];
        let seeds: Vec<u64> = (0..24).map(|_| random.next()).collect();
        let args = generate(&mut Choice { seeds: seeds.iter(), tables: &self.ids() });
        let _ = self.call(name, args).await;
    }

    /// Ends the program and starts it on a copy of its directory.
    async fn restart(self, dir: PathBuf, network: &FaultyNetwork) -> Self {
        self.app.shut_down().await;
        copy(&self.dir, &dir);
        let mut again = Self::start(dir, network);
        again.open(&Value::from(self.budget)).await;
        again
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            // A file of a request may end meanwhile.
            let _ = std::fs::copy(entry.path(), to);
        }
    }
    close_to_others(to);
}

#[cfg(unix)]
fn close_to_others(dir: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700)).unwrap();
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) {}

async fn all_devices(place: &Path, network: &FaultyNetwork) -> Vec<Device> {
    let mut first = Device::start(place.join("0"), network);
    first.ok("set-server-url", json!({ "url": "in-process" })).await;
    first.ok("subscribe-bootstrap", json!({ "password": "secret" })).await;
    let budget = first.ok("create-budget", json!({})).await["id"].clone();
    first.open(&budget).await;
    for name in ["Bank", "Savings"] {
        first.ok("account-create", json!({ "name": name, "balance": 100 })).await;
    }
    first.ok("upload-budget", json!({})).await;
    let mut devices = vec![first];
    for number in 1..DEVICES {
        let mut device = Device::start(place.join(number.to_string()), network);
        device.ok("set-server-url", json!({ "url": "in-process" })).await;
        device.ok("subscribe-sign-in", json!({ "password": "secret" })).await;
        let file = device.ok("get-budgets", json!({})).await[0]["cloudFileId"].clone();
        let budget = device.ok("download-budget", json!({ "fileId": file })).await["id"].clone();
        device.open(&budget).await;
        devices.push(device);
    }
    devices
}

/// Syncs all devices until they have the same rows. The first syncs may still fail: one that began
/// before the clocks were put right.
async fn heal(devices: &[Device]) {
    let mut outcomes = Vec::new();
    for _ in 0..ROUNDS {
        outcomes.clear();
        for device in devices {
            outcomes.push(device.call("sync", json!({})).await);
        }
        let rows: Vec<_> = devices.iter().map(Device::rows).collect();
        if outcomes.iter().all(Result::is_ok) && rows.iter().all(|other| *other == rows[0]) {
            return;
        }
    }
    for other in &devices[1..] {
        for (table, rows) in devices[0].rows() {
            assert_eq!(rows, other.rows()[&table], "{table} after {outcomes:?}");
        }
    }
    panic!("the devices cannot sync: {outcomes:?}");
}

/// The months of every device. One that has not started again since keeps the months of a
/// transaction that was moved to a later day.
async fn shared_months(devices: &[Device]) -> (Month, Month) {
    let mut shared = devices[0].months().await;
    for device in &devices[1..] {
        let (first, last) = device.months().await;
        shared = (shared.0.max(first), shared.1.min(last));
    }
    shared
}

/// The lines in which two values differ as they are printed, with their numbers.
fn different_lines(one: &Value, other: &Value) -> Vec<(usize, String, String)> {
    let (one, other) = (format!("{one:#}"), format!("{other:#}"));
    let pairs = one.lines().zip(other.lines()).enumerate();
    let different = pairs.filter(|(_, (one, other))| one != other);
    different.map(|(at, (one, other))| (at, one.to_owned(), other.to_owned())).take(9).collect()
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[actix_web::test]
async fn devices_of_a_faulty_world_end_with_the_same_rows() {
    let (first, count) = (number("SOBRE_SEED", 1), number("SOBRE_SYNC_SCHEDULES", SCHEDULES));
    for seed in first..first + count {
        println!("SOBRE_SEED={seed}");
        run(seed).await;
    }
}

/// Runs the schedule of a seed.
async fn run(seed: u64) {
    let random = Arc::new(Random(AtomicU64::new(seed)));
    let place = TempDir::new().unwrap();
    let server = SyncServer::open(&place.path().join("server"), Environment::system(None)).unwrap();
    let is_faulty = Arc::new(AtomicBool::new(false));
    let network = FaultyNetwork {
        server: Arc::new(server),
        is_faulty,
        random: Arc::clone(&random),
        late: Arc::default(),
    };
    let mut devices = all_devices(place.path(), &network).await;
    network.is_faulty.store(true, Ordering::Relaxed);
    let mut notes = Vec::new();
    for step in 0..STEPS {
        let at = random.below(DEVICES);
        match random.below(100) {
            0..50 => devices[at].call_any(&random).await,
            50..70 => {
                let (id, note) = (format!("note-{step}"), format!("written at {step}"));
                let saved = devices[at].call("notes-save", json!({ "id": id, "note": note })).await;
                notes.extend(saved.is_ok().then_some((id, note)));
            }
            70..90 => drop(devices[at].call("sync", json!({})).await),
            90..95 => {
                let skew = [0, 0, 100_000, -100_000, 400_000, -400_000][random.below(6)];
                devices[at].skew.store(skew, Ordering::Relaxed);
            }
            _ => {
                let dir = place.path().join(format!("{at}-{step}"));
                let again = devices.remove(at).restart(dir, &network).await;
                devices.insert(at, again);
            }
        }
    }
    network.is_faulty.store(false, Ordering::Relaxed);
    devices.iter().for_each(|device| device.skew.store(0, Ordering::Relaxed));
    heal(&devices).await;
    let months = shared_months(&devices).await;
    let cells = devices[0].cells(months).await;
    for device in &devices[1..] {
        let different = different_lines(&cells, &device.cells(months).await);
        assert!(different.is_empty(), "SOBRE_SEED={seed}: {different:?}");
    }
    for (id, note) in notes {
        let kept = devices[0].rows()["notes"].iter().any(|row| row.contains(&note));
        assert!(kept, "the acknowledged {id} is missing");
    }
    for device in &devices {
        device.app.shut_down().await;
    }
}
