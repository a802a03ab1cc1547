//! The budget actions. They read cells, so they are decided before the database thread, which
//! carries a plan out only if nothing else was committed meanwhile.

use std::collections::HashMap;

use parking_lot::RwLockReadGuard;
use sobre_engine::budget::actions::{
    ActionError, Average, BudgetActivity, BudgetRows, BudgetWrite, Pocket, copy_previous_month,
    copy_single_month, copy_until_year_end, cover_overbudgeted, cover_overspending,
    hold_for_next_month, reset_hold, reset_income_carryover, set_all_future, set_average,
    set_category_average, set_zero, transfer_available, transfer_category,
};
use sobre_engine::budget::{BudgetSheet, CategoryFact};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;

use super::check_month;
use crate::calls::categories::living;
use crate::calls::stored_budget::{StoredAmounts, StoredBudget};
use crate::contract::budget_actions::{
    CopyPreviousMonth, CopySingleMonth, CopyUntilYearEnd, CoverOverbudgeted, CoverOverspending,
    HoldForNextMonth, ResetHold, ResetIncomeCarryover, Set3MonthAvg, Set6MonthAvg, Set12MonthAvg,
    SetAllFuture, SetNMonthAvg, SetZero, TransferAvailable, TransferCategory,
};
use crate::contract::{CallError, ErrorCode};
use crate::db::{By, month_sums};
use crate::router::Mutation;
use crate::world::{Plan, World};

/// Most months of an average.
const MOST_MONTHS: u8 = 120;

/// A month and what its action reads.
struct Budgeting<'w, 'a> {
    world: &'w World<'a>,
    stored: StoredBudget<'a>,
    sheet: RwLockReadGuard<'a, BudgetSheet>,
    month: Month,
}

impl<'w, 'a> Budgeting<'w, 'a> {
    fn new(world: &'w World<'a>, month: Month) -> Result<Self, CallError> {
        check_month(world.months()?, month)?;
        Ok(Self { world, stored: StoredBudget::of(world)?, sheet: world.sheet()?, month })
    }

    fn categories(&self) -> impl Iterator<Item = &CategoryFact> {
        self.sheet.groups().iter().flat_map(|group| &group.categories)
    }

    fn amounts(&self) -> Result<StoredAmounts, CallError> {
        self.stored.amounts(self.categories().map(|category| &category.id))
    }

    /// A living category, or money to budget.
    fn pocket(&self, id: &str) -> Result<Pocket, CallError> {
        // Earlier versions of the call had the second word.
        if ["to-budget", "to-be-budgeted"].contains(&id) {
            return Ok(Pocket::ToBudget);
        }
        let id = CategoryId::from(id);
        living(self.world, &id)?;
        Ok(Pocket::Category(id))
    }

    fn average(&self, window_months: i32) -> Average {
        Average { month: self.month, window_months, current: self.world.today().month() }
    }

    /// The plan of an action.
    fn plan<R>(&self, writes: &[BudgetWrite], reply: R) -> Result<Plan<R>, CallError> {
        Ok(Plan::step(self.stored.changes(writes)?, reply))
    }

    fn plan_of(
        &self,
        action: Result<Vec<BudgetWrite>, ActionError>,
    ) -> Result<Plan<()>, CallError> {
        self.plan(&action?, ())
    }

    fn plan_of_averages(&self, window_months: i32) -> Result<Plan<()>, CallError> {
        let average = self.average(window_months);
        self.plan_of(set_average(&*self.sheet, &Activity::of(self)?, average))
    }
}

/// The stored budgets, and the first month of each category with a transaction.
struct Activity {
    amounts: StoredAmounts,
    spent: HashMap<CategoryId, Month>,
}

impl Activity {
    fn of(budgeting: &Budgeting<'_, '_>) -> Result<Self, CallError> {
        let first = budgeting.sheet.months().0;
        let sums = month_sums(budgeting.world.reader, By::Category, &(first..=budgeting.month))?;
        let spent = sums.into_iter().filter_map(|sums| {
            Some((CategoryId::from(sums.id?.as_str()), sums.months.first()?.month))
        });
        Ok(Self { amounts: budgeting.amounts()?, spent: spent.collect() })
    }
}

