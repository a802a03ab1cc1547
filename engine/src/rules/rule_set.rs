//! The rules of a budget in the order they run, and the index that leaves out those that cannot
//! match a transaction. The index never changes a result.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::matching::Key;
use super::rule::{ConditionsOp, Rule};
use super::subject::{Lookup, Subject};

/// Rules in the order they run.
#[derive(Debug, Default)]
pub struct RuleSet {
    rules: Vec<Arc<Rule>>,
    /// Places of the rules that no field's value rules out.
    general: Vec<usize>,
    /// Places of the others, by the values of which a transaction has to have one.
    keyed: [HashMap<Box<str>, Vec<usize>>; Key::ALL.len()],
    /// Places of the rules that belong to schedules, by schedule.
    of_schedules: HashMap<Arc<str>, usize>,
    /// The same places, to look up.
    owned: HashSet<usize>,
}

impl RuleSet {
    /// Ranks and indexes rules. `owners` are the schedules that rules belong to, by rule.
    #[must_use]
    pub fn new(mut rules: Vec<Arc<Rule>>, owners: &HashMap<Arc<str>, Arc<str>>) -> Self {
        rules.sort_by(|one, other| one.rank(other));
        let mut set = Self::default();
        for (place, rule) in rules.iter().enumerate() {
            if let Some(schedule) = owners.get(rule.id()) {
                set.owned.insert(place);
                set.of_schedules.insert(Arc::clone(schedule), place);
            }
            match keys(rule) {
                None => set.general.push(place),
                Some(keys) => {
                    for (key, value) in keys {
                        let places = set.keyed[key as usize].entry(value.into()).or_default();
                        if places.last() != Some(&place) {
                            places.push(place);
                        }
                    }
                }
            }
        }
        Self { rules, ..set }
    }

    /// The rules in the order they run.
    #[must_use]
    pub fn rules(&self) -> &[Arc<Rule>] {
        &self.rules
    }

    /// Runs the rules on several transactions. It remembers which rules the imported payees in them
    /// rule out, because many have the same one.
    #[must_use]
    pub fn runner(&self) -> RuleRunner<'_> {
        RuleRunner { set: self, by_imported_payee: HashMap::new() }
    }

    /// Runs the rules on one transaction, as [`RuleRunner::run`].
    ///
    /// # Errors
    /// If a lookup fails.
    pub fn run<L: Lookup>(
        &self,
        subject: &mut Subject,
        lookup: &L,
    ) -> Result<Vec<Arc<Rule>>, L::Error> {
        self.runner().run(subject, lookup)
    }

    fn of_key(&self, key: Key, subject: &Subject) -> &[usize] {
        let places = key.of(subject).and_then(|value| self.keyed[key as usize].get(value));
        places.map_or(&[], Vec::as_slice)
    }
}

/// Most imported payees that are remembered.
const MOST_REMEMBERED: usize = 10_000;

/// Runs rules on several transactions.
#[derive(Debug)]
pub struct RuleRunner<'r> {
    set: &'r RuleSet,
    /// Places of the rules that an imported payee does not rule out: general ones, and those that
    /// ask for it.
    by_imported_payee: HashMap<Box<str>, Rc<[usize]>>,
}

