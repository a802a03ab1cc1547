//! How the last file of an account was read, and which account a number in a file means. Both are
//! preferences that all devices share. The keys are those of other programs of the file format,
//! where they have one.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use sobre_engine::statements::{AmountMode, DayOrder, FileColumns, Table};

use crate::contract::CallError;
use crate::contract::statements::{FileReading, ReadFile, StatementFormat};
use crate::db::read;
use crate::world::World;

/// Characters of the longest number of an account that is remembered.
const NUMBER_CHARS: usize = 64;

/// The shared preferences.
pub(super) struct Saved {
    prefs: HashMap<String, String>,
}

/// The columns by their names, or by their places if they have none.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Mappings {
    date: Option<String>,
    payee: Option<String>,
    notes: Option<String>,
    amount: Option<String>,
    outflow: Option<String>,
    inflow: Option<String>,
    in_out: Option<String>,
}

impl Saved {
    pub(super) fn of(world: &World<'_>) -> Result<Self, CallError> {
        let all = read::settings::shared(world.reader)?;
        Ok(Self { prefs: all.into_iter().collect() })
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.prefs.get(key).map(String::as_str)
    }

    fn flag(&self, key: &str, usual: bool) -> bool {
        self.text(key).map_or(usual, |text| text == "true")
    }

    /// The account that one of the numbers was imported into last.
    pub(super) fn account_of(&self, numbers: &[String]) -> Option<String> {
        numbers.iter().find_map(|number| self.text(&number_key(number))).map(str::to_owned)
    }

    /// Whether it is known if the tables of an account have a header.
    pub(super) fn has_header(&self, account: Option<&str>) -> bool {
        let key = |account| Keys::of(account, StatementFormat::Csv).has_header;
        account.is_some_and(|account| self.text(&key(account)).is_some())
    }

    /// How the last file of an account was read, but for its columns.
    pub(super) fn reading(&self, account: &str, format: StatementFormat) -> FileReading {
        let usual = FileReading::default();
        let keys = Keys::of(account, format);
        let count = |key: &str| self.text(key).and_then(|text| text.parse().ok()).unwrap_or(0);
        let is_table = format == StatementFormat::Csv;
        let delimiter = || self.text(&keys.delimiter).filter(|text| !text.is_empty());
        let order = self.text(&keys.day_order);
        FileReading {
            delimiter: delimiter().filter(|_| is_table).map(str::to_owned),
            has_header_row: self.flag(&keys.has_header, usual.has_header_row),
            skip_start_lines: count(&keys.skip_start),
            skip_end_lines: count(&keys.skip_end),
            columns: None,
            day_order: order.and_then(|text| serde_json::from_value(text.into()).ok()),
            flip_amount: self.flag(&keys.flip, usual.flip_amount),
            multiplier: self.text(&keys.multiplier).filter(|it| !it.is_empty()).map(str::to_owned),
            import_notes: self.flag(&keys.notes, usual.import_notes),
            swap_payee_and_memo: self.flag(&keys.swap, usual.swap_payee_and_memo),
            fallback_missing_payee_to_memo: self
                .flag(&keys.fallback, usual.fallback_missing_payee_to_memo),
        }
    }

    /// Whether a table lacks columns of the last table of an account.
    pub(super) fn is_other_table(&self, account: Option<&str>, table: &Table) -> bool {
        account.is_some_and(|account| {
            let keys = Keys::of(account, StatementFormat::Csv);
            self.text(&keys.mappings).is_some() && self.columns(account, table).is_none()
        })
    }

    /// The columns of the last table of an account, if this one has them all.
    pub(super) fn columns(&self, account: &str, table: &Table) -> Option<FileColumns> {
        let keys = Keys::of(account, StatementFormat::Csv);
        let saved: Mappings = serde_json::from_str(self.text(&keys.mappings)?).ok()?;
        let place = |name: &Option<String>| match (name, &table.header) {
            (None, _) => Some(None),
            (Some(name), Some(names)) => place_of(name, names).map(Some),
            (Some(name), None) => name.parse().ok().map(Some),
        };
        let has_two = saved.outflow.is_some() || saved.inflow.is_some();
        let mode = match &saved.in_out {
            Some(_) if self.flag(&keys.is_marked, false) => AmountMode::Marked,
            _ if has_two => AmountMode::OutAndIn,
            _ => AmountMode::Signed,
        };
        Some(FileColumns {
            date: place(&saved.date)?,
            payee: place(&saved.payee)?,
            notes: place(&saved.notes)?,
            mode,
            amount: place(&saved.amount)?,
            outflow: place(&saved.outflow)?,
            inflow: place(&saved.inflow)?,
            mark: place(&saved.in_out)?,
            outflow_mark: self.text(&keys.mark).unwrap_or_default().to_owned(),
        })
    }

