//! Finds YNAB4 budgets in that program's usual places.

use std::fs;
use std::path::{Path, PathBuf};

use super::ynab4_zip::budget_name;

/// Below the user's home folder.
const PLACES: &[&str] = &["Documents/YNAB", "Dropbox/YNAB", "Dropbox", "Documents"];

/// Most budgets to list.
const MOST: usize = 50;

/// A YNAB4 budget that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundYnab4 {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
}

/// The budgets below the user's home folder, by name. Missing places are skipped.
#[must_use]
pub fn find_ynab4(home: Option<&Path>) -> Vec<FoundYnab4> {
    let mut found = Vec::new();
    for place in home.into_iter().flat_map(|home| PLACES.iter().map(|place| home.join(place))) {
        let entries = fs::read_dir(place).into_iter().flatten().flatten();
        found.extend(entries.filter_map(|entry| budget_at(&entry.path())));
    }
    found.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    found.truncate(MOST);
    found
}

fn budget_at(path: &Path) -> Option<FoundYnab4> {
    let name = path.file_name()?.to_str()?;
    let is_budget = name.ends_with(".ynab4") && path.join("Budget.ymeta").is_file();
    is_budget.then(|| FoundYnab4 { name: budget_name(name).to_owned(), path: path.to_owned() })
}
