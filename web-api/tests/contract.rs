//! The generated documents match the tables, and the tables keep the names that callers use.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

use std::fs;
use std::path::Path;

use sobre_actors::contract::calls::NAMES;
use web_api::contract_gen::generate;

#[test]
fn generated_files_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for file in generate() {
        let path = root.join(file.path);
        if std::env::var_os("UPDATE_CONTRACT").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &file.text).unwrap();
        }
        let on_disk = fs::read_to_string(&path).unwrap_or_default();
        assert!(on_disk == file.text, "{} is stale; run: npm run gen", file.path);
    }
}

#[test]
fn no_call_is_declared_twice() {
    let mut names = NAMES.to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), NAMES.len());
}

#[test]
fn calls_keep_the_names_that_callers_use() {
    let expected = [
        "get-budgets",
        "create-budget",
        "create-demo-budget",
        "load-budget",
        "close-budget",
        "delete-budget",
        "import-budget",
        "export-budget",
        "upload-file-web",
        "load-prefs",
        "save-prefs",
        "load-global-prefs",
        "save-global-prefs",
        "get-budget-bounds",
        "rollover-budget-month",
        "report-budget-month",
        "budget-set-type",
        "getCell",
        "getCellNamesInSheet",
        "create-query",
        "query",
        "get-categories",
        "category-create",
        "category-update",
        "category-move",
        "category-delete",
        "category-group-create",
        "category-group-update",
        "category-group-move",
        "category-group-delete",
        "must-category-transfer",
        "notes-save",
        "budget/budget-amount",
        "budget/set-carryover",
        "reset-budget-cache",
        "undo",
        "redo",
        "explain-cell",
    ];
    for name in expected {
        assert!(NAMES.contains(&name), "{name} is missing");
    }
}
