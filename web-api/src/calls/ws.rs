//! The socket of a tab: an actor inside its connection.
//!
//! The connection polls the actor only while it has room for more bytes, so the actor sleeps while
//! its tab reads nothing. Work that must continue meanwhile runs in separate tasks: calls, and
//! closing a tab that falls behind.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, ActorContext, AsyncContext, Handler, Message, StreamHandler};
use actix_http::ws::{Codec, Item};
use actix_web::body::BodyStream;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use actix_web_actors::ws;
use futures_util::{FutureExt as _, stream};
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::{Answer, App, Frame, Session, limits};
use sobre_engine::dates::Day;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::frames;
use super::outgoing::{HeldResources, Outgoing};
use crate::access::Access;
use crate::bodies::leave_unwatched;
use crate::unread::Connection;

const PING_EVERY: Duration = Duration::from_secs(15);
const SILENCE_ALLOWED: Duration = Duration::from_secs(60);
/// Pushed frames that are sent together, so that the tab wakes once for them.
const FRAMES_AHEAD: usize = 16;

/// Upgrades to the socket of a new session.
pub(crate) async fn connect(
    app: Data<App>,
    access: Data<Access>,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, actix_web::Error> {
    let mut response = ws::handshake(&request)?;
    // A socket may stay silent and is pinged instead.
    leave_unwatched(&request);
    let (outbox, inbox) = mpsc::channel(limits::FRAMES_PER_SESSION);
    let outgoing = Outgoing::default();
    let session = app.new_session(Some(outbox));
    let token = access.token_of(&request).unwrap_or_default();
    let told_day = app.greet(&session);
    let socket = Socket {
        app,
        session,
        access,
        token,
        inbox: Some(inbox),
        outgoing: outgoing.clone(),
        connection: Connection::of(&request),
        tasks: JoinSet::new(),
        heard: Instant::now(),
        told_day,
        pieces: Vec::new(),
    };
    // Accepts no more calls from a tab with this many unread responses.
    let incoming = outgoing.while_fewer_wait(limits::CALLS_PER_SESSION, body);
    let codec = Codec::new().max_size(limits::ARGUMENT_BYTES);
    let bytes = ws::WebsocketContext::with_codec(socket, incoming, codec);
    Ok(response.body(BodyStream::new(outgoing.paced(bytes))))
}

struct Socket {
    app: Data<App>,
    session: Arc<Session>,
    access: Data<Access>,
    /// The token or session that opened the socket; when it ends, so does the socket.
    token: String,
    inbox: Option<mpsc::Receiver<Frame>>,
    outgoing: Outgoing,
    connection: Option<Rc<Connection>>,
    /// Aborted when the actor ends.
    tasks: JoinSet<()>,
    heard: Instant,
    /// The last day sent.
    told_day: Day,
    /// The received pieces of a fragmented message.
    pieces: Vec<u8>,
}

type Context = ws::WebsocketContext<Socket>;

impl Socket {
    fn request(&mut self, text: &str, context: &mut Context) {
        if !self.access.is_good(&self.token) {
            return Self::close(context, ws::CloseCode::Policy);
        }
        let request: frames::Request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                let message = format!("The frame is not a request: {error}");
                return self.refuse(None, CallError::new(ErrorCode::BadArguments, message));
            }
        };
        let Some(permit) = self.session.permit() else {
            return self.refuse(Some(request.id), CallError::of(ErrorCode::Busy));
        };
        let (app, session) = (self.app.clone(), Arc::clone(&self.session));
        let id = request.id;
        let call = async move {
            let outcome = app.call_text(&session, &request.name, request.args, request.undo).await;
            let (text, share) = frames::reply(Some(id), outcome);
            (text.into(), (share, Some(permit)))
        };
        // The first poll brings a call to its actor's mailbox. Polling here keeps calls in order of
        // arrival; spawned tasks may start in any order.
        let mut call = Box::pin(call);
        if let Some((text, held)) = (&mut call).now_or_never() {
            return self.outgoing.text(text, held);
        }
        while self.tasks.try_join_next().is_some() {}
        let outgoing = self.outgoing.clone();
        self.tasks.spawn_local(async move {
            let (text, held) = call.await;
            outgoing.text(text, held);
        });
    }

    fn refuse(&self, id: Option<u64>, error: CallError) {
        let (text, _) = frames::reply(id, Err::<Answer, _>(error));
        self.outgoing.text(text.into(), HeldResources::default());
    }

    /// Reassembles a fragmented message; browsers split large ones.
    fn piece(&mut self, item: Item, context: &mut Context) {
        let (piece, last) = match item {
            Item::FirstText(piece) if self.pieces.is_empty() => (piece, false),
            Item::Continue(piece) => (piece, false),
            Item::Last(piece) => (piece, true),
            Item::FirstText(_) | Item::FirstBinary(_) => {
                return Self::close(context, ws::CloseCode::Unsupported);
            }
        };
        if self.pieces.len() + piece.len() > limits::ARGUMENT_BYTES {
            return Self::close(context, ws::CloseCode::Size);
        }
        self.pieces.extend_from_slice(&piece);
        if last {
            match String::from_utf8(std::mem::take(&mut self.pieces)) {
                Ok(text) => self.request(&text, context),
                Err(_) => Self::close(context, ws::CloseCode::Invalid),
            }
        }
    }

    /// Checks that the other end is alive.
    fn ping(&mut self, context: &mut Context) {
        self.told_day = self.app.publish_day(&self.session, self.told_day);
        if self.heard.elapsed() > SILENCE_ALLOWED {
            context.stop();
        } else if !self.access.is_good(&self.token) {
            Self::close(context, ws::CloseCode::Policy);
        } else {
            context.ping(b"");
        }
    }

    /// Closes the socket with a reason; waiting texts are dropped.
    fn close(context: &mut Context, code: ws::CloseCode) {
        context.close(Some(code.into()));
        context.stop();
    }
}

