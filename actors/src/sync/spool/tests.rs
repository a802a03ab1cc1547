//! Short responses stay in memory, long ones are in a file while needed.

use sobre_engine::crdt::{Change, Message, Node};
use sobre_engine::sync::wire::{SyncResponse, Wire as _};

use super::*;
use crate::sync::envelopes;
use crate::sync::slices::SLICE_MESSAGES;

fn messages(count: u64, note: &str) -> Vec<Message> {
    let node = Node::from_text("aaaaaaaaaaaaaaaa").unwrap();
    let message = |number: u64| Message {
        timestamp: Timestamp::new(1_795_176_000_000 + number, 0, node).unwrap(),
        change: Change::new("notes", number.to_string(), "note", note),
    };
    (0..count).map(message).collect()
}

fn answer(messages: &[Message]) -> Vec<u8> {
    let messages = envelopes::seal(messages, None).unwrap();
    SyncResponse { messages, merkle: "{}".to_owned() }.encode_to_vec()
}

fn filled(dir: &tempfile::TempDir, bytes: &[u8]) -> Spool {
    let mut spool = Spool::new(dir.path().join("answer"));
    bytes.chunks(10_007).for_each(|piece| spool.write_all(piece).unwrap());
    spool
}

fn files(dir: &tempfile::TempDir) -> usize {
    dir.path().read_dir().unwrap().count()
}

fn all(spool: Spool) -> Vec<Message> {
    spool.into_slices(None).unwrap().flat_map(Result::unwrap).collect()
}

#[test]
fn what_came_is_read_in_slices_and_nothing_is_left_behind() {
    let dir = tempfile::tempdir().unwrap();
    for (count, note, on_disk) in [(0, "", 0), (10, "short", 0), (25_000, "a note of words", 1)] {
        let sent = messages(count, note);
        let mut spool = filled(&dir, &answer(&sent));
        assert_eq!((spool.merkle().unwrap().as_str(), files(&dir)), ("{}", on_disk));
        let slices: Vec<_> = spool.into_slices(None).unwrap().map(Result::unwrap).collect();
        assert!(slices.iter().all(|slice| slice.len() <= SLICE_MESSAGES));
        assert_eq!(slices.concat(), sent);
        assert_eq!(files(&dir), 0);
    }
    let large = messages(40, &"x".repeat(1 << 18));
    let spool = filled(&dir, &answer(&large));
    assert_eq!(spool.into_slices(None).unwrap().count(), 10, "a slice has an end in bytes too");
}

#[test]
fn a_cut_answer_is_gone_on_with_in_memory_and_on_disk() {
    let dir = tempfile::tempdir().unwrap();
    for (count, cuts) in [(30, 2_000), (12_000, 23)] {
        let sent = messages(count, "a note of many words, so that it takes its place");
        let bytes = answer(&sent);
        for cut in 0..cuts {
            let mut spool = filled(&dir, &bytes[..bytes.len() * cut / cuts]);
            let from = spool.keep_whole().map_or(0, |last| {
                sent.iter().position(|message| message.timestamp == last).unwrap() + 1
            });
            spool.write_all(&answer(&sent[from..])).unwrap();
            assert_eq!(spool.merkle().unwrap(), "{}");
            assert!(all(spool) == sent, "cut {cut} of {cuts}");
        }
    }
    assert_eq!(files(&dir), 0);
}

const GROUP: &str = "1b4e28ba-2fa1-11d2-883f-0016d3cca427";

#[test]
fn a_later_run_resumes_an_interruption_at_any_byte() {
    let dir = tempfile::tempdir().unwrap();
    let sent = messages(12_000, "a note of many words, so that it takes its place");
    let bytes = answer(&sent);
    let least = IN_MEMORY_BYTES + 1;
    for cut in [least, least + 1, (least + bytes.len()) / 2, bytes.len() - 1, bytes.len()] {
        let mut first = Spool::beside(dir.path(), GROUP).unwrap();
        first.write_all(&bytes[..cut]).unwrap();
        // As if the program had been killed, which releases its file locks.
        first.many.as_ref().unwrap().file.unlock().unwrap();
        std::mem::forget(first);
        let mut second = Spool::earlier(dir.path(), GROUP).unwrap();
        let last = second.keep_whole().unwrap();
        let from = sent.iter().position(|message| message.timestamp == last).unwrap() + 1;
        assert!(from > 5_000, "{from} messages need not come again");
        drop(second);
        // A program that ends normally leaves it as well.
        let mut third = Spool::earlier(dir.path(), GROUP).unwrap();
        assert_eq!(third.keep_whole(), Some(last));
        third.write_all(&answer(&sent[from..])).unwrap();
        assert_eq!(third.merkle().unwrap(), "{}");
        third.set_lasting(false);
        assert!(all(third) == sent, "cut at {cut} of {}", bytes.len());
        assert_eq!(files(&dir), 0);
    }
}

#[test]
fn what_is_of_no_use_to_a_later_program_is_not_left() {
    let dir = tempfile::tempdir().unwrap();
    let many = vec![0; IN_MEMORY_BYTES + 1];
    let mut short = Spool::beside(dir.path(), GROUP).unwrap();
    short.write_all(&many[1..]).unwrap();
    drop(short);
    assert!(Spool::earlier(dir.path(), GROUP).is_none(), "so little comes again soon");
    let mut other = Spool::beside(dir.path(), "another-group").unwrap();
    other.write_all(&many).unwrap();
    drop(other);
    assert_eq!(files(&dir), 1);
    assert!(Spool::earlier(dir.path(), GROUP).is_none());
    assert_eq!(files(&dir), 0, "the generation is over");
    let mut broken = Spool::beside(dir.path(), GROUP).unwrap();
    broken.write_all(&many).unwrap();
    drop(broken);
    assert_eq!(Spool::earlier(dir.path(), GROUP).unwrap().keep_whole(), None);
    for group in ["", "../x", "a/b", ".", "é", &"x".repeat(100)] {
        assert!(Spool::beside(dir.path(), group).is_none(), "{group} is no name of a file");
    }
}

#[test]
fn what_is_no_answer_is_a_fault() {
    let dir = tempfile::tempdir().unwrap();
    let mut spool = filled(&dir, b"<html>");
    assert_eq!(spool.merkle(), Err(SyncFault::BrokenAnswer));
    let slices = spool.into_slices(None).unwrap().take(1).collect::<Vec<_>>();
    assert_eq!(slices, [Err(SyncFault::BrokenAnswer)]);
    let mut nowhere = Spool::new(dir.path().join("none").join("answer"));
    assert!(nowhere.write_all(&vec![0; IN_MEMORY_BYTES + 1]).is_err());
}

#[test]
fn a_request_of_an_earlier_opening_and_a_new_one_never_write_one_file() {
    let dir = tempfile::tempdir().unwrap();
    let sent = [messages(25_000, "of the earlier"), messages(25_000, "of the later one")];
    let bytes = sent.each_ref().map(|sent| answer(sent));
    let beside = || Spool::beside(dir.path(), "group").unwrap();
    let mut earlier = beside();
    let (begun, rest) = bytes[0].split_at(2 << 20);
    earlier.write_all(begun).unwrap();
    assert!(Spool::earlier(dir.path(), "group").is_none(), "somebody still writes it");
    let mut later = beside();
    later.write_all(&bytes[1]).unwrap();
    earlier.write_all(rest).unwrap();
    assert!(files(&dir) == 2, "each its own");
    assert_eq!(all(later), sent[1]);
    assert_eq!(all(earlier), sent[0]);
}
