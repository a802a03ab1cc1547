//! Links accounts of the budget with accounts at banks.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;
use sobre_engine::accounts::NewAccount;
use sobre_engine::banks::linking::{ExternalAccount, InstitutionName};
use sobre_engine::banks::{Provider, SyncStatus};
use sobre_engine::crdt::{Change, Value};
use sobre_engine::ids::AccountId;
use sobre_engine::names::MAX_CHARS;

use super::link_notes::LinkNote;
use super::stored::BankLinks;
use super::syncing::{Caller, Wanted};
use crate::app::App;
use crate::app::banks::BankRoute;
use crate::banks::connections::Connection;
use crate::calls::accounts::created;
use crate::contract::banks::{AccountsConnect, AccountsLink, LinkChoice};
use crate::contract::{CallError, ErrorCode};
use crate::db::read;
use crate::db::read::banks::BankRecord;
use crate::open_budget::{Cost, OpenBudget};
use crate::router::{Control, to_text};
use crate::session::Session;
use crate::world::{Plan, UndoOptions, World};

impl Control for AccountsLink {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let budget = app.budget_of(session).await?;
        let Self { institution, public_token, account_id, upgrading_id, choice } = self;
        let account = upgrading_id.clone();
        budget.read(Cost::Quick.into(), move |world| check_open(world, &account)).await?;
        let route = app.bank_route(&budget)?;
        let made = redeemed(app, &route, public_token).await?;
        let external = external(&made, &account_id)?.clone();
        let link = NewLink { made, institution, external, choice: choice.unwrap_or_default() };
        let account = upgrading_id.clone();
        let decide = move |world: &World<'_>| {
            check_open(world, &account)?;
            let known = BankLinks::of(world)?;
            if let Some(other) = known.link(link.made.provider, &link.external.account_id)
                && other.row.id != account
            {
                return Err(already_linked(&other.row.name));
            }
            let changes = link.changes(world, &account, &mut known.banks.clone())?;
            Plan::unrecorded(changes, ()).try_map(|it| to_text(&it))
        };
        let caller = Caller::of(session);
        budget.change(Box::new(decide), UndoOptions::default(), caller.origin.clone()).await?;
        first_sync(app, &budget, vec![upgrading_id], caller).await;
        Ok(())
    }
}

impl Control for AccountsConnect {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Vec<AccountId>, CallError> {
        let budget = app.budget_of(session).await?;
        let Self { institution, public_token, account_ids, offbudget_ids, choices } = self;
        let route = app.bank_route(&budget)?;
        let made = redeemed(app, &route, public_token).await?;
        for id in &account_ids {
            external(&made, id)?;
        }
        let wanted = NewAccounts { made, institution, account_ids, offbudget_ids, choices };
        let decide = move |world: &World<'_>| wanted.decide(world)?.try_map(|ids| to_text(&ids));
        let caller = Caller::of(session);
        let origin = caller.origin.clone();
        let reply = budget.change(Box::new(decide), UndoOptions::default(), origin).await?;
        let ids: Vec<AccountId> =
            serde_json::from_str(reply.get()).map_err(|error| CallError::internal(&error))?;
        first_sync(app, &budget, ids.clone(), caller).await;
        Ok(ids)
    }
}

/// The connection of a token. Several calls may use one token, because the user can link some
/// accounts and create others.
async fn redeemed(
    app: &App,
    route: &BankRoute,
    public_token: String,
) -> Result<Connection, CallError> {
    if let Some(made) = app.banks.redeemed(&public_token, app.now_ms()) {
        return Ok(made);
    }
    let token = public_token.clone();
    let made = route.ask(move |banks, file| banks.redeem(file, &token)).await?;
    app.banks.keep_redeemed(public_token, app.now_ms(), made.clone());
    Ok(made)
}

/// Runs the first import of accounts. If it fails, they stay linked and show the error.
async fn first_sync(app: &App, budget: &Arc<OpenBudget>, ids: Vec<AccountId>, caller: Caller) {
    if ids.is_empty() {
        return;
    }
    if let Err(error) = app.sync_linked(budget, Wanted::These(ids), caller).await {
        tracing::warn!(error = %error.message, "linked accounts could not be fetched");
    }
}

fn external<'c>(made: &'c Connection, id: &str) -> Result<&'c ExternalAccount, CallError> {
    let found = made.accounts.iter().find(|account| account.account_id == id);
    found.ok_or_else(|| {
        CallError::new(ErrorCode::AccountNotFound, "The bank does not list this account.")
    })
}

fn already_linked(name: &str) -> CallError {
    let message = format!("This account of the bank is already linked with {name}.");
    CallError::new(ErrorCode::AlreadyLinked, message).with_meta(json!({ "name": name }))
}

fn check_open(world: &World<'_>, id: &AccountId) -> Result<(), CallError> {
    let is_open = read::accounts::is_open(world.reader, id)?;
    is_open.then_some(()).ok_or(CallError::of(ErrorCode::AccountNotFound))
}

/// A new link of an account.
struct NewLink {
    made: Connection,
    /// The bank as the caller names it.
    institution: InstitutionName,
    external: ExternalAccount,
    choice: LinkChoice,
}

