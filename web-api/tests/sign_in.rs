//! A password, and nothing else, opens the application to browsers on other computers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::io::Write as _;
use std::net::{TcpListener, UdpSocket};
use std::path::Path;
use std::process::{Command, Stdio};

use common::Program;
use common::sync::{Answer, SyncProgram, request};
use serde_json::{Value, json};
use tempfile::TempDir;

const PASSWORD: &str = "a long password";
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const JSON: (&str, &str) = ("content-type", "application/json");

fn set_password(sync_dir: &Path, password: &str, options: &[&str]) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sobre"))
        .args(["set-password", "--data-dir"])
        .arg(sync_dir)
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{password}").unwrap();
    child.wait().unwrap().success()
}

/// A program that listens on every address, with a password.
struct Wide {
    program: Program,
    dir: TempDir,
}

impl Wide {
    fn start() -> Self {
        let dir = TempDir::new().unwrap();
        assert!(set_password(&dir.path().join(".sync-server"), PASSWORD, &[]));
        Self::on(dir)
    }

    /// On a data directory with a password.
    fn on(dir: TempDir) -> Self {
        let arguments =
            ["--host", "0.0.0.0", "--with-sync-server", "--origin", "https://budget.example/"];
        let program = Program::start_with(dir.path(), &arguments);
        Self { program, dir }
    }

    fn url(&self) -> String {
        self.program.url.clone()
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        request(&self.url(), "GET", path, headers, None)
    }

    fn post(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        request(&self.url(), "POST", path, headers, Some(body.as_bytes()))
    }

    fn sign_in(&self, password: &str) -> Answer {
        self.post("/sign-in", &[JSON], &json!({ "password": password }).to_string())
    }

    /// The cookie of a browser that signed in.
    fn cookie(&self) -> String {
        let answer = self.sign_in(PASSWORD);
        assert_eq!(answer.status, 200, "{}", answer.text());
        cookie_of(&answer)
    }
}

fn cookie_of(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

#[test]
fn without_a_password_a_wider_address_is_refused() {
    let dir = TempDir::new().unwrap();
    let mut command = common::command(dir.path());
    let refused = command.args(["--host", "0.0.0.0", "--with-sync-server"]).output().unwrap();
    assert!(!refused.status.success());
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("sobre set-password --data-dir"), "{words}");
    let mut command = common::command(dir.path());
    let refused = command.args(["--origin", "https://budget.example"]).output().unwrap();
    assert!(!refused.status.success(), "a proxy leads there from elsewhere");
    let sync = dir.path().join("alone");
    let refused = common::sync::command(&sync).args(["--host", "0.0.0.0"]).output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8(refused.stderr).unwrap().contains("sobre set-password"));
    assert!(!set_password(&sync, "", &[]), "an empty password");
}

#[test]
fn signing_in_gives_a_cookie_that_opens_everything() {
    let wide = Wide::start();
    let page = wide.get("/", &[]);
    assert_eq!(page.status, 401);
    assert!(page.text().contains("<form method=\"post\" action=\"/sign-in\">"));
    assert_eq!(wide.post("/api/call/get-budgets", &[], "{}").status, 401);
    for path in ["/index.html", "/assets/index.js", "/settings", "/sign-in.css/index.html"] {
        assert_eq!(wide.get(path, &[]).status, 401, "{path} is for people who signed in");
    }

    let cookie = wide.cookie();
    let cookie = ("cookie", cookie.as_str());
    assert_ne!(wide.get("/", &[cookie]).status, 401);
    let own = wide.url();
    let own = ("origin", own.as_str());
    assert_eq!(wide.post("/api/call/get-budgets", &[cookie, own], "{}").status, 200);
    assert_eq!(wide.post("/api/call/get-budgets", &[cookie], "{}").status, 403);
    let foreign = ("origin", "http://203.0.113.5:5106");
    assert_eq!(wide.post("/api/call/get-budgets", &[cookie, foreign], "{}").status, 403);

    assert_eq!(wide.get("/api/session", &[]).status, 401);
    let session = wide.get("/api/session", &[cookie]).json();
    assert_eq!(session, json!({ "result": { "byPassword": true } }));
    assert_eq!(wide.post("/sign-out", &[cookie, own], "").status, 200);
    assert_eq!(wide.get("/", &[cookie]).status, 401);
    assert_eq!(wide.get("/api/session", &[cookie]).status, 401);
    assert_eq!(wide.post("/api/call/get-budgets", &[cookie, own], "{}").status, 401);
}

