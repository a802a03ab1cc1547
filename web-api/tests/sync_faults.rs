//! A network that is cut anywhere, full disks and restored backups: failures are reported, nothing
//! is lost, and the next sync completes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use common::Program;
use common::device::{Device, FOOD, assert_equal};
use common::sync::{Answer, PASSWORD, SyncProgram, message, sync_request};
use serde_json::{Value, json};

/// A proxy to the server that cuts each connection after this many bytes.
struct Cutting {
    url: String,
    up: Arc<AtomicI64>,
    down: Arc<AtomicI64>,
}

const ALL: i64 = i64::MAX / 2;

impl Cutting {
    fn before(server: &SyncProgram) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (up, down) = (Arc::new(AtomicI64::new(ALL)), Arc::new(AtomicI64::new(ALL)));
        let to = server.url.strip_prefix("http://").unwrap().to_owned();
        let limits = (Arc::clone(&up), Arc::clone(&down));
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(&to) else { continue };
                let ways = [(&near, &far, &limits.0), (&far, &near, &limits.1)];
                for (from, into, left) in ways {
                    let (from, into) = (from.try_clone().unwrap(), into.try_clone().unwrap());
                    let left = Arc::clone(left);
                    std::thread::spawn(move || pass(from, into, &left));
                }
            }
        });
        Self { url, up, down }
    }

    fn allow(&self, up: i64, down: i64) {
        self.up.store(up, Ordering::SeqCst);
        self.down.store(down, Ordering::SeqCst);
    }
}

/// Forwards bytes until the limit; then closes both directions.
fn pass(mut from: TcpStream, mut into: TcpStream, left: &AtomicI64) {
    let mut piece = [0; 4096];
    while let Ok(read) = from.read(&mut piece) {
        let before = left.fetch_sub(i64::try_from(read).unwrap(), Ordering::SeqCst);
        let allowed = usize::try_from(before.max(0)).unwrap().min(read);
        if read == 0 || into.write_all(&piece[..allowed]).is_err() || allowed < read {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), into.shutdown(Shutdown::Both));
}

#[test]
fn a_network_cut_after_any_byte_loses_nothing() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let way = Cutting::before(&server);
    let mut two = Device::signed_in_at(&way.url);
    let file = two.remote_file();
    two.download(&file).unwrap();
    two.sync().unwrap();
    let account = one.add_account("Cut");
    let mut cuts: Vec<(i64, i64)> = (0..60).map(|at| (ALL, at * 23)).collect();
    cuts.extend((0..60).map(|at| (at * 23, ALL)));
    for (round, (up, down)) in (0..).zip(cuts) {
        let rows: Vec<_> = (0..4)
            .map(|at| json!({ "account": account, "date": "2026-11-18", "amount": -at - round }))
            .collect();
        one.call("transactions-batch-update", json!({ "added": rows }));
        one.sync().unwrap();
        way.allow(up, down);
        two.budget_food("2026-11", round);
        if let Err(refused) = two.sync() {
            assert_eq!(refused["code"], "network", "{refused}");
        }
        way.allow(ALL, ALL);
        two.sync().unwrap();
        if round % 10 == 9 {
            assert_equal(&mut [&mut one, &mut two]);
        }
    }
    assert_equal(&mut [&mut one, &mut two]);
}

#[test]
fn a_first_sync_goes_on_in_the_next_program() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    let way = Cutting::before(&server);
    let mut two = Device::signed_in_at(&way.url);
    let file = two.remote_file();
    two.download(&file).unwrap();
    two.sync().unwrap();
    // A running program would receive the changes while they are made.
    let (dir, budget) = (two.program.dir().to_owned(), two.budget.clone());
    two.program.kill();
    for at in 0..60 {
        let args = json!({ "id": format!("note-{at}"), "note": "x".repeat(50_000) });
        one.call("notes-save", args);
    }
    one.sync().unwrap();
    way.allow(ALL, 2_000_000);
    let mut cut = Device::opened(Program::start_in(&dir), &budget);
    assert_eq!(cut.sync().unwrap_err()["code"], "network");
    cut.program.kill();
    way.allow(ALL, ALL);
    let mut two = Device::opened(Program::start_in(&dir), &budget);
    two.sync().unwrap();
    let came = ALL - way.down.load(Ordering::SeqCst);
    assert!(came < 1_500_000, "{came} bytes came after the restart, of 3,000,000");
    assert_equal(&mut [&mut one, &mut two]);
    let left = dir.join(&budget).read_dir().unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(left.filter(|path| path.extension().is_some_and(|end| end == "answer")).count(), 0);
}

/// Restarts a program with a maximum file size in blocks of 512 bytes: a full disk.
#[cfg(unix)]
mod full {
    use super::*;
    use common::command_in_shell;

    const BLOCKS: u32 = 2_400;
    const LIMITED: &str = "trap '' XFSZ; ulimit -f 2400; exec \"$0\" \"$@\"";

    /// About half of the maximum file size.
    fn half() -> String {
        "x".repeat(usize::try_from(BLOCKS).unwrap() * 512 / 2)
    }