impl RuleRunner<'_> {
    /// Runs the rules on a transaction; each sees what those before it set. Returns the rules that
    /// applied. A transaction that belongs to a schedule gets that schedule's rule whatever its
    /// conditions say, and no rule of another schedule; it keeps its schedule, because a payment
    /// that a rule moved to another one would be posted again.
    ///
    /// # Errors
    /// If a lookup fails.
    pub fn run<L: Lookup>(
        &mut self,
        subject: &mut Subject,
        lookup: &L,
    ) -> Result<Vec<Arc<Rule>>, L::Error> {
        let own = subject.text("schedule").and_then(|id| self.set.of_schedules.get(id)).copied();
        let mut queue = self.candidates(subject, own, lookup)?;
        let (mut at, mut applied) = (0, Vec::new());
        while let Some(place) = queue.get(at).copied() {
            at += 1;
            let rule = &self.set.rules[place];
            let applies = match own {
                Some(own) if own == place => true,
                Some(_) if self.set.owned.contains(&place) => false,
                _ => rule.matches(subject, lookup)?,
            };
            if applies {
                let before = Key::ALL.map(|key| key.of(subject).map(Box::<str>::from));
                let schedule = own.and_then(|_| subject.get("schedule").cloned());
                rule.apply(subject, lookup)?;
                if let Some(schedule) = schedule {
                    subject.set("schedule", schedule);
                }
                let changed = Changed { place, before: &before };
                self.add_candidates(&mut queue, changed, subject, lookup)?;
                applied.push(Arc::clone(rule));
            }
        }
        Ok(applied)
    }

    /// Places of the rules to try, in order.
    pub(super) fn candidates<L: Lookup>(
        &mut self,
        subject: &Subject,
        own: Option<usize>,
        lookup: &L,
    ) -> Result<Vec<usize>, L::Error> {
        let mut queue = self.of_imported_payee(subject, lookup)?.to_vec();
        for key in [Key::Payee, Key::Category, Key::Account] {
            queue.extend(self.set.of_key(key, subject));
        }
        queue.extend(own);
        queue.sort_unstable();
        queue.dedup();
        Ok(queue)
    }

    fn of_imported_payee<L: Lookup>(
        &mut self,
        subject: &Subject,
        lookup: &L,
    ) -> Result<Rc<[usize]>, L::Error> {
        let name = subject.imported_payee();
        if let Some(known) = self.by_imported_payee.get(name) {
            return Ok(Rc::clone(known));
        }
        let keyed = self.set.of_key(Key::ImportedPayee, subject);
        let all = self.set.general.iter().chain(keyed).copied();
        let mut places = Vec::new();
        for place in all {
            if self.set.rules[place].may_have_imported_payee(name, lookup)? {
                places.push(place);
            }
        }
        let places: Rc<[usize]> = places.into();
        if self.by_imported_payee.len() >= MOST_REMEMBERED {
            self.by_imported_payee.clear();
        }
        self.by_imported_payee.insert(name.into(), Rc::clone(&places));
        Ok(places)
    }

    /// Adds the later rules that values set by a rule have brought into question.
    fn add_candidates<L: Lookup>(
        &mut self,
        queue: &mut Vec<usize>,
        Changed { place, before }: Changed<'_>,
        subject: &Subject,
        lookup: &L,
    ) -> Result<(), L::Error> {
        for key in Key::ALL {
            if before[key as usize].as_deref() == key.of(subject) {
                continue;
            }
            let later = match key {
                Key::ImportedPayee => self.of_imported_payee(subject, lookup)?,
                Key::Payee | Key::Category | Key::Account => self.set.of_key(key, subject).into(),
            };
            for later in later.iter().filter(|later| **later > place) {
                if let Err(at) = queue.binary_search(later) {
                    queue.insert(at, *later);
                }
            }
        }
        Ok(())
    }
}

/// A rule that was applied, and the values of indexed fields before it.
struct Changed<'a> {
    place: usize,
    before: &'a [Option<Box<str>>; Key::ALL.len()],
}

/// The values of which a transaction has to have one for a rule to apply; `None` if others may
/// match too.
fn keys(rule: &Rule) -> Option<Vec<(Key, &str)>> {
    let flat = |(key, values): (Key, Vec<_>)| values.into_iter().map(move |value| (key, value));
    let of_each = rule.matchers().iter().map(|matcher| matcher.keys());
    match rule.op() {
        ConditionsOp::And if rule.matchers().is_empty() => Some(Vec::new()),
        ConditionsOp::And => {
            let best = of_each.flatten().min_by_key(|(key, _)| *key)?;
            Some(flat(best).collect())
        }
        ConditionsOp::Or => {
            let all: Option<Vec<_>> = of_each.collect();
            Some(all?.into_iter().flat_map(flat).collect())
        }
    }
}