impl NewLink {
    /// The changes that link an account. Adds new banks to `banks`.
    fn changes(
        &self,
        world: &World<'_>,
        account: &AccountId,
        banks: &mut Vec<BankRecord>,
    ) -> Result<Vec<Change>, CallError> {
        let Self { made, external, choice, .. } = self;
        let (bank_id, name) = (Some(self.bank_id()), Some(self.bank_name()));
        let stored = banks.iter().find(|bank| bank.bank_id == bank_id && bank.name == name);
        let mut changes = Vec::new();
        let bank = match stored {
            Some(bank) => bank.id.clone(),
            None => {
                let id = world.ids.row_id();
                let columns = [("bank_id", text(&bank_id)), ("name", text(&name))];
                changes.extend(Change::row("banks", &id, columns));
                banks.push(BankRecord { id: id.clone(), bank_id, name });
                id
            }
        };
        let cents = |it: Option<sobre_engine::money::Amount>| {
            it.map_or(Value::Null, |amount| Value::from(amount.cents()))
        };
        let columns = [
            ("account_id", Value::from(external.account_id.as_str())),
            ("bank", Value::from(bank)),
            ("account_sync_source", Value::from(made.provider.sync_source())),
            ("mask", text(&external.mask)),
            ("official_name", text(&external.official_name)),
            ("balance_current", cents(external.balance)),
            ("balance_available", cents(external.available)),
            ("balance_limit", cents(external.limit)),
            ("bank_sync_status", Value::from(SyncStatus::Pending.word())),
        ];
        changes.extend(Change::row("accounts", account, columns));
        let note = LinkNote {
            external: external.account_id.clone(),
            connection: Some(made.connection.clone()),
            valid_until: made.valid_until.clone(),
            is_fresh: true,
            starting_date: choice.starting_date,
            starting_balance: choice.starting_balance,
        };
        changes.push(note.change(account)?);
        // Many banks of this provider assign a new id when a pending row is booked.
        let usual = (made.provider == Provider::EnableBanking).then_some(false);
        if let Some(is_on) = choice.import_pending.or(usual) {
            let key = format!("sync-import-pending-{account}");
            let value = if is_on { "true" } else { "false" };
            changes.push(Change::new("preferences", &key, "value", value));
        }
        Ok(changes)
    }

    /// The `bank_id` by which other programs know the connection.
    fn bank_id(&self) -> String {
        let external = &self.external;
        match self.made.provider {
            Provider::SimpleFin => external.institution.id.clone(),
            Provider::Plaid => Provider::plaid_bank_id(&self.made.connection),
            Provider::GoCardless => self.made.connection.clone(),
            Provider::EnableBanking | Provider::Akahu | Provider::Pluggy => {
                external.account_id.clone()
            }
        }
    }

    fn bank_name(&self) -> String {
        let names = [&self.external.institution, &self.made.institution, &self.institution];
        let mut names = names.into_iter().map(|it| it.name.trim());
        names.find(|name| !name.is_empty()).unwrap_or(self.made.provider.name()).to_owned()
    }

    /// The name of a new account.
    fn account_name(&self) -> String {
        let external = &self.external;
        let with_mask = || {
            let mask = external.mask.as_deref().unwrap_or_default();
            format!("{} {mask}", self.bank_name())
        };
        let names =
            [self.choice.name.clone(), Some(external.name.clone()), external.official_name.clone()];
        let name = names.into_iter().flatten().find(|name| !name.trim().is_empty());
        name.unwrap_or_else(with_mask).trim().chars().take(MAX_CHARS).collect()
    }
}

fn text(text: &Option<String>) -> Value {
    text.as_deref().map_or(Value::Null, Value::from)
}

/// New accounts in the budget for accounts at a bank.
struct NewAccounts {
    made: Connection,
    institution: InstitutionName,
    account_ids: Vec<String>,
    offbudget_ids: Vec<String>,
    choices: BTreeMap<String, LinkChoice>,
}

impl NewAccounts {
    fn decide(self, world: &World<'_>) -> Result<Plan<Vec<AccountId>>, CallError> {
        let known = BankLinks::of(world)?;
        let mut banks = known.banks.clone();
        let mut stored = read::accounts::living(world.reader)?;
        let (mut changes, mut ids) = (Vec::new(), Vec::new());
        for wanted in &self.account_ids {
            if known.link(self.made.provider, wanted).is_some() {
                continue;
            }
            let link = NewLink {
                made: self.made.clone(),
                institution: self.institution.clone(),
                external: external(&self.made, wanted)?.clone(),
                choice: self.choices.get(wanted).cloned().unwrap_or_default(),
            };
            let (id, transfer_payee) = (world.ids.row_id(), world.ids.row_id());
            let name = link.account_name();
            let off_budget = self.offbudget_ids.contains(wanted);
            let new = NewAccount {
                id: &id,
                name: &name,
                off_budget,
                closed: false,
                kind: None,
                transfer_payee: &transfer_payee,
            };
            changes.extend(created(&mut stored, new)?);
            changes.extend(link.changes(world, &AccountId::from(id.as_str()), &mut banks)?);
            ids.push(AccountId::from(id.as_str()));
        }
        Ok(Plan::unrecorded(changes, ids))
    }
}
