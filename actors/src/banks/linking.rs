//! Bank sign-ins, from the address a browser opens to the stored connection and its grant.

use sobre_engine::banks::Provider;

use super::connections::{
    Connection, ConnectionRef, LinkCode, LinkFault, LinkRequest, LinkStart, LinkState, Linked,
    OfferedAccounts, Values,
};
use super::core::Banks;
use super::message::AskedBy;
use super::provider::{Back, Begin, Granted, Outcome, Step};
use super::quotas::{Quota, quota_digest};
use super::sign_ins::{LIFETIME_MS, Offer, SignIn, fresh_token};
use super::store::ConnectionRow;
use super::times::rfc3339;

impl Banks {
    pub(super) fn begin_link(&self, file: &str, wanted: &LinkRequest) -> Linked<LinkStart> {
        let provider = self.provider(wanted.provider)?;
        let own = self.need_credentials(provider, file)?;
        let grant = match &wanted.repair {
            Some(id) => Some(self.grant_to_repair(file, id, wanted.provider)?),
            None => None,
        };
        let state = fresh_token()?;
        // Identifies the budget to the provider without revealing anything about it.
        let user = quota_digest(&format!("user\n{file}"));
        let begin = Begin { repair: grant.as_ref(), state: &state, user: &user };
        let step = provider.begin(&self.scene(None), &own, wanted, &begin)?;
        let url = step.url.clone();
        let sign_in = SignIn {
            file: file.to_owned(),
            provider: wanted.provider,
            step,
            back: None,
            repair: wanted.repair.clone(),
            outcome: None,
            redeemed: None,
        };
        let now_ms = self.now_ms();
        self.sign_ins.begin(&state, sign_in, now_ms);
        Ok(LinkStart { token: state, url, expires: rfc3339(now_ms + LIFETIME_MS) })
    }

    fn grant_to_repair(&self, file: &str, id: &str, provider: Provider) -> Linked<Values> {
        let unknown = || LinkFault::of(LinkCode::UnknownConnection);
        let row = self.store.connection(file, id)?.ok_or_else(unknown)?;
        if row.provider != provider {
            return Err(unknown());
        }
        // If the grant cannot be decrypted, a repair may replace it.
        Ok(self.store.grant(file, id)?.unwrap_or_default())
    }

    pub(super) fn look_at_link(&self, token: &str) -> Linked<LinkState> {
        let sign_in = self.sign_ins.find(token, self.now_ms())?;
        // Locked during the request, because a code can be exchanged only once.
        let mut sign_in = sign_in.lock();
        Ok(self.outcome_of(&mut sign_in))
    }

    fn outcome_of(&self, sign_in: &mut SignIn) -> LinkState {
        if let Some(outcome) = &sign_in.outcome {
            return outcome.clone();
        }
        let outcome = match self.finish_link(sign_in) {
            Ok(outcome) => outcome,
            // The next poll may succeed.
            Err(fault) if fault.code == LinkCode::Network && sign_in.back.is_none() => {
                return LinkState::Waiting;
            }
            Err(LinkFault { code, message, .. }) => LinkState::Failed { code, message },
        };
        if outcome != LinkState::Waiting {
            sign_in.outcome = Some(outcome.clone());
        }
        outcome
    }

    /// The connection that another program's sign-in led to; `None` while the user is at the bank.
    /// These programs may ask several times for one sign-in, and always get the same connection.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`], or why the sign-in failed.
    pub fn connection_of_link(&self, file: &str, token: &str) -> Linked<Option<Connection>> {
        let sign_in = self.sign_ins.find(token, self.now_ms())?;
        let mut sign_in = sign_in.lock();
        if sign_in.file != file {
            return Err(LinkFault::of(LinkCode::UnknownToken));
        }
        if sign_in.redeemed.is_none() {
            sign_in.redeemed = match self.outcome_of(&mut sign_in) {
                LinkState::Waiting => None,
                LinkState::Failed { code, message } => {
                    return Err(LinkFault { message, ..LinkFault::of(code) });
                }
                LinkState::Done { data } => Some(self.redeem_offer(file, &data.public_token)?),
            };
        }
        Ok(sign_in.redeemed.clone())
    }

