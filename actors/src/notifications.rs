//! The notifications actor of an open budget: its listeners, and the events sent to them.
//!
//! A commit arrives in two parts, its cells from the sheet and its rows from the database, and is
//! sent in order of revision: first the cells, then the rows. Written transactions are read in
//! between, on a thread that may block; the cells of later commits wait for that.
//!
//! Frames are written once and shared. A tab that falls behind is dropped from the list, which
//! closes its socket; it reconnects and requests the missed frames by revision.

mod join;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

#[cfg(feature = "testing")]
use actix::ResponseFuture;
use actix::{
    Actor, ActorFutureExt as _, AsyncContext as _, Context, Handler, Message, WrapFuture as _,
};
#[cfg(feature = "testing")]
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use self::join::Join;

use crate::contract::Event;
use crate::contract::events::{CellsChanged, HistoryEvent, SyncEvent};
use crate::limits;
use crate::session::{Frame, Session, SessionId};

pub(crate) use join::{CellsReport, CommitReport, ReadTransactions};

/// Adds a listener and sends it missed frames; `None` if the session accepts no more frames.
#[derive(Message)]
#[rtype(result = "Option<Subscribed>")]
pub(crate) struct Subscribe {
    pub(crate) session: Arc<Session>,
    /// Last revision that the listener has received; `None` for a new listener.
    pub(crate) seen: Option<u64>,
    /// Current revision of the sheet.
    pub(crate) revision: u64,
}

/// State of a new listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Subscribed {
    /// False if its missed frames are no longer available.
    pub(crate) caught_up: bool,
    /// The listener has received every commit up to this revision and will receive every later one.
    /// A commit still in progress has a later revision.
    pub(crate) revision: u64,
}

/// Returns the number of listeners.
#[derive(Message)]
#[rtype(result = "usize")]
pub(crate) struct Listeners;

/// Removes a listener; returns how many are left.
#[derive(Message)]
#[rtype(result = "usize")]
pub(crate) struct Unsubscribe(pub(crate) SessionId);

/// Sends events to every listener, in order.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Publish(pub(crate) Vec<Event>);

/// The listeners of one budget.
pub(crate) struct Notifications {
    listeners: HashMap<SessionId, Arc<Session>>,
    join: Join,
    /// Whether the transactions of a commit are being read.
    is_reading: bool,
    #[cfg(feature = "testing")]
    until_sent: Vec<oneshot::Sender<()>>,
    missed: MissedFrames,
    history: HistoryEvent,
    /// Result of the latest sync.
    sync: Option<Frame>,
    /// Revision of the latest completely sent commit. Its rows follow its cells, so a listener that
    /// lost its connection in between must receive the rows again.
    sent: u64,
}

impl Notifications {
    /// Without listeners; `revision` is the sheet's when the budget was opened.
    pub(crate) fn new(revision: u64) -> Self {
        Self {
            listeners: HashMap::new(),
            join: Join::default(),
            is_reading: false,
            #[cfg(feature = "testing")]
            until_sent: Vec::new(),
            missed: MissedFrames { complete_after: revision, ..MissedFrames::default() },
            history: HistoryEvent::default(),
            sync: None,
            sent: revision,
        }
    }

    /// Sends all frames to one listener before the next, so that each socket wakes once.
    fn send_to_all(&mut self, frames: &[Frame]) {
        self.listeners.retain(|session, listener| {
            let has_room = frames.iter().all(|frame| listener.push(frame));
            if !has_room {
                tracing::warn!(%session, "a listener fell behind and was dropped");
            }
            has_room
        });
    }

    fn publish(&mut self, events: &[Event]) {
        let frames: Vec<_> = events.iter().filter_map(|event| self.written(event)).collect();
        self.send_to_all(&frames);
    }

    /// Sends the commits that both database and sheet have reported, in order.
    fn send_commits(&mut self, context: &mut Context<Self>) {
        while !self.is_reading
            && let Some((committed, computed)) = self.join.next()
        {
            let CommitReport { origin, applied, transactions, others, .. } = committed;
            let cells = cells_changed(computed, origin.as_deref());
            // Do not read rows without listeners, or while many commits wait.
            let is_wanted = !self.listeners.is_empty()
                && self.join.waiting() < limits::COMMITS_WAITING_FOR_ROWS;
            match (applied, transactions.filter(|_| is_wanted)) {
                (Some(applied), Some(read)) => {
                    self.publish(cells.as_slice());
                    self.send_when_read(read, applied, others, context);
                }
                // All at once, so that a tab wakes once.
                (applied, _) => {
                    let rows = applied.map(Event::SyncEvent).into_iter().chain(others);
                    self.publish(&cells.into_iter().chain(rows).collect::<Vec<_>>());
                }
            }
        }
        #[cfg(feature = "testing")]
        if !self.is_reading {
            for waiting in self.until_sent.drain(..) {
                let _ = waiting.send(());
            }
        }
    }

    fn send_when_read(
        &mut self,
        read: ReadTransactions,
        applied: SyncEvent,
        others: Vec<Event>,
        context: &mut Context<Self>,
    ) {
        self.is_reading = true;
        let sending = spawn_blocking(read).into_actor(self).map(move |read, actor, context| {
            let transactions = read.unwrap_or_else(|error| {
                tracing::error!(%error, "written rows were not read");
                None
            });
            let rows = Event::SyncEvent(SyncEvent { transactions, ..applied });
            let events: Vec<_> = [rows].into_iter().chain(others).collect();
            actor.is_reading = false;
            actor.publish(&events);
            actor.send_commits(context);
        });
        context.spawn(sending);
    }

