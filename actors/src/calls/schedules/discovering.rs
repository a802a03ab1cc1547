//! Finding transactions that recur.

use sobre_engine::schedules::{DiscoveredSchedule, candidates, found};

use crate::contract::CallError;
use crate::contract::schedules::{Evidence, FoundSchedule, ScheduleDiscover};
use crate::db::read::schedules as read;
use crate::open_budget::Cost;
use crate::router::Query;
use crate::world::World;

impl Query for ScheduleDiscover {
    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<Vec<FoundSchedule>, CallError> {
        let accounts = read::latest_history(world.reader)?;
        let candidates = candidates(&accounts);
        let found = candidates.iter().map(|candidate| {
            let (account, payee) = (candidate.account.as_str(), candidate.payee.as_deref());
            let history = read::history(world.reader, account, payee)?;
            Ok(shown(world.ids.row_id(), found(candidate, &history)))
        });
        found.collect()
    }
}

fn shown(id: String, found: DiscoveredSchedule) -> FoundSchedule {
    let DiscoveredSchedule { account, payee, date, amount, conditions, evidence } = found;
    let evidence = Evidence {
        dates: evidence.dates,
        found: evidence.found,
        days_off: evidence.days_off,
        least: evidence.least,
        most: evidence.most,
        last: evidence.last,
        transactions: evidence.transactions,
    };
    FoundSchedule { id, account, payee, date, amount, conditions, evidence }
}
