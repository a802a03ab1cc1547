//! An open budget without actors: the same decisions, writes and sheet, one call at a time on the
//! caller's thread. Simulations run thousands of them.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use sobre_engine::banks::BankAnswer;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::crdt::{Change, Message};
use sobre_engine::ids::AccountId;
use sobre_engine::sheet::CellValue;

use crate::calls::banks::{Answered, Counts, Decided, marker};
use crate::calls::schedules::decided;
use crate::contract::{CallError, ErrorCode};
use crate::database_actor::syncing::merge_repairs;
use crate::db::{BudgetDb, Commit, CommitFacts, Direction, Intent, Origin, Reader};
use crate::environment::Environment;
use crate::router;
use crate::sheet::{SheetChange, SheetView, changed_cells};
use crate::world::{Cells, Parts, Plan, Record, World};

/// A message about one account in the inbox of what was fetched from banks.
#[derive(Debug, Clone)]
pub struct BankMail {
    /// The account here.
    pub account: AccountId,
    /// The bank's data about it.
    pub answer: BankAnswer,
    /// The message's number.
    pub number: u64,
    /// The time of the request, in milliseconds since 1970.
    pub fetched_ms: i64,
}

/// How a message is imported.
#[derive(Debug, Clone, Copy)]
pub struct MailCommits {
    /// Most new transactions of a commit.
    pub rows: usize,
    /// Most commits; the import breaks off after them.
    pub most: usize,
}

/// One copy of a budget.
pub struct Device {
    db: BudgetDb,
    reader: Reader,
    view: SheetView,
    environment: Environment,
}

impl Device {
    /// Opens the budget in a folder.
    ///
    /// # Errors
    /// Any error of opening a budget.
    pub fn open(dir: &Path, environment: Environment) -> Result<Self, CallError> {
        let mut db = BudgetDb::open(dir, environment.clone())?;
        let view = SheetView::new(sheet(&mut db)?, 0, 0);
        Ok(Self { db, reader: Reader::open(dir)?, view, environment })
    }

    /// Runs a mutation; returns what it wrote.
    ///
    /// # Errors
    /// Any error of the call; nothing is changed then.
    pub fn call(&mut self, name: &str, args: Value) -> Result<Vec<Change>, CallError> {
        let Plan { changes, record, .. } = router::decide(name, args, &self.world())?;
        self.carry_out(changes, record)
    }

