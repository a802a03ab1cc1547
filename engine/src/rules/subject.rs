//! A transaction as rules see and change it: fields by public names, in the forms that conditions
//! compare.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::dates::Day;
use crate::text::Effort;

/// What rules look up about the rows that a transaction refers to.
pub trait Lookup {
    /// A read error.
    type Error;

    /// An account that is not deleted.
    ///
    /// # Errors
    /// If reading fails.
    fn account(&self, id: &str) -> Result<Option<AccountFacts>, Self::Error>;

    /// A category that is not deleted.
    ///
    /// # Errors
    /// If reading fails.
    fn category(&self, id: &str) -> Result<Option<CategoryFacts>, Self::Error>;

    /// The name of a payee that is not deleted.
    ///
    /// # Errors
    /// If reading fails.
    fn payee_name(&self, id: &str) -> Result<Option<Arc<str>>, Self::Error>;

    /// The balance of an account in cents, before a transaction of a day.
    ///
    /// # Errors
    /// If reading fails.
    fn balance_before(&self, account: &str, day: Day) -> Result<i64, Self::Error>;

    /// Called before a pattern is matched.
    ///
    /// # Errors
    /// If nobody waits for the result any more, or it took too long.
    fn check(&self) -> Result<(), Self::Error>;

    /// Charges backtracking steps of patterns.
    ///
    /// # Errors
    /// If the patterns have taken too many.
    fn take_backtracks(&self, steps: usize) -> Result<(), Self::Error>;

    /// Today's date.
    fn today(&self) -> Day;

    /// An id for a new row.
    fn new_id(&self) -> String;
}

/// The effort of the patterns of rules: what a lookup allows.
pub(super) struct PatternEffort<'l, L>(pub(super) &'l L);

impl<L: Lookup> Effort for PatternEffort<'_, L> {
    type Stop = L::Error;

    fn check(&self) -> Result<(), L::Error> {
        self.0.check()
    }

    fn take_backtracks(&self, steps: usize) -> Result<(), L::Error> {
        self.0.take_backtracks(steps)
    }
}

/// An account as rules see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountFacts {
    /// Its name.
    pub name: Arc<str>,
    /// Off budget.
    pub off_budget: bool,
}

/// A category as rules see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryFacts {
    /// Its name.
    pub name: Arc<str>,
    /// Its group.
    pub group: Arc<str>,
}

/// A transaction that rules run on.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    fields: Map<String, Json>,
    /// The fields that were set, as they stood before.
    replaced: Vec<(&'static str, Option<Json>)>,
    read: Read,
    /// Whether a rule set the payee by name.
    names_payee: bool,
}

/// A reference as conditions compare it: in lower case. `None` if the field is missing, the inner
/// one if it is empty.
pub(super) type Reference = Option<Option<Box<str>>>;

/// Fields in the form of conditions, each read when it is first asked for.
#[derive(Debug, Clone, Default)]
struct Read {
    imported_payee: OnceCell<Box<str>>,
    notes: OnceCell<Box<str>>,
    payee_name: OnceCell<Box<str>>,
    payee: OnceCell<Reference>,
    category: OnceCell<Reference>,
    category_group: OnceCell<Reference>,
    account: OnceCell<Reference>,
    date: OnceCell<Option<Day>>,
    amount: OnceCell<Option<i64>>,
    off_budget: OnceCell<Option<bool>>,
}

/// What conditions find in a new transaction that lacks these fields.
const ABSENT: [(&str, Json); 6] = [
    ("payee", Json::Null),
    ("category", Json::Null),
    ("notes", Json::Null),
    ("imported_payee", Json::Null),
    ("cleared", Json::Bool(true)),
    ("reconciled", Json::Bool(false)),
];

impl Subject {
    /// A new transaction with these fields. Those that it lacks are empty, cleared and not
    /// reconciled, as they are stored.
    #[must_use]
    pub fn of_new(mut fields: Map<String, Json>) -> Self {
        for (field, value) in ABSENT {
            fields.entry(field).or_insert(value);
        }
        Self::new(fields)
    }

    /// A transaction with these fields. Given names, such as `payee_name`, win over those that
    /// a lookup finds.
    #[must_use]
    pub fn new(fields: Map<String, Json>) -> Self {
        Self { fields, replaced: Vec::new(), read: Read::default(), names_payee: false }
    }

    /// The fields as they stand.
    #[must_use]
    pub fn into_fields(self) -> Map<String, Json> {
        self.fields
    }

    /// The fields that were set to another value than the transaction had.
    #[must_use]
    pub fn changed_fields(&self) -> Map<String, Json> {
        let changed = self.replaced.iter().filter_map(|(name, before)| {
            let after = self.fields.get(*name)?;
            (before.as_ref() != Some(after)).then(|| ((*name).to_owned(), after.clone()))
        });
        changed.collect()
    }

