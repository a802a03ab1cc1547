//! Rounds between a device and a server, modelled as two sets of timestamps.

use std::collections::BTreeSet;

use bytes::Bytes;
use proptest::collection::btree_set;
use proptest::prelude::*;

use super::*;
use crate::crdt::Node;
use crate::sync::wire::{MessageEnvelope, SyncResponse};

const NOW_MS: u64 = 1_795_176_000_000;

/// The log of one side with its tree, pruned like every stored tree.
#[derive(Debug, Default)]
struct Side {
    log: BTreeSet<Timestamp>,
    tree: Merkle,
}

impl Side {
    fn of(stamps: impl IntoIterator<Item = Timestamp>) -> Self {
        let mut side = Self::default();
        side.add(stamps);
        side
    }

    fn add(&mut self, stamps: impl IntoIterator<Item = Timestamp>) {
        for stamp in stamps {
            if self.log.insert(stamp) {
                self.tree.insert(&stamp);
            }
        }
        self.tree.prune();
    }

    fn after(&self, since: Timestamp) -> Vec<Timestamp> {
        self.log.iter().copied().filter(|stamp| *stamp > since).collect()
    }

    /// Responds like a server: returns its messages, then adds the sent ones.
    fn exchange(&mut self, since: Timestamp, sent: Vec<Timestamp>) -> SyncResponse {
        let envelope = |stamp: Timestamp| MessageEnvelope {
            timestamp: stamp.text().as_str().to_owned(),
            is_encrypted: false,
            content: Bytes::new(),
        };
        let messages = self.after(since).into_iter().map(envelope).collect();
        self.add(sent);
        SyncResponse { messages, merkle: self.tree.to_json() }
    }
}

/// Runs a round to its end; returns the number of requests and the last step.
fn sync(device: &mut Side, server: &mut Side, since: Timestamp) -> (usize, Step) {
    let (mut round, mut step) = Round::start(since);
    for requests in 0.. {
        let Step::Send(since) = step else { return (requests, step) };
        assert!(requests < 100, "the round does not end");
        let answer = server.exchange(since, device.after(since));
        step = round.answered(&answer.merkle);
        let Step::Apply = step else { return (requests + 1, step) };
        device.add(answer.messages.iter().map(|envelope| envelope.timestamp.parse().unwrap()));
        step = round.applied(&device.tree);
    }
    unreachable!()
}

fn node(digit: char) -> Node {
    Node::from_text(&digit.to_string().repeat(16)).unwrap()
}

fn stamp(ms: u64, counter: u16, digit: char) -> Timestamp {
    Timestamp::new(ms, counter, node(digit)).unwrap()
}

fn since_now() -> Timestamp {
    Timestamp::since(NOW_MS)
}

#[test]
fn a_device_with_nothing_new_asks_once() {
    let stamps = [stamp(NOW_MS - 5, 0, 'a'), stamp(NOW_MS - 3, 0, 'b')];
    let (mut device, mut server) = (Side::of(stamps), Side::of(stamps));
    assert_eq!(sync(&mut device, &mut server, since_now()), (1, Step::Done));
    assert_eq!(sync(&mut Side::default(), &mut Side::default(), since_now()), (1, Step::Done));
}

#[test]
fn older_messages_of_a_device_that_was_away_take_a_second_request() {
    let common = [stamp(NOW_MS - 900_000_000, 0, 'a')];
    let mut device = Side::of(common.into_iter().chain([stamp(NOW_MS - 800_000_000, 0, 'd')]));
    let mut server = Side::of(common.into_iter().chain([stamp(NOW_MS - 700_000_000, 0, 's')]));
    assert_eq!(sync(&mut device, &mut server, since_now()), (2, Step::Done));
    assert_eq!(device.log, server.log);
}

#[test]
fn a_tree_that_does_not_fit_its_log_is_out_of_sync_after_two_requests() {
    let stamps = [stamp(NOW_MS - 5_000_000, 0, 'a')];
    let (mut device, mut server) = (Side::of(stamps), Side::of(stamps));
    device.tree.insert(&stamp(NOW_MS - 4_000_000, 7, 'x'));
    let (requests, end) = sync(&mut device, &mut server, since_now());
    assert_eq!((requests, end), (2, Step::Fault(SyncFault::OutOfSync)));
}

#[test]
fn a_round_gives_up_on_a_server_that_counts_repeated_messages() {
    let mut device = Side::of([stamp(NOW_MS - 5_000_000, 0, 'a')]);
    let mut server = Side::of([stamp(NOW_MS - 5_000_000, 0, 'b')]);
    let (mut round, mut step) = Round::start(since_now());
    for _ in 0..10 {
        let Step::Send(since) = step else { break };
        for sent in device.after(since) {
            server.tree.insert(&sent);
        }
        let merkle = server.tree.to_json();
        step = round.answered(&merkle);
        device.add([]);
        step = if step == Step::Apply { round.applied(&device.tree) } else { step };
    }
    assert_eq!(step, Step::Fault(SyncFault::OutOfSync));
}

