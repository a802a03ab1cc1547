//! Covering all overspending of a month as one step, with one line in the note of the month.

use sobre_engine::budget::actions::{TransferEnd, cover_all_overspending};

use super::budgeting::Budgeting;
use super::month_note::{Kind, MonthNote};
use crate::contract::CallError;
use crate::contract::budget_actions::{CoverAllOverspending, CoveredCategory, CoveredOverspending};
use crate::contract::history::StepFact;
use crate::db::read;
use crate::router::Mutation;
use crate::world::{Plan, World};

impl Mutation for CoverAllOverspending {
    const READS_CELLS: bool = true;

    fn decide(self, world: &World<'_>) -> Result<Plan<CoveredOverspending>, CallError> {
        let of = Budgeting::new(world, self.month)?;
        let from = of.transfer_end(&self.from)?;
        let below_zero = self.below_zero.unwrap_or(false);
        let cover =
            of.decided(|cells| cover_all_overspending(cells, self.month, &from, below_zero))?;
        let cents = cover.covered();
        let covered: Vec<_> = cover.categories.iter().filter(|it| it.covered > 0).collect();
        let count = covered.len();
        let to = match covered.as_slice() {
            [only] => read::categories::name(world.reader, &only.category)?,
            _ => format!("{count} categories"),
        };
        let mut plan = of.plan(&cover.writes, ())?;
        let source = match &from {
            TransferEnd::ToBudget => None,
            TransferEnd::Category(id) => Some(read::categories::name(world.reader, id)?),
        };
        if !plan.changes.is_empty() {
            let (month, from, to) = (self.month, source.clone(), Some(to));
            let note = MonthNote { month, kind: Kind::Cover, cents, from, to };
            plan.changes.extend(note.change(world)?);
        }
        let facts =
            [("amount", cents.into()), ("count", count.into()), ("month", self.month.into())];
        let plan = match source {
            None => plan.named("coveredAllFromToBudget", facts),
            Some(name) => {
                let [amount, count, month] = facts;
                let from = ("from", StepFact::Text(name));
                plan.named("coveredAll", [amount, count, from, month])
            }
        };
        let categories = cover.categories.into_iter().map(|it| CoveredCategory {
            category: it.category,
            covered: it.covered,
            uncovered: it.uncovered,
        });
        plan.try_map(|()| Ok(CoveredOverspending { categories: categories.collect() }))
    }
}