    /// The preferences that keep a reading, and the numbers of the file.
    pub(super) fn prefs(
        &self,
        account: &str,
        file: &ReadFile,
        reading: &FileReading,
    ) -> BTreeMap<String, String> {
        let Some(format) = file.format else { return BTreeMap::new() };
        let keys = Keys::of(account, format);
        let mut prefs = BTreeMap::new();
        let numbers = file.accounts.iter().filter(|it| it.chars().count() <= NUMBER_CHARS);
        // A file of several accounts says nothing about one of them.
        if file.accounts.len() == 1 {
            prefs.extend(numbers.map(|number| (number_key(number), account.to_owned())));
        }
        let order = reading.day_order.and_then(name_of);
        prefs.extend(order.map(|order| (keys.day_order, order)));
        prefs.insert(keys.flip, reading.flip_amount.to_string());
        prefs.insert(keys.notes, reading.import_notes.to_string());
        prefs.insert(keys.multiplier, reading.multiplier.clone().unwrap_or_default());
        match &reading.columns {
            Some(columns) => {
                let mappings = names_of(columns, &file.columns, reading.has_header_row);
                prefs.extend(serde_json::to_string(&mappings).map(|it| (keys.mappings, it)));
                prefs.insert(keys.delimiter, reading.delimiter.clone().unwrap_or_default());
                prefs.insert(keys.has_header, reading.has_header_row.to_string());
                prefs.insert(keys.skip_start, reading.skip_start_lines.to_string());
                prefs.insert(keys.skip_end, reading.skip_end_lines.to_string());
                let is_marked = columns.mode == AmountMode::Marked;
                prefs.insert(keys.is_marked, is_marked.to_string());
                prefs.insert(keys.mark, columns.outflow_mark.clone());
            }
            None => {
                prefs.insert(keys.swap, reading.swap_payee_and_memo.to_string());
                let falls_back = reading.fallback_missing_payee_to_memo;
                prefs.insert(keys.fallback, falls_back.to_string());
            }
        }
        prefs.retain(|key, value| self.text(key) != Some(value));
        prefs
    }
}

/// The place of a column by its name, or as [`names_of`] writes the place of one whose name several
/// columns have.
fn place_of(name: &str, names: &[String]) -> Option<usize> {
    let named = names.iter().rposition(|it| it == name);
    named.or_else(|| name.parse().ok().filter(|place| *place < names.len()))
}

/// The columns by their names; without a header, or of columns with the same name, by their places.
fn names_of(columns: &FileColumns, names: &[String], has_header: bool) -> Mappings {
    let name = |place: Option<usize>| {
        let place = place?;
        if !has_header {
            return Some(place.to_string());
        }
        let name = names.get(place)?;
        let is_only = names.iter().filter(|it| *it == name).count() == 1;
        Some(if is_only { name.clone() } else { place.to_string() })
    };
    let is = |mode: AmountMode| columns.mode == mode;
    Mappings {
        date: name(columns.date),
        payee: name(columns.payee),
        notes: name(columns.notes),
        amount: name(columns.amount).filter(|_| !is(AmountMode::OutAndIn)),
        outflow: name(columns.outflow).filter(|_| is(AmountMode::OutAndIn)),
        inflow: name(columns.inflow).filter(|_| is(AmountMode::OutAndIn)),
        in_out: name(columns.mark).filter(|_| is(AmountMode::Marked)),
    }
}

fn name_of(order: DayOrder) -> Option<String> {
    serde_json::to_value(order).ok()?.as_str().map(str::to_owned)
}

fn number_key(number: &str) -> String {
    format!("import-account-{number}")
}

/// The keys of an account's preferences.
struct Keys {
    mappings: String,
    delimiter: String,
    has_header: String,
    skip_start: String,
    skip_end: String,
    is_marked: String,
    mark: String,
    day_order: String,
    flip: String,
    notes: String,
    multiplier: String,
    swap: String,
    fallback: String,
}

impl Keys {
    fn of(account: &str, format: StatementFormat) -> Self {
        let key = |name: &str| format!("{name}-{account}");
        let ending = match format {
            StatementFormat::Csv => "csv",
            StatementFormat::Qif => "qif",
            StatementFormat::Ofx => "ofx",
            StatementFormat::Camt => "xml",
        };
        let of_format = |name: &str| format!("{name}-{account}-{ending}");
        Self {
            mappings: key("csv-mappings"),
            delimiter: key("csv-delimiter"),
            has_header: key("csv-has-header"),
            skip_start: key("csv-skip-start-lines"),
            skip_end: key("csv-skip-end-lines"),
            is_marked: key("csv-in-out-mode"),
            mark: key("csv-out-value"),
            day_order: of_format("parse-date"),
            flip: of_format("flip-amount"),
            notes: of_format("import-notes"),
            multiplier: of_format("import-multiplier"),
            swap: of_format("import-swap-payee-memo"),
            fallback: key("ofx-fallback-missing-payee"),
        }
    }
}
