//! The socket of a tab.
//!
//! Requests are answered as they finish; pushed frames come from the session's bounded queue. A
//! tab that falls behind, reads nothing or stops answering pings is disconnected.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_codec::Decoder as _;
use actix_http::body::BodyStream;
use actix_http::ws::{self, CloseCode, Codec, Item, Message, ProtocolError, handshake};
use actix_web::body::{BoxBody, MessageBody as _};
use actix_web::web::{BytesMut, Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::{Answer, App, Frame, Session, limits};
use sobre_engine::dates::Day;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::frames;
use super::outgoing::{Held, Outgoing, queue};
use crate::access::Access;
use crate::bodies::leave_unwatched;
use crate::unread::Connection;

const PING_EVERY: Duration = Duration::from_secs(15);
const SILENCE_ALLOWED: Duration = Duration::from_secs(60);
/// Pushed frames that are handed over together, so that the tab wakes once for them.
const FRAMES_AHEAD: usize = 16;

/// Upgrades to the socket of a new session.
pub(crate) async fn connect(
    app: Data<App>,
    access: Data<Access>,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, actix_web::Error> {
    let mut response = handshake(request.head())?;
    // A socket is silent for as long as it likes, and pinged instead.
    leave_unwatched(&request);
    let (outbox, inbox) = mpsc::channel(limits::FRAMES_PER_SESSION);
    let (outgoing, sending) = queue();
    let session = app.new_session(Some(outbox));
    let token = access.token_of(&request).unwrap_or_default();
    let told_day = app.greet(&session);
    let socket = Socket {
        app,
        session,
        access,
        token,
        outgoing,
        connection: Connection::of(&request),
        heard: Instant::now(),
        told_day,
        pieces: Vec::new(),
    };
    actix::spawn(socket.run(Incoming::of(body), inbox));
    let body: BoxBody = BodyStream::new(sending).boxed();
    Ok(response.message_body(body)?.into())
}

struct Socket {
    app: Data<App>,
    session: Arc<Session>,
    access: Data<Access>,
    /// What let it in; when it ends, so does the socket.
    token: String,
    outgoing: Outgoing,
    connection: Option<Rc<Connection>>,
    heard: Instant,
    /// The day it was told of last.
    told_day: Day,
    /// What has come of a fragmented message.
    pieces: Vec<u8>,
}

/// Why a socket ends: with a frame that says so, or because the other end has gone.
type End = Option<CloseCode>;

/// A reply with what it holds until it was read.
type Reply = (Frame, Held);

/// Calls that have not been answered yet.
type Calls = FuturesUnordered<std::pin::Pin<Box<dyn Future<Output = Reply>>>>;

impl Socket {
    async fn run(mut self, mut incoming: Incoming, mut inbox: mpsc::Receiver<Frame>) {
        let mut calls = Calls::new();
        let session = Arc::clone(&self.session);
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.reset();
        let end = loop {
            let outgoing = self.outgoing.clone();
            // Nothing more is taken in from a tab that leaves so many messages unread.
            let is_read = outgoing.waiting() < limits::CALLS_PER_SESSION;
            let step = tokio::select! {
                biased;
                () = outgoing.gone() => Err(None),
                () = session.fell_behind() => {
                    self.cut();
                    Err(Some(CloseCode::Again))
                }
                Some((text, held)) = calls.next() => {
                    outgoing.text(text, held);
                    Ok(())
                }
                // Others wait in a queue of their own, which tells when the tab falls behind.
                Some(frame) = inbox.recv(), if outgoing.waiting() < FRAMES_AHEAD => {
                    outgoing.text(frame, Held::default());
                    Ok(())
                }
                () = outgoing.taken(), if outgoing.waiting() > 0 => Ok(()),
                _ = pings.tick() => self.ping(),
                message = incoming.next(), if is_read => self.take_in(message, &calls),
            };
            if let Err(end) = step {
                break end;
            }
        };
        self.outgoing.close(end.map(Into::into));
        self.app.vanish(&self.session).await;
    }

    /// Ends the connection of a tab that does not read.
    fn cut(&self) {
        tracing::debug!(session = %self.session.id(), "a tab fell behind");
        if let Some(connection) = &self.connection {
            connection.cut();
        }
    }

    fn ping(&mut self) -> Result<(), End> {
        self.told_day = self.app.tell_day(&self.session, self.told_day);
        if self.heard.elapsed() > SILENCE_ALLOWED {
            Err(None)
        } else if !self.access.is_good(&self.token) {
            Err(Some(CloseCode::Policy))
        } else {
            self.outgoing.control(Message::Ping("".into()));
            Ok(())
        }
    }

    fn take_in(
        &mut self,
        frame: Option<Result<ws::Frame, ProtocolError>>,
        calls: &Calls,
    ) -> Result<(), End> {
        self.heard = Instant::now();
        let frame = match frame {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => {
                tracing::debug!(%error, "a socket broke");
                return Err(Some(CloseCode::Protocol));
            }
            None => return Err(None),
        };
        match frame {
            ws::Frame::Text(text) => self.text(&text, calls),
            ws::Frame::Ping(payload) => {
                self.outgoing.control(Message::Pong(payload));
                Ok(())
            }
            ws::Frame::Close(reason) => Err(reason.map(|reason| reason.code)),
            ws::Frame::Continuation(item) => self.piece(item, calls),
            ws::Frame::Binary(_) => Err(Some(CloseCode::Unsupported)),
            ws::Frame::Pong(_) => Ok(()),
        }
    }

    /// Puts the pieces of a fragmented message together; browsers split large ones.
    fn piece(&mut self, item: Item, calls: &Calls) -> Result<(), End> {
        let (piece, last) = match item {
            Item::FirstText(piece) if self.pieces.is_empty() => (piece, false),
            Item::Continue(piece) => (piece, false),
            Item::Last(piece) => (piece, true),
            Item::FirstText(_) | Item::FirstBinary(_) => return Err(Some(CloseCode::Unsupported)),
        };
        if self.pieces.len() + piece.len() > limits::ARGUMENT_BYTES {
            return Err(Some(CloseCode::Size));
        }
        self.pieces.extend_from_slice(&piece);
        if last {
            let whole = std::mem::take(&mut self.pieces);
            return self.text(&whole, calls);
        }
        Ok(())
    }

    fn text(&self, text: &[u8], calls: &Calls) -> Result<(), End> {
        let text = std::str::from_utf8(text).map_err(|_| Some(CloseCode::Invalid))?;
        if !self.access.is_good(&self.token) {
            return Err(Some(CloseCode::Policy));
        }
        let request: frames::Request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                let message = format!("The frame is not a request: {error}");
                self.refuse(None, CallError::new(ErrorCode::BadArguments, message));
                return Ok(());
            }
        };
        let Some(permit) = self.session.permit() else {
            self.refuse(Some(request.id), CallError::of(ErrorCode::Busy));
            return Ok(());
        };
        let (app, session) = (self.app.clone(), Arc::clone(&self.session));
        let id = request.id;
        let call = async move {
            let outcome = app.call_text(&session, &request.name, request.args, request.undo).await;
            let (text, share) = frames::reply(Some(id), outcome);
            (text.into(), (share, Some(permit)))
        };
        // The first poll takes a call as far as the mailbox of its actor. Doing it here keeps calls
        // in the order they came; those under way are polled in no certain order.
        let mut call = Box::pin(call);
        match (&mut call).now_or_never() {
            Some((text, held)) => self.outgoing.text(text, held),
            None => calls.push(call),
        }
        Ok(())
    }

    fn refuse(&self, id: Option<u64>, error: CallError) {
        let (text, _) = frames::reply(id, Err::<Answer, _>(error));
        self.outgoing.text(text.into(), Held::default());
    }
}

/// The frames that come.
struct Incoming {
    body: Payload,
    codec: Codec,
    bytes: BytesMut,
}

impl Incoming {
    fn of(body: Payload) -> Self {
        let codec = Codec::new().max_size(limits::ARGUMENT_BYTES);
        Self { body, codec, bytes: BytesMut::new() }
    }

    /// The next frame; given up in between, it loses nothing.
    async fn next(&mut self) -> Option<Result<ws::Frame, ProtocolError>> {
        loop {
            if let Some(frame) = self.codec.decode(&mut self.bytes).transpose() {
                return Some(frame);
            }
            match self.body.next().await? {
                Ok(bytes) => self.bytes.extend_from_slice(&bytes),
                Err(error) => return Some(Err(ProtocolError::Io(std::io::Error::other(error)))),
            }
        }
    }
}
