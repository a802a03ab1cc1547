//! The state of one simulation: the devices with their files and clocks, the server between them,
//! and delayed requests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use chrono::{DateTime, NaiveDateTime};
use sobre_actors::db::Reader;
use sobre_actors::environment::{Calendar, Clock, Environment, Ids};
use sobre_actors::files::Metadata;
use sobre_actors::sync::envelopes;
use sobre_actors::testing::Device;
use sobre_engine::crdt::{Change, Timestamp};
use sobre_engine::dates::Day;
use sobre_engine::sheet::CellValue;
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::round::{Round, Step};
use sobre_engine::sync::wire::SyncRequest;
use tempfile::TempDir;

use crate::place;
use crate::relay::Relay;
use crate::shapes::{Made, Shape};

/// Start of a simulation, in milliseconds since 1970.
pub(crate) const START_MS: i64 = 1_795_176_000_000;

/// Random numbers from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { Some(&all[self.below(all.len())]) }
    }
}

/// A clock that is off by `skew`.
struct SimulatedClock {
    now: Arc<AtomicI64>,
    skew: Arc<AtomicI64>,
}

impl Clock for SimulatedClock {
    fn now_ms(&self) -> i64 {
        self.now.load(Ordering::Relaxed) + self.skew.load(Ordering::Relaxed)
    }
}

/// A calendar that is off by some days.
struct SimulatedCalendar {
    first: Day,
    days: Arc<AtomicI64>,
}

impl Calendar for SimulatedCalendar {
    fn today(&self) -> Day {
        self.first.plus_days(self.days.load(Ordering::Relaxed)).unwrap()
    }

    fn local(&self, ms: i64) -> NaiveDateTime {
        DateTime::from_timestamp_millis(ms).unwrap_or_default().naive_utc()
    }
}

/// Ids that are unique across devices and openings.
struct SimulatedIds(Arc<AtomicU64>);

impl Ids for SimulatedIds {
    fn uuid(&self) -> String {
        let mut random = Random::new(self.0.fetch_add(1, Ordering::Relaxed));
        let (high, low) = (random.next(), random.next());
        format!(
            "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xffff,
            high & 0xfff,
            low >> 52,
            low & 0xffff_ffff_ffff
        )
    }
}

/// A device: its open budget, and the simulation's knowledge of it.
pub(crate) struct Replica {
    pub(crate) open: Device,
    pub(crate) dir: PathBuf,
    pub(crate) skew: Arc<AtomicI64>,
    /// Days by which its calendar is later than the first day.
    pub(crate) days: Arc<AtomicI64>,
    environment: Environment,
    since: Timestamp,
    /// Acknowledged changes, none of which may be missing at the end.
    acknowledged: Vec<Change>,
}