#[test]
fn the_forms_page_signs_in_and_shows_errors() {
    let wide = Wide::start();
    let wrong = wide.post("/sign-in", &[FORM], "password=wrong");
    assert_eq!(wrong.status, 401);
    assert!(wrong.text().contains("Invalid password") && wrong.text().contains("<form"));
    let right = wide.post("/sign-in", &[FORM], "password=a+long%20password");
    assert_eq!((right.status, right.header("location")), (303, "/"));
    let cookie = right.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(!cookie.contains("Secure"), "plain HTTP could not keep it: {cookie}");
    let foreign = [FORM, ("origin", "https://evil.example")];
    let sent = wide.post("/sign-in", &foreign, "password=a+long%20password");
    assert_eq!(sent.status, 403);
}

#[test]
fn behind_a_configured_name_the_cookie_is_for_encrypted_connections_alone() {
    let wide = Wide::start();
    let body = json!({ "password": PASSWORD }).to_string();
    let named = [JSON, ("host", "budget.example"), ("origin", "https://budget.example")];
    let answer = wide.post("/sign-in", &named, &body);
    assert_eq!(answer.status, 200);
    assert!(answer.header("set-cookie").contains("Secure"));
    let other = [JSON, ("host", "evil.example")];
    assert_eq!(wide.post("/sign-in", &other, &body).status, 421);
}

#[test]
fn wrong_passwords_close_the_door_before_they_are_hashed() {
    let wide = Wide::start();
    for _ in 0..5 {
        let answer = wide.sign_in("wrong");
        assert_eq!((answer.status, &answer.json()["reason"]), (401, &json!("invalid-password")));
    }
    let answer = wide.sign_in(PASSWORD);
    assert_eq!((answer.status, &answer.json()["reason"]), (429, &json!("too-many-requests")));
    let login = json!({ "password": PASSWORD }).to_string();
    assert_eq!(wide.post("/account/login", &[JSON], &login).status, 429, "both doors are one");
}

#[test]
fn a_session_that_is_revoked_loses_its_socket_and_its_calls() {
    let wide = Wide::start();
    let cookie = wide.cookie();
    let token = cookie.split_once('=').unwrap().1.to_owned();
    let shown = ("x-actual-token", token.as_str());
    let bearer = format!("Bearer {token}");
    let call = |name: &str| wide.post(name, &[("authorization", bearer.as_str())], "{}");
    assert_eq!(call("/api/call/get-budgets").status, 200);
    let mut tab = wide.program.tab_as(&token);
    tab.call("get-budgets", json!({})).unwrap();
    let sessions = wide.get("/account/sessions", &[shown]).json()["data"].clone();
    let own = sessions.as_array().unwrap().iter().find(|one| one["current"] == true).unwrap();
    let body = json!({ "id": own["id"] }).to_string();
    assert_eq!(wide.post("/account/revoke-session", &[JSON, shown], &body).status, 200);
    assert_eq!(call("/api/call/get-budgets").status, 401);
    let asked = json!({ "id": 9, "name": "get-budgets", "args": {} }).to_string();
    let told = tab.raw(tungstenite::Message::text(asked));
    assert!(told.is_close(), "calls of its socket end at once as well: {told:?}");
    assert_eq!(wide.get("/account/validate", &[shown]).status, 401);
}

#[test]
fn changing_the_password_may_end_all_sessions() {
    let wide = Wide::start();
    let cookie = wide.cookie();
    let Wide { program, dir } = wide;
    drop(program);
    assert!(set_password(&dir.path().join(".sync-server"), "another one", &["--sign-out"]));
    let program = Program::start_with(dir.path(), &["--host", "0.0.0.0"]);
    let wide = Wide { program, dir };
    assert_eq!(wide.get("/", &[("cookie", cookie.as_str())]).status, 401);
    assert_eq!(wide.sign_in(PASSWORD).status, 401);
    assert_eq!(wide.sign_in("another one").status, 200);
    let missing = wide.post("/account/login", &[JSON], "{}").status;
    assert_eq!(missing, 401, "without --with-sync-server there is no sync");
}

