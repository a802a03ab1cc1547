//! The conditions of a card, compiled into comparisons on columns. They mean what the filters of
//! queries mean: names are compared without case and accents where they are searched for, ids
//! exactly, and an empty list finds nothing.
//!
//! Names and texts are tested once per distinct value, so a row costs one look into a list.

use std::sync::Arc;

use serde_json::Value as Json;

use super::lens::{Lens, Matching, Seen};
use super::rows::RowFlags;
use crate::dates::Day;
use crate::rules::{Condition, ConditionsOp, FieldKind, Flow, Op, Test, approximate_range};
use crate::text::{LikePattern, Pattern, tag_patterns};

/// How many occurrences of a recurring date a filter includes.
const OCCURRENCES: usize = 100;
/// Days to either side of an approximate date.
const NEARLY: i64 = 2;

/// Compiled conditions.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter {
    any: bool,
    tests: Vec<Comparison>,
    searches_accounts: bool,
}

/// A comparison on one column. Lists are indexed by place; the last entry is for no value.
#[derive(Debug, Clone)]
enum Comparison {
    Account(Vec<bool>),
    Category {
        passes: Vec<bool>,
        /// Only rows without a partner.
        unlinked: bool,
    },
    Payee(Vec<bool>),
    Notes(Vec<bool>),
    ImportedPayee(Vec<bool>),
    Amount {
        low: i64,
        high: i64,
        flow: Flow,
    },
    /// Ranges of days as yyyymmdd, both ends included.
    Days(Vec<(i64, i64)>),
    Flag(RowFlags, bool),
    Never,
    Always,
}

fn looks_up(list: &[bool], place: Option<usize>) -> bool {
    place.and_then(|place| list.get(place)).or_else(|| list.last()).copied().unwrap_or(false)
}

impl Comparison {
    fn holds(&self, row: &Seen<'_>) -> bool {
        let packed = row.packed;
        match self {
            Self::Account(passes) => looks_up(passes, Some(row.account)),
            Self::Category { passes, unlinked } => {
                looks_up(passes, row.category) && !(*unlinked && packed.flags.has(RowFlags::LINKED))
            }
            Self::Payee(passes) => looks_up(passes, row.payee),
            Self::Notes(passes) => looks_up(passes, usize::try_from(packed.notes).ok()),
            Self::ImportedPayee(passes) => {
                looks_up(passes, usize::try_from(packed.imported_payee).ok())
            }
            Self::Amount { low, high, flow } => {
                let seen = match flow {
                    Flow::Both => Some(packed.amount),
                    Flow::Inflow => Some(packed.amount).filter(|cents| *cents > 0),
                    Flow::Outflow => packed.amount.checked_neg().filter(|cents| *cents > 0),
                };
                seen.is_some_and(|cents| *low <= cents && cents <= *high)
            }
            Self::Days(ranges) => {
                let day = row.month.yyyymm() * 100 + i64::from(packed.day);
                ranges.iter().any(|(first, last)| *first <= day && day <= *last)
            }
            Self::Flag(flag, wanted) => packed.flags.has(*flag) == *wanted,
            Self::Never => false,
            Self::Always => true,
        }
    }
}

impl Filter {
    /// Compiles conditions as cards store them. Invalid ones are left out, and so are the names of
    /// saved filters.
    pub(super) fn compile(conditions: &[Json], op: ConditionsOp, lens: &Lens<'_>) -> Self {
        let read = readable(conditions);
        Self {
            any: op == ConditionsOp::Or,
            searches_accounts: read
                .iter()
                .any(|it| it.field.name == "account" && it.op == Op::Matches),
            tests: read.iter().map(|condition| comparison(condition, lens)).collect(),
        }
    }

    /// Whether it lets every row pass.
    pub(super) fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Whether all conditions have to hold.
    pub(super) fn is_every(&self) -> bool {
        !self.any || self.tests.len() < 2
    }

    pub(super) fn holds(&self, row: &Seen<'_>) -> bool {
        if self.any && !self.tests.is_empty() {
            self.tests.iter().any(|test| test.holds(row))
        } else {
            self.tests.iter().all(|test| test.holds(row))
        }
    }

    /// Whether a category, or none, passes the conditions on categories and groups, the others
    /// aside.
    pub(super) fn passes_category(&self, category: Option<usize>) -> bool {
        self.partly(|test| {
            if let Comparison::Category { passes, .. } = test {
                Some(looks_up(passes, category))
            } else {
                None
            }
        })
    }

