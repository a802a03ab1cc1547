//! A directory that is changed from outside while the store has it open.

use std::fs;

use sobre_actors::files::DataDir;
use sobre_engine::sync::wire::MessageEnvelope;

use super::*;
use crate::sync_server::store::backend::{Accounts as _, Files as _};

fn opened() -> (tempfile::TempDir, PathBuf, Disk) {
    let own = tempfile::tempdir().unwrap();
    let path = own.path().join("sync");
    let disk = Disk::open(&path).unwrap();
    (own, path, disk)
}

fn is_closed(disk: &Disk) -> bool {
    let written = matches!(disk.set_password("hash"), Err(StoreError::Moved));
    let read = matches!(disk.files(true), Err(StoreError::Moved));
    assert_eq!(written, read);
    written
}

#[test]
fn a_catalog_that_was_replaced_closes_the_store() {
    let (_own, path, disk) = opened();
    assert!(!is_closed(&disk));
    let (catalog, copy) = (path.join(CATALOG_NAME), path.join("copy"));
    fs::copy(&catalog, &copy).unwrap();
    fs::rename(&copy, &catalog).unwrap();
    assert!(is_closed(&disk));
}

#[test]
fn a_catalog_that_was_overwritten_closes_the_store_and_stays_as_it_is() {
    let (_own, path, disk) = opened();
    let (catalog, copy) = (path.join(CATALOG_NAME), path.join("copy"));
    fs::copy(&catalog, &copy).unwrap();
    let other = Connection::open(&copy).unwrap();
    other
        .execute_batch(
            "PRAGMA journal_mode = DELETE; \
             CREATE TABLE more(x); INSERT INTO more VALUES (zeroblob(100000))",
        )
        .unwrap();
    disk.owner("owner").unwrap();
    disk.set_password("hash").unwrap();
    fs::copy(&copy, &catalog).unwrap();
    assert!(is_closed(&disk));
    drop(disk);
    assert!(fs::read(&catalog).unwrap() == fs::read(&copy).unwrap());
    assert!(path.join("catalog.sqlite-wal.replaced").exists(), "its commits are not lost");
    let disk = Disk::open(&path).unwrap();
    disk.owner("another").unwrap();
    assert!(disk.password_hash().unwrap().is_none(), "the copy is older");
}

fn message(minute: u8) -> MessageEnvelope {
    MessageEnvelope {
        timestamp: format!("2026-11-01T00:{minute:02}:00.000Z-0000-aaaaaaaaaaaaaaaa"),
        is_encrypted: false,
        content: bytes::Bytes::from_static(b"content"),
    }
}

