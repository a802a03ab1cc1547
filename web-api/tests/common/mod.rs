//! Driver of the wire tests: the real program on a fresh data directory, and tabs that use the
//! socket or HTTP with the same calls.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::wildcard_enum_match_arm,
    reason = "a driver of tests, of which every test file uses its own part"
)]

pub mod banks;
pub mod device;
pub mod in_process;
pub mod raw;
pub mod routes;
pub mod sync;

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use sobre_actors::db::{Reader, schema};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

pub const TODAY: &str = "2026-11-20";

/// How long a test waits for an expected event before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running program; stopped when the test ends.
pub struct Program {
    pub url: String,
    pub token: String,
    /// Its output before its address.
    pub said: String,
    child: Child,
    _own_dir: Option<TempDir>,
    dir: PathBuf,
}

impl Program {
    /// Starts on a fresh data directory.
    pub fn start() -> Self {
        let own = TempDir::new().unwrap();
        let dir = own.path().join("data");
        let mut program = Self::start_in(&dir);
        program._own_dir = Some(own);
        program
    }

    /// Starts on a given data directory.
    pub fn start_in(dir: &Path) -> Self {
        Self::start_with(dir, &[])
    }

    /// Starts on a given data directory with further arguments.
    pub fn start_with(dir: &Path, arguments: &[&str]) -> Self {
        let mut command = command(dir);
        command.args(arguments);
        Self::start_by(command, dir)
    }

    /// Starts with a given command.
    pub fn start_by(mut command: Command, dir: &Path) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .by_ref()
            .map(Result::unwrap)
            .inspect(|line| said.extend([line, "\n"]))
            .find(|line| line.starts_with("http://"))
            .expect("the program tells its address");
        let (url, token) = address.split_once("/?token=").unwrap();
        let (url, token) = (url.to_owned(), token.to_owned());
        Self { url, token, said, child, _own_dir: None, dir: dir.to_owned() }
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its peak memory, in bytes.
    pub fn peak_memory(&self) -> u64 {
        peak_memory(&self.child)
    }

    pub fn host(&self) -> &str {
        self.url.strip_prefix("http://").unwrap()
    }

    /// Kills the program as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// One call over HTTP: the result, or the error.
    pub fn http(&self, budget: Option<&str>, name: &str, args: Value) -> Result<Value, Value> {
        let agent = agent();
        let mut request = agent
            .post(format!("{}/api/call/{name}", self.url))
            .header("Authorization", format!("Bearer {}", self.token))
            .header("Accept", "application/json");
        if let Some(budget) = budget {
            request = request.header("X-Budget", budget);
        }
        let mut response = request.send(args.to_string()).unwrap();
        let text = response.body_mut().with_config().limit(1 << 30).read_to_string().unwrap();
        outcome(serde_json::from_str(&text).unwrap())
    }

    /// Uploads a file; returns its handle.
    pub fn upload(&self, name: &str, bytes: &[u8]) -> Result<Value, Value> {
        let mut response = agent()
            .post(format!("{}/api/upload?filename={name}", self.url))
            .header("Authorization", format!("Bearer {}", self.token))
            .send(bytes)
            .unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        outcome(serde_json::from_str(&text).unwrap())
    }

    /// Imports a zip as a budget; returns its id.
    pub fn import(&self, zip: &Path) -> String {
        let bytes = std::fs::read(zip).unwrap();
        let upload = self.upload("budget.zip", &bytes).unwrap();
        let args = json!({ "filepath": upload["filepath"], "type": "actual" });
        let imported = self.http(None, "import-budget", args).unwrap();
        imported["id"].as_str().unwrap().to_owned()
    }

    /// Creates an empty budget; returns its id.
    pub fn create_budget(&self) -> String {
        let created = self.http(None, "create-budget", json!({})).unwrap();
        created["id"].as_str().unwrap().to_owned()
    }

    /// A tab with its own socket.
    pub fn tab(&self) -> Tab {
        Tab::connect(self, &self.token)
    }

    /// A tab with a sign-in session.
    pub fn tab_as(&self, session: &str) -> Tab {
        Tab::connect(self, session)
    }

