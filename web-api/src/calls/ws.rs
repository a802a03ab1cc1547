//! The socket of a tab, the only file that knows actix-web-actors.
//!
//! Requests are answered as they finish; pushed frames come from the session's bounded queue. A
//! tab that falls behind or stops answering pings is disconnected.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, ActorContext, ActorFutureExt, AsyncContext, StreamHandler, WrapFuture, fut};
use actix_http::ws::Item;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use actix_web_actors::ws;
use futures_util::{FutureExt as _, stream};
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::{App, Frame, Session, limits};
use sobre_engine::dates::Day;
use tokio::sync::mpsc;

use super::frames;
use crate::access::Access;
use crate::bodies::leave_unwatched;

const PING_EVERY: Duration = Duration::from_secs(15);
const SILENCE_ALLOWED: Duration = Duration::from_secs(60);

/// Upgrades to the socket of a new session.
pub(crate) async fn connect(
    app: Data<App>,
    access: Data<Access>,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, actix_web::Error> {
    // A socket is silent for as long as it likes, and pinged instead.
    leave_unwatched(&request);
    let (outbox, inbox) = mpsc::channel(limits::FRAMES_PER_SESSION);
    let session = app.new_session(Some(outbox));
    let token = access.token_of(&request).unwrap_or_default();
    let socket = Socket {
        app,
        session,
        access,
        token,
        inbox: Some(inbox),
        heard: Instant::now(),
        told_day: None,
        pieces: Vec::new(),
    };
    ws::WsResponseBuilder::new(socket, &request, body).frame_size(limits::ARGUMENT_BYTES).start()
}

struct Socket {
    app: Data<App>,
    session: Arc<Session>,
    access: Data<Access>,
    /// What let it in; when it ends, so does the socket.
    token: String,
    inbox: Option<mpsc::Receiver<Frame>>,
    heard: Instant,
    /// The day it was told of last.
    told_day: Option<Day>,
    /// What has come of a fragmented message.
    pieces: Vec<u8>,
}

type Context = ws::WebsocketContext<Socket>;

impl Socket {
    fn request(&self, text: &str, context: &mut Context) {
        if !self.access.is_good(&self.token) {
            return Self::close(context, ws::CloseCode::Policy);
        }
        let request: frames::Request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                let message = format!("The frame is not a request: {error}");
                let error = CallError::new(ErrorCode::BadArguments, message);
                context.text(frames::reply(None, &Err(error)));
                return;
            }
        };
        let Some(permit) = self.session.permit() else {
            context.text(frames::reply(Some(request.id), &Err(CallError::of(ErrorCode::Busy))));
            return;
        };
        let (app, session) = (self.app.clone(), Arc::clone(&self.session));
        let id = request.id;
        let call = async move {
            let outcome = app.call_text(&session, &request.name, request.args, request.undo).await;
            drop(permit);
            frames::reply(Some(id), &outcome)
        };
        // The first poll takes a call as far as the mailbox of its actor. Doing it here keeps calls
        // in the order they came; the context polls what is spawned in no certain order.
        let mut call = Box::pin(call);
        if let Some(reply) = (&mut call).now_or_never() {
            context.text(reply);
            return;
        }
        context.spawn(call.into_actor(self).map(|reply, _, context: &mut Context| {
            context.text(reply);
        }));
    }

    /// Puts the pieces of a fragmented message together; browsers split large ones.
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

    fn close(context: &mut Context, code: ws::CloseCode) {
        context.close(Some(code.into()));
        context.stop();
    }
}

impl Actor for Socket {
    type Context = Context;

    fn started(&mut self, context: &mut Context) {
        if let Some(inbox) = self.inbox.take() {
            context.add_stream(stream::unfold(inbox, |mut inbox| async move {
                inbox.recv().await.map(|frame| (frame, inbox))
            }));
        }
        let session = Arc::clone(&self.session);
        context.spawn(async move { session.fell_behind().await }.into_actor(self).then(
            |(), _, context: &mut Context| {
                Self::close(context, ws::CloseCode::Again);
                fut::ready(())
            },
        ));
        context.run_interval(PING_EVERY, |socket, context| {
            let told = socket.told_day.take();
            socket.told_day = told.map(|day| socket.app.tell_day(&socket.session, day));
            if socket.heard.elapsed() > SILENCE_ALLOWED {
                context.stop();
            } else if !socket.access.is_good(&socket.token) {
                Self::close(context, ws::CloseCode::Policy);
            } else {
                context.ping(b"");
            }
        });
        self.told_day = Some(self.app.greet(&self.session));
    }

    fn stopped(&mut self, _: &mut Context) {
        let (app, session) = (self.app.clone(), Arc::clone(&self.session));
        actix::spawn(async move { app.vanish(&session).await });
    }
}

impl StreamHandler<Frame> for Socket {
    fn handle(&mut self, frame: Frame, context: &mut Context) {
        context.text(frame);
    }

    fn finished(&mut self, _: &mut Context) {}
}

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

    fn finished(&mut self, context: &mut Context) {
        context.stop();
    }
}
