//! The transactions that count in reports, packed in columns by month and kept by difference.
//!
//! A row is here if it is alive, has a day and an account, is not a split parent, and, as a split
//! child, has a living parent. Its category and payee are those after merging, even if they were
//! deleted since: the facts decide what still exists, so deleting an account or
//! putting it off budget changes no row.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::dates::{Day, Month};
use crate::ids::{AccountId, CategoryId, PayeeId};

/// The other data of a row, beside its amount and references.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowFlags(u8);

impl RowFlags {
    /// Cleared.
    pub const CLEARED: Self = Self(1);
    /// Reconciled.
    pub const RECONCILED: Self = Self(2);
    /// A starting balance.
    pub const STARTING: Self = Self(4);
    /// Its transfer field names another row.
    pub const LINKED: Self = Self(8);

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These flags if a condition holds, else none.
    #[must_use]
    pub const fn when(self, condition: bool) -> Self {
        if condition { self } else { Self(0) }
    }

    /// Whether all of `other` are set.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The number of a row in its file. It stays the same as long as the store lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey(pub u32);

/// A transaction that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its number.
    pub key: RowKey,
    /// Its day.
    pub day: Day,
    /// Its account.
    pub account: AccountId,
    /// The category after merging. None without one, or if the stored one has no mapping.
    pub category: Option<CategoryId>,
    /// The payee after merging, likewise.
    pub payee: Option<PayeeId>,
    /// Cents; an absent amount is 0.
    pub amount: i64,
    /// Notes.
    pub notes: Option<Arc<str>>,
    /// The payee's name as a bank wrote it.
    pub imported_payee: Option<Arc<str>>,
    /// The schedule that it, or the split it is part of, is linked to.
    pub schedule: Option<Arc<str>>,
    /// Place within the day: higher ones stand further up in the register.
    pub order: f64,
    /// Flags.
    pub flags: RowFlags,
}

/// Stands for an absent reference.
pub(super) const NONE: u32 = u32::MAX;

/// The part of a row that every pass reads: 32 bytes. References are numbers of the store's lists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Packed {
    pub(super) amount: i64,
    pub(super) account: u32,
    pub(super) category: u32,
    pub(super) payee: u32,
    pub(super) notes: u32,
    pub(super) imported_payee: u32,
    /// Day of the month, from 1.
    pub(super) day: u8,
    pub(super) flags: RowFlags,
}

/// The part of a row that only lists, ages and forecasts read: 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Label {
    pub(super) key: RowKey,
    pub(super) schedule: u32,
    pub(super) order: f64,
}

/// The rows of one month by (day, key).
#[derive(Debug, Default)]
pub(super) struct MonthRows {
    pub(super) packed: Vec<Packed>,
    pub(super) labels: Vec<Label>,
}

impl MonthRows {
    /// The place of a row, or where it would stand.
    fn find(&self, day: u8, key: RowKey) -> Result<usize, usize> {
        let from = self.packed.partition_point(|row| row.day < day);
        let length = self.packed[from..].partition_point(|row| row.day == day);
        let found = self.labels[from..from + length].binary_search_by_key(&key, |label| label.key);
        found.map(|at| from + at).map_err(|at| from + at)
    }
}

/// Texts that rows refer to by number. Numbers are never reused.
#[derive(Debug, Default)]
pub(super) struct Interned {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Interned {
    fn number(&mut self, text: Option<&str>) -> u32 {
        let Some(text) = text else { return NONE };
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let text: Arc<str> = text.into();
        let number = u32::try_from(self.texts.len()).unwrap_or(NONE);
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    /// The text of a number.
    pub(super) fn text(&self, number: u32) -> Option<&Arc<str>> {
        self.texts.get(usize::try_from(number).ok()?)
    }

    /// All texts, in the order of their numbers.
    pub(super) fn texts(&self) -> &[Arc<str>] {
        &self.texts
    }
}

/// All rows that count.
#[derive(Debug, Default)]
pub struct Rows {
    months: BTreeMap<Month, MonthRows>,
    /// Where each row stands.
    days: HashMap<RowKey, Day>,
    pub(super) accounts: Interned,
    pub(super) categories: Interned,
    pub(super) payees: Interned,
    pub(super) notes: Interned,
    pub(super) imported_payees: Interned,
    pub(super) schedules: Interned,
}

impl Rows {
    /// Builds the store from rows in any order, each key once.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = Row>) -> Self {
        let mut store = Self::default();
        for row in rows {
            let (packed, label) = store.pack(&row);
            store.days.insert(row.key, row.day);
            let month = store.months.entry(row.day.month()).or_default();
            month.packed.push(packed);
            month.labels.push(label);
        }
        for month in store.months.values_mut() {
            let labels = std::mem::take(&mut month.labels);
            let packed = std::mem::take(&mut month.packed);
            let mut both: Vec<_> = packed.into_iter().zip(labels).collect();
            both.sort_by_key(|(packed, label)| (packed.day, label.key));
            (month.packed, month.labels) = both.into_iter().unzip();
        }
        store
    }

