//! Programs on a simulated failing disk.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use super::common::{self, Program};

/// Kinds of failing system calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One write.
    Write = 1,
    /// One sync to disk.
    Sync,
    /// One read.
    Read,
    /// All writes, from one on.
    Full,
    /// One removal.
    Remove,
}

pub(super) const KINDS: [Kind; 5] = [Kind::Write, Kind::Sync, Kind::Read, Kind::Full, Kind::Remove];

/// A disk.
pub(super) struct Disk {
    path: PathBuf,
    orders: File,
}

impl Disk {
    /// A working disk; its commands are in a folder.
    pub(super) fn new(folder: &Path) -> Self {
        let path = folder.join("orders");
        let mut options = OpenOptions::new();
        let orders = options.read(true).write(true).create_new(true).open(&path).unwrap();
        let disk = Self { path, orders };
        disk.order([0; 4]);
        disk
    }

    /// Starts a program on it.
    pub(super) fn start(&self, dir: &Path) -> Program {
        let mut command = common::command(dir);
        // The log is on the same disk.
        let log = File::create(self.path.with_extension("log")).unwrap();
        command.env("LD_PRELOAD", library()).env("FAILING_DISK", &self.path).stderr(log);
        Program::start_by(command, dir)
    }

    /// The program's log.
    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.path.with_extension("log")).unwrap()
    }

    /// From now on the n-th call fails.
    pub(super) fn fail(&self, kind: Kind, nth: i64) {
        self.order([kind as i64, nth, 0, 0]);
    }

    /// Repairs the disk; returns whether a call has failed.
    pub(super) fn heal(&self) -> bool {
        let mut failed = [0; 8];
        self.orders.read_exact_at(&mut failed, 24).unwrap();
        self.order([0; 4]);
        i64::from_ne_bytes(failed) > 0
    }

    /// The kind is written last, because it starts the counting.
    fn order(&self, [kind, rest @ ..]: [i64; 4]) {
        let bytes: Vec<u8> = rest.iter().flat_map(|number| number.to_ne_bytes()).collect();
        self.orders.write_all_at(&0_i64.to_ne_bytes(), 0).unwrap();
        self.orders.write_all_at(&bytes, 8).unwrap();
        self.orders.write_all_at(&kind.to_ne_bytes(), 0).unwrap();
    }
}

/// The library that makes calls fail, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let compiled = LIBRARY.get_or_init(|| {
        let temp = TempDir::new().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/failing.c");
        let path = temp.path().join("failing.so");
        let mut cc = Command::new("cc");
        let done = cc.args(["-shared", "-fPIC", "-O1", "-Wall", "-o"]).arg(&path).arg(source);
        assert!(done.arg("-ldl").status().unwrap().success(), "the C compiler failed");
        assert!(fs::metadata(&path).is_ok());
        (temp, path)
    });
    &compiled.1
}
