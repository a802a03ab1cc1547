//! Pairs of rows and transactions that look alike: typed by hand, or reported under another id.

use std::collections::HashMap;

use super::matching::days_between;
use super::{Incoming, LedgerRow, Work};
use crate::dates::Day;
use crate::ids::PayeeId;
use crate::money::Amount;
use crate::statements::DAYS_APART;

/// Most days before a posted row that its pending one with another amount lies.
const PENDING_DAYS: i64 = 14;
/// A pending amount up to this size, in cents, stands for any: a card's hold to test it.
const HOLD_CENTS: i64 = 100;

/// What candidates are found by: amount, day, and the payee where it has to be the same.
type Place = (Amount, Day, Option<Option<PayeeId>>);

impl Work<'_> {
    /// Joins rows with transactions of the same amount at most seven days away: those of the same
    /// payee first, and of these the nearest. The order of the answer does not matter.
    pub(super) fn pair_alike(&mut self) {
        for same_payee in [true, false] {
            let payee = |payee: &Option<PayeeId>| same_payee.then(|| payee.clone());
            let mut candidates: HashMap<Place, Vec<usize>> = HashMap::new();
            for (place, row) in self.living().filter(|(place, row)| self.is_candidate(*place, row))
            {
                let key = (row.amount, row.date, payee(&row.payee));
                candidates.entry(key).or_default().push(place);
            }
            let mut open: Vec<usize> = self.unmatched().map(|(at, _)| at).collect();
            open.sort_by_key(|at| (self.incoming[*at].date, self.incoming[*at].key.as_deref()));
            for apart in 0..=DAYS_APART {
                open.retain(|at| {
                    let it = &self.incoming[*at];
                    let mut days = vec![it.date.plus_days(-apart), it.date.plus_days(apart)];
                    days.dedup();
                    let found = days.into_iter().flatten().find_map(|day| {
                        // The last one is the lowest in the register.
                        candidates.get_mut(&(it.amount, day, payee(&it.payee)))?.pop()
                    });
                    if let Some(place) = found {
                        self.matched[*at] = Some(place);
                        self.is_taken[place] = true;
                    }
                    found.is_none()
                });
            }
        }
    }

    fn is_candidate(&self, place: usize, row: &LedgerRow) -> bool {
        !self.is_taken[place]
            && !row.is_start
            && (row.bank_id.is_none() || self.is_unexplained[place])
    }

    /// Joins posted rows with pending transactions that are gone and had another amount, such as
    /// one before a tip. Only pairs without another possible partner are joined.
    pub(super) fn pair_with_other_amounts(&mut self) {
        let gone: Vec<usize> = (0..self.stored)
            .filter(|place| self.is_gone(*place) && self.is_pending(*place))
            .collect();
        if gone.is_empty() {
            return;
        }
        let mut by_payee: HashMap<PayeeName<'_>, Vec<usize>> = HashMap::new();
        for place in gone {
            for name in names(&self.rows[place].payee, self.rows[place].imported_payee.as_deref()) {
                by_payee.entry(name).or_default().push(place);
            }
        }
        let mut partners: Vec<(usize, usize)> = Vec::new();
        for (at, it) in self.unmatched().filter(|(_, it)| it.posted) {
            let mut found: Vec<usize> = names(&it.payee, it.imported_payee.as_deref())
                .into_iter()
                .filter_map(|name| by_payee.get(&name))
                .flatten()
                .copied()
                .filter(|place| may_post_as(&self.rows[*place], it))
                .collect();
            found.sort_unstable();
            found.dedup();
            partners.extend(found.into_iter().map(|place| (at, place)));
        }
        let (mut of_row, mut of_place) = (HashMap::new(), HashMap::new());
        for (at, place) in &partners {
            *of_row.entry(*at).or_insert(0) += 1;
            *of_place.entry(*place).or_insert(0) += 1;
        }
        for (at, place) in partners {
            if of_row[&at] == 1 && of_place[&place] == 1 {
                self.join(at, place);
            }
        }
    }

    fn is_pending(&self, place: usize) -> bool {
        let row = &self.rows[place];
        !row.cleared && !row.is_start
    }
}

/// A payee by id, or as the bank writes it.
#[derive(PartialEq, Eq, Hash)]
enum PayeeName<'n> {
    Id(&'n PayeeId),
    Imported(String),
}

#[expect(clippy::ref_option, reason = "both callers have the field itself")]
fn names<'n>(payee: &'n Option<PayeeId>, imported: Option<&str>) -> Vec<PayeeName<'n>> {
    let id = payee.as_ref().map(PayeeName::Id);
    let imported = imported.map(|it| PayeeName::Imported(it.to_lowercase()));
    id.into_iter().chain(imported).collect()
}

/// Whether a pending transaction may have become a posted row with another amount.
fn may_post_as(pending: &LedgerRow, posted: &Incoming) -> bool {
    let days = days_between(pending.date, posted.date);
    let (own, now) = (pending.amount.cents(), posted.amount.cents());
    let is_near = 2 * now.abs() >= own.abs() && 2 * now.abs() <= 3 * own.abs();
    (-1..=PENDING_DAYS).contains(&days)
        && own.signum() == now.signum()
        && (own.abs() <= HOLD_CENTS || is_near)
}
