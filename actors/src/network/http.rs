//! The HTTP client of a sync server. It blocks, so it runs on separate threads. Tokens, passwords
//! and bodies are never logged.

mod answers;
mod banks;

use std::io::{ErrorKind, Read, Write};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};
use sobre_engine::sync::api::{
    AccountApi, Bootstrapped, FileInfo, KeptUpload, LoginMethod, RemoteFile, SignedInDevice,
    StoredKey, SyncApi, SyncMeta, Upload,
};
use sobre_engine::sync::fault::SyncFault;
use sobre_engine::sync::wire::{CONTENT_TYPE, SyncRequest, Wire as _};
use ureq::http::{Response, Uri};
use ureq::{Agent, Body, Proxy, SendBody};

use self::answers::{
    Data, EndedSessions, Group, Info, KeyData, ListedFile, LiveReply, Methods, SetUp, Token,
};
use super::{ChangeReply, Server, SyncServers};
use crate::banks::connections::BankConnections;

const TOKEN: &str = "X-ACTUAL-TOKEN";
const FILE_ID: &str = "X-ACTUAL-FILE-ID";
/// The change count in sync responses of Sobre's own server.
const CHANGES: &str = "X-SOBRE-CHANGES";
const UPLOAD_TYPE: &str = "application/encrypted-file";
/// Largest JSON response.
const JSON_BYTES: u64 = 20 << 20;
/// Largest blob or sync response.
const BODY_BYTES: u64 = 1 << 30;
/// Bytes of a response written at once.
const PIECE_BYTES: usize = 1 << 16;
/// Connection timeout.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a server may take to respond, and how long a response may stall. Longer than a server
/// delays its response while it waits for changes.
const THINK: Duration = Duration::from_secs(60);
/// Total time for a request about the account or the list of files, because a user waits for it.
const SOON: Duration = Duration::from_secs(8);

/// The network of this computer.
#[derive(Debug)]
pub struct HttpSyncServers {
    /// Uses the proxy of the environment, if there is one.
    agent: Agent,
    /// For servers on this computer, without a proxy, which would look for them on its own
    /// computer.
    nearby: Agent,
    soon: Duration,
}

impl Default for HttpSyncServers {
    fn default() -> Self {
        Self::with_pause_limit(THINK, Proxy::try_from_env())
    }
}

impl HttpSyncServers {
    /// A network with a total time for requests about the account or the list of files.
    #[must_use]
    pub fn waiting(soon: Duration) -> Self {
        Self { soon, ..Self::default() }
    }

    /// A network with a limit on every pause. Without one, the program would wait forever for a
    /// server that vanished.
    fn with_pause_limit(patience: Duration, proxy: Option<Proxy>) -> Self {
        let [agent, nearby] = [proxy, None].map(|proxy| agent(patience, proxy));
        Self { agent, nearby, soon: SOON }
    }
}

fn agent(patience: Duration, proxy: Option<Proxy>) -> Agent {
    let config = Agent::config_builder()
        .proxy(proxy)
        .http_status_as_error(false)
        .timeout_resolve(Some(CONNECT))
        .timeout_connect(Some(CONNECT))
        .timeout_recv_response(Some(THINK))
        .timeout_per_read(Some(patience))
        .timeout_per_write(Some(patience))
        // Session and password go only to the chosen address.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("sobre/", env!("CARGO_PKG_VERSION")))
        .build();
    config.into()
}

/// Whether an address is a loopback address.
fn is_nearby(url: &str) -> bool {
    let Ok(url) = url.parse::<Uri>() else { return false };
    let host = url.host().unwrap_or_default();
    let number = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost")
        || number.is_ok_and(|number| number.to_canonical().is_loopback())
}

impl SyncServers for HttpSyncServers {
    fn server(&self, url: &str, token: Option<&str>) -> Arc<dyn Server> {
        let agent = if is_nearby(url) { &self.nearby } else { &self.agent };
        Arc::new(HttpServer {
            agent: agent.clone(),
            soon: self.soon,
            url: url.trim_end_matches('/').to_owned(),
            token: token.unwrap_or_default().to_owned(),
        })
    }
}

/// A server at an address.
struct HttpServer {
    agent: Agent,
    soon: Duration,
    url: String,
    token: String,
}

/// This device's name in the server's list of sessions.
#[must_use]
pub fn device_name() -> String {
    let program = concat!("sobre/", env!("CARGO_PKG_VERSION"));
    let name = std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME"));
    let name = name.or_else(|_| std::fs::read_to_string("/etc/hostname")).unwrap_or_default();
    let plain = name.trim().chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c));
    let name: String = plain.take(60).collect();
    let system = std::env::consts::OS;
    if name.is_empty() {
        format!("{program} ({system})")
    } else {
        format!("{program} ({name}; {system})")
    }
}

