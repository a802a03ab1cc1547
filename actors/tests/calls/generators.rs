//! Random arguments for every call that changes a budget. The table must name each mutation of the
//! contract; a new call without a generator fails a test.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

/// Every row by table and id.
pub(crate) type Tables = BTreeMap<String, BTreeMap<String, Map<String, Json>>>;

/// A generator's source of choices, and the rows to choose from.
pub(crate) struct Choice<'a> {
    pub(crate) seeds: std::slice::Iter<'a, u64>,
    pub(crate) tables: &'a Tables,
}

impl Choice<'_> {
    fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        let length = u64::try_from(all.len()).unwrap();
        &all[usize::try_from(self.seeds.next().unwrap() % length).unwrap()]
    }

    fn row(&mut self, table: &str) -> Json {
        let ids: Vec<_> = self.tables[table].keys().collect();
        json!(self.of(&ids))
    }

    fn category(&mut self) -> Json {
        self.row("categories")
    }

    fn account(&mut self) -> Json {
        self.row("accounts")
    }

    fn group(&mut self) -> Json {
        self.row("category_groups")
    }

    /// A saved filter, or an invalid id if there are none.
    fn filter(&mut self) -> Json {
        let is_empty = self.tables["transaction_filters"].is_empty();
        if is_empty { json!("none") } else { self.row("transaction_filters") }
    }

    /// A rule, or an invalid id if there are none.
    fn rule(&mut self) -> Json {
        let is_empty = self.tables["rules"].is_empty();
        if is_empty { json!("none") } else { self.row("rules") }
    }

    /// A schedule, or an invalid id if there are none.
    fn schedule(&mut self) -> Json {
        let is_empty = self.tables["schedules"].is_empty();
        if is_empty { json!("none") } else { self.row("schedules") }
    }

    /// A row, or an invalid id if there are none.
    fn row_or_none(&mut self, table: &str) -> Json {
        if self.tables[table].is_empty() { json!("none") } else { self.row(table) }
    }

    fn page(&mut self) -> Json {
        self.row_or_none("dashboard_pages")
    }

    fn card(&mut self) -> Json {
        self.row_or_none("dashboard")
    }

    fn report(&mut self) -> Json {
        self.row_or_none("custom_reports")
    }

    fn or_null(&mut self, value: Json) -> Json {
        if *self.of(&[true, true, false]) { value } else { Json::Null }
    }

    fn flag(&mut self) -> Json {
        json!(self.of(&[true, false]))
    }

    fn name(&mut self) -> Json {
        json!(self.of(&["Food", "food ", "Pets", "Car", "", "Über", "日本"]))
    }

    /// A note, often with template lines.
    fn template(&mut self) -> Json {
        json!(self.of(&[
            "Buy less",
            "#template 12.34",
            "#template-2 up to 80 hold\n#goal 500",
            "#template 50 by 2027-03 repeat every year",
            "#template average 3 months [increase 5%]",
            "#template remainder\n#cleanup sink",
            "#template 10% of all income\n#cleanup source",
            "#template 5 too much",
            "#template schedule Rent",
        ]))
    }

    fn month(&mut self) -> Json {
        json!(self.of(&["2026-08", "2026-10", "2026-11", "2026-12", "2027-11", "2031-01"]))
    }

    fn cents(&mut self) -> Json {
        json!(self.of(&[0, 1, -1, 12_345, -500, 99_999_999, 4_503_599_627_370_495_i64 / 2]))
    }
}

