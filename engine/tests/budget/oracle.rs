//! A second, naive model of the cells, written from the budget's definitions alone: it computes
//! every value recursively from the facts in 128 bits, on every request.

use sobre_engine::budget::names::{GLOBAL, month_sheet};
use sobre_engine::budget::{
    AccountFact, BudgetFacts, BudgetMode, BudgetRowFact, CategoryFact, GroupFact,
};
use sobre_engine::dates::Month;
use sobre_engine::money::{Total, nearest};
use sobre_engine::sheet::CellValue;

use crate::cells::Cells;

pub(crate) struct Oracle<'a> {
    facts: &'a BudgetFacts,
    cells: Cells,
    sheet: String,
}

fn pos(x: Total) -> Total {
    x.max(0)
}

fn neg(x: Total) -> Total {
    x.min(0)
}

impl<'a> Oracle<'a> {
    pub(crate) fn cells(facts: &'a BudgetFacts) -> Cells {
        let mut oracle = Self { facts, cells: Cells::new(), sheet: String::new() };
        for month in facts.first.through(facts.last) {
            oracle.sheet = month_sheet(month);
            match facts.mode {
                BudgetMode::Rollover => oracle.rollover_month(month),
                BudgetMode::Report => oracle.report_month(month),
            }
        }
        if facts.mode == BudgetMode::Rollover {
            oracle.sheet = month_sheet(facts.first.previous());
            oracle.blank_month();
        }
        oracle.sheet = GLOBAL.to_owned();
        oracle.global();
        oracle.cells
    }

    fn number(&mut self, name: &str, value: impl Into<Total>) {
        self.put(name, CellValue::Number(nearest(value.into())));
    }

    fn put(&mut self, name: &str, value: CellValue) {
        self.cells.insert(format!("{}!{name}", self.sheet), value);
    }

