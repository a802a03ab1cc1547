//! The operations of the recorded budgets on the tables.

use serde_json::Value;
use sobre_engine::budget::actions::{self, Average, BudgetWrite, Pocket};
use sobre_engine::budget::{BudgetMode, BudgetSheet};
use sobre_engine::dates::{Day, Month};
use sobre_engine::ids::CategoryId;
use sobre_engine::money::{Amount, nearest};
use sobre_engine::order::{Placement, place};

use crate::tables::{Account, Category, Group, Table, Tables, Transaction};

/// The state of a run.
pub(crate) struct Run {
    pub(crate) tables: Tables,
    pub(crate) sheet: BudgetSheet,
    pub(crate) mode: BudgetMode,
    pub(crate) today: Day,
    pub(crate) steps: usize,
}

fn text(op: &Value, key: &str) -> String {
    op[key].as_str().unwrap_or_else(|| panic!("no {key} in {op}")).to_owned()
}

fn optional(op: &Value, key: &str) -> Option<String> {
    op[key].as_str().map(ToOwned::to_owned)
}

fn month(op: &Value, key: &str) -> Month {
    text(op, key).parse().unwrap()
}

fn amount(op: &Value) -> Amount {
    Amount::from_cents(op["amount"].as_i64().unwrap()).unwrap()
}

fn flag(op: &Value, key: &str) -> Option<i64> {
    op[key].as_bool().map(i64::from)
}

fn pocket(op: &Value, key: &str) -> Pocket {
    match text(op, key).as_str() {
        "to-budget" => Pocket::ToBudget,
        category => Pocket::Category(category.into()),
    }
}

impl Run {
    /// Runs an operation; returns the recorded engine's result, if it has one.
    pub(crate) fn run(&mut self, op: &Value) -> Option<Value> {
        let name = text(op, "op");
        match name.split('-').next().unwrap() {
            "transaction" => self.transaction(&name, op),
            "account" => self.account(&name, op),
            "category" | "must" => return self.category(&name, op),
            _ => return self.action(&name, op),
        }
        None
    }

    fn action(&mut self, name: &str, op: &Value) -> Option<Value> {
        let rows = Table(&self.tables, self.mode);
        let cells = &self.sheet;
        let category = optional(op, "category").map(CategoryId::from);
        let category = || category.clone().unwrap();
        let at = || month(op, "month");
        let given = op["amount"].as_i64().map(|cents| Amount::from_cents(cents).unwrap());
        let average =
            |window_months| Average { month: at(), window_months, current: self.today.month() };
        let writes = match name {
            "budget/budget-amount" => Ok(vec![BudgetWrite::Amount {
                month: at(),
                category: category(),
                amount: amount(op),
            }]),
            "budget/copy-previous-month" => actions::copy_previous_month(cells, &rows, at()),
            "budget/copy-single-month" => actions::copy_single_month(&rows, at(), &category()),
            "budget/set-zero" => actions::set_zero(cells, at()),
            "budget/set-3month-avg" => actions::set_average(cells, &rows, average(3)),
            "budget/set-6month-avg" => actions::set_average(cells, &rows, average(6)),
            "budget/set-12month-avg" => actions::set_average(cells, &rows, average(12)),
            "budget/set-n-month-avg" => {
                let groups = cells.groups().iter();
                let mut all = groups.flat_map(|group| &group.categories);
                let fact = all.find(|it| it.id == category()).unwrap();
                let window = i32::try_from(op["N"].as_i64().unwrap()).unwrap();
                actions::set_category_average(cells, &rows, average(window), fact)
            }
            "budget/copy-until-year-end" => actions::copy_until_year_end(cells, at(), &category()),
            "budget/set-carryover" => {
                let (start, on) = (month(op, "startMonth"), op["flag"] == true);
                Ok(actions::set_carryover(cells, start, &category(), on))
            }
            "budget/reset-income-carryover" => Ok(actions::reset_income_carryover(cells, at())),
            "budget/hold-for-next-month" => {
                let hold = actions::hold_for_next_month(cells, at(), amount(op)).unwrap();
                let answer = Value::Bool(hold.is_some());
                self.write(hold.into_iter().collect());
                return Some(answer);
            }
            "budget/reset-hold" => Ok(vec![actions::reset_hold(at())]),
            "budget/cover-overspending" => {
                let (to, from) = (text(op, "to").into(), pocket(op, "from"));
                actions::cover_overspending(cells, at(), &to, &from, given)
            }
            "budget/cover-overbudgeted" => {
                actions::cover_overbudgeted(cells, at(), &category(), given)
            }
            "budget/transfer-available" => {
                actions::transfer_available(cells, at(), amount(op), &category())
            }
            "budget/transfer-category" => {
                let (from, to) = (pocket(op, "from"), pocket(op, "to"));
                actions::transfer_category(cells, at(), amount(op), &from, &to)
            }
            other => panic!("unknown operation {other}"),
        };
        self.write(writes.unwrap());
        None
    }