    #[test]
    fn a_full_disk_of_a_device_is_reported_and_loses_nothing() {
        let server = SyncProgram::start();
        let mut one = Device::first(&server);
        let mut two = Device::joining(&server);
        let note = |device: &mut Device, id: &str, note: &str| {
            device.tab.call("notes-save", json!({ "id": id, "note": note }))
        };
        note(&mut two, "before", "kept").unwrap();
        let (dir, budget) = (two.program.dir().to_owned(), two.budget.clone());
        two.program.kill();
        let mut limited =
            Device::opened(Program::start_by(command_in_shell(&dir, LIMITED), &dir), &budget);
        let large = "x".repeat(50_000);
        let (mut before, mut kept) = (limited.rows(), 1);
        let refused = loop {
            match note(&mut limited, &format!("large-{kept}"), &large) {
                Ok(_) => (before, kept) = (limited.rows(), kept + 1),
                Err(refused) => break refused,
            }
        };
        assert_eq!(refused["code"], "storage-full");
        assert_eq!(limited.rows(), before, "what failed changed nothing else");
        // More arrives from the other device than there is space for.
        for at in 0..40 {
            note(&mut one, &format!("other-{at}"), &large).unwrap();
        }
        one.sync().unwrap();
        let refused = limited.sync().unwrap_err();
        assert_eq!(refused["code"], "storage-full", "{refused}");
        limited.program.kill();
        let mut two = Device::opened(Program::start_in(&dir), &budget);
        assert_equal(&mut [&mut one, &mut two]);
        assert_eq!(two.rows()["notes"].as_array().unwrap().len(), kept + 40);
    }

