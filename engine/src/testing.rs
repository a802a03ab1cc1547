//! Budgets as text, for tests: a small text in, a text grid out.
//!
//! ```text
//! months 2024-01 2024-03
//! group usual: groceries, rent
//! income pay: salary
//! 2024-01 groceries budgeted 300 spent -120 carryover
//! 2024-01 held 50
//! account bank 500
//! account shares 900 offbudget
//! ```
//!
//! Amounts are cents. Names are ids. A name in parentheses is hidden: `group (old): (rent)`.
//! Not for reading anything a person wrote: it panics on what it does not understand.

use crate::budget::names::month_sheet;
use crate::budget::{
    AccountFact, AccountStatus, BudgetFacts, BudgetMode, BudgetRowFact, BudgetSheet, CategoryFact,
    GroupFact, HoldFact, SpentFact, UncategorizedFact,
};
use crate::dates::Month;

/// The facts of a text.
///
/// # Panics
/// If the text is not understood.
#[must_use]
pub fn budget_facts(mode: BudgetMode, text: &str) -> BudgetFacts {
    let mut facts = BudgetFacts {
        mode,
        first: month("2024-01"),
        last: month("2024-03"),
        groups: Vec::new(),
        budgets: Vec::new(),
        holds: Vec::new(),
        spent: Vec::new(),
        accounts: Vec::new(),
        uncategorized: UncategorizedFact::default(),
    };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["months", first, last] => (facts.first, facts.last) = (month(first), month(last)),
            ["group", ..] => facts.groups.push(group(line, false)),
            ["income", ..] => facts.groups.push(group(line, true)),
            ["account", id, balance, status @ ..] => {
                facts.accounts.push(account(id, number(balance), status));
            }
            [at, "held", amount] => {
                facts.holds.push(HoldFact { month: month(at), amount: number(amount) });
            }
            [at, category, what @ ..] => row(&mut facts, month(at), category, what),
            _ => unreachable!("a line of a budget text: {line}"),
        }
    }
    facts
}

fn month(text: &str) -> Month {
    text.parse().unwrap_or_else(|_| unreachable!("a month: {text}"))
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| unreachable!("an amount in cents: {text}"))
}

/// The name without parentheses, and whether it had them.
fn hidden(text: &str) -> (&str, bool) {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    (inner.unwrap_or(text), inner.is_some())
}

fn group(line: &str, is_income: bool) -> GroupFact {
    let (head, members) = line.split_once(':').unwrap_or((line, ""));
    let (_, name) = head.split_once(' ').unwrap_or((head, head));
    let (id, is_hidden) = hidden(name);
    let category = |text| {
        let (id, hidden) = hidden(text);
        CategoryFact { id: id.into(), is_income, hidden }
    };
    let members = members.split(',').filter(|text| !text.trim().is_empty());
    let categories = members.map(category).collect();
    GroupFact { id: id.into(), is_income, hidden: is_hidden, categories }
}

fn account(id: &str, balance: i64, status: &[&str]) -> AccountFact {
    AccountFact {
        id: id.into(),
        status: AccountStatus {
            offbudget: status.contains(&"offbudget"),
            closed: status.contains(&"closed"),
        },
        parents: balance.into(),
        cleared: balance.into(),
        children: balance.into(),
        children_cleared: balance.into(),
    }
}

fn row(facts: &mut BudgetFacts, month: Month, category: &str, mut what: &[&str]) {
    let mut row = BudgetRowFact::empty(month, category.into());
    let mut stored = false;
    loop {
        what = match what {
            ["budgeted", amount, rest @ ..] => {
                (row.amount, stored) = (number(amount), true);
                rest
            }
            ["goal", amount, rest @ ..] => {
                (row.goal, stored) = (Some(number(amount)), true);
                rest
            }
            ["carryover", rest @ ..] => {
                (row.carryover, stored) = (true, true);
                rest
            }
            ["spent" | "received", amount, rest @ ..] => {
                let (category, amount) = (row.category.clone(), number(amount));
                facts.spent.push(SpentFact { month, category, amount: amount.into() });
                rest
            }
            [] => break,
            _ => unreachable!("what happened to {category}: {what:?}"),
        };
    }
    if stored {
        facts.budgets.push(row);
    }
}

/// Cells as text: one line per name, one column per month.
#[must_use]
pub fn grid(sheet: &BudgetSheet, names: &[&str]) -> String {
    let (first, last) = sheet.months();
    let line = |name: &&str| {
        let values = first.through(last).map(|month| {
            let value = serde_json::to_value(sheet.value(&month_sheet(month), name));
            format!("{:>8}", value.unwrap_or_default().to_string())
        });
        format!("{name:<22}{}", values.collect::<String>())
    };
    names.iter().map(line).collect::<Vec<_>>().join("\n")
}
