//! Test-only access to an open budget: write rows that no call writes yet, read every cell, and
//! break an actor. Compiled only with the feature `testing`.

mod device;

use std::collections::BTreeMap;
use std::sync::{Arc, mpsc};

use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::crdt::Change;
use sobre_engine::sheet::CellValue;

use crate::app::App;
use crate::contract::history::StepName;
use crate::contract::schedules::ScheduleRun;
use crate::contract::{CallError, JsonText};
use crate::db::PooledReader;
use crate::notifications::AllSent;
use crate::open_budget::{Cost, READERS, Turn};
use crate::session::Session;
use crate::world::{Plan, UndoOptions, World};

pub use device::{BankMail, Device, MailCommits};

/// Reserved connections and turns.
struct HeldReaders(Vec<PooledReader>, Vec<Turn>);

impl Drop for HeldReaders {
    fn drop(&mut self) {
        self.0.clear();
        self.1.clear();
    }
}

impl App {
    /// Writes changes directly, outside the history.
    ///
    /// # Errors
    /// Any error of a mutation.
    pub async fn write(
        &self,
        session: &Arc<Session>,
        changes: Vec<Change>,
    ) -> Result<(), CallError> {
        let decide = move |_: &World<'_>| Ok(Plan::unrecorded(changes, JsonText::default()));
        let budget = self.budget_of(session).await?;
        budget.change(Box::new(decide), UndoOptions::default(), session.origin()).await.map(drop)
    }

