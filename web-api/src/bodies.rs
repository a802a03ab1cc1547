//! Stalled request bodies. A body may take any time while bytes arrive. A body that stalls is
//! abandoned and its connection closed, so that no client can occupy memory, files and connections
//! by sending nothing.

use std::cell::RefCell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::middleware::Next;
use actix_web::rt::time::sleep;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpMessage as _, HttpRequest};
use futures_util::{Stream, StreamExt as _};

use crate::unread;

/// How long a body, or the reader of a response, may stall.
pub const STALL: Duration = Duration::from_secs(30);

/// How much of a refused body is still read.
const UNWANTED_BYTES: usize = 64 << 20;

type Pause = Pin<Box<dyn Future<Output = ()>>>;
type Piece = Result<Bytes, PayloadError>;

/// Limits how long request bodies and readers of long responses may stall.
pub(crate) async fn watched(
    stall: Duration,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        let response = next.call(request).await?.map_into_boxed_body();
        return Ok(unread::watch(stall, response));
    }
    let watched = WatchedBody::new(payload, move || Box::pin(sleep(stall)));
    let watched = Rc::new(RefCell::new(watched));
    request.extensions_mut().insert(BodyWatch(Rc::clone(&watched)));
    request.set_payload(Payload::Stream { payload: Box::pin(Shared(Rc::clone(&watched))) });
    let response = unread::watch(stall, next.call(request).await?.map_into_boxed_body());
    if watched.borrow().state == State::Ended {
        return Ok(response);
    }
    // Holding an unfinished body makes the server close the connection after the response. If the
    // body were dropped, the server would wait for the rest without a limit.
    Ok(response.map_body(|_, rest| BoxBody::new(HoldingResponse { rest, _unread: watched })))
}

/// Whether a body ended because it stalled.
pub(crate) fn is_stalled(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// Reads the rest of a refused body, so that its sender gets to read the response.
pub(crate) async fn read_away(body: &mut web::Payload) {
    let mut left = UNWANTED_BYTES;
    while let Some(Ok(chunk)) = body.next().await {
        left = left.saturating_sub(chunk.len());
        if left == 0 {
            return;
        }
    }
}

/// The watch over a request's body, stored in the request's extensions.
struct BodyWatch(Rc<RefCell<WatchedBody>>);

/// Lets the body of this request stall without a limit.
pub(crate) fn leave_unwatched(request: &HttpRequest) {
    if let Some(BodyWatch(watched)) = request.extensions().get() {
        watched.borrow_mut().is_endless = true;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Coming,
    /// Stalled for too long.
    Stalled,
    /// Ended.
    Ended,
}

/// A body and its current pause.
struct WatchedBody {
    payload: Payload,
    begin_pause: Box<dyn Fn() -> Pause>,
    pause: Option<Pause>,
    state: State,
    /// Pauses are unlimited.
    is_endless: bool,
}

impl WatchedBody {
    fn new(payload: Payload, begin_pause: impl Fn() -> Pause + 'static) -> Self {
        Self {
            payload,
            begin_pause: Box::new(begin_pause),
            pause: None,
            state: State::Coming,
            is_endless: false,
        }
    }

    fn poll_piece(&mut self, context: &mut Context<'_>) -> Poll<Option<Piece>> {
        if self.state != State::Coming {
            return Poll::Ready(None);
        }
        if let Poll::Ready(piece) = Pin::new(&mut self.payload).poll_next(context) {
            self.pause = None;
            if !matches!(piece, Some(Ok(_))) {
                self.state = State::Ended;
            }
            return Poll::Ready(piece);
        }
        if self.is_endless {
            return Poll::Pending;
        }
        let pause = self.pause.get_or_insert_with(&self.begin_pause);
        ready!(pause.as_mut().poll(context));
        tracing::warn!("a request was aborted: its body stalled");
        self.state = State::Stalled;
        let stopped = io::Error::new(io::ErrorKind::TimedOut, "the body stalled for too long");
        Poll::Ready(Some(Err(PayloadError::Io(stopped))))
    }
}

/// The body as handlers read it.
struct Shared(Rc<RefCell<WatchedBody>>);

impl Stream for Shared {
    type Item = Piece;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Piece>> {
        self.0.borrow_mut().poll_piece(context)
    }
}

/// A response that holds the unread rest of its request.
struct HoldingResponse {
    rest: BoxBody,
    _unread: Rc<RefCell<WatchedBody>>,
}

impl MessageBody for HoldingResponse {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.rest.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.rest).poll_next(context)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::{pending, ready};

    use futures_util::task::noop_waker;
    use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

    use super::*;

    /// A body with the pieces that the test sends.
    fn body(pause: impl Fn() -> Pause + 'static) -> (UnboundedSender<&'static str>, WatchedBody) {
        let (send, mut come) = unbounded_channel::<&str>();
        let pieces = futures_util::stream::poll_fn(move |context| come.poll_recv(context));
        let pieces = pieces.map(|text| Ok(Bytes::from_static(text.as_bytes())));
        (send, WatchedBody::new(Payload::Stream { payload: Box::pin(pieces) }, pause))
    }

    fn poll(watched: &mut WatchedBody) -> Poll<Option<Result<String, String>>> {
        let piece = watched.poll_piece(&mut Context::from_waker(&noop_waker()));
        let text = |bytes: Bytes| String::from_utf8_lossy(&bytes).into_owned();
        piece.map(|piece| piece.map(|piece| piece.map(text).map_err(|error| error.to_string())))
    }

    #[test]
    fn a_slow_body_passes_because_each_piece_ends_the_pause() {
        let pauses = Rc::new(Cell::new(0));
        let counted = Rc::clone(&pauses);
        let (send, mut watched) = body(move || {
            counted.set(counted.get() + 1);
            Box::pin(pending())
        });
        for piece in 1..=100 {
            assert!(poll(&mut watched).is_pending());
            assert!(poll(&mut watched).is_pending(), "looking again begins no other pause");
            assert_eq!(pauses.get(), piece);
            send.send("x").unwrap();
            assert_eq!(poll(&mut watched), Poll::Ready(Some(Ok("x".to_owned()))));
        }
        drop(send);
        assert_eq!(poll(&mut watched), Poll::Ready(None));
        assert_eq!(watched.state, State::Ended);
    }

    #[test]
    fn an_endless_body_may_stop_for_as_long_as_it_likes() {
        let (send, mut watched) = body(|| Box::pin(ready(())));
        watched.is_endless = true;
        assert!(poll(&mut watched).is_pending());
        send.send("x").unwrap();
        assert_eq!(poll(&mut watched), Poll::Ready(Some(Ok("x".to_owned()))));
    }

    #[test]
    fn a_body_that_stops_is_given_up_once_and_for_all() {
        let (send, mut watched) = body(|| Box::pin(ready(())));
        send.send("x").unwrap();
        assert_eq!(poll(&mut watched), Poll::Ready(Some(Ok("x".to_owned()))));
        let Poll::Ready(Some(Err(error))) = poll(&mut watched) else { panic!("it goes on") };
        assert!(error.contains("the body stalled for too long"), "{error}");
        send.send("late").unwrap();
        assert_eq!(poll(&mut watched), Poll::Ready(None));
        assert_eq!(watched.state, State::Stalled);
    }
}
