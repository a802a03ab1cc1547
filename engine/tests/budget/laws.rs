//! Laws under random edits: an updated sheet equals a rebuilt one, and both equal the independent
//! model, also out of range; exactly the changed cells are reported.

use proptest::prelude::*;
use sobre_engine::budget::{
    AccountFact, AccountStatus, BudgetFact, BudgetFacts, BudgetMode, BudgetRowFact, BudgetSheet,
    CategoryFact, GroupFact, HoldFact, SpentFact, UncategorizedFact,
};
use sobre_engine::dates::Month;
use sobre_engine::ids::{AccountId, CategoryId};
use sobre_engine::money::{MAX_CENTS, Total};

use crate::cells::{check_changes, every_cell};
use crate::oracle::Oracle;

const CATEGORIES: usize = 8;
const ACCOUNTS: usize = 3;

fn month(offset: i32) -> Month {
    Month::new(2024, 1).unwrap().plus(offset)
}

fn category(number: usize) -> CategoryId {
    format!("c{number}").into()
}

fn account(number: usize) -> AccountId {
    format!("a{number}").into()
}

/// A random structure: each category is deleted or belongs to one of four groups.
fn structure() -> impl Strategy<Value = Vec<GroupFact>> {
    let group = (any::<bool>(), prop::bool::weighted(0.2));
    let category = (0_usize..5, prop::bool::weighted(0.2), prop::bool::weighted(0.1));
    let groups = prop::collection::vec(group, 3);
    (groups, prop::collection::vec(category, CATEGORIES)).prop_map(|(flags, homes)| {
        let mut groups: Vec<GroupFact> = (0..4)
            .map(|number| GroupFact {
                id: format!("g{number}").into(),
                is_income: number == 3,
                hidden: number < 3 && flags[number].1,
                categories: Vec::new(),
            })
            .collect();
        for (number, (home, hidden, odd)) in homes.into_iter().enumerate() {
            if home < 4 {
                // A category normally has its group's kind.
                let is_income = (home == 3) != odd;
                let id = format!("c{number}").into();
                groups[home].categories.push(CategoryFact { id, is_income, hidden });
            }
        }
        let live = flags.into_iter().map(|(live, _)| live).chain([true]);
        groups.into_iter().zip(live).filter(|(_, live)| *live).map(|(group, _)| group).collect()
    })
}

fn cents() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -500_i64..500, 1 => Just(0), 1 => -MAX_CENTS..=MAX_CENTS]
}

fn total() -> impl Strategy<Value = Total> {
    cents().prop_map(Total::from)
}

fn edit() -> impl Strategy<Value = BudgetFact> {
    let at = || (-2_i32..9).prop_map(month);
    let of = || (0..CATEGORIES).prop_map(category);
    let status = || {
        (any::<bool>(), any::<bool>())
            .prop_map(|(offbudget, closed)| AccountStatus { offbudget, closed })
    };
    let goal = || prop::option::of(0_i64..900);
    prop_oneof![
        8 => (at(), of(), cents())
            .prop_map(|(month, category, amount)| BudgetFact::Budgeted { month, category, amount }),
        8 => (at(), of(), total())
            .prop_map(|(month, category, delta)| BudgetFact::Spent { month, category, delta }),
        6 => (at(), of(), any::<bool>())
            .prop_map(|(month, category, on)| BudgetFact::Carryover { month, category, on }),
        3 => (at(), cents()).prop_map(|(month, amount)| BudgetFact::Held { month, amount }),
        2 => (at(), of(), goal())
            .prop_map(|(month, category, goal)| BudgetFact::Goal { month, category, goal }),
        1 => (at(), of(), prop::option::of(Just(1))).prop_map(|(month, category, long_goal)| {
            BudgetFact::LongGoal { month, category, long_goal }
        }),
        2 => structure().prop_map(BudgetFact::Structure),
        1 => (-2_i32..2, 4_i32..7)
            .prop_map(|(first, last)| BudgetFact::Months(month(first), month(last))),
        2 => ((0..ACCOUNTS).prop_map(account), prop::option::of(status()))
            .prop_map(|(account, status)| BudgetFact::AccountStatus { account, status }),
        2 => ((0..ACCOUNTS).prop_map(account), total(), total(), total(), total()).prop_map(
            |(account, parents_delta, cleared_delta, children_delta, children_cleared_delta)| {
                BudgetFact::AccountBalance {
                    account,
                    parents_delta,
                    cleared_delta,
                    children_delta,
                    children_cleared_delta,
                }
            }
        ),
        1 => (total(), total(), -3_i64..4).prop_map(
            |(balance_delta, cleared_delta, count_delta)| {
                BudgetFact::Uncategorized { balance_delta, cleared_delta, count_delta }
            }
        ),
    ]
}

/// The facts as plain lists, and the sums of removed accounts.
#[derive(Clone)]
struct Facts {
    all: BudgetFacts,
    away: Vec<AccountFact>,
}

impl Facts {
    fn new(mode: BudgetMode, groups: Vec<GroupFact>) -> Self {
        let all = BudgetFacts {
            mode,
            first: month(0),
            last: month(5),
            groups,
            budgets: Vec::new(),
            holds: Vec::new(),
            spent: Vec::new(),
            accounts: Vec::new(),
            uncategorized: UncategorizedFact::default(),
        };
        Self { all, away: Vec::new() }
    }

