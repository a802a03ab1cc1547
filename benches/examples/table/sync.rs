//! The client of a sync: messages stored, created and sent in this process, compared with SQLite
//! storing the same rows alone, and the first sync of a large history by the real program.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use serde_json::json;
use sobre_actors::db::{ApplyError, BudgetDb, Origin};
use sobre_actors::environment::Environment;
use sobre_actors::sync::envelopes;
use sobre_benches::files::{Recipe, write_budget};
use sobre_benches::size::Size;
use sobre_engine::crdt::{Message, Timestamp, Value};
use sobre_engine::sync::pieces;
use sobre_engine::sync::wire::{SyncRequest, SyncResponse, Wire as _};

use crate::row::{Row, Topic};
use crate::server::Device;
use crate::wire::{Failure, Program, SyncProgram};

/// Messages of a batch.
const BATCH: usize = 100_000;
/// A second's worth of messages must take at most a second.
const PER_SECOND: f64 = 150_000.0;
/// Messages stored at once, as in the program.
const SLICE: usize = 10_000;
/// How often a batch is stored; the median counts.
const TIMES: usize = 3;
/// Memory limit in MB for the first sync of a large history.
const MEMORY: f64 = 200.0;

/// Five years of a household: slightly more messages than a batch.
const SOME: Size =
    Size { name: "sync", years: 5, categories: 80, transactions: 14_000, accounts: 8 };
/// Ten years: a million messages.
const MANY: Size =
    Size { name: "sync", years: 10, categories: 100, transactions: 122_000, accounts: 8 };

/// The messages of a budget of a size, oldest first.
fn history(size: Size, folder: &Path) -> Result<Vec<Message>, Failure> {
    fs::create_dir_all(folder)?;
    write_budget(&Recipe::standard(size), folder)?;
    let db = BudgetDb::open(folder, Environment::system(None))?;
    let messages = db.messages_since(Timestamp::ZERO)?;
    drop(db);
    fs::remove_dir_all(folder)?;
    Ok(messages)
}