impl BudgetRows for Activity {
    fn amount(&self, month: Month, category: &CategoryId) -> Option<i64> {
        self.amounts.amount(month, category)
    }
}

impl BudgetActivity for Activity {
    fn first_activity(&self, category: &CategoryId, last: Month) -> Option<Month> {
        let spent = self.spent.get(category).copied();
        let months = spent.into_iter().chain(self.amounts.first_month(category));
        months.filter(|month| *month <= last).min()
    }
}

/// Implements actions without a reply, given the field with their month.
macro_rules! actions {
    ($($call:ident.$month:ident |$this:ident, $budgeting:ident| $body:expr;)*) => {$(
        impl Mutation for $call {
            const READS_CELLS: bool = true;

            fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
                let $this = self;
                let $budgeting = Budgeting::new(world, $this.$month)?;
                $body
            }
        }
    )*};
}

actions! {
    CopyPreviousMonth.month |this, of| {
        of.plan_of(copy_previous_month(&*of.sheet, &of.amounts()?, this.month))
    };
    CopySingleMonth.month |this, of| {
        living(of.world, &this.category)?;
        let amounts = of.stored.amounts([&this.category])?;
        of.plan_of(copy_single_month(&*of.sheet, &amounts, this.month, &this.category))
    };
    CopyUntilYearEnd.month |this, of| {
        living(of.world, &this.category)?;
        of.plan_of(copy_until_year_end(&*of.sheet, this.month, &this.category))
    };
    SetZero.month |this, of| of.plan_of(set_zero(&*of.sheet, this.month));
    Set3MonthAvg.month |this, of| of.plan_of_averages(3);
    Set6MonthAvg.month |this, of| of.plan_of_averages(6);
    Set12MonthAvg.month |this, of| of.plan_of_averages(12);
    SetAllFuture.start_month |this, of| {
        of.plan_of(set_all_future(&*of.sheet, &of.amounts()?, this.start_month))
    };
    ResetIncomeCarryover.month |this, of| {
        of.plan(&reset_income_carryover(&*of.sheet, this.month), ())
    };
    ResetHold.month |this, of| of.plan(&[reset_hold(this.month)], ());
    CoverOverspending.month |this, of| {
        living(of.world, &this.to)?;
        let from = of.pocket(&this.from)?;
        of.plan_of(cover_overspending(&*of.sheet, this.month, &this.to, &from, this.amount))
    };
    CoverOverbudgeted.month |this, of| {
        living(of.world, &this.category)?;
        of.plan_of(cover_overbudgeted(&*of.sheet, this.month, &this.category, this.amount))
    };
    TransferAvailable.month |this, of| {
        living(of.world, &this.category)?;
        of.plan_of(transfer_available(&*of.sheet, this.month, this.amount, &this.category))
    };
    TransferCategory.month |this, of| {
        let (from, to) = (of.pocket(&this.from)?, of.pocket(&this.to)?);
        of.plan_of(transfer_category(&*of.sheet, this.month, this.amount, &from, &to))
    };
}

impl Mutation for SetNMonthAvg {
    const READS_CELLS: bool = true;

    fn decide(self, world: &World<'_>) -> Result<Plan<()>, CallError> {
        if !(1..=MOST_MONTHS).contains(&self.months) {
            let message = format!("N is a number of months from 1 to {MOST_MONTHS}.");
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        living(world, &self.category)?;
        let of = Budgeting::new(world, self.month)?;
        let Some(category) = of.categories().find(|category| category.id == self.category) else {
            return Err(CallError::of(ErrorCode::NoCategories));
        };
        let (average, activity) = (of.average(self.months.into()), Activity::of(&of)?);
        of.plan_of(set_category_average(&*of.sheet, &activity, average, category))
    }
}

impl Mutation for HoldForNextMonth {
    const READS_CELLS: bool = true;

    /// Replies whether anything was left to hold.
    fn decide(self, world: &World<'_>) -> Result<Plan<bool>, CallError> {
        let of = Budgeting::new(world, self.month)?;
        let hold = hold_for_next_month(&*of.sheet, self.month, self.amount)?;
        of.plan(hold.as_slice(), hold.is_some())
    }
}
