//! Messages, uploads and what is left after a crash.

use std::sync::Arc;

use sobre_actors::environment::Environment;
use sobre_engine::crdt::Merkle;
use sobre_engine::sync::wire::{MessageEnvelope, SyncResponse, Wire as _};
use tempfile::TempDir;

use super::*;

const ZERO: &str = "1970-01-01T00:00:00.000Z-0000-0000000000000000";
const NODE: &str = "aaaaaaaaaaaaaaaa";

struct Server {
    files: Files,
    dir: TempDir,
}

fn open(dir: &TempDir) -> Files {
    let environment = Environment::fixed("2026-11-20".parse().unwrap());
    let path = dir.path().join("sync");
    // Ids of a fixed environment count up from the start; a second opening needs others.
    let environment = Environment { ids: Environment::system(None).ids, ..environment };
    Files::new(Arc::new(Store::open(&path, environment).unwrap()))
}

impl Server {
    fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { files: open(&dir), dir }
    }

    fn restart(self) -> Self {
        let Self { files, dir } = self;
        drop(files);
        Self { files: open(&dir), dir }
    }

    fn received(&self, bytes: &str) -> Received {
        let bytes = bytes::Bytes::copy_from_slice(bytes.as_bytes());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut incoming = self.files.store().incoming().unwrap();
            incoming.write(&bytes).await.unwrap();
            incoming.finish().await.unwrap()
        })
    }

    fn upload(&self, group: Option<&str>, bytes: &str) -> Result<String, StoreError> {
        let head = UploadHead {
            group_id: group.map(str::to_owned),
            name: bytes.to_owned(),
            format: Some(2),
            encrypt_meta: None,
        };
        let received = self.received(bytes);
        self.files.upload(&file(), head, received)
    }

    fn download(&self) -> String {
        let (mut file, bytes) = self.files.download(&file()).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).unwrap();
        assert_eq!(text.len() as u64, bytes);
        text
    }

    /// Syncs; answers the timestamps that came back and the tree.
    fn sync(
        &self,
        group: &str,
        since: &str,
        timestamps: &[String],
    ) -> Result<(Vec<String>, String), StoreError> {
        let head =
            Head { group_id: group.to_owned(), key_id: String::new(), since: since.to_owned() };
        let messages = timestamps.iter().map(|timestamp| Ok(message(timestamp)));
        let mut synced = self.files.sync(&file(), &head, messages)?;
        let mut bytes = std::mem::take(&mut synced.page.bytes);
        while let Some(after) = synced.page.more_after.take() {
            synced.page = self.files.next_page(&file(), group, &after, synced.before)?;
            bytes.append(&mut synced.page.bytes);
        }
        bytes.extend(closing(synced.merkle));
        let response = SyncResponse::decode(bytes.as_slice()).unwrap();
        let back = response.messages.into_iter().map(|message| message.timestamp).collect();
        Ok((back, response.merkle))
    }

    /// Names of what lies on disk of the one file.
    fn on_disk(&self) -> Vec<String> {
        let place = fs::read_dir(self.dir.path().join("sync/files")).unwrap();
        let place = place.map(|entry| entry.unwrap().path()).next().unwrap();
        let name =
            |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(place).unwrap().map(name).collect()
    }
}

fn file() -> FileId {
    FileId::parse("file").unwrap()
}

fn stamp(minute: u32) -> String {
    format!(
        "2026-11-{:02}T{:02}:{:02}:00.000Z-0000-{NODE}",
        minute / 1440 + 1,
        minute / 60 % 24,
        minute % 60
    )
}

fn stamps(minutes: std::ops::Range<u32>) -> Vec<String> {
    minutes.map(stamp).collect()
}

fn message(timestamp: &str) -> MessageEnvelope {
    MessageEnvelope {
        timestamp: timestamp.to_owned(),
        is_encrypted: false,
        content: vec![7; 300].into(),
    }
}

