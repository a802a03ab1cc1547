//! A directory that is changed from outside while the store has it open.

use std::fs;

use sobre_actors::files::DataDir;

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