    fn write(&mut self, writes: Vec<BudgetWrite>) {
        for write in writes {
            let rows = self.tables.rows_mut(self.mode);
            match write {
                BudgetWrite::Amount { month, category, amount } => {
                    let row = rows.entry((month, category.as_str().to_owned())).or_default();
                    row.0 = amount.cents();
                }
                BudgetWrite::Carryover { month, category, on } => {
                    rows.entry((month, category.as_str().to_owned())).or_default().1 = on;
                }
                BudgetWrite::Hold { month, amount } => {
                    self.tables.holds.insert(month, amount.cents());
                }
            }
        }
    }

    fn category(&mut self, name: &str, op: &Value) -> Option<Value> {
        match name {
            "category-group-create" => {
                let orders: Vec<f64> =
                    self.tables.live_groups().iter().map(|it| it.sort_order).collect();
                self.tables.groups.push(Group {
                    id: text(op, "id"),
                    is_income: flag(op, "isIncome").unwrap(),
                    hidden: 0,
                    sort_order: place(&orders, None).sort_order,
                    tombstone: 0,
                });
            }
            "category-create" => self.create_category(op),
            "category-update" => {
                self.category_mut(&text(op, "id")).hidden = flag(op, "hidden").unwrap();
            }
            "category-group-update" => {
                self.group_mut(&text(op, "id")).hidden = flag(op, "hidden").unwrap();
            }
            "category-move" => self.move_category(op),
            "category-group-move" => self.move_group(op),
            "category-delete" => return self.delete_category(op),
            "category-group-delete" => self.delete_group(op),
            "must-category-transfer" => {
                let id = text(op, "id");
                let effective = |row: &Transaction| {
                    row.tombstone == 0 && self.tables.effective_category(row) == Some(&id)
                };
                let used = self.tables.transactions.values().any(effective);
                let must = actions::must_transfer(&self.sheet, &id.as_str().into(), used);
                return Some(Value::Bool(must));
            }
            other => panic!("unknown operation {other}"),
        }
        None
    }

    fn category_mut(&mut self, id: &str) -> &mut Category {
        self.tables.categories.iter_mut().find(|it| it.id == id).unwrap()
    }

    fn group_mut(&mut self, id: &str) -> &mut Group {
        self.tables.groups.iter_mut().find(|it| it.id == id).unwrap()
    }

    fn place_category(&mut self, group: &str, target: Option<&str>) -> f64 {
        let list: Vec<(String, f64)> = self
            .tables
            .live_categories(group)
            .into_iter()
            .map(|it| (it.id.clone(), it.sort_order))
            .collect();
        let placement = placed(&list, target);
        for (index, order) in placement.shifted {
            self.category_mut(&list[index].0).sort_order = order;
        }
        placement.sort_order
    }

    fn create_category(&mut self, op: &Value) {
        let (id, group) = (text(op, "id"), text(op, "groupId"));
        let first = self.tables.live_categories(&group).first().map(|it| it.id.clone());
        let sort_order = self.place_category(&group, first.as_deref());
        self.tables.mapping.insert(id.clone(), id.clone());
        self.tables.categories.push(Category {
            id,
            name: text(op, "name"),
            cat_group: group,
            is_income: flag(op, "isIncome").unwrap(),
            hidden: 0,
            sort_order,
            tombstone: 0,
        });
    }

