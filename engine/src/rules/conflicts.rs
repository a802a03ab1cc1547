//! Rules that contradict each other: a transaction can meet the conditions of both, and they set
//! one of its fields to different values, so that the later one decides.
//!
//! For each rule a transaction is made up that it asks for, and the other rules are tried on it. A
//! conflict that is found is therefore a real one. Rules that ask for quite different things, such
//! as one for a payee and one for a note, are not compared: some transaction may meet any two of
//! those.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::actions::Source;
use super::matching::Matcher;
use super::rule::{ConditionsOp, Rule};
use super::rule_set::RuleSet;
use super::subject::{Lookup, Subject};

/// Two rules that a transaction can meet and that set a field to different values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The rule that runs first.
    pub earlier: Arc<str>,
    /// The rule whose value stays.
    pub later: Arc<str>,
    /// The field, by its public name.
    pub field: &'static str,
}

/// Most transactions that are made up for one rule.
const MOST_EXAMPLES: usize = 50;
/// Most pairs of rules that are compared, so that thousands of general rules do not take seconds.
const MOST_PAIRS: usize = 1_000_000;

type Fields = Map<String, Json>;

impl RuleSet {
    /// The conflicts among the rules, in the order in which the rules run.
    ///
    /// # Errors
    /// If a lookup fails.
    pub fn conflicts<L: Lookup>(&self, lookup: &L) -> Result<Vec<Conflict>, L::Error> {
        let rules = self.rules();
        let traits: Vec<Traits<'_>> =
            rules.iter().map(|rule| Traits::of(rule, lookup)).collect::<Result<_, _>>()?;
        let (mut runner, mut pairs) = (self.runner(), 0);
        let mut found = BTreeSet::new();
        for (place, own) in traits.iter().enumerate() {
            for example in &own.examples {
                let subject = Subject::of_new(example.clone());
                for other in runner.candidates(&subject, None, lookup)? {
                    pairs += 1;
                    if pairs > MOST_PAIRS {
                        return Ok(named(rules, found));
                    }
                    let fields = own.disputed_with(&traits[other]);
                    if other == place || fields.is_empty() || !own.asks_like(&traits[other]) {
                        continue;
                    }
                    let both = traits[other].completing(example);
                    if rules[place].matches(&both, lookup)?
                        && rules[other].matches(&both, lookup)?
                    {
                        let pair = (place.min(other), place.max(other));
                        found.extend(fields.into_iter().map(|field| (pair.0, pair.1, field)));
                    }
                }
            }
        }
        Ok(named(rules, found))
    }
}

fn named(rules: &[Arc<Rule>], found: BTreeSet<(usize, usize, &'static str)>) -> Vec<Conflict> {
    let id = |place: usize| Arc::clone(rules[place].id());
    let named = |(one, two, field)| Conflict { earlier: id(one), later: id(two), field };
    found.into_iter().map(named).collect()
}

/// The parts of a rule that are compared.
struct Traits<'r> {
    /// The fields that its conditions read, each as the field that it depends on.
    reads: BTreeSet<&'static str>,
    sets: BTreeMap<&'static str, &'r Source>,
    /// Transactions that it applies to; none if none could be made up.
    examples: Vec<Fields>,
}

impl<'r> Traits<'r> {
    fn of<L: Lookup>(rule: &'r Rule, lookup: &L) -> Result<Self, L::Error> {
        let sets: BTreeMap<_, _> = rule.settings().collect();
        let examples = if sets.is_empty() { Vec::new() } else { examples(rule, lookup)? };
        let reads = rule.matchers().iter().map(|matcher| basis(matcher.field())).collect();
        Ok(Self { reads, sets, examples })
    }

    /// The fields that both set, to different values.
    fn disputed_with(&self, other: &Self) -> Vec<&'static str> {
        let differs = |(field, value): &(&&'static str, &&Source)| {
            other.sets.get(*field).is_some_and(|it| it != *value)
        };
        self.sets.iter().filter(differs).map(|(field, _)| *field).collect()
    }

    /// Whether some field is in the conditions of both.
    fn asks_like(&self, other: &Self) -> bool {
        !self.reads.is_disjoint(&other.reads)
    }

    /// A transaction of another rule, with what this one asks for besides.
    fn completing(&self, example: &Fields) -> Subject {
        let mut fields = example.clone();
        let given: BTreeSet<String> = fields.keys().map(|field| basis(field).to_owned()).collect();
        for (field, value) in self.examples.first().into_iter().flatten() {
            if !given.contains(basis(field)) {
                fields.insert(field.clone(), value.clone());
            }
        }
        Subject::of_new(fields)
    }
}

/// The field that the value of another one follows from.
fn basis(field: &str) -> &str {
    match field {
        "payee_name" => "payee",
        "category_group" => "category",
        "_account" => "account",
        field => field,
    }
}

/// Transactions that a rule applies to.
fn examples<L: Lookup>(rule: &Rule, lookup: &L) -> Result<Vec<Fields>, L::Error> {
    let mut examples = Vec::new();
    match rule.op() {
        ConditionsOp::Or => {
            for matcher in rule.matchers() {
                let values = values(&[matcher], lookup)?;
                examples.extend(
                    values
                        .into_iter()
                        .map(|value| Fields::from_iter([(matcher.field().to_owned(), value)])),
                );
            }
        }
        ConditionsOp::And => {
            let mut by_field = BTreeMap::<_, Vec<&Matcher>>::new();
            for matcher in rule.matchers() {
                by_field.entry(matcher.field()).or_default().push(matcher);
            }
            let mut fields = Vec::new();
            for (field, matchers) in by_field {
                fields.push((field, values(&matchers, lookup)?));
            }
            examples = combined(&fields);
        }
    }
    examples.truncate(MOST_EXAMPLES);
    Ok(examples)
}

/// Values of a field for which all conditions on it hold.
fn values<L: Lookup>(matchers: &[&Matcher], lookup: &L) -> Result<Vec<Json>, L::Error> {
    let Some(field) = matchers.first().map(|matcher| matcher.field()) else {
        return Ok(Vec::new());
    };
    let mut proposed: Vec<Json> = matchers.iter().flat_map(|matcher| matcher.examples()).collect();
    if matchers.len() > 1 {
        let texts: Vec<&str> = proposed.iter().filter_map(Json::as_str).collect();
        proposed.push(Json::from(texts.join(" ")));
    }
    let mut held = Vec::new();
    for value in proposed {
        let subject = Subject::new(Fields::from_iter([(field.to_owned(), value.clone())]));
        let mut holds = true;
        for matcher in matchers {
            holds = holds && matcher.holds(&subject, lookup)?;
        }
        if holds {
            held.push(value);
        }
    }
    Ok(held)
}

/// One transaction for each value of the field with the most of them; the others have their first.
fn combined(fields: &[(&'static str, Vec<Json>)]) -> Vec<Fields> {
    let Some((varied, values)) = fields.iter().max_by_key(|(_, values)| values.len()) else {
        return Vec::new();
    };
    let first = |(field, values): &(&'static str, Vec<Json>)| {
        values.first().map(|value| ((*field).to_owned(), value.clone()))
    };
    let Some(usual) = fields.iter().map(first).collect::<Option<Fields>>() else {
        return Vec::new();
    };
    let vary = |value: &Json| {
        let mut fields = usual.clone();
        fields.insert((*varied).to_owned(), value.clone());
        fields
    };
    values.iter().map(vary).collect()
}
