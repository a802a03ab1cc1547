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
use crate::db::read;
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
        let moved = Move { kind: Kind::Cover, from: &from, to: &to, amount };
        let plan = noted(&of, of.plan(&writes, amount)?, &moved)?;
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
        let moved =
            Move { kind: Kind::Overbudgeted, from: &from, to: &TransferEnd::ToBudget, amount };
        let plan = noted(&of, of.plan(&writes, amount)?, &moved)?;
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
        let moved = Move { kind: Kind::Transfer, from: &from, to: &to, amount: this.amount };
        let plan = noted(&of, of.plan_of(decide)?, &moved)?;
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

fn budgeted(cells: &BudgetSheet, month: Month, category: &CategoryId) -> i64 {
    cells.value(&month_sheet(month), &CategoryCell::Budget.of(category)).number()
}

/// Money that an action moves.
struct Move<'m> {
    kind: Kind,
    from: &'m TransferEnd,
    to: &'m TransferEnd,
    amount: Amount,
}

/// The plan with a line in the note of the month, unless it changes nothing.
fn noted<Reply>(
    of: &Budgeting<'_, '_>,
    mut plan: Plan<Reply>,
    moved: &Move<'_>,
) -> Result<Plan<Reply>, CallError> {
    let cents = moved.amount.cents();
    if plan.changes.is_empty() || cents == 0 {
        return Ok(plan);
    }
    let name = |end: &TransferEnd| match end {
        TransferEnd::ToBudget => Ok(None),
        TransferEnd::Category(id) => read::categories::name(of.world.reader, id).map(Some),
    };
    let (from, to) = (name(moved.from)?, name(moved.to)?);
    let note = MonthNote { month: of.month, kind: moved.kind, cents, from, to };
    plan.changes.extend(note.change(of.world)?);
    Ok(plan)
}