#[test]
fn nobody_gets_back_what_they_send_and_everybody_what_others_sent() {
    let server = Server::start();
    let group = server.upload(None, "zip").unwrap();
    assert_eq!(server.sync(&group, ZERO, &[]).unwrap(), (vec![], "{}".to_owned()));
    let (back, tree) = server.sync(&group, ZERO, &stamps(0..3)).unwrap();
    assert_eq!(back, Vec::<String>::new());
    let mut expected: Merkle = stamps(0..3).iter().map(|text| text.parse().unwrap()).collect();
    expected.prune();
    assert_eq!(Merkle::from_json(&tree).unwrap(), expected);
    let (back, _) = server.sync(&group, ZERO, &stamps(2..5)).unwrap();
    assert_eq!(back, stamps(0..3), "also what it sends once more");
    let (back, again) = server.sync(&group, &stamp(2), &stamps(0..5)).unwrap();
    assert_eq!(back, stamps(3..5));
    let (_, last) = server.sync(&group, ZERO, &[]).unwrap();
    assert_eq!(again, last, "what is stored already changes no tree");
}

#[test]
fn long_answers_come_in_pages_and_whole() {
    let server = Server::start();
    let group = server.upload(None, "zip").unwrap();
    server.sync(&group, ZERO, &stamps(0..9_000)).unwrap();
    let (back, _) = server.sync(&group, ZERO, &stamps(9_000..9_010)).unwrap();
    assert_eq!(back, stamps(0..9_000));
}

#[test]
fn one_bad_message_stores_none() {
    let server = Server::start();
    let group = server.upload(None, "zip").unwrap();
    let (_, tree) = server.sync(&group, ZERO, &stamps(0..2)).unwrap();
    let far = "2099-01-01T00:00:00.000Z-0000-aaaaaaaaaaaaaaaa".to_owned();
    let lower = "2026-01-01T00:00:00.000Z-000a-aaaaaaaaaaaaaaaa".to_owned();
    for bad in [far, lower, "garbage".to_owned(), String::new()] {
        let messages = [stamps(5..6), vec![bad.clone()]].concat();
        let refused = server.sync(&group, ZERO, &messages).unwrap_err();
        let drift = bad.starts_with("2099");
        assert_eq!(refused.word(), drift.then_some("clock-drift"), "{bad}");
    }
    assert_eq!(server.sync(&group, ZERO, &[]).unwrap(), (stamps(0..2), tree));
}

#[test]
fn five_minutes_ahead_is_still_taken() {
    let server = Server::start();
    let group = server.upload(None, "zip").unwrap();
    // The clock of the test stands at noon and moves a millisecond with each look.
    let ahead = |time: &str| vec![format!("2026-11-20T{time}Z-0000-{NODE}")];
    assert!(server.sync(&group, ZERO, &ahead("12:05:00.000")).is_ok());
    assert!(server.sync(&group, ZERO, &ahead("12:05:01.000")).is_err());
}

#[test]
fn everything_survives_a_restart() {
    let server = Server::start();
    let group = server.upload(None, "zip").unwrap();
    let (_, tree) = server.sync(&group, ZERO, &stamps(0..50)).unwrap();
    let server = server.restart();
    assert_eq!(server.sync(&group, ZERO, &[]).unwrap(), (stamps(0..50), tree));
    assert_eq!(server.download(), "zip");
}

#[test]
fn a_reset_ends_the_generation_and_deletes_its_messages() {
    let server = Server::start();
    let group = server.upload(None, "one").unwrap();
    server.sync(&group, ZERO, &stamps(0..5)).unwrap();
    server.files.reset(&file()).unwrap();
    let word = |error: StoreError| error.word();
    let refused = server.sync(&group, ZERO, &[]).unwrap_err();
    assert_eq!(word(refused), Some("file-needs-upload"));
    assert_eq!(server.on_disk().len(), 1, "the upload alone");
    assert_eq!(word(server.upload(Some(&group), "two").unwrap_err()), Some("file-has-reset"));
    let next = server.upload(None, "two").unwrap();
    assert_ne!(next, group);
    assert_eq!(word(server.sync(&group, ZERO, &[]).unwrap_err()), Some("file-has-reset"));
    assert_eq!(server.sync(&next, ZERO, &[]).unwrap(), (vec![], "{}".to_owned()));
}

