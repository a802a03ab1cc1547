use std::time::SystemTime;

use rusqlite::Connection;

use super::*;

#[test]
fn a_file_with_another_header_was_overwritten_and_one_with_another_time_was_not() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let write = |content: &[u8]| fs::write(&path, content).unwrap();
    let set_time = |seconds| {
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    };
    write(&[7; 200]);
    set_time(1_000);
    let mut seen = FileState::at(&path).unwrap();
    set_time(5_000);
    assert_eq!(seen.before_work(), Content::Own);
    let mut other = [7; 200];
    other[71] = 8;
    write(&other);
    set_time(5_000);
    assert_eq!(seen.before_work(), Content::Foreign, "the time of a file may be coarse");
    let conn = Connection::open_in_memory().unwrap();
    assert_eq!(seen.after_work(&conn), Content::Foreign);
}

/// A database with a log, as another program finds it.
fn logged(path: &Path) -> Connection {
    let conn = Connection::open(path).unwrap();
    conn.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x); \
         INSERT INTO t VALUES (1); PRAGMA wal_checkpoint(PASSIVE)",
    )
    .unwrap();
    conn
}

fn change(conn: &Connection, mark: i32) {
    conn.execute_batch(&format!("INSERT INTO t VALUES ({mark}); PRAGMA {MARK} = {mark}")).unwrap();
}

#[test]
fn a_log_that_another_program_moves_into_the_file_is_our_content() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let own = logged(&path);
    let mut seen = FileState::at(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    let count = |conn: &Connection| -> i64 {
        conn.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap()
    };
    for (mark, mode) in [(1, "PASSIVE"), (2, "FULL"), (3, "RESTART")] {
        change(&own, mark);
        assert_eq!(seen.after_work(&own), Content::Own);
        // A reader in between keeps a part in the log.
        let reader = Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT * FROM t").unwrap();
        change(&own, 10 + mark);
        assert_eq!(seen.after_work(&own), Content::Own);
        other.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
        assert_eq!(seen.before_work(), Content::Own);
        reader.execute_batch("COMMIT").unwrap();
        drop(reader);
        other.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |_| Ok(())).unwrap();
        assert_eq!(seen.before_work(), Content::Own, "{mode}");
    }
    assert_eq!(count(&own), 7);
}

#[test]
fn an_older_copy_is_foreign_and_a_copy_with_its_log_keeps_that_log() {
    let dir = tempfile::tempdir().unwrap();
    let (path, older) = (dir.path().join("db"), dir.path().join("older"));
    let own = logged(&path);
    let settle = |mark| {
        change(&own, mark);
        own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
    };
    settle(1);
    fs::copy(&path, &older).unwrap();
    fs::copy(beside(&path, "-wal"), beside(&older, "-wal")).unwrap();
    settle(2);
    settle(3);
    let mut seen = FileState::at(&path).unwrap();
    fs::copy(&older, &path).unwrap();
    assert_eq!(seen.before_work(), Content::Foreign);
    fs::copy(beside(&older, "-wal"), beside(&path, "-wal")).unwrap();
    assert_eq!(seen.before_work(), Content::ForeignWithLog);
}

#[test]
fn a_copy_from_before_the_first_look_is_foreign_also_within_one_log() {
    let dir = tempfile::tempdir().unwrap();
    let (path, older) = (dir.path().join("db"), dir.path().join("older"));
    let own = logged(&path);
    change(&own, 1);
    // Keeps the next change in the same log.
    let reader = Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM t").unwrap();
    own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
    fs::copy(&path, &older).unwrap();
    change(&own, 2);
    reader.execute_batch("COMMIT").unwrap();
    own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
    let mut seen = FileState::at(&path).unwrap();
    assert_eq!(seen.before_work(), Content::Own);
    fs::copy(&older, &path).unwrap();
    assert_eq!(seen.before_work(), Content::Foreign);
}

#[test]
fn a_time_that_did_not_move_with_the_file_hides_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let own = logged(&path);
    let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000);
    let set_time = |time| {
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    };
    let mut seen = FileState::at(&path).unwrap();
    for mark in 1..4 {
        change(&own, mark);
        own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
        set_time(time);
        assert_eq!(seen.after_work(&own), Content::Own);
    }
    change(&own, 4);
    assert_eq!(seen.after_work(&own), Content::Own);
    set_time(SystemTime::UNIX_EPOCH);
    assert_eq!(seen.before_work(), Content::Own);
}

#[test]
#[cfg(target_os = "linux")]
fn a_log_is_set_aside_under_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(OsStr::from_bytes(b"db\xff"));
    let files = || fs::read_dir(dir.path()).unwrap().count();
    for end in ["-wal", "-shm"] {
        fs::write(beside(&path, end), b"log").unwrap();
    }
    let log = OpenLog::beside(&path).unwrap();
    log.set_aside(&path, Content::ForeignWithLog);
    assert_eq!(files(), 2, "other programs may have both open");
    log.set_aside(&path, Content::Foreign);
    assert!(beside(&path, "-wal.replaced").exists());
    assert_eq!(files(), 1);
    fs::write(beside(&path, "-shm"), b"index").unwrap();
    log.set_aside(&path, Content::Foreign);
    assert_eq!(files(), 2, "a log that could not be renamed keeps its index");
}

