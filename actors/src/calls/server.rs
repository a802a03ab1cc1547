//! Calls about the sync server: its address and its sessions.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use sobre_engine::sync::api::SignedInDevice;
use sobre_engine::sync::fault::SyncFault;
use tokio::time::timeout;

use crate::app::App;
use crate::contract::server::{
    DeviceSession, GetServerUrl, GetServerVersion, LoginMethod, NeedsBootstrap, ServerVersion,
    SetServerUrl, SignedOut, SubscribeBootstrap, SubscribeChangePassword, SubscribeGetLoginMethods,
    SubscribeGetSessions, SubscribeGetUser, SubscribeNeedsBootstrap, SubscribeRevokeSession,
    SubscribeSetToken, SubscribeSignIn, SubscribeSignOut, SubscribeSignOutOthers, UserData,
};
use crate::contract::{CallError, ErrorCode};
use crate::files::{self, FileError};
use crate::network::Server;
use crate::router::Control;
use crate::session::Session;
use crate::sync::{ServerChoice, ServerLink, on_network_thread};
use crate::tasks::blocking;

/// How long signing out waits for the server's confirmation.
const SIGN_OUT_WAIT: Duration = Duration::from_secs(3);

impl Control for GetServerUrl {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Option<String>, CallError> {
        Ok(app.link.url())
    }
}

impl Control for SetServerUrl {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        let url = self.url.map(|url| url.trim().to_owned()).filter(|url| !url.is_empty());
        let mut own = false;
        if let Some(url) = &url
            && self.validate != Some(false)
        {
            let server = app.link.server_at(url);
            let state = asked(move || server.needs_bootstrap()).await.map_err(|error| {
                let silent = error.code == ErrorCode::NetworkFailure;
                if silent { error } else { CallError::of(ErrorCode::InvalidServer) }
            })?;
            own = app.link.is_own(&state);
        }
        end_session(on_disk(app, move |link| link.set_url(url, own)).await?);
        // No further check: the caller has shown the access token or that server's own password.
        app.sign_in_at_own().await;
        Ok(())
    }
}

impl Control for GetServerVersion {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<ServerVersion, CallError> {
        let server = app.link.server()?;
        Ok(ServerVersion { version: asked(move || server.version()).await? })
    }
}

impl Control for SubscribeNeedsBootstrap {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<NeedsBootstrap, CallError> {
        let server = match self.url {
            Some(url) => app.link.server_at(&url),
            None => app.link.server()?,
        };
        let state = asked(move || server.needs_bootstrap()).await?;
        Ok(NeedsBootstrap {
            bootstrapped: state.bootstrapped,
            // The program enters its own server's code itself.
            needs_setup_code: state.needs_setup_code && !app.link.is_own(&state),
            available_login_methods: state.login_methods.into_iter().map(method).collect(),
        })
    }
}

impl Control for SubscribeGetLoginMethods {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Vec<LoginMethod>, CallError> {
        let server = app.link.server()?;
        Ok(asked(move || server.login_methods()).await?.into_iter().map(method).collect())
    }
}

fn method(method: sobre_engine::sync::api::LoginMethod) -> LoginMethod {
    let sobre_engine::sync::api::LoginMethod { method, active, display_name } = method;
    LoginMethod { method, active, display_name }
}

impl Control for SubscribeGetUser {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Option<UserData>, CallError> {
        if app.link.url().is_none() {
            return Ok(goes_without(app).await?.then_some(UserData { offline: false }));
        }
        let link = Arc::clone(&app.link);
        match on_network_thread(move || link.session()?.validate()).await {
            Ok(()) => Ok(Some(UserData { offline: false })),
            Err(fault) if fault.is_about_session() => Ok(None),
            Err(_) => Ok(Some(UserData { offline: true })),
        }
    }
}

/// Whether the user has decided to use no server, explicitly or by creating budgets.
async fn goes_without(app: &App) -> Result<bool, CallError> {
    if app.link.has_chosen() {
        return Ok(true);
    }
    let app = app.clone();
    blocking(move || Ok(!files::list_budgets(&app.data_dir)?.is_empty())).await
}