impl Actor for Socket {
    type Context = Context;

    fn started(&mut self, context: &mut Context) {
        if let Some(inbox) = self.inbox.take() {
            let pushed = stream::unfold(inbox, |mut inbox| async move {
                inbox.recv().await.map(|frame| (frame, inbox))
            });
            // Further frames wait in the inbox, which detects when the tab falls behind.
            context.add_stream(self.outgoing.while_fewer_wait(FRAMES_AHEAD, pushed));
        }
        context.add_stream(self.outgoing.fragments());
        context.run_interval(PING_EVERY, Self::ping);
        let session = Arc::clone(&self.session);
        let (connection, socket) = (self.connection.clone(), context.address());
        self.tasks.spawn_local(async move {
            session.fell_behind().await;
            tracing::debug!(session = %session.id(), "a tab fell behind");
            socket.do_send(QueueFull);
            // Its connection may wait for it forever without waking the socket.
            if let Some(connection) = connection {
                connection.cut();
            }
        });
    }

    fn stopped(&mut self, _: &mut Context) {
        self.tasks.abort_all();
        self.outgoing.close();
        let (app, session) = (self.app.clone(), Arc::clone(&self.session));
        actix::spawn(async move { app.disconnect(&session).await });
    }
}

/// More frames wait for the tab than its session's queue holds.
#[derive(Message)]
#[rtype(result = "()")]
struct QueueFull;

impl Handler<QueueFull> for Socket {
    type Result = ();

    fn handle(&mut self, _: QueueFull, context: &mut Context) {
        Self::close(context, ws::CloseCode::Again);
    }
}

/// Pushed frames.
impl StreamHandler<Frame> for Socket {
    fn handle(&mut self, frame: Frame, _: &mut Context) {
        self.outgoing.text(frame, HeldResources::default());
    }

    fn finished(&mut self, _: &mut Context) {}
}

/// Fragments that the connection has room for.
impl StreamHandler<ws::Message> for Socket {
    fn handle(&mut self, fragment: ws::Message, context: &mut Context) {
        context.write_raw(fragment);
    }
}

/// Messages of the tab.
impl StreamHandler<Result<ws::Message, ws::ProtocolError>> for Socket {
    fn handle(&mut self, message: Result<ws::Message, ws::ProtocolError>, context: &mut Context) {
        self.heard = Instant::now();
        match message {
            Ok(ws::Message::Text(text)) => self.request(&text, context),
            Ok(ws::Message::Ping(payload)) => context.pong(&payload),
            Ok(ws::Message::Close(reason)) => {
                context.close(reason);
                context.stop();
            }
            Ok(ws::Message::Continuation(item)) => self.piece(item, context),
            Ok(ws::Message::Binary(_)) => Self::close(context, ws::CloseCode::Unsupported),
            Ok(ws::Message::Pong(_) | ws::Message::Nop) => {}
            Err(error) => {
                tracing::debug!(%error, "a socket broke");
                Self::close(context, ws::CloseCode::Protocol);
            }
        }
    }
}
