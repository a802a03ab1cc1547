//! The table of calls: name, lane, request, reply and specific errors, one entry each. A control
//! marked `repeatable` changes nothing, so a client may resend it when no reply came. Names after a
//! slash are aliases used by scripts for other programs of the file format. Such scripts may also
//! pass the field in parentheses bare: as a list or text instead of an object.
//!
//! `for_each_call` passes the table to a macro: `declared` makes the implementations of `Call` and
//! the documentation from it, the router its dispatcher.

mod declared;

pub use declared::{NAMES, table};

/// Calls the given macro with the table of calls.
macro_rules! for_each_call {
    ($callback:ident) => {
        $callback! {
            "get-budgets" Control files::GetBudgets -> Vec<files::BudgetFile> | [] repeatable;
            "create-budget" Control files::CreateBudget -> files::BudgetRef
                | [NameRequired, NameTooLong];
            "create-demo-budget" Control files::CreateDemoBudget -> files::BudgetRef | [];
            "load-budget" Control files::LoadBudget -> files::OpenedBudget
                | [BudgetNotFound, OutOfSyncMigrations, OutOfSyncData] repeatable;
            "resume-budget" Control files::ResumeBudget -> files::Resumed
                | [BudgetNotFound] repeatable;
            "close-budget" Control files::CloseBudget -> () | [];
            "delete-budget" Control files::DeleteBudget -> ()
                | [BudgetNotFound, NoServer, Network, TokenExpired, FileNotFound, BetaVersion];
            "import-budget" Control files::ImportBudget -> files::BudgetRef
                | [FileNotFound, FileExists, NotZipFile, InvalidZipFile, InvalidMetaFile,
                   InvalidDbFile, ZipTooLarge, OutOfSyncMigrations, NotYnab4, NotYnab5, ParseError,
                   NotImported, UploadTooLarge];
            "get-ynab4-files" Control files::GetYnab4Files -> Vec<files::Ynab4File> | [] repeatable;
            "export-budget" Control files::ExportBudget -> files::ExportedBudget
                | [NoBudgetOpen] repeatable;
            "upload-file-web" Control files::UploadFileWeb -> files::UploadedFile
                | [UploadTooLarge];
            "get-remote-files" Control files::GetRemoteFiles -> Vec<files::RemoteBudgetFile>
                | [NoServer, Network, TokenExpired] repeatable;
            "get-user-file-info" Control files::GetUserFileInfo -> files::RemoteBudgetFile
                | [NoServer, Network, TokenExpired, FileNotFound] repeatable;
            "upload-budget" Control files::UploadBudget -> ()
                | [NoServer, Network, TokenExpired, BudgetNotFound, EncryptFailure, FileHasReset,
                   FileHasNewKey];
            "download-budget" Control files::DownloadBudget -> files::BudgetRef
                | [NoServer, Network, TokenExpired, FileNotFound, FileExists, DecryptFailure,
                   NotEncrypted, InvalidZipFile, InvalidMetaFile, InvalidDbFile, ZipTooLarge,
                   OutOfSyncMigrations];
            "unregister" Control files::Unregister -> () | [NoBudgetOpen];
            "get-server-url" Control server::GetServerUrl -> Option<String> | [] repeatable;
            "set-server-url" Control server::SetServerUrl -> () | [NetworkFailure, InvalidServer];
            "get-server-version" Control server::GetServerVersion -> server::ServerVersion
                | [NoServer, NetworkFailure, InvalidServer] repeatable;
            "subscribe-needs-bootstrap" Control server::SubscribeNeedsBootstrap
                -> server::NeedsBootstrap | [NoServer, NetworkFailure, InvalidServer] repeatable;
            "subscribe-get-login-methods" Control server::SubscribeGetLoginMethods
                -> Vec<server::LoginMethod> | [NoServer, NetworkFailure, InvalidServer] repeatable;
            "subscribe-get-user" Control server::SubscribeGetUser -> Option<server::UserData>
                | [] repeatable;
            "subscribe-bootstrap" Control server::SubscribeBootstrap -> ()
                | [NoServer, NetworkFailure, InvalidPassword, AlreadyBootstrapped];
            "subscribe-sign-in" Control server::SubscribeSignIn -> ()
                | [NoServer, NetworkFailure, InvalidPassword, TooManyRequests];
            "subscribe-sign-out" Control server::SubscribeSignOut -> () | [];
            "subscribe-change-password" Control server::SubscribeChangePassword -> ()
                | [NoServer, NetworkFailure, InvalidPassword, TokenExpired];
            "subscribe-set-token" Control server::SubscribeSetToken -> () | [NoServer];
            "subscribe-get-sessions" Control server::SubscribeGetSessions
                -> Vec<server::DeviceSession>
                | [NoServer, NetworkFailure, TokenExpired, NotSupported] repeatable;
            "subscribe-revoke-session" Control server::SubscribeRevokeSession -> ()
                | [NoServer, NetworkFailure, TokenExpired, NotSupported];
            "subscribe-sign-out-others" Control server::SubscribeSignOutOthers
                -> server::SignedOut | [NoServer, NetworkFailure, TokenExpired, NotSupported];
            "get-uploads" Control files::GetUploads -> Vec<files::KeptUpload>
                | [NoServer, Network, TokenExpired, FileNotFound, NotSupported] repeatable;
            "restore-upload" Control files::RestoreUpload -> ()
                | [NoServer, Network, TokenExpired, FileNotFound, UploadNotFound, NotSupported];
            "sync" Control sync::Sync -> ()
                | [NoBudgetOpen, Network, TokenExpired, OutOfSync, InvalidSchema, ClockDrift,
                   FileOldVersion, FileNeedsUpload, FileKeyMismatch, FileHasReset,
                   FileHasNewKey, FileNotFound, EncryptFailure, DecryptFailure, ApplyFailure];
            "sync-reset" Control sync::SyncReset -> ()
                | [NoBudgetOpen, NoServer, Network, TokenExpired, FileHasNewKey, FileHasReset,
                   FileNotFound, EncryptFailure, BetaVersion];
            "sync-repair" Control sync::SyncRepair -> () | [NoBudgetOpen];
            "key-make" Control sync::KeyMake -> ()
                | [NoBudgetOpen, NoServer, Network, TokenExpired, InvalidPassword, FileNotFound,
                   EncryptFailure];
            "key-test" Control sync::KeyTest -> ()
                | [NoServer, Network, TokenExpired, FileNotFound, OldKeyStyle, DecryptFailure];
            "app-focused" Control sync::AppFocused -> () | [];
            "backup-make" Control backups::BackupMake -> () | [BudgetNotFound];
            "backups-get" Control backups::BackupsGet -> Vec<backups::Backup>
                | [BudgetNotFound] repeatable;
            "backup-load" Control backups::BackupLoad -> ()
                | [BudgetNotFound, BackupNotFound, InvalidZipFile, InvalidMetaFile, InvalidDbFile,
                   ZipTooLarge, OutOfSyncMigrations];
            "load-prefs" Query settings::LoadPrefs -> settings::Prefs | [NoBudgetOpen];
            "save-prefs" Mutation settings::SavePrefs -> ()
                | [NoBudgetOpen, InvalidPrefs, NameTooLong];
            "preferences/save" Mutation settings::PreferencesSave -> ()
                | [NoBudgetOpen, InvalidPrefs, NameTooLong];
            "load-global-prefs" Control settings::LoadGlobalPrefs -> settings::Prefs
                | [] repeatable;
            "save-global-prefs" Control settings::SaveGlobalPrefs -> () | [InvalidPrefs];
            "set-tutorial-seen" Control settings::SetTutorialSeen -> () | [];
            "get-upgrade-notifications" Query settings::GetUpgradeNotifications
                -> Vec<settings::UpgradeNotice> | [NoBudgetOpen];
            "seen-upgrade-notification" Mutation settings::SeenUpgradeNotification -> ()
                | [NoBudgetOpen];
            "get-last-opened-backup" Control settings::GetLastOpenedBackup -> Option<String>
                | [] repeatable;
            "get-budget-bounds" Query budget::GetBudgetBounds -> budget::BudgetBounds
                | [NoBudgetOpen];
            "rollover-budget-month" / "envelope-budget-month" Query budget::RolloverBudgetMonth
                -> Vec<budget::NamedCell> | [NoBudgetOpen];
            "report-budget-month" / "tracking-budget-month" Query budget::ReportBudgetMonth
                -> Vec<budget::NamedCell> | [NoBudgetOpen];
            "get-budget-cells" Query budget::GetBudgetCells -> budget::BudgetCells
                | [NoBudgetOpen];
            "budget-set-type" Mutation budget::BudgetSetType -> () | [NoBudgetOpen];
            "budget/budget-amount" Mutation budget::BudgetBudgetAmount -> ()
                | [NoBudgetOpen, NoCategories];
            "budget/set-amounts" Mutation budget::BudgetSetAmounts -> ()
                | [NoBudgetOpen, NoCategories];
            "budget/set-carryover" Mutation budget::BudgetSetCarryover -> ()
                | [NoBudgetOpen, NoCategories];
            "budget/copy-previous-month" Mutation budget_actions::CopyPreviousMonth -> ()
                | [NoBudgetOpen, AmountTooLarge];
            "budget/copy-single-month" Mutation budget_actions::CopySingleMonth -> ()
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/copy-until-year-end" Mutation budget_actions::CopyUntilYearEnd -> ()
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/set-zero" Mutation budget_actions::SetZero -> () | [NoBudgetOpen];
            "budget/set-3month-avg" Mutation budget_actions::Set3MonthAvg -> ()
                | [NoBudgetOpen, AmountTooLarge];
            "budget/set-6month-avg" Mutation budget_actions::Set6MonthAvg -> ()
                | [NoBudgetOpen, AmountTooLarge];
            "budget/set-12month-avg" Mutation budget_actions::Set12MonthAvg -> ()
                | [NoBudgetOpen, AmountTooLarge];
            "budget/set-n-month-avg" Mutation budget_actions::SetNMonthAvg -> ()
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/set-all-future" Mutation budget_actions::SetAllFuture -> ()
                | [NoBudgetOpen, AmountTooLarge];
            "budget/reset-income-carryover" Mutation budget_actions::ResetIncomeCarryover -> ()
                | [NoBudgetOpen];
            "budget/hold-for-next-month" Mutation budget_actions::HoldForNextMonth -> bool
                | [NoBudgetOpen, AmountTooLarge];
            "budget/reset-hold" Mutation budget_actions::ResetHold -> () | [NoBudgetOpen];
            "budget/cover-overspending" Mutation budget_actions::CoverOverspending -> Amount
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/cover-all-overspending" Mutation budget_actions::CoverAllOverspending
                -> budget_actions::CoveredOverspending
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/cover-overbudgeted" Mutation budget_actions::CoverOverbudgeted -> Amount
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/transfer-available" Mutation budget_actions::TransferAvailable -> Amount
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/transfer-category" Mutation budget_actions::TransferCategory -> ()
                | [NoBudgetOpen, NoCategories, AmountTooLarge];
            "budget/apply-goal-template" Mutation templates::ApplyGoalTemplate
                -> templates::TemplateOutcome | [NoBudgetOpen, TemplatesOff, AmountTooLarge];
            "budget/overwrite-goal-template" Mutation templates::OverwriteGoalTemplate
                -> templates::TemplateOutcome | [NoBudgetOpen, TemplatesOff, AmountTooLarge];
            "budget/apply-single-template" Mutation templates::ApplySingleTemplate
                -> templates::TemplateOutcome
                | [NoBudgetOpen, TemplatesOff, NoCategories, AmountTooLarge];
            "budget/apply-multiple-templates" Mutation templates::ApplyMultipleTemplates
                -> templates::TemplateOutcome
                | [NoBudgetOpen, TemplatesOff, NoCategories, AmountTooLarge];
            "budget/cleanup-goal-template" Mutation templates::CleanupGoalTemplate
                -> templates::TemplateOutcome | [NoBudgetOpen, TemplatesOff, AmountTooLarge];
            "budget/store-note-templates" Mutation templates::StoreNoteTemplates -> ()
                | [NoBudgetOpen, TemplatesOff];
            "budget/check-templates" Query templates::CheckTemplates
                -> templates::TemplateOutcome | [NoBudgetOpen];
            "budget/render-note-templates" Query templates::RenderNoteTemplates -> String
                | [NoBudgetOpen, InvalidTemplate];
            "budget/explain-templates" Query templates::ExplainTemplates
                -> templates::ExplainedTemplates | [NoBudgetOpen, NoCategories, NoteTooLong];
            "getCell" / "get-cell" Query sheet::GetCell -> budget::NamedCell | [NoBudgetOpen];
            "getCellNamesInSheet" Query sheet::GetCellNamesInSheet -> Vec<String>
                | [NoBudgetOpen];
            "create-query" Query sheet::CreateQuery -> budget::NamedCell
                | [NoBudgetOpen, CellUnknown, InvalidQuery];
            "explain-cell" Query sheet::ExplainCell -> sheet::ExplainedCell
                | [NoBudgetOpen, CellUnknown];
            "explain-changes" Query sheet::ExplainChanges -> sheet::CellChanges
                | [NoBudgetOpen, CellUnknown];
            "reset-budget-cache" Control sheet::ResetBudgetCache -> () | [NoBudgetOpen];
            "query" Query query::Query -> query::QueryAnswer
                | [NoBudgetOpen, InvalidQuery, QueryTooLarge];
            "make-filters-from-conditions" Query query::MakeFiltersFromConditions
                -> query::MadeFilters | [NoBudgetOpen];
            "transactions-export-query" Query query::TransactionsExportQuery -> String
                | [NoBudgetOpen, InvalidQuery, QueryTooLarge];
            "accounts-get" Query accounts::AccountsGet -> Vec<accounts::Account>
                | [NoBudgetOpen];
            "account-create" Mutation accounts::AccountCreate -> String
                | [NoBudgetOpen, NameRequired, NameTooLong, TooManyAccounts];
            "account-update" Mutation accounts::AccountUpdate -> accounts::AccountUpdated
                | [NoBudgetOpen, AccountNotFound, NameRequired, NameTooLong];
            "account-properties" Query accounts::AccountProperties -> accounts::AccountFigures
                | [NoBudgetOpen, AccountNotFound];
            "account-close" Mutation accounts::AccountClose -> ()
                | [NoBudgetOpen, TransferRequired, TransferToItself, AccountNotFound,
                   AccountClosed, NoCategories, OutOfSyncData];
            "account-reopen" Mutation accounts::AccountReopen -> ()
                | [NoBudgetOpen, AccountNotFound];
            "account-unlink" Mutation accounts::AccountUnlink -> ()
                | [NoBudgetOpen, AccountNotFound];
            "account-move" Mutation accounts::AccountMove -> ()
                | [NoBudgetOpen, AccountNotFound];
            "create-web-token" Control banks::CreateWebToken -> banks::WebToken
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported, NotConfigured,
                   ChooseProvider, BankNotFound, BankFailed, Forbidden, FileNotFound];
            "poll-web-token" Control banks::PollWebToken -> banks::WebTokenDone
                | [NoBudgetOpen, NoServer, Network, TokenExpired, UnknownToken, LinkTimeout,
                   LinkCancelled, LinkStopped, BankFailed];
            "poll-web-token-stop" Control banks::PollWebTokenStop -> () | [];
            "bank/link-back" Control banks::BankLinkBack -> ()
                | [NoBudgetOpen, NoServer, Network, TokenExpired, UnknownToken, BankFailed];
            "make-plaid-public-token" Control banks::MakePlaidPublicToken -> banks::RepairToken
                | [NoBudgetOpen, NoServer, BankNotFound, NotSupported];
            "accounts-link" Control banks::AccountsLink -> ()
                | [NoBudgetOpen, NoServer, Network, TokenExpired, UnknownToken, AccountNotFound,
                   AlreadyLinked, BankFailed, Forbidden, FileNotFound];
            "accounts-connect" Control banks::AccountsConnect -> Vec<AccountId>
                | [NoBudgetOpen, NoServer, Network, TokenExpired, UnknownToken, AccountNotFound,
                   TooManyAccounts, BankFailed, Forbidden, FileNotFound];
            "accounts-sync" Control banks::AccountsSync -> banks::BankSyncOutcome
                | [NoBudgetOpen, AccountNotFound];
            "banks" Query banks::Banks -> Vec<banks::Bank> | [NoBudgetOpen];
            "bank/linked-accounts" Query banks::BankLinkedAccounts -> Vec<banks::LinkedAccount>
                | [NoBudgetOpen];
            "bank/providers" Control banks::BankProviders -> Vec<ProviderState>
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported, Forbidden,
                   FileNotFound] repeatable;
            "bank/configure" Control banks::BankConfigure -> ()
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported,
                   InvalidCredentials, InvalidValues, Forbidden, BankFailed, FileNotFound];
            "bank/reset" Control banks::BankReset -> ()
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported, Forbidden,
                   FileNotFound];
            "bank/institutions" Control banks::BankInstitutions -> Vec<Institution>
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported, NotConfigured,
                   BankFailed, Forbidden, FileNotFound] repeatable;
            "bank/accounts" Control banks::BankAccounts -> banks::BankAccess
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported, NotConfigured,
                   BankFailed, Forbidden, FileNotFound];
            "bank/settings-get" Query bank_screens::BankSettingsGet -> AccountSettings
                | [NoBudgetOpen, AccountNotFound];
            "bank/settings-save" Mutation bank_screens::BankSettingsSave -> ()
                | [NoBudgetOpen, AccountNotFound];
            "bank/example" Query bank_screens::BankExample -> bank_screens::MappableFields
                | [NoBudgetOpen, AccountNotFound];
            "bank/report" Query bank_screens::BankReport -> Vec<bank_screens::BankImport>
                | [NoBudgetOpen];
            "bank/schedule-get" Control bank_screens::BankScheduleGet -> ScheduleState
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported, Forbidden,
                   FileNotFound] repeatable;
            "bank/schedule-save" Control bank_screens::BankScheduleSave -> ScheduleState
                | [NoBudgetOpen, NoServer, Network, TokenExpired, NotSupported, InvalidValues,
                   Forbidden, FileNotFound];
            "get-categories" Query categories::GetCategories -> categories::Categories
                | [NoBudgetOpen];
            "category-create" Mutation categories::CategoryCreate -> String
                | [NoBudgetOpen, NameRequired, NameTooLong, CategoryExists, GroupNotFound,
                   TooManyCategories];
            "category-update" Mutation categories::CategoryUpdate -> ()
                | [NoBudgetOpen, NoCategories, NameRequired, NameTooLong];
            "category-move" Mutation categories::CategoryMove -> ()
                | [NoBudgetOpen, NoCategories, GroupNotFound];
            "category-delete" Mutation categories::CategoryDelete -> ()
                | [NoBudgetOpen, NoCategories, CategoryType];
            "category-group-create" Mutation categories::CategoryGroupCreate -> String
                | [NoBudgetOpen, NameRequired, NameTooLong, GroupExists, TooManyCategories];
            "category-group-update" Mutation categories::CategoryGroupUpdate -> ()
                | [NoBudgetOpen, GroupNotFound, GroupExists, NameRequired, NameTooLong];
            "category-group-move" Mutation categories::CategoryGroupMove -> ()
                | [NoBudgetOpen, GroupNotFound];
            "category-group-delete" Mutation categories::CategoryGroupDelete -> ()
                | [NoBudgetOpen, GroupNotFound, NoCategories, LastIncomeGroup];
            "must-category-transfer" Query categories::MustCategoryTransfer -> bool
                | [NoBudgetOpen];
            "notes-get" Query notes::NotesGet -> notes::Notes | [NoBudgetOpen];
            "notes-save" Mutation notes::NotesSave -> () | [NoBudgetOpen, NoteTooLong];
            "transactions-batch-update" Mutation transactions::TransactionsBatchUpdate
                -> transactions::BatchUpdated
                | [NoBudgetOpen, InvalidTransaction, TransactionNotFound, TransactionExists,
                   AccountNotFound, AmountTooLarge, TooManyRows, NameRequired, PayeeExists,
                   SlowRules];
            "transactions-merge" (ids) Mutation transactions::TransactionsMerge
                -> transactions::TransactionId
                | [NoBudgetOpen, TransactionNotFound, InvalidTransaction];
            "tools/fix-split-transactions" Mutation transactions::FixSplitTransactions
                -> transactions::FixedSplits | [NoBudgetOpen];
            "tools/check-split-transactions" Query transactions::CheckSplitTransactions
                -> transactions::FixedSplits | [NoBudgetOpen];
            "get-earliest-transaction" Query transactions::GetEarliestTransaction
                -> Option<transactions::Transaction> | [NoBudgetOpen];
            "get-latest-transaction" Query transactions::GetLatestTransaction
                -> Option<transactions::Transaction> | [NoBudgetOpen];
            "payees-get" Query payees::PayeesGet -> Vec<payees::Payee> | [NoBudgetOpen];
            "payee-create" Mutation payees::PayeeCreate -> String | [NoBudgetOpen, NameRequired];
            "payees-batch-change" Mutation payees::PayeesBatchChange -> ()
                | [NoBudgetOpen, NameRequired, PayeeNotFound, PayeeExists, TooManyRows];
            "payees-merge" Mutation payees::PayeesMerge -> () | [NoBudgetOpen, PayeeNotFound];
            "payees-check-orphaned" Query payees::PayeesCheckOrphaned -> Vec<payees::PayeeId>
                | [NoBudgetOpen];
            "payees-get-rules" (id) Query rules::PayeesGetRules -> Vec<rules::Rule>
                | [NoBudgetOpen];
            "payees-get-rule-counts" Query rules::PayeesGetRuleCounts -> rules::RuleCounts
                | [NoBudgetOpen];
            "rules-get" Query rules::RulesGet -> Vec<rules::Rule> | [NoBudgetOpen];
            "rule-get" (id) Query rules::RuleGet -> Option<rules::Rule> | [NoBudgetOpen];
            "rule-add" Mutation rules::RuleAdd -> rules::SavedRule
                | [NoBudgetOpen, InvalidRule, RuleExists];
            "rule-update" Mutation rules::RuleUpdate -> rules::SavedRule
                | [NoBudgetOpen, InvalidRule, RuleNotFound];
            "rule-delete-all" (ids) Mutation rules::RuleDeleteAll -> rules::DeletedRules
                | [NoBudgetOpen, TooManyRows];
            "rule-validate" Query rules::RuleValidate -> rules::ValidatedRule
                | [NoBudgetOpen, InvalidRule];
            "rules-find-conflicts" Query rules::RulesFindConflicts -> Vec<rules::RuleConflict>
                | [NoBudgetOpen, SlowRules];
            "explain-category" (id) Query rules::ExplainCategory -> rules::CategoryReason
                | [NoBudgetOpen, TransactionNotFound, SlowRules];
            "rule-dry-run" Query rules::RuleDryRun -> rules::DryRun
                | [NoBudgetOpen, InvalidRule, SlowRules];
            "rule-apply-actions" Mutation rules::RuleApplyActions
                -> Option<transactions::BatchUpdated>
                | [NoBudgetOpen, InvalidRule, InvalidTransaction, TransactionNotFound,
                   AccountNotFound, AmountTooLarge, TooManyRows, NameRequired, SlowRules];
            "rule-add-payee-rename" Mutation rules::RuleAddPayeeRename -> String
                | [NoBudgetOpen, PayeeNotFound, TooManyRows];
            "rules-run" Query rules::RulesRun -> transactions::GivenFields
                | [NoBudgetOpen, SlowRules];
            "schedules-get" Query schedules::SchedulesGet -> Vec<schedules::Schedule>
                | [NoBudgetOpen];
            "schedule/get" (id) Query schedules::ScheduleGet -> Option<schedules::Schedule>
                | [NoBudgetOpen];
            "schedule/create" Mutation schedules::ScheduleCreate -> String
                | [NoBudgetOpen, InvalidSchedule, ScheduleExists, NameTooLong, NameRequired,
                   PayeeExists];
            "schedule/create-many" Mutation schedules::ScheduleCreateMany -> Vec<String>
                | [NoBudgetOpen, InvalidSchedule, ScheduleExists, NameTooLong, NameRequired,
                   PayeeExists, TooManyRows];
            "schedule/update" Mutation schedules::ScheduleUpdate -> String
                | [NoBudgetOpen, ScheduleNotFound, InvalidSchedule, ScheduleExists, NameTooLong,
                   NameRequired, PayeeExists];
            "schedule/delete" (id) Mutation schedules::ScheduleDelete -> ()
                | [NoBudgetOpen, ScheduleNotFound];
            "schedule/delete-many" Mutation schedules::ScheduleDeleteMany -> ()
                | [NoBudgetOpen, ScheduleNotFound, TooManyRows];
            "schedule/skip-next-date" (id) Mutation schedules::ScheduleSkipNextDate -> ()
                | [NoBudgetOpen, ScheduleNotFound];
            "schedule/post-transaction" (id) Mutation schedules::SchedulePostTransaction -> ()
                | [NoBudgetOpen, ScheduleNotFound, InvalidTransaction, AccountNotFound,
                   AmountTooLarge, NameRequired, SlowRules];
            "schedule/link-transactions" Mutation schedules::ScheduleLinkTransactions -> ()
                | [NoBudgetOpen, ScheduleNotFound, TransactionNotFound, InvalidTransaction,
                   TooManyRows];
            "schedule/get-upcoming-dates" Query schedules::ScheduleGetUpcomingDates
                -> Vec<Day> | [NoBudgetOpen, InvalidSchedule];
            "schedule/discover" Query schedules::ScheduleDiscover
                -> Vec<schedules::FoundSchedule> | [NoBudgetOpen];
            "schedule/force-run-service" Control schedules::ScheduleForceRun
                -> schedules::ScheduleRun | [NoBudgetOpen];
            "schedule/last-run" Query schedules::ScheduleGetLastRun
                -> Option<events::SchedulesRan> | [NoBudgetOpen];
            "schedule/get-previews" Query coming::ScheduleGetPreviews
                -> Vec<coming::Preview> | [NoBudgetOpen, SlowRules];
            "schedule/get-bills" Query coming::ScheduleGetBills
                -> Vec<coming::CategoryBills> | [NoBudgetOpen, SlowRules];
            "schedule/get-lowest-balances" Query coming::ScheduleGetLowestBalances
                -> Vec<coming::LowestBalance> | [NoBudgetOpen, SlowRules];
            "transactions-parse-file" Control statements::TransactionsParseFile
                -> statements::ParsedFile | [FileNotFound, UploadTooLarge] repeatable;
            "transactions-read-file" Control statements::TransactionsReadFile
                -> statements::ReadFile | [NoBudgetOpen, FileNotFound, UploadTooLarge] repeatable;
            "transactions-import-file" Control statements::TransactionsImportFile
                -> statements::ImportedFile
                | [NoBudgetOpen, FileNotFound, UploadTooLarge, InvalidTransaction, AccountNotFound,
                   AmountTooLarge, TooManyRows, NameRequired, PayeeExists, SlowRules];
            "transactions-import" Mutation statements::TransactionsImport
                -> statements::ImportedTransactions
                | [NoBudgetOpen, InvalidTransaction, AccountNotFound, AmountTooLarge, TooManyRows,
                   NameRequired, PayeeExists, SlowRules];
            "filter-create" Mutation filters::FilterCreate -> String
                | [NoBudgetOpen, NameRequired, FilterExists, InvalidCondition];
            "filter-update" Mutation filters::FilterUpdate -> ()
                | [NoBudgetOpen, FilterNotFound, NameRequired, FilterExists, InvalidCondition];
            "filter-delete" (id) Mutation filters::FilterDelete -> ()
                | [NoBudgetOpen, FilterNotFound];
            "dashboards-get" Query dashboards::DashboardsGet -> Vec<dashboards::DashboardPage>
                | [NoBudgetOpen];
            "dashboard-create" Mutation dashboards::DashboardCreate -> String
                | [NoBudgetOpen, NameRequired, NameTooLong, TooManyDashboards];
            "dashboard-rename" Mutation dashboards::DashboardRename -> ()
                | [NoBudgetOpen, DashboardNotFound, NameRequired, NameTooLong];
            "dashboard-delete" (id) Mutation dashboards::DashboardDelete -> ()
                | [NoBudgetOpen, DashboardNotFound, LastDashboard];
            "dashboard-reset" (id) Mutation dashboards::DashboardReset -> ()
                | [NoBudgetOpen, DashboardNotFound];
            "dashboard-update" (widgets) Mutation dashboards::DashboardUpdate -> ()
                | [NoBudgetOpen, CardNotFound, InvalidCard, TooManyRows];
            "dashboard-update-widget" Mutation dashboards::DashboardUpdateWidget -> ()
                | [NoBudgetOpen, CardNotFound, InvalidCard, ReportNotFound];
            "dashboard-add-widget" Mutation dashboards::DashboardAddWidget -> String
                | [NoBudgetOpen, DashboardNotFound, InvalidCard, TooManyCards, ReportNotFound];
            "dashboard-remove-widget" (id) Mutation dashboards::DashboardRemoveWidget -> ()
                | [NoBudgetOpen, CardNotFound];
            "dashboard-copy-widget" Mutation dashboards::DashboardCopyWidget -> String
                | [NoBudgetOpen, CardNotFound, DashboardNotFound, InvalidCard, TooManyCards];
            "dashboard-export" (id) Query dashboards::DashboardExport
                -> dashboards::DashboardFile | [NoBudgetOpen, DashboardNotFound];
            "dashboard-import" Control dashboards::DashboardImport -> ()
                | [NoBudgetOpen, DashboardNotFound, InvalidDashboard, TooManyCards,
                   TooManyReports, FileNotFound, UploadTooLarge];
            "report/figures" (reports) Query reports::ReportFigures -> reports::FiguresOfCards
                | [NoBudgetOpen, TooManyRows];
            "report/recipe" Query reports::ReportRecipe -> reports::FigureRows
                | [NoBudgetOpen, InvalidCard, ReportNotFound, NoSuchFigure, TooManyPeriods,
                   QueryTooLarge];
            "report/compare" Query reports::ReportCompare -> reports::Comparison
                | [NoBudgetOpen, InvalidCard, ReportNotFound, NoSuchFigure, TooManyPeriods,
                   QueryTooLarge];
            "report/csv" Query reports::ReportCsv -> String
                | [NoBudgetOpen, InvalidCard, ReportNotFound, NoSuchFigure, TooManyPeriods,
                   NotTracking, QueryTooLarge];
            "report/csv-files" (cards) Query reports::ReportCsvFiles -> reports::ZippedFiles
                | [NoBudgetOpen, TooManyRows];
            "forecast/generate" Query reports::ForecastGenerate -> reports::ForecastPoints
                | [NoBudgetOpen, TooManyPeriods, NotTracking, QueryTooLarge];
            "report/get" Query saved_reports::ReportGet -> Vec<saved_reports::SavedReport>
                | [NoBudgetOpen];
            "report/create" Mutation saved_reports::ReportCreate -> String
                | [NoBudgetOpen, NameRequired, NameTooLong, ReportExists, InvalidReport,
                   InvalidCondition, TooManyReports];
            "report/update" Mutation saved_reports::ReportUpdate -> ()
                | [NoBudgetOpen, ReportNotFound, NameRequired, NameTooLong, ReportExists,
                   InvalidReport, InvalidCondition];
            "report/delete" (id) Mutation saved_reports::ReportDelete -> ()
                | [NoBudgetOpen, ReportNotFound];
            "undo" Control history::Undo -> Option<history::UndoneStep>
                | [NoBudgetOpen, AnotherStep];
            "redo" Control history::Redo -> Option<history::UndoneStep>
                | [NoBudgetOpen, AnotherStep];
        }
    };
}

pub(crate) use for_each_call;
