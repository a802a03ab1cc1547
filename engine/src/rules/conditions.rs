//! The words of conditions: fields, operators, and a condition that has been checked.

use crate::dates::{Day, Month};
use crate::recurrence::Recurrence;

/// What a condition looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name in conditions.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Text.
    Text,
    /// The id of a row.
    Id,
    /// A day.
    Date,
    /// An amount in cents.
    Number,
    /// True or false.
    Boolean,
}

const fn field(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind }
}

/// Every field that conditions can look at.
pub const FIELDS: &[Field] = &[
    field("imported_payee", FieldKind::Text),
    field("payee_name", FieldKind::Text),
    field("notes", FieldKind::Text),
    field("payee", FieldKind::Id),
    field("category", FieldKind::Id),
    field("category_group", FieldKind::Id),
    field("account", FieldKind::Id),
    field("date", FieldKind::Date),
    field("amount", FieldKind::Number),
    field("cleared", FieldKind::Boolean),
    field("reconciled", FieldKind::Boolean),
    field("transfer", FieldKind::Boolean),
    field("parent", FieldKind::Boolean),
];

macro_rules! operators {
    ($($(#[$doc:meta])* $variant:ident $name:literal;)*) => {
        /// How a field is compared.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            $($(#[$doc])* $variant,)*
        }

        impl Op {
            /// The names of all operators.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The operator of a name.
            #[must_use]
            pub fn find(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

operators! {
    /// Equal.
    Is "is";
    /// Different or empty.
    IsNot "isNot";
    /// One of a list.
    OneOf "oneOf";
    /// None of a list.
    NotOneOf "notOneOf";
    /// Holds a text.
    Contains "contains";
    /// Does not hold a text.
    DoesNotContain "doesNotContain";
    /// Matches a regular expression.
    Matches "matches";
    /// Has all of some tags.
    HasTags "hasTags";
    /// Has any of some tags.
    HasAnyTag "hasAnyTag";
    /// Nearly equal.
    IsApprox "isapprox";
    /// Between two amounts, both included.
    IsBetween "isbetween";
    /// Greater.
    Gt "gt";
    /// Greater or equal.
    Gte "gte";
    /// Less.
    Lt "lt";
    /// Less or equal.
    Lte "lte";
    /// The account is on budget.
    OnBudget "onBudget";
    /// The account is off budget.
    OffBudget "offBudget";
}

impl Field {
    /// The field of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name == name)
    }

    /// Whether an operator makes sense here.
    #[must_use]
    pub fn takes(&self, op: Op) -> bool {
        match (self.kind, op) {
            (FieldKind::Text | FieldKind::Id, Op::OneOf | Op::NotOneOf) => self.name != "notes",
            (FieldKind::Text, Op::HasTags | Op::HasAnyTag) => {
                matches!(self.name, "notes" | "payee_name")
            }
            (FieldKind::Id, Op::OnBudget | Op::OffBudget) => self.name == "account",
            (_, Op::Is)
            | (FieldKind::Date | FieldKind::Number, Op::IsApprox)
            | (FieldKind::Date | FieldKind::Number, Op::Gt | Op::Gte | Op::Lt | Op::Lte)
            | (FieldKind::Number, Op::IsBetween)
            | (
                FieldKind::Text | FieldKind::Id,
                Op::IsNot | Op::Contains | Op::DoesNotContain | Op::Matches,
            ) => true,
            _ => false,
        }
    }
}

/// A well-formed condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// What it looks at.
    pub field: &'static Field,
    /// How it compares.
    pub op: Op,
    /// What with.
    pub test: Test,
}

/// What a field is compared with; which one follows from the field's kind and the operator.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Text, in lower case; for tags and parts of names as it was given.
    Text(String),
    /// Texts in lower case, or ids as given.
    List(Vec<String>),
    /// An id, or none.
    Id(Option<String>),
    /// Cents.
    Number(i64, Flow),
    /// Cents, the smaller first.
    Between(i64, i64),
    /// A day.
    Day(Day),
    /// A month.
    Month(Month),
    /// A year, 1 to 9999.
    Year(i32),
    /// A day that recurs.
    Recurring(Recurrence),
    /// True or false.
    Flag(bool),
    /// The operator says it all.
    Nothing,
}

/// Which amounts a comparison is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Flow {
    /// All, with their sign.
    #[default]
    Both,
    /// Money that comes in.
    Inflow,
    /// Money that goes out, compared without its sign.
    Outflow,
}

/// The amounts that are nearly the given one: 7.5 % to either side, rounded, both ends included.
#[must_use]
pub const fn approximate_range(cents: i64) -> (i64, i64) {
    let around = (cents.abs().saturating_mul(75) + 500) / 1000;
    (cents - around, cents + around)
}
