//! What a socket is about to send. Messages wait here until the connection takes them, which it
//! does no faster than the other end reads; only then does an answer give back its share of the
//! memory for answers. Long messages leave in fragments, so that little of them is copied ahead.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use actix_codec::Encoder as _;
use actix_http::ws::{CloseReason, Codec, Item, Message, ProtocolError};
use actix_web::web::{Bytes, BytesMut};
use futures_util::Stream;
use sobre_actors::{AnswerShare, Frame, Permit};

/// Bytes of one fragment.
const FRAGMENT: usize = 64 << 10;

/// What an answer holds until it was read.
pub(crate) type Held = (Option<AnswerShare>, Option<Permit>);

/// The end that messages are put in.
#[derive(Clone)]
pub(crate) struct Outgoing(Rc<RefCell<Queue>>);

/// The end that the connection takes them from.
pub(crate) struct Sending(Rc<RefCell<Queue>>);

#[derive(Default)]
struct Queue {
    /// Pings, pongs and the end; they may stand between fragments.
    control: VecDeque<Message>,
    texts: VecDeque<Text>,
    codec: Codec,
    is_closed: bool,
    /// Whether the connection has gone.
    is_gone: bool,
    /// Counts what the connection has taken.
    taken: u64,
    /// Woken when there is something to take.
    sending: Option<Waker>,
    /// Woken when something was taken.
    putting: Option<Waker>,
}

struct Text {
    text: Frame,
    /// Bytes that have left.
    sent: usize,
    _held: Held,
}

/// Both ends of a queue.
pub(crate) fn queue() -> (Outgoing, Sending) {
    let queue = Rc::new(RefCell::new(Queue::default()));
    (Outgoing(Rc::clone(&queue)), Sending(queue))
}

fn wake(waker: &mut Option<Waker>) {
    if let Some(waker) = waker.take() {
        waker.wake();
    }
}

impl Outgoing {
    /// Sends a text.
    pub(crate) fn text(&self, text: Frame, held: Held) {
        let queue = &mut *self.0.borrow_mut();
        queue.texts.push_back(Text { text, sent: 0, _held: held });
        wake(&mut queue.sending);
    }

    /// Sends a ping or pong before all texts.
    pub(crate) fn control(&self, message: Message) {
        let queue = &mut *self.0.borrow_mut();
        queue.control.push_back(message);
        wake(&mut queue.sending);
    }

    /// Ends the socket; texts that wait are not sent any more.
    pub(crate) fn close(&self, reason: Option<CloseReason>) {
        let queue = &mut *self.0.borrow_mut();
        queue.texts.clear();
        queue.control.push_back(Message::Close(reason));
        queue.is_closed = true;
        wake(&mut queue.sending);
    }

    /// How many messages wait.
    pub(crate) fn waiting(&self) -> usize {
        let queue = self.0.borrow();
        queue.texts.len() + queue.control.len()
    }

    /// Completes when the connection takes the next message.
    pub(crate) async fn taken(&self) {
        let taken = self.0.borrow().taken;
        self.until(|queue| queue.taken != taken).await;
    }

    /// Completes when the connection has gone.
    pub(crate) async fn gone(&self) {
        self.until(|queue| queue.is_gone).await;
    }