pub(crate) type Generator = fn(&mut Choice<'_>) -> Json;

fn of_a_category(choice: &mut Choice<'_>) -> Json {
    let (month, category) = (choice.month(), choice.category());
    json!({ "month": month, "category": category })
}

/// One generator for each call that changes the open budget.
pub(crate) const GENERATORS: &[(&str, Generator)] = &[
    ("save-prefs", |choice| {
        let key = *choice.of(&["dateFormat", "flags.x", "local", "budgetName"]);
        let format = *choice.of(&["dd.MM.yyyy", "yyyy-MM-dd"]);
        json!({ key: if key == "dateFormat" { json!(format) } else { choice.name() } })
    }),
    ("preferences/save", |choice| {
        let (key, value) = (*choice.of(&["hideFraction", "flags.x"]), choice.name());
        if choice.flag() == json!(true) {
            return json!({ "id": "flags.goalTemplatesEnabled", "value": "true" });
        }
        json!({ "id": key, "value": choice.or_null(value) })
    }),
    ("seen-upgrade-notification", |_| json!({ "type": "repair-splits" })),
    ("budget-set-type", |choice| json!({ "type": choice.of(&["rollover", "report"]) })),
    ("budget/budget-amount", |choice| {
        let (month, category) = (choice.month(), choice.category());
        json!({ "month": month, "category": category, "amount": choice.cents() })
    }),
    ("budget/set-amounts", |choice| {
        let mut one = of_a_category(choice);
        one["amount"] = choice.cents();
        let mut other = of_a_category(choice);
        other["amount"] = choice.cents();
        json!({ "amounts": [one, other] })
    }),
    ("budget/set-carryover", |choice| {
        let (month, category) = (choice.month(), choice.category());
        json!({ "startMonth": month, "category": category, "flag": choice.flag() })
    }),
    ("budget/copy-previous-month", |choice| json!({ "month": choice.month() })),
    ("budget/copy-single-month", |choice| of_a_category(choice)),
    ("budget/copy-until-year-end", |choice| of_a_category(choice)),
    ("budget/set-zero", |choice| json!({ "month": choice.month() })),
    ("budget/set-3month-avg", |choice| json!({ "month": choice.month() })),
    ("budget/set-6month-avg", |choice| json!({ "month": choice.month() })),
    ("budget/set-12month-avg", |choice| json!({ "month": choice.month() })),
    ("budget/set-n-month-avg", |choice| {
        let mut args = of_a_category(choice);
        args["N"] = json!(*choice.of(&[1, 5]));
        args
    }),
    ("budget/set-all-future", |choice| json!({ "startMonth": choice.month() })),
    ("budget/reset-income-carryover", |choice| json!({ "month": choice.month() })),
    ("budget/hold-for-next-month", |choice| {
        let month = choice.month();
        json!({ "month": month, "amount": choice.cents() })
    }),
    ("budget/reset-hold", |choice| json!({ "month": choice.month() })),
    ("budget/cover-overspending", |choice| {
        let (month, to, from) = (choice.month(), choice.category(), choice.category());
        json!({ "month": month, "to": to, "from": from })
    }),
    ("budget/cover-all-overspending", |choice| {
        let (month, from, below_zero) = (choice.month(), choice.category(), choice.flag());
        json!({ "month": month, "from": from, "belowZero": below_zero })
    }),
    ("budget/cover-overbudgeted", |choice| of_a_category(choice)),
    ("budget/transfer-available", |choice| {
        let mut args = of_a_category(choice);
        args["amount"] = choice.cents();
        args
    }),
    ("budget/transfer-category", |choice| {
        let (month, from, cents) = (choice.month(), choice.category(), choice.cents());
        json!({ "month": month, "from": from, "to": "to-budget", "amount": cents })
    }),
    ("budget/apply-goal-template", |choice| json!({ "month": choice.month() })),
    ("budget/overwrite-goal-template", |choice| json!({ "month": choice.month() })),
    ("budget/apply-single-template", |choice| of_a_category(choice)),
    ("budget/apply-multiple-templates", |choice| {
        let (month, one) = (choice.month(), choice.category());
        json!({ "month": month, "categoryIds": [one, choice.category()] })
    }),
    ("budget/cleanup-goal-template", |choice| json!({ "month": choice.month() })),
    ("budget/store-note-templates", |_| json!({})),
    ("category-create", |choice| {
        let (name, group) = (choice.name(), choice.group());
        json!({ "name": name, "groupId": group, "isIncome": choice.flag() })
    }),
    ("category-update", |choice| {
        let (id, name) = (choice.category(), choice.name());
        json!({ "id": id, "name": choice.or_null(name), "hidden": choice.flag() })
    }),
    ("category-move", |choice| {
        let (id, group, target) = (choice.category(), choice.group(), choice.category());
        json!({ "id": id, "groupId": group, "targetId": choice.or_null(target) })
    }),
    ("category-delete", |choice| {
        let (id, target) = (choice.category(), choice.category());
        json!({ "id": id, "transferId": choice.or_null(target) })
    }),
    ("category-group-create", |choice| json!({ "name": choice.name(), "isIncome": choice.flag() })),
    ("category-group-update", |choice| {
        let (id, name) = (choice.group(), choice.name());
        json!({ "id": id, "name": choice.or_null(name), "hidden": choice.flag() })
    }),
    ("category-group-move", |choice| {
        let (id, target) = (choice.group(), choice.group());
        json!({ "id": id, "targetId": choice.or_null(target) })
    }),
    ("category-group-delete", |choice| {
        let (id, target) = (choice.group(), choice.category());
        json!({ "id": id, "transferId": choice.or_null(target) })
    }),
    ("account-create", |choice| {
        let (name, kind) = (choice.name(), choice.of(&["checking", "debt"]));
        let balance = choice.of(&[0.0, 12.5, -0.01]);
        let (off, closed) = (choice.flag(), choice.flag());
        json!({
            "name": name, "type": kind, "balance": balance, "offBudget": off, "closed": closed,
        })
    }),
    ("account-update", |choice| {
        let id = choice.account();
        json!({ "id": id, "name": choice.name() })
    }),
    ("account-close", |choice| {
        let (id, target, category) = (choice.account(), choice.account(), choice.category());
        json!({
            "id": id, "transferAccountId": choice.or_null(target),
            "categoryId": choice.or_null(category), "forced": choice.flag(),
        })
    }),
    ("account-reopen", |choice| json!({ "id": choice.account() })),
    ("account-unlink", |choice| json!({ "id": choice.account() })),
    ("bank/settings-save", |choice| {
        let settings = json!({
            "importPending": choice.flag(), "importNotes": choice.flag(),
            "reimportDeleted": choice.flag(), "importTransactions": choice.flag(),
            "updateDates": choice.flag(), "mappings": {},
        });
        json!({ "accountId": choice.account(), "settings": settings })
    }),
    ("account-move", |choice| {
        let (id, target) = (choice.account(), choice.account());
        json!({ "id": id, "targetId": choice.or_null(target) })
    }),
    ("transactions-batch-update", batch),
    ("transactions-merge", |choice| {
        let one = choice.row("transactions");
        json!({ "ids": [one, choice.row("transactions")] })
    }),
    ("tools/fix-split-transactions", |_| json!({})),
    ("payee-create", |choice| json!({ "name": choice.name() })),
    ("payees-batch-change", |choice| {
        let (id, other, name) = (choice.row("payees"), choice.row("payees"), choice.name());
        json!({
            "added": [{ "name": choice.name() }],
            "updated": [{ "id": id, "name": choice.or_null(name), "favorite": choice.flag() }],
            "deleted": [{ "id": other }],
        })
    }),
    ("payees-merge", |choice| {
        let (target, one) = (choice.row("payees"), choice.row("payees"));
        json!({ "targetId": target, "mergeIds": [one, choice.row("payees")] })
    }),
    ("rule-add", |choice| {
        let (stage, payee) = (choice.or_null(json!("pre")), choice.row("payees"));
        let condition = json!({ "field": "payee", "op": "is", "value": payee });
        let conditions = *choice.of(&[true, false]);
        json!({
            "stage": stage,
            "conditions": if conditions { json!([condition]) } else { self::conditions(choice) },
            "actions": actions(choice),
        })
    }),
    ("rule-update", |choice| {
        let (id, actions) = (choice.rule(), actions(choice));
        json!({ "id": id, "stage": "post", "actions": actions })
    }),
    ("rule-delete-all", |choice| json!({ "ids": [choice.rule(), "none"] })),
    ("rule-apply-actions", |choice| {
        let (one, other) = (choice.row("transactions"), choice.row("transactions"));
        json!({ "transactionIds": [one, other], "actions": actions(choice) })
    }),
    ("rule-add-payee-rename", |choice| {
        let payee = choice.row("payees");
        json!({ "fromNames": [choice.name(), "SHOP 1"], "to": payee })
    }),
    ("transactions-import", import),
    ("filter-create", |choice| {
        let name = choice.name();
        json!({ "name": name, "conditions": conditions(choice), "conditionsOp": "or" })
    }),
    ("filter-update", |choice| {
        let (id, name) = (choice.filter(), choice.name());
        json!({ "id": id, "name": choice.or_null(name), "conditions": conditions(choice) })
    }),
    ("filter-delete", |choice| json!({ "id": choice.filter() })),
    ("dashboard-create", |choice| json!({ "name": choice.name() })),
    ("dashboard-rename", |choice| {
        let id = choice.page();
        json!({ "id": id, "name": choice.name() })
    }),
    ("dashboard-delete", |choice| json!({ "id": choice.page() })),
    ("dashboard-reset", |choice| json!({ "id": choice.page() })),
    ("dashboard-update", |choice| {
        let (one, other) = (choice.card(), choice.card());
        let (x, width) = (choice.of(&[0, 4, 11]), choice.of(&[1, 4]));
        json!({ "widgets": [{ "id": one, "x": x, "width": width }, { "id": other, "y": 40 }] })
    }),
    ("dashboard-update-widget", |choice| {
        let (id, name, report) = (choice.card(), choice.name(), choice.report());
        let remove = *choice.of(&["conditions", "name", "id"]);
        match *choice.of(&[0, 1, 2]) {
            0 => json!({ "id": id, "meta": { "name": name, "own": [1.5, null] } }),
            1 => json!({ "id": id, "meta": { "id": report } }),
            _ => json!({ "id": id, "remove": [remove] }),
        }
    }),
    ("dashboard-add-widget", |choice| {
        let kind = *choice.of(&["net-worth-card", "custom-report", "sankey-card", "none-card"]);
        let (page, report, width) = (choice.page(), choice.report(), choice.of(&[3, 8, 12, 13]));
        let mut card = json!({
            "type": kind, "width": width, "height": 2, "dashboard_page_id": page,
            "meta": { "id": report, "name": choice.name() },
        });
        if choice.flag() == json!(true) {
            card["x"] = json!(0);
            card["y"] = json!(7);
        }
        card
    }),
    ("dashboard-remove-widget", |choice| json!({ "id": choice.card() })),
    ("dashboard-copy-widget", |choice| {
        let id = choice.card();
        json!({ "id": id, "targetDashboardPageId": choice.page() })
    }),
    ("report/create", |choice| {
        let name = choice.name();
        let conditions = conditions(choice);
        json!({ "name": name, "showEmpty": choice.flag(), "conditions": conditions })
    }),
    ("report/update", |choice| {
        let (id, name, mode) = (choice.report(), choice.name(), choice.of(&["total", "time", "x"]));
        json!({ "id": id, "name": choice.or_null(name), "mode": mode, "conditionsOp": "or" })
    }),
    ("report/delete", |choice| json!({ "id": choice.report() })),
    ("schedule/create", schedule),
    ("schedule/create-many", |choice| {
        let (one, other) = (schedule(choice), schedule(choice));
        json!({ "schedules": [one, other] })
    }),
    ("schedule/update", |choice| {
        let (id, name, posts) = (choice.schedule(), choice.name(), choice.flag());
        let schedule = match *choice.of(&[0, 1, 2]) {
            0 => json!({ "id": id, "completed": choice.flag() }),
            1 => json!({ "id": id, "posts_transaction": posts, "name": choice.or_null(name) }),
            _ => json!({ "id": id }),
        };
        let conditions = schedule_conditions(choice);
        let conditions = choice.or_null(conditions);
        json!({ "schedule": schedule, "conditions": conditions, "resetNextDate": choice.flag() })
    }),
    ("schedule/delete", |choice| json!({ "id": choice.schedule() })),
    ("schedule/delete-many", |choice| json!({ "ids": [choice.schedule(), choice.schedule()] })),
    ("schedule/skip-next-date", |choice| json!({ "id": choice.schedule() })),
    ("schedule/post-transaction", |choice| {
        let id = choice.schedule();
        json!({ "id": id, "today": choice.flag() })
    }),
    ("schedule/link-transactions", |choice| {
        let (id, transaction) = (choice.schedule(), choice.row("transactions"));
        json!({ "id": choice.or_null(id), "transactionIds": [transaction] })
    }),
    ("notes-save", |choice| {
        let (id, note) = (choice.category(), choice.template());
        json!({ "id": id, "note": choice.or_null(note) })
    }),
];

fn schedule(choice: &mut Choice<'_>) -> Json {
    let (name, posts) = (choice.name(), choice.flag());
    let schedule = json!({ "name": choice.or_null(name), "posts_transaction": posts });
    json!({ "schedule": schedule, "conditions": schedule_conditions(choice) })
}

fn schedule_conditions(choice: &mut Choice<'_>) -> Json {
    let (payee, account, amount) = (choice.row("payees"), choice.account(), choice.cents());
    let date = match *choice.of(&[0, 1, 2]) {
        0 => json!("2026-11-12"),
        1 => json!({ "start": "2026-10-31", "frequency": "monthly" }),
        _ => json!({ "start": "2026-11-02", "frequency": "weekly", "skipWeekend": true }),
    };
    json!([
        { "field": "payee", "op": "is", "value": choice.or_null(payee) },
        { "field": "account", "op": "is", "value": account },
        { "field": "amount", "op": "isapprox", "value": amount },
        { "field": "date", "op": "isapprox", "value": date },
    ])
}

fn actions(choice: &mut Choice<'_>) -> Json {
    let set = |field: &str, value: Json| json!({ "op": "set", "field": field, "value": value });
    let line = |index: u32, method: &str, value: Json| {
        let options = json!({ "splitIndex": index, "method": method });
        json!({ "op": "set-split-amount", "value": value, "options": options })
    };
    let category = choice.category();
    match *choice.of(&[0, 1, 2, 3, 4, 5, 6, 7]) {
        0 => json!([set("category", category), set("notes", json!("by rule"))]),
        1 => json!([set("payee", choice.row("payees"))]),
        2 => json!([set("payee_name", choice.name())]),
        3 => json!([set("amount", choice.cents()), { "op": "append-notes", "value": "!" }]),
        4 => json!([line(1, "fixed-percent", json!(30)), line(2, "remainder", Json::Null)]),
        5 => json!([{ "op": "delete-transaction", "value": "" }]),
        6 => json!([set("account", choice.account()), set("date", json!("2026-10-09"))]),
        _ => json!([{ "op": "link-schedule", "value": "none" }, set("cleared", json!(true))]),
    }
}

fn conditions(choice: &mut Choice<'_>) -> Json {
    json!([{ "field": "amount", "op": "is", "value": choice.cents(), "type": "number" }])
}

/// A batch of transactions: one added, one changed, sometimes split, sometimes one deleted.
fn batch(choice: &mut Choice<'_>) -> Json {
    let (account, payee, category) =
        (choice.row("accounts"), choice.row("payees"), choice.category());
    let mut change = json!({ "id": choice.row("transactions") });
    let (field, value) = match choice.of(&[0, 1, 2, 3, 4, 5]) {
        0 => ("amount", choice.cents()),
        1 => ("payee", choice.row("payees")),
        2 => ("account", choice.row("accounts")),
        3 => ("category", choice.category()),
        4 => ("is_parent", choice.flag()),
        _ => ("notes", choice.name()),
    };
    change[field] = choice.or_null(value);
    let mut batch = json!({
        "added": [{
            "account": account, "date": choice.of(&["2026-10-31", "2026-11-05", "2025-03-09"]),
            "payee": choice.or_null(payee), "category": choice.or_null(category),
            "amount": choice.cents(),
        }],
        "updated": [change],
    });
    if *choice.of(&[true, false, false]) {
        batch["newPayees"] = json!([{ "id": "made-payee", "name": choice.name() }]);
        batch["added"][0]["payee"] = json!("made-payee");
    }
    if *choice.of(&[true, false, false]) {
        batch["deleted"] = json!([{ "id": choice.row("transactions") }]);
    }
    if *choice.of(&[true, false, false]) {
        batch["added"][0]["is_child"] = json!(true);
        batch["added"][0]["parent_id"] = choice.row("transactions");
    }
    batch
}

fn import(choice: &mut Choice<'_>) -> Json {
    let account = choice.row("accounts");
    let mut row = || {
        let (payee, name) = (choice.row("payees"), choice.name());
        json!({
            "date": choice.of(&["2026-10-31", "2026-11-05", "2026-11-07"]),
            "amount": choice.cents(), "payee": choice.or_null(payee), "payee_name": name,
            "category": choice.category(), "cleared": choice.flag(),
            "imported_id": choice.of(&[Json::Null, json!("x1"), json!("x2")]),
        })
    };
    let mut rows = json!([row(), row()]);
    if *choice.of(&[true, false, false]) {
        rows[0]["subtransactions"] = json!([{ "amount": choice.cents() }]);
    }
    json!({ "accountId": account, "transactions": rows })
}
