//! What listeners are sent, and what they can catch up on.

use sobre_engine::sheet::ChangedCells;
use tokio::sync::mpsc;

use super::*;

fn cells(revision: u64) -> Event {
    Event::CellsChanged(CellsChanged { revision, origin: None, cells: ChangedCells::default() })
}

fn subscribe(seen: Option<u64>, revision: u64) -> (Subscribe, mpsc::Receiver<Frame>) {
    let (outbox, inbox) = mpsc::channel(limits::FRAMES_PER_SESSION);
    (Subscribe { session: Session::new("tab", Some(outbox)), seen, revision }, inbox)
}

fn frames(inbox: &mut mpsc::Receiver<Frame>) -> Vec<String> {
    let mut all = Vec::new();
    while let Ok(frame) = inbox.try_recv() {
        if frame.contains("cells-changed") {
            all.push(frame.to_string());
        }
    }
    all
}

#[test]
fn a_tab_that_comes_back_gets_what_it_missed() {
    let mut notifications = Notifications::new(0);
    for revision in 1..=5 {
        notifications.publish(&cells(revision));
    }
    let (request, mut inbox) = subscribe(Some(3), 5);
    assert_eq!(notifications.subscribe(request), Some(2));
    let missed = frames(&mut inbox);
    assert!(missed[0].contains("\"revision\":4") && missed[1].contains("\"revision\":5"));
}

#[test]
fn a_tab_that_missed_too_much_is_told_so() {
    let mut notifications = Notifications::new(0);
    let last = 10 + u64::try_from(limits::FRAMES_KEPT).unwrap();
    for revision in 1..=last {
        notifications.publish(&cells(revision));
    }
    let (request, mut inbox) = subscribe(Some(1), last);
    assert_eq!(notifications.subscribe(request), None);
    assert!(frames(&mut inbox).is_empty());
}

#[test]
fn a_revision_from_the_future_is_not_believed() {
    let mut notifications = Notifications::new(0);
    let (request, _inbox) = subscribe(Some(9), 2);
    assert_eq!(notifications.subscribe(request), None);
}

#[test]
fn a_tab_that_does_not_read_is_dropped() {
    let mut notifications = Notifications::new(0);
    let (request, inbox) = subscribe(None, 0);
    notifications.subscribe(request);
    for revision in 0..=u64::try_from(limits::FRAMES_PER_SESSION).unwrap() {
        notifications.publish(&cells(revision));
    }
    assert!(notifications.listeners.is_empty());
    drop(inbox);
}

#[test]
fn a_revision_of_an_earlier_opening_is_not_believed() {
    let mut notifications = Notifications::new(1_000);
    notifications.publish(&cells(1_001));
    let (request, _inbox) = subscribe(Some(7), 1_001);
    assert_eq!(notifications.subscribe(request), None);
}
