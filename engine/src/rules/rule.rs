//! A rule: as people write it, what is wrong with it, and ready to be tried on a transaction.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::actions::{Action, ActionError, Effect, Source};
use super::conditions::{Condition, Op};
use super::matching::Matcher;
use super::splits;
use super::subject::{Lookup, Subject};
use super::validate::ConditionError;

/// When a rule runs. The usual stage is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Before the usual stage.
    Pre,
    /// After the usual stage.
    Post,
}

/// How the conditions of a rule or filter combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum ConditionsOp {
    /// All of them hold.
    #[default]
    And,
    /// One of them holds.
    Or,
}

impl ConditionsOp {
    /// Its name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
        }
    }
}

impl Stage {
    /// Its name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pre => "pre",
            Self::Post => "post",
        }
    }
}

/// A rule as callers write and see it, with public field names.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RuleText {
    /// When it runs.
    pub stage: Option<Stage>,
    /// How its conditions combine.
    pub conditions_op: ConditionsOp,
    /// `{field, op, value, options?}`.
    pub conditions: Vec<Json>,
    /// `{op, field?, value, options?}`.
    pub actions: Vec<Json>,
}

/// The errors of a rule. Each list has one entry for each condition or action, or is missing
/// if all of them are right.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleErrors {
    /// Errors of conditions.
    pub conditions: Option<Vec<Option<ConditionError>>>,
    /// Errors of actions.
    pub actions: Option<Vec<Option<ActionError>>>,
}

/// A well-formed rule.
#[derive(Debug)]
pub struct Rule {
    id: Arc<str>,
    stage: Option<Stage>,
    score: i64,
    op: ConditionsOp,
    matchers: Vec<Matcher>,
    actions: Vec<Action>,
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    /// [`RuleErrors`] names all that is wrong with it.
    pub fn new(id: Arc<str>, text: &RuleText) -> Result<Self, RuleErrors> {
        let conditions = all_or_errors(text.conditions.iter().map(Condition::read));
        let actions = all_or_errors(text.actions.iter().map(Action::read));
        match (conditions, actions) {
            (Ok(conditions), Ok(actions)) => Ok(Self {
                id,
                stage: text.stage,
                score: score(&conditions),
                op: text.conditions_op,
                matchers: conditions.into_iter().map(Matcher::new).collect(),
                actions,
            }),
            (conditions, actions) => {
                Err(RuleErrors { conditions: conditions.err(), actions: actions.err() })
            }
        }
    }

    /// Row id.
    #[must_use]
    pub const fn id(&self) -> &Arc<str> {
        &self.id
    }

    pub(super) const fn op(&self) -> ConditionsOp {
        self.op
    }

    pub(super) fn matchers(&self) -> &[Matcher] {
        &self.matchers
    }

    /// The fields that the rule sets in a transaction itself, with their values; of a field that it
    /// sets twice, the last value comes last.
    pub(super) fn settings(&self) -> impl Iterator<Item = (&'static str, &Source)> {
        self.actions.iter().filter(|action| action.line == 0).filter_map(|action| {
            if let Effect::Set(field, source) = &action.effect {
                Some((field.name, source))
            } else {
                None
            }
        })
    }

    /// Whether the rule sets a field of a transaction itself.
    #[must_use]
    pub fn sets(&self, field: &str) -> bool {
        self.settings().any(|(name, _)| name == field)
    }

    /// Whether the conditions hold. A rule without conditions never applies.
    ///
    /// # Errors
    /// If a lookup fails.
    pub fn matches<L: Lookup>(&self, subject: &Subject, lookup: &L) -> Result<bool, L::Error> {
        let decisive = self.op == ConditionsOp::Or;
        for matcher in &self.matchers {
            if matcher.holds(subject, lookup)? == decisive {
                return Ok(decisive);
            }
        }
        Ok(!decisive && !self.matchers.is_empty())
    }

    /// Whether the rule may apply to transactions with an imported payee, given in lower case.
    pub(super) fn may_have_imported_payee<L: Lookup>(
        &self,
        name: &str,
        lookup: &L,
    ) -> Result<bool, L::Error> {
        if self.op == ConditionsOp::Or {
            return Ok(true);
        }
        for matcher in &self.matchers {
            if !matcher.may_have_imported_payee(name, lookup)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Carries out the actions, whatever the conditions say.
    ///
    /// # Errors
    /// If a lookup fails.
    pub fn apply<L: Lookup>(&self, subject: &mut Subject, lookup: &L) -> Result<(), L::Error> {
        apply(&self.actions, subject, lookup)
    }

    /// The order in which rules run: by stage, then from the least to the most specific, so that
    /// the most specific one has the last word, then by id.
    #[must_use]
    pub fn rank(&self, other: &Self) -> Ordering {
        let stage = |rule: &Self| match rule.stage {
            Some(Stage::Pre) => 0,
            None => 1,
            Some(Stage::Post) => 2,
        };
        let key = |rule: &Self| (stage(rule), rule.score);
        key(self).cmp(&key(other)).then_with(|| self.id.cmp(&other.id))
    }
}

/// Actions without conditions, for transactions that a person chose.
#[derive(Debug)]
pub struct Actions(Vec<Action>);

impl Actions {
    /// Reads actions.
    ///
    /// # Errors
    /// The errors, one entry for each action.
    pub fn read(given: &[Json]) -> Result<Self, Vec<Option<ActionError>>> {
        all_or_errors(given.iter().map(Action::read)).map(Self)
    }

    /// Carries them out.
    ///
    /// # Errors
    /// If a lookup fails.
    pub fn apply<L: Lookup>(&self, subject: &mut Subject, lookup: &L) -> Result<(), L::Error> {
        apply(&self.0, subject, lookup)
    }
}

fn apply<L: Lookup>(actions: &[Action], subject: &mut Subject, lookup: &L) -> Result<(), L::Error> {
    for action in actions.iter().filter(|action| action.line == 0) {
        action.effect.apply(subject, lookup)?;
    }
    splits::split(actions, subject, lookup)?;
    // A split of an earlier rule may have moved.
    splits::follow(subject);
    Ok(())
}

fn all_or_errors<T, E>(read: impl Iterator<Item = Result<T, E>>) -> Result<Vec<T>, Vec<Option<E>>> {
    let (mut all, mut errors, mut has_errors) = (Vec::new(), Vec::new(), false);
    for item in read {
        match item {
            Ok(item) => {
                all.push(item);
                errors.push(None);
            }
            Err(error) => {
                has_errors = true;
                errors.push(Some(error));
            }
        }
    }
    if has_errors { Err(errors) } else { Ok(all) }
}

/// How specific conditions are.
fn score(conditions: &[Condition]) -> i64 {
    let of = |condition: &Condition| match condition.op {
        Op::Is | Op::IsNot => 10,
        Op::OneOf | Op::NotOneOf => 9,
        Op::IsApprox | Op::IsBetween => 5,
        Op::Gt | Op::Gte | Op::Lt | Op::Lte => 1,
        Op::Contains
        | Op::DoesNotContain
        | Op::Matches
        | Op::HasTags
        | Op::HasAnyTag
        | Op::OnBudget
        | Op::OffBudget => 0,
    };
    let is_exact = |condition: &Condition| {
        matches!(condition.op, Op::Is | Op::IsNot | Op::IsApprox | Op::OneOf | Op::NotOneOf)
    };
    let sum: i64 = conditions.iter().map(of).sum();
    if conditions.iter().all(is_exact) { sum * 2 } else { sum }
}