    /// Whether an account passes the conditions on accounts, the others aside.
    pub(super) fn passes_account(&self, account: usize) -> bool {
        self.partly(|test| match test {
            Comparison::Account(passes) => Some(looks_up(passes, Some(account))),
            Comparison::Always
            | Comparison::Never
            | Comparison::Category { .. }
            | Comparison::Payee(_)
            | Comparison::Notes(_)
            | Comparison::ImportedPayee(_)
            | Comparison::Amount { .. }
            | Comparison::Days(_)
            | Comparison::Flag(..) => None,
        })
    }

    /// Whether the conditions on accounts narrow the accounts themselves: they do unless another
    /// condition may let a row pass instead.
    pub(super) fn narrows_accounts(&self) -> bool {
        !self.any || self.tests.iter().all(|test| matches!(test, Comparison::Account(_)))
    }

    /// Whether any condition is on the account.
    pub(super) fn has_account_tests(&self) -> bool {
        self.tests.iter().any(|test| matches!(test, Comparison::Account(_)))
    }

    /// Whether any condition is on the category or its group.
    pub(super) fn has_category_tests(&self) -> bool {
        self.tests.iter().any(|test| matches!(test, Comparison::Category { .. }))
    }

    /// Whether a condition searches the names of accounts with a pattern.
    pub(super) const fn searches_accounts(&self) -> bool {
        self.searches_accounts
    }

    /// The result of some of the tests together; true if none of them is concerned.
    fn partly(&self, test: impl Fn(&Comparison) -> Option<bool>) -> bool {
        let mut results = self.tests.iter().filter_map(test).peekable();
        if self.any && results.peek().is_some() {
            results.any(|passes| passes)
        } else {
            results.all(|passes| passes)
        }
    }
}

fn comparison(condition: &Condition, lens: &Lens<'_>) -> Comparison {
    let Condition { field, op, test } = condition;
    let facts = lens.facts;
    match (field.name, op, test) {
        ("account", Op::OnBudget | Op::OffBudget, _) => {
            let off = *op == Op::OffBudget;
            let accounts = facts.accounts.iter().map(|it| it.off_budget == off);
            Comparison::Account(accounts.chain([false]).collect())
        }
        ("account", ..) => {
            let tested = Reference::new(*op, test, lens.matching);
            let accounts = facts.accounts.iter();
            let passes = accounts.map(|it| tested.holds(Some((it.id.as_str(), &it.name))));
            Comparison::Account(passes.chain([tested.holds(None)]).collect())
        }
        ("category", ..) => {
            let tested = Reference::new(*op, test, lens.matching);
            let all = lens.categories.iter().map(|it| it.category);
            let passes = all.map(|it| tested.holds(Some((it.id.as_str(), &it.name))));
            Comparison::Category {
                passes: passes.chain([tested.holds(None)]).collect(),
                unlinked: matches!((op, test), (Op::Is, Test::Id(None))),
            }
        }
        ("category_group", ..) => {
            let tested = Reference::new(*op, test, lens.matching);
            let groups = (0..lens.categories.len()).map(|place| lens.group(place));
            let passes = groups.map(|it| tested.holds(Some((it.id.as_str(), &it.name))));
            let passes = passes.chain([tested.holds(None)]).collect();
            Comparison::Category { passes, unlinked: false }
        }
        ("payee", ..) => {
            let tested = Reference::new(*op, test, lens.matching);
            let ids = facts.payees.iter().enumerate();
            let passes =
                ids.map(|(at, it)| tested.holds(Some((it.id.as_str(), lens.payee_name(at)))));
            Comparison::Payee(passes.chain([tested.holds(None)]).collect())
        }
        ("payee_name", ..) => {
            let tested = Text::new(*op, test, lens.matching);
            let passes = (0..facts.payees.len()).map(|at| tested.holds(Some(lens.payee_name(at))));
            Comparison::Payee(passes.chain([tested.holds(None)]).collect())
        }
        ("notes", ..) => Comparison::Notes(of_texts(condition, lens, lens.rows.notes.texts())),
        ("imported_payee", ..) => {
            Comparison::ImportedPayee(of_texts(condition, lens, lens.rows.imported_payees.texts()))
        }
        ("amount", ..) => amount(*op, test),
        ("date", ..) => Comparison::Days(days(*op, test)),
        (name, _, Test::Flag(wanted)) => match name {
            "cleared" => Comparison::Flag(RowFlags::CLEARED, *wanted),
            "reconciled" => Comparison::Flag(RowFlags::RECONCILED, *wanted),
            "transfer" => Comparison::Flag(RowFlags::LINKED, *wanted),
            // Split parents never count.
            _ if *wanted => Comparison::Never,
            _ => Comparison::Always,
        },
        _ => Comparison::Never,
    }
}

