//! Moving money between envelopes and "To budget". Covering and transferring also add a line to the
//! note of the month, so that the month says where its money went.

use sobre_engine::budget::BudgetSheet;
use sobre_engine::budget::actions::{
    ActionError, BudgetWrite, TransferEnd, cover_overbudgeted, cover_overspending,
    transfer_available, transfer_category,
};
use sobre_engine::budget::names::{CategoryCell, month_sheet};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::money::Amount;

use super::actions::actions;
use super::budgeting::Budgeting;
use super::month_note::{Kind, MonthNote};
use crate::calls::categories::living;
use crate::contract::CallError;
use crate::contract::budget_actions::{
    CoverOverbudgeted, CoverOverspending, TransferAvailable, TransferCategory,
};
use crate::router::Mutation;
use crate::world::{Plan, World};

actions! {
    CoverOverspending.month |this, of| {
        living(of.world, &this.to)?;
        let from = of.transfer_end(&this.from)?;
        let decide = |cells: &BudgetSheet| {
            cover_overspending(cells, this.month, &this.to, &from, this.amount)
        };
        let (writes, amount) = moved(&of, decide)?;
        let to = TransferEnd::Category(this.to.clone());
        let note = note(&of, Kind::Cover, amount, &from, &to)?;
        let plan = note.added_to(of.plan(&writes, amount)?, of.world)?;
        let (amount, month) = (("amount", amount.into()), ("month", this.month.into()));
        let category = ("category", of.name_of(&this.to)?);
        Ok(match &from {
            TransferEnd::ToBudget => plan.named("coveredFromToBudget", [amount, category, month]),
            TransferEnd::Category(from) => {
                let from = ("from", of.name_of(from)?);
                plan.named("coveredOverspending", [amount, category, from, month])
            }
        })
    };
    CoverOverbudgeted.month |this, of| {
        living(of.world, &this.category)?;
        let decide = |cells: &BudgetSheet| {
            cover_overbudgeted(cells, this.month, &this.category, this.amount)
        };
        let (writes, amount) = moved(&of, decide)?;
        let from = TransferEnd::Category(this.category.clone());
        let note = note(&of, Kind::Overbudgeted, amount, &from, &TransferEnd::ToBudget)?;
        let plan = note.added_to(of.plan(&writes, amount)?, of.world)?;
        let category = ("category", of.name_of(&this.category)?);
        let facts = [("amount", amount.into()), category, ("month", this.month.into())];
        Ok(plan.named("coveredOverbudgeting", facts))
    };
    TransferAvailable.month |this, of| {
        living(of.world, &this.category)?;
        let decide = |cells: &BudgetSheet| {
            transfer_available(cells, this.month, this.amount, &this.category)
        };
        let (writes, amount) = moved(&of, decide)?;
        let category = ("category", of.name_of(&this.category)?);
        let facts = [("amount", amount.into()), category, ("month", this.month.into())];
        Ok(of.plan(&writes, amount)?.named("budgetedAvailable", facts))
    };
    TransferCategory.month |this, of| {
        let (from, to) = (of.transfer_end(&this.from)?, of.transfer_end(&this.to)?);
        let decide = |cells: &BudgetSheet| {
            transfer_category(cells, this.month, this.amount, &from, &to)
        };
        let note = note(&of, Kind::Transfer, this.amount, &from, &to)?;
        let plan = note.added_to(of.plan_of(decide)?, of.world)?;
        let (amount, month) = (("amount", this.amount.into()), ("month", this.month.into()));
        Ok(match (&from, &to) {
            (TransferEnd::Category(from), TransferEnd::Category(to)) => {
                let (from, to) = (("from", of.name_of(from)?), ("to", of.name_of(to)?));
                plan.named("movedMoney", [amount, from, to, month])
            }
            (TransferEnd::Category(from), TransferEnd::ToBudget) => {
                plan.named("returnedMoney", [amount, ("category", of.name_of(from)?), month])
            }
            (TransferEnd::ToBudget, TransferEnd::Category(to)) => {
                plan.named("budgetedAvailable", [amount, ("category", of.name_of(to)?), month])
            }
            (TransferEnd::ToBudget, TransferEnd::ToBudget) => plan,
        })
    };
}

/// The writes of an action, and how much they move: the change of the first budget, without sign.
fn moved(
    of: &Budgeting<'_, '_>,
    decide: impl FnOnce(&BudgetSheet) -> Result<Vec<BudgetWrite>, ActionError>,
) -> Result<(Vec<BudgetWrite>, Amount), CallError> {
    of.decided(|cells| {
        let writes = decide(cells)?;
        let cents = match writes.first() {
            Some(BudgetWrite::Amount { category, amount, .. }) => {
                amount.cents().saturating_sub(budgeted(cells, of.month, category)).saturating_abs()
            }
            Some(BudgetWrite::Carryover { .. } | BudgetWrite::Hold { .. }) | None => 0,
        };
        let amount = Amount::from_cents(cents).map_err(|_| ActionError::TooLarge)?;
        Ok::<_, ActionError>((writes, amount))
    })
}

/// The line that moving an amount from one end to the other adds.
fn note(
    of: &Budgeting<'_, '_>,
    kind: Kind,
    amount: Amount,
    from: &TransferEnd,
    to: &TransferEnd,
) -> Result<MonthNote, CallError> {
    let (from, to) = (of.end_name(from)?, of.end_name(to)?);
    Ok(MonthNote { month: of.month, kind, cents: amount.cents(), from, to })
}

fn budgeted(cells: &BudgetSheet, month: Month, category: &CategoryId) -> i64 {
    cells.value(&month_sheet(month), &CategoryCell::Budget.of(category)).number()
}
