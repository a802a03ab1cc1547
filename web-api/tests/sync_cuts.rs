//! A network that is cut after every frame of a sync: each head, each message and other field of
//! its protobuf, each chunk, in both directions.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use common::device::{Device, assert_equal};
use common::sync::{SYNC_TYPE, SyncProgram};
use serde_json::json;

/// More frames than in any sync here.
const ALL: usize = usize::MAX / 2;

/// One direction of a connection to the server, which is cut after this many frames of syncs.
struct Direction {
    left: AtomicUsize,
    was_cut: AtomicBool,
}

/// A proxy to the server that cuts one direction.
struct Cutting {
    url: String,
    up: Arc<Direction>,
    down: Arc<Direction>,
}

impl Direction {
    fn open() -> Arc<Self> {
        Arc::new(Self { left: AtomicUsize::new(ALL), was_cut: AtomicBool::new(false) })
    }

    fn cut_after(&self, frames: usize) {
        self.was_cut.store(false, Ordering::SeqCst);
        self.left.store(frames, Ordering::SeqCst);
    }

    /// Whether a frame may pass.
    fn take(&self) -> bool {
        let less = |left: usize| left.checked_sub(1);
        let passes = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok();
        self.was_cut.fetch_or(!passes, Ordering::SeqCst);
        passes
    }

    /// Forwards bytes frame by frame; the cut closes both directions.
    fn pass(&self, mut from: TcpStream, mut into: TcpStream) {
        let (mut piece, mut http) = ([0; 4096], Http::default());
        'passing: while let Ok(read @ 1..) = from.read(&mut piece) {
            let mut passed = Vec::new();
            for &byte in &piece[..read] {
                if http.begins_frame() && !self.take() {
                    let _ = into.write_all(&passed);
                    break 'passing;
                }
                http.feed(byte);
                passed.push(byte);
            }
            if into.write_all(&passed).is_err() {
                break;
            }
        }
        let _ = (from.shutdown(Shutdown::Both), into.shutdown(Shutdown::Both));
    }
}

impl Cutting {
    fn before(server: &SyncProgram) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (up, down) = (Direction::open(), Direction::open());
        let to = server.url.strip_prefix("http://").unwrap().to_owned();
        let ways = [Arc::clone(&up), Arc::clone(&down)];
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(&to) else { continue };
                let [up, down] = ways.clone();
                let (from, into) = (near.try_clone().unwrap(), far.try_clone().unwrap());
                std::thread::spawn(move || up.pass(from, into));
                std::thread::spawn(move || down.pass(far, near));
            }
        });
        Self { url, up, down }
    }
}

/// The position within a stream of requests or responses. Frames are only counted within syncs.
#[derive(Default)]
struct Http {
    head: Vec<u8>,
    body: Body,
    is_sync: bool,
    field: Field,
    /// Whether the last byte ended a frame of a sync.
    frame_ended: bool,
}

#[derive(Default)]
enum Body {
    /// Before a head.
    #[default]
    None,
    Plain(usize),
    /// The line with a chunk's size.
    Size(Vec<u8>),
    Chunk(usize),
    /// The end of a chunk's line, and whether it was the last chunk.
    End(usize, bool),
}

/// A protobuf field; all are length-delimited here.
#[derive(Default)]
enum Field {
    #[default]
    Tag,
    Length(u32, usize),
    Data(usize),
}

impl Field {
    /// Consumes a byte; returns whether it ends the field.
    fn ends_with(&mut self, byte: u8) -> bool {
        *self = match *self {
            Self::Tag => Self::Length(0, 0),
            Self::Length(shift, sum) => {
                let sum = sum + (usize::from(byte & 0x7f) << shift);
                match (byte & 0x80 != 0, sum) {
                    (true, _) => Self::Length(shift + 7, sum),
                    (false, 0) => Self::Tag,
                    (false, _) => Self::Data(sum),
                }
            }
            Self::Data(1) => Self::Tag,
            Self::Data(left) => Self::Data(left - 1),
        };
        matches!(self, Self::Tag)
    }
}

impl Http {
    /// Whether the next byte starts a counted frame.
    fn begins_frame(&mut self) -> bool {
        std::mem::take(&mut self.frame_ended)
    }

