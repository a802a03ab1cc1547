//! Lines with an amount to have by a month.

use super::Target;
use super::fraction::Fraction;
use crate::dates::Month;

impl Target {
    /// Months from one target to the next; `None` if there is one only, as for `every month`.
    pub(super) fn period(&self) -> Option<i32> {
        let every = |number: u32| i32::try_from(number.max(1)).unwrap_or(i32::MAX);
        match (self.annual?, self.repeat) {
            (true, repeat) => Some(every(repeat.unwrap_or(1)).saturating_mul(12)),
            (false, repeat) => repeat.map(every),
        }
    }

    /// Months from a month to the target, or to the first one that is not past; below 0 if all are.
    fn months_left(&self, month: Month) -> i32 {
        let left = self.month.months_since(month);
        match self.period() {
            Some(period) if left < 0 => left.rem_euclid(period),
            _ => left,
        }
    }
}

/// Cents to budget for all `by` lines of a category together. `carried` cents come from the month
/// before.
pub(super) fn by(targets: &[&Target], month: Month, carried: i64) -> i64 {
    let Some(soonest) = targets.iter().map(|target| target.months_left(month)).min() else {
        return 0;
    };
    let (soonest, month_count) = (i64::from(soonest), i64::from(soonest) + 1);
    let needs = targets.iter().fold(0_i64, |sum, target| {
        let (left, amount) = (i64::from(target.months_left(month)), target.amount.cents());
        let need = match target.period().map(i64::from) {
            _ if left <= soonest => amount,
            Some(period) => part(amount, period - left + soonest, period),
            None => part(amount, month_count, left + 1),
        };
        sum.saturating_add(need)
    });
    Fraction::new(needs.saturating_sub(carried), month_count).rounded()
}

/// An amount times `of` divided by `by`.
fn part(amount: i64, of: i64, by: i64) -> i64 {
    Fraction::new(amount.saturating_mul(of), by).rounded()
}

/// Cents to budget for a `spend` line. `had` is what was there at the beginning of the months in
/// which spending counts, given the first of them.
pub(super) fn spend(target: &Target, month: Month, had: impl FnOnce(Month) -> i64) -> i64 {
    let left = target.months_left(month);
    if left < 0 {
        return 0;
    }
    let later = month.plus(left).months_since(target.month);
    let from = target.from.unwrap_or(month).plus(later);
    let missing = target.amount.cents().saturating_sub(had(from));
    Fraction::new(missing, i64::from(left) + 1).rounded()
}