    #[test]
    fn a_full_disk_of_the_server_is_reported_and_loses_nothing() {
        let (mut server, token) = SyncProgram::start_signed_in();
        let group = server.upload(&token, "file", None, b"the budget");
        let first = sync_request("file", &group, vec![message(1, "aaaaaaaaaaaaaaaa")]);
        server.sync(&token, &first).synced();
        let dir = server.dir.clone();
        server.kill();
        let limited = SyncProgram::start_by(common::sync::command_in_shell(&dir, LIMITED), &dir);
        let reason =
            |answer: common::sync::Answer| (answer.status, answer.json()["reason"].clone());
        let full = (500, json!("server-storage-full"));
        let blob = half().repeat(3);
        let refused = limited.try_upload(&token, "file", Some(&group), blob.as_bytes());
        assert_eq!(reason(refused), full);
        let many = (2..40).map(|minute| {
            let mut message = message(minute, "aaaaaaaaaaaaaaaa");
            message.content = half().into_bytes()[..100_000].to_vec().into();
            message
        });
        let refused = limited.sync(&token, &sync_request("file", &group, many.collect()));
        assert_eq!(reason(refused), full);
        drop(limited);
        let server = SyncProgram::start_in(&dir);
        let headers = [("x-actual-token", token.as_str()), ("x-actual-file-id", "file")];
        assert_eq!(server.get("/sync/download-user-file", &headers).text(), "the budget");
        let found = server.sync(&token, &sync_request("file", &group, vec![])).synced();
        assert_eq!(found.messages, first.messages, "a request is stored whole or not at all");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_whole_budget_passes_through_little_memory() {
    const BLOB: usize = 100 << 20;
    let (server, token) = SyncProgram::start_signed_in();
    let mut device = Device::signed_in(&server);
    let before = [server.peak_memory(), device.program.peak_memory()];
    server.upload(&token, "file", None, &vec![b'.'; BLOB]);
    let refused = device.download("file").unwrap_err();
    assert_eq!(refused["code"], "not-zip-file", "all of it came: {refused}");
    let after = [server.peak_memory(), device.program.peak_memory()];
    for (before, after) in before.into_iter().zip(after) {
        assert!(after - before < 32 << 20, "{after} bytes of memory, {before} before");
    }
}

#[test]
fn a_restored_backup_reaches_the_others_and_no_sync_undoes_it() {
    let server = SyncProgram::start();
    let mut one = Device::first(&server);
    one.budget_food("2026-11", 100);
    one.call("backup-make", json!({ "id": one.budget }));
    one.budget_food("2026-11", 900);
    let mut two = Device::joining(&server);
    assert_equal(&mut [&mut one, &mut two]);
    let food = |device: &mut Device| {
        let args = json!({ "sheetName": "budget202611", "name": format!("budget-{FOOD}") });
        device.call("getCell", args)["value"].clone()
    };
    let backups = one.call("backups-get", json!({ "id": one.budget }));
    one.call("backup-load", json!({ "id": one.budget, "backupId": backups[0]["id"] }));
    one.call("load-budget", json!({ "id": one.budget }));
    let code = |outcome: Result<Value, Value>| outcome.unwrap_err()["code"].clone();
    assert_eq!(code(one.sync()), "file-has-reset", "it is no longer part of what was synced");
    assert_eq!(code(one.tab.call("upload-budget", json!({}))), "file-has-reset");
    assert_eq!(food(&mut one), 100);
    two.budget_food("2026-11", 901);
    two.sync().unwrap();
    one.call("sync-reset", json!({}));
    one.sync().unwrap();
    assert_eq!((food(&mut one), code(two.sync())), (json!(100), json!("file-has-reset")));
    let file = one.cloud_file();
    two.download(&file).unwrap();
    assert_equal(&mut [&mut one, &mut two]);
    assert_eq!(food(&mut two), 100);
}

#[test]
fn a_message_that_is_too_long_is_refused_as_that() {
    let (server, token) = SyncProgram::start_signed_in();
    let group = server.upload(&token, "file", None, b"zip");
    let sent = |bytes: usize| {
        let mut message = message(1, "aaaaaaaaaaaaaaaa");
        message.content = vec![7; bytes].into();
        server.sync(&token, &sync_request("file", &group, vec![message]))
    };
    let refused = sent(16 << 20);
    assert_eq!((refused.status, refused.json()["reason"].as_str()), (413, Some("too-large")));
    assert_eq!(sent(1 << 20).status, 200);
}

#[test]
fn a_server_whose_directory_was_moved_or_replaced_acknowledges_nothing_more() {
    for is_replaced in [false, true] {
        let own = tempfile::tempdir().unwrap();
        let (dir, away) = (own.path().join("sync"), own.path().join("away"));
        let server = SyncProgram::start_in(&dir);
        let signed_in = server.post("/account/bootstrap", &[], &json!({ "password": PASSWORD }));
        let token = signed_in.json()["data"]["token"].as_str().unwrap().to_owned();
        let group = server.upload(&token, "file", None, b"PK");
        let with = |minute| sync_request("file", &group, vec![message(minute, "aaaaaaaaaaaaaaaa")]);
        assert_eq!(server.sync(&token, &with(1)).status, 200);
        std::fs::rename(&dir, &away).unwrap();
        if is_replaced {
            drop(SyncProgram::start_in(&dir));
        }
        let refused = |answer: Answer| {
            assert_eq!(answer.status, 500, "{}", answer.text());
            let reason = answer.json()["reason"].as_str().unwrap().to_owned();
            assert!(reason.contains("was moved, deleted or replaced"), "{reason}");
        };
        refused(server.sync(&token, &with(2)));
        refused(server.try_upload(&token, "other", None, b"PK"));
        refused(server.post("/account/login", &[], &json!({ "password": PASSWORD })));
        if is_replaced {
            std::fs::remove_dir_all(&dir).unwrap();
        }
        std::fs::rename(&away, &dir).unwrap();
        refused(server.sync(&token, &with(3)));
        drop(server);
        let server = SyncProgram::start_in(&dir);
        let there = server.sync(&token, &sync_request("file", &group, Vec::new())).synced();
        assert!([1, 2].contains(&there.messages.len()), "what was acknowledged is there");
    }
}

#[test]
fn a_server_whose_log_was_removed_loses_nothing_that_it_acknowledged() {
    let (mut server, token) = SyncProgram::start_signed_in();
    let group = server.upload(&token, "file", None, b"PK");
    let first = sync_request("file", &group, vec![message(1, "aaaaaaaaaaaaaaaa")]);
    server.sync(&token, &first).synced();
    std::fs::remove_file(server.dir.join("catalog.sqlite-wal")).unwrap();
    let mut uploaded = vec!["file"];
    for id in ["second", "third"] {
        let answer = server.try_upload(&token, id, None, b"PK");
        if answer.status == 200 {
            uploaded.push(id);
        } else {
            let reason = answer.json()["reason"].as_str().unwrap().to_owned();
            assert!(reason.starts_with("server-data-missing. "), "{reason}");
        }
    }
    assert_eq!(uploaded, ["file"], "the removal is noticed");
    let dir = server.dir.clone();
    server.kill();
    let server = SyncProgram::start_in(&dir);
    let listed = server.get("/sync/list-user-files", &[("x-actual-token", token.as_str())]).json();
    let has =
        |id: &&str| listed["data"].as_array().unwrap().iter().any(|file| file["fileId"] == *id);
    assert!(uploaded.iter().all(has), "{listed}");
    let found = server.sync(&token, &sync_request("file", &group, vec![])).synced();
    assert_eq!(found.messages, first.messages);
}

#[test]
fn a_server_without_the_folder_of_its_files_says_so() {
    let (server, token) = SyncProgram::start_signed_in();
    std::fs::remove_dir(server.dir.join("files")).unwrap();
    let refused = server.try_upload(&token, "file", None, b"PK");
    let reason = refused.json()["reason"].as_str().unwrap().to_owned();
    assert_eq!(refused.status, 500);
    assert!(reason.starts_with("server-data-missing. files is missing"), "{reason}");
    std::fs::create_dir(server.dir.join("files")).unwrap();
    std::fs::remove_dir(server.dir.join("incoming")).unwrap();
    assert_eq!(server.try_upload(&token, "file", None, b"PK").status, 200);
}