/// How many requests a server receives whose tree has a different unknown message at each response.
fn requests_to(mut strange: impl FnMut(u64) -> Timestamp) -> usize {
    let device = Side::of([stamp(NOW_MS - 5_000_000, 0, 'a')]);
    let (mut round, mut step) = Round::start(since_now());
    for requests in 0..1_000 {
        if step == Step::Fault(SyncFault::OutOfSync) {
            return requests;
        }
        let mut server = Side::of(device.log.iter().copied());
        server.tree.insert(&strange(requests as u64));
        assert_eq!(round.answered(&server.tree.to_json()), Step::Apply);
        step = round.applied(&device.tree);
    }
    1_000
}

#[test]
fn a_round_gives_up_on_a_server_with_a_different_tree_each_time() {
    let same_time = |request| stamp(NOW_MS - 4_000_000, u16::try_from(request).unwrap(), 'x');
    assert_eq!(requests_to(same_time), 2);
    let later = |request| stamp(NOW_MS - 4_000_000 + request * 60_000, 0, 'x');
    assert!(requests_to(later) < 20);
    let earlier = |request| stamp(NOW_MS - 6_000_000 - request * 60_000, 0, 'x');
    assert!(requests_to(earlier) < 20);
}

#[test]
fn a_round_gives_up_on_a_server_that_always_has_one_more_message() {
    let mut device = Side::of([stamp(NOW_MS - 5_000_000, 0, 'a')]);
    let (mut round, mut step) = Round::start(since_now());
    for request in 0..1_000 {
        if step == Step::Fault(SyncFault::OutOfSync) {
            return;
        }
        let mut server = Side::of(device.log.iter().copied());
        server.tree.insert(&stamp(NOW_MS - 4_000_000, request, 'x'));
        assert_eq!(round.answered(&server.tree.to_json()), Step::Apply);
        device.add([stamp(NOW_MS - 3_000_000, request, 'b')]);
        step = round.applied(&device.tree);
    }
    panic!("the round does not end");
}

#[test]
fn many_messages_of_one_minute_are_no_reason_to_give_up() {
    let mine = (0..35_000).map(|at| stamp(NOW_MS - 600_000, at, 'a'));
    let theirs = (0..35_000).map(|at| stamp(NOW_MS - 600_000, at, 'b'));
    let (mut device, mut server) = (Side::of(mine), Side::of(theirs));
    assert_eq!(sync(&mut device, &mut server, since_now()), (2, Step::Done));
    assert_eq!((device.log.len(), server.log.len()), (70_000, 70_000));
}

#[test]
fn a_tree_that_is_no_tree_is_a_fault_of_the_server() {
    let nested = format!("{}{{}}{}", "{\"0\":".repeat(5_000), "}".repeat(5_000));
    for broken in ["<html>", "", &nested] {
        let (mut round, _) = Round::start(since_now());
        assert_eq!(round.answered(broken), Step::Fault(SyncFault::BrokenAnswer));
    }
}

/// Timestamps over years and over milliseconds, so that trees differ at every depth.
fn stamps(digit: char) -> impl Strategy<Value = BTreeSet<Timestamp>> {
    let ago = prop_oneof![0_u64..100, 0_u64..10_000_000, 0_u64..400_000_000_000];
    let one = (ago, 0_u16..4).prop_map(move |(ago, counter)| stamp(NOW_MS - ago, counter, digit));
    btree_set(one, 0..40)
}

proptest! {
    #[test]
    fn three_devices_and_a_server_end_with_the_same_messages(
        sides in [stamps('a'), stamps('b'), stamps('c'), stamps('d')],
        known in stamps('e'),
    ) {
        let with_known = |own: &BTreeSet<Timestamp>| Side::of(own.union(&known).copied());
        let mut all: Vec<Side> = sides.iter().map(with_known).collect();
        let mut server = all.pop().unwrap();
        for at in [0, 1, 2, 0, 1] {
            let (requests, end) = sync(&mut all[at], &mut server, since_now());
            prop_assert_eq!(&end, &Step::Done);
            prop_assert!(requests <= 8, "{} requests", requests);
        }
        for device in &all {
            prop_assert_eq!(&device.log, &server.log);
        }
    }

    #[test]
    fn a_round_between_any_two_trees_ends(
        own in stamps('a'), theirs in stamps('b'), strange in stamps('c'),
    ) {
        let (mut device, mut server) = (Side::of(own), Side::of(theirs));
        for stamp in &strange {
            device.tree.insert(stamp);
        }
        let (requests, _) = sync(&mut device, &mut server, since_now());
        prop_assert!(requests <= 8, "{} requests", requests);
    }
}