    fn feed(&mut self, byte: u8) {
        let ended = match std::mem::take(&mut self.body) {
            Body::None => self.head_ends_with(byte),
            Body::Plain(left) => {
                let field_ended = self.field.ends_with(byte);
                self.body = if left > 1 { Body::Plain(left - 1) } else { Body::None };
                field_ended
            }
            Body::Size(mut line) if byte != b'\n' => {
                line.push(byte);
                self.body = Body::Size(line);
                false
            }
            Body::Size(line) => {
                let size = usize::from_str_radix(std::str::from_utf8(&line).unwrap().trim(), 16);
                let size = size.unwrap();
                self.body = if size > 0 { Body::Chunk(size) } else { Body::End(2, true) };
                false
            }
            Body::Chunk(left) => {
                let field_ended = self.field.ends_with(byte);
                self.body = if left > 1 { Body::Chunk(left - 1) } else { Body::End(2, false) };
                field_ended
            }
            Body::End(left @ 2.., last) => {
                self.body = Body::End(left - 1, last);
                false
            }
            Body::End(_, last) => {
                self.body = if last { Body::None } else { Body::Size(Vec::new()) };
                true
            }
        };
        self.frame_ended = ended && self.is_sync;
    }

    fn head_ends_with(&mut self, byte: u8) -> bool {
        self.head.push(byte);
        if !self.head.ends_with(b"\r\n\r\n") {
            return false;
        }
        let head = String::from_utf8(std::mem::take(&mut self.head)).unwrap().to_lowercase();
        let value = |name: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.map(str::trim)
        };
        self.is_sync = value("content-type") == Some(SYNC_TYPE);
        self.field = Field::Tag;
        self.body = match value("content-length").map(|length| length.parse().unwrap()) {
            Some(length) if length > 0 => Body::Plain(length),
            None if value("transfer-encoding") == Some("chunked") => Body::Size(Vec::new()),
            _ => Body::None,
        };
        true
    }
}

/// Two devices, the second of which uses a connection that can be cut.
struct Pair {
    one: Device,
    two: Device,
    way: Cutting,
    _server: SyncProgram,
}

impl Pair {
    fn start() -> Self {
        let server = SyncProgram::start();
        let one = Device::first(&server);
        let way = Cutting::before(&server);
        let mut two = Device::signed_in_at(&way.url);
        let file = two.remote_file();
        two.download(&file).unwrap();
        two.sync().unwrap();
        Self { one, two, way, _server: server }
    }

    /// Cuts after no frame, one frame and so on, until a sync passes; returns the number of frames.
    /// Before each attempt both devices change something.
    fn cut_everywhere(
        &mut self,
        direction: fn(&Cutting) -> &Direction,
        edit: impl Fn(&mut Device, usize),
    ) -> usize {
        for frames in 0.. {
            direction(&self.way).cut_after(frames);
            edit(&mut self.one, frames);
            self.one.sync().unwrap();
            self.two.budget_food("2026-11", i64::try_from(frames).unwrap());
            let synced = self.two.sync();
            let was_cut = direction(&self.way).was_cut.load(Ordering::SeqCst);
            direction(&self.way).cut_after(ALL);
            match synced {
                Ok(_) if !was_cut => return frames,
                Ok(_) => {}
                Err(refused) => assert_eq!(refused["code"], "network", "{refused}"),
            }
            self.two.sync().unwrap();
            if frames % 10 == 9 {
                assert_equal(&mut [&mut self.one, &mut self.two]);
            }
        }
        unreachable!("some sync passes")
    }
}

#[test]
fn a_network_cut_after_any_frame_of_a_small_sync_loses_nothing() {
    let mut pair = Pair::start();
    let account = pair.one.add_account("Cut");
    let edit = |one: &mut Device, round: usize| {
        let row = json!({ "account": account, "date": "2026-11-18", "amount": -1 - round as i64 });
        one.call("transactions-batch-update", json!({ "added": [row] }));
    };
    let up = pair.cut_everywhere(|way| &way.up, edit);
    assert!(up >= 4, "a head, a message, file, generation and time: {up}");
    let down = pair.cut_everywhere(|way| &way.down, edit);
    assert!(down >= 6, "a head, messages and a tree: {down}");
    assert_equal(&mut [&mut pair.one, &mut pair.two]);
    let rows = pair.two.rows();
    assert_eq!(rows["transactions"].as_array().unwrap().len(), up + down + 4);
}

#[test]
fn a_network_cut_after_any_chunk_of_a_long_answer_loses_nothing() {
    let mut pair = Pair::start();
    let down = pair.cut_everywhere(
        |way| &way.down,
        |one, round| {
            for at in 0..9 {
                let note = format!("{round}-{at} {}", "€".repeat(49_000));
                one.call("notes-save", json!({ "id": format!("note-{at}"), "note": note }));
            }
        },
    );
    assert!(down >= 10, "messages of more than one chunk: {down}");
    assert_equal(&mut [&mut pair.one, &mut pair.two]);
}