    fn row(&self, c: &CategoryFact, m: Month) -> Option<&'a BudgetRowFact> {
        self.facts.budgets.iter().find(|row| row.month == m && row.category == c.id)
    }

    fn budget(&self, c: &CategoryFact, m: Month) -> Total {
        self.row(c, m).map_or(0, |row| row.amount.into())
    }

    fn carryover(&self, c: &CategoryFact, m: Month) -> bool {
        m >= self.facts.first && self.row(c, m).is_some_and(|row| row.carryover)
    }

    fn spent(&self, c: &CategoryFact, m: Month) -> Total {
        let sums = self.facts.spent.iter().filter(|it| it.month == m && it.category == c.id);
        sums.map(|it| it.amount).sum()
    }

    fn categories(&self) -> impl Iterator<Item = &'a CategoryFact> + use<'a> {
        self.facts.groups.iter().flat_map(|g| &g.categories)
    }

    fn expense_groups(&self) -> impl Iterator<Item = &'a GroupFact> + use<'a> {
        self.facts.groups.iter().filter(|g| !g.is_income)
    }

    /// Balances of rollover mode: the whole chain from the first month.
    fn leftover(&self, c: &CategoryFact, m: Month) -> Total {
        if m < self.facts.first {
            return 0;
        }
        let p = m.previous();
        let before = self.leftover(c, p);
        let carried = if self.carryover(c, p) { before } else { pos(before) };
        self.budget(c, m) + self.spent(c, m) + carried
    }

    fn overspent(&self, m: Month) -> Total {
        let p = m.previous();
        let charged = self.categories().filter(|c| !c.is_income && !self.carryover(c, p));
        charged.map(|c| neg(self.leftover(c, p))).sum()
    }

    fn buffered_auto(&self, m: Month) -> Total {
        let held = self.categories().filter(|c| c.is_income && self.carryover(c, m));
        held.map(|c| self.spent(c, m)).sum()
    }

    fn buffered(&self, m: Month) -> Total {
        self.facts.holds.iter().find(|hold| hold.month == m).map_or(0, |hold| hold.amount.into())
    }

    fn buffered_selected(&self, m: Month) -> Total {
        if self.buffered(m) == 0 { self.buffered_auto(m) } else { self.buffered(m) }
    }

    fn income(&self, m: Month) -> Total {
        let group = self.facts.groups.iter().find(|g| g.is_income);
        group.map_or(0, |g| g.categories.iter().map(|c| self.spent(c, m)).sum())
    }

    fn group_budget(&self, g: &GroupFact, m: Month) -> Total {
        g.categories.iter().filter(|c| !c.is_income).map(|c| self.budget(c, m)).sum()
    }

    fn flow_in(&self, m: Month) -> Total {
        if m == self.facts.first {
            return 0;
        }
        self.to_budget(m.previous()) + self.buffered_selected(m.previous())
    }

    fn to_budget(&self, m: Month) -> Total {
        self.income(m) + self.flow_in(m) + self.overspent(m)
            - self.expense_groups().map(|g| self.group_budget(g, m)).sum::<Total>()
            - self.buffered_selected(m)
    }

    fn stored_cells(&mut self, c: &CategoryFact, m: Month, only_rows: bool) {
        self.number(&format!("sum-amount-{}", c.id), self.spent(c, m));
        let row = self.row(c, m);
        if row.is_some() || !only_rows {
            let carryover = row.is_some_and(|row| row.carryover);
            self.number(&format!("budget-{}", c.id), self.budget(c, m));
            self.put(&format!("carryover-{}", c.id), CellValue::Bool(carryover));
        }
        for (name, value) in [
            ("goal", row.and_then(|row| row.goal)),
            ("long-goal", row.and_then(|row| row.long_goal)),
        ] {
            if let Some(value) = value {
                self.number(&format!("{name}-{}", c.id), value);
            }
        }
    }

    /// The amounts missing to the goals of a month. Where nothing is missing there is no cell.
    fn underfunded(&mut self, m: Month, leftover: fn(&Self, &CategoryFact, Month) -> Total) {
        let mut total = 0;
        for c in self.categories() {
            let Some(row) = self.row(c, m) else { continue };
            let Some(goal) = row.goal else { continue };
            if c.is_income && self.facts.mode == BudgetMode::Rollover {
                continue;
            }
            let is_long = row.long_goal.is_some_and(|flag| flag != 0);
            let funded = if is_long { leftover(self, c, m) } else { self.budget(c, m) };
            let missing = if goal == 0 { 0 } else { pos(Total::from(goal) - funded) };
            if missing != 0 {
                self.number(&format!("underfunded-{}", c.id), missing);
            }
            total += missing;
        }
        if total != 0 {
            self.number("total-underfunded", total);
        }
    }

    fn rollover_month(&mut self, m: Month) {
        self.underfunded(m, Self::leftover);
        for c in self.categories() {
            self.stored_cells(c, m, c.is_income);
            if !c.is_income {
                let leftover = self.leftover(c, m);
                self.number(&format!("leftover-{}", c.id), leftover);
                self.number(&format!("leftover-pos-{}", c.id), pos(leftover));
            }
        }
        let (mut budgeted, mut spent, mut leftover) = (0, 0, 0);
        for g in &self.facts.groups {
            let sum: Total = g.categories.iter().map(|c| self.spent(c, m)).sum();
            self.number(&format!("group-sum-amount-{}", g.id), sum);
            if !g.is_income {
                let balances = g.categories.iter().filter(|c| !c.is_income);
                let balance: Total = balances.map(|c| self.leftover(c, m)).sum();
                self.number(&format!("group-budget-{}", g.id), self.group_budget(g, m));
                self.number(&format!("group-leftover-{}", g.id), balance);
                budgeted -= self.group_budget(g, m);
                spent += sum;
                leftover += balance;
            }
        }
        self.number("total-income", self.income(m));
        self.number("from-last-month", self.flow_in(m));
        self.number("available-funds", self.income(m) + self.flow_in(m));
        self.number("last-month-overspent", self.overspent(m));
        self.number("total-budgeted", budgeted);
        self.number("buffered", self.buffered(m));
        self.number("buffered-auto", self.buffered_auto(m));
        self.number("buffered-selected", self.buffered_selected(m));
        self.number("to-budget", self.to_budget(m));
        self.number("total-spent", spent);
        self.number("total-leftover", leftover);
    }

    fn blank_month(&mut self) {
        self.put("is-blank", CellValue::Bool(true));
        self.number("to-budget", 0);
        self.number("buffered", 0);
        for c in self.categories() {
            self.put(&format!("carryover-{}", c.id), CellValue::Bool(false));
            self.number(&format!("leftover-{}", c.id), 0);
            self.number(&format!("leftover-pos-{}", c.id), 0);
        }
    }

    fn report_leftover(&self, c: &CategoryFact, m: Month) -> Total {
        let p = m.previous();
        let carried = if self.carryover(c, p) { self.report_leftover(c, p) } else { 0 };
        let spent = if c.is_income { -self.spent(c, m) } else { self.spent(c, m) };
        self.budget(c, m) + spent + carried
    }

    fn report_month(&mut self, m: Month) {
        self.underfunded(m, Self::report_leftover);
        for c in self.categories() {
            self.stored_cells(c, m, false);
            let (budget, spent) = (self.budget(c, m), self.spent(c, m));
            let with_carryover = if self.carryover(c, m) { pos(budget + spent) } else { spent };
            self.number(&format!("leftover-{}", c.id), self.report_leftover(c, m));
            self.number(&format!("spent-with-carryover-{}", c.id), with_carryover);
        }
        let (mut expense, mut income) = ([0; 3], None);
        for g in &self.facts.groups {
            let shown: Vec<_> = g.categories.iter().filter(|c| !c.hidden).collect();
            let budget: Total = shown.iter().map(|c| self.budget(c, m)).sum();
            let spent: Total = shown.iter().map(|c| self.spent(c, m)).sum();
            let leftover: Total = shown.iter().map(|c| self.report_leftover(c, m)).sum();
            self.number(&format!("group-budget-{}", g.id), budget);
            self.number(&format!("group-sum-amount-{}", g.id), spent);
            self.number(&format!("group-leftover-{}", g.id), leftover);
            if g.is_income {
                income = income.or(Some((budget, spent)));
            } else if !g.hidden {
                expense[0] += budget;
                expense[1] += spent;
                expense[2] += leftover;
            }
        }
        let (income_budget, income) = income.unwrap_or((0, 0));
        self.number("total-budgeted", expense[0]);
        self.number("total-spent", expense[1]);
        self.number("total-leftover", expense[2]);
        self.number("total-income", income);
        self.number("total-budget-income", income_budget);
        self.number("total-saved", income_budget - expense[0]);
        self.number("real-saved", income + expense[1]);
    }

    fn global(&mut self) {
        let facts = self.facts;
        let sum = |counts: fn(&AccountFact) -> bool| {
            facts.accounts.iter().filter(|a| counts(a)).map(|a| a.children).sum::<Total>()
        };
        self.number("accounts-balance", sum(|a| !a.status.closed));
        let on_budget = sum(|a| !a.status.closed && !a.status.offbudget);
        self.number("budgeted-accounts-balance", on_budget);
        self.number("onbudget-accounts-balance", on_budget);
        let off_budget = sum(|a| !a.status.closed && a.status.offbudget);
        self.number("offbudget-accounts-balance", off_budget);
        self.number("closed-accounts-balance", sum(|a| a.status.closed));
        for a in &facts.accounts {
            self.list(a.id.as_str(), a.children, a.children_cleared);
            self.number(&format!("balance-{}", a.id), a.parents);
            self.number(&format!("balance-{}-cleared", a.id), a.cleared);
            self.number(&format!("balance-{}-uncleared", a.id), a.parents - a.cleared);
        }
        let uncategorized = &facts.uncategorized;
        self.number("uncategorized-balance", uncategorized.balance);
        self.number("uncategorized-amount", uncategorized.count);
        self.list("uncategorized", uncategorized.balance, uncategorized.cleared);
        let cleared = |counts: fn(&AccountFact) -> bool| {
            facts.accounts.iter().filter(|a| counts(a)).map(|a| a.children_cleared).sum()
        };
        self.list("all", sum(|_| true), cleared(|_| true));
        let budgeted = cleared(|a| !a.status.closed && !a.status.offbudget);
        self.list("budgeted", on_budget, budgeted);
        let outside = cleared(|a| !a.status.closed && a.status.offbudget);
        self.list("offbudget", off_budget, outside);
    }

    fn list(&mut self, list: &str, all: Total, cleared: Total) {
        self.number(&format!("balance-query-{list}"), all);
        self.number(&format!("balance-query-{list}-cleared"), cleared);
        self.number(&format!("balance-query-{list}-uncleared"), all - cleared);
    }
}
