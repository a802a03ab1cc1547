//! Gives a device the bank connections of the sync server in the same program, with the usual
//! checks: a valid session, and a file that the server has.

use std::sync::Arc;

use sobre_actors::banks::Banks;
use sobre_actors::banks::connections::{
    BankConnections, Connection, ConnectionRef, FetchReply, FetchRequest, InboxList,
    InstitutionSearch, LinkCode, LinkFault, LinkRequest, LinkStart, LinkState, Linked,
    OfferedAccounts, Values,
};
use sobre_engine::banks::Provider;
use sobre_engine::banks::linking::{Institution, ProviderState, Schedule, ScheduleState, Scope};

use super::{Device, file_id};
use crate::sync_server::store::StoreError;

impl Device {
    /// The connections for a file of the session. Requests about a sign-in have no file, because
    /// their token identifies it.
    fn banks_of(&self, file: Option<&str>) -> Linked<Arc<Banks>> {
        let access = self.server.bank_access();
        let access = access.ok_or_else(|| LinkFault::of(LinkCode::NoServer))?;
        let files = self.files().map_err(|_| LinkFault::of(LinkCode::Unauthorized))?;
        if let Some(file) = file {
            let id = file_id(file).map_err(|_| LinkFault::of(LinkCode::FileNotFound))?;
            match files.info(&id) {
                Ok(_) => {}
                Err(StoreError::FileNotFound) => {
                    return Err(LinkFault::of(LinkCode::FileNotFound));
                }
                Err(error) => {
                    tracing::error!(%error, "the sync server failed");
                    return Err(LinkFault::of(LinkCode::Storage));
                }
            }
        }
        Ok(Arc::clone(&access.banks))
    }
}

impl BankConnections for Device {
    fn providers(&self, file: &str) -> Linked<Vec<ProviderState>> {
        self.banks_of(Some(file))?.providers(file)
    }

    fn configure(
        &self,
        file: &str,
        provider: Provider,
        values: Values,
        scope: Scope,
    ) -> Linked<()> {
        self.banks_of(Some(file))?.configure(file, provider, values, scope)
    }

    fn reset(&self, file: &str, provider: Provider, scope: Scope) -> Linked<()> {
        self.banks_of(Some(file))?.reset(file, provider, scope)
    }

    fn institutions(&self, file: &str, wanted: &InstitutionSearch) -> Linked<Vec<Institution>> {
        self.banks_of(Some(file))?.institutions(file, wanted)
    }

    fn link(&self, file: &str, wanted: &LinkRequest) -> Linked<LinkStart> {
        self.banks_of(Some(file))?.link(file, wanted)
    }

    fn poll(&self, token: &str) -> Linked<LinkState> {
        self.banks_of(None)?.poll(token)
    }

    fn back(&self, token: &str, address: &str) -> Linked<()> {
        self.banks_of(None)?.back(token, address)
    }

    fn stop(&self, token: &str) -> Linked<()> {
        self.banks_of(None)?.stop(token)
    }

    fn accounts(&self, file: &str, provider: Provider) -> Linked<OfferedAccounts> {
        self.banks_of(Some(file))?.accounts(file, provider)
    }

    fn redeem(&self, file: &str, public_token: &str) -> Linked<Connection> {
        self.banks_of(Some(file))?.redeem(file, public_token)
    }

    fn unlink(
        &self,
        file: &str,
        connection: &ConnectionRef,
        externals: Option<&[String]>,
    ) -> Linked<()> {
        self.banks_of(Some(file))?.unlink(file, connection, externals)
    }

    fn register_key(&self, file: &str, kid: &str, public: &str) -> Linked<()> {
        self.banks_of(Some(file))?.register_key(file, kid, public)
    }

    fn fetch(&self, file: &str, wanted: &FetchRequest) -> Linked<FetchReply> {
        self.banks_of(Some(file))?.fetch(file, wanted)
    }

    fn inbox(&self, file: &str, after: u64) -> Linked<InboxList> {
        self.banks_of(Some(file))?.inbox(file, after)
    }

    fn message(&self, file: &str, number: u64) -> Linked<Vec<u8>> {
        self.banks_of(Some(file))?.message(file, number)
    }

    fn inbox_done(&self, file: &str, number: u64) -> Linked<()> {
        self.banks_of(Some(file))?.inbox_done(file, number)
    }

    fn schedule(&self, file: &str, schedule: Option<&Schedule>) -> Linked<ScheduleState> {
        self.banks_of(Some(file))?.schedule(file, schedule)
    }
}
