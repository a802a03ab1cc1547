//! The send queue of a socket. Texts wait here until the connection has room for them, which
//! requires the other end to read. Only then does a response release its share of the response
//! memory. Long texts leave in fragments, so that little of them is copied ahead.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use actix_http::ws::{Item, Message};
use futures_util::{Stream, stream};
use sobre_actors::{AnswerShare, Frame, Permit};

/// Bytes of one fragment.
const FRAGMENT: usize = 64 << 10;

/// Resources that a response holds until it is read.
pub(crate) type HeldResources = (Option<AnswerShare>, Option<Permit>);

/// The queue of one socket.
#[derive(Clone, Default)]
pub(crate) struct Outgoing(Rc<RefCell<Queue>>);

#[derive(Default)]
struct Queue {
    texts: VecDeque<Text>,
    /// Whether the connection has requested more since the last fragment.
    has_room: bool,
    is_closed: bool,
    /// Woken when there is something to send.
    waker: Option<Waker>,
}

struct Text {
    text: Frame,
    /// Bytes already sent.
    sent: usize,
    _held: HeldResources,
}

impl Outgoing {
    /// Queues a text.
    pub(crate) fn text(&self, text: Frame, held: HeldResources) {
        let queue = &mut *self.0.borrow_mut();
        if queue.is_closed {
            return;
        }
        queue.texts.push_back(Text { text, sent: 0, _held: held });
        if let Some(waker) = queue.waker.take() {
            waker.wake();
        }
    }

    /// Drops all waiting and later texts.
    pub(crate) fn close(&self) {
        let queue = &mut *self.0.borrow_mut();
        queue.is_closed = true;
        queue.texts.clear();
    }

    /// How many texts wait.
    pub(crate) fn waiting(&self) -> usize {
        self.0.borrow().texts.len()
    }

    /// The fragments of the texts, one each time the connection has room.
    pub(crate) fn fragments(&self) -> Fragments {
        Fragments(self.clone())
    }

    /// The bytes of a socket for its connection. The connection polls for the next ones when it has
    /// room, which allows one fragment.
    pub(crate) fn paced<S: Stream>(self, bytes: S) -> impl Stream<Item = S::Item> {
        let mut bytes = Box::pin(bytes);
        stream::poll_fn(move |context| {
            self.0.borrow_mut().has_room = true;
            bytes.as_mut().poll_next(context)
        })
    }

    /// Items of a stream while fewer than `most` texts wait.
    ///
    /// It wakes no task when texts leave: they leave when the connection polls for more, which
    /// polls all streams of a socket.
    pub(crate) fn while_fewer_wait<S: Stream>(
        &self,
        most: usize,
        items: S,
    ) -> impl Stream<Item = S::Item> + use<S> {
        let outgoing = self.clone();
        let mut items = Box::pin(items);
        stream::poll_fn(move |context| {
            if outgoing.waiting() < most {
                items.as_mut().poll_next(context)
            } else {
                Poll::Pending
            }
        })
    }
}