    /// Revokes the grants of accounts that nobody linked in time.
    pub(super) fn end_lost_offers(&self) {
        for Offer { file, provider, granted } in self.sign_ins.take_lost(self.now_ms()) {
            let ended = self.provider(provider).and_then(|found| {
                let Some((own, _)) = self.credentials(found.facts(), Some(&file))? else {
                    return Ok(());
                };
                Ok(found.end(&self.scene(None), &own, &granted.grant)?)
            });
            if let Err(fault) = ended {
                let provider = provider.word();
                tracing::warn!(provider, ?fault, "a sign-in that nobody used cannot be ended");
            }
        }
    }

    fn finish_link(&self, sign_in: &SignIn) -> Linked<LinkState> {
        let SignIn { file, step, back, .. } = sign_in;
        if let Some(Back::Refused { error, text }) = back {
            let is_given_up = matches!(error.as_str(), "access_denied" | "UserCancelledSession");
            let code = if is_given_up { LinkCode::Cancelled } else { LinkCode::Unknown };
            return Ok(LinkState::Failed { code, message: text.clone() });
        }
        let provider = self.provider(sign_in.provider)?;
        let own = self.need_credentials(provider, file)?;
        match provider.finish(&self.scene(None), &own, step, back.as_ref())? {
            Outcome::Waiting => Ok(LinkState::Waiting),
            Outcome::Cancelled => {
                Ok(LinkState::Failed { code: LinkCode::Cancelled, message: None })
            }
            Outcome::Granted(granted) => {
                let data = match &sign_in.repair {
                    Some(id) => self.repaired(sign_in, id, *granted)?,
                    None => self.offered(file, sign_in.provider, *granted)?,
                };
                Ok(LinkState::Done { data })
            }
        }
    }

    fn repaired(&self, sign_in: &SignIn, id: &str, granted: Granted) -> Linked<OfferedAccounts> {
        let unknown = || LinkFault::of(LinkCode::UnknownConnection);
        let row = self.store.connection(&sign_in.file, id)?.ok_or_else(unknown)?;
        let Granted { grant, institution, valid_until, accounts } = granted;
        self.store.renew(&row, &grant, valid_until.as_deref())?;
        Ok(OfferedAccounts {
            provider: row.provider,
            institution,
            public_token: String::new(),
            accounts,
            connection: Some(row.id),
        })
    }

    fn offered(&self, file: &str, provider: Provider, granted: Granted) -> Linked<OfferedAccounts> {
        let (institution, accounts) = (granted.institution.clone(), granted.accounts.clone());
        let offer = Offer { file: file.to_owned(), provider, granted };
        let public_token = self.sign_ins.offer(offer, self.now_ms())?;
        Ok(OfferedAccounts { provider, institution, public_token, accounts, connection: None })
    }

    /// Stores the result of a bank's redirect. The state identifies the sign-in.
    ///
    /// # Errors
    /// [`LinkCode::UnknownToken`].
    pub fn redirected(&self, state: &str, back: Back) -> Linked<()> {
        let sign_in = self.sign_ins.find(state, self.now_ms())?;
        let mut sign_in = sign_in.lock();
        if sign_in.outcome.is_none() {
            sign_in.back = Some(back);
        }
        Ok(())
    }

    pub(super) fn pasted_back(&self, token: &str, address: &str) -> Linked<()> {
        let (state, back) = read_back(address).ok_or_else(|| LinkFault::in_field("address"))?;
        if state != token {
            return Err(LinkFault::of(LinkCode::UnknownToken));
        }
        self.redirected(token, back)
    }

    pub(super) fn offer_accounts(&self, file: &str, wanted: Provider) -> Linked<OfferedAccounts> {
        let provider = self.provider(wanted)?;
        if provider.facts().browser {
            return Err(LinkFault::of(LinkCode::NotSupported));
        }
        let own = self.need_credentials(provider, file)?;
        let quota = Quota::of(provider.quota(&own, &Values::default()), AskedBy::Person);
        let accounts = quota
            .within(&self.store, self.scene(None), |scene| provider.accounts(scene, &own))??;
        let institution = match accounts.first() {
            Some(first) if accounts.iter().all(|it| it.institution == first.institution) => {
                first.institution.clone()
            }
            _ => Default::default(),
        };
        let granted = Granted { institution, accounts, ..Granted::default() };
        self.offered(file, wanted, granted)
    }

    pub(super) fn redeem_offer(&self, file: &str, token: &str) -> Linked<Connection> {
        let Offer { provider, granted, .. } = self.sign_ins.redeem(file, token, self.now_ms())?;
        let accounts = granted.accounts.clone();
        let row = if self.provider(provider)?.facts().browser {
            self.new_connection(file, provider, granted)?
        } else {
            self.shared_connection(file, provider)?
        };
        Ok(Connection {
            connection: row.id,
            provider,
            institution: row.institution,
            accounts,
            valid_until: row.valid_until,
        })
    }

