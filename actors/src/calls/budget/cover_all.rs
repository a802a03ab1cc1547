//! Covering all overspending of a month as one step, with one line in the note of the month.

use sobre_engine::budget::actions::cover_all_overspending;

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
        let source = of.end_name(&from)?;
        let (month, from, to) = (self.month, source.clone(), Some(to));
        let note = MonthNote { month, kind: Kind::Cover, cents, from, to };
        let categories = cover.categories.into_iter().map(|it| CoveredCategory {
            category: it.category,
            covered: it.covered,
            uncovered: it.uncovered,
        });
        let reply = CoveredOverspending { categories: categories.collect() };
        let plan = note.added_to(of.plan(&cover.writes, reply)?, world)?;
        let (amount, count) = (("amount", cents.into()), ("count", count.into()));
        let month = ("month", month.into());
        Ok(match source {
            None => plan.named("coveredAllFromToBudget", [amount, count, month]),
            Some(name) => {
                plan.named("coveredAll", [amount, count, ("from", StepFact::Text(name)), month])
            }
        })
    }
}
