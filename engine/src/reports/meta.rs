//! What cards store as JSON: common keys and those of each type, with their defaults. A key of the
//! wrong form counts as absent.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};

use super::periods::Interval;
use crate::dates::Month;
use crate::rules::ConditionsOp;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        /// The type of a card.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
        pub enum CardKind { $($(#[$doc])* #[serde(rename = $name)] $kind,)* }

        impl CardKind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// Its stored name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// The type with a stored name.
            #[must_use]
            pub fn find(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$kind),)* _ => None }
            }
        }
    };
}

kinds! {
    /// Net worth.
    NetWorth = "net-worth-card",
    /// Cash flow.
    CashFlow = "cash-flow-card",
    /// Monthly spending.
    Spending = "spending-card",
    /// One number.
    Summary = "summary-card",
    /// Calendar.
    Calendar = "calendar-card",
    /// A text.
    Markdown = "markdown-card",
    /// A saved report.
    CustomReport = "custom-report",
    /// Budget analysis.
    BudgetAnalysis = "budget-analysis-card",
    /// When savings pay the expenses.
    Crossover = "crossover-card",
    /// Flows of money.
    Sankey = "sankey-card",
    /// How old money is when it is spent.
    AgeOfMoney = "age-of-money-card",
    /// Balances ahead.
    BalanceForecast = "balance-forecast-card",
    /// A formula.
    Formula = "formula-card",
    /// A simulation, which is kept and not computed.
    MonteCarlo = "monte-carlo-card",
}

/// Reads a value, or its default if it has another form.
fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = Json::deserialize(deserializer)?;
    Ok(T::deserialize(value).unwrap_or_default())
}

/// Reads the keys of a card; all defaults if there are none.
#[must_use]
pub fn read<T: DeserializeOwned + Default>(meta: &Json) -> T {
    if meta.is_object() { T::deserialize(meta).unwrap_or_default() } else { T::default() }
}

macro_rules! metas {
    ($($(#[$doc:meta])* $name:ident {
        $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
    })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        pub struct $name {
            $($(#[$field_doc])* #[serde(deserialize_with = "lenient")] pub $field: $type,)*
        }
    )*};
}

metas! {
    /// Keys that nearly every card has.
    CommonMeta {
        /// Title instead of the usual one.
        name: Option<String>,
        /// Conditions with public field names.
        conditions: Vec<Json>,
        /// How they combine.
        conditions_op: ConditionsOp,
        /// The stored time frame.
        time_frame: Option<Json>,
    }
    /// A net worth card.
    NetWorthMeta {
        /// The length of a period; by default months, for the last month weeks.
        interval: Option<Interval>,
    }
    /// A spending card.
    SpendingMeta {
        /// `single-month`, `budget` or `average`.
        mode: Option<String>,
        /// The month that is looked at.
        compare: Option<Month>,
        /// The month it is compared with.
        compare_to: Option<Month>,
        /// The months of the average.
        average_range: Option<Json>,
    }
    /// A summary card.
    SummaryMeta {
        /// JSON text, or the same as an object.
        content: Json,
    }
    /// The computation of a summary card.
    SummaryContent {
        /// `sum`, `avgPerMonth`, `avgPerYear`, `avgPerTransact` or `percentage`.
        r#type: Option<String>,
        /// Conditions of the divisor.
        divisor_conditions: Vec<Json>,
        /// How they combine.
        divisor_conditions_op: ConditionsOp,
        /// Whether the divisor takes all rows ever.
        divisor_all_time_date_range: bool,
    }
    /// A calendar card.
    CalendarMeta {
        /// Own transfers do not count; those with accounts off budget count as income or expense.
        leave_out_transfers: bool,
    }
    /// A budget analysis card.
    BudgetAnalysisMeta {
        /// Whether hidden categories count.
        show_hidden_categories: bool,
    }
    /// A crossover card.
    CrossoverMeta {
        /// Categories of the expenses; all of them by default.
        expense_category_ids: Option<Vec<String>>,
        /// Accounts of the savings; all of them by default.
        income_account_ids: Option<Vec<String>>,
        /// Share of the savings that is taken out in a year.
        safe_withdrawal_rate: Option<f64>,
        /// Return in a year; by default that of the history.
        estimated_return: Option<f64>,
        /// Cents added to the savings each month.
        expected_contribution: Option<f64>,
        /// `hampel`, `median` or `mean`.
        projection_type: Option<String>,
        /// Whether hidden categories count.
        show_hidden_categories: bool,
        /// What part of the expenses remains then.
        expense_adjustment_factor: Option<f64>,
    }
    /// A Sankey card.
    SankeyMeta {
        /// `budgeted` or `spent`.
        mode: Option<String>,
        /// How many categories stand for themselves.
        top_ncategories: Option<usize>,
        /// `per-group`, `global` or `budget-order`.
        category_sort: Option<String>,
        /// Whether all accounts are one node.
        group_accounts: Option<bool>,
    }
    /// An age of money card.
    AgeOfMoneyMeta {
        /// The length of a period.
        granularity: Interval,
    }
    /// A balance forecast card.
    ForecastMeta {
        /// The length of a period.
        granularity: Interval,
        /// `schedules` or `tracking-budget`.
        source: Option<String>,
        /// Accounts; all by default.
        accounts: Option<Vec<String>>,
        /// Whether payments that were missed count as paid today; by default they do.
        include_missed: Option<bool>,
        /// Whether what the budget still plans to spend counts; by default it does not.
        include_budget: Option<bool>,
    }
    /// A formula card.
    FormulaMeta {
        /// The formula with its `=`.
        formula: String,
        /// Named selections of rows.
        queries: Map<String, Json>,
        /// Formula of the colour.
        color_formula: Option<String>,
    }
}

impl SummaryMeta {
    /// The computation of the card.
    #[must_use]
    pub fn content(&self) -> SummaryContent {
        match self.content.as_str() {
            Some(text) => read(&serde_json::from_str(text).unwrap_or_default()),
            None => read(&self.content),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_of_another_form_is_absent() {
        let meta = json!({ "interval": 7, "conditions": "no list", "conditionsOp": "or" });
        assert_eq!(read::<NetWorthMeta>(&meta).interval, None);
        let common: CommonMeta = read(&meta);
        assert_eq!((common.conditions.len(), common.conditions_op), (0, ConditionsOp::Or));
        assert_eq!(read::<CommonMeta>(&Json::Null), CommonMeta::default());
    }

    #[test]
    fn the_content_of_a_summary_is_text_in_text() {
        let text = json!({ "content": r#"{"type":"percentage"}"# });
        let parsed = json!({ "content": { "type": "percentage" } });
        for meta in [text, parsed] {
            let content = read::<SummaryMeta>(&meta).content();
            assert_eq!(content.r#type.as_deref(), Some("percentage"));
        }
    }

    #[test]
    fn every_type_has_its_name() {
        for kind in CardKind::ALL {
            assert_eq!(CardKind::find(kind.name()), Some(*kind));
        }
        assert_eq!(CardKind::find("no-card"), None);
    }
}
