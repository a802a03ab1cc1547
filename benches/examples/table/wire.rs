//! The real program on a data directory, and tabs that use its socket.

use std::collections::VecDeque;
use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, Utf8Bytes, WebSocket};

/// Anything that stops a measurement.
pub(crate) type Failure = Box<dyn Error>;

/// Time limit of any step before a measurement is aborted.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running program; stopped on drop.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    host: String,
    token: String,
}

impl Program {
    /// Starts the program beside this example.
    pub(crate) fn start(dir: &Path) -> Result<Self, Failure> {
        Self::start_with(dir, &[])
    }

    /// The same with more arguments.
    pub(crate) fn start_with(dir: &Path, args: &[&str]) -> Result<Self, Failure> {
        let mut child = Command::new(binary()?)
            .args(["serve", "--no-open", "--port", "0", "--data-dir"])
            .arg(dir)
            .args(args)
            .env("SOBRE_TODAY", "2026-11-20")
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the program has no output")?;
        for line in BufReader::new(output).lines() {
            if let Some((url, token)) = line?.split_once("/?token=") {
                let host = url.trim_start_matches("http://").to_owned();
                return Ok(Self { child, host, token: token.to_owned() });
            }
        }
        Err("the program does not tell its address".into())
    }

    /// Its peak memory, in MB.
    pub(crate) fn peak_memory(&self) -> Result<f64, Failure> {
        peak_memory(&self.child)
    }

    /// Uploads a file and returns its handle.
    pub(crate) fn upload(&self, name: &str, bytes: &[u8]) -> Result<String, Failure> {
        let mut response = ureq::post(format!("http://{}/api/upload?filename={name}", self.host))
            .header("Authorization", format!("Bearer {}", self.token))
            .send(bytes)?;
        let answer: Value = serde_json::from_reader(response.body_mut().as_reader())?;
        let handle = answer["result"]["filepath"].as_str().ok_or("the upload has no handle")?;
        Ok(handle.to_owned())
    }

    /// A new tab.
    pub(crate) fn tab(&self) -> Result<Tab, Failure> {
        let socket = connect(&self.host, &self.token)?;
        let mut tab = Tab { socket, next_id: 0, early: VecDeque::new() };
        tab.event("hello")?;
        Ok(tab)
    }

    /// A new tab with a budget open.
    pub(crate) fn tab_on(&self, budget: &str) -> Result<Tab, Failure> {
        let mut tab = self.tab()?;
        tab.call("load-budget", &json!({ "id": budget }))?;
        // Answered once the transactions of reports are read, which begins soon after opening.
        let card = json!({ "type": "net-worth-card", "meta": {} });
        tab.call("report/figures", &json!({ "reports": [card] }))?;
        Ok(tab)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A running sync server; stopped on drop.
#[derive(Debug)]
pub(crate) struct SyncProgram {
    child: Child,
    url: String,
}

impl SyncProgram {
    /// Starts the sync server of the program beside this example.
    pub(crate) fn start(dir: &Path) -> Result<Self, Failure> {
        let mut child = Command::new(binary()?)
            .args(["sync-server", "--port", "0", "--data-dir"])
            .arg(dir)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the program has no output")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            if line.starts_with("http://") {
                return Ok(Self { child, url: line });
            }
        }
        Err("the program does not tell its address".into())
    }

    /// Its address.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Its peak memory, in MB.
    pub(crate) fn peak_memory(&self) -> Result<f64, Failure> {
        peak_memory(&self.child)
    }
}

impl Drop for SyncProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn peak_memory(child: &Child) -> Result<f64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")).ok_or("no memory line")?;
    Ok(kib.parse::<f64>()? * 1024.0 / 1e6)
}

fn binary() -> Result<PathBuf, Failure> {
    let here = std::env::current_exe()?;
    let folder = here.parent().and_then(Path::parent).ok_or("no folder of programs")?;
    let binary = folder.join("sobre");
    let missing = || format!("{} is missing: cargo build --release -p web-api", binary.display());
    if binary.exists() { Ok(binary) } else { Err(missing().into()) }
}

/// A socket of the program at `host`.
pub(crate) fn connect(host: &str, token: &str) -> Result<WebSocket<TcpStream>, Failure> {
    let stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{host}/ws").into_client_request()?;
    let bearer = format!("Bearer {token}").parse()?;
    request.headers_mut().insert("Authorization", bearer);
    let connected = tungstenite::client(request, stream);
    Ok(connected.map_err(|error| format!("the socket is refused: {error}"))?.0)
}

/// One socket. Only the first bytes of frames are read to identify them, so that parsing adds no
/// time.
#[derive(Debug)]
pub(crate) struct Tab {
    socket: WebSocket<TcpStream>,
    next_id: u64,
    early: VecDeque<Utf8Bytes>,
}

impl Tab {
    /// Sends a request without waiting.
    pub(crate) fn send(&mut self, name: &str, args: &Value) -> Result<u64, Failure> {
        self.next_id += 1;
        let request = json!({ "id": self.next_id, "name": name, "args": args });
        self.socket.send(Message::text(request.to_string()))?;
        Ok(self.next_id)
    }

    /// Sends a request and waits for its result.
    pub(crate) fn call(&mut self, name: &str, args: &Value) -> Result<Value, Failure> {
        let id = self.send(name, args)?;
        self.answer(id)
    }

    /// Sends a request and waits for the text of its result. Reading that is the caller's work.
    pub(crate) fn text(&mut self, name: &str, args: &Value) -> Result<Utf8Bytes, Failure> {
        let id = self.send(name, args)?;
        let text = self.frame(&format!("{{\"id\":{id},"))?;
        let failed = text.starts_with(&format!("{{\"id\":{id},\"error\""));
        if failed { Err(text.to_string().into()) } else { Ok(text) }
    }

    /// Waits for the result of a request.
    pub(crate) fn answer(&mut self, id: u64) -> Result<Value, Failure> {
        let text = self.frame(&format!("{{\"id\":{id},"))?;
        let mut frame: Value = serde_json::from_str(&text)?;
        match frame.get("error") {
            Some(error) => Err(error.to_string().into()),
            None => Ok(frame["result"].take()),
        }
    }

    /// Waits for the next event with a name and returns its text.
    pub(crate) fn event(&mut self, name: &str) -> Result<Utf8Bytes, Failure> {
        self.frame(&format!("{{\"event\":\"{name}\""))
    }

    /// Drops frames that arrived while waiting for others.
    pub(crate) fn forget(&mut self) {
        self.early.clear();
    }

    fn frame(&mut self, start: &str) -> Result<Utf8Bytes, Failure> {
        if let Some(at) = self.early.iter().position(|frame| frame.starts_with(start)) {
            return self.early.remove(at).ok_or_else(|| "a frame went missing".into());
        }
        loop {
            if let Message::Text(text) = self.socket.read()? {
                if text.starts_with(start) {
                    return Ok(text);
                }
                self.early.push_back(text);
            }
        }
    }
}