    fn move_category(&mut self, op: &Value) {
        let group = text(op, "groupId");
        let sort_order = self.place_category(&group, op["targetId"].as_str());
        let category = self.category_mut(&text(op, "id"));
        category.sort_order = sort_order;
        category.cat_group = group;
    }

    fn move_group(&mut self, op: &Value) {
        let groups = self.tables.live_groups();
        let list: Vec<_> = groups.into_iter().map(|it| (it.id.clone(), it.sort_order)).collect();
        let placement = placed(&list, op["targetId"].as_str());
        for (index, order) in placement.shifted {
            self.group_mut(&list[index].0).sort_order = order;
        }
        self.group_mut(&text(op, "id")).sort_order = placement.sort_order;
    }

    fn delete_category(&mut self, op: &Value) -> Option<Value> {
        let (id, target) = (text(op, "id"), optional(op, "transferId"));
        let is_income = self.tables.category(&id).unwrap().is_income;
        if let Some(target) = &target {
            if self.tables.category(target).unwrap().is_income != is_income {
                return Some("category-type".into());
            }
            if is_income == 0 {
                self.merge(&[id.as_str().into()], target);
            }
        }
        self.bury(&id, target.as_deref());
        None
    }

    fn delete_group(&mut self, op: &Value) {
        let (group, target) = (text(op, "id"), optional(op, "transferId"));
        let live = self.tables.live_categories(&group).into_iter();
        let live: Vec<CategoryId> = live.map(|it| it.id.as_str().into()).collect();
        if let Some(target) = &target {
            self.merge(&live, target);
        }
        let all = self.tables.categories.iter().filter(|it| it.cat_group == group);
        for id in all.map(|it| it.id.clone()).collect::<Vec<_>>() {
            self.bury(&id, target.as_deref());
        }
        self.group_mut(&group).tombstone = 1;
    }

    fn merge(&mut self, deleted: &[CategoryId], target: &str) {
        let rows = Table(&self.tables, self.mode);
        let writes = actions::merge_budgets(&self.sheet, &rows, deleted, &target.into());
        self.write(writes.unwrap());
    }

    fn bury(&mut self, id: &str, target: Option<&str>) {
        if let Some(target) = target {
            for (from, to) in &mut self.tables.mapping {
                if from == id || to == id {
                    target.clone_into(to);
                }
            }
        }
        self.category_mut(id).tombstone = 1;
    }

    fn account(&mut self, name: &str, op: &Value) {
        let id = text(op, "id");
        match name {
            "account-create" => self.open_account(&id, op),
            "account-update" => {
                let account = self.tables.accounts.get_mut(&id).unwrap();
                account.offbudget = flag(op, "offbudget").unwrap();
            }
            "account-close" => self.close_account(&id, op),
            other => panic!("unknown operation {other}"),
        }
    }

    fn open_account(&mut self, id: &str, op: &Value) {
        let offbudget = flag(op, "offBudget").unwrap();
        let account = Account { id: id.to_owned(), offbudget, closed: 0, tombstone: 0 };
        self.tables.accounts.insert(id.to_owned(), account);
        let balance = op["balance_cents"].as_i64().unwrap();
        if balance == 0 {
            return;
        }
        let live = |it: &&Category| it.tombstone == 0 && it.is_income == 1;
        let mut income = self.tables.categories.iter().filter(live);
        let category = income.find(|it| it.name.to_lowercase() == "starting balances");
        let category = category.or_else(|| self.tables.categories.iter().find(live));
        self.insert(Transaction {
            id: format!("sb-{id}"),
            account: Some(id.to_owned()),
            category: category.filter(|_| offbudget == 0).map(|it| it.id.clone()),
            amount: Some(balance),
            date: Some(self.today.yyyymmdd()),
            cleared: 1,
            ..Transaction::default()
        });
    }