pub(crate) struct World {
    pub(crate) random: Random,
    pub(crate) relay: Relay,
    pub(crate) copies: Vec<Replica>,
    pub(crate) now: Arc<AtomicI64>,
    pub(crate) made: Made,
    ids: Arc<AtomicU64>,
    place: TempDir,
    folders: usize,
    /// Requests that the network may deliver again much later.
    stray: Vec<SyncRequest>,
    /// A device's upload at its reset, with the generation.
    upload: PathBuf,
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        let mut world = Self {
            random: Random::new(seed),
            relay: Relay::new(),
            copies: Vec::new(),
            now: Arc::new(AtomicI64::new(START_MS)),
            made: Made::default(),
            ids: Arc::new(AtomicU64::new(seed << 20)),
            place: place::folder(),
            folders: 0,
            stray: Vec::new(),
            upload: place::uploaded().to_owned(),
        };
        for _ in 0..2 + world.random.below(5) {
            world.join();
        }
        world
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.now.load(Ordering::Relaxed)).unwrap()
    }

    pub(crate) fn fresh_folder(&mut self) -> PathBuf {
        self.folders += 1;
        self.place.path().join(format!("Copy-{}", self.folders))
    }

    /// A new device that downloads the upload.
    pub(crate) fn join(&mut self) {
        let dir = self.fresh_folder();
        place::copy(&self.upload, &dir);
        self.open(dir, 0);
    }

    pub(crate) fn open(&mut self, dir: PathBuf, skew: i64) {
        let skew = Arc::new(AtomicI64::new(skew));
        let mut environment = Environment::fixed("2026-11-20".parse().unwrap());
        let now = Arc::clone(&self.now);
        environment.clock = Arc::new(SimulatedClock { now, skew: Arc::clone(&skew) });
        let (first, days) = (environment.calendar.today(), Arc::<AtomicI64>::default());
        environment.calendar = Arc::new(SimulatedCalendar { first, days: Arc::clone(&days) });
        environment.ids = Arc::new(SimulatedIds(Arc::clone(&self.ids)));
        let open = Device::open(&dir, environment.clone()).unwrap();
        let since = Timestamp::since(u64::try_from(START_MS - 300_000).unwrap());
        let acknowledged = Vec::new();
        self.copies.push(Replica { open, dir, skew, days, environment, since, acknowledged });
    }

    /// Kills a device as a power cut would, and restarts it from its files on disk.
    pub(crate) fn crash(&mut self, at: usize) {
        let dir = self.fresh_folder();
        let copy = &mut self.copies[at];
        place::copy(&copy.dir, &dir);
        copy.open = Device::open(&dir, copy.environment.clone()).unwrap();
        copy.dir = dir;
    }

    /// Records the acknowledged changes of a call or an undo.
    pub(crate) fn acknowledge(&mut self, at: usize, changes: Vec<Change>) {
        self.copies[at].acknowledged.extend(changes);
    }

    /// One sync over a faulty network.
    pub(crate) fn sync(&mut self, at: usize, faults: bool) -> Result<(), SyncFault> {
        self.correct_clock(at);
        let (mut round, mut step) = Round::start(self.copies[at].since);
        let mut came = Vec::new();
        loop {
            step = match step {
                Step::Send(since) => {
                    let request = self.request(at, since);
                    if faults && self.random.chance(6) {
                        return Err(SyncFault::Network);
                    }
                    if faults && self.random.chance(5) {
                        self.stray.push(request.clone());
                    }
                    let answer = self.relay.sync(&request, self.now_ms())?;
                    if faults && self.random.chance(6) {
                        return Err(SyncFault::Network);
                    }
                    if faults && self.random.chance(4) {
                        self.crash(at);
                        self.correct_clock(at);
                    }
                    came = answer.messages;
                    round.answered(&answer.merkle)
                }
                Step::Apply => {
                    let mut messages = envelopes::open(std::mem::take(&mut came), None)?;
                    if faults && self.random.chance(30) {
                        messages.reverse();
                        messages.extend_from_within(..messages.len() / 2);
                    }
                    let slice = if self.random.chance(20) { 3 } else { 10_000 };
                    let open = &mut self.copies[at].open;
                    let stored = open.receive(&messages, slice);
                    stored.unwrap_or_else(|error| panic!("receiving: {error}"));
                    round.applied(open.db().merkle())
                }
                Step::Done => break,
                Step::Fault(fault) => return Err(fault),
            };
        }
        self.copies[at].since = self.copies[at].open.db().clock();
        Ok(())
    }

    fn request(&mut self, at: usize, since: Timestamp) -> SyncRequest {
        let copy = &mut self.copies[at];
        let messages = copy.open.db().messages_since(since).unwrap();
        let metadata = Metadata::read_or_default(&copy.dir);
        SyncRequest {
            messages: envelopes::seal(&messages, None).unwrap(),
            file_id: "file".to_owned(),
            group_id: metadata.text("groupId").unwrap_or_default().to_owned(),
            key_id: String::new(),
            since: since.text().as_str().to_owned(),
        }
    }

    /// Adopts the server's time.
    fn correct_clock(&mut self, at: usize) {
        let copy = &mut self.copies[at];
        let skew = copy.skew.load(Ordering::Relaxed);
        copy.open.db().correct_clock(-skew);
        copy.open.db().restamp_ahead().unwrap();
    }

    /// The network delivers a delayed request.
    pub(crate) fn deliver_stray(&mut self) {
        if !self.stray.is_empty() {
            let at = self.random.below(self.stray.len());
            let request = self.stray.swap_remove(at);
            // No device waits for the response any more.
            let _ = self.relay.sync(&request, self.now_ms());
            self.made.count(Shape::LateRequest);
        }
    }

    /// A device resets sync to its copy; the others detect that themselves.
    pub(crate) fn reset(&mut self, at: usize) {
        let upload = self.fresh_folder();
        std::fs::create_dir(&upload).unwrap();
        self.relay.reset();
        let group = self.relay.group_id();
        let db = self.copies[at].open.db();
        db.reset_sync().unwrap();
        db.update_metadata(|metadata| metadata.set("groupId", group.clone().into())).unwrap();
        db.export_copy(&upload.join("db.sqlite")).unwrap();
        db.metadata().write(&upload).unwrap();
        self.upload = upload;
        let since = u64::try_from(START_MS - 300_000).unwrap();
        let copy = &mut self.copies[at];
        (copy.since, copy.acknowledged) = (Timestamp::since(since), Vec::new());
    }

    /// A device replaces its copy by the server's.
    fn download(&mut self, at: usize) {
        let skew = self.copies[at].skew.load(Ordering::Relaxed);
        self.copies.remove(at);
        let dir = self.fresh_folder();
        place::copy(&self.upload, &dir);
        self.open(dir, skew);
    }

    /// All devices are online and nothing is lost any more: syncs until all have all messages.
    pub(crate) fn heal(&mut self) {
        for _ in 0..5 {
            let mut at = 0;
            while at < self.copies.len() {
                match self.sync(at, false) {
                    Ok(()) => at += 1,
                    Err(SyncFault::FileHasReset) => self.download(at),
                    Err(fault) => panic!("device {at}: {fault}"),
                }
            }
        }
    }

    /// All devices are equal, and nothing is missing.
    pub(crate) fn check(&mut self) {
        let tables = rows(self.copies[0].open.reader());
        let cells = self.copies[0].open.cells().unwrap();
        let log = self.copies[0].open.db().messages_since(Timestamp::ZERO).unwrap();
        let known: BTreeSet<String> = log.iter().map(|it| line(&it.change)).collect();
        for (at, copy) in self.copies.iter_mut().enumerate() {
            for change in &copy.acknowledged {
                assert!(known.contains(&line(change)), "{} is missing", line(change));
            }
            let root = copy.open.db().merkle().root_hash();
            assert_eq!(root, self.relay.merkle.root_hash(), "tree of device {at}");
            let own = rows(copy.open.reader());
            for (table, expected) in &tables {
                assert_eq!(&own[table], expected, "{table} of device {at}");
            }
            assert_eq!(crate::ledger::broken(&copy.open), [""; 0], "the ledger of device {at}");
            let own = copy.open.cells().unwrap();
            let anew = copy.open.computed_anew().unwrap();
            assert_eq!(differing(&own, &anew), [""; 0], "kept and computed anew on device {at}");
            assert_eq!(differing(&own, &cells), [""; 0], "cells of device {at} and of the first");
            assert_eq!(own.len(), anew.len(), "cells of device {at}");
        }
    }
}