type Answer = Result<Response<Body>, ureq::Error>;

impl HttpServer {
    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// A request that a user waits for.
    fn get(&self, path: &str) -> Answer {
        let request = self.agent.get(self.at(path)).header(TOKEN, &self.token);
        request.config().timeout_global(Some(self.soon)).build().call()
    }

    fn get_of_file(&self, path: &str, file_id: &str) -> Answer {
        let request = self.agent.get(self.at(path));
        request.header(TOKEN, &self.token).header(FILE_ID, file_id).call()
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.agent.post(self.at(path)).header(TOKEN, &self.token);
        request.header("Content-Type", "application/json").send(body.to_string())
    }

    fn post_ok(&self, path: &str, body: &Value) -> Result<(), SyncFault> {
        read::<IgnoredAny>(self.post(path, body)).map(drop)
    }

    fn token_of(&self, path: &str, body: &Value) -> Result<String, SyncFault> {
        let post = self.agent.post(self.at(path)).header("Content-Type", "application/json");
        let answer = post.header("User-Agent", device_name()).send(body.to_string());
        let Data { data: Token { token } } = read(answer)?;
        token.filter(|token| !token.is_empty()).ok_or(SyncFault::InvalidPassword)
    }
}

/// The response, if the server accepted the request.
fn accepted(answer: Answer) -> Result<Response<Body>, SyncFault> {
    let mut response = answer.map_err(|error| unanswered(&error))?;
    let status = response.status().as_u16();
    if (200..300).contains(&status) {
        return Ok(response);
    }
    if (300..400).contains(&status) {
        return Err(SyncFault::ServerMoved);
    }
    let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    let is_json = kind.is_some_and(|kind| kind.contains("application/json"));
    let body = response.body_mut().with_config().limit(64 << 10).read_to_string();
    let body = body.map_err(|error| unanswered(&error))?;
    Err(refusal(status, is_json, &body))
}

/// The fault of an error response: JSON or a bare word. Pages of a proxy are never shown.
fn refusal(status: u16, is_json: bool, body: &str) -> SyncFault {
    // The proxy that sent this could not reach the server, or its wait timed out.
    let is_unanswered = matches!(status, 408 | 502..=504);
    if is_json {
        let Ok(body) = serde_json::from_str::<Value>(body) else { return SyncFault::Network };
        let word = |name: &str| body[name].as_str();
        return match (word("reason"), word("status")) {
            (Some("unauthorized"), _) if word("details") == Some("token-not-found") => {
                SyncFault::TokenExpired
            }
            (Some("internal" | "internal-error"), _) => SyncFault::ServerFailed,
            (Some(reason), _) => SyncFault::of_reason(reason),
            (None, _) if is_unanswered => SyncFault::Network,
            (None, Some("error")) => SyncFault::ServerFailed,
            (None, _) => SyncFault::Internal,
        };
    }
    let reason = SyncFault::of_reason(body.trim());
    let is_known = !matches!(reason, SyncFault::Other(_));
    let is_page = body.trim().is_empty() || body.contains('<');
    match status {
        404 if !is_known => SyncFault::NotSupported,
        408 | 502..=504 if !is_known => SyncFault::Network,
        413 => SyncFault::TooLarge,
        429 => SyncFault::TooManyRequests,
        500 if body.trim().is_empty() => SyncFault::BrokenAnswer,
        500 => SyncFault::Internal,
        501.. if is_page => SyncFault::BrokenAnswer,
        _ if is_page => SyncFault::InvalidServer,
        _ => reason,
    }
}

fn unanswered(error: &ureq::Error) -> SyncFault {
    tracing::debug!(%error, "a server did not answer");
    SyncFault::Network
}

/// The JSON of a response. Other content does not come from a sync server; empty or partial JSON is
/// what a proxy left of a response.
fn read<T: DeserializeOwned>(answer: Answer) -> Result<T, SyncFault> {
    let mut response = accepted(answer)?;
    let text = response.body_mut().with_config().limit(JSON_BYTES).read_to_string();
    let text = text.map_err(|error| unanswered(&error))?;
    serde_json::from_str(&text).map_err(|error| {
        let is_part = text.trim().is_empty() || text.starts_with('{') && error.is_eof();
        if is_part { SyncFault::BrokenAnswer } else { SyncFault::InvalidServer }
    })
}