    fn world(&self) -> World<'_> {
        World::new(Parts {
            reader: &self.reader,
            dir: self.db.directory(),
            environment: &self.environment,
            cells: Cells::Shared { view: &self.view, revision: 0 },
        })
    }

    fn carry_out(
        &mut self,
        changes: Vec<Change>,
        record: Record,
    ) -> Result<Vec<Change>, CallError> {
        if changes.is_empty() {
            return Ok(changes);
        }
        let origin = match record {
            Record::Step | Record::BankSync(_) => Origin::Local(Intent::default()),
            Record::Nothing => Origin::Unrecorded,
        };
        let commit = self.db.apply(changes.clone(), origin)?;
        self.recalculate(commit.facts)?;
        Ok(changes)
    }

    /// Runs the schedules as the daily run does after a sync; returns what it wrote.
    ///
    /// # Errors
    /// Any error of the run; nothing is changed then.
    pub fn run_schedules(&mut self) -> Result<Vec<Change>, CallError> {
        let plan = decided(&self.world(), true)?.0;
        self.carry_out(plan.changes, plan.record)
    }

    /// Writes changes directly, outside the history.
    ///
    /// # Errors
    /// Any error of a write.
    pub fn write(&mut self, changes: Vec<Change>) -> Result<Vec<Change>, CallError> {
        self.carry_out(changes, Record::Nothing)
    }

    /// Imports what the schedule of a server brought into the inbox of a file; returns what it
    /// wrote.
    ///
    /// # Errors
    /// Any error of an import; what the commits before it wrote stays.
    pub fn read_mail(
        &mut self,
        file: &str,
        mail: &BankMail,
        commits: MailCommits,
    ) -> Result<Vec<Change>, CallError> {
        let answered = Answered {
            account: mail.account.clone(),
            answer: mail.answer.clone(),
            message: format!("connection {}", mail.number),
            fetched_ms: Some(mail.fetched_ms),
            by_person: false,
            sync: None,
            also: vec![marker(file, mail.number)],
            rows_per_commit: commits.rows,
        };
        let Decided { first, later, done } = answered.decide(&self.world(), Counts::default())?;
        let is_whole = later.len() < commits.most;
        let mut written = self.carry_out(first.changes, first.record)?;
        for part in later.into_iter().take(commits.most.saturating_sub(1)) {
            let part = answered.part(&self.world(), part)?;
            written.extend(self.carry_out(part.changes, part.record)?);
        }
        if is_whole {
            self.db.keep_bank_reports(&done.report.into_iter().collect::<Vec<_>>())?;
        }
        Ok(written)
    }

    /// Undoes or redoes a step; returns the written changes.
    ///
    /// # Errors
    /// Any error of a write.
    pub fn undo(&mut self, redo: bool) -> Result<Vec<Change>, CallError> {
        let direction = if redo { Direction::Redo } else { Direction::Undo };
        let undone = self.db.step(direction)?;
        let Some(undone) = undone else { return Ok(Vec::new()) };
        self.mended(undone.commit)?;
        Ok(undone.changes)
    }

    /// Stores messages of another copy, at once or in slices of this size; returns how many were
    /// new.
    ///
    /// # Errors
    /// Any error of a write; nothing is changed then.
    pub fn receive(&mut self, messages: &[Message], slice: usize) -> Result<usize, CallError> {
        let slices = messages.chunks(slice).map(|slice| Ok::<_, CallError>(slice.to_vec()));
        // Large enough that indexes are dropped, which must not change the result.
        let commit = self.db.receive(slices, 1 << 20)?;
        let fresh = commit.messages;
        self.mended(commit)?;
        Ok(fresh)
    }

    /// The file.
    pub const fn db(&mut self) -> &mut BudgetDb {
        &mut self.db
    }

    /// A read-only connection.
    #[must_use]
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Every cell, as updated by changes.
    ///
    /// # Errors
    /// `internal` if the sheet failed.
    pub fn cells(&self) -> Result<BTreeMap<String, CellValue>, CallError> {
        Ok(every_cell(&*self.view.at_least(0)?))
    }

    /// Every cell, recalculated from the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn computed_anew(&mut self) -> Result<BTreeMap<String, CellValue>, CallError> {
        Ok(every_cell(&sheet(&mut self.db)?))
    }

    fn mended(&mut self, commit: Commit) -> Result<(), CallError> {
        let mended = merge_repairs(&self.reader, &commit)?;
        self.recalculate(commit.facts)?;
        if !mended.is_empty() {
            let commit = self.db.apply(mended, Origin::Unrecorded)?;
            self.recalculate(commit.facts)?;
        }
        Ok(())
    }

    fn recalculate(&self, facts: CommitFacts) -> Result<(), CallError> {
        let change = match facts {
            CommitFacts::Changed(facts) => SheetChange::Facts(facts),
            CommitFacts::Everything(facts) => SheetChange::Everything(facts),
        };
        let changed = changed_cells(&mut *self.view.to_write(0)?, change);
        changed.map(drop).map_err(|error| CallError::internal(&error))
    }
}

fn sheet(db: &mut BudgetDb) -> Result<BudgetSheet, CallError> {
    BudgetSheet::build(&db.facts()?)
        .map_err(|error| CallError::new(ErrorCode::OutOfSyncData, error.to_string()))
}

fn every_cell(sheet: &BudgetSheet) -> BTreeMap<String, CellValue> {
    let (first, last) = sheet.months();
    let names = first.through(last).map(month_sheet).chain([GLOBAL.to_owned()]);
    let of_sheet = |name: String| {
        let cells = sheet.names_in_sheet(&name);
        let value = |cell: &str| (format!("{name}!{cell}"), sheet.value(&name, cell));
        cells.map(value).collect::<Vec<_>>()
    };
    names.flat_map(of_sheet).collect()
}