/// Batches in this process.
pub(crate) fn batches(dir: &Path) -> Result<Vec<Row>, Failure> {
    let mut messages = history(SOME, &dir.join("history"))?;
    if messages.len() < BATCH {
        return Err(format!("only {} messages", messages.len()).into());
    }
    messages.truncate(BATCH);
    let (mut alone, mut own, mut sent) = (vec![], vec![], vec![]);
    let (mut received, mut indexed) = (vec![], vec![]);
    for time in 0..TIMES {
        let folder = |what: &str| dir.join(format!("{what}-{time}"));
        alone.push(stored_alone(&folder("alone"), &messages)?);
        let mut db = empty(&folder("received"))?;
        received.push(receive(&mut db, &messages, BATCH)?);
        sent.push(send(&db)?);
        // Indexes are rebuilt at the end only if many messages are announced.
        indexed.push(receive(&mut empty(&folder("indexed"))?, &messages, 0)?);
        let mut db = empty(&folder("own"))?;
        let changes = messages.iter().map(|message| message.change.clone()).collect();
        let start = Instant::now();
        db.apply(changes, Origin::Unrecorded)?;
        own.push(start.elapsed());
    }
    let [alone, received, indexed, own, sent] = [alone, received, indexed, own, sent].map(median);
    let topic = Topic { part: "sync", size: "-" };
    let at_most = BATCH as f64 / PER_SECOND * 1e3;
    let row = |what: &str, time: f64| topic.goal(what, time, at_most, "ms");
    let against = |what: &str, time: f64| topic.goal(what, time / alone, 2.0, "x");
    Ok(vec![
        topic.yardstick("100,000 messages as rows and log by SQLite alone", alone, "ms"),
        row("100,000 messages received and applied", received),
        against("against SQLite alone", received),
        topic.yardstick("the same with all indexes kept meanwhile", indexed, "ms"),
        row("100,000 own changes written", own),
        against("against SQLite alone", own),
        row("100,000 messages prepared for sending", sent),
    ])
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn empty(folder: &Path) -> Result<BudgetDb, Failure> {
    let mut db = BudgetDb::create(folder, "Measured", Environment::system(None))?;
    db.facts()?;
    Ok(db)
}

/// From the bytes of a response until everything is on disk. `announced` is the number of messages
/// that the database prepares for.
fn receive(db: &mut BudgetDb, messages: &[Message], announced: usize) -> Result<Duration, Failure> {
    let messages = envelopes::seal(messages, None)?;
    let answer = SyncResponse { messages, merkle: "{}".to_owned() }.encode_to_vec();
    let start = Instant::now();
    let mut fields = pieces::answer(answer.as_slice());
    let mut slice = || -> Result<Vec<Message>, Failure> {
        let next = std::iter::from_fn(|| fields.next_message().transpose());
        let envelopes = next.take(SLICE).collect::<Result<Vec<_>, _>>()?;
        Ok(envelopes::open(envelopes, None)?)
    };
    let slices = std::iter::from_fn(|| {
        slice().map(|slice| (!slice.is_empty()).then_some(slice)).map_err(Stopped).transpose()
    });
    let commit = db.receive(slices, announced).map_err(|Stopped(failure)| failure)?;
    let elapsed = start.elapsed();
    if commit.messages == BATCH { Ok(elapsed) } else { Err("not all were new".into()) }
}

/// Aborts a batch.
struct Stopped(Failure);

impl From<ApplyError> for Stopped {
    fn from(error: ApplyError) -> Self {
        Self(error.into())
    }
}

/// Reads all messages from the log page by page, until the bytes of the requests exist.
fn send(db: &BudgetDb) -> Result<Duration, Failure> {
    let start = Instant::now();
    let (mut since, mut bytes) = (Timestamp::ZERO, 0);
    loop {
        let (messages, complete) = db.messages_page(since)?;
        since = messages.last().map_or(since, |message| message.timestamp);
        let messages = envelopes::seal(&messages, None)?;
        bytes += SyncRequest { messages, ..SyncRequest::default() }.encode_to_vec().len();
        if complete {
            break;
        }
    }
    if bytes == 0 { Err("nothing was sent".into()) } else { Ok(start.elapsed()) }
}

/// The same log and rows in the tables of the file format, in one durable transaction.
fn stored_alone(folder: &Path, messages: &[Message]) -> Result<Duration, Failure> {
    let file = folder.with_extension("sqlite");
    empty(folder)?.export_copy(&file)?;
    let mut conn = Connection::open(&file)?;
    conn.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536",
    )?;
    let start = Instant::now();
    let transaction = conn.transaction()?;
    {
        let mut log = transaction.prepare(
            "INSERT INTO messages_crdt (timestamp, dataset, row, column, value)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for message in messages {
            let change = &message.change;
            let (stamp, value) = (message.timestamp.text(), change.value.to_text());
            log.execute(params![stamp.as_str(), change.dataset, change.row, change.column, value])?;
        }
        let of_row = |one: &Message, other: &Message| {
            one.change.row == other.change.row && one.change.dataset == other.change.dataset
        };
        for row in messages.chunk_by(of_row) {
            insert(&transaction, row)?;
        }
    }
    transaction.commit()?;
    Ok(start.elapsed())
}

fn insert(conn: &Connection, row: &[Message]) -> rusqlite::Result<()> {
    use std::fmt::Write as _;
    let (dataset, id) = (&row[0].change.dataset, &row[0].change.row);
    let (mut names, mut marks) = (String::new(), String::new());
    for (at, message) in row.iter().enumerate() {
        let _ = write!(names, ", \"{}\"", message.change.column);
        let _ = write!(marks, ", ?{}", at + 2);
    }
    let sql = format!("INSERT OR REPLACE INTO {dataset} (id{names}) VALUES (?1{marks})");
    let mut statement = conn.prepare_cached(&sql)?;
    statement.raw_bind_parameter(1, &**id)?;
    for (at, message) in row.iter().enumerate() {
        match &message.change.value {
            Value::Null | Value::Unreadable(_) => {
                statement.raw_bind_parameter(at + 2, rusqlite::types::Null)?
            }
            Value::Integer(number) => statement.raw_bind_parameter(at + 2, number)?,
            Value::Real(number) => statement.raw_bind_parameter(at + 2, number)?,
            Value::Text(text) => statement.raw_bind_parameter(at + 2, &**text)?,
        }
    }
    statement.raw_execute().map(drop)
}

