//! Stories of a store: messages, uploads, sessions and recovery after a crash. Every backend has to
//! pass them; each runs on the disk and in memory.
#![allow(clippy::needless_pass_by_value, reason = "a story owns its server")]

mod memory;

use std::fs;
use std::io;
use std::sync::Arc;

use sobre_actors::environment::Environment;
use sobre_engine::crdt::Merkle;
use sobre_engine::sync::wire::{MessageEnvelope, SyncResponse, Wire as _};
use tempfile::TempDir;

use super::*;
use memory::Memory;

const ZERO: &str = "1970-01-01T00:00:00.000Z-0000-0000000000000000";
const NODE: &str = "aaaaaaaaaaaaaaaa";

/// A store on one of the backends, which can be closed and reopened.
struct Server {
    files: UserFiles,
    backend: Kind,
}

enum Kind {
    Disk(TempDir),
    Memory(Arc<Memory>),
}

impl Kind {
    fn open(&self) -> UserFiles {
        let environment = Environment::fixed("2026-11-20".parse().unwrap());
        // Ids of a fixed environment count up from the start; a second opening needs different
        // ones.
        let environment = Environment { ids: Environment::system(None).ids, ..environment };
        let store = match self {
            Self::Disk(dir) => Store::open(&dir.path().join("sync"), environment),
            Self::Memory(memory) => Store::open_on(Arc::<Memory>::clone(memory), environment),
        };
        UserFiles::new(Arc::new(store.unwrap()))
    }
}