/// As [`read`], for a request that only Sobre's own server knows: others respond with a page.
fn read_of_ours<T: DeserializeOwned>(answer: Answer) -> Result<T, SyncFault> {
    let is_page = |fault: &SyncFault| *fault == SyncFault::InvalidServer;
    read(answer).map_err(|fault| if is_page(&fault) { SyncFault::NotSupported } else { fault })
}

/// Whether something in between responded, such as a network with a sign-in page.
fn is_page(response: &Response<Body>) -> bool {
    text_of(response, "content-type").is_some_and(|kind| kind.starts_with("text/html"))
}

/// As [`accepted`], for responses other than JSON.
fn of_bytes(answer: Answer) -> Result<Response<Body>, SyncFault> {
    let response = accepted(answer)?;
    if is_page(&response) { Err(SyncFault::Network) } else { Ok(response) }
}

/// Writes the bytes of a response as they arrive.
fn hand_on(mut response: Response<Body>, into: &mut dyn Write) -> Result<(), SyncFault> {
    let mut body = response.body_mut().with_config().limit(BODY_BYTES).reader();
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match body.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(read) => into.write_all(&piece[..read]).map_err(|_| SyncFault::StorageFull)?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(unanswered(&error.into())),
        }
    }
}

fn text_of(response: &Response<Body>, header: &str) -> Option<String> {
    response.headers().get(header)?.to_str().ok().map(str::to_owned)
}

/// The server's clock, from the `Date` header.
fn date_ms(response: &Response<Body>) -> Option<u64> {
    let date = chrono::DateTime::parse_from_rfc2822(&text_of(response, "date")?).ok()?;
    u64::try_from(date.timestamp_millis()).ok()
}

/// Percent-encodes a part of an address as browsers do.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

impl SyncApi for HttpServer {
    fn server_ms(&self) -> Result<Option<u64>, SyncFault> {
        // Part of a sync, so with the same patience as the rest of it.
        let info = accepted(self.agent.get(self.at("/info")).call())?;
        let server_ms = date_ms(&info);
        read::<IgnoredAny>(Ok(info)).map_err(|_| SyncFault::Network)?;
        Ok(server_ms)
    }

    fn sync(&self, request: &SyncRequest, answer: &mut dyn Write) -> Result<SyncMeta, SyncFault> {
        let post = self.agent.post(self.at("/sync/sync")).header(TOKEN, &self.token);
        let came =
            of_bytes(post.header("Content-Type", CONTENT_TYPE).send(request.encode_to_vec()))?;
        let synced = SyncMeta { server_ms: date_ms(&came), changes: text_of(&came, CHANGES) };
        hand_on(came, answer).map(|()| synced)
    }

    fn list_files(&self) -> Result<Vec<RemoteFile>, SyncFault> {
        // Servers of other programs ignore the parameter and leave deleted files out.
        let answer = self.get("/sync/list-user-files?deleted=1");
        let Data { data } = read::<Data<Vec<ListedFile>>>(answer)?;
        Ok(data.into_iter().map(ListedFile::listed).collect())
    }

    fn file_info(&self, file_id: &str) -> Result<FileInfo, SyncFault> {
        let answer = self.get_of_file("/sync/get-user-file-info", file_id);
        Ok(read::<Data<ListedFile>>(answer)?.data.info())
    }

    fn upload(&self, upload: Upload<'_>, blob: &mut dyn Read) -> Result<String, SyncFault> {
        let mut post = self
            .agent
            .post(self.at("/sync/upload-user-file"))
            .header("Content-Type", UPLOAD_TYPE)
            .header(TOKEN, &self.token)
            .header(FILE_ID, upload.file_id)
            .header("X-ACTUAL-NAME", percent_encoded(upload.name))
            .header("X-ACTUAL-FORMAT", "2")
            .header("Content-Length", upload.bytes.to_string());
        if let Some(group) = upload.group_id {
            post = post.header("X-ACTUAL-GROUP-ID", group);
        }
        if let Some(meta) = upload.encrypt_meta {
            let meta = serde_json::to_string(meta).map_err(|_| SyncFault::Internal)?;
            post = post.header("X-ACTUAL-ENCRYPT-META", meta);
        }
        let Group { group_id } = read(post.send(SendBody::from_reader(blob)))?;
        Ok(group_id)
    }

    fn download(&self, file_id: &str, blob: &mut dyn Write) -> Result<(), SyncFault> {
        hand_on(of_bytes(self.get_of_file("/sync/download-user-file", file_id))?, blob)
    }