impl Control for SubscribeBootstrap {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        let password = App::checked_password(self.password)?;
        sign_in(app, move |server| server.bootstrap(&password, self.setup_code.as_deref())).await
    }
}

impl Control for SubscribeSignIn {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        sign_in(app, move |server| server.login(&self.password)).await
    }
}

async fn sign_in(
    app: &App,
    ask: impl FnOnce(&dyn Server) -> Result<String, SyncFault> + Send + 'static,
) -> Result<(), CallError> {
    let choice = app.link.choice()?;
    let server = app.link.at(&choice, None)?;
    let token = asked(move || ask(&*server)).await?;
    keep_token(app, token, choice).await
}

/// Stores the session token of a server and lets open budgets sync.
async fn keep_token(app: &App, token: String, choice: ServerChoice) -> Result<(), CallError> {
    let stored = on_disk(app, move |link| link.keep_token(token, &choice)).await?;
    end_session(stored.unused);
    if !stored.is_in_use {
        let message = "Another server was chosen meanwhile. Sign in there.";
        return Err(CallError::new(ErrorCode::TokenExpired, message));
    }
    app.sync_soon();
    Ok(())
}

/// Ends a session that is not used any more, without waiting for its server.
fn end_session(unused: Option<Arc<dyn Server>>) {
    if let Some(server) = unused {
        actix::spawn(on_network_thread(move || server.sign_out()));
    }
}

/// Changes the stored server settings, on a thread that may block on the disk.
async fn on_disk<R: Send + 'static>(
    app: &App,
    change: impl FnOnce(&ServerLink) -> io::Result<R> + Send + 'static,
) -> Result<R, CallError> {
    let app = app.clone();
    blocking(move || {
        app.check_data_dir()?;
        Ok(change(&app.link).map_err(FileError::within(app.data_dir()))?)
    })
    .await
}

impl Control for SubscribeSignOut {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        let server = on_disk(app, ServerLink::forget_token).await?;
        app.sync_soon();
        let Some(server) = server else { return Ok(()) };
        // Servers of other programs share one session among all devices and do not know this
        // request. An unreachable server keeps the session until it is ended there.
        let signed_out = timeout(SIGN_OUT_WAIT, on_network_thread(move || server.sign_out())).await;
        if !matches!(signed_out, Ok(Ok(()))) {
            tracing::debug!("the server could not be notified of the end of the session");
        }
        Ok(())
    }
}

impl Control for SubscribeChangePassword {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        let password = App::checked_password(self.password)?;
        let server = app.link.server()?;
        asked(move || server.change_password(&password)).await
    }
}

impl Control for SubscribeGetSessions {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Vec<DeviceSession>, CallError> {
        let server = app.link.session()?;
        let sessions = asked(move || server.sessions()).await?;
        Ok(sessions.into_iter().map(device).collect())
    }
}

fn device(session: SignedInDevice) -> DeviceSession {
    let SignedInDevice { id, name, made_ms, used_ms, current } = session;
    DeviceSession { id, name, made_ms, used_ms, current }
}

impl Control for SubscribeRevokeSession {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        let server = app.link.session()?;
        asked(move || server.end_session(&self.id)).await
    }
}

impl Control for SubscribeSignOutOthers {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<SignedOut, CallError> {
        let server = app.link.session()?;
        Ok(SignedOut { ended: asked(move || server.end_other_sessions()).await? })
    }
}

impl Control for SubscribeSetToken {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        let choice = app.link.choice()?;
        keep_token(app, self.token, choice).await
    }
}

/// Asks the server about accounts. An unreachable server has an error code of its own here.
async fn asked<R: Send + 'static>(
    ask: impl FnOnce() -> Result<R, SyncFault> + Send + 'static,
) -> Result<R, CallError> {
    on_network_thread(ask).await.map_err(|fault| {
        let silent = fault == SyncFault::Network;
        if silent { CallError::of(ErrorCode::NetworkFailure) } else { fault.into() }
    })
}
