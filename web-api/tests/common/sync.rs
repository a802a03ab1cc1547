//! The real sync server on a fresh directory, and requests in its protocol.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use sobre_engine::sync::wire::{MessageEnvelope, SyncRequest, SyncResponse, Wire as _};
use tempfile::TempDir;

use super::agent;

pub const PASSWORD: &str = "a long password";
pub const ZERO: &str = "1970-01-01T00:00:00.000Z-0000-0000000000000000";
pub const SYNC_TYPE: &str = "application/actual-sync";
pub const FILE_TYPE: &str = "application/encrypted-file";

/// A running sync server; stopped when the test ends.
pub struct SyncProgram {
    pub url: String,
    /// Its output before its address.
    pub said: String,
    child: Child,
    _own_dir: Option<TempDir>,
    pub dir: PathBuf,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    pub fn content_type(&self) -> &str {
        let value = self.headers.get("content-type").map_or("", |value| value.to_str().unwrap());
        value.split(';').next().unwrap()
    }

    /// The response to a sync.
    pub fn synced(&self) -> SyncResponse {
        assert_eq!(self.status, 200, "{}", self.text());
        SyncResponse::decode(self.body.as_slice()).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl SyncProgram {
    /// Starts on a fresh directory.
    pub fn start() -> Self {
        let own = TempDir::new().unwrap();
        let mut program = Self::start_in(&own.path().join("sync"));
        program._own_dir = Some(own);
        program
    }

    /// Starts on a fresh directory and signs in; returns the token too.
    pub fn start_signed_in() -> (Self, String) {
        let program = Self::start();
        let body = json!({ "password": PASSWORD });
        let answer = program.post("/account/bootstrap", &[], &body);
        let token = answer.json()["data"]["token"].as_str().unwrap().to_owned();
        (program, token)
    }

    /// Starts on a given directory.
    pub fn start_in(dir: &Path) -> Self {
        Self::start_by(command(dir), dir)
    }

    /// Starts with a given command.
    pub fn start_by(mut command: Command, dir: &Path) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let url = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map(Result::unwrap)
            .inspect(|line| said.extend([line, "\n"]))
            .find(|line| line.starts_with("http://"))
            .expect("the program tells its address");
        Self { url, said, child, _own_dir: None, dir: dir.to_owned() }
    }

    /// Its peak memory, in bytes.
    pub fn peak_memory(&self) -> u64 {
        super::peak_memory(&self.child)
    }

    /// Kills the program as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        request(&self.url, method, path, headers, body)
    }

    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.request("GET", path, headers, None)
    }

    pub fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        let mut headers = headers.to_vec();
        headers.push(("content-type", "application/json"));
        self.request("POST", path, &headers, Some(body.to_string().as_bytes()))
    }

    /// Uploads bytes as a file; returns its group.
    pub fn upload(&self, token: &str, file: &str, group: Option<&str>, bytes: &[u8]) -> String {
        let answer = self.try_upload(token, file, group, bytes);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["groupId"].as_str().unwrap().to_owned()
    }

    pub fn try_upload(&self, token: &str, file: &str, group: Option<&str>, bytes: &[u8]) -> Answer {
        let mut headers = vec![
            ("content-type", FILE_TYPE),
            ("x-actual-token", token),
            ("x-actual-file-id", file),
            ("x-actual-name", "Budget"),
            ("x-actual-format", "2"),
        ];
        headers.extend(group.map(|group| ("x-actual-group-id", group)));
        self.request("POST", "/sync/upload-user-file", &headers, Some(bytes))
    }

    pub fn sync(&self, token: &str, request: &SyncRequest) -> Answer {
        let headers = [("content-type", SYNC_TYPE), ("x-actual-token", token)];
        self.request("POST", "/sync/sync", &headers, Some(&request.encode_to_vec()))
    }
}

impl Drop for SyncProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The sync server on a directory, not yet started.
pub fn command(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobre"));
    command.args(["sync-server", "--port", "0", "--data-dir"]).arg(dir).env_remove("SOBRE_LOG");
    command
}

/// The same started by a shell script.
pub fn command_in_shell(dir: &Path, script: &str) -> Command {
    super::in_shell(&command(dir), script)
}

/// One request with a raw body.
pub fn request(
    url: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Answer {
    let mut request = ureq::http::Request::builder().method(method).uri(format!("{url}{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut response = match body {
        Some(body) => agent().run(request.body(body).unwrap()),
        None => agent().run(request.body(()).unwrap()),
    }
    .unwrap();
    Answer {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        body: response.body_mut().with_config().limit(1 << 32).read_to_vec().unwrap(),
    }
}

/// A plain message at a minute of 2026.
pub fn message(minute: u32, node: &str) -> MessageEnvelope {
    let (day, minute) = (minute / 1440, minute % 1440);
    let (month, day) = (day / 28 + 1, day % 28 + 1);
    let (hour, minute) = (minute / 60, minute % 60);
    let timestamp = format!("2026-{month:02}-{day:02}T{hour:02}:{minute:02}:00.000Z-0000-{node}");
    MessageEnvelope { timestamp, is_encrypted: false, content: b"content".as_slice().into() }
}

/// A request of a device without messages.
pub fn sync_request(file: &str, group: &str, messages: Vec<MessageEnvelope>) -> SyncRequest {
    SyncRequest {
        messages,
        file_id: file.to_owned(),
        group_id: group.to_owned(),
        key_id: String::new(),
        since: ZERO.to_owned(),
    }
}

/// Whether a sync gets a response; the server may be gone.
pub fn reaches(url: &str, token: &str, request: &SyncRequest) -> bool {
    let post = agent().post(format!("{url}/sync/sync")).header("content-type", SYNC_TYPE);
    post.header("x-actual-token", token).send(request.encode_to_vec()).is_ok()
}

/// The bytes of all files below a folder.
pub fn everything_below(folder: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(everything_below(&path));
        } else {
            all.extend(std::fs::read(&path).unwrap());
        }
    }
    all
}