type Cells = BTreeMap<String, CellValue>;

/// The cells that differ in the months both have; a month that was once required stays.
fn differing(left: &Cells, right: &Cells) -> Vec<String> {
    let both = left.iter().filter_map(|(name, value)| Some((name, value, right.get(name)?)));
    let differ = both.filter(|(_, value, other)| value != other);
    differ.map(|(name, value, other)| format!("{name} {value:?} {other:?}")).collect()
}

fn line(change: &Change) -> String {
    let Change { dataset, row, column, value } = change;
    format!("{dataset} {row} {column} {}", value.to_text())
}

/// Every row as text, by table and in order of ids.
fn rows(reader: &Reader) -> BTreeMap<String, Vec<String>> {
    let table = |table: &sobre_actors::db::schema::Table| {
        let mut statement =
            reader.prepare_cached(&format!("SELECT * FROM {} ORDER BY id", table.name)).unwrap();
        let columns = statement.column_count();
        let text = |row: &rusqlite::Row<'_>| {
            let cells = (0..columns).map(|at| format!("{:?}", row.get_ref(at).unwrap()));
            Ok(cells.collect::<Vec<_>>().join(" "))
        };
        let rows = statement.query_map([], text).unwrap().map(Result::unwrap).collect();
        (table.name.to_owned(), rows)
    };
    sobre_actors::db::schema::TABLES.iter().map(table).collect()
}
