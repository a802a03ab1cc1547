//! One call of a command: in this process if no server runs on the data directory, else there.

use std::fmt::Display;
use std::path::Path;

use serde_json::{Value, json};
use sobre_actors::contract::{CallError, ErrorCode};
use sobre_actors::environment::Environment;
use sobre_actors::files::FileError;
use sobre_actors::{App, UndoOptions, files};

/// A result, or an error, both as callers see them.
pub(super) type Outcome = Result<Value, Value>;

/// A call.
pub(super) struct Work<'w> {
    pub(super) budget: Option<&'w str>,
    pub(super) name: &'w str,
    pub(super) args: Value,
    /// A file to upload before; its handle becomes the argument `filepath`.
    pub(super) file: Option<NamedFile>,
}

/// Name and contents of a file.
pub(super) struct NamedFile {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

impl Work<'_> {
    /// Makes the call. The running server is contacted only if the data directory is locked.
    /// Otherwise the token could go to a stranger at a stopped server's address, or a call run
    /// twice.
    pub(super) fn run(self, dir: &Path, environment: Environment) -> Result<Outcome, String> {
        match App::start(dir, environment) {
            Ok(app) => Ok(self.run_here(&app)),
            Err(in_use @ FileError::DataDirInUse(_)) => {
                let url = files::remembered_server(dir).ok_or_else(|| in_use.to_string())?;
                let token = files::access_token::load_or_create(dir);
                let token = token.map_err(|error| error.to_string())?;
                self.run_there(&Server { url, token })
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn run_here(mut self, app: &App) -> Outcome {
        actix_web::rt::System::new().block_on(async {
            let session = app.new_session(None);
            session.set_budget(self.budget.map(Into::into));
            let outcome = async {
                if let Some(NamedFile { name, bytes }) = self.file.take() {
                    let upload = app.begin_upload(&name).await?.write(bytes.into()).await?;
                    self.args["filepath"] = json!(upload.finish().await?);
                }
                app.call(&session, self.name, self.args, UndoOptions::default()).await
            };
            let outcome = outcome.await;
            app.shut_down().await;
            outcome.map_err(|error| as_json(&error))
        })
    }

    fn run_there(mut self, server: &Server) -> Result<Outcome, String> {
        if let Some(NamedFile { name, bytes }) = self.file.take() {
            let request = server.post("upload").query("filename", name);
            match server.outcome(request.send(&bytes))? {
                Ok(mut upload) => self.args["filepath"] = upload["filepath"].take(),
                Err(error) => return Ok(Err(error)),
            }
        }
        let mut request = server
            .post(&format!("call/{}", self.name))
            .header("Accept", "application/json")
            .header("Content-Type", "application/json");
        if let Some(budget) = self.budget {
            request = request.header("X-Budget", budget);
        }
        server.outcome(request.send(self.args.to_string()))
    }
}

/// An HTTP client for a server on this computer.
pub(super) fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).proxy(None).build().into()
}

/// The running server of a data directory.
struct Server {
    url: String,
    token: String,
}

impl Server {
    fn post(&self, path: &str) -> ureq::RequestBuilder<ureq::typestate::WithBody> {
        agent()
            .post(format!("{}/api/{path}", self.url))
            .header("Authorization", format!("Bearer {}", self.token))
    }

    fn outcome(
        &self,
        response: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<Outcome, String> {
        let unanswered = |error: &dyn Display| {
            format!(
                "the running server at {} did not respond; the call may have been executed: \
                 {error}",
                self.url
            )
        };
        let mut response = response.map_err(|error| unanswered(&error))?;
        let body = response.body_mut().with_config().limit(u64::MAX);
        let text = body.read_to_string().map_err(|error| unanswered(&error))?;
        let mut answer: Value = serde_json::from_str(&text).map_err(|error| unanswered(&error))?;
        let error = answer.get_mut("error").map(Value::take);
        Ok(error.map_or_else(|| Ok(answer["result"].take()), Err))
    }
}

fn as_json(error: &CallError) -> Value {
    serde_json::to_value(error).unwrap_or_else(|_| Value::from(ErrorCode::Internal.wire()))
}