    /// Takes a row out, if it is there. Costs work in proportion to the rows of its month.
    pub fn remove(&mut self, key: RowKey) {
        let Some(day) = self.days.remove(&key) else { return };
        let Some(month) = self.months.get_mut(&day.month()) else { return };
        if let Ok(at) = month.find(day_of_month(day), key) {
            month.packed.remove(at);
            month.labels.remove(at);
        }
        if month.packed.is_empty() {
            self.months.remove(&day.month());
        }
    }

    /// Puts a row in, in place of the one with its key. Costs work in proportion to the rows of the
    /// months concerned.
    pub fn put(&mut self, row: &Row) {
        self.remove(row.key);
        let (packed, label) = self.pack(row);
        let month = self.months.entry(row.day.month()).or_default();
        let at = month.find(packed.day, row.key).unwrap_or_else(|at| at);
        month.packed.insert(at, packed);
        month.labels.insert(at, label);
        self.days.insert(row.key, row.day);
    }

    fn pack(&mut self, row: &Row) -> (Packed, Label) {
        let packed = Packed {
            amount: row.amount,
            account: self.accounts.number(Some(row.account.as_str())),
            category: self.categories.number(row.category.as_ref().map(CategoryId::as_str)),
            payee: self.payees.number(row.payee.as_ref().map(PayeeId::as_str)),
            notes: self.notes.number(row.notes.as_deref()),
            imported_payee: self.imported_payees.number(row.imported_payee.as_deref()),
            day: day_of_month(row.day),
            flags: row.flags,
        };
        let schedule = self.schedules.number(row.schedule.as_deref());
        (packed, Label { key: row.key, schedule, order: row.order })
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.days.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.months.is_empty()
    }

    /// The months that have rows within a range, with their rows.
    pub(super) fn months(
        &self,
        range: RangeInclusive<Month>,
    ) -> impl Iterator<Item = (Month, &MonthRows)> {
        let range = (range.start() <= range.end()).then_some(range);
        let months = range.map(|range| self.months.range(range));
        months.into_iter().flatten().map(|(month, rows)| (*month, rows))
    }

    /// First and last month that have rows.
    pub(super) fn month_bounds(&self) -> Option<(Month, Month)> {
        let (first, _) = self.months.first_key_value()?;
        let (last, _) = self.months.last_key_value()?;
        Some((*first, *last))
    }

    /// Every row by (day, key), as it was put in.
    pub fn iter(&self) -> impl Iterator<Item = Row> + '_ {
        self.months.iter().flat_map(move |(month, rows)| {
            let both = rows.packed.iter().zip(&rows.labels);
            both.map(move |(packed, label)| self.unpack(*month, packed, *label))
        })
    }

    fn unpack(&self, month: Month, packed: &Packed, label: Label) -> Row {
        Row {
            key: label.key,
            day: day_in(month, packed.day),
            account: self.accounts.text(packed.account).map_or("".into(), |id| (&**id).into()),
            category: self.categories.text(packed.category).map(|id| (&**id).into()),
            payee: self.payees.text(packed.payee).map(|id| (&**id).into()),
            amount: packed.amount,
            notes: self.notes.text(packed.notes).cloned(),
            imported_payee: self.imported_payees.text(packed.imported_payee).cloned(),
            schedule: self.schedules.text(label.schedule).cloned(),
            order: label.order,
            flags: packed.flags,
        }
    }
}

/// The number of a day within its month, from 1.
pub(super) fn day_of_month(day: Day) -> u8 {
    u8::try_from(day.yyyymmdd() % 100).unwrap_or(1)
}

/// The day with a number in a month; of a shorter month its last day.
pub(super) fn day_in(month: Month, number: u8) -> Day {
    Day::from_yyyymmdd(month.yyyymm() * 100 + i64::from(number)).unwrap_or_else(|| month.last_day())
}
