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

/// Every call by its name, and each alias: other programs and scripts rely on them.
const KNOWN: &str = "
    get-budgets create-budget create-demo-budget load-budget resume-budget close-budget
    delete-budget import-budget get-ynab4-files export-budget upload-file-web get-remote-files
    get-user-file-info upload-budget download-budget unregister get-server-url set-server-url
    get-server-version subscribe-needs-bootstrap subscribe-get-login-methods subscribe-get-user
    subscribe-bootstrap subscribe-sign-in subscribe-sign-out subscribe-change-password
    subscribe-set-token subscribe-get-sessions subscribe-revoke-session
    subscribe-sign-out-others get-uploads restore-upload sync sync-reset sync-repair key-make
    key-test app-focused backup-make backups-get backup-load load-prefs save-prefs
    preferences/save load-global-prefs save-global-prefs set-tutorial-seen
    get-upgrade-notifications seen-upgrade-notification get-last-opened-backup get-budget-bounds
    rollover-budget-month envelope-budget-month report-budget-month tracking-budget-month
    get-budget-cells budget-set-type budget/budget-amount budget/set-amounts budget/set-carryover
    budget/copy-previous-month budget/copy-single-month budget/copy-until-year-end budget/set-zero
    budget/set-3month-avg budget/set-6month-avg budget/set-12month-avg budget/set-n-month-avg
    budget/set-all-future budget/reset-income-carryover budget/hold-for-next-month
    budget/reset-hold budget/cover-overspending budget/cover-all-overspending
    budget/cover-overbudgeted budget/transfer-available budget/transfer-category budget/apply-goal-template
    budget/overwrite-goal-template budget/apply-single-template budget/apply-multiple-templates
    budget/cleanup-goal-template budget/store-note-templates budget/check-templates
    budget/render-note-templates budget/explain-templates getCell get-cell
    getCellNamesInSheet create-query explain-cell explain-changes reset-budget-cache query
    make-filters-from-conditions transactions-export-query accounts-get account-create
    account-update account-properties account-close account-reopen account-unlink account-move
    get-categories category-create category-update category-move category-delete
    category-group-create category-group-update category-group-move category-group-delete
    must-category-transfer notes-get notes-save transactions-batch-update transactions-merge
    tools/fix-split-transactions tools/check-split-transactions get-earliest-transaction
    get-latest-transaction payees-get payee-create payees-batch-change payees-merge
    payees-check-orphaned payees-get-rules payees-get-rule-counts rules-get rule-get rule-add
    rule-update rule-delete-all rule-validate rules-find-conflicts explain-category rule-dry-run
    rule-apply-actions rule-add-payee-rename rules-run
    schedules-get schedule/get schedule/create schedule/create-many schedule/update
    schedule/delete schedule/delete-many schedule/skip-next-date schedule/post-transaction schedule/link-transactions
    schedule/get-upcoming-dates schedule/discover schedule/force-run-service
    schedule/last-run
    schedule/get-previews schedule/get-bills schedule/get-lowest-balances
    transactions-parse-file transactions-read-file transactions-import
    transactions-import-file
    filter-create filter-update filter-delete
    dashboards-get dashboard-create dashboard-rename dashboard-delete dashboard-reset
    dashboard-update dashboard-update-widget dashboard-add-widget dashboard-remove-widget
    dashboard-copy-widget dashboard-export dashboard-import
    create-web-token poll-web-token poll-web-token-stop make-plaid-public-token accounts-link
    accounts-connect accounts-sync banks
    bank/link-back bank/linked-accounts bank/providers bank/configure bank/reset
    bank/institutions bank/accounts bank/settings-get bank/settings-save bank/example bank/report
    bank/schedule-get bank/schedule-save
    report/figures report/recipe report/compare report/csv report/csv-files forecast/generate
    report/get report/create report/update report/delete
    undo redo
";

#[test]
fn calls_keep_the_names_that_callers_use_and_none_is_invented() {
    let known: Vec<&str> = KNOWN.split_whitespace().collect();
    let gone: Vec<_> = known.iter().filter(|name| !NAMES.contains(name)).collect();
    let new: Vec<_> = NAMES.iter().filter(|name| !known.contains(name)).collect();
    assert!(gone.is_empty(), "gone: {gone:?}");
    assert!(new.is_empty(), "not in the list of this test: {new:?}");
    assert_eq!(known.len(), NAMES.len());
}
