//! Reads an nYNAB export as an outline. Amounts are thousandths; deleted items are skipped.

mod model;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value as Json;
use sobre_engine::dates::Day;
use sobre_engine::money::Amount;
use sobre_engine::recurrence::Recurrence;

use self::model::{Budget, Row, Scheduled, Subrow};
use super::super::error::FileError;
use super::flags::Flags;
use super::outline::{
    Account, BudgetedAmount, Category, Child, Counterparty, Entry, Envelope, Group, Outline, Payee,
    Schedule, day, words, wrong,
};
use super::schedules;
use super::ynab4_zip::plain;

/// Their internal groups, in lower case.
const OWN_GROUPS: &[&str] =
    &["internal master category", "credit card payments", "hidden categories", "income"];
const INTERNAL: &str = "internal master category";
const INCOME: &[&str] = &["To be Budgeted", "Inflow: Ready to Assign"];
const STARTING: &str = "Starting Balance";

/// Reads the JSON text of a budget.
pub(super) fn outline(text: &[u8], today: Day) -> Result<Outline, FileError> {
    let json: Json = serde_json::from_slice(plain(text)).map_err(|_| FileError::NotJson)?;
    let json = unwrapped(json);
    let name = ["budget_name", "name"].into_iter().find_map(|key| json.get(key)?.as_str());
    let name = words(name).ok_or(FileError::NotYnab5)?;
    let budget: Budget = serde_json::from_value(json).map_err(|error| wrong(error.to_string()))?;
    let mut names = Names::new(&budget);
    let groups = names.groups(&budget);
    let known = Lookup::new(&budget, &names);
    Ok(Outline {
        name,
        accounts: known.accounts(&budget),
        groups,
        payees: known.payees(&budget),
        entries: known.entries(&budget)?,
        budgeted: known.budgeted(&budget)?,
        schedules: known.schedules(&budget, today)?,
        tags: known.flags.tags(),
    })
}

/// The budget object without its wrappers.
fn unwrapped(mut json: Json) -> Json {
    for key in ["data", "budget", "plan"] {
        if json.get(key).is_some_and(Json::is_object) {
            json = json[key].take();
        }
    }
    json
}

/// Thousandths to the nearest cent, halves upwards.
fn amount(thousandths: i64) -> Result<Amount, FileError> {
    let cents = thousandths.checked_add(5).map(|sum| sum.div_euclid(10));
    let amount = cents.and_then(|cents| Amount::from_cents(cents).ok());
    amount.ok_or_else(|| wrong("an amount is too large"))
}

/// Categories and groups by their original ids.
struct Names {
    envelopes: HashMap<String, Envelope>,
}

impl Names {
    fn new(budget: &Budget) -> Self {
        let internal: HashSet<_> = budget
            .category_groups
            .iter()
            .filter(|group| group.name.to_lowercase() == INTERNAL)
            .map(|group| &group.id)
            .collect();
        let is_income = |category: &&model::Category| {
            internal.contains(&category.category_group_id)
                && INCOME.contains(&category.name.as_str())
        };
        let income = budget.categories.iter().filter(is_income);
        Self { envelopes: income.map(|it| (it.id.clone(), Envelope::Income)).collect() }
    }

    fn groups(&mut self, budget: &Budget) -> Vec<Group> {
        let mut taken = HashSet::from(["income".to_owned()]);
        let mut groups = Vec::new();
        for group in budget.category_groups.iter().filter(|group| !group.deleted) {
            if OWN_GROUPS.contains(&group.name.to_lowercase().as_str()) {
                continue;
            }
            let categories = self.categories(budget, &group.id);
            groups.push(Group {
                name: free(&shown(&group.name, group.hidden), &mut taken),
                hidden: group.hidden,
                note: words(group.note.as_deref()),
                categories,
            });
        }
        groups
    }

    fn categories(&mut self, budget: &Budget, group: &str) -> Vec<Category> {
        let mut taken = HashSet::new();
        let of_group = budget
            .categories
            .iter()
            .filter(|category| !category.deleted && category.category_group_id == group);
        let mut categories = Vec::new();
        for category in of_group {
            let key = category.id.clone();
            self.envelopes.insert(key.clone(), Envelope::Category(key.clone()));
            categories.push(Category {
                key,
                name: free(&shown(&category.name, category.hidden), &mut taken),
                hidden: category.hidden,
                note: words(category.note.as_deref()),
            });
        }
        categories
    }
}

fn shown(name: &str, hidden: bool) -> String {
    if hidden { format!("{name} (hidden)") } else { name.to_owned() }
}

/// A free name: "Fun", "Fun (1)", "Fun (2)" …
fn free(name: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (1_u64..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let found = names.find(|name| taken.insert(name.to_lowercase()));
    found.unwrap_or_else(|| name.to_owned())
}

struct Lookup<'b> {
    envelopes: &'b HashMap<String, Envelope>,
    payees: HashMap<&'b str, &'b str>,
    off_budget: HashSet<&'b str>,
    subrows: HashMap<&'b str, Vec<&'b Subrow>>,
    scheduled_subrows: HashMap<&'b str, Vec<&'b Subrow>>,
    flags: Flags,
}

