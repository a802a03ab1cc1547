//! Events for listeners, and catching up on missed ones.

use sobre_engine::sheet::ChangedCells;
use tokio::sync::mpsc;

use super::*;

fn cells(revision: u64) -> Event {
    Event::CellsChanged(CellsChanged {
        revision,
        origin: None,
        cells: ChangedCells::default(),
        bounds: None,
    })
}

fn applied(revision: u64) -> Event {
    Event::SyncEvent(SyncEvent {
        r#type: "applied",
        subtype: None,
        meta: None,
        tables: vec!["notes".to_owned()],
        rows: None,
        transactions: None,
        revision,
        origin: None,
    })
}

/// All events of a commit, in order.
fn commit(revision: u64) -> [Event; 2] {
    [cells(revision), applied(revision)]
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
fn a_reconnecting_tab_receives_missed_frames() {
    let mut notifications = Notifications::new(0);
    for revision in 1..=5 {
        notifications.publish(&commit(revision));
    }
    let (request, mut inbox) = subscribe(Some(3), 5);
    let expected = Subscribed { caught_up: true, revision: 5 };
    assert_eq!(notifications.subscribe(request), Some(expected));
    let missed = frames(&mut inbox);
    assert!(missed[0].contains("\"revision\":4") && missed[1].contains("\"revision\":5"));
}

#[test]
fn a_tab_that_missed_too_much_must_reload() {
    let mut notifications = Notifications::new(0);
    let last = 10 + u64::try_from(limits::FRAMES_KEPT).unwrap();
    for revision in 1..=last {
        notifications.publish(&commit(revision));
    }
    let (request, mut inbox) = subscribe(Some(1), last);
    let expected = Subscribed { caught_up: false, revision: last };
    assert_eq!(notifications.subscribe(request), Some(expected));
    assert!(frames(&mut inbox).is_empty());
}

#[test]
fn a_revision_from_the_future_is_not_believed() {
    let mut notifications = Notifications::new(0);
    let (request, _inbox) = subscribe(Some(9), 2);
    assert!(!notifications.subscribe(request).unwrap().caught_up);
}

#[test]
fn a_tab_that_does_not_read_is_dropped() {
    let mut notifications = Notifications::new(0);
    let (request, inbox) = subscribe(None, 0);
    notifications.subscribe(request);
    for revision in 0..=u64::try_from(limits::FRAMES_PER_SESSION).unwrap() {
        notifications.publish(&[cells(revision)]);
    }
    assert!(notifications.listeners.is_empty());
    drop(inbox);
}

#[test]
fn a_revision_of_an_earlier_opening_is_not_believed() {
    let mut notifications = Notifications::new(1_000);
    notifications.publish(&[cells(1_001)]);
    let (request, _inbox) = subscribe(Some(7), 1_001);
    assert!(!notifications.subscribe(request).unwrap().caught_up);
}

#[test]
fn a_reconnecting_tab_does_not_get_a_revision_still_being_computed() {
    let mut notifications = Notifications::new(0);
    notifications.publish(&commit(1));
    // Revision 2 is committed, but its cells are not sent yet.
    let (request, mut inbox) = subscribe(Some(1), 2);
    let expected = Subscribed { caught_up: true, revision: 1 };
    assert_eq!(notifications.subscribe(request), Some(expected));
    notifications.publish(&[cells(2)]);
    assert_eq!(frames(&mut inbox).len(), 1);
    drop(inbox);
    let (request, mut inbox) = subscribe(Some(1), 2);
    notifications.subscribe(request);
    assert_eq!(frames(&mut inbox).len(), 1, "the change is sent again to whom has not seen it");
}

#[test]
fn a_reconnecting_tab_receives_missed_rows_and_preferences() {
    let mut notifications = Notifications::new(0);
    notifications.publish(&[cells(1)]);
    notifications.publish(&[applied(2)]);
    notifications.publish(&[Event::PrefsUpdated(crate::contract::events::NoContent {})]);
    let (request, mut inbox) = subscribe(Some(1), 2);
    notifications.subscribe(request);
    assert!(inbox.try_recv().unwrap().contains("sync-event"));
    assert!(inbox.try_recv().unwrap().contains("prefs-updated"));
}

#[test]
fn a_connection_lost_between_cells_and_rows_receives_the_rows_again() {
    let mut notifications = Notifications::new(0);
    notifications.publish(&commit(1));
    notifications.publish(&[cells(2)]);
    let (request, _inbox) = subscribe(None, 2);
    let known = notifications.subscribe(request).unwrap().revision;
    assert_eq!(known, 1, "the rows of the second commit are not sent yet");
    notifications.publish(&[applied(2)]);
    let (request, mut inbox) = subscribe(Some(known), 2);
    let expected = Subscribed { caught_up: true, revision: 2 };
    assert_eq!(notifications.subscribe(request), Some(expected));
    let is_sync_event =
        |frame: Option<Frame>| frame.is_some_and(|frame| frame.contains("sync-event"));
    assert!(is_sync_event(inbox.try_recv().ok()) || is_sync_event(inbox.try_recv().ok()));
}

#[test]
fn a_session_that_has_ended_does_not_listen() {
    let mut notifications = Notifications::new(0);
    let (request, inbox) = subscribe(None, 0);
    drop(inbox);
    assert_eq!(notifications.subscribe(request), None);
    assert!(notifications.listeners.is_empty());
}
