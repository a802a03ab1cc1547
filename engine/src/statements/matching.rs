//! Which stored transactions the lines of a statement are.
//!
//! Four rules keep money right when statements overlap, come again, or meet what was typed by
//! hand. A transaction is matched at most once. One that came from a statement is only matched
//! with the same line of a statement, never with one that merely looks like it. One that was
//! typed by hand is matched with a line of the same amount a few days away. One that a schedule
//! posted is matched with a line that belongs to the same schedule, whatever its amount.

use std::collections::HashMap;
use std::sync::Arc;

use crate::dates::Day;
use crate::ids::PayeeId;
use crate::money::Amount;

/// Most days between a transaction typed by hand and its line in a statement.
pub const DAYS_APART: i64 = 7;

/// Most days between a transaction and a line with the same id of the bank that says another
/// amount, such as a hold that becomes a payment. Banks that restart their line numbers with each
/// statement reuse an id after a week at the earliest.
const DAYS_OF_ID: i64 = 6;
/// The same where the amount is equal.
const DAYS_OF_ID_AND_AMOUNT: i64 = 21;

/// The words of a line of a statement. Only the bank's ids distinguish lines with the same words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Line {
    /// The day.
    pub date: Day,
    /// The amount.
    pub amount: Amount,
    /// The payee as the bank writes it.
    pub payee: Option<String>,
}

impl Line {
    /// Whether a line with the same id of the bank is this one. The id alone does not say so:
    /// some banks restart their line numbers with each statement.
    #[must_use]
    pub fn is_of_one_id(&self, other: &Self) -> bool {
        let days = (self.date.date() - other.date.date()).num_days().abs();
        let most = if self.amount == other.amount { DAYS_OF_ID_AND_AMOUNT } else { DAYS_OF_ID };
        self == other || days <= most
    }
}

/// A line to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// What it says.
    pub line: Line,
    /// The bank's id.
    pub imported_id: Option<String>,
    /// The day, amount and payee of the transaction it would become, which rules may have changed.
    pub date: Day,
    /// See `date`.
    pub amount: Amount,
    /// See `date`.
    pub payee: Option<PayeeId>,
    /// The schedule that the rules give it.
    pub schedule: Option<Arc<str>>,
    /// Whether it becomes a new transaction whatever is stored.
    pub is_new: bool,
}

/// A stored transaction of the account, not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The line it came from or was matched with; `None` if it was typed by hand.
    pub line: Option<Line>,
    /// The bank's id.
    pub imported_id: Option<String>,
    /// The day.
    pub date: Day,
    /// The amount.
    pub amount: Amount,
    /// The payee.
    pub payee: Option<PayeeId>,
    /// Its schedule, if a line may correct its amount. That of a split may not.
    pub schedule: Option<Arc<str>>,
    /// Whether it may stand for a line it was not matched with yet. Starting balances and the lines
    /// of splits may not: their money is counted elsewhere.
    pub is_open: bool,
}

/// Why a line is a stored transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Both have the same id of the bank.
    SameId,
    /// It was imported before.
    SameLine,
    /// The transaction was typed by hand, with the same amount.
    Alike {
        /// How many days lie between them.
        days: i64,
        /// Whether the payee is the same too.
        same_payee: bool,
    },
    /// A schedule posted the transaction, and the line belongs to that schedule.
    SameSchedule,
}

/// A stored transaction, by its place in the list, that a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The place.
    pub stored: usize,
    /// Why.
    pub reason: Reason,
}

/// Finds the stored transaction of each line; `None` for lines that are new. `stored` is in the
/// order of the register.
#[must_use]
pub fn match_lines(incoming: &[Incoming], stored: &[Stored]) -> Vec<Option<Match>> {
    let mut matching = Matching { found: vec![None; incoming.len()], free: Free::of(stored) };
    let wanted = || incoming.iter().enumerate().filter(|(_, it)| !it.is_new);
    for (place, it) in wanted() {
        let same = matching.free.same_id(it);
        matching.settle(place, same, Reason::SameId);
    }
    for (place, it) in wanted() {
        let same = matching.free.same_line(it);
        matching.settle(place, same, Reason::SameLine);
    }
    for same_payee in [true, false] {
        for (place, it) in wanted() {
            if matching.found[place].is_none()
                && let Some((alike, days)) = matching.free.alike(it, same_payee)
            {
                matching.settle(place, Some(alike), Reason::Alike { days, same_payee });
            }
        }
    }
    for (place, it) in wanted() {
        if matching.found[place].is_none() {
            let posted = matching.free.same_schedule(it);
            matching.settle(place, posted, Reason::SameSchedule);
        }
    }
    matching.found
}

