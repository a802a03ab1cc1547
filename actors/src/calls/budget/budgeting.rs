//! The common way of the budget actions: they read rows first and then decide from the cells, so
//! that the sheet is locked only while they compute.

use sobre_engine::budget::BudgetSheet;
use sobre_engine::budget::actions::{ActionError, Average, BudgetWrite, TransferEnd};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;

use super::check_month;
use crate::calls::categories::living;
use crate::calls::stored_budget::{StoredActivity, StoredBudget};
use crate::contract::CallError;
use crate::contract::history::StepFact;
use crate::db::read;
use crate::world::{Plan, World};

/// A month and what its action reads.
pub(super) struct Budgeting<'w, 'a> {
    pub(super) world: &'w World<'a>,
    pub(super) stored: StoredBudget<'a>,
    pub(super) month: Month,
}

impl<'w, 'a> Budgeting<'w, 'a> {
    pub(super) fn new(world: &'w World<'a>, month: Month) -> Result<Self, CallError> {
        check_month(world.months()?, month)?;
        Ok(Self { world, stored: StoredBudget::of(world)?, month })
    }

    /// Decides from the cells. The sheet is locked meanwhile.
    pub(super) fn decided<T, E: Into<CallError>>(
        &self,
        decide: impl FnOnce(&BudgetSheet) -> Result<T, E>,
    ) -> Result<T, CallError> {
        decide(&*self.world.sheet()?).map_err(Into::into)
    }

    /// A living category, or money to budget.
    pub(super) fn transfer_end(&self, id: &str) -> Result<TransferEnd, CallError> {
        // Earlier versions of the call had the second word.
        if ["to-budget", "to-be-budgeted"].contains(&id) {
            return Ok(TransferEnd::ToBudget);
        }
        let id = CategoryId::from(id);
        living(self.world, &id)?;
        Ok(TransferEnd::Category(id))
    }

    /// The name of a category, for the name of a step.
    pub(super) fn name_of(&self, category: &CategoryId) -> Result<StepFact, CallError> {
        Ok(StepFact::Text(read::categories::name(self.world.reader, category)?))
    }

    /// The name of the category that money comes from or goes to; `None` for money to budget.
    pub(super) fn end_name(&self, end: &TransferEnd) -> Result<Option<String>, CallError> {
        match end {
            TransferEnd::ToBudget => Ok(None),
            TransferEnd::Category(id) => Ok(Some(read::categories::name(self.world.reader, id)?)),
        }
    }

    pub(super) fn average(&self, window_months: i32) -> Average {
        Average { month: self.month, window_months, current: self.world.today().month() }
    }

    /// When the live categories became active.
    pub(super) fn activity(&self) -> Result<StoredActivity, CallError> {
        let ids: Vec<CategoryId> = {
            let sheet = self.world.sheet()?;
            let all = sheet.groups().iter().flat_map(|group| &group.categories);
            all.map(|category| category.id.clone()).collect()
        };
        self.activity_of(&ids)
    }

    /// When some categories became active.
    pub(super) fn activity_of(&self, ids: &[CategoryId]) -> Result<StoredActivity, CallError> {
        self.stored.activity(ids, self.month)
    }

    /// The plan of an action.
    pub(super) fn plan<R>(&self, writes: &[BudgetWrite], reply: R) -> Result<Plan<R>, CallError> {
        Ok(Plan::step(self.stored.changes(writes)?, reply))
    }

    /// The plan of an action without a reply that is decided from cells.
    pub(super) fn plan_of(
        &self,
        decide: impl FnOnce(&BudgetSheet) -> Result<Vec<BudgetWrite>, ActionError>,
    ) -> Result<Plan<()>, CallError> {
        self.plan(&self.decided(decide)?, ())
    }
}
