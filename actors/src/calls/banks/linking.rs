//! The calls for bank sign-ins.

use std::sync::Arc;
use std::time::Duration;

use sobre_engine::banks::Provider;
use sobre_engine::banks::linking::ProviderState;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

use super::stored::BankLinks;
use crate::app::App;
use crate::app::banks::BankRoute;
use crate::banks::connections::{LinkCode, LinkFault, LinkRequest, LinkState, OfferedAccounts};
use crate::contract::banks::{
    BankAccess, BankAccounts, BankLinkBack, CreateWebToken, LinkPage, MakePlaidPublicToken,
    OfferedAccount, PollWebToken, PollWebTokenStop, RepairToken, WebToken, WebTokenDone,
};
use crate::contract::{CallError, ErrorCode};
use crate::open_budget::{Cost, OpenBudget};
use crate::router::Control;
use crate::session::Session;

/// How often to poll the server for the end of a sign-in.
const ASKED_EVERY: Duration = Duration::from_secs(3);
/// How long a user may take to sign in.
const PATIENCE: Duration = Duration::from_secs(600);

impl Control for CreateWebToken {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<WebToken, CallError> {
        let budget = app.budget_of(session).await?;
        let route = app.bank_route(&budget)?;
        let repaired = self.link_token.as_deref().map(Repaired::of_token).transpose()?;
        let provider = match (&repaired, self.provider) {
            (Some(repaired), _) => repaired.provider,
            (None, Some(provider)) => provider,
            (None, None) => only_provider(&route).await?,
        };
        let wanted = LinkRequest {
            provider,
            institution: self.institution,
            country: self.country,
            psu_type: self.psu_type,
            repair: repaired.map(|it| it.connection),
            language: self.language,
            back: self.back,
        };
        let begun = route.ask(move |banks, file| banks.link(file, &wanted)).await?;
        let (token, url, expires) = (begun.token, begun.url, begun.expires);
        Ok(WebToken { data: LinkPage { token, url, expires } })
    }
}

/// The only provider that is set up and signs in by browser.
async fn only_provider(route: &BankRoute) -> Result<Provider, CallError> {
    let providers = route.ask(|banks, file| banks.providers(file)).await?;
    let is_ready = |it: &&ProviderState| it.configured.is_some() && it.browser;
    let mut ready = providers.iter().filter(is_ready).map(|it| it.id);
    match (ready.next(), ready.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(CallError::of(ErrorCode::ChooseProvider)),
        (None, _) => Err(CallError::of(ErrorCode::NotConfigured)),
    }
}

impl Control for PollWebToken {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<WebTokenDone, CallError> {
        let budget = app.budget_of(session).await?;
        let route = app.bank_route(&budget)?;
        let stopped = app.begin_bank_wait(session, &self.token);
        let offered = signed_in(&route, &self.token, stopped).await?;
        Ok(WebTokenDone { data: access(&budget, offered).await? })
    }
}

/// Waits until the user has signed in.
async fn signed_in(
    route: &BankRoute,
    token: &str,
    mut stopped: oneshot::Receiver<()>,
) -> Result<OfferedAccounts, CallError> {
    let end = Instant::now() + PATIENCE;
    loop {
        let asked = token.to_owned();
        match route.try_ask(move |banks, _| banks.poll(&asked)).await {
            Ok(LinkState::Done { data }) => return Ok(data),
            Ok(LinkState::Failed { code, message }) => {
                return Err(LinkFault { code, message, field: None }.into());
            }
            // Keep polling without a network, because the user is still signing in at the bank.
            Ok(LinkState::Waiting) | Err(LinkFault { code: LinkCode::Network, .. }) => {}
            Err(fault) => return Err(fault.into()),
        }
        let next = (Instant::now() + ASKED_EVERY).min(end);
        if timeout_at(next, &mut stopped).await.is_ok() {
            return Err(CallError::of(ErrorCode::LinkStopped));
        }
        if Instant::now() >= end {
            return Err(CallError::of(ErrorCode::LinkTimeout));
        }
    }
}

/// The result of a sign-in; marks accounts that are already linked.
async fn access(
    budget: &Arc<OpenBudget>,
    offered: OfferedAccounts,
) -> Result<BankAccess, CallError> {
    let OfferedAccounts { provider, institution, public_token, accounts, connection } = offered;
    let known = budget.read(Cost::Quick.into(), BankLinks::of).await?;
    let accounts = accounts.into_iter().map(|account| OfferedAccount {
        known: known.account(provider, &account.account_id),
        account,
    });
    Ok(BankAccess {
        provider,
        institution,
        public_token,
        accounts: accounts.collect(),
        bank_id: connection.and_then(|connection| known.bank_of(&connection)),
    })
}

impl Control for PollWebTokenStop {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let stopped = app.stop_bank_waits(session.id());
        let Ok(budget) = app.budget_of(session).await else { return Ok(()) };
        let Ok(route) = app.bank_route(&budget) else { return Ok(()) };
        for token in stopped {
            // If this fails, the sign-in expires after half an hour.
            let _ = route.try_ask(move |banks, _| banks.stop(&token)).await;
        }
        Ok(())
    }
}

impl Control for BankLinkBack {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let budget = app.budget_of(session).await?;
        let Self { token, address } = self;
        app.bank_route(&budget)?.ask(move |banks, _| banks.back(&token, &address)).await
    }
}

impl Control for BankAccounts {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<BankAccess, CallError> {
        let budget = app.budget_of(session).await?;
        let (route, provider) = (app.bank_route(&budget)?, self.provider);
        let offered = route.ask(move |banks, file| banks.accounts(file, provider)).await?;
        access(&budget, offered).await
    }
}

impl Control for MakePlaidPublicToken {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<RepairToken, CallError> {
        let budget = app.budget_of(session).await?;
        app.bank_route(&budget)?;
        let known = budget.read(Cost::Quick.into(), BankLinks::of).await?;
        let found = known.connection_of(&self.bank_id);
        let (provider, connection) = found.ok_or(CallError::of(ErrorCode::BankNotFound))?;
        if provider == Provider::SimpleFin {
            let message = "This connection cannot be repaired. Set up the provider again.";
            return Err(CallError::new(ErrorCode::NotSupported, message));
        }
        let connection = connection.ok_or(CallError::of(ErrorCode::BankNotFound))?;
        Ok(RepairToken { link_token: Repaired { provider, connection }.token() })
    }
}

/// A connection to repair. Its token identifies it and is not secret.
struct Repaired {
    provider: Provider,
    connection: String,
}

impl Repaired {
    fn token(&self) -> String {
        format!("{}:{}", self.provider.word(), self.connection)
    }

    fn of_token(token: &str) -> Result<Self, CallError> {
        let parts = token.split_once(':').and_then(|(provider, connection)| {
            let provider = Provider::of_word(provider)?;
            Some(Self { provider, connection: connection.to_owned() })
        });
        parts.ok_or(CallError::of(ErrorCode::UnknownToken))
    }
}
