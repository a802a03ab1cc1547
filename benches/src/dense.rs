//! The lower limit: the same edit as a loop over dense arrays with fixed formulas, without graph,
//! names or anything generic. Rollover mode, for a category whose balance stays positive.

/// The cells that an edit of a budget reaches, as arrays by month.
#[derive(Debug, Clone)]
pub struct Dense {
    budget: Vec<i64>,
    spent: Vec<i64>,
    leftover: Vec<i64>,
    leftover_pos: Vec<i64>,
    group_budget: Vec<i64>,
    group_leftover: Vec<i64>,
    total_budgeted: Vec<i64>,
    total_leftover: Vec<i64>,
    overspent: Vec<i64>,
    from_last_month: Vec<i64>,
    available: Vec<i64>,
    to_budget: Vec<i64>,
}

impl Dense {
    /// A budget of one category with a balance that stays positive.
    #[must_use]
    pub fn new(months: usize) -> Self {
        let zero = || vec![0; months];
        Self {
            budget: vec![100_000; months],
            spent: vec![-5_000; months],
            leftover: zero(),
            leftover_pos: zero(),
            group_budget: zero(),
            group_leftover: zero(),
            total_budgeted: zero(),
            total_leftover: zero(),
            overspent: zero(),
            from_last_month: zero(),
            available: zero(),
            to_budget: zero(),
        }
    }

    /// Sets a budget and updates its dependents. Returns the number of changed cells.
    pub fn edit(&mut self, month: usize, amount: i64) -> usize {
        let difference = amount - self.budget[month];
        self.budget[month] = amount;
        self.group_budget[month] += difference;
        self.total_budgeted[month] -= difference;
        let mut changed = 3;
        let (mut carried, mut flow, mut charged) = (0, -difference, 0);
        if month > 0 {
            carried = self.leftover_pos[month - 1];
        }
        for at in month..self.budget.len() {
            if at > month {
                self.overspent[at] += charged;
                self.from_last_month[at] += flow;
                self.available[at] += flow;
                flow += charged;
                changed += 2 + usize::from(charged != 0);
            }
            self.to_budget[at] += flow;
            let leftover = self.budget[at] + self.spent[at] + carried;
            let moved = leftover - self.leftover[at];
            charged = leftover.min(0) - self.leftover[at].min(0);
            self.leftover[at] = leftover;
            carried = leftover.max(0);
            self.leftover_pos[at] = carried;
            self.group_leftover[at] += moved;
            self.total_leftover[at] += moved;
            changed += 5;
        }
        changed
    }

    /// The last month's balance, so that the compiler can omit nothing.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.total_leftover.last().copied().unwrap_or(0)
            + self.to_budget.last().copied().unwrap_or(0)
    }
}