    /// A tab with a budget open.
    pub fn tab_on(&self, budget: &str) -> Tab {
        let mut tab = self.tab();
        tab.call("load-budget", json!({ "id": budget })).unwrap();
        tab
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program's peak memory, in bytes. Only known on Linux.
pub fn peak_memory(program: &Child) -> u64 {
    peak_memory_of(program.id())
}

/// The same by process id.
pub fn peak_memory_of(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

/// The program on a data directory, not yet started.
pub fn command(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobre"));
    command
        .args(["serve", "--no-open", "--port", "0", "--data-dir"])
        .arg(dir)
        .env("SOBRE_TODAY", TODAY)
        // As patient as the tests themselves, so that a busy computer fails none of them.
        .env("SOBRE_PATIENCE", PATIENCE.as_secs().to_string())
        .env_remove("SOBRE_LOG");
    command
}

/// The same, started by a shell script that receives the program and its arguments.
pub fn command_in_shell(dir: &Path, script: &str) -> Command {
    in_shell(&command(dir), script)
}

/// A command started by a shell script.
pub fn in_shell(command: &Command, script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

pub fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .build()
        .into()
}

pub fn fixture(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    root.join("actors/tests/fixtures").join(name)
}

/// Every row of every dataset of the budget in a folder, by table and id.
pub fn snapshot(folder: &Path) -> Value {
    let reader = Reader::open(folder).unwrap();
    let table = |table: &schema::Table| {
        let mut statement =
            reader.prepare(&format!("SELECT * FROM {} ORDER BY id", table.name)).unwrap();
        let names: Vec<String> = statement.column_names().into_iter().map(Into::into).collect();
        let row = |row: &rusqlite::Row<'_>| {
            let cell = |(at, name): (usize, &String)| {
                (name.clone(), json!(format!("{:?}", row.get_ref(at).unwrap())))
            };
            Ok(names.iter().enumerate().map(cell).collect::<serde_json::Map<_, _>>())
        };
        let rows: Vec<_> = statement.query_map([], row).unwrap().map(Result::unwrap).collect();
        (table.name.to_owned(), json!(rows))
    };
    Value::Object(schema::TABLES.iter().map(table).collect())
}

fn outcome(mut answer: Value) -> Result<Value, Value> {
    match answer.get_mut("error").map(Value::take) {
        Some(error) => Err(error),
        None => Ok(answer["result"].take()),
    }
}

/// A tab: requests and the events that arrived meanwhile.
pub struct Tab {
    socket: WebSocket<TcpStream>,
    next_id: u64,
    events: VecDeque<(String, Value)>,
    answers: HashMap<u64, Value>,
    /// Everything that arrived since a test asked for it.
    frames: Option<Vec<u8>>,
    pub session: String,
}

impl Tab {
    fn connect(program: &Program, token: &str) -> Self {
        let stream = TcpStream::connect(program.host()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("ws://{}/ws", program.host()).into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("Authorization", format!("Bearer {token}").parse().unwrap());
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut tab = Self {
            socket,
            next_id: 0,
            events: VecDeque::new(),
            answers: HashMap::new(),
            frames: None,
            session: String::new(),
        };
        let hello = tab.event("hello");
        tab.session = hello["session"].as_str().unwrap().to_owned();
        tab
    }

    /// Sends a request without waiting; returns its id.
    pub fn send(&mut self, name: &str, args: &Value) -> u64 {
        self.send_named(name, args, None)
    }

    /// Sends a call that makes a step of undo with a name.
    pub fn send_named(&mut self, name: &str, args: &Value, step: Option<&Value>) -> u64 {
        self.next_id += 1;
        let mut request = json!({ "id": self.next_id, "name": name, "args": args });
        if let Some(step) = step {
            request["undo"] = json!({ "name": step });
        }
        self.socket.send(Message::text(request.to_string())).unwrap();
        self.next_id
    }

    /// Waits for the response to a request; keeps other responses.
    pub fn answer(&mut self, id: u64) -> Result<Value, Value> {
        loop {
            if let Some(frame) = self.answers.remove(&id) {
                return outcome(frame);
            }
            self.read();
        }
    }

    /// One call over the socket: the result, or the error.
    pub fn call(&mut self, name: &str, args: Value) -> Result<Value, Value> {
        let id = self.send(name, &args);
        self.answer(id)
    }

    /// Waits for the next event with a name; earlier events with other names stay.
    pub fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|(event, _)| event == name) {
                return self.events.remove(at).unwrap().1;
            }
            self.read();
        }
    }

    /// Waits for the cells of a change and returns the value of one of them.
    pub fn changed_cell(&mut self, name: &str) -> Value {
        loop {
            let event = self.event("cells-changed");
            let cells = event["cells"].as_array().unwrap();
            if let Some(cell) = cells.iter().find(|cell| cell[0] == name) {
                return cell[1].clone();
            }
        }
    }

    /// The current value of a cell.
    pub fn cell(&mut self, sheet: &str, name: &str) -> Value {
        let args = json!({ "sheetName": sheet, "name": name });
        self.call("getCell", args).unwrap()["value"].clone()
    }

    /// Sends a raw frame.
    pub fn write(&mut self, frame: Message) {
        self.socket.send(frame).unwrap();
    }

    /// Sends a raw frame and reads the next one.
    pub fn raw(&mut self, frame: Message) -> Message {
        self.socket.send(frame).unwrap();
        self.socket.read().unwrap()
    }

    /// Reads one frame. Pings keep a silent socket alive, so the timeout counts them.
    fn read(&mut self) {
        let mut pings = 0;
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => {
                    if let Some(frames) = &mut self.frames {
                        frames.extend(text.as_bytes());
                    }
                    self.keep(serde_json::from_str(&text).unwrap());
                    return;
                }
                Message::Ping(_) => pings += 1,
                other => panic!("unexpected frame {other:?}"),
            }
            assert!(pings < 3, "what the test waits for does not come");
        }
    }

    /// Keeps every frame from now on, as it arrives.
    pub fn keep_frames(&mut self) {
        self.frames = Some(Vec::new());
    }

    /// The frames that were kept.
    pub fn frames(&self) -> Vec<u8> {
        self.frames.clone().unwrap_or_default()
    }

    fn keep(&mut self, frame: Value) {
        if let Some(event) = frame.get("event").and_then(Value::as_str) {
            self.events.push_back((event.to_owned(), frame["data"].clone()));
        } else if let Some(id) = frame.get("id").and_then(Value::as_u64) {
            self.answers.insert(id, frame);
        }
    }
}
