//! Schedule lines: money for payments to come, saved up over the months before they are due.

use std::ops::Add as _;

use serde_json::Value;

use super::fraction::Fraction;
use super::{Adjustment, AdjustmentType};
use crate::budget::CategoryFact;
use crate::dates::{Day, Month};
use crate::ids::CategoryId;
use crate::recurrence::{Frequency, RecurrenceError};
use crate::schedules::{ScheduleAmount, ScheduleDate};

/// What templates read of a live schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduleFact {
    /// Its name, without spaces around it.
    pub name: String,
    /// Whether it is over. Its name still counts as known.
    pub completed: bool,
    /// Twice the amount in cents: the two bounds of a range together.
    twice: i64,
    /// The lines that the actions of its rule split a payment into, in cents.
    lines: Vec<(CategoryId, i64)>,
    date: ScheduleDate,
}

impl ScheduleFact {
    /// Reads the values of a schedule's amount and date conditions: an amount in cents or a range
    /// of two, and a day or a recurrence.
    ///
    /// # Errors
    /// [`RecurrenceError`] if the date is neither a day nor a recurrence.
    pub fn read(
        name: &str,
        completed: bool,
        amount: &Value,
        date: &Value,
    ) -> Result<Self, RecurrenceError> {
        let twice = ScheduleAmount::read(amount).map_or(0, ScheduleAmount::twice);
        let (name, date) = (name.trim().to_owned(), ScheduleDate::read(date)?);
        Ok(Self { name, completed, twice, lines: Vec::new(), date })
    }

    /// The same with what the actions of its rule make of a payment: its amount in cents, and the
    /// amounts of its lines by category if they split it.
    #[must_use]
    pub fn paid_as(self, cents: i64, lines: Vec<(CategoryId, i64)>) -> Self {
        Self { twice: cents.saturating_mul(2), lines, ..self }
    }

    /// The amount of one payment in cents, adjusted. A category that has lines of it pays those
    /// alone.
    fn adjusted(&self, category: &CategoryId, adjustment: Option<Adjustment>) -> i64 {
        let half = |twice: i64| Fraction::new(twice, 2).rounded();
        let own = self.lines.iter().filter(|(id, _)| id == category).map(|(_, cents)| *cents);
        let twice = match own.reduce(i64::saturating_add) {
            Some(cents) => cents.saturating_mul(2),
            None => self.twice,
        };
        match adjustment {
            None => half(twice),
            Some(Adjustment { adjustment, adjustment_type: AdjustmentType::Percent }) => {
                adjustment.more_percent_of_half(twice)
            }
            Some(Adjustment { adjustment, adjustment_type: AdjustmentType::Fixed }) => {
                half(twice.saturating_add(adjustment.cents() * 2 * twice.signum()))
            }
        }
    }
}

/// The upcoming payments of a schedule line, seen from a month.
#[derive(Debug, Clone, Copy)]
pub(super) struct Due {
    /// Cents for all payments up to the end of the month of the next one.
    total: i64,
    next: Day,
    /// Months until the next payment; 0 if it is in this month.
    months: i64,
    repeat: Option<(Frequency, u16)>,
    is_full: bool,
}

/// A schedule line.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScheduleLine<'a> {
    pub(super) schedule: &'a ScheduleFact,
    pub(super) is_full: bool,
    pub(super) adjustment: Option<Adjustment>,
}

impl ScheduleLine<'_> {
    /// The upcoming payments of the line, seen from a month; `None` if there are none.
    pub(super) fn due(&self, month: Month, category: &CategoryFact) -> Option<Due> {
        let schedule = self.schedule;
        if schedule.completed {
            return None;
        }
        let (next, repeat) = match &schedule.date {
            ScheduleDate::Once(day) => (*day, None),
            ScheduleDate::Recurring(dates) => {
                let next = dates.upcoming(month.first_day(), 1).pop()?;
                (next, Some((dates.frequency(), dates.interval())))
            }
        };
        let months = i64::from(next.month().months_since(month));
        if months < 0 {
            return None;
        }
        let payments = match &schedule.date {
            ScheduleDate::Once(_) => 1,
            ScheduleDate::Recurring(dates) => {
                dates.count(month.first_day(), next.month().last_day())
            }
        };
        let one = schedule.adjusted(&category.id, self.adjustment);
        let one = if category.is_income { one } else { -one };
        let total = one.saturating_mul(i64::try_from(payments).unwrap_or(i64::MAX));
        Some(Due { total, next, months, repeat, is_full: self.is_full })
    }
}

impl Due {
    /// Whether the money is budgeted in the month of the payment, and not saved up before.
    fn is_paid_when_due(&self) -> bool {
        self.is_full
            || match self.repeat {
                None => self.months == 0,
                Some((Frequency::Monthly, interval)) => interval == 1 && self.months == 0,
                Some((Frequency::Weekly, interval)) => interval <= 4,
                Some((Frequency::Daily, interval)) => interval <= 31,
                Some((Frequency::Yearly, _)) => false,
            }
    }

    fn is_daily_or_weekly(&self) -> bool {
        matches!(self.repeat, Some((Frequency::Daily | Frequency::Weekly, _)))
    }

    /// What to save each month so that it is enough for ever.
    fn a_month(&self) -> Fraction {
        let (frequency, interval) = self.repeat.unwrap_or((Frequency::Monthly, 1));
        let interval = i64::from(interval);
        let days = match frequency {
            Frequency::Yearly => return Fraction::new(self.total, interval * 12),
            Frequency::Monthly => return Fraction::new(self.total, interval),
            Frequency::Weekly => interval * 7,
            Frequency::Daily => interval,
        };
        let before = self.next.plus_days(-days).unwrap_or(self.next);
        Fraction::new(self.total, self.next.month().months_since(before.month()).into())
    }
}

/// The money that schedule lines can count on.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScheduleFunds {
    /// Cents from the month before.
    pub(super) carried: i64,
    /// Cents of other lines of the same priority.
    pub(super) so_far: i64,
    /// The goal of the month before in cents, or 0.
    pub(super) last_goal: i64,
    pub(super) is_report: bool,
}

/// Cents to budget for all schedule lines of a priority together.
pub(super) fn amount(due: Vec<Due>, funds: ScheduleFunds) -> i64 {
    let pays = |due: &Due| funds.is_report || due.is_paid_when_due();
    let (paid, mut saving): (Vec<Due>, Vec<Due>) = due.into_iter().partition(pays);
    saving.sort_by_key(|due| due.next);
    let total = |lines: &[Due]| lines.iter().fold(0_i64, |sum, it| sum.saturating_add(it.total));
    let now: Vec<Due> = paid.iter().copied().filter(|due| due.months == 0).collect();
    let (pay, save) = (total(&now), total(&saving));
    let has = funds.carried.saturating_add(funds.so_far);
    let whole = pay.saturating_add(save);
    let often = paid.iter().chain(&saving).any(Due::is_daily_or_weekly);
    let last_goal = funds.last_goal;
    let reached_goal = last_goal != 0 && last_goal < whole && has >= last_goal && often;
    if has >= whole || reached_goal {
        return saving.iter().map(Due::a_month).fold(pay.into(), Fraction::add).rounded();
    }
    if saving.is_empty() {
        return pay.saturating_sub(funds.carried);
    }
    let mut left = funds.carried;
    let mut amount = Fraction::from(pay);
    for due in &saving {
        let missing = due.total.saturating_sub(left);
        left = 0.max(-missing);
        amount = amount + Fraction::new(missing.max(0), due.months + 1);
    }
    amount.rounded()
}