    fn get_key(&self, file_id: &str) -> Result<Option<StoredKey>, SyncFault> {
        let body = json!({ "fileId": file_id });
        Ok(read::<Data<KeyData>>(self.post("/sync/user-get-key", &body))?.data.stored())
    }

    fn create_key(&self, file_id: &str, key: &StoredKey) -> Result<(), SyncFault> {
        let body = json!({
            "fileId": file_id, "keyId": key.id, "keySalt": key.salt, "testContent": key.test,
        });
        self.post_ok("/sync/user-create-key", &body)
    }

    fn reset_file(&self, file_id: &str) -> Result<(), SyncFault> {
        self.post_ok("/sync/reset-user-file", &json!({ "fileId": file_id }))
    }

    fn delete_file(&self, file_id: &str) -> Result<(), SyncFault> {
        self.post_ok("/sync/delete-user-file", &json!({ "fileId": file_id }))
    }

    fn rename_file(&self, file_id: &str, name: &str) -> Result<(), SyncFault> {
        self.post_ok("/sync/update-user-filename", &json!({ "fileId": file_id, "name": name }))
    }

    fn uploads(&self, file_id: &str) -> Result<Vec<KeptUpload>, SyncFault> {
        let answer = self.get_of_file("/sync/uploads", file_id);
        Ok(read_of_ours::<Data<Vec<KeptUpload>>>(answer)?.data)
    }

    fn restore_upload(&self, file_id: &str, upload_id: &str) -> Result<(), SyncFault> {
        let body = json!({ "fileId": file_id, "uploadId": upload_id });
        self.post_ok("/sync/restore-upload", &body)
    }
}

impl AccountApi for HttpServer {
    fn version(&self) -> Result<String, SyncFault> {
        Ok(read::<Info>(self.get("/info"))?.build.version)
    }

    fn needs_bootstrap(&self) -> Result<Bootstrapped, SyncFault> {
        Ok(read::<Data<SetUp>>(self.get("/account/needs-bootstrap"))?.data.into_api())
    }

    fn login_methods(&self) -> Result<Vec<LoginMethod>, SyncFault> {
        Ok(read::<Methods>(self.get("/account/login-methods"))?.into_api())
    }

    fn bootstrap(&self, password: &str, code: Option<&str>) -> Result<String, SyncFault> {
        let mut body = json!({ "password": password, "loginMethod": "password" });
        if let Some(code) = code {
            body["setupCode"] = code.into();
        }
        self.token_of("/account/bootstrap", &body)
    }

    fn login(&self, password: &str) -> Result<String, SyncFault> {
        self.token_of("/account/login", &json!({ "password": password, "loginMethod": "password" }))
    }

    fn validate(&self) -> Result<(), SyncFault> {
        read::<IgnoredAny>(self.get("/account/validate")).map(drop)
    }

    fn sign_out(&self) -> Result<(), SyncFault> {
        self.post_ok("/account/sign-out", &json!({}))
    }

    fn change_password(&self, password: &str) -> Result<(), SyncFault> {
        self.post_ok("/account/change-password", &json!({ "password": password }))
    }

    fn sessions(&self) -> Result<Vec<SignedInDevice>, SyncFault> {
        Ok(read_of_ours::<Data<Vec<SignedInDevice>>>(self.get("/account/sessions"))?.data)
    }

    fn end_session(&self, id: &str) -> Result<(), SyncFault> {
        match self.post_ok("/account/revoke-session", &json!({ "id": id })) {
            Err(SyncFault::SessionNotFound) => Ok(()),
            ended => ended,
        }
    }

    fn end_other_sessions(&self) -> Result<u64, SyncFault> {
        let answer = self.post("/account/sign-out-others", &json!({}));
        Ok(read_of_ours::<Data<EndedSessions>>(answer)?.data.ended)
    }
}

impl Server for HttpServer {
    fn news(&self, file_id: &str, since: Option<&str>) -> Result<ChangeReply, SyncFault> {
        let since = since.map(|since| format!("&since={}", percent_encoded(since)));
        let path =
            format!("/sync/live?fileId={}{}", percent_encoded(file_id), since.unwrap_or_default());
        let request = self.agent.get(self.at(&path)).header(TOKEN, &self.token);
        let LiveReply { changed, since, bank } = read(request.call())?;
        Ok(ChangeReply { changed, since, last_message: bank })
    }

    fn banks(&self) -> Option<&dyn BankConnections> {
        Some(self)
    }
}

#[cfg(test)]
mod tests;
