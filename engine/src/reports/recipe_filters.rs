//! A recipe as filters of the query language, so that the register lists exactly the rows behind a
//! figure.

use serde_json::{Value as Json, json};

use super::recipe::{Part, Recipe, RowKind, Shown, Side};
use crate::rules::{Condition, ConditionsOp, SpecialCases, filter};

impl Recipe {
    /// Filters that all have to hold, for transactions with the lines of splits in place of their
    /// parents.
    #[must_use]
    pub fn filters(&self) -> Vec<Json> {
        let mut filters = vec![json!({ "account.tombstone": false })];
        filters.extend(self.from.map(|day| json!({ "date": { "$gte": day } })));
        filters.extend(self.to.map(|day| json!({ "date": { "$lte": day } })));
        filters.extend(self.of_conditions());
        filters.extend(of_kind(self.rows));
        filters.extend(self.on_budget.map(|on| json!({ "account.offbudget": !on })));
        filters.extend(self.side.map(|side| match side {
            Side::In => json!({ "amount": { "$gt": 0 } }),
            Side::Out => json!({ "amount": { "$lt": 0 } }),
        }));
        filters.extend(self.part.as_ref().map(of_part));
        filters.extend(self.shown.into_iter().flat_map(of_shown));
        if self.without_income {
            filters.push(any([uncategorized(), json!({ "category.is_income": false })]));
        }
        filters
    }

    /// The conditions as one filter; none if there are none that can be read.
    fn of_conditions(&self) -> Option<Json> {
        let named = |condition: &&Json| condition.get("customName").is_none();
        let read = self.conditions.iter().filter(named).filter_map(|it| Condition::read(it).ok());
        let each: Vec<Json> = read.map(|it| filter(&it, SpecialCases::Apply)).collect();
        let op = if self.conditions_op == ConditionsOp::Or { "$or" } else { "$and" };
        (!each.is_empty()).then(|| json!({ op: each }))
    }
}

fn all<const N: usize>(filters: [Json; N]) -> Json {
    json!({ "$and": Json::from_iter(filters) })
}

fn any<const N: usize>(filters: [Json; N]) -> Json {
    json!({ "$or": Json::from_iter(filters) })
}

fn on_budget() -> Json {
    json!({ "account.offbudget": false })
}

fn off_budget() -> Json {
    json!({ "account.offbudget": true })
}

/// Without a category that exists.
fn uncategorized() -> Json {
    any([json!({ "category": null }), json!({ "category.tombstone": true })])
}

fn categorized() -> Json {
    all([json!({ "category": { "$ne": null } }), json!({ "category.tombstone": false })])
}

fn plain() -> Json {
    json!({ "payee.transfer_acct": null })
}

fn transfer() -> Json {
    json!({ "payee.transfer_acct": { "$ne": null } })
}

fn no_payee() -> Json {
    any([json!({ "payee": null }), json!({ "payee.tombstone": true })])
}

fn of_income() -> Json {
    all([json!({ "category.is_income": true }), categorized()])
}

fn of_kind(kind: RowKind) -> Option<Json> {
    match kind {
        RowKind::All => None,
        RowKind::Plain => Some(plain()),
        RowKind::Transfers => Some(transfer()),
        RowKind::BudgetFlows => {
            let leaves = json!({ "payee.transfer_acct.offbudget": true });
            Some(any([plain(), all([on_budget(), leaves])]))
        }
    }
}

fn of_part(part: &Part) -> Json {
    match part {
        Part::Account(id) => json!({ "account": id }),
        Part::Category(id) => all([json!({ "category": id }), on_budget()]),
        Part::Group(id) => all([json!({ "category.group": id }), categorized(), on_budget()]),
        Part::Payee(id) => json!({ "payee": id }),
        Part::Uncategorized => all([uncategorized(), on_budget(), plain()]),
        Part::OffBudget => off_budget(),
        Part::Transfers => all([uncategorized(), on_budget(), transfer()]),
        Part::UncategorizedOrOffBudget => any([uncategorized(), off_budget()]),
        Part::NoPayee => no_payee(),
        Part::Accounts(ids) => json!({ "account": { "$oneof": ids } }),
        Part::Categories(ids) => json!({ "category": { "$oneof": ids } }),
        Part::PayeeIncome(id) => all([json!({ "payee": id }), of_income()]),
        Part::NoPayeeIncome => all([no_payee(), of_income()]),
    }
}

/// The switches of a report, which takes no rows of amount 0.
fn of_shown(shown: Shown) -> Vec<Json> {
    let mut filters = vec![json!({ "amount": { "$ne": 0 } })];
    if !shown.hidden {
        let visible =
            all([json!({ "category.hidden": false }), json!({ "category.group.hidden": false })]);
        filters.push(any([uncategorized(), visible]));
    }
    if !shown.off_budget {
        filters.push(on_budget());
    }
    if !shown.uncategorized {
        filters.push(any([off_budget(), categorized()]));
    }
    filters
}
