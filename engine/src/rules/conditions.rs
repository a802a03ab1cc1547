//! Fields and operators of conditions, and validated conditions.

use crate::dates::{Day, Month};
use crate::recurrence::Recurrence;

/// A field that conditions can test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name in conditions.
    pub name: &'static str,
    /// Its kind.
    pub kind: FieldKind,
}

/// The kind of a field.
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

/// Every field that conditions can test.
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
        /// The operators.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            $($(#[$doc])* $variant,)*
        }

        impl Op {
            /// The names of all operators.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The operator with a name.
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
    /// Contains a text.
    Contains "contains";
    /// Does not contain a text.
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
    /// The field with a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name == name)
    }

    /// Whether an operator applies to this field.
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
    /// Its field.
    pub field: &'static Field,
    /// Its operator.
    pub op: Op,
    /// Its value.
    pub test: Test,
}

/// The value of a condition; its form follows from the field's kind and the operator.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Text in lower case; unchanged for tags and parts of names.
    Text(String),
    /// Texts in lower case, or ids unchanged.
    List(Vec<String>),
    /// An id, or none.
    Id(Option<String>),
    /// Cents.
    Number(i64, Flow),
    /// Cents, the smaller first. Filters ignore the flow.
    Between(i64, i64, Flow),
    /// A day.
    Day(Day),
    /// A month.
    Month(Month),
    /// A year, 1 to 9999.
    Year(i32),
    /// A recurring date.
    Recurring(Recurrence),
    /// True or false.
    Flag(bool),
    /// No value; the operator is enough.
    Nothing,
}

/// The amounts that a comparison applies to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Flow {
    /// All, with their sign.
    #[default]
    Both,
    /// Inflows.
    Inflow,
    /// Outflows, compared without their sign.
    Outflow,
}

/// The amounts approximately equal to a given one: 7.5 % to either side, rounded, both ends
/// included.
#[must_use]
pub const fn approximate_range(cents: i64) -> (i64, i64) {
    let around = (cents.abs().saturating_mul(75) + 500) / 1000;
    (cents - around, cents + around)
}