    fn row(&mut self, month: Month, category: &CategoryId) -> &mut BudgetRowFact {
        let rows = &mut self.all.budgets;
        let found = rows.iter().position(|row| row.month == month && row.category == *category);
        let index = found.unwrap_or_else(|| {
            rows.push(BudgetRowFact {
                month,
                category: category.clone(),
                amount: 0,
                carryover: false,
                goal: None,
                long_goal: None,
            });
            rows.len() - 1
        });
        &mut rows[index]
    }

    fn account(&mut self, id: &AccountId) -> &mut AccountFact {
        let lists = [&mut self.all.accounts, &mut self.away];
        let known = lists.into_iter().flatten().position(|it| it.id == *id);
        let index = known.unwrap_or_else(|| {
            self.away.push(AccountFact {
                id: id.clone(),
                status: AccountStatus::default(),
                parents: 0,
                cleared: 0,
                children: 0,
                children_cleared: 0,
            });
            self.all.accounts.len() + self.away.len() - 1
        });
        let here = self.all.accounts.len();
        if index < here { &mut self.all.accounts[index] } else { &mut self.away[index - here] }
    }

    fn take_in(&mut self, fact: &BudgetFact) {
        match fact {
            BudgetFact::Structure(groups) => self.all.groups.clone_from(groups),
            BudgetFact::Months(first, last) => (self.all.first, self.all.last) = (*first, *last),
            BudgetFact::Budgeted { month, category, amount } => {
                self.row(*month, category).amount = *amount;
            }
            BudgetFact::Carryover { month, category, on } => {
                self.row(*month, category).carryover = *on;
            }
            BudgetFact::Goal { month, category, goal } => self.row(*month, category).goal = *goal,
            BudgetFact::LongGoal { month, category, long_goal } => {
                self.row(*month, category).long_goal = *long_goal;
            }
            BudgetFact::Held { month, amount } => {
                self.all.holds.retain(|hold| hold.month != *month);
                self.all.holds.push(HoldFact { month: *month, amount: *amount });
            }
            BudgetFact::Spent { month, category, delta } => self.all.spent.push(SpentFact {
                month: *month,
                category: category.clone(),
                amount: *delta,
            }),
            BudgetFact::AccountStatus { account, status } => {
                self.account(account);
                let lists = [&mut self.all.accounts, &mut self.away];
                let mut found = Vec::new();
                for list in lists {
                    found.extend(list.extract_if(.., |it| it.id == *account));
                }
                let home = if status.is_some() { &mut self.all.accounts } else { &mut self.away };
                home.extend(found);
                if let Some(status) = status {
                    self.account(account).status = *status;
                }
            }
            BudgetFact::AccountBalance {
                account,
                parents_delta,
                cleared_delta,
                children_delta,
                children_cleared_delta,
            } => {
                let sums = self.account(account);
                sums.parents += parents_delta;
                sums.cleared += cleared_delta;
                sums.children += children_delta;
                sums.children_cleared += children_cleared_delta;
            }
            BudgetFact::Uncategorized { balance_delta, cleared_delta, count_delta } => {
                self.all.uncategorized.balance += balance_delta;
                self.all.uncategorized.cleared += cleared_delta;
                self.all.uncategorized.count += count_delta;
            }
        }
    }
}

fn mode() -> impl Strategy<Value = BudgetMode> {
    prop_oneof![2 => Just(BudgetMode::Rollover), 1 => Just(BudgetMode::Report)]
}

fn edits() -> impl Strategy<Value = Vec<Vec<BudgetFact>>> {
    prop::collection::vec(prop::collection::vec(edit(), 1..4), 1..30)
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 4000, ..ProptestConfig::default() })]

    #[test]
    fn edits_in_place_equal_a_new_build_and_an_independent_model(
        mode in mode(),
        groups in structure(),
        edits in edits(),
    ) {
        let mut facts = Facts::new(mode, groups);
        let mut sheet = BudgetSheet::build(&facts.all).unwrap();
        let mut before = every_cell(&sheet);
        for edit in edits {
            edit.iter().for_each(|fact| facts.take_in(fact));
            let changed = sheet.apply(&edit).unwrap();
            let after = every_cell(&sheet);
            check_changes(&before, &after, &changed);
            prop_assert_eq!(&after, &Oracle::cells(&facts.all));
            before = after;
        }
        let anew = BudgetSheet::build(&facts.all).unwrap();
        prop_assert_eq!(every_cell(&anew), before);
        let different = anew.difference(&sheet);
        prop_assert!(different.is_empty(), "{different:?}");
    }
}

#[test]
fn a_change_and_its_opposite_in_one_list_report_nothing() {
    let categories = vec![CategoryFact { id: category(0), is_income: false, hidden: false }];
    let group = GroupFact { id: "g0".into(), is_income: false, hidden: false, categories };
    let facts = Facts::new(BudgetMode::Rollover, vec![group]).all;
    let mut sheet = BudgetSheet::build(&facts).unwrap();
    let (month, category) = (month(0), category(0));
    let spent =
        |delta: i64| BudgetFact::Spent { month, category: category.clone(), delta: delta.into() };
    let budgeted = |amount| BudgetFact::Budgeted { month, category: category.clone(), amount };
    assert!(!sheet.apply(&[spent(-500), budgeted(900)]).unwrap().is_empty());
    let both = [spent(-20), budgeted(70), spent(20), budgeted(900)];
    assert!(sheet.apply(&both).unwrap().is_empty());
}
