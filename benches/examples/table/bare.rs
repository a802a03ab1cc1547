//! The cost of the sockets alone: the same bytes, sent to as many sockets by a server that does
//! nothing else.

use std::net::TcpStream;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use actix::{Actor, AsyncContext, Context, Handler, Message, Recipient, StreamHandler};
use actix_web::dev::ServerHandle;
use actix_web::web::{Data, Payload, get};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use actix_web_actors::ws;
use bytestring::ByteString;
use sobre_benches::samples::Samples;
use tungstenite::WebSocket;

use crate::wire::{self, Failure};

const ROUNDS: usize = 1_000;

/// Adds a socket to the receivers. A first frame at once confirms it.
#[derive(Message)]
#[rtype(result = "()")]
struct Join(Recipient<Go>);

/// Sends to every socket.
#[derive(Message, Clone, Copy)]
#[rtype(result = "()")]
struct Go;

/// All receiving sockets.
struct Everybody(Vec<Recipient<Go>>);

impl Actor for Everybody {
    type Context = Context<Self>;
}

impl Handler<Join> for Everybody {
    type Result = ();

    fn handle(&mut self, join: Join, _: &mut Self::Context) {
        join.0.do_send(Go);
        self.0.push(join.0);
    }
}

impl Handler<Go> for Everybody {
    type Result = ();

    fn handle(&mut self, go: Go, _: &mut Self::Context) {
        self.0.iter().for_each(|socket| socket.do_send(go));
    }
}

#[derive(Clone)]
struct Bare {
    everybody: actix::Addr<Everybody>,
    text: ByteString,
}

impl Actor for Bare {
    type Context = ws::WebsocketContext<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        self.everybody.do_send(Join(context.address().recipient()));
    }
}

impl Handler<Go> for Bare {
    type Result = ();

    fn handle(&mut self, _: Go, context: &mut Self::Context) {
        context.text(self.text.clone());
    }
}

impl StreamHandler<Result<ws::Message, ws::ProtocolError>> for Bare {
    fn handle(&mut self, message: Result<ws::Message, ws::ProtocolError>, _: &mut Self::Context) {
        if let Ok(ws::Message::Text(_)) = message {
            self.everybody.do_send(Go);
        }
    }
}

async fn join(
    bare: Data<Bare>,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, actix_web::Error> {
    ws::start(Bare::clone(&bare), &request, body)
}

/// Serves until stopped, after reporting the address.
fn serve(bytes: usize, address: &Sender<(String, ServerHandle)>) -> std::io::Result<()> {
    actix_rt::System::new().block_on(async {
        let everybody = Everybody(Vec::new()).start();
        let bare = Data::new(Bare { everybody, text: "x".repeat(bytes).into() });
        let app = move || App::new().app_data(bare.clone()).route("/ws", get().to(join));
        let server = HttpServer::new(app).workers(1).bind("127.0.0.1:0")?;
        let host = server.addrs().first().map(ToString::to_string).unwrap_or_default();
        let server = server.run();
        let _ = address.send((host, server.handle()));
        server.await
    })
}

/// Times from a request on one socket until `sockets` others have `bytes` bytes.
pub(crate) fn fan_out(sockets: usize, bytes: usize) -> Result<Samples, Failure> {
    let (address, started) = channel();
    let server = thread::spawn(move || serve(bytes, &address));
    let (host, handle) = started.recv()?;
    let mut asking = join_bare(&host)?;
    let mut listening =
        (0..sockets).map(|_| join_bare(&host)).collect::<Result<Vec<_>, Failure>>()?;
    let mut round = || -> Result<Duration, Failure> {
        let start = Instant::now();
        asking.send("go".into())?;
        listening.iter_mut().try_for_each(await_bytes)?;
        let elapsed = start.elapsed();
        await_bytes(&mut asking)?;
        Ok(elapsed)
    };
    let samples = (0..ROUNDS).map(|_| round()).collect::<Result<Vec<_>, _>>().map(Samples::of);
    drop((asking, listening));
    drop(handle.stop(false));
    let _ = server.join();
    samples
}

fn join_bare(host: &str) -> Result<WebSocket<TcpStream>, Failure> {
    let mut socket = wire::connect(host, "")?;
    await_bytes(&mut socket)?;
    Ok(socket)
}

fn await_bytes(socket: &mut WebSocket<TcpStream>) -> Result<(), Failure> {
    while !socket.read()?.is_text() {}
    Ok(())
}