/// A million messages: a new device receives them from the server, and another one sends them.
pub(crate) fn first_sync(dir: &Path) -> Result<Vec<Row>, Failure> {
    let messages = history(MANY, &dir.join("history"))?;
    let count = messages.len();
    let server = SyncProgram::start(&dir.join("server"))?;
    let device = Device::sign_in(&server)?;
    let (received, memory) = receive_all(&dir.join("receives"), &server, &device, messages)?;
    let (sent, sending) = send_all(&dir.join("sends"), &server)?;
    let at_most = count as f64 / PER_SECOND * 1e3;
    let topic = Topic { part: "history", size: "-" };
    let millions = count as f64 / 1e6;
    let row = |what: &str, time: Duration| {
        let what = format!("{millions:.2} million messages {what}");
        topic.goal(what, time.as_secs_f64() * 1e3, at_most, "ms")
    };
    Ok(vec![
        row("received and applied by the program, with the server beside it", received),
        topic.goal("peak memory of the program", memory, MEMORY, "MB"),
        row("sent by the program, with the server beside it", sent),
        topic.yardstick("peak memory of the program with this budget open", sending, "MB"),
    ])
}

/// An empty budget on the server; then the history arrives from another device.
fn receive_all(
    dir: &Path,
    server: &SyncProgram,
    device: &Device<'_>,
    messages: Vec<Message>,
) -> Result<(Duration, f64), Failure> {
    let program = Program::start(dir)?;
    let mut tab = program.tab()?;
    tab.call("set-server-url", &json!({ "url": server.url() }))?;
    tab.call("subscribe-sign-in", &json!({ "password": "measured" }))?;
    let created = tab.call("create-budget", &json!({}))?;
    tab.call("load-budget", &json!({ "id": created["id"] }))?;
    tab.call("upload-budget", &json!({}))?;
    tab.call("sync", &json!({}))?;
    let files = tab.call("get-remote-files", &json!({}))?;
    let known = |file: &&serde_json::Value| file["name"] != "Measured";
    let file = files.as_array().and_then(|files| files.iter().find(known)).ok_or("no file")?;
    let text = |name: &str| file[name].as_str().unwrap_or_default().to_owned();
    let (file_id, group) = (text("fileId"), text("groupId"));
    tab.call("close-budget", &json!({}))?;
    for batch in messages.chunks(BATCH) {
        device.send(&file_id, &group, envelopes::seal(batch, None)?)?;
    }
    drop(messages);
    tab.call("load-budget", &json!({ "id": created["id"] }))?;
    let start = Instant::now();
    tab.call("sync", &json!({}))?;
    let elapsed = start.elapsed();
    Ok((elapsed, program.peak_memory()?))
}

/// A budget with its history, new to the server.
fn send_all(dir: &Path, server: &SyncProgram) -> Result<(Duration, f64), Failure> {
    let folder = dir.join("Measured-sends");
    fs::create_dir_all(&folder)?;
    write_budget(&Recipe::standard(MANY), &folder)?;
    let program = Program::start(dir)?;
    let mut tab = program.tab_on("Measured-sends")?;
    tab.call("set-server-url", &json!({ "url": server.url() }))?;
    tab.call("subscribe-sign-in", &json!({ "password": "measured" }))?;
    tab.call("upload-budget", &json!({}))?;
    let start = Instant::now();
    tab.call("sync", &json!({}))?;
    Ok((start.elapsed(), program.peak_memory()?))
}
