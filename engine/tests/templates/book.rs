//! A small budget in memory: the recorded case's tables, and the sheet of them.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;
use sobre_engine::budget::actions::{BudgetActivity, BudgetRows, BudgetWrite};
use sobre_engine::budget::{
    BudgetFacts, BudgetMode, BudgetRowFact, BudgetSheet, CategoryFact, GroupFact, SpentFact,
    UncategorizedFact,
};
use sobre_engine::dates::{Day, Month};
use sobre_engine::ids::CategoryId;
use sobre_engine::money::Amount;
use sobre_engine::templates::{
    CleanupCategory, GoalWrite, ScheduleFact, TemplateFacts, parse_cleanup, parse_note,
};

#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    mode: BudgetMode,
    today: Day,
    pub(crate) month: Month,
    prefs: HashMap<String, String>,
    income_categories: BTreeMap<String, String>,
    pub(crate) categories: Vec<Category>,
    creation_order: Vec<String>,
    notes: HashMap<String, String>,
    transactions: Vec<Transaction>,
    budgets: Vec<Budget>,
    carryover: Vec<Carryover>,
    schedules: Vec<Schedule>,
    pub(crate) before: Value,
    pub(crate) steps: Vec<Value>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Category {
    pub(crate) id: String,
    pub(crate) name: String,
}

#[derive(Debug, Deserialize)]
struct Transaction {
    date: Day,
    category: String,
    amount: i64,
}

#[derive(Debug, Deserialize)]
struct Budget {
    month: Month,
    category: String,
    amount: i64,
}

#[derive(Debug, Deserialize)]
struct Carryover {
    category: String,
    from: Month,
}

#[derive(Debug, Deserialize)]
struct Schedule {
    name: String,
    amount: Value,
    date: Value,
}

/// The tables of a case.
pub(crate) struct Book {
    case: Case,
    rows: BTreeMap<(Month, String), BudgetRowFact>,
}

impl Book {
    pub(crate) fn new(case: Case) -> Self {
        let mut book = Self { rows: BTreeMap::new(), case };
        for index in 0..book.case.budgets.len() {
            let Budget { month, category, amount } = &book.case.budgets[index];
            let (month, category, amount) = (*month, category.clone(), *amount);
            book.row(month, &category).amount = amount;
        }
        for index in 0..book.case.carryover.len() {
            let Carryover { category, from } = &book.case.carryover[index];
            let (category, from) = (category.clone(), *from);
            for month in from.through(book.last()) {
                book.row(month, &category).carryover = true;
            }
        }
        book
    }

    pub(crate) const fn case(&self) -> &Case {
        &self.case
    }

    fn row(&mut self, month: Month, category: &str) -> &mut BudgetRowFact {
        let empty = || BudgetRowFact::empty(month, category.into());
        self.rows.entry((month, category.to_owned())).or_insert_with(empty)
    }

    fn first(&self) -> Month {
        self.case.transactions.iter().map(|it| it.date.month()).min().unwrap()
    }

    fn last(&self) -> Month {
        self.case.month.plus(12)
    }

    pub(crate) fn current(&self) -> Month {
        self.case.today.month()
    }

    pub(crate) fn write(&mut self, budgets: Vec<BudgetWrite>, goals: Vec<GoalWrite>) {
        for write in budgets {
            let BudgetWrite::Amount { month, category, amount } = write else { panic!() };
            self.row(month, category.as_str()).amount = amount.cents();
        }
        let month = self.case.month;
        for GoalWrite { category, goal, is_long } in goals {
            let row = self.row(month, category.as_str());
            row.goal = goal.map(Amount::cents);
            row.long_goal = is_long.map(i64::from);
        }
    }

    pub(crate) fn set_notes(&mut self, notes: &Value) {
        for (category, note) in notes.as_object().unwrap() {
            self.case.notes.insert(category.clone(), note.as_str().unwrap().to_owned());
        }
    }

    pub(crate) fn facts(&self) -> TemplateFacts {
        let lines = |(id, note): (&String, &String)| (id.as_str().into(), parse_note(note));
        let schedule =
            |it: &Schedule| ScheduleFact::read(&it.name, false, &it.amount, &it.date).unwrap();
        TemplateFacts {
            lines: self.case.notes.iter().map(lines).collect(),
            income_names: self
                .case
                .income_categories
                .iter()
                .map(|(id, name)| (id.as_str().into(), name.clone()))
                .collect(),
            schedules: self.case.schedules.iter().map(schedule).collect(),
            hides_decimals: self.case.prefs.get("hideFraction").is_some_and(|it| it == "true"),
        }
    }

    /// All categories with their clean-up lines, in the order of their creation.
    pub(crate) fn cleanup(&self) -> Vec<CleanupCategory> {
        let order = self.case.creation_order.iter();
        let rows = |id: &String| self.case.notes.get(id).map(|note| parse_cleanup(note));
        order
            .map(|id| CleanupCategory {
                category: CategoryFact { id: id.as_str().into(), is_income: false, hidden: false },
                rows: rows(id).unwrap_or_default(),
            })
            .collect()
    }

    pub(crate) fn sheet(&self) -> BudgetSheet {
        let group = |id: &str, is_income, ids: Vec<&str>| GroupFact {
            id: id.into(),
            is_income,
            hidden: false,
            categories: ids
                .into_iter()
                .map(|id| CategoryFact { id: id.into(), is_income, hidden: false })
                .collect(),
        };
        let mut spent: BTreeMap<(Month, &str), i128> = BTreeMap::new();
        for it in &self.case.transactions {
            *spent.entry((it.date.month(), &it.category)).or_default() += i128::from(it.amount);
        }
        let spent = spent.into_iter().map(|((month, category), amount)| SpentFact {
            month,
            category: category.into(),
            amount,
        });
        let expenses = self.case.categories.iter().map(|it| it.id.as_str()).collect();
        let incomes = self.case.income_categories.keys().map(String::as_str).collect();
        let facts = BudgetFacts {
            mode: self.case.mode,
            first: self.first(),
            last: self.last(),
            groups: vec![group("expenses", false, expenses), group("income", true, incomes)],
            budgets: self.rows.values().cloned().collect(),
            holds: Vec::new(),
            spent: spent.collect(),
            accounts: Vec::new(),
            uncategorized: UncategorizedFact::default(),
        };
        BudgetSheet::build(&facts).unwrap()
    }
}

impl BudgetRows for Book {
    fn amount(&self, month: Month, category: &CategoryId) -> Option<i64> {
        self.rows.get(&(month, category.as_str().to_owned())).map(|row| row.amount)
    }
}

impl BudgetActivity for Book {
    fn first_activity(&self, category: &CategoryId, last: Month) -> Option<Month> {
        let of = |id: &str| id == category.as_str();
        let stored = self.rows.keys().filter(|(_, id)| of(id)).map(|(month, _)| *month);
        let counted = self.case.transactions.iter().filter(|it| of(&it.category));
        let months = stored.chain(counted.map(|it| it.date.month()));
        months.filter(|month| *month <= last).min()
    }
}