#[test]
fn signing_out_everywhere_ends_every_session_and_the_token() {
    let wide = Wide::start();
    let [cookie, other] = [wide.cookie(), wide.cookie()];
    call(&wide, "set-server-url", json!({ "url": wide.url() }));
    let own = wide.url();
    let headers = [("cookie", cookie.as_str()), ("origin", own.as_str())];
    let answer = wide.post("/api/sign-out-everywhere", &headers, "");
    assert_eq!(answer.json(), json!({ "result": { "staysIn": false } }));
    assert!(answer.header("set-cookie").contains("Max-Age=0"), "{:?}", answer.headers);
    let bearer = format!("Bearer {}", wide.program.token);
    for shown in [("cookie", cookie.as_str()), ("cookie", &other), ("authorization", &bearer)] {
        assert_eq!(wide.get("/api/session", &[shown]).status, 401, "{shown:?}");
    }
    let token = std::fs::read_to_string(wide.dir.path().join("access-token")).unwrap();
    assert_ne!(token, wide.program.token);
    let bearer = format!("Bearer {token}");
    let user = wide.post("/api/call/subscribe-get-user", &[("authorization", &bearer)], "{}");
    assert!(!user.json()["result"].is_null(), "the program itself goes on syncing");
}

#[test]
fn beside_the_application_strangers_of_this_computer_set_no_password() {
    let dir = TempDir::new().unwrap();
    let program = Program::start_with(dir.path(), &["--with-sync-server"]);
    assert!(program.said.contains("Set one in Sobre, at the address below"), "{}", program.said);
    assert!(program.said.contains("on this computer too, needs this setup code"));
    let set_up = || request(&program.url, "GET", "/account/needs-bootstrap", &[], None).json();
    assert_eq!(set_up()["data"]["bootstrapped"], false);
    let bootstrap = |headers: &[(&str, &str)]| -> Answer {
        let body = json!({ "password": PASSWORD }).to_string();
        let mut headers = headers.to_vec();
        headers.push(JSON);
        request(&program.url, "POST", "/account/bootstrap", &headers, Some(body.as_bytes()))
    };
    assert_eq!(bootstrap(&[("origin", "https://evil.example")]).status, 403);
    assert_eq!(bootstrap(&[("host", "evil.example")]).status, 421);
    assert_eq!(bootstrap(&[("x-forwarded-for", "203.0.113.5")]).status, 403, "through a proxy");
    // The session would open the budgets, and other users of the computer can reach this address
    // too.
    for headers in [&[][..], &[("origin", program.url.as_str())]] {
        let refused = bootstrap(headers);
        assert_eq!(refused.status, 403);
        assert!(refused.text().contains("setup-code-required"), "{}", refused.text());
    }
    assert_eq!(set_up()["data"]["needsSetupCode"], true);

    // A caller with the token needs no code.
    let call = |name: &str, args: Value| {
        program.http(None, name, args).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    call("set-server-url", json!({ "url": program.url }));
    let told = call("subscribe-needs-bootstrap", json!({}));
    assert_eq!((&told["bootstrapped"], &told["needsSetupCode"]), (&json!(false), &json!(false)));
    call("subscribe-bootstrap", json!({ "password": PASSWORD }));
    assert!(!call("subscribe-get-user", json!({})).is_null());
    assert_eq!(set_up()["data"]["bootstrapped"], true);
}

#[test]
fn the_application_may_use_the_sync_server_at_its_own_address() {
    let dir = TempDir::new().unwrap();
    let program = Program::start_with(dir.path(), &["--with-sync-server"]);
    let call = |budget: Option<&str>, name: &str, args: Value| {
        program.http(budget, name, args).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    call(None, "set-server-url", json!({ "url": program.url }));
    call(None, "subscribe-bootstrap", json!({ "password": PASSWORD }));
    let budget = program.create_budget();
    call(Some(&budget), "load-budget", json!({ "id": budget }));
    call(Some(&budget), "upload-budget", json!({}));
    call(Some(&budget), "sync", json!({}));
    let files = call(None, "get-budgets", json!({}));
    assert_eq!(files.as_array().unwrap().len(), 1, "the server's folder is no budget: {files}");
    assert_eq!(files[0]["state"], "synced");
}

/// The result of a call with the access token.
fn call(wide: &Wide, name: &str, args: Value) -> Value {
    wide.program.http(None, name, args).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Whether the program is signed in to the sync server it uses.
fn is_at_server(wide: &Wide) -> bool {
    !call(wide, "subscribe-get-user", json!({})).is_null()
}

/// The number of sessions at a program's sync server.
fn sessions(wide: &Wide) -> usize {
    call(wide, "subscribe-get-sessions", json!({})).as_array().unwrap().len()
}

#[test]
fn signing_in_to_the_application_signs_in_to_its_own_server() {
    let wide = Wide::start();
    let own = json!({ "url": wide.url() });
    call(&wide, "set-server-url", own.clone());
    assert!(is_at_server(&wide));
    assert_eq!(sessions(&wide), 1);
    call(&wide, "set-server-url", own);
    assert_eq!(sessions(&wide), 1, "it had a session already");
    let budget = wide.program.create_budget();
    let call_on = |name| wide.program.http(Some(&budget), name, json!({})).unwrap();
    call_on("upload-budget");
    call_on("sync");
}

#[test]
fn the_password_of_the_application_signs_in_at_its_own_server_too_and_no_other_does() {
    let wide = Wide::start();
    call(&wide, "set-server-url", json!({ "url": wide.url() }));
    call(&wide, "subscribe-sign-out", json!({}));
    assert!(!is_at_server(&wide), "signing out is heeded");
    assert_eq!(wide.sign_in("wrong").status, 401);
    assert!(!is_at_server(&wide));
    let foreign = [FORM, ("origin", "https://evil.example")];
    assert_eq!(wide.post("/sign-in", &foreign, "password=a+long+password").status, 403);
    assert!(!is_at_server(&wide));
    assert_eq!(wide.post("/sign-in", &[FORM], "password=a+long+password").status, 303);
    assert!(is_at_server(&wide));
    let before = sessions(&wide);
    wide.cookie();
    assert_eq!(sessions(&wide), before + 1, "of the browser alone");
}

#[test]
fn an_ended_session_of_the_own_server_is_renewed() {
    let wide = Wide::start();
    call(&wide, "set-server-url", json!({ "url": wide.url() }));
    let cookie = wide.cookie();
    let session = cookie.split_once('=').unwrap().1;
    let headers = [JSON, ("x-actual-token", session)];
    assert_eq!(wide.post("/account/sign-out-others", &headers, "{}").status, 200);
    assert!(!is_at_server(&wide));
    assert_eq!(wide.sign_in(PASSWORD).status, 200);
    assert!(is_at_server(&wide));
}

#[test]
fn by_every_address_that_leads_to_it_the_own_server_is_recognised() {
    let wide = Wide::start();
    let port = wide.url().rsplit_once(':').unwrap().1.to_owned();
    let mut hosts = vec!["localhost".to_owned(), "127.0.0.2".to_owned()];
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    // Sends nothing. A computer without a network has no other address.
    if socket.connect("192.0.2.1:9").is_ok() {
        hosts.push(socket.local_addr().unwrap().ip().to_string());
    }
    for host in hosts {
        call(&wide, "set-server-url", json!({ "url": null }));
        assert_eq!(wide.sign_in(PASSWORD).status, 200);
        let url = format!("http://{host}:{port}");
        call(&wide, "set-server-url", json!({ "url": url }));
        assert_eq!(call(&wide, "get-server-url", json!({})), json!(url));
        assert!(is_at_server(&wide), "{host}");
    }
}

#[test]
fn the_own_server_stays_in_use_when_it_listens_at_another_port() {
    let Wide { mut program, dir } = Wide::start();
    program.http(None, "set-server-url", json!({ "url": program.url })).unwrap();
    program.kill();
    let earlier = program.url.strip_prefix("http://").unwrap();
    let stranger = TcpListener::bind(earlier).unwrap();
    let wide = Wide::on(dir);
    assert!(is_at_server(&wide));
    assert!(sessions(&wide) >= 1);
    let budget = wide.program.create_budget();
    for name in ["upload-budget", "sync"] {
        wide.program.http(Some(&budget), name, json!({})).unwrap();
    }
    call(&wide, "subscribe-sign-out", json!({}));
    assert!(!is_at_server(&wide));
    call(&wide, "subscribe-sign-in", json!({ "password": PASSWORD }));
    assert!(is_at_server(&wide));
    stranger.set_nonblocking(true).unwrap();
    assert!(stranger.accept().is_err(), "the stranger was asked");
}

#[test]
fn without_the_own_server_the_program_says_so_and_asks_nobody_at_its_address() {
    let Wide { mut program, dir } = Wide::start();
    program.http(None, "set-server-url", json!({ "url": program.url })).unwrap();
    let budget = program.create_budget();
    program.http(Some(&budget), "upload-budget", json!({})).unwrap();
    program.kill();
    let stranger = TcpListener::bind(program.url.strip_prefix("http://").unwrap()).unwrap();
    let program = Program::start_in(dir.path());
    let user = program.http(None, "subscribe-get-user", json!({})).unwrap();
    assert_eq!(user, json!({ "offline": true }), "budgets of this device stay open to the user");
    let refused = |budget: Option<&str>, name: &str, args: Value| {
        let error = program.http(budget, name, args).unwrap_err();
        assert_eq!(error["code"], "own-server-off", "{name}: {error}");
    };
    refused(Some(&budget), "sync", json!({}));
    refused(Some(&budget), "upload-budget", json!({}));
    program.http(None, "subscribe-sign-out", json!({})).unwrap();
    assert!(program.http(None, "subscribe-get-user", json!({})).unwrap().is_null());
    for name in ["subscribe-needs-bootstrap", "subscribe-get-login-methods", "get-server-version"] {
        refused(None, name, json!({}));
    }
    for name in ["subscribe-sign-in", "subscribe-bootstrap", "subscribe-change-password"] {
        refused(None, name, json!({ "password": PASSWORD }));
    }
    stranger.set_nonblocking(true).unwrap();
    assert!(stranger.accept().is_err(), "the stranger was asked");
}

#[test]
fn a_choice_of_another_server_ends_the_session_at_the_one_before() {
    let wide = Wide::start();
    let cookie = wide.cookie();
    let headers = [("x-actual-token", cookie.split_once('=').unwrap().1)];
    let listed = || wide.get("/account/sessions", &headers).json();
    let signed_in = || listed()["data"].as_array().unwrap().len();
    let before = signed_in();
    call(&wide, "set-server-url", json!({ "url": wide.url() }));
    assert_eq!(signed_in(), before + 1);
    call(&wide, "set-server-url", json!({ "url": null }));
    // It ends beside the call, so that a silent server keeps nobody waiting.
    while signed_in() > before {
        std::thread::yield_now();
    }
}

#[test]
fn at_an_address_that_was_not_asked_the_password_is_needed() {
    let wide = Wide::start();
    let port = wide.url().rsplit_once(':').unwrap().1.to_owned();
    let url = format!("http://127.0.0.2:{port}");
    call(&wide, "set-server-url", json!({ "url": url, "validate": false }));
    assert_eq!(wide.sign_in(PASSWORD).status, 200);
    assert_eq!(call(&wide, "get-server-url", json!({})), json!(url));
    assert!(!is_at_server(&wide));
}

#[test]
fn another_server_gets_no_session_of_the_own_one() {
    let (wide, other) = (Wide::start(), Wide::start());
    let server = SyncProgram::start();
    server.post("/account/bootstrap", &[], &json!({ "password": PASSWORD }));
    for url in [other.url(), server.url.clone()] {
        call(&wide, "set-server-url", json!({ "url": url }));
        assert_eq!(wide.sign_in(PASSWORD).status, 200);
        assert!(!is_at_server(&wide));
        let kept = std::fs::read_to_string(wide.dir.path().join("server.json")).unwrap();
        let kept: Value = serde_json::from_str(&kept).unwrap();
        assert_eq!(kept["token"], Value::Null);
    }
}

#[test]
fn a_server_without_a_password_is_set_up_first() {
    let dir = TempDir::new().unwrap();
    let program = Program::start_with(dir.path(), &["--with-sync-server"]);
    program.http(None, "set-server-url", json!({ "url": program.url })).unwrap();
    assert_eq!(program.http(None, "subscribe-get-user", json!({})).unwrap(), Value::Null);
    program.http(None, "subscribe-bootstrap", json!({ "password": PASSWORD })).unwrap();
}
