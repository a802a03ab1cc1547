//! Unread responses. A long response leaves in pieces, no faster than the other end reads. If that
//! stops reading, its connection is cut, so that no client can occupy memory, files and connections
//! by reading nothing.

use std::any::Any;
use std::cell::Cell;
use std::convert::Infallible;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Extensions, ServiceResponse};
use actix_web::rt;
use actix_web::web::Bytes;
use sobre_actors::AnswerShare;

/// Bytes of one piece; a response up to this size is sent at once.
pub(crate) const PIECE: usize = 64 << 10;

/// A second handle on a connection, to cut it while the server waits for its reader.
pub(crate) struct Connection(TcpStream);

impl Connection {
    /// Stores a handle for each incoming connection.
    pub(crate) fn note(stream: &dyn Any, data: &mut Extensions) {
        let Some(stream) = stream.downcast_ref::<rt::net::TcpStream>() else { return };
        match second_handle(stream) {
            Ok(handle) => drop(data.insert(Rc::new(Self(handle)))),
            Err(error) => tracing::warn!(%error, "a connection cannot be watched"),
        }
    }

    /// The connection of a request, if known.
    pub(crate) fn of(request: &HttpRequest) -> Option<Rc<Self>> {
        request.conn_data::<Rc<Self>>().cloned()
    }

    /// Cuts the connection at once. The server then gets an error and drops the rest of its
    /// response.
    pub(crate) fn cut(&self) {
        // It fails only if the connection has ended already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

#[cfg(unix)]
fn second_handle(stream: &rt::net::TcpStream) -> io::Result<TcpStream> {
    use std::os::fd::AsFd as _;
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn second_handle(stream: &rt::net::TcpStream) -> io::Result<TcpStream> {
    use std::os::windows::io::AsSocket as _;
    Ok(stream.as_socket().try_clone_to_owned()?.into())
}

/// A long response, with its share of the response memory.
pub(crate) struct LongResponse {
    rest: Bytes,
    _share: Option<AnswerShare>,
}

impl LongResponse {
    pub(crate) fn of(text: String, share: Option<AnswerShare>) -> Self {
        Self { rest: text.into(), _share: share }
    }
}

impl MessageBody for LongResponse {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.rest.len() as u64)
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        let piece = self.rest.len().min(PIECE);
        Poll::Ready((piece > 0).then(|| Ok(self.rest.split_to(piece))))
    }
}

/// Cuts the connection of a response if the other end reads nothing for this long.
pub(crate) fn watch(
    patience: Duration,
    response: ServiceResponse<BoxBody>,
) -> ServiceResponse<BoxBody> {
    let is_short = match response.response().body().size() {
        BodySize::None => true,
        BodySize::Sized(bytes) => bytes <= PIECE as u64,
        BodySize::Stream => false,
    };
    let Some(connection) = Connection::of(response.request()).filter(|_| !is_short) else {
        return response;
    };
    let waiting = StalledSince::default();
    rt::spawn(cut_when_stalled(Rc::downgrade(&connection), Rc::downgrade(&waiting), patience));
    response.map_body(|_, rest| BoxBody::new(WatchedBody { rest, waiting }))
}

/// Since when the connection has accepted nothing although there is more to send.
type StalledSince = Rc<Cell<Option<Instant>>>;

async fn cut_when_stalled(
    connection: Weak<Connection>,
    waiting: Weak<Cell<Option<Instant>>>,
    patience: Duration,
) {
    let mut pause = patience;
    loop {
        rt::time::sleep(pause).await;
        let (Some(connection), Some(waiting)) = (connection.upgrade(), waiting.upgrade()) else {
            return;
        };
        let waited = waiting.get().map_or(Duration::ZERO, |since| since.elapsed());
        if waited >= patience {
            tracing::warn!("a connection was cut: its response is not read");
            return connection.cut();
        }
        pause = patience - waited;
    }
}

/// A body that records when pieces of it are taken.
struct WatchedBody {
    rest: BoxBody,
    waiting: StalledSince,
}

impl MessageBody for WatchedBody {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.rest.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let piece = Pin::new(&mut self.rest).poll_next(context);
        // The connection requests the next piece as soon as it has room for one.
        self.waiting.set(matches!(piece, Poll::Ready(Some(_))).then(Instant::now));
        piece
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use actix_web::body::BodyStream;
    use futures_util::StreamExt as _;
    use futures_util::stream;
    use futures_util::task::noop_waker;

    use super::*;

    fn poll(body: &mut (impl MessageBody + Unpin)) -> Poll<Option<usize>> {
        let piece = Pin::new(body).poll_next(&mut Context::from_waker(&noop_waker()));
        piece.map(|piece| piece.map(|piece| piece.map_or(0, |piece| piece.len())))
    }

    #[test]
    fn a_long_answer_leaves_in_pieces() {
        let mut body = LongResponse::of("x".repeat(2 * PIECE + 1), None);
        assert_eq!(body.size(), BodySize::Sized(2 * PIECE as u64 + 1));
        for bytes in [PIECE, PIECE, 1] {
            assert_eq!(poll(&mut body), Poll::Ready(Some(bytes)));
        }
        assert_eq!(poll(&mut body), Poll::Ready(None));
    }

    #[test]
    fn only_a_reader_is_waited_for_and_not_the_answer_itself() {
        let pieces = stream::iter(["one", "two"]).map(|piece| Ok::<_, io::Error>(piece.into()));
        let pieces = pieces.chain(stream::once(pending()));
        let rest = BoxBody::new(BodyStream::new(Box::pin(pieces)));
        let mut body = WatchedBody { rest, waiting: StalledSince::default() };
        assert_eq!(poll(&mut body), Poll::Ready(Some(3)));
        assert!(body.waiting.get().is_some());
        assert_eq!(poll(&mut body), Poll::Ready(Some(3)));
        assert!(poll(&mut body).is_pending());
        assert_eq!(body.waiting.get(), None);
    }
}