    /// The frame of an event, kept for reconnecting tabs.
    fn written(&mut self, event: &Event) -> Option<Frame> {
        let frame: Frame = match event.frame() {
            Ok(text) => text.into(),
            Err(error) => {
                tracing::error!(%error, event = event.wire(), "an event could not be written");
                return None;
            }
        };
        match event {
            Event::CellsChanged(CellsChanged { revision, .. }) => {
                self.missed.push(*revision, Frame::clone(&frame));
            }
            Event::SyncEvent(SyncEvent { r#type: "applied", revision, .. }) => {
                self.sent = *revision;
                self.missed.push(*revision, Frame::clone(&frame));
            }
            Event::SyncEvent(_) => self.sync = Some(Frame::clone(&frame)),
            // They have no revision of their own, so they are new to any listener that has received
            // no later one.
            Event::PrefsUpdated(_) | Event::BankNews(_) => {
                self.missed.push(self.sent + 1, Frame::clone(&frame))
            }
            Event::History(history) => self.history = history.clone(),
            Event::Hello(_)
            | Event::TodayChanged(_)
            | Event::UndoEvent(_)
            | Event::OrphanedPayees(_)
            | Event::SchedulesOffline(_)
            | Event::SchedulesRan(_)
            | Event::StartLoad(_)
            | Event::FinishLoad(_)
            | Event::StartImport(_)
            | Event::FinishImport(_)
            | Event::ShowBudgets(_)
            | Event::UpdateLoadingStatus(_)
            | Event::BudgetClosed(_)
            | Event::ServerError(_)
            | Event::FallbackWriteError(_)
            | Event::BackupsUpdated(_) => {}
        }
        Some(frame)
    }

    fn subscribe(&mut self, new: Subscribe) -> Option<Subscribed> {
        let replay = match new.seen {
            None => Some(Vec::new()),
            Some(seen) => self.missed.since(seen, new.revision),
        };
        let history = Event::History(self.history.clone()).frame().ok().map(Frame::from);
        let state = history.iter().chain(&self.sync);
        let has_room = replay.iter().flatten().chain(state).all(|frame| new.session.push(frame));
        if !has_room {
            return None;
        }
        self.listeners.insert(SessionId::clone(new.session.id()), new.session);
        let caught_up = replay.is_some();
        let seen = new.seen.filter(|_| caught_up).unwrap_or(0);
        Some(Subscribed { caught_up, revision: self.sent.max(seen) })
    }
}

impl Actor for Notifications {
    type Context = Context<Self>;
}

impl Handler<Subscribe> for Notifications {
    type Result = Option<Subscribed>;

    fn handle(&mut self, message: Subscribe, _: &mut Context<Self>) -> Self::Result {
        self.subscribe(message)
    }
}

impl Handler<Listeners> for Notifications {
    type Result = usize;

    fn handle(&mut self, _: Listeners, _: &mut Context<Self>) -> usize {
        self.listeners.len()
    }
}

impl Handler<Unsubscribe> for Notifications {
    type Result = usize;

    fn handle(&mut self, Unsubscribe(session): Unsubscribe, _: &mut Context<Self>) -> usize {
        self.listeners.remove(&session);
        self.listeners.len()
    }
}

impl Handler<Publish> for Notifications {
    type Result = ();

    fn handle(&mut self, Publish(events): Publish, _: &mut Context<Self>) {
        self.publish(&events);
    }
}

impl Handler<CommitReport> for Notifications {
    type Result = ();

    fn handle(&mut self, committed: CommitReport, context: &mut Context<Self>) {
        self.join.committed(committed);
        self.send_commits(context);
    }
}

impl Handler<CellsReport> for Notifications {
    type Result = ();

    fn handle(&mut self, computed: CellsReport, context: &mut Context<Self>) {
        self.join.computed(computed);
        self.send_commits(context);
    }
}

/// Completes when all commits that both have reported are sent.
#[cfg(feature = "testing")]
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct AllSent;

#[cfg(feature = "testing")]
impl Handler<AllSent> for Notifications {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, _: AllSent, context: &mut Context<Self>) -> Self::Result {
        let (sender, all_sent) = oneshot::channel();
        self.until_sent.push(sender);
        self.send_commits(context);
        Box::pin(async move { drop(all_sent.await) })
    }
}

/// The event of changed cells; none if nothing changed.
fn cells_changed(computed: CellsReport, origin: Option<&str>) -> Option<Event> {
    let CellsReport { revision, cells, bounds } = computed;
    let origin = origin.map(str::to_owned);
    (!cells.is_empty() || bounds.is_some())
        .then(|| Event::CellsChanged(CellsChanged { revision, origin, cells, bounds }))
}

/// The latest frames about changes in sending order, limited in number and size.
#[derive(Debug, Default)]
struct MissedFrames {
    frames: VecDeque<(u64, Frame)>,
    bytes: usize,
    /// Every frame after this revision is available.
    complete_after: u64,
}

impl MissedFrames {
    fn push(&mut self, revision: u64, frame: Frame) {
        self.bytes += frame.len();
        self.frames.push_back((revision, frame));
        while self.frames.len() > limits::FRAMES_KEPT || self.bytes > limits::FRAME_BYTES_KEPT {
            let Some((dropped, frame)) = self.frames.pop_front() else { break };
            self.bytes -= frame.len();
            self.complete_after = self.complete_after.max(dropped);
        }
    }

    fn since(&self, seen: u64, now: u64) -> Option<Vec<Frame>> {
        if seen < self.complete_after || seen > now {
            return None;
        }
        let later = self.frames.iter().filter(|(revision, _)| *revision > seen);
        Some(later.map(|(_, frame)| Frame::clone(frame)).collect())
    }
}

#[cfg(test)]
mod tests;
