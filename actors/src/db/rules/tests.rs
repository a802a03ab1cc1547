use proptest::prelude::*;

use super::*;
use crate::db::migrate::{STEPS, create_at_level};

/// A database with a log and a cache that follows it.
struct Budget {
    conn: Connection,
    cache: RuleCache,
    logged: i64,
}

impl Budget {
    fn new() -> Self {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        let mut budget = Self { conn, cache: RuleCache::following(Arc::default()), logged: 0 };
        budget.commit("preferences", "none", |_| {}, true);
        budget
    }

    /// A commit that writes one row; the journal may miss it.
    fn commit(
        &mut self,
        table: &'static str,
        id: &str,
        write: impl FnOnce(&Connection),
        is_noted: bool,
    ) {
        let from = State::of(&self.conn).unwrap();
        write(&self.conn);
        self.logged += 1;
        let log = "INSERT INTO messages_crdt (timestamp, dataset, row, column, value) \
                   VALUES (?1, ?2, ?3, 'c', x'00')";
        self.conn.execute(log, (self.logged.to_string(), table, id)).unwrap();
        if is_noted {
            let touched = TouchedRows { table, rows: vec![id.into()] };
            let to = State::of(&self.conn).unwrap();
            self.cache.journal.add(from, to, [&touched].into_iter());
        }
    }

    /// What callers see of the rules.
    fn seen(rules: &BudgetRules) -> Vec<(String, String, bool, Option<Owner>)> {
        let seen = |rule: &Arc<StoredRule>| {
            let text = format!("{:?}", rule.text);
            (rule.id.to_string(), text, rule.rule.is_ok(), rules.owner(&rule.id).cloned())
        };
        rules.in_order().iter().map(seen).collect()
    }
}

/// A change of a row.
#[derive(Debug, Clone)]
enum Edit {
    Rule { id: &'static str, payee: &'static str, stage: &'static str },
    Delete(&'static str),
    Merge(&'static str, &'static str),
    Schedule { id: &'static str, rule: &'static str, is_completed: bool },
    Other,
}

fn edit() -> impl Strategy<Value = Edit> {
    let id = || prop::sample::select(vec!["r1", "r2", "r3"]);
    let payee = || prop::sample::select(vec!["p1", "p2", "p3"]);
    let stage = prop::sample::select(vec!["pre", "post", "never"]);
    let schedule = prop::sample::select(vec!["s1", "s2"]);
    prop_oneof![
        (id(), payee(), stage).prop_map(|(id, payee, stage)| Edit::Rule { id, payee, stage }),
        id().prop_map(Edit::Delete),
        (payee(), payee()).prop_map(|(from, to)| Edit::Merge(from, to)),
        (schedule, id(), any::<bool>()).prop_map(|(id, rule, is_completed)| Edit::Schedule {
            id,
            rule,
            is_completed
        }),
        Just(Edit::Other),
    ]
}

fn carry_out(budget: &mut Budget, edit: &Edit, is_noted: bool) {
    match *edit {
        Edit::Rule { id, payee, stage } => {
            let conditions = format!(r#"[{{"op":"is","field":"description","value":"{payee}"}}]"#);
            let sql = "INSERT OR REPLACE INTO rules (id, stage, conditions, actions) \
                       VALUES (?1, ?2, ?3, '[]')";
            let write = |conn: &Connection| {
                conn.execute(sql, (id, stage, &conditions)).unwrap();
            };
            budget.commit("rules", id, write, is_noted);
        }
        Edit::Delete(id) => {
            let write = |conn: &Connection| {
                conn.execute("UPDATE rules SET tombstone = 1 WHERE id = ?1", [id]).unwrap();
            };
            budget.commit("rules", id, write, is_noted);
        }
        Edit::Merge(from, to) => {
            let sql = "INSERT OR REPLACE INTO payee_mapping (id, targetId) VALUES (?1, ?2)";
            let write = |conn: &Connection| {
                conn.execute(sql, [from, to]).unwrap();
            };
            budget.commit("payee_mapping", from, write, is_noted);
        }
        Edit::Schedule { id, rule, is_completed } => {
            let sql = "INSERT OR REPLACE INTO schedules (id, rule, completed) VALUES (?1, ?2, ?3)";
            let write = |conn: &Connection| {
                conn.execute(sql, (id, rule, is_completed)).unwrap();
            };
            budget.commit("schedules", id, write, is_noted);
        }
        Edit::Other => budget.commit("notes", "n1", |_| {}, is_noted),
    }
}

proptest! {
    #[test]
    fn rules_that_follow_commits_are_those_of_the_file(
        edits in prop::collection::vec((edit(), any::<bool>(), 0..8_u8), 1..20),
    ) {
        let mut budget = Budget::new();
        for (edit, is_read, missed) in &edits {
            carry_out(&mut budget, edit, *missed > 0);
            if *is_read {
                let known = budget.cache.rules(&budget.conn).unwrap();
                let stored = BudgetRules::load(&budget.conn).unwrap();
                prop_assert_eq!(Budget::seen(&known), Budget::seen(&stored));
            }
        }
    }
}

#[test]
fn a_commit_without_rules_keeps_them() {
    let mut budget = Budget::new();
    let rule = Edit::Rule { id: "r1", payee: "p1", stage: "pre" };
    carry_out(&mut budget, &rule, true);
    let known = budget.cache.rules(&budget.conn).unwrap();
    carry_out(&mut budget, &Edit::Other, true);
    carry_out(&mut budget, &Edit::Merge("p2", "p2"), true);
    assert!(Arc::ptr_eq(&known, &budget.cache.rules(&budget.conn).unwrap()));
    carry_out(&mut budget, &Edit::Merge("p1", "p2"), true);
    let merged = budget.cache.rules(&budget.conn).unwrap();
    assert_eq!(merged.in_order()[0].text.conditions[0]["value"], "p2");
}