    /// A field by its public name, if it was given or set.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.fields.get(name)
    }

    /// The name by which a rule set the payee. The caller looks for that payee or makes it.
    #[must_use]
    pub fn named_payee(&self) -> Option<&str> {
        self.text("payee_name").filter(|_| self.names_payee)
    }

    /// The lines of a split.
    pub(super) fn lines_mut(&mut self) -> impl Iterator<Item = &mut Map<String, Json>> {
        let lines = self.fields.get_mut("subtransactions").and_then(Json::as_array_mut);
        lines.into_iter().flatten().filter_map(Json::as_object_mut)
    }

    /// The text of a field.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    /// Whether a flag is on.
    pub(super) fn is_on(&self, name: &str) -> bool {
        match self.fields.get(name) {
            Some(Json::Bool(on)) => *on,
            Some(Json::Number(number)) => number.as_i64() != Some(0),
            _ => false,
        }
    }

    /// Sets a field; the next condition sees the new value.
    pub(super) fn set(&mut self, name: &'static str, value: Json) {
        match name {
            "imported_payee" => self.read.imported_payee = OnceCell::new(),
            "notes" => self.read.notes = OnceCell::new(),
            "payee_name" => {
                self.names_payee = true;
                self.read.payee_name = OnceCell::new();
            }
            "payee" => {
                self.names_payee = false;
                // A name that an earlier rule set belongs to the payee before.
                self.fields.shift_remove("payee_name");
                self.read.payee_name = OnceCell::new();
                self.read.payee = OnceCell::new();
            }
            "category" => {
                self.fields.shift_remove("category_group");
                self.read.category_group = OnceCell::new();
                self.read.category = OnceCell::new();
            }
            "account" => {
                self.fields.shift_remove("_account");
                self.read.off_budget = OnceCell::new();
                self.read.account = OnceCell::new();
            }
            "date" => self.read.date = OnceCell::new(),
            "amount" => self.read.amount = OnceCell::new(),
            _ => {}
        }
        let before = self.fields.insert(name.to_owned(), value);
        if self.replaced.iter().all(|(known, _)| *known != name) {
            self.replaced.push((name, before));
        }
    }

    /// Adds an error text for the person who sees the result.
    pub(super) fn add_error(&mut self, text: String) {
        let errors = self.fields.entry("_ruleErrors").or_insert_with(|| Json::Array(Vec::new()));
        if let Json::Array(errors) = errors {
            errors.push(Json::String(text));
        }
    }

    /// Text in lower case; empty if there is none.
    pub(super) fn imported_payee(&self) -> &str {
        self.read.imported_payee.get_or_init(|| self.lowered("imported_payee"))
    }

    /// Text in lower case; empty if there is none.
    pub(super) fn notes(&self) -> &str {
        self.read.notes.get_or_init(|| self.lowered("notes"))
    }

    /// The name of the payee in lower case.
    pub(super) fn payee_name<L: Lookup>(&self, lookup: &L) -> Result<&str, L::Error> {
        if let Some(name) = self.read.payee_name.get() {
            return Ok(name);
        }
        let name = match self.text("payee").filter(|_| !self.fields.contains_key("payee_name")) {
            Some(payee) => lookup.payee_name(payee)?.map_or("".into(), |name| lower(&name)),
            None => self.lowered("payee_name"),
        };
        Ok(self.read.payee_name.get_or_init(|| name))
    }

    pub(super) fn payee(&self) -> &Reference {
        self.read.payee.get_or_init(|| self.reference("payee"))
    }

    pub(super) fn category(&self) -> &Reference {
        self.read.category.get_or_init(|| self.reference("category"))
    }

    pub(super) fn account(&self) -> &Reference {
        self.read.account.get_or_init(|| self.reference("account"))
    }

    /// The group of the category.
    pub(super) fn category_group<L: Lookup>(&self, lookup: &L) -> Result<&Reference, L::Error> {
        if let Some(group) = self.read.category_group.get() {
            return Ok(group);
        }
        let group = if self.fields.contains_key("category_group") {
            self.reference("category_group")
        } else {
            match self.text("category") {
                Some(id) => Some(lookup.category(id)?.map(|category| lower(&category.group))),
                None => self.fields.contains_key("category").then_some(None),
            }
        };
        Ok(self.read.category_group.get_or_init(|| group))
    }

    pub(super) fn date(&self) -> Option<Day> {
        *self.read.date.get_or_init(|| self.text("date")?.parse().ok())
    }

    /// Cents.
    pub(super) fn amount(&self) -> Option<i64> {
        *self.read.amount.get_or_init(|| self.fields.get("amount")?.as_i64())
    }

    /// Whether the account is off budget; `None` without an account.
    pub(super) fn is_off_budget<L: Lookup>(&self, lookup: &L) -> Result<Option<bool>, L::Error> {
        if let Some(known) = self.read.off_budget.get() {
            return Ok(*known);
        }
        let given = self.fields.get("_account").map(|account| &account["offbudget"]);
        let off = match (given, self.text("account")) {
            (Some(flag), _) => Some(flag == &Json::Bool(true) || flag.as_i64() == Some(1)),
            (None, Some(id)) => lookup.account(id)?.map(|account| account.off_budget),
            (None, None) => None,
        };
        Ok(*self.read.off_budget.get_or_init(|| off))
    }

    fn lowered(&self, name: &str) -> Box<str> {
        self.text(name).map_or("".into(), lower)
    }

    fn reference(&self, name: &str) -> Reference {
        self.fields.get(name).map(|value| value.as_str().map(lower))
    }
}

/// Lower case as conditions compare it: in full, with accents.
pub(super) fn lower(text: &str) -> Box<str> {
    text.to_lowercase().into()
}
