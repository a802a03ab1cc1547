//! The sync server: messages received and sent over HTTP by the real program, compared with SQLite
//! storing the same rows alone.

use std::io::Read as _;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use serde_json::{Value, json};
use sobre_engine::crdt::{Node, Timestamp};
use sobre_engine::sync::wire::{CONTENT_TYPE, Message, MessageEnvelope, SyncRequest, Wire as _};

use crate::row::{Row, Topic};
use crate::wire::{Failure, SyncProgram};

/// Messages of one request.
const BATCH: u64 = 100_000;
/// Requests; together they are a large history.
const BATCHES: u64 = 10;
/// A second's worth of messages must take at most a second.
const PER_SECOND: f64 = 150_000.0;
/// After all messages: for requests that only send.
const END: &str = "9999-12-31T23:59:59.999Z-FFFF-ffffffffffffffff";
/// Before all messages.
const ZERO: &str = "1970-01-01T00:00:00.000Z-0000-0000000000000000";

/// Messages that a server receives and sends, and its memory.
pub(crate) fn rows(dir: &Path) -> Result<Vec<Row>, Failure> {
    let program = SyncProgram::start(&dir.join("sync"))?;
    let device = Device::sign_in(&program)?;
    let mut times = Vec::new();
    for batch in 0..BATCHES {
        let request = device.request(messages(batch * BATCH), END);
        let start = Instant::now();
        device.sync(&request)?;
        times.push(start.elapsed());
    }
    times.sort();
    let taken = times[times.len() / 2];
    let request = device.request(Vec::new(), ZERO);
    let start = Instant::now();
    let bytes = device.sync(&request)?;
    let given = start.elapsed();
    let alone = alone(&dir.join("alone.sqlite"))?;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let count = |messages: u64| Duration::from_secs_f64(messages as f64 / PER_SECOND);
    let topic = Topic { part: "server", size: "-" };
    let what = format!("1,000,000 messages sent to a new device ({} MB)", bytes >> 20);
    Ok(vec![
        topic.yardstick("100,000 rows stored by SQLite alone", ms(alone), "ms"),
        topic.goal("100,000 messages received and stored", ms(taken), ms(count(BATCH)), "ms"),
        topic.goal("against SQLite alone", ms(taken) / ms(alone), 2.0, "x"),
        topic.goal(what, ms(given), ms(count(BATCH * BATCHES)), "ms"),
        topic.goal("peak memory of the server", program.peak_memory()?, 200.0, "MB"),
    ])
}

/// The sending device: a session and a file.
pub(crate) struct Device<'a> {
    program: &'a SyncProgram,
    agent: ureq::Agent,
    token: String,
    group: String,
}

impl<'a> Device<'a> {
    /// Sets up the server and creates a file there.
    pub(crate) fn sign_in(program: &'a SyncProgram) -> Result<Self, Failure> {
        let agent: ureq::Agent = ureq::Agent::config_builder().proxy(None).build().into();
        let password = json!({ "password": "measured" }).to_string();
        let url = format!("{}/account/bootstrap", program.url());
        let answer = agent.post(url).header("content-type", "application/json").send(password)?;
        let answer: Value = serde_json::from_reader(answer.into_body().into_reader())?;
        let token = answer["data"]["token"].as_str().ok_or("no token")?.to_owned();
        let mut device = Self { program, agent, token, group: String::new() };
        let upload = device
            .agent
            .post(format!("{}/sync/upload-user-file", program.url()))
            .header("content-type", "application/encrypted-file")
            .header("x-actual-token", &device.token)
            .header("x-actual-file-id", "measured")
            .header("x-actual-name", "Measured")
            .header("x-actual-format", "2")
            .send(&b"zip"[..])?;
        let answer: Value = serde_json::from_reader(upload.into_body().into_reader())?;
        device.group = answer["groupId"].as_str().ok_or("no group")?.to_owned();
        Ok(device)
    }

    fn request(&self, messages: Vec<MessageEnvelope>, since: &str) -> Vec<u8> {
        let request = SyncRequest {
            messages,
            file_id: "measured".to_owned(),
            group_id: self.group.clone(),
            key_id: String::new(),
            since: since.to_owned(),
        };
        request.encode_to_vec()
    }

    /// Sends messages of another file.
    pub(crate) fn send(
        &self,
        file_id: &str,
        group_id: &str,
        messages: Vec<MessageEnvelope>,
    ) -> Result<(), Failure> {
        let request = SyncRequest {
            messages,
            file_id: file_id.to_owned(),
            group_id: group_id.to_owned(),
            key_id: String::new(),
            since: END.to_owned(),
        };
        self.sync(&request.encode_to_vec()).map(drop)
    }

    /// Sends a request and reads the whole response; returns its length.
    fn sync(&self, request: &[u8]) -> Result<u64, Failure> {
        let answer = self
            .agent
            .post(format!("{}/sync/sync", self.program.url()))
            .header("content-type", CONTENT_TYPE)
            .header("x-actual-token", &self.token)
            .send(request)?;
        let mut body = answer.into_body().into_reader();
        let (mut piece, mut bytes) = (vec![0; 1 << 16], 0);
        loop {
            match body.read(&mut piece)? {
                0 => return Ok(bytes),
                read => bytes += read as u64,
            }
        }
    }
}

/// Messages as from a long bulk edit: a few per millisecond, over weeks.
fn messages(from: u64) -> Vec<MessageEnvelope> {
    (from..from + BATCH).map(message).collect()
}

fn message(number: u64) -> MessageEnvelope {
    let node = Node::from_text("8c6fbd1a03cc6a95").unwrap_or(Node::ZERO);
    let counter = u16::try_from(number % 4).unwrap_or(0);
    let timestamp = Timestamp::new(1_760_000_000_000 + number / 4 * 3_000, counter, node);
    let content = Message {
        dataset: "transactions".to_owned(),
        row: format!("9b11e31f-0000-4000-8000-{number:012}"),
        column: "amount".to_owned(),
        value: format!("N:-{number}"),
    };
    MessageEnvelope {
        timestamp: timestamp.map(|timestamp| timestamp.to_string()).unwrap_or_default(),
        is_encrypted: false,
        content: content.encode_to_vec().into(),
    }
}

/// The same rows in the same kind of table, in one durable transaction.
fn alone(path: &Path) -> Result<Duration, Failure> {
    let mut conn = Connection::open(path)?;
    conn.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE messages (timestamp TEXT PRIMARY KEY, is_encrypted INTEGER NOT NULL,
           content BLOB NOT NULL, batch INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    )?;
    let messages = messages(0);
    let start = Instant::now();
    let transaction = conn.transaction()?;
    {
        let mut insert = transaction.prepare("INSERT INTO messages VALUES (?1, ?2, ?3, 1)")?;
        for message in &messages {
            insert.execute(params![message.timestamp, false, message.content.as_ref()])?;
        }
    }
    transaction.commit()?;
    Ok(start.elapsed())
}