    /// Completes when the queue is so. Only one task waits, but perhaps for several things.
    async fn until(&self, is_so: impl Fn(&Queue) -> bool) {
        poll_fn(|context| {
            let queue = &mut *self.0.borrow_mut();
            if is_so(queue) {
                return Poll::Ready(());
            }
            queue.putting = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

impl Queue {
    /// The next frame to send.
    fn next(&mut self) -> Option<Message> {
        if let Some(message) = self.control.pop_front() {
            return Some(message);
        }
        let Text { text, sent, .. } = self.texts.front_mut()?;
        let (from, is_last) = (*sent, text.len() - *sent <= FRAGMENT);
        *sent = if is_last { text.len() } else { from + FRAGMENT };
        let message = if from == 0 && is_last {
            Message::Text(Frame::clone(text))
        } else {
            let fragment = text.as_bytes().slice(from..*sent);
            Message::Continuation(match (from, is_last) {
                (0, _) => Item::FirstText(fragment),
                (_, false) => Item::Continue(fragment),
                (_, true) => Item::Last(fragment),
            })
        };
        if is_last {
            self.texts.pop_front();
        }
        Some(message)
    }
}

impl Stream for Sending {
    type Item = Result<Bytes, ProtocolError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let queue = &mut *self.0.borrow_mut();
        if let Some(message) = queue.next() {
            let mut frame = BytesMut::new();
            let encoded = queue.codec.encode(message, &mut frame);
            queue.taken += 1;
            wake(&mut queue.putting);
            return Poll::Ready(Some(encoded.map(|()| frame.freeze())));
        }
        if queue.is_closed {
            return Poll::Ready(None);
        }
        queue.sending = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        let queue = &mut *self.0.borrow_mut();
        queue.is_gone = true;
        queue.texts.clear();
        wake(&mut queue.putting);
    }
}

#[cfg(test)]
mod tests {
    use actix_codec::Decoder as _;
    use actix_http::ws::Frame as Received;
    use futures_util::task::noop_waker;
    use futures_util::{FutureExt as _, StreamExt as _};
    use sobre_actors::{Session, limits};

    use super::*;

    /// The frames that are taken until there are no more.
    fn taken(sending: &mut Sending) -> Vec<Received> {
        received(sending, BytesMut::new())
    }

    /// The same, behind the bytes of some that were taken before.
    fn received(sending: &mut Sending, mut bytes: BytesMut) -> Vec<Received> {
        while let Some(Some(frame)) = sending.next().now_or_never() {
            bytes.extend_from_slice(&frame.unwrap());
        }
        let mut codec = Codec::new().client_mode().max_size(2 * FRAGMENT);
        std::iter::from_fn(|| codec.decode(&mut bytes).unwrap()).collect()
    }

    #[test]
    fn long_texts_leave_in_fragments_with_pings_between_them() {
        let (outgoing, mut sending) = queue();
        let long = "x".repeat(2 * FRAGMENT + 1);
        outgoing.text(long.into(), Held::default());
        outgoing.text("short".into(), Held::default());
        let mut bytes = BytesMut::new();
        bytes.extend_from_slice(&sending.next().now_or_never().unwrap().unwrap().unwrap());
        outgoing.control(Message::Ping("".into()));
        let frames = received(&mut sending, bytes);
        let lengths = frames.iter().map(|frame| match frame {
            Received::Ping(payload) => ("ping", payload.len()),
            Received::Continuation(Item::FirstText(piece)) => ("first", piece.len()),
            Received::Continuation(Item::Continue(piece)) => ("next", piece.len()),
            Received::Continuation(Item::Last(piece)) => ("last", piece.len()),
            Received::Text(text) => ("whole", text.len()),
            other @ (Received::Binary(_)
            | Received::Continuation(_)
            | Received::Pong(_)
            | Received::Close(_)) => panic!("{other:?}"),
        });
        let first = [("first", FRAGMENT), ("ping", 0), ("next", FRAGMENT)];
        let expected = [&first[..], &[("last", 1), ("whole", 5)]].concat();
        assert_eq!(lengths.collect::<Vec<_>>(), expected);
        assert_eq!(outgoing.waiting(), 0);
    }

    #[test]
    fn an_answer_holds_what_it_has_until_its_last_fragment_was_taken() {
        let session = Session::new("s", None);
        let (outgoing, mut sending) = queue();
        for _ in 0..limits::CALLS_PER_SESSION {
            let text = "x".repeat(FRAGMENT + 1);
            outgoing.text(text.into(), (None, Some(session.permit().unwrap())));
        }
        assert!(session.permit().is_none());
        sending.next().now_or_never().unwrap().unwrap().unwrap();
        assert!(session.permit().is_none(), "its last fragment waits");
        sending.next().now_or_never().unwrap().unwrap().unwrap();
        assert!(session.permit().is_some());
    }

    #[test]
    fn who_puts_in_is_told_what_was_taken_and_that_the_connection_has_gone() {
        let (outgoing, mut sending) = queue();
        outgoing.text("x".into(), Held::default());
        let waker = noop_waker();
        let mut look = Context::from_waker(&waker);
        let (mut next, mut gone) = (Box::pin(outgoing.taken()), Box::pin(outgoing.gone()));
        assert!(next.as_mut().poll(&mut look).is_pending());
        assert!(gone.as_mut().poll(&mut look).is_pending());
        assert_eq!(taken(&mut sending).len(), 1);
        assert!(next.as_mut().poll(&mut look).is_ready());
        outgoing.text("y".into(), Held::default());
        drop(sending);
        assert!(gone.as_mut().poll(&mut look).is_ready());
        assert_eq!(outgoing.waiting(), 0, "nobody will take it");
    }

    #[test]
    fn closing_says_so_and_sends_nothing_more() {
        let (outgoing, mut sending) = queue();
        outgoing.text("x".into(), Held::default());
        outgoing.close(None);
        assert_eq!(taken(&mut sending), [Received::Close(None)]);
        assert!(sending.next().now_or_never().unwrap().is_none());
    }
}