#[test]
fn a_log_that_our_own_work_begins_again_is_our_content() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let own = logged(&path);
    let mut seen = FileState::at(&path).unwrap();
    for mark in 1..4 {
        change(&own, mark);
        own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
        assert_eq!(seen.after_work(&own), Content::Own);
        change(&own, 10 + mark);
        assert_eq!(seen.after_work(&own), Content::Own);
        assert_eq!(seen.before_work(), Content::Own);
    }
}

#[test]
fn a_log_that_grows_while_several_threads_look_at_it_is_whole() {
    use std::io::Write as _;
    let dir = tempfile::tempdir().unwrap();
    let mut file = File::create(dir.path().join("db-wal")).unwrap();
    let log = OpenLog::beside(&dir.path().join("db")).unwrap();
    let look = || (0..4_000).all(|_| log.state() == LogState::Whole);
    std::thread::scope(|scope| {
        let others = [scope.spawn(look), scope.spawn(look)];
        for _ in 0..4_000 {
            file.write_all(b"commit").unwrap();
            assert_eq!(log.state(), LogState::Whole);
        }
        assert!(others.into_iter().all(|other| other.join().unwrap()));
    });
    file.set_len(5).unwrap();
    assert_eq!(log.state(), LogState::Cut);
}

#[test]
fn an_older_copy_is_foreign_also_if_it_comes_right_before_our_work_begins_the_log_again() {
    let dir = tempfile::tempdir().unwrap();
    let (path, older) = (dir.path().join("db"), dir.path().join("older"));
    let own = logged(&path);
    let settle = |mark| {
        change(&own, mark);
        own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
    };
    settle(1);
    fs::copy(&path, &older).unwrap();
    settle(2);
    let mut seen = FileState::at(&path).unwrap();
    assert_eq!(seen.before_work(), Content::Own);
    fs::copy(&older, &path).unwrap();
    change(&own, 3);
    assert_eq!(seen.after_work(&own), Content::Foreign);
}

#[test]
fn work_of_several_commits_that_begins_the_log_again_is_our_content() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let own = logged(&path);
    let mut seen = FileState::at(&path).unwrap();
    for mark in 1..4 {
        assert_eq!(seen.before_work(), Content::Own);
        change(&own, mark);
        own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
        own.execute_batch("INSERT INTO t VALUES (9)").unwrap();
        assert_eq!(seen.after_work(&own), Content::Own);
    }
}

#[test]
fn a_log_that_is_copied_over_ours_is_not_ours() {
    let dir = tempfile::tempdir().unwrap();
    let (path, older) = (dir.path().join("db"), dir.path().join("older-wal"));
    let own = logged(&path);
    let mut seen = FileState::at(&path).unwrap();
    fs::copy(beside(&path, "-wal"), &older).unwrap();
    change(&own, 1);
    assert_eq!(seen.after_work(&own), Content::Own);
    let ours = fs::read(beside(&path, "-wal")).unwrap();
    fs::copy(&older, beside(&path, "-wal")).unwrap();
    assert_eq!(seen.before_work(), Content::ForeignWithLog);
    fs::write(beside(&path, "-wal"), ours).unwrap();
    assert_eq!(seen.before_work(), Content::Own, "nothing of it was taken over");
}

#[test]
fn a_header_that_recurs_in_our_log_is_our_content() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let own = logged(&path);
    let checkpoint = |conn: &Connection| {
        conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
    };
    change(&own, 1);
    change(&own, 2);
    checkpoint(&own);
    let mut seen = FileState::at(&path).unwrap();
    change(&own, 1);
    assert_eq!(seen.after_work(&own), Content::Own);
    let reader = Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM t").unwrap();
    assert_eq!(seen.before_work(), Content::Own);
    checkpoint(&Connection::open(&path).unwrap());
    change(&own, 2);
    assert_eq!(seen.after_work(&own), Content::Own);
}

#[test]
fn a_state_that_could_not_be_read_is_read_at_the_next_look() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("db");
    let own = logged(&path);
    // Its log is a folder, which cannot be read.
    let aside = dir.path().join("aside");
    fs::rename(beside(&path, "-wal"), &aside).unwrap();
    fs::create_dir(beside(&path, "-wal")).unwrap();
    let mut seen = FileState::at(&path).unwrap();
    fs::remove_dir(beside(&path, "-wal")).unwrap();
    fs::rename(&aside, beside(&path, "-wal")).unwrap();
    assert_eq!(seen.after_work(&own), Content::Own);
    let mut other = fs::read(&path).unwrap();
    other[71] ^= 1;
    fs::write(&path, other).unwrap();
    assert_eq!(seen.before_work(), Content::Foreign);
}