impl<'b> Lookup<'b> {
    fn new(budget: &'b Budget, names: &'b Names) -> Self {
        let ordinary = budget.payees.iter().filter(|it| !it.deleted && !it.is_transfer());
        let off_budget = budget.accounts.iter().filter(|account| !account.on_budget);
        let rows = budget.transactions.iter().filter(|row| !row.deleted);
        let scheduled = budget.scheduled_transactions.iter().filter(|it| !it.deleted);
        let flags = rows.map(Row::flag).chain(scheduled.map(Scheduled::flag));
        Self {
            envelopes: &names.envelopes,
            payees: ordinary.map(|payee| (payee.id.as_str(), payee.name.as_str())).collect(),
            off_budget: off_budget.map(|account| account.id.as_str()).collect(),
            subrows: grouped(&budget.subtransactions),
            scheduled_subrows: grouped(&budget.scheduled_subtransactions),
            flags: Flags::of(flags),
        }
    }

    fn accounts(&self, budget: &Budget) -> Vec<Account> {
        let ours = |account: &model::Account| Account {
            key: account.id.clone(),
            name: account.name.clone(),
            off_budget: self.off_budget.contains(account.id.as_str()),
            closed: account.closed,
        };
        budget.accounts.iter().filter(|account| !account.deleted).map(ours).collect()
    }

    fn payees(&self, budget: &Budget) -> Vec<Payee> {
        let known = budget.payees.iter().filter(|it| self.payees.contains_key(it.id.as_str()));
        let alive = known.filter(|payee| !payee.deleted);
        alive.map(|payee| Payee { key: payee.id.clone(), name: payee.name.clone() }).collect()
    }

    fn entries(&self, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        let rows = budget.transactions.iter().filter(|row| !row.deleted);
        let mut entries = rows.map(|row| self.entry(row)).collect::<Result<Vec<_>, _>>()?;
        pair_split_transfers(&mut entries);
        Ok(entries)
    }

    fn entry(&self, row: &Row) -> Result<Entry, FileError> {
        let amount = amount(row.amount)?;
        let mut counterparty =
            self.counterparty(row.payee_id.as_deref(), row.transfer_account_id.as_deref());
        let imported_payee = self.payee_name(&counterparty);
        let mut envelope = self.envelope(row.category_id.as_deref(), &row.account_id);
        let is_start = imported_payee.as_deref() == Some(STARTING);
        if is_start && envelope == Envelope::Income {
            (counterparty, envelope) = (Counterparty::Nobody, Envelope::StartingBalance);
        }
        let children =
            self.children(self.subrows.get(row.id.as_str()), &counterparty, &row.account_id)?;
        if !children.is_empty() {
            envelope = Envelope::None;
        }
        let cleared = row.cleared.as_deref();
        Ok(Entry {
            key: row.id.clone(),
            account: row.account_id.clone(),
            day: day(&row.date)?,
            amount,
            counterparty,
            envelope,
            notes: self.flags.notes(row.memo.as_deref(), row.flag()),
            cleared: matches!(cleared, Some("cleared" | "reconciled")),
            reconciled: cleared == Some("reconciled"),
            imported_id: words(row.import_id.as_deref()),
            imported_payee,
            other_side: row.transfer_transaction_id.clone(),
            children,
        })
    }

    /// The children of a split; those without a payee get the payee of the whole.
    fn children(
        &self,
        subrows: Option<&Vec<&Subrow>>,
        whole: &Counterparty,
        account: &str,
    ) -> Result<Vec<Child>, FileError> {
        let child = |row: &&Subrow| {
            let own =
                self.counterparty(row.payee_id.as_deref(), row.transfer_account_id.as_deref());
            let imported_payee = self.payee_name(&own);
            Ok(Child {
                key: row.id.clone(),
                amount: amount(row.amount)?,
                counterparty: if own == Counterparty::Nobody { whole.clone() } else { own },
                envelope: self.envelope(row.category_id.as_deref(), account),
                notes: words(row.memo.as_deref()),
                imported_payee,
                other_side: None,
            })
        };
        subrows.into_iter().flatten().map(child).collect()
    }

    fn counterparty(&self, payee: Option<&str>, transfer: Option<&str>) -> Counterparty {
        match (transfer, payee.filter(|payee| self.payees.contains_key(payee))) {
            (Some(account), _) => Counterparty::Account(account.to_owned()),
            (None, Some(payee)) => Counterparty::Payee(payee.to_owned()),
            (None, None) => Counterparty::Nobody,
        }
    }

    fn payee_name(&self, counterparty: &Counterparty) -> Option<String> {
        match counterparty {
            Counterparty::Payee(key) => {
                self.payees.get(key.as_str()).map(|name| (*name).to_owned())
            }
            Counterparty::Account(_) | Counterparty::Nobody => None,
        }
    }

    fn envelope(&self, category: Option<&str>, account: &str) -> Envelope {
        if self.off_budget.contains(account) {
            return Envelope::None;
        }
        category.and_then(|key| self.envelopes.get(key)).cloned().unwrap_or_default()
    }