fn of_texts(condition: &Condition, lens: &Lens<'_>, texts: &[Arc<str>]) -> Vec<bool> {
    let tested = Text::new(condition.op, &condition.test, lens.matching);
    let passes = texts.iter().map(|text| tested.holds(Some(text)));
    passes.chain([tested.holds(None)]).collect()
}

/// A pattern searched for in texts. An invalid one finds nothing.
#[derive(Debug)]
enum Search {
    None,
    Like(Option<LikePattern>),
    Pattern(Option<Pattern>),
    Tags(Vec<Pattern>),
}

impl Search {
    fn new(op: Op, test: &Test) -> Self {
        match (op, test) {
            (Op::Contains | Op::DoesNotContain, Test::Text(text)) => {
                Self::Like(LikePattern::new(&format!("%{text}%")))
            }
            (Op::Matches, Test::Text(text)) => Self::Pattern(Pattern::new(text)),
            (Op::HasTags | Op::HasAnyTag, Test::Text(text)) => {
                let patterns = tag_patterns(text);
                Self::Tags(patterns.iter().filter_map(|it| Pattern::new(it)).collect())
            }
            _ => Self::None,
        }
    }

    fn finds(&self, text: &str, all_tags: bool, matching: Matching<'_>) -> bool {
        match self {
            Self::None => false,
            Self::Like(pattern) => pattern.as_ref().is_some_and(|it| it.is_match(text.as_bytes())),
            Self::Pattern(pattern) => pattern.as_ref().is_some_and(|it| matching.finds(it, text)),
            Self::Tags(tags) if all_tags => {
                !tags.is_empty() && tags.iter().all(|tag| matching.finds(tag, text))
            }
            Self::Tags(tags) => tags.iter().any(|tag| matching.finds(tag, text)),
        }
    }
}

/// A test on a reference: ids exactly, names by search.
#[derive(Debug)]
struct Reference<'t> {
    op: Op,
    test: &'t Test,
    search: Search,
    matching: Matching<'t>,
}

impl<'t> Reference<'t> {
    fn new(op: Op, test: &'t Test, matching: Matching<'t>) -> Self {
        Self { op, test, search: Search::new(op, test), matching }
    }

    /// Whether an id with its name passes.
    fn holds(&self, value: Option<(&str, &str)>) -> bool {
        let id = value.map(|(id, _)| id);
        match (self.test, self.op) {
            (Test::Id(wanted), Op::IsNot) => wanted.as_deref() != id,
            (Test::Id(wanted), _) => wanted.as_deref() == id,
            (Test::List(list), _) if list.is_empty() => false,
            (Test::List(list), Op::NotOneOf) => list.iter().all(|it| Some(&**it) != id),
            (Test::List(list), _) => list.iter().any(|it| Some(&**it) == id),
            (Test::Text(_), Op::DoesNotContain) => {
                value.is_none_or(|(_, name)| !self.search.finds(name, false, self.matching))
            }
            (Test::Text(_), _) => {
                value.is_some_and(|(_, name)| self.search.finds(name, false, self.matching))
            }
            _ => false,
        }
    }
}

/// A test on a text in lower case; tags are compared as they are written.
#[derive(Debug)]
struct Text<'t> {
    op: Op,
    test: &'t Test,
    search: Search,
    matching: Matching<'t>,
}

impl<'t> Text<'t> {
    fn new(op: Op, test: &'t Test, matching: Matching<'t>) -> Self {
        Self { op, test, search: Search::new(op, test), matching }
    }