struct Matching<'s> {
    found: Vec<Option<Match>>,
    free: Free<'s>,
}

impl Matching<'_> {
    /// Gives a line a transaction, unless one of them has another one.
    fn settle(&mut self, place: usize, stored: Option<usize>, reason: Reason) {
        if let Some(stored) = stored
            && self.found[place].is_none()
            && !std::mem::replace(&mut self.free.is_taken[stored], true)
        {
            self.found[place] = Some(Match { stored, reason });
        }
    }
}

/// The stored transactions that no line has yet.
struct Free<'s> {
    stored: &'s [Stored],
    is_taken: Vec<bool>,
    by_id: HashMap<&'s str, Vec<usize>>,
    by_line: HashMap<&'s Line, Vec<usize>>,
    /// Those typed by hand.
    by_amount: HashMap<Amount, Vec<usize>>,
    /// Those that schedules posted.
    by_schedule: HashMap<&'s str, Vec<usize>>,
}

impl<'s> Free<'s> {
    fn of(stored: &'s [Stored]) -> Self {
        let (mut by_id, mut by_line) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let mut by_amount = HashMap::<_, Vec<usize>>::new();
        let mut by_schedule = HashMap::<_, Vec<usize>>::new();
        for (place, it) in stored.iter().enumerate() {
            if let Some(id) = &it.imported_id {
                by_id.entry(id.as_str()).or_default().push(place);
            }
            match &it.line {
                Some(line) => by_line.entry(line).or_default().push(place),
                None if it.is_open => {
                    by_amount.entry(it.amount).or_default().push(place);
                    if let Some(schedule) = it.schedule.as_deref() {
                        by_schedule.entry(schedule).or_default().push(place);
                    }
                }
                None => {}
            }
        }
        let is_taken = vec![false; stored.len()];
        Self { stored, is_taken, by_id, by_line, by_amount, by_schedule }
    }

    fn is_free(&self, place: &usize) -> bool {
        !self.is_taken[*place]
    }

    /// A transaction with the same id of the bank. Banks use ids twice, so one that also says the
    /// same comes first, and one of another time is another one.
    fn same_id(&self, incoming: &Incoming) -> Option<usize> {
        let places = self.by_id.get(incoming.imported_id.as_deref()?)?;
        let free = || places.iter().copied().filter(|it| self.is_free(it));
        let says_same = |it: &usize| self.stored[*it].line.as_ref() == Some(&incoming.line);
        let is_of_one_id = |it: &usize| self.stored[*it].said().is_of_one_id(&incoming.line);
        free().find(says_same).or_else(|| free().find(is_of_one_id))
    }

    /// A transaction that came from a line that says the same. If both have an id of the bank, the
    /// ids differ, and so do they.
    fn same_line(&self, incoming: &Incoming) -> Option<usize> {
        let both_have_ids =
            |it: &Stored| incoming.imported_id.is_some() && it.imported_id.is_some();
        let places = self.by_line.get(&incoming.line)?.iter().copied();
        places.filter(|it| self.is_free(it)).find(|it| !both_have_ids(&self.stored[*it]))
    }

    /// The nearest transaction typed by hand with the same amount; of two the older one, and of one
    /// day the lowest in the register. Also how many days lie between.
    fn alike(&self, incoming: &Incoming, same_payee: bool) -> Option<(usize, i64)> {
        let days =
            |place: &usize| (self.stored[*place].date.date() - incoming.date.date()).num_days();
        let is_alike = |place: &usize| {
            self.is_free(place)
                && days(place).abs() <= DAYS_APART
                && (!same_payee || self.stored[*place].payee == incoming.payee)
        };
        let places = self.by_amount.get(&incoming.amount)?.iter().copied();
        let nearest = places.rev().filter(is_alike).min_by_key(|it| (days(it).abs(), days(it)))?;
        Some((nearest, days(&nearest).abs()))
    }

    /// The nearest transaction that the schedule of a line posted; of two the older one.
    fn same_schedule(&self, incoming: &Incoming) -> Option<usize> {
        let days =
            |place: &usize| (self.stored[*place].date.date() - incoming.date.date()).num_days();
        let places = self.by_schedule.get(incoming.schedule.as_deref()?)?.iter().copied();
        let near = places.filter(|it| self.is_free(it) && days(it).abs() <= DAYS_APART);
        near.min_by_key(|it| (days(it).abs(), days(it)))
    }
}

