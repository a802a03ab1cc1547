//! The calls that set up providers and the fetch schedule.

use std::sync::Arc;

use sobre_engine::banks::linking::{Institution, ProviderState, ScheduleState};

use crate::app::App;
use crate::banks::connections::{InstitutionSearch, Values};
use crate::contract::CallError;
use crate::contract::bank_screens::{BankScheduleGet, BankScheduleSave};
use crate::contract::banks::{BankConfigure, BankInstitutions, BankProviders, BankReset};
use crate::router::Control;
use crate::session::Session;

impl Control for BankProviders {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Vec<ProviderState>, CallError> {
        let budget = app.budget_of(session).await?;
        app.bank_route(&budget)?.ask(|banks, file| banks.providers(file)).await
    }
}

impl Control for BankConfigure {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let budget = app.budget_of(session).await?;
        let Self { provider, values, scope } = self;
        let values = Values(values);
        let route = app.bank_route(&budget)?;
        route.ask(move |banks, file| banks.configure(file, provider, values, scope)).await
    }
}

impl Control for BankReset {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let budget = app.budget_of(session).await?;
        let Self { provider, scope } = self;
        app.bank_route(&budget)?.ask(move |banks, file| banks.reset(file, provider, scope)).await
    }
}

impl Control for BankInstitutions {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<Vec<Institution>, CallError> {
        let budget = app.budget_of(session).await?;
        let Self { provider, country, search } = self;
        let wanted = InstitutionSearch { provider, country, search };
        app.bank_route(&budget)?.ask(move |banks, file| banks.institutions(file, &wanted)).await
    }
}

impl Control for BankScheduleGet {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<ScheduleState, CallError> {
        let budget = app.budget_of(session).await?;
        app.bank_route(&budget)?.ask(|banks, file| banks.schedule(file, None)).await
    }
}

impl Control for BankScheduleSave {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<ScheduleState, CallError> {
        let budget = app.budget_of(session).await?;
        let schedule = self.schedule;
        let route = app.bank_route(&budget)?;
        route.ask(move |banks, file| banks.schedule(file, Some(&schedule))).await
    }
}