    fn close_account(&mut self, id: &str, op: &Value) {
        let facts = self.tables.account_facts();
        let balance = facts.iter().find(|it| it.id.as_str() == id).unwrap().parents;
        let balance = nearest(balance);
        let target = optional(op, "transferAccountId").filter(|_| balance != 0);
        if let Some(target) = target {
            let row = Transaction {
                id: text(op, "closing_txn"),
                account: Some(id.to_owned()),
                category: optional(op, "categoryId"),
                amount: Some(-balance),
                date: Some(self.today.yyyymmdd()),
                cleared: 1,
                ..Transaction::default()
            };
            let pair = format!("{}x", row.id);
            self.insert_transfer(row, &target, pair);
        }
        self.tables.accounts.get_mut(id).unwrap().closed = 1;
    }

    fn insert(&mut self, row: Transaction) {
        self.tables.transactions.insert(row.id.clone(), row);
    }

    fn insert_transfer(&mut self, mut row: Transaction, to: &str, pair: String) {
        let (from_off, to_off) = (
            self.tables.off_budget(row.account.as_ref()),
            self.tables.off_budget(Some(&to.to_owned())),
        );
        if from_off == to_off || from_off {
            row.category = None;
        }
        row.transfer_id = Some(pair.clone());
        row.transfer_account = Some(to.to_owned());
        self.insert(Transaction {
            id: pair,
            account: Some(to.to_owned()),
            category: None,
            amount: row.amount.map(|amount| -amount),
            cleared: 0,
            transfer_id: Some(row.id.clone()),
            transfer_account: row.account.clone(),
            ..row.clone()
        });
        self.insert(row);
    }

    fn transaction(&mut self, name: &str, op: &Value) {
        let id = text(op, "id");
        match name {
            "transaction-add" => self.add_transaction(&id, op),
            "transaction-update" => self.update_transaction(&id, op),
            "transaction-delete" => {
                let mut ids = vec![id.clone()];
                ids.extend(
                    op["also"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|id| id.as_str().unwrap().to_owned()),
                );
                ids.extend(self.tables.transactions[&id].transfer_id.clone());
                for id in ids {
                    self.tables.transactions.get_mut(&id).unwrap().tombstone = 1;
                }
            }
            other => panic!("unknown operation {other}"),
        }
    }

    fn add_transaction(&mut self, id: &str, op: &Value) {
        let off_budget = self.tables.off_budget(optional(op, "account").as_ref());
        let category = |op: &Value| optional(op, "category").filter(|_| !off_budget);
        let mut row = Transaction {
            id: id.to_owned(),
            account: optional(op, "account"),
            category: category(op),
            amount: op["amount"].as_i64(),
            date: text(op, "date").parse::<Day>().ok().map(Day::yyyymmdd),
            cleared: flag(op, "cleared").unwrap_or(1),
            ..Transaction::default()
        };
        if let Some(to) = optional(op, "transfer_to") {
            return self.insert_transfer(row, &to, text(op, "pair_id"));
        }
        for child in op["split"].as_array().into_iter().flatten() {
            row.is_parent = 1;
            self.insert(Transaction {
                id: text(child, "id"),
                is_parent: 0,
                is_child: 1,
                parent_id: Some(id.to_owned()),
                category: category(child),
                amount: child["amount"].as_i64(),
                ..row.clone()
            });
        }
        self.insert(row);
    }

    fn update_transaction(&mut self, id: &str, op: &Value) {
        let row = self.tables.transactions.get_mut(id).unwrap();
        for key in op.as_object().unwrap().keys() {
            match key.as_str() {
                "category" => row.category = optional(op, "category"),
                "account" => row.account = optional(op, "account"),
                "amount" => row.amount = op["amount"].as_i64(),
                "date" => row.date = Some(text(op, "date").parse::<Day>().unwrap().yyyymmdd()),
                "cleared" => row.cleared = flag(op, "cleared").unwrap(),
                "op" | "id" | "notes" | "events" | "payee" => {}
                other => panic!("unknown field {other}"),
            }
        }
        let row = row.clone();
        if self.tables.off_budget(row.account.as_ref()) {
            self.insert(Transaction { category: None, ..row });
        }
    }
}

fn placed(list: &[(String, f64)], target: Option<&str>) -> Placement {
    let orders: Vec<f64> = list.iter().map(|it| it.1).collect();
    place(&orders, target.and_then(|target| list.iter().position(|it| it.0 == target)))
}
