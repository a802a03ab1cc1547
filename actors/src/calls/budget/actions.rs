//! The budget actions. They read cells, so they are decided before the database thread, which
//! carries a plan out only if nothing else was committed meanwhile.

use sobre_engine::budget::actions::{
    copy_previous_month, copy_single_month, copy_until_year_end, hold_for_next_month, reset_hold,
    reset_income_carryover, set_all_future, set_average, set_category_average, set_zero,
};

use super::budgeting::Budgeting;
use crate::calls::categories::living;
use crate::contract::budget_actions::{
    CopyPreviousMonth, CopySingleMonth, CopyUntilYearEnd, HoldForNextMonth, ResetHold,
    ResetIncomeCarryover, Set3MonthAvg, Set6MonthAvg, Set12MonthAvg, SetAllFuture, SetNMonthAvg,
    SetZero,
};
use crate::contract::{CallError, ErrorCode};
use crate::router::Mutation;
use crate::world::{Plan, World};

/// Most months of an average.
const MOST_MONTHS: u8 = 120;

/// Implements actions, given the field with their month.
macro_rules! actions {
    ($($call:ident.$month:ident |$this:ident, $budgeting:ident| $body:expr;)*) => {$(
        impl Mutation for $call {
            const READS_CELLS: bool = true;

            fn decide(self, world: &World<'_>) -> Result<Plan<Self::Reply>, CallError> {
                let $this = self;
                let $budgeting = Budgeting::new(world, $this.$month)?;
                $body
            }
        }
    )*};
}

pub(super) use actions;

actions! {
    CopyPreviousMonth.month |this, of| {
        let rows = of.stored.amounts_of_month(this.month.previous())?;
        let plan = of.plan_of(|cells| copy_previous_month(cells, &rows, this.month))?;
        Ok(plan.named("copiedLastMonth", [("month", this.month.into())]))
    };
    CopySingleMonth.month |this, of| {
        living(of.world, &this.category)?;
        let rows = of.stored.amounts_of_month(this.month.previous())?;
        let plan = of.plan_of(|cells| copy_single_month(cells, &rows, this.month, &this.category))?;
        let facts = [("category", of.name_of(&this.category)?), ("month", this.month.into())];
        Ok(plan.named("copiedLastMonthOf", facts))
    };
    CopyUntilYearEnd.month |this, of| {
        living(of.world, &this.category)?;
        let plan = of.plan_of(|cells| copy_until_year_end(cells, this.month, &this.category))?;
        let facts = [("category", of.name_of(&this.category)?), ("month", this.month.into())];
        Ok(plan.named("copiedUntilYearEnd", facts))
    };
    SetZero.month |this, of| {
        let plan = of.plan_of(|cells| set_zero(cells, this.month))?;
        Ok(plan.named("setToZero", [("month", this.month.into())]))
    };
    Set3MonthAvg.month |this, of| set_averages(&of, 3);
    Set6MonthAvg.month |this, of| set_averages(&of, 6);
    Set12MonthAvg.month |this, of| set_averages(&of, 12);
    SetAllFuture.start_month |this, of| {
        let rows = of.stored.amounts_of_month(this.start_month)?;
        let plan = of.plan_of(|cells| set_all_future(cells, &rows, this.start_month))?;
        Ok(plan.named("copiedToFuture", [("month", this.start_month.into())]))
    };
    ResetIncomeCarryover.month |this, of| {
        let plan = of.plan_of(|cells| Ok(reset_income_carryover(cells, this.month)))?;
        Ok(plan.named("stoppedHoldingIncome", [("month", this.month.into())]))
    };
    ResetHold.month |this, of| {
        let plan = of.plan(&[reset_hold(this.month)], ())?;
        Ok(plan.named("releasedHold", [("month", this.month.into())]))
    };
}

fn set_averages(of: &Budgeting<'_, '_>, months: i32) -> Result<Plan<()>, CallError> {
    let (average, activity) = (of.average(months), of.activity()?);
    let plan = of.plan_of(|cells| set_average(cells, &activity, average))?;
    let facts = [("count", i64::from(months).into()), ("month", of.month.into())];
    Ok(plan.named("setToAverage", facts))
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
        let average = of.average(self.months.into());
        let activity = of.activity_of(std::slice::from_ref(&self.category))?;
        let writes = of.decided(|cells| {
            let mut all = cells.groups().iter().flat_map(|group| &group.categories);
            let Some(category) = all.find(|category| category.id == self.category) else {
                return Err(CallError::of(ErrorCode::NoCategories));
            };
            Ok(set_category_average(cells, &activity, average, category)?)
        })?;
        let facts = [
            ("category", of.name_of(&self.category)?),
            ("count", i64::from(self.months).into()),
            ("month", self.month.into()),
        ];
        Ok(of.plan(&writes, ())?.named("setToAverageOf", facts))
    }
}

impl Mutation for HoldForNextMonth {
    const READS_CELLS: bool = true;

    /// Replies whether anything was left to hold.
    fn decide(self, world: &World<'_>) -> Result<Plan<bool>, CallError> {
        let of = Budgeting::new(world, self.month)?;
        let hold = of.decided(|cells| hold_for_next_month(cells, self.month, self.amount))?;
        let facts = [("amount", self.amount.into()), ("month", self.month.into())];
        Ok(of.plan(hold.as_slice(), hold.is_some())?.named("heldForNextMonth", facts))
    }
}