    /// Writes changes as a service does.
    ///
    /// # Errors
    /// Any error of a mutation.
    pub async fn write_as_service(
        &self,
        session: &Arc<Session>,
        name: StepName,
        changes: Vec<Change>,
    ) -> Result<(), CallError> {
        let budget = self.budget_of(session).await?;
        let plan = Plan { name: Some(name), ..Plan::step(changes, JsonText::default()) };
        self.run_service(&budget, Box::new(|_: &World<'_>| Ok(plan))).await
    }

    /// Runs the schedules of a budget, as after a sync that succeeded or not.
    ///
    /// # Errors
    /// Any error of a mutation.
    pub async fn run_schedules(
        &self,
        session: &Arc<Session>,
        synced: bool,
    ) -> Result<ScheduleRun, CallError> {
        let budget = self.budget_of(session).await?;
        self.run_schedules_of(&budget, synced).await
    }

    /// Every cell of every sheet, as `{sheet}!{cell}`.
    ///
    /// # Errors
    /// `no-budget-open`.
    pub async fn every_cell(
        &self,
        session: &Arc<Session>,
    ) -> Result<BTreeMap<String, CellValue>, CallError> {
        let budget = self.budget_of(session).await?;
        budget
            .read(Cost::Quick.into(), |world| {
                let sheet = world.sheet()?;
                let (first, last) = sheet.months();
                let months = first.through(last).map(month_sheet);
                let mut all = BTreeMap::new();
                for name in months.chain([GLOBAL.to_owned()]) {
                    let cells = sheet.names_in_sheet(&name);
                    all.extend(
                        cells.map(|cell| (format!("{name}!{cell}"), sheet.value(&name, cell))),
                    );
                }
                Ok(all)
            })
            .await
    }

    /// Waits until all commits have been sent to the listeners.
    ///
    /// # Errors
    /// `no-budget-open`.
    pub async fn settle(&self, session: &Arc<Session>) -> Result<(), CallError> {
        let budget = self.budget_of(session).await?;
        budget.caught_up().await?;
        let sent = budget.gates().notifications.send(AllSent).await;
        sent.map_err(|error| CallError::internal(&error))
    }

    /// Waits until cells show the last commit.
    ///
    /// # Errors
    /// `internal` if they do not.
    pub async fn until_computed(&self, session: &Arc<Session>) -> Result<(), CallError> {
        self.budget_of(session).await?.caught_up().await
    }

    /// Takes every connection for calls that only read, until the result is dropped.
    ///
    /// # Errors
    /// `no-budget-open`.
    pub async fn hold_readers(&self, session: &Arc<Session>) -> Result<impl Drop, CallError> {
        let budget = self.budget_of(session).await?;
        let mut turns = Vec::new();
        for _ in 0..READERS {
            turns.push(budget.gates().turns.take(Cost::Quick).await?);
        }
        let lent: Result<Vec<_>, _> = (0..READERS).map(|_| budget.gates().readers.take()).collect();
        Ok(HeldReaders(lent?, turns))
    }

    /// Takes the connection that reads rows for events, until the result is dropped.
    ///
    /// # Errors
    /// `no-budget-open`.
    pub async fn hold_event_readers(&self, session: &Arc<Session>) -> Result<impl Drop, CallError> {
        Ok(HeldReaders(
            vec![self.budget_of(session).await?.gates().event_readers.take()?],
            Vec::new(),
        ))
    }

    /// Runs a read that never ends, and calls `begun` once it has begun.
    ///
    /// # Errors
    /// The error of a read that takes too long.
    pub async fn read_without_end(
        &self,
        session: &Arc<Session>,
        begun: impl FnOnce() + Send + 'static,
    ) -> Result<(), CallError> {
        let budget = self.budget_of(session).await?;
        budget.read(Cost::Long.into(), |world| Ok(world.reader.read_without_end(begun)?)).await
    }

    /// Reserves this many bytes of the response memory, until the result is dropped.
    pub fn hold_answers(&self, bytes: usize) -> impl Drop + use<> {
        self.answers.count(JsonText::written(" ".repeat(bytes))).into_parts().1
    }

    /// Bytes of responses that are being written or unread.
    #[must_use]
    pub fn held_by_answers(&self) -> usize {
        self.answers.taken()
    }

    /// Runs `work` while nothing can be computed.
    ///
    /// # Errors
    /// `no-budget-open`.
    #[expect(clippy::await_holding_lock, reason = "that is what it is for")]
    pub async fn holding_sheet<R>(
        &self,
        session: &Arc<Session>,
        work: impl Future<Output = R>,
    ) -> Result<R, CallError> {
        let budget = self.budget_of(session).await?;
        let sheet = budget.gates().view.at_least(0)?;
        let done = work.await;
        drop(sheet);
        Ok(done)
    }

    /// The number of open budgets.
    #[must_use]
    pub fn open_budgets(&self) -> usize {
        self.registry.len()
    }

    /// Waits until no budget is opening or closing.
    pub async fn until_idle(&self) {
        drop(self.lifecycle.lock().await);
        self.until_all_closed().await;
    }

    /// Keeps the database busy with a write until `until` receives a message or its sender is
    /// dropped.
    ///
    /// # Errors
    /// `no-budget-open`.
    pub async fn occupy_database(
        &self,
        session: &Arc<Session>,
        until: mpsc::Receiver<()>,
    ) -> Result<(), CallError> {
        let decide = move |_: &World<'_>| {
            let _ = until.recv();
            Ok(Plan::unrecorded(Vec::new(), JsonText::default()))
        };
        let budget = self.budget_of(session).await?;
        budget.change(Box::new(decide), UndoOptions::default(), None).await.map(drop)
    }

    /// Makes the database actor panic while a call decides.
    ///
    /// # Errors
    /// Always: the error that the call's caller receives.
    #[expect(clippy::panic, reason = "that is what it is for")]
    pub async fn panic_in_database(&self, session: &Arc<Session>) -> Result<(), CallError> {
        let decide = |_: &World<'_>| panic!("a test breaks the database actor");
        let budget = self.budget_of(session).await?;
        budget.change(Box::new(decide), UndoOptions::default(), None).await.map(drop)
    }

    /// Makes the sheet actor panic while it recalculates.
    ///
    /// # Errors
    /// `no-budget-open`.
    pub async fn panic_in_sheet(&self, session: &Arc<Session>) -> Result<(), CallError> {
        self.budget_of(session).await?.break_sheet().await
    }
}
