//! The stored rows as rules look them up. Each row is read once per call.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use sobre_engine::dates::Day;
use sobre_engine::money::nearest;
use sobre_engine::rules::{AccountFacts, CategoryFacts, Lookup};
use sobre_engine::text::Effort;

use crate::contract::{CallError, ErrorCode};
use crate::db::balance_before;
use crate::db::deadline::PatternStop;
use crate::db::read::rules as read;
use crate::limits;
use crate::world::World;

type Kept<T> = RefCell<HashMap<String, Option<T>>>;

pub(in crate::calls) struct StoredLookup<'a> {
    world: &'a World<'a>,
    accounts: Kept<AccountFacts>,
    categories: Kept<CategoryFacts>,
    payees: Kept<Arc<str>>,
    /// Backtracking steps that the patterns of the rules may still take: writing has no deadline.
    backtracks: Cell<usize>,
}

impl<'a> StoredLookup<'a> {
    pub(in crate::calls) fn of(world: &'a World<'a>) -> Self {
        Self {
            world,
            accounts: RefCell::default(),
            categories: RefCell::default(),
            payees: RefCell::default(),
            backtracks: Cell::new(limits::BACKTRACKS),
        }
    }
}

/// A row that was read before, or that is read now.
fn kept<T: Clone>(
    rows: &Kept<T>,
    id: &str,
    read: impl FnOnce() -> rusqlite::Result<Option<T>>,
) -> Result<Option<T>, CallError> {
    if let Some(known) = rows.borrow().get(id) {
        return Ok(known.clone());
    }
    let row = read()?;
    rows.borrow_mut().insert(id.to_owned(), row.clone());
    Ok(row)
}

fn stopped(stop: PatternStop) -> CallError {
    CallError::of(match stop {
        PatternStop::Cut => ErrorCode::QueryTooLarge,
        PatternStop::TooManySteps => ErrorCode::SlowRules,
    })
}

impl Lookup for StoredLookup<'_> {
    type Error = CallError;

    fn account(&self, id: &str) -> Result<Option<AccountFacts>, CallError> {
        kept(&self.accounts, id, || read::account(self.world.reader, id))
    }

    fn category(&self, id: &str) -> Result<Option<CategoryFacts>, CallError> {
        kept(&self.categories, id, || read::category(self.world.reader, id))
    }

    fn payee_name(&self, id: &str) -> Result<Option<Arc<str>>, CallError> {
        kept(&self.payees, id, || read::payee_name(self.world.reader, id))
    }

    fn balance_before(&self, account: &str, day: Day) -> Result<i64, CallError> {
        Ok(nearest(balance_before(self.world.reader, &account.into(), day)?))
    }

    fn check(&self) -> Result<(), CallError> {
        Effort::check(self.world.reader.effort()).map_err(stopped)
    }

    fn take_backtracks(&self, steps: usize) -> Result<(), CallError> {
        Effort::take_backtracks(self.world.reader.effort(), steps).map_err(stopped)?;
        let left = self.backtracks.get().checked_sub(steps);
        self.backtracks.set(left.ok_or_else(|| stopped(PatternStop::TooManySteps))?);
        Ok(())
    }

    fn today(&self) -> Day {
        self.world.today()
    }

    fn new_id(&self) -> String {
        self.world.ids.row_id()
    }
}