impl Stored {
    /// The line it came from; for one typed by hand the line it would be.
    fn said(&self) -> Line {
        let own = || Line { date: self.date, amount: self.amount, payee: None };
        self.line.clone().unwrap_or_else(own)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(day: i64, amount: i64, payee: Option<&str>) -> Line {
        Line {
            date: Day::from_yyyymmdd(20_260_600 + day).unwrap(),
            amount: Amount::from_cents(amount).unwrap(),
            payee: payee.map(str::to_owned),
        }
    }

    fn incoming(line: &Line, imported_id: Option<&str>) -> Incoming {
        Incoming {
            date: line.date,
            amount: line.amount,
            payee: line.payee.as_deref().map(PayeeId::from),
            line: line.clone(),
            imported_id: imported_id.map(str::to_owned),
            schedule: None,
            is_new: false,
        }
    }

    fn by_hand(line: &Line) -> Stored {
        let Incoming { date, amount, payee, .. } = incoming(line, None);
        let (line, imported_id, schedule) = (None, None, None);
        Stored { line, imported_id, date, amount, payee, schedule, is_open: true }
    }

    /// Imports lines: those that are new are added, the others leave their line and id.
    fn import(stored: &mut Vec<Stored>, lines: &[Incoming]) -> usize {
        let mut added = 0;
        for (it, found) in lines.iter().zip(match_lines(lines, stored)) {
            let place = found.map_or(stored.len(), |found| found.stored);
            if found.is_none() {
                added += 1;
                stored.push(by_hand(&it.line));
            }
            let row = &mut stored[place];
            row.line = Some(it.line.clone());
            row.imported_id = it.imported_id.clone().or(row.imported_id.take());
        }
        added
    }

    #[test]
    fn a_line_finds_the_nearest_transaction_typed_by_hand() {
        let stored: Vec<_> = [(9, "a"), (3, "b"), (17, "c"), (12, "b")]
            .map(|(day, payee)| by_hand(&line(day, -500, Some(payee))))
            .into();
        let found = |day: i64, payee: Option<&str>| {
            let found = match_lines(&[incoming(&line(day, -500, payee), None)], &stored);
            found[0].map(|it| it.stored)
        };
        assert_eq!(found(10, Some("x")), Some(0), "a day away");
        assert_eq!(found(10, Some("b")), Some(3), "the same payee, two days away");
        assert_eq!(found(24, Some("x")), Some(2));
        assert_eq!(found(25, Some("x")), None, "eight days away");
        assert_eq!(match_lines(&[incoming(&line(10, -501, None), None)], &stored), [None]);
    }

    #[test]
    fn a_line_is_not_taken_for_another_one_of_a_statement() {
        let mut stored = Vec::new();
        let first = line(10, -500, Some("cafe"));
        assert_eq!(import(&mut stored, &[incoming(&first, Some("x1"))]), 1);
        let next_day = incoming(&line(11, -500, Some("cafe")), None);
        assert_eq!(import(&mut stored, &[next_day]), 1, "another day");
        let other_id = incoming(&first, Some("x2"));
        assert_eq!(import(&mut stored, &[other_id]), 1, "another id");
        let changed = incoming(&line(12, -700, Some("pending")), Some("x1"));
        assert_eq!(import(&mut stored, &[changed]), 0, "the same id with other words");
    }

    #[test]
    fn an_id_that_a_bank_uses_again_later_is_another_line() {
        let mut stored = Vec::new();
        let of = |day: i64, amount: i64| incoming(&line(day, amount, Some("shop")), Some("1"));
        assert_eq!(import(&mut stored, &[of(1, -111)]), 1);
        assert_eq!(import(&mut stored, &[of(8, -222)]), 1, "a week later, another amount");
        assert_eq!(import(&mut stored, &[of(29, -111)]), 1, "four weeks later, the same amount");
        assert_eq!(import(&mut stored, &[of(1, -111), of(8, -222), of(29, -111)]), 0, "again");
        assert_eq!(import(&mut stored, &[of(10, -250)]), 0, "two days later");
    }

    #[test]
    fn a_line_of_a_schedule_is_what_the_schedule_posted_whatever_its_amount() {
        let schedule = Some(Arc::from("power"));
        let posted =
            Stored { schedule: schedule.clone(), ..by_hand(&line(20, -10_000, Some("p"))) };
        let of = |day: i64| Incoming {
            schedule: schedule.clone(),
            ..incoming(&line(day, -10_250, Some("p")), None)
        };
        let same = Match { stored: 0, reason: Reason::SameSchedule };
        assert_eq!(match_lines(&[of(21)], std::slice::from_ref(&posted)), [Some(same)]);
        assert_eq!(match_lines(&[of(28)], std::slice::from_ref(&posted)), [None], "eight days");
        let other = Incoming { schedule: None, ..of(21) };
        assert_eq!(match_lines(&[other], &[posted]), [None], "of no schedule");
    }

    #[test]
    fn what_is_counted_elsewhere_stands_for_no_line() {
        let closed = Stored { is_open: false, ..by_hand(&line(10, 500, None)) };
        assert_eq!(match_lines(&[incoming(&line(10, 500, None), None)], &[closed]), [None]);
    }

    fn lines() -> impl Strategy<Value = Vec<Line>> {
        let payee = prop::sample::select(&[None, Some("a"), Some("b")][..]);
        let one = (1_i64..13, -2_i64..0, payee);
        prop::collection::vec(one.prop_map(|(day, amount, payee)| line(day, amount, payee)), 0..20)
            .prop_map(|mut lines| {
                lines.sort_by_key(|it| it.date);
                lines
            })
    }

    /// Lines as a statement has them: with ids for all, or for none.
    fn statement(lines: &[Line], has_ids: bool) -> Vec<Incoming> {
        with_ids(lines, |place| has_ids.then(|| format!("x{place}")))
    }

    fn with_ids(lines: &[Line], id: impl Fn(usize) -> Option<String>) -> Vec<Incoming> {
        lines.iter().enumerate().map(|(place, it)| incoming(it, id(place).as_deref())).collect()
    }

    proptest! {
        /// Importing a statement again, in any order or in part, adds nothing.
        #[test]
        fn a_statement_is_imported_once(
            own in lines(),
            banks in lines(),
            has_ids: bool,
            order in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        ) {
            let mut stored: Vec<Stored> = own.iter().map(by_hand).collect();
            let statement = statement(&banks, has_ids);
            import(&mut stored, &statement);
            let before = stored.clone();
            let mut again = statement;
            for place in order {
                if !again.is_empty() {
                    let taken = again.remove(place.index(again.len()));
                    again.push(taken);
                }
            }
            prop_assert_eq!(import(&mut stored, &again), 0);
            again.truncate(again.len() / 2);
            prop_assert_eq!(import(&mut stored, &again), 0);
            prop_assert_eq!(stored, before);
        }

        /// The same for a bank that uses its ids several times, whatever else they say.
        #[test]
        fn a_statement_with_repeated_ids_is_imported_once(banks in lines(), ids in 1_usize..4) {
            let statement = with_ids(&banks, |place| Some(format!("x{}", place % ids)));
            let mut stored = Vec::new();
            prop_assert_eq!(import(&mut stored, &statement), banks.len());
            prop_assert_eq!(import(&mut stored, &statement), 0);
        }

        /// Statements that overlap by whole days leave each of their lines once, whatever was typed
        /// by hand.
        #[test]
        fn overlapping_statements_leave_each_line_once(
            own in lines(),
            banks in lines(),
            has_ids: bool,
            last in 1_i64..13,
            first in 1_i64..13,
        ) {
            let mut stored: Vec<Stored> = own.iter().map(by_hand).collect();
            let all = statement(&banks, has_ids);
            let limit = |day: i64| line(day, 0, None).date;
            let (first, last) = (limit(first.min(last)), limit(first.max(last)));
            let until: Vec<_> = all.iter().filter(|it| it.date <= last).cloned().collect();
            let since: Vec<_> = all.iter().filter(|it| it.date >= first).cloned().collect();
            import(&mut stored, &until);
            import(&mut stored, &since);
            let sorted = |mut lines: Vec<Line>| {
                lines.sort_by(|left, right| (left.date, left.amount, &left.payee)
                    .cmp(&(right.date, right.amount, &right.payee)));
                lines
            };
            let imported = stored.iter().filter_map(|it| it.line.clone()).collect();
            prop_assert_eq!(sorted(imported), sorted(banks));
            prop_assert!(stored.len() <= own.len() + all.len());
        }
    }
}