impl Queue {
    /// The next fragment to send.
    fn next(&mut self) -> Option<Message> {
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

/// Never ends.
pub(crate) struct Fragments(Outgoing);

impl Stream for Fragments {
    type Item = Message;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Message>> {
        let queue = &mut *self.0.0.borrow_mut();
        if queue.has_room
            && let Some(message) = queue.next()
        {
            queue.has_room = false;
            return Poll::Ready(Some(message));
        }
        queue.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use actix::{Actor, ActorContext as _, AsyncContext as _, StreamHandler};
    use actix_codec::Decoder as _;
    use actix_http::ws::{Codec, Frame as Received, ProtocolError};
    use actix_web::error::PayloadError;
    use actix_web::web::{Bytes, BytesMut};
    use actix_web_actors::ws::WebsocketContext;
    use futures_util::{FutureExt as _, StreamExt as _};
    use sobre_actors::{Session, limits};

    use super::*;

    /// Takes the available items.
    fn take<T>(stream: &mut (impl Stream<Item = T> + Unpin)) -> Option<T> {
        stream.next().now_or_never().flatten()
    }

    /// Behaves like a socket: sends waiting texts, pings with the first byte received, and closes
    /// at the end.
    struct Socket(Outgoing);

    type Incoming = Result<Message, ProtocolError>;

    impl Actor for Socket {
        type Context = WebsocketContext<Self>;

        fn started(&mut self, context: &mut Self::Context) {
            context.add_stream(self.0.fragments());
        }
    }

    impl StreamHandler<Message> for Socket {
        fn handle(&mut self, fragment: Message, context: &mut Self::Context) {
            context.write_raw(fragment);
        }
    }

    impl StreamHandler<Incoming> for Socket {
        fn handle(&mut self, _: Incoming, context: &mut Self::Context) {
            context.ping(b"");
        }

        fn finished(&mut self, context: &mut Self::Context) {
            self.0.close();
            context.close(None);
            context.stop();
        }
    }

    #[derive(Default)]
    struct Frames(BytesMut);

    impl Frames {
        fn add(&mut self, bytes: Option<Result<Bytes, actix_web::Error>>) {
            self.0.extend_from_slice(&bytes.unwrap().unwrap());
        }

        fn kinds(mut self) -> Vec<(&'static str, usize)> {
            let mut codec = Codec::new().client_mode().max_size(2 * FRAGMENT);
            std::iter::from_fn(|| codec.decode(&mut self.0).unwrap()).map(kind).collect()
        }
    }

    fn kind(frame: Received) -> (&'static str, usize) {
        match frame {
            Received::Ping(payload) => ("ping", payload.len()),
            Received::Continuation(Item::FirstText(piece)) => ("first", piece.len()),
            Received::Continuation(Item::Continue(piece)) => ("next", piece.len()),
            Received::Continuation(Item::Last(piece)) => ("last", piece.len()),
            Received::Text(text) => ("whole", text.len()),
            Received::Close(None) => ("close", 0),
            other @ (Received::Binary(_)
            | Received::Continuation(_)
            | Received::Pong(_)
            | Received::Close(_)) => panic!("{other:?}"),
        }
    }

    /// The encoded ping of a client.
    const PING: &[u8] = &[0x89, 0x80, 0, 0, 0, 0];

    #[actix_web::test]
    async fn long_texts_leave_in_fragments_with_pings_between_them() {
        let outgoing = Outgoing::default();
        let (client, requests) =
            tokio::sync::mpsc::unbounded_channel::<Result<Bytes, PayloadError>>();
        let requests =
            stream::unfold(requests, |mut all| async move { Some((all.recv().await?, all)) });
        let bytes = WebsocketContext::create(Socket(outgoing.clone()), Box::pin(requests));
        let mut bytes = Box::pin(outgoing.clone().paced(bytes));
        let long = "x".repeat(2 * FRAGMENT + 1);
        outgoing.text(long.into(), HeldResources::default());
        outgoing.text("short".into(), HeldResources::default());
        let mut frames = Frames::default();
        frames.add(take(&mut bytes));
        client.send(Ok(Bytes::from_static(PING))).unwrap();
        for _ in 0..3 {
            assert_ne!(outgoing.waiting(), 0);
            frames.add(take(&mut bytes));
        }
        assert_eq!(outgoing.waiting(), 0);
        assert!(take(&mut bytes).is_none());
        outgoing.text("late".into(), HeldResources::default());
        drop(client);
        frames.add(take(&mut bytes));
        assert_eq!(bytes.next().await.map(|_| ()), None);
        let first = [("first", FRAGMENT), ("ping", 0), ("next", FRAGMENT)];
        let expected = [&first[..], &[("last", 1), ("whole", 5), ("close", 0)]].concat();
        assert_eq!(frames.kinds(), expected);
    }

    #[test]
    fn a_response_holds_its_share_until_its_last_fragment() {
        let session = Session::new("s", None);
        let outgoing = Outgoing::default();
        let mut fragments = Box::pin(outgoing.clone().paced(outgoing.fragments()));
        for _ in 0..limits::CALLS_PER_SESSION {
            let text = "x".repeat(FRAGMENT + 1);
            outgoing.text(text.into(), (None, Some(session.permit().unwrap())));
        }
        assert!(session.permit().is_none());
        take(&mut fragments).unwrap();
        assert!(session.permit().is_none(), "its last fragment waits");
        take(&mut fragments).unwrap();
        assert!(session.permit().is_some());
    }

    #[test]
    fn nothing_leaves_before_the_connection_asks_for_more() {
        let outgoing = Outgoing::default();
        let mut fragments = outgoing.fragments();
        outgoing.text("x".into(), HeldResources::default());
        outgoing.text("y".into(), HeldResources::default());
        assert_eq!(take(&mut fragments), None);
        outgoing.0.borrow_mut().has_room = true;
        assert_eq!(take(&mut fragments), Some(Message::Text("x".into())));
        assert_eq!(take(&mut fragments), None);
        assert_eq!(outgoing.waiting(), 1);
    }

    #[test]
    fn nothing_more_is_taken_in_while_too_much_waits() {
        let outgoing = Outgoing::default();
        let mut items = Box::pin(outgoing.while_fewer_wait(2, stream::iter(["a", "b", "c"])));
        assert_eq!(take(&mut items), Some("a"));
        outgoing.text("x".into(), HeldResources::default());
        assert_eq!(take(&mut items), Some("b"));
        outgoing.text("y".into(), HeldResources::default());
        assert_eq!(take(&mut items), None);
        let mut fragments = Box::pin(outgoing.clone().paced(outgoing.fragments()));
        take(&mut fragments).unwrap();
        assert_eq!(take(&mut items), Some("c"));
    }

    #[test]
    fn closing_sends_nothing_more_and_holds_nothing() {
        let session = Session::new("s", None);
        let outgoing = Outgoing::default();
        let mut fragments = Box::pin(outgoing.clone().paced(outgoing.fragments()));
        for _ in 0..limits::CALLS_PER_SESSION {
            outgoing.text("x".into(), (None, Some(session.permit().unwrap())));
        }
        outgoing.close();
        assert!(session.permit().is_some());
        outgoing.text("y".into(), HeldResources::default());
        assert_eq!((take(&mut fragments), outgoing.waiting()), (None, 0));
    }
}