/// Sets the time of a file, long ago.
fn set_time(path: &Path) {
    let time = std::time::SystemTime::UNIX_EPOCH;
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn files_that_only_got_another_time_lose_nothing() {
    let (_own, path, disk) = opened();
    disk.owner("owner").unwrap();
    disk.set_password("hash").unwrap();
    disk.make_place("place").unwrap();
    let mut log = disk.open_log("place", "group").unwrap();
    log.accept(u64::MAX, &mut [message(1)].into_iter().map(Ok)).unwrap();
    set_time(&path.join(CATALOG_NAME));
    set_time(&disk.log_path("place", "group"));
    disk.check_and_settle().unwrap();
    assert_eq!(log.accept(u64::MAX, &mut [message(2)].into_iter().map(Ok)).unwrap().batch, 2);
    disk.set_password("other").unwrap();
    drop((log, disk));
    let disk = Disk::open(&path).unwrap();
    assert_eq!(disk.password_hash().unwrap().as_deref(), Some("other"));
    assert_eq!(disk.open_log("place", "group").unwrap().batch(), 2);
}

#[test]
fn logs_that_another_program_moves_into_the_files_lose_nothing() {
    let (_own, path, disk) = opened();
    disk.owner("owner").unwrap();
    disk.make_place("place").unwrap();
    let mut log = disk.open_log("place", "group").unwrap();
    let files = [path.join(CATALOG_NAME), disk.log_path("place", "group")];
    for minute in 1..10 {
        let readers = files.each_ref().map(|file| {
            let reader = Connection::open(file).unwrap();
            reader.execute_batch("BEGIN; SELECT * FROM sqlite_master").unwrap();
            reader
        });
        log.accept(u64::MAX, &mut [message(minute)].into_iter().map(Ok)).unwrap();
        disk.set_password(&minute.to_string()).unwrap();
        for file in &files {
            let other = Connection::open(file).unwrap();
            other.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
        }
        drop(readers);
        if minute % 3 == 0 {
            disk.check_and_settle().unwrap();
        }
    }
    drop((log, disk));
    let disk = Disk::open(&path).unwrap();
    assert_eq!(disk.password_hash().unwrap().as_deref(), Some("9"));
    assert_eq!(disk.open_log("place", "group").unwrap().batch(), 9);
}

#[test]
fn older_copies_of_the_same_length_close_the_store() {
    for of_messages in [false, true] {
        let (_own, path, disk) = opened();
        disk.owner("owner").unwrap();
        disk.make_place("place").unwrap();
        let messages = disk.log_path("place", "group");
        let file = if of_messages { messages } else { path.join(CATALOG_NAME) };
        let mut older = Vec::new();
        let mut disk = Some(disk);
        for number in [1, 2] {
            let open = disk.take().unwrap();
            open.set_password(&number.to_string()).unwrap();
            let mut log = open.open_log("place", "group").unwrap();
            log.accept(u64::MAX, &mut [message(number)].into_iter().map(Ok)).unwrap();
            drop((log, open));
            if number == 1 {
                older = fs::read(&file).unwrap();
            }
            disk = Some(Disk::open(&path).unwrap());
        }
        let disk = disk.unwrap();
        let mut log = disk.open_log("place", "group").unwrap();
        assert_eq!(older.len(), fs::read(&file).unwrap().len());
        fs::write(&file, older).unwrap();
        let third = log.accept(u64::MAX, &mut [message(3)].into_iter().map(Ok));
        let refused = if of_messages { third.map(drop) } else { disk.set_password("3") };
        assert!(matches!(refused, Err(StoreError::Moved)), "{of_messages}");
        assert!(is_closed(&disk));
    }
}

/// A store with three batches of messages, the last one in the log alone, and a copy of their
/// database from after the first.
fn with_an_older_copy() -> (tempfile::TempDir, PathBuf, Disk, Box<dyn Log>, [PathBuf; 2]) {
    let (own, path, disk) = opened();
    disk.make_place("place").unwrap();
    let (messages, older) = (disk.log_path("place", "group"), path.join("older"));
    let mut log = disk.open_log("place", "group").unwrap();
    for number in [1, 2, 3] {
        log.accept(u64::MAX, &mut [message(number)].into_iter().map(Ok)).unwrap();
        if number == 3 {
            break;
        }
        drop(log);
        if number == 1 {
            fs::copy(&messages, &older).unwrap();
        }
        log = disk.open_log("place", "group").unwrap();
    }
    (own, path, disk, log, [messages, older])
}

#[test]
fn messages_that_were_overwritten_stay_as_they_are_at_the_end() {
    let (_own, path, disk, log, [messages, older]) = with_an_older_copy();
    fs::copy(&older, &messages).unwrap();
    drop((log, disk));
    assert!(fs::read(&messages).unwrap() == fs::read(&older).unwrap());
    assert!(messages.with_extension("sqlite-wal.replaced").exists(), "its commits are not lost");
    let disk = Disk::open(&path).unwrap();
    assert_eq!(disk.open_log("place", "group").unwrap().batch(), 1);
}

#[test]
fn a_look_finds_messages_that_were_overwritten_without_a_request() {
    let (_own, _path, disk, _log, [messages, older]) = with_an_older_copy();
    disk.check_and_settle().unwrap();
    fs::copy(&older, &messages).unwrap();
    assert!(matches!(disk.check_and_settle(), Err(StoreError::Moved)));
    assert!(is_closed(&disk));
}

#[test]
fn a_restored_file_whose_log_was_removed_stays_as_it_is() {
    let (_own, path, disk, log, [messages, older]) = with_an_older_copy();
    fs::remove_file(messages.with_extension("sqlite-wal")).unwrap();
    fs::copy(&older, &messages).unwrap();
    assert!(is_closed(&disk));
    assert!(fs::read(&messages).unwrap() == fs::read(&older).unwrap());
    drop((log, disk));
    assert!(fs::read(&messages).unwrap() == fs::read(&older).unwrap());
    let disk = Disk::open(&path).unwrap();
    assert_eq!(disk.open_log("place", "group").unwrap().batch(), 1);
}

#[test]
fn files_that_replaced_ours_by_renaming_are_not_read_with_our_logs() {
    type Notice = fn(&Disk, &mut dyn Log) -> Result<(), StoreError>;
    let notices: [Notice; 3] = [
        |disk, _| disk.set_password("another"),
        |_, log| log.accept(u64::MAX, &mut [message(4)].into_iter().map(Ok)).map(drop),
        |disk, _| disk.check_and_settle(),
    ];
    for notice in notices {
        let (_own, path, disk, mut log, [messages, older]) = with_an_older_copy();
        let (catalog, older_catalog) = (path.join(CATALOG_NAME), path.join("older catalog"));
        disk.owner("owner").unwrap();
        disk.set_password("first").unwrap();
        disk.check_and_settle().unwrap();
        fs::copy(&catalog, &older_catalog).unwrap();
        disk.set_password("second").unwrap();
        disk.check_and_settle().unwrap();
        fs::rename(&older, &messages).unwrap();
        fs::rename(&older_catalog, &catalog).unwrap();
        assert!(matches!(notice(&disk, &mut *log), Err(StoreError::Moved)));
        for log in [&messages, &catalog] {
            assert!(log.with_extension("sqlite-wal.replaced").exists(), "its commits are not lost");
        }
        let (_left, disk) = left_by_a_kill(&path);
        assert_eq!(disk.open_log("place", "group").unwrap().batch(), 1);
        assert_eq!(disk.password_hash().unwrap().as_deref(), Some("first"));
    }
}

#[test]
fn copies_renamed_to_the_paths_of_ours_keep_our_logs() {
    let (_own, path, disk, log, [messages, _]) = with_an_older_copy();
    disk.owner("owner").unwrap();
    disk.set_password("first").unwrap();
    disk.check_and_settle().unwrap();
    disk.set_password("second").unwrap();
    let batch = log.batch();
    let catalog = path.join(CATALOG_NAME);
    for file in [&messages, &catalog] {
        let copy = file.with_extension("copy");
        fs::copy(file, &copy).unwrap();
        fs::rename(&copy, file).unwrap();
    }
    assert!(is_closed(&disk));
    for file in [&messages, &catalog] {
        assert!(!file.with_extension("sqlite-wal.replaced").exists());
    }
    drop((log, disk));
    let disk = Disk::open(&path).unwrap();
    assert_eq!(disk.open_log("place", "group").unwrap().batch(), batch);
    assert_eq!(disk.password_hash().unwrap().as_deref(), Some("second"));
}

#[test]
fn a_lock_that_was_removed_is_taken_again_unless_another_program_has_it() {
    let (_own, path, disk) = opened();
    let lock = path.join(".lock");
    fs::remove_file(&lock).unwrap();
    assert!(!is_closed(&disk));
    assert!(DataDir::open(&path).is_err(), "it is locked again");
    fs::remove_file(&lock).unwrap();
    let other = DataDir::open(&path).unwrap();
    assert!(is_closed(&disk));
    drop(other);
    assert!(is_closed(&disk), "the other program has written meanwhile");
}

/// A store on a copy of the files at their paths, without removed ones that are still open: the
/// state after a kill.
fn left_by_a_kill(path: &Path) -> (tempfile::TempDir, Disk) {
    fn copy(from: &Path, to: &Path) {
        make_private_folder(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let (path, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
            if path.is_dir() {
                copy(&path, &to);
            } else {
                fs::copy(&path, &to).unwrap();
            }
        }
    }
    let own = tempfile::tempdir().unwrap();
    let to = own.path().join("left");
    copy(path, &to);
    let disk = Disk::open(&to).unwrap();
    (own, disk)
}

#[test]
fn a_log_that_was_removed_closes_the_store_and_every_log_keeps_its_commits() {
    for (noticed_by_messages, left) in [(false, 3), (true, 2), (false, 1), (true, 1)] {
        let (_own, path, disk) = opened();
        disk.owner("owner").unwrap();
        disk.set_password("hash").unwrap();
        let mut logs: Vec<_> = ["one", "two"]
            .into_iter()
            .map(|place| {
                disk.make_place(place).unwrap();
                let mut log = disk.open_log(place, "group").unwrap();
                let first = &mut [message(1)].into_iter().map(Ok);
                assert_eq!(log.accept(u64::MAX, first).unwrap().batch, 1);
                log
            })
            .collect();
        let removed = [
            disk.log_path("one", "group").with_extension("sqlite-wal"),
            disk.log_path("two", "group").with_extension("sqlite-wal"),
            path.join("catalog.sqlite-wal"),
        ];
        removed.iter().take(left).for_each(|log| fs::remove_file(log).unwrap());
        let second = &mut [message(2)].into_iter().map(Ok);
        let refused = if noticed_by_messages {
            // The first log is the one removed if there is only one.
            logs[1].accept(u64::MAX, second).map(drop)
        } else {
            disk.set_password("other")
        };
        assert!(matches!(refused, Err(StoreError::Moved)));
        assert!(is_closed(&disk));
        let (_left, disk) = left_by_a_kill(&path);
        assert!(disk.password_hash().unwrap().is_some());
        for place in ["one", "two"] {
            let log = disk.open_log(place, "group").unwrap();
            assert!(log.batch() >= 1, "{place}");
            let page = log.page("", i64::MAX).unwrap();
            assert!(page.bytes.windows(7).any(|bytes| bytes == b"content"), "{place}");
        }
    }
}

#[test]
fn a_look_finds_a_removed_log_without_a_request() {
    let (_own, path, disk) = opened();
    disk.owner("owner").unwrap();
    disk.set_password("hash").unwrap();
    disk.check_and_settle().unwrap();
    fs::remove_file(path.join("catalog.sqlite-wal")).unwrap();
    assert!(matches!(disk.check_and_settle(), Err(StoreError::Moved)));
    let (_left, disk) = left_by_a_kill(&path);
    assert!(disk.password_hash().unwrap().is_some());
}

#[test]
fn a_log_that_was_cut_off_closes_the_store_before_a_commit_hides_it() {
    let (_own, path, disk) = opened();
    disk.set_password("hash").unwrap();
    let log = path.join("catalog.sqlite-wal");
    let half = fs::metadata(&log).unwrap().len() / 2;
    fs::OpenOptions::new().write(true).open(&log).unwrap().set_len(half).unwrap();
    assert!(is_closed(&disk));
    assert_eq!(fs::metadata(&log).unwrap().len(), half, "the next start reads what is left");
    drop(disk);
    let catalog = Disk::open(&path).unwrap();
    let check = "PRAGMA integrity_check";
    let check: String = catalog.catalog().lock().query_row(check, [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}

#[test]
fn files_that_the_catalog_does_not_name_are_put_aside() {
    let (_own, path, disk) = opened();
    let named = FileData { place: "one".into(), uploads: vec!["kept".into()], group: None };
    let files = path.join(FILES_NAME);
    for place in ["one", "two"] {
        disk.make_place(place).unwrap();
        fs::write(disk.blob(place, "kept"), place).unwrap();
        fs::write(disk.blob(place, "newer"), place).unwrap();
    }
    let read = |path: &str| fs::read_to_string(files.join(path)).unwrap();
    for _ in 0..2 {
        disk.clear_up(std::slice::from_ref(&named)).unwrap();
        assert_eq!(
            (read("one/kept.blob"), read("unnamed-1/one/newer.blob")),
            ("one".into(), "one".into())
        );
        assert_eq!(read("unnamed-1/two/kept.blob"), "two");
        assert!(!files.join("two").exists() && !disk.blob("one", "newer").exists());
    }
    assert!(!files.join("unnamed-2").exists());
    fs::write(disk.blob("one", "newer"), "another").unwrap();
    disk.clear_up(&[named]).unwrap();
    assert_eq!(
        (read("unnamed-1/one/newer.blob"), read("unnamed-2/one/newer.blob")),
        ("one".into(), "another".into())
    );
}

#[test]
fn a_missing_folder_is_named_and_one_for_incoming_bytes_is_made_again() {
    let (_own, path, disk) = opened();
    fs::remove_dir(path.join(INCOMING_NAME)).unwrap();
    assert!(disk.incoming().unwrap().is_dir());
    disk.make_place("place").unwrap();
    fs::remove_dir(disk.folder("place")).unwrap();
    let words = disk.open_log("place", "group").map(drop).unwrap_err().to_string();
    assert!(words.starts_with("files/place is missing in the data directory"), "{words}");
    fs::remove_dir(path.join(FILES_NAME)).unwrap();
    for refused in [disk.set_password("hash"), disk.incoming().map(drop)] {
        let words = refused.unwrap_err().to_string();
        assert!(words.starts_with("files is missing in the data directory"), "{words}");
    }
    fs::create_dir(path.join(FILES_NAME)).unwrap();
    assert!(!is_closed(&disk), "it was put back");
}

#[test]
fn messages_that_were_removed_close_the_store() {
    let (_own, _, disk) = opened();
    disk.make_place("place").unwrap();
    let mut log = disk.open_log("place", "group").unwrap();
    log.accept(0, &mut std::iter::empty()).unwrap();
    fs::remove_dir_all(disk.folder("place")).unwrap();
    let refused = log.accept(0, &mut std::iter::empty());
    assert!(matches!(refused, Err(StoreError::Moved)));
    assert!(is_closed(&disk));
}