    fn new_connection(
        &self,
        file: &str,
        provider: Provider,
        granted: Granted,
    ) -> Linked<ConnectionRow> {
        let row = ConnectionRow {
            id: self.environment.ids.uuid(),
            file: file.to_owned(),
            provider,
            institution: granted.institution,
            valid_until: granted.valid_until,
            cursor: String::new(),
            fetched_ms: None,
            error: None,
            failures: 0,
            retry_ms: None,
            needs_person: false,
            made_ms: self.now_ms(),
        };
        self.store.add_connection(&row, &granted.grant)?;
        tracing::info!(provider = provider.word(), connection = %row.id, "a bank was linked");
        Ok(row)
    }

    /// The single connection of a file to a provider whose credentials reach all accounts, created
    /// at first use.
    pub(super) fn shared_connection(
        &self,
        file: &str,
        provider: Provider,
    ) -> Linked<ConnectionRow> {
        let rows = self.store.connections(Some(file))?;
        if let Some(row) = rows.into_iter().find(|it| it.provider == provider) {
            return Ok(row);
        }
        self.new_connection(file, provider, Granted::default())
    }

    pub(super) fn end_link(
        &self,
        file: &str,
        connection: &ConnectionRef,
        externals: Option<&[String]>,
    ) -> Linked<()> {
        let mut rows = self.store.connections(Some(file))?;
        match (&connection.connection, connection.provider) {
            (Some(id), _) => rows.retain(|it| it.id == *id),
            (None, Some(provider)) => rows.retain(|it| it.provider == provider),
            (None, None) => return Err(LinkFault::in_field("connection")),
        }
        for row in rows {
            if let Some(ids) = externals {
                self.store.remove_externals(&row.id, ids)?;
            } else {
                self.end_grant(&row)?;
                self.store.remove_connection(&row.id)?;
            }
        }
        Ok(())
    }

    /// Revokes the grant at the provider. An unknown grant counts as revoked; if the provider
    /// cannot be reached, the caller retries.
    fn end_grant(&self, row: &ConnectionRow) -> Linked<()> {
        let provider = self.provider(row.provider)?;
        let Some((own, _)) = self.credentials(provider.facts(), Some(&row.file))? else {
            return Ok(());
        };
        let Some(grant) = self.store.grant(&row.file, &row.id)? else { return Ok(()) };
        match provider.end(&self.scene(None), &own, &grant) {
            Ok(()) => Ok(()),
            Err(error) => {
                let fault = LinkFault::from(error);
                if fault.code == LinkCode::Network { Err(fault) } else { Ok(()) }
            }
        }
    }
}

/// Reads the state and the result from the address the browser ended at.
fn read_back(address: &str) -> Option<(String, Back)> {
    let (_, query) = address.trim().split_once('?')?;
    let query = query.split('#').next()?;
    let part = |wanted: &str| {
        let parts = query.split('&').filter_map(|it| it.split_once('='));
        parts.into_iter().find(|(name, _)| *name == wanted).map(|(_, value)| decoded(value))
    };
    let back = match (part("code"), part("error")) {
        (Some(code), _) => Back::Code(code),
        (None, Some(error)) => Back::Refused { error, text: part("error_description") },
        (None, None) => return None,
    };
    Some((part("state")?, back))
}

fn decoded(text: &str) -> String {
    super::web::decoded(&text.replace('+', " "))
}

/// A sign-in step that needs no browser.
impl Step {
    /// A sign-in step that opens an address in the browser.
    #[must_use]
    pub fn opening(url: &str, secrets: Values) -> Self {
        Self { url: url.to_owned(), secrets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_address_is_read() {
        let address = "https://home.example/enablebanking/auth_callback?state=s%2D1&code=a%20b#x";
        let (state, back) = read_back(address).unwrap();
        assert_eq!(state, "s-1");
        assert!(matches!(back, Back::Code(code) if code == "a b"));
        let denied = "http://h/?error=access_denied&error_description=No+thanks&state=s";
        let (_, back) = read_back(denied).unwrap();
        assert!(matches!(back, Back::Refused { text: Some(text), .. } if text == "No thanks"));
        for bad in ["nonsense", "https://h/?code=1", "https://h/?state=1", "https://h/"] {
            assert!(read_back(bad).is_none(), "{bad}");
        }
    }
}
