//! Budget facts of a size, generated in memory: those that a database of that size would send to
//! the sheet.

use std::collections::BTreeMap;

use sobre_engine::budget::{
    AccountFact, AccountStatus, BudgetFacts, BudgetMode, BudgetRowFact, CategoryFact, GroupFact,
    HoldFact, SpentFact, UncategorizedFact,
};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;
use sobre_engine::money::Total;

use crate::random::Random;
use crate::size::Size;

const MONTHS_BEFORE: i32 = 3;
const MONTHS_AFTER: i32 = 12;
const CATEGORIES_PER_GROUP: usize = 10;
const INCOME_CATEGORIES: usize = 2;

/// An expense category whose balance stays positive, so that an edit of its first month moves
/// every later month.
#[must_use]
pub fn edited_category() -> CategoryId {
    category_id(0)
}

/// The first month with rows.
///
/// # Panics
/// Never: the month is a constant.
#[must_use]
pub fn first_month_with_rows() -> Month {
    Month::new(2015, 1).unwrap_or_else(|| unreachable!("a calendar month"))
}

/// Ids of the same length as in a real file.
fn category_id(number: usize) -> CategoryId {
    format!("{number:08x}-0000-4000-8000-c47e60000000").into()
}

/// The facts of a budget of a size.
#[must_use]
pub fn facts(size: Size, mode: BudgetMode, seed: u64) -> BudgetFacts {
    let mut random = Random::new(seed);
    let start = first_month_with_rows();
    let active = i32::try_from(size.years * 12).unwrap_or(12);
    let expense = size.categories - INCOME_CATEGORIES;
    let budgets = budgets(size, start, active, &mut random);
    let spent = spent(size, start, active, &mut random);
    let months = start.through(start.plus(active - 1));
    let holds = months.step_by(7).map(|month| HoldFact { month, amount: 5_000 }).collect();
    BudgetFacts {
        mode,
        first: start.plus(-MONTHS_BEFORE),
        last: start.plus(active - 1 + MONTHS_AFTER),
        groups: groups(size, expense),
        budgets,
        holds,
        spent,
        accounts: (0..size.accounts).map(|number| account(number, &mut random)).collect(),
        uncategorized: UncategorizedFact { balance: -12_345, cleared: -2_345, count: 7 },
    }
}

fn groups(size: Size, expense: usize) -> Vec<GroupFact> {
    let category = |number: usize| CategoryFact {
        id: category_id(number),
        is_income: number >= expense,
        hidden: number < expense && number % 23 == 22,
    };
    let group = |number: usize, members: std::ops::Range<usize>| GroupFact {
        id: format!("{number:08x}-0000-4000-8000-960000000000").into(),
        is_income: members.start >= expense,
        hidden: false,
        categories: members.map(category).collect(),
    };
    let mut groups: Vec<GroupFact> = (0..expense)
        .step_by(CATEGORIES_PER_GROUP)
        .enumerate()
        .map(|(number, first)| group(number, first..(first + CATEGORIES_PER_GROUP).min(expense)))
        .collect();
    groups.push(group(groups.len(), expense..size.categories));
    groups
}

fn budgets(size: Size, start: Month, active: i32, random: &mut Random) -> Vec<BudgetRowFact> {
    let mut rows = Vec::new();
    for month in start.through(start.plus(active - 1)) {
        for number in 0..size.categories - INCOME_CATEGORIES {
            rows.push(BudgetRowFact {
                month,
                category: category_id(number),
                amount: if number == 0 { 1_000_000 } else { random.cents(0, 60_000) },
                carryover: number % 5 == 0,
                goal: (number % 10 == 3).then_some(30_000),
                long_goal: None,
            });
        }
    }
    rows
}

fn spent(size: Size, start: Month, active: i32, random: &mut Random) -> Vec<SpentFact> {
    let mut sums: BTreeMap<(usize, Month), i64> = BTreeMap::new();
    for _ in 0..size.transactions {
        let month =
            start.plus(i32::try_from(random.below(active.unsigned_abs() as usize)).unwrap_or(0));
        let category = random.below(size.categories);
        let income = category >= size.categories - INCOME_CATEGORIES;
        let amount =
            if income { random.cents(10_000, 300_000) } else { random.cents(-20_000, -100) };
        *sums.entry((category, month)).or_insert(0) += amount;
    }
    // In a database's order: by category, with one id for all months.
    let ids: Vec<CategoryId> = (0..size.categories).map(category_id).collect();
    let fact = |((number, month), amount): ((usize, Month), i64)| SpentFact {
        month,
        category: ids[number].clone(),
        amount: amount.into(),
    };
    sums.into_iter().map(fact).collect()
}

fn account(number: usize, random: &mut Random) -> AccountFact {
    let balance = Total::from(random.cents(-100_000, 900_000));
    AccountFact {
        id: format!("{number:08x}-0000-4000-8000-acc000000000").into(),
        status: AccountStatus { offbudget: number % 4 == 3, closed: number % 9 == 8 },
        parents: balance,
        cleared: balance / 2,
        children: balance,
        children_cleared: balance / 2,
    }
}