    fn budgeted(&self, budget: &Budget) -> Result<Vec<BudgetedAmount>, FileError> {
        let mut budgeted = Vec::new();
        for months in budget.months.iter().filter(|month| !month.deleted) {
            let month = day(&months.month)?.month();
            for category in &months.categories {
                let amount = amount(category.budgeted)?;
                let envelope = self.envelopes.get(&category.id);
                if let Some(Envelope::Category(key)) = envelope.filter(|_| amount != Amount::ZERO) {
                    let category = key.clone();
                    budgeted.push(BudgetedAmount { month, category, amount, carryover: false });
                }
            }
        }
        Ok(budgeted)
    }

    fn schedules(&self, budget: &Budget, today: Day) -> Result<Vec<Schedule>, FileError> {
        let mut taken = HashSet::new();
        let mut schedules = Vec::new();
        for scheduled in budget.scheduled_transactions.iter().filter(|it| !it.deleted) {
            if let Some(schedule) = self.schedule(scheduled, today, &mut taken)? {
                schedules.push(schedule);
            }
        }
        Ok(schedules)
    }

    /// Skipped without a payee or with an unknown frequency.
    fn schedule(
        &self,
        theirs: &Scheduled,
        today: Day,
        taken: &mut HashSet<String>,
    ) -> Result<Option<Schedule>, FileError> {
        let counterparty =
            self.counterparty(theirs.payee_id.as_deref(), theirs.transfer_account_id.as_deref());
        let (first, next) = (day(&theirs.date_first)?, day(&theirs.date_next)?);
        let date = schedules::date(&theirs.frequency, first, next);
        let Some(date) = date.filter(|_| counterparty != Counterparty::Nobody) else {
            return Ok(None);
        };
        let recurring = Recurrence::read(&date).ok().and_then(|dates| dates.next(today));
        let subrows = self.scheduled_subrows.get(theirs.id.as_str());
        let children = self.children(subrows, &counterparty, &theirs.account_id)?;
        let name = words(theirs.memo.as_deref());
        Ok(Some(Schedule {
            name: name.map(|name| free(&name, taken)).unwrap_or_default(),
            next: recurring.unwrap_or(next),
            date,
            account: theirs.account_id.clone(),
            amount: amount(theirs.amount)?,
            notes: self.flags.notes(theirs.memo.as_deref(), theirs.flag()),
            envelope: if children.is_empty() {
                self.envelope(theirs.category_id.as_deref(), &theirs.account_id)
            } else {
                Envelope::None
            },
            counterparty,
            children,
        }))
    }
}

fn grouped(subrows: &[Subrow]) -> HashMap<&str, Vec<&Subrow>> {
    let mut grouped: HashMap<_, Vec<_>> = HashMap::new();
    for row in subrows.iter().filter(|row| !row.deleted) {
        grouped.entry(row.of()).or_default().push(row);
    }
    grouped
}

/// Day, amount, notes and id of one side of a transfer, by its two accounts.
type TransferSides = BTreeMap<(String, String), Vec<(Day, i64, Option<String>, String)>>;

/// The export does not link a transfer within a split to its other side. Rows without another side
/// are sorted for each pair of accounts and matched one by one.
fn pair_split_transfers(entries: &mut [Entry]) {
    let (mut wholes, mut children) = (TransferSides::new(), TransferSides::new());
    for entry in &*entries {
        if let (Counterparty::Account(to), None, true) =
            (&entry.counterparty, &entry.other_side, entry.children.is_empty())
        {
            let side = (entry.day, entry.amount.cents(), entry.notes.clone(), entry.key.clone());
            wholes.entry((entry.account.clone(), to.clone())).or_default().push(side);
        }
        for child in &entry.children {
            if let Counterparty::Account(to) = &child.counterparty {
                let cents = -child.amount.cents();
                let side = (entry.day, cents, child.notes.clone(), child.key.clone());
                children.entry((to.clone(), entry.account.clone())).or_default().push(side);
            }
        }
    }
    let mut pairs = HashMap::new();
    for (accounts, mut sides) in children {
        let Some(mut others) = wholes.remove(&accounts) else { continue };
        sides.sort();
        others.sort();
        pair_alike(&sides, &others, &mut pairs);
    }
    for child in entries.iter_mut().flat_map(|entry| &mut entry.children) {
        child.other_side = pairs.remove(&child.key);
    }
}

/// Matches rows of two sorted lists by day and amount, in order.
fn pair_alike(
    sides: &[(Day, i64, Option<String>, String)],
    others: &[(Day, i64, Option<String>, String)],
    pairs: &mut HashMap<String, String>,
) {
    let mut others = others.iter().peekable();
    for (day, cents, _, key) in sides {
        while others.next_if(|(at, of, ..)| (at, of) < (day, cents)).is_some() {}
        if let Some((.., other)) = others.next_if(|(at, of, ..)| (at, of) == (day, cents)) {
            pairs.insert(key.clone(), other.clone());
        }
    }
}
