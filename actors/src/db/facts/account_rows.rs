//! Sums over the rows of one account, read along its index: latest first, of all categories mixed.

use std::collections::HashMap;

use sobre_engine::dates::Month;
use sobre_engine::money::Total;

use super::dimensions::Dimensions;
use super::months::{MonthRows, RowSum};
use super::sums::{CountedRow, Sums};

/// Rows of one account, by stored category.
#[derive(Default)]
pub(super) struct AccountRows {
    pub(super) account: String,
    /// The place of each category among the kinds; the first place is that of rows without one.
    places: HashMap<String, usize>,
    /// Normal rows and split parents of each category.
    kinds: Vec<[CategoryRows; 2]>,
}

/// Rows of one account and stored category, either split parents or not.
#[derive(Default)]
pub(super) struct CategoryRows {
    amount: Total,
    cleared: Total,
    /// Descending.
    months: Vec<MonthRows>,
}

impl AccountRows {
    pub(super) fn of(account: &str) -> Self {
        Self {
            account: account.to_owned(),
            places: HashMap::new(),
            kinds: vec![<[CategoryRows; 2]>::default()],
        }
    }

    /// Its rows of a stored category, either split parents or not.
    pub(super) fn of_category(
        &mut self,
        category: Option<&str>,
        parent: bool,
    ) -> &mut CategoryRows {
        let place = category.map_or(0, |id| match self.places.get(id) {
            Some(place) => *place,
            None => {
                self.kinds.push(Default::default());
                self.places.insert(id.to_owned(), self.kinds.len() - 1);
                self.kinds.len() - 1
            }
        });
        &mut self.kinds[place][usize::from(parent)]
    }

    /// Adds them all to the sums, and to `unlisted` the categories of normal rows that are deleted
    /// or map to nothing.
    pub(super) fn add_to(
        mut self,
        sums: &mut Sums,
        dimensions: &Dimensions,
        unlisted: &mut Vec<String>,
    ) {
        let places = std::mem::take(&mut self.places);
        let categories = places.iter().map(|(id, place)| (Some(id.as_str()), *place));
        for (category, place) in categories.chain([(None, 0)]) {
            let [normal, parents] = std::mem::take(&mut self.kinds[place]);
            if !normal.months.is_empty() {
                add_unlisted(unlisted, category, dimensions);
            }
            normal.add_to(&self.counted(category, false), sums, dimensions);
            parents.add_to(&self.counted(category, true), sums, dimensions);
        }
    }

    fn counted<'r>(&'r self, category: Option<&'r str>, parent: bool) -> CountedRow<'r> {
        CountedRow {
            account: &self.account,
            month: None,
            stored_month: 0,
            amount: 0,
            cleared: 0,
            rows: 0,
            parent,
            child: false,
            category,
            payee: None,
        }
    }
}

impl CategoryRows {
    /// Adds a row; its month is the same as that of the row before or an earlier one.
    pub(super) fn add(&mut self, date: i64, cleared: bool, amount: i64, parent: bool) {
        let amount = Total::from(amount);
        self.amount += amount;
        if cleared {
            self.cleared += amount;
        }
        let (month, part) = (date / 100, RowSum { rows: 1, amount });
        let parents = if parent { part } else { RowSum::default() };
        match self.months.last_mut() {
            Some(last) if last.month == month => {
                last.own.add(part);
                last.parents.add(parents);
            }
            _ => self.months.push(MonthRows { month, own: part, parents, ..MonthRows::default() }),
        }
    }

    fn add_to(mut self, of: &CountedRow<'_>, sums: &mut Sums, dimensions: &Dimensions) {
        if self.months.is_empty() {
            return;
        }
        let counted = CountedRow { amount: self.amount, cleared: self.cleared, ..*of };
        sums.add(1, &counted, dimensions);
        self.months.reverse();
        sums.counts.add(of.account, of.category.filter(|_| !of.parent), &self.months);
        let Some(category) = counted.effective(dimensions) else { return };
        let spent = sums.months_of(&category.id);
        for MonthRows { month, own: RowSum { amount, .. }, .. } in self.months {
            if let Some(month) = Month::from_yyyymm(month) {
                let sum = spent.entry(month).or_default();
                *sum += amount;
            }
        }
    }
}

fn add_unlisted(unlisted: &mut Vec<String>, category: Option<&str>, dimensions: &Dimensions) {
    let Some(category) = category else { return };
    let is_live = dimensions.categories.get(category).is_some_and(|it| it.live);
    if !is_live && !unlisted.iter().any(|it| it == category) {
        unlisted.push(category.to_owned());
    }
}
