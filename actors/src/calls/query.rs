//! Calls that run queries, build their filters and export their results.

mod csv_text;

use serde_json::Value;
use sobre_engine::rules::{Condition, SpecialCases, filter};

use crate::contract::query::{
    MadeFilters, MakeFiltersFromConditions, Query as RunQuery, QueryAnswer, TransactionsExportQuery,
};
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::db::query::{QueryError, each_exported, reads_few};
use crate::limits;
use crate::open_budget::Cost;
use crate::router::{Query, to_text};
use crate::world::World;
use csv_text::CsvText;

const BEFORE_ROWS: &str = "{\"data\":";

impl Query for RunQuery {
    fn cost(&self) -> Cost {
        if has_pattern(&self.0) {
            Cost::Searching
        } else if reads_few(&self.0) {
            Cost::Quick
        } else {
            Cost::Long
        }
    }

    fn run(self, world: &World<'_>) -> Result<QueryAnswer, CallError> {
        let found = world.query(&self.0)?;
        Ok(QueryAnswer { data: found.data, dependencies: found.dependencies })
    }

    /// The reply as text. The rows are copied as written, because there may be many.
    fn text(QueryAnswer { data, dependencies }: QueryAnswer) -> Result<JsonText, CallError> {
        let dependencies = to_text(&dependencies)?;
        let end = [",\"dependencies\":", dependencies.get(), "}"].concat();
        let mut text = data.into_string();
        text.reserve(BEFORE_ROWS.len() + end.len());
        text.insert_str(0, BEFORE_ROWS);
        text.push_str(&end);
        Ok(JsonText::written(text))
    }
}

impl Query for MakeFiltersFromConditions {
    fn run(self, _: &World<'_>) -> Result<MadeFilters, CallError> {
        if self.conditions.len() > limits::CONDITIONS {
            let message = format!("There are more than {} conditions.", limits::CONDITIONS);
            return Err(CallError::new(ErrorCode::BadArguments, message));
        }
        let special = match self.apply_special_cases {
            Some(false) => SpecialCases::Ignore,
            Some(true) | None => SpecialCases::Apply,
        };
        let (mut filters, mut errors) = (Vec::new(), Vec::new());
        for condition in &self.conditions {
            match Condition::read(condition) {
                Ok(condition) => filters.push(filter(&condition, special)),
                Err(error) => errors.push(error.to_string()),
            }
        }
        Ok(MadeFilters { filters, errors })
    }
}

impl Query for TransactionsExportQuery {
    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(self, world: &World<'_>) -> Result<String, CallError> {
        let mut text = CsvText::default();
        each_exported(world.reader, &self.query, |row| world.take_text(text.push(row)?))?;
        text.finish()
    }
}

/// Whether a query contains a regular expression.
fn has_pattern(query: &Value) -> bool {
    match query {
        Value::Object(members) => {
            members.iter().any(|(key, value)| key == "$regexp" || has_pattern(value))
        }
        Value::Array(items) => items.iter().any(has_pattern),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

impl From<QueryError> for CallError {
    fn from(error: QueryError) -> Self {
        if let QueryError::ShareError(no_room) = error {
            return no_room.into();
        }
        let is_slow = matches!(error, QueryError::SlowPattern);
        let code = if is_slow { ErrorCode::QueryTooLarge } else { ErrorCode::InvalidQuery };
        Self::new(code, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cost(mut query: Value) -> Cost {
        query["table"] = "transactions".into();
        RunQuery(query).cost()
    }

    #[test]
    fn a_page_is_quick_only_in_an_order_that_an_index_has() {
        let page = |order: Value| json!({ "limit": 100, "orderExpressions": order });
        assert_eq!(cost(json!({ "limit": 100 })), Cost::Quick);
        assert_eq!(cost(page(json!([{ "date": "desc" }]))), Cost::Quick);
        assert_eq!(cost(json!({ "limit": 100_000 })), Cost::Long);
        assert_eq!(cost(json!({})), Cost::Long);
        assert_eq!(cost(page(json!([{ "amount": "desc" }]))), Cost::Long);
        assert_eq!(cost(page(json!([{ "payee.name": "asc" }]))), Cost::Long);
        let sum = json!([{ "sum": { "$sum": "$amount" } }]);
        assert_eq!(cost(json!({ "limit": 1, "selectExpressions": sum })), Cost::Long);
        let groups = json!({ "limit": 1, "groupExpressions": ["payee"], "selectExpressions": sum });
        assert_eq!(cost(groups), Cost::Long);
        assert_eq!(
            cost(json!({ "filterExpressions": [{ "notes": { "$regexp": "a" } }] })),
            Cost::Searching
        );
        assert_eq!(RunQuery(json!({ "table": "payees" })).cost(), Cost::Quick);
        assert_eq!(RunQuery(json!("nothing")).cost(), Cost::Quick);
    }
}