    fn holds(&self, text: Option<&str>) -> bool {
        if matches!(self.op, Op::HasTags | Op::HasAnyTag) {
            return text.is_some_and(|text| {
                self.search.finds(text, self.op == Op::HasTags, self.matching)
            });
        }
        let lower = text.map(str::to_lowercase);
        let lower = lower.as_deref();
        match (self.test, self.op) {
            (Test::Text(wanted), Op::Is) if wanted.is_empty() => lower.is_none_or(str::is_empty),
            (Test::Text(wanted), Op::IsNot) if wanted.is_empty() => {
                lower.is_some_and(|text| !text.is_empty())
            }
            (Test::Text(wanted), Op::Is) => lower == Some(wanted),
            (Test::Text(wanted), Op::IsNot) => lower != Some(wanted),
            (Test::List(list), _) if list.is_empty() => false,
            (Test::List(list), Op::NotOneOf) => list.iter().all(|it| lower != Some(it)),
            (Test::List(list), _) => list.iter().any(|it| lower == Some(it)),
            (Test::Text(_), Op::DoesNotContain) => {
                lower.is_none_or(|text| !self.search.finds(text, false, self.matching))
            }
            (Test::Text(_), _) => {
                lower.is_some_and(|text| self.search.finds(text, false, self.matching))
            }
            _ => false,
        }
    }
}

/// The whole numbers that compare with one, both ends included; none for other operators.
const fn span(op: Op, number: i64) -> Option<(i64, i64)> {
    match op {
        Op::Is => Some((number, number)),
        Op::Gt => Some((number.saturating_add(1), i64::MAX)),
        Op::Gte => Some((number, i64::MAX)),
        Op::Lt => Some((i64::MIN, number.saturating_sub(1))),
        Op::Lte => Some((i64::MIN, number)),
        Op::IsNot
        | Op::OneOf
        | Op::NotOneOf
        | Op::Contains
        | Op::DoesNotContain
        | Op::Matches
        | Op::HasTags
        | Op::HasAnyTag
        | Op::IsApprox
        | Op::IsBetween
        | Op::OnBudget
        | Op::OffBudget => None,
    }
}

fn amount(op: Op, test: &Test) -> Comparison {
    if let Test::Between(low, high, _) = test {
        return Comparison::Amount { low: *low, high: *high, flow: Flow::Both };
    }
    let Test::Number(cents, flow) = *test else { return Comparison::Never };
    let range = if op == Op::IsApprox { Some(approximate_range(cents)) } else { span(op, cents) };
    range.map_or(Comparison::Never, |(low, high)| Comparison::Amount { low, high, flow })
}

fn days(op: Op, test: &Test) -> Vec<(i64, i64)> {
    let around = |day: Day| {
        let near = |by| day.plus_days(by).unwrap_or(day).yyyymmdd();
        if op == Op::IsApprox {
            Some((near(-NEARLY), near(NEARLY)))
        } else {
            span(op, day.yyyymmdd())
        }
    };
    match test {
        Test::Day(day) => around(*day).into_iter().collect(),
        Test::Month(month) => vec![(month.yyyymm() * 100, month.yyyymm() * 100 + 99)],
        Test::Year(year) => vec![(i64::from(*year) * 10_000, i64::from(*year) * 10_000 + 9999)],
        Test::Recurring(recurrence) => {
            recurrence.occurrences().take(OCCURRENCES).filter_map(around).collect()
        }
        Test::Text(_)
        | Test::List(_)
        | Test::Id(_)
        | Test::Number(..)
        | Test::Between(..)
        | Test::Flag(_)
        | Test::Nothing => Vec::new(),
    }
}

/// The conditions that can be read, without the names of saved filters.
fn readable(conditions: &[Json]) -> Vec<Condition> {
    let named = |condition: &&Json| condition.get("customName").is_none();
    conditions.iter().filter(named).filter_map(|it| Condition::read(it).ok()).collect()
}

/// Whether a condition names an account, category, group or payee that does not exist.
pub(super) fn has_missing(conditions: &[Json], lens: &Lens<'_>) -> bool {
    readable(conditions).iter().any(|condition| names_missing(condition, lens))
}

fn names_missing(condition: &Condition, lens: &Lens<'_>) -> bool {
    if condition.field.kind != FieldKind::Id {
        return false;
    }
    let exists = |id: &str| match condition.field.name {
        "account" => lens.account_place(id).is_some(),
        "category" => lens.category_place(id).is_some(),
        "category_group" => lens.facts.groups.iter().any(|group| group.id.as_str() == id),
        _ => lens.payee_place(id).is_some(),
    };
    let named: &[String] = match &condition.test {
        Test::Id(Some(id)) => std::slice::from_ref(id),
        Test::List(list) => list,
        Test::Id(None)
        | Test::Text(_)
        | Test::Number(..)
        | Test::Between(..)
        | Test::Day(_)
        | Test::Month(_)
        | Test::Year(_)
        | Test::Recurring(_)
        | Test::Flag(_)
        | Test::Nothing => &[],
    };
    named.iter().any(|id| !exists(id))
}