/// A test of each story for each backend.
macro_rules! stories {
    ($($story:ident,)*) => {
        mod on_disk {
            $(#[test] fn $story() { super::$story(super::Server::on_disk()) })*
        }
        mod in_memory {
            $(#[test] fn $story() { super::$story(super::Server::in_memory()) })*
        }
    };
}

stories! {
    devices_receive_others_messages_and_never_their_own,
    long_responses_are_complete_over_several_pages,
    one_bad_message_stores_none,
    five_minutes_ahead_is_still_taken,
    everything_survives_a_restart,
    a_reset_ends_the_generation_and_deletes_its_messages,
    earlier_uploads_are_kept_and_restored,
    an_upload_remembers_the_key_it_came_with,
    outlived_uploads_go,
    passwords_sessions_and_preferences_survive_a_restart,
    every_change_moves_the_count_and_idle_syncs_do_not,
}

impl Server {
    fn on_disk() -> Self {
        Self::over(Kind::Disk(tempfile::tempdir().unwrap()))
    }

    fn in_memory() -> Self {
        Self::over(Kind::Memory(Arc::new(Memory::new())))
    }

    fn over(backend: Kind) -> Self {
        Self { files: backend.open(), backend }
    }

    fn restart(self) -> Self {
        let Self { files, backend } = self;
        drop(files);
        Self::over(backend)
    }

    fn received(&self, bytes: &str) -> ReceivedFile {
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

    /// Syncs; returns the received timestamps and the tree.
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
}

/// File names on disk of the one file.
fn on_disk(dir: &TempDir) -> Vec<String> {
    let place = fs::read_dir(dir.path().join("sync/files")).unwrap();
    let place = place.map(|entry| entry.unwrap().path()).next().unwrap();
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    fs::read_dir(place).unwrap().map(name).collect()
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

fn devices_receive_others_messages_and_never_their_own(server: Server) {
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

fn long_responses_are_complete_over_several_pages(server: Server) {
    let group = server.upload(None, "zip").unwrap();
    server.sync(&group, ZERO, &stamps(0..9_000)).unwrap();
    let (back, _) = server.sync(&group, ZERO, &stamps(9_000..9_010)).unwrap();
    assert_eq!(back, stamps(0..9_000));
}

fn one_bad_message_stores_none(server: Server) {
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

fn five_minutes_ahead_is_still_taken(server: Server) {
    let group = server.upload(None, "zip").unwrap();
    // The test's clock stands at noon and advances a millisecond per reading.
    let ahead = |time: &str| vec![format!("2026-11-20T{time}Z-0000-{NODE}")];
    assert!(server.sync(&group, ZERO, &ahead("12:05:00.000")).is_ok());
    assert!(server.sync(&group, ZERO, &ahead("12:05:01.000")).is_err());
}

fn everything_survives_a_restart(server: Server) {
    let group = server.upload(None, "zip").unwrap();
    let (_, tree) = server.sync(&group, ZERO, &stamps(0..50)).unwrap();
    let server = server.restart();
    assert_eq!(server.sync(&group, ZERO, &[]).unwrap(), (stamps(0..50), tree));
    assert_eq!(server.download(), "zip");
}

fn a_reset_ends_the_generation_and_deletes_its_messages(server: Server) {
    let group = server.upload(None, "one").unwrap();
    server.sync(&group, ZERO, &stamps(0..5)).unwrap();
    server.files.reset(&file()).unwrap();
    let word = |error: StoreError| error.word();
    let refused = server.sync(&group, ZERO, &[]).unwrap_err();
    assert_eq!(word(refused), Some("file-needs-upload"));
    if let Kind::Disk(dir) = &server.backend {
        assert_eq!(on_disk(dir).len(), 1, "the upload alone");
    }
    assert_eq!(word(server.upload(Some(&group), "two").unwrap_err()), Some("file-has-reset"));
    let next = server.upload(None, "two").unwrap();
    assert_ne!(next, group);
    assert_eq!(word(server.sync(&group, ZERO, &[]).unwrap_err()), Some("file-has-reset"));
    assert_eq!(server.sync(&next, ZERO, &[]).unwrap(), (vec![], "{}".to_owned()));
}

fn earlier_uploads_are_kept_and_restored(server: Server) {
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

fn an_upload_remembers_the_key_it_came_with(server: Server) {
    let key = |id: &str| Key { id: Some(id.to_owned()), ..Key::default() };
    let meta = |id: &str| Some(format!("{{\"keyId\":\"{id}\"}}"));
    let head = |group_id, key: Option<&str>| UploadHead {
        group_id,
        name: "secret".to_owned(),
        format: Some(2),
        encrypt_meta: key.and_then(meta),
    };
    let group = server.upload(None, "plain").unwrap();
    server.files.create_key(&file(), key("k1")).unwrap();
    let mismatch = server.sync(&group, ZERO, &[]).unwrap_err();
    assert_eq!(mismatch.word(), Some("file-key-mismatch"));
    let sealed = server.received("sealed");
    server.files.upload(&file(), head(Some(group.clone()), Some("k1")), sealed).unwrap();
    assert_eq!(server.files.uploads(&file()).unwrap().len(), 1, "the plain one is gone");
    server.files.create_key(&file(), key("k2")).unwrap();
    let kept = server.files.uploads(&file()).unwrap();
    server.files.restore(&file(), &kept[0].id).unwrap();
    assert_eq!(server.files.info(&file()).unwrap().key, key("k1"));
    assert_eq!(server.download(), "sealed");
}

fn outlived_uploads_go(server: Server) {
    let mut group = None;
    for number in 0..5 {
        group = Some(server.upload(group.as_deref(), &number.to_string()).unwrap());
    }
    let names = |server: &Server| -> Vec<String> {
        let uploads = server.files.uploads(&file()).unwrap();
        uploads.into_iter().map(|upload| upload.name).collect()
    };
    assert_eq!(names(&server), ["4", "3", "2"], "three of a day");
    let server = server.restart();
    assert_eq!(names(&server), ["4", "3", "2"]);
    assert_eq!(server.download(), "4");
}

fn passwords_sessions_and_preferences_survive_a_restart(server: Server) {
    let store = server.files.store();
    let user = store.user_id().to_owned();
    assert_eq!(store.password_hash().unwrap(), None);
    store.set_first_password("one").unwrap();
    let again = store.set_first_password("two").unwrap_err();
    assert_eq!(again.word(), Some("already-bootstrapped"));
    store.add_session([1; 32], "laptop").unwrap();
    store.add_session([2; 32], "phone").unwrap();
    let prefs = [("flags".to_owned(), "on".to_owned())];
    store.set_server_prefs(&prefs).unwrap();
    let ended = store.end_sessions(|session| session.name == "phone").unwrap();
    assert_eq!(ended, 1);
    let server = server.restart();
    let store = server.files.store();
    assert_eq!(store.user_id(), user);
    assert_eq!(store.password_hash().unwrap().as_deref(), Some("one"));
    assert_eq!(store.session(&[1; 32]).unwrap().name, "laptop");
    assert!(store.session(&[2; 32]).is_none());
    assert_eq!(store.server_prefs().unwrap(), prefs);
}

#[test]
fn files_that_the_catalog_does_not_name_are_out_of_the_way_after_a_start() {
    let server = Server::on_disk();
    let group = server.upload(None, "zip").unwrap();
    server.sync(&group, ZERO, &stamps(0..5)).unwrap();
    let Kind::Disk(dir) = &server.backend else { unreachable!() };
    let path = dir.path().to_owned();
    let files = path.join("sync/files");
    let place = fs::read_dir(&files).unwrap().next().unwrap().unwrap().path();
    fs::write(place.join("left.blob"), "x").unwrap();
    fs::write(place.join("messages-left.sqlite-wal"), "x").unwrap();
    fs::create_dir(files.join("left")).unwrap();
    fs::write(path.join("sync/incoming/left"), "x").unwrap();
    let server = server.restart();
    let left =
        fs::read_dir(&place).unwrap().chain(fs::read_dir(path.join("sync/incoming")).unwrap());
    assert!(
        left.map(|entry| entry.unwrap().path()).all(|it| !it.to_string_lossy().contains("left"))
    );
    assert!(!files.join("left").exists() && !place.join("left.blob").exists());
    assert!(files.join("unnamed-1/left").is_dir());
    assert_eq!(server.sync(&group, ZERO, &[]).unwrap().0, stamps(0..5));
}

fn every_change_moves_the_count_and_idle_syncs_do_not(server: Server) {
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
    let disk = Arc::new(Disk::open(&dir.path().join("sync")).unwrap());
    let clock = Arc::new(SetClock(1_000.into()));
    let at = Arc::clone(&clock);
    let environment = Environment { clock, ..Environment::system(None) };
    let store = Store::open_on(Arc::<Disk>::clone(&disk), environment.clone()).unwrap();
    let token = [7; 32];
    store.add_session(token, "device").unwrap();
    assert_eq!(store.begin_use(&token), None, "it has just been made");
    at.0.store(302_000, std::sync::atomic::Ordering::Relaxed);
    {
        // As if the disk were writing: any wait for it would never end.
        let _writing = disk.catalog().lock();
        assert_eq!(store.session(&token).unwrap().name, "device");
        assert_eq!(store.begin_use(&token), Some(302_000));
        assert_eq!(store.begin_use(&token), None, "one asker writes it down");
        assert_eq!(store.begin_use(&[8; 32]), None);
    }
    store.note_use(&token, 302_000);
    drop(store);
    let again = Store::open_on(disk, environment).unwrap();
    assert_eq!(again.session(&token).unwrap().used_ms, 302_000);
    assert_eq!(again.end_sessions(|session| session.name == "device").unwrap(), 1);
    assert!(again.session(&token).is_none());
}