#[test]
fn earlier_uploads_are_kept_and_restored() {
    let server = Server::start();
    let group = server.upload(None, "one").unwrap();
    server.upload(Some(&group), "two").unwrap();
    server.sync(&group, ZERO, &stamps(0..5)).unwrap();
    let uploads = server.files.uploads(&file()).unwrap();
    let seen: Vec<_> =
        uploads.iter().map(|upload| (upload.name.as_str(), upload.current)).collect();
    assert_eq!(seen, [("two", true), ("one", false)]);
    server.files.delete(&file()).unwrap();
    let restored = server.files.restore(&file(), &uploads[1].id).unwrap();
    assert_eq!(server.download(), "one");
    assert_eq!(server.files.info(&file()).unwrap().name, "one");
    assert_eq!(server.sync(&group, ZERO, &[]).unwrap_err().word(), Some("file-has-reset"));
    assert_eq!(server.sync(&restored, ZERO, &[]).unwrap(), (vec![], "{}".to_owned()));
    let unknown = server.files.restore(&file(), "none").unwrap_err();
    assert_eq!(unknown.word(), Some("upload-not-found"));
}

#[test]
fn what_the_catalog_does_not_name_is_cleared_up() {
    let server = Server::start();
    let group = server.upload(None, "zip").unwrap();
    server.sync(&group, ZERO, &stamps(0..5)).unwrap();
    let files = server.dir.path().join("sync/files");
    let place = fs::read_dir(&files).unwrap().next().unwrap().unwrap().path();
    fs::write(place.join("left.blob"), "x").unwrap();
    fs::write(place.join("messages-left.sqlite-wal"), "x").unwrap();
    fs::create_dir(files.join("left")).unwrap();
    fs::write(server.dir.path().join("sync/incoming/left"), "x").unwrap();
    let server = server.restart();
    assert!(server.on_disk().iter().all(|name| !name.contains("left")));
    assert!(!files.join("left").exists());
    assert_eq!(server.sync(&group, ZERO, &[]).unwrap().0, stamps(0..5));
}

#[test]
fn every_change_moves_the_count_and_idle_syncs_do_not() {
    let server = Server::start();
    let group = server.upload(None, "zip").unwrap();
    let changes = server.files.changes(&file()).unwrap();
    let count = || *changes.borrow();
    let start = count();
    server.sync(&group, ZERO, &[]).unwrap();
    assert_eq!(count(), start);
    server.sync(&group, ZERO, &stamps(0..2)).unwrap();
    assert_eq!(count(), start + 1);
    server.sync(&group, ZERO, &stamps(0..2)).unwrap();
    assert_eq!(count(), start + 1, "nothing new");
    server.files.reset(&file()).unwrap();
    assert_eq!(count(), start + 2);
}

/// A clock that a test sets.
struct SetClock(std::sync::atomic::AtomicI64);

impl sobre_actors::environment::Clock for SetClock {
    fn now_ms(&self) -> i64 {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

#[test]
fn who_shows_a_token_waits_for_no_disk_and_its_use_is_noted_every_five_minutes() {
    let dir = tempfile::tempdir().unwrap();
    let clock = Arc::new(SetClock(1_000.into()));
    let at = Arc::clone(&clock);
    let environment = Environment { clock, ..Environment::system(None) };
    let path = dir.path().join("sync");
    let store = Store::open(&path, environment.clone()).unwrap();
    let token = [7; 32];
    store.add_session(token, "device").unwrap();
    assert_eq!(store.begin_use(&token), None, "it has just been made");
    at.0.store(302_000, std::sync::atomic::Ordering::Relaxed);
    {
        // As if the disk were writing: whoever waited for it would wait for ever.
        let _writing = store.catalog.lock();
        assert_eq!(store.session(&token).unwrap().name, "device");
        assert_eq!(store.begin_use(&token), Some(302_000));
        assert_eq!(store.begin_use(&token), None, "one asker writes it down");
        assert_eq!(store.begin_use(&[8; 32]), None);
    }
    store.note_use(&token, 302_000);
    drop(store);
    let again = Store::open(&path, environment).unwrap();
    assert_eq!(again.session(&token).unwrap().used_ms, 302_000);
    assert_eq!(again.end_sessions(|session| session.name == "device").unwrap(), 1);
    assert!(again.session(&token).is_none());
}
