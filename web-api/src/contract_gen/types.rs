//! The named types of the contract, in TypeScript.

use sobre_actors::contract::events;
use sobre_actors::contract::sheet;
use sobre_actors::contract::{
    accounts, backups, bank_screens, banks, budget, budget_actions, categories, coming, dashboards,
    files, filters, history, payees, query, reports, rules, saved_reports, schedules, server,
    settings, statements, templates, transactions,
};
use sobre_engine::banks as linked;
use sobre_engine::banks::linking;
use sobre_engine::reports as figures;
use ts_rs::{Config, TS};

/// Docs and declarations of all named types.
pub(super) fn named(config: &Config) -> impl Iterator<Item = (String, String)> {
    let parts = [
        declarations,
        cell_declarations,
        automatic_declarations,
        template_declarations,
        schedule_declarations,
        dashboard_declarations,
        report_declarations,
        bank_declarations,
    ];
    parts.into_iter().flat_map(move |of| of(config))
}

/// Docs and declaration of types.
macro_rules! declare {
    ($config:expr, $($name:ty),* $(,)?) => {
        vec![$((<$name>::docs().unwrap_or_default(), <$name>::decl($config))),*]
    };
}

/// The named types of goal templates.
fn template_declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        templates::ExplainedCleanup,
        templates::ExplainedLine,
        templates::ExplainedTemplates,
        templates::OutcomeCode,
        templates::OutcomeType,
        templates::TemplateOutcome,
        templates::TemplateProblem,
    ]
}

/// The named types of rules and of files of transactions.
fn automatic_declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        rules::Action,
        rules::ActionOptions,
        rules::CategoryOccasion,
        rules::CategoryReason,
        rules::CategoryWrite,
        rules::DecidingRule,
        rules::DeletedRules,
        rules::DryRun,
        rules::DryRunRow,
        rules::RefusedRule,
        rules::Rule,
        rules::RuleConflict,
        rules::RuleErrors,
        rules::SavedRule,
        rules::Stage,
        rules::ValidatedRule,
        sobre_engine::statements::AmountMode,
        sobre_engine::statements::DayOrder,
        sobre_engine::statements::FileColumns,
        statements::Becomes,
        statements::FileReading,
        statements::FileRow,
        statements::ImportOptions,
        statements::ImportPreview,
        statements::ImportedFile,
        statements::ImportedTransactions,
        statements::MatchReason,
        statements::ParseOptions,
        statements::ParseProblem,
        statements::ParsedEntry,
        statements::ParsedFile,
        statements::ParsedTransaction,
        statements::PreviewRow,
        statements::ReadFile,
        statements::RefusedRow,
        statements::StatementFormat,
    ]
}

/// The named types of schedules.
fn schedule_declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        events::SchedulesOffline,
        events::SchedulesRan,
        schedules::AmountRange,
        coming::BalanceStep,
        coming::Bill,
        coming::CategoryBills,
        schedules::Evidence,
        schedules::FailedSchedule,
        schedules::FoundSchedule,
        coming::LowestBalance,
        schedules::NewSchedule,
        schedules::PostedTransaction,
        coming::Preview,
        coming::PreviewLine,
        schedules::RecurrenceConfig,
        schedules::RecurrencePattern,
        schedules::Schedule,
        schedules::ScheduleChange,
        schedules::ScheduleRun,
        schedules::ScheduleStatus,
    ]
}

/// The named types of dashboards and saved reports.
fn dashboard_declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        dashboards::CardPlacement,
        dashboards::CardKind,
        dashboards::DashboardCard,
        dashboards::DashboardFile,
        dashboards::DashboardFileCard,
        dashboards::DashboardPage,
        saved_reports::ReportFields,
        saved_reports::SavedReport,
    ]
}

/// The named types for linked banks.
fn bank_declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        events::BankNews,
        bank_screens::BankImport,
        bank_screens::BankNote,
        bank_screens::MappableField,
        bank_screens::MappableFields,
        bank_screens::MoneyDirection,
        bank_screens::ReportedRows,
        banks::Bank,
        banks::BankAccess,
        banks::BankSyncFailure,
        banks::BankSyncOutcome,
        banks::LinkChoice,
        banks::LinkPage,
        banks::LinkedAccount,
        banks::OfferedAccount,
        banks::RepairToken,
        banks::WebToken,
        banks::WebTokenDone,
        linked::AccountSettings,
        linked::BankError,
        linked::ErrorType,
        linked::Mapping,
        linked::Mappings,
        linked::Provider,
        linked::SkipReason,
        linked::Skipped,
        linked::SyncStatus,
        linking::ConnectionState,
        linking::CredentialField,
        linking::ExternalAccount,
        linking::ExternalKind,
        linking::Institution,
        linking::InstitutionName,
        linking::PauseReason,
        linking::ProviderState,
        linking::Schedule,
        linking::ScheduleState,
        linking::Scope,
    ]
}

/// The named types of figures.
fn report_declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        reports::AskedCard,
        reports::CardFigures,
        reports::FigureRows,
        reports::FiguresOfCards,
        reports::NamedCard,
        reports::ZippedFiles,
        figures::AgeOfMoney,
        figures::AgePoint,
        figures::SpendingAge,
        figures::BalanceType,
        figures::BelowZero,
        figures::BudgetAnalysis,
        figures::BudgetPoint,
        figures::CalendarDay,
        figures::CalendarFigures,
        figures::CalendarMonth,
        figures::CashFlow,
        figures::CashFlowCard,
        figures::CashFlowPoint,
        figures::ComparedFigure,
        figures::ComparedSeries,
        figures::ComparedTo,
        figures::Comparison,
        figures::CountAndSum,
        figures::Crossover,
        figures::CustomReport,
        figures::DayRange,
        figures::Difference,
        figures::FigurePart,
        figures::Figures,
        figures::FlowSide,
        figures::Forecast,
        figures::ForecastDay,
        figures::ForecastMonth,
        figures::ForecastPayment,
        figures::ForecastPoint,
        figures::ForecastPoints,
        figures::ForecastSource,
        figures::FormulaResult,
        figures::GroupBy,
        figures::Interval,
        figures::IntervalSums,
        figures::LowestDay,
        figures::LowestPoint,
        figures::NetWorth,
        figures::NetWorthPoint,
        figures::NodeKind,
        figures::NotShown,
        figures::Occurrence,
        figures::Part,
        figures::Recipe,
        figures::ReportRow,
        figures::RowKind,
        figures::Sankey,
        figures::SankeyLink,
        figures::SankeyNode,
        figures::Shown,
        figures::Side,
        figures::Slice,
        figures::SpecialItem,
        figures::Spending,
        figures::SpendingPoint,
        figures::Summary,
        figures::Sums,
        figures::Trend,
    ]
}

/// The named types of the budget's months and cells.
fn cell_declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        budget::BudgetCells,
        budget::CellBlock,
        budget::BudgetedAmount,
        budget::MonthValues,
        budget::NamedCell,
        budget_actions::CoveredCategory,
        budget_actions::CoveredOverspending,
        sheet::CellChange,
        sheet::CellChanges,
        sheet::ChangeKind,
        sheet::ExplainedCell,
    ]
}

/// The named types that calls and events mention.
fn declarations(config: &Config) -> Vec<(String, String)> {
    declare![
        config,
        accounts::Account,
        accounts::AccountFigures,
        accounts::AccountType,
        accounts::AccountUpdated,
        backups::Backup,
        budget::BudgetBounds,
        categories::Categories,
        categories::Category,
        categories::CategoryGroup,
        events::BackupsUpdated,
        events::BudgetClosed,
        events::LoadingStatus,
        events::ServerError,
        events::CellsChanged,
        events::Hello,
        events::TodayChanged,
        events::HistoryEvent,
        events::HistoryStep,
        events::NoContent,
        events::OrphanedPayees,
        events::SyncEvent,
        events::UndoEvent,
        files::BudgetFile,
        files::BudgetRef,
        files::RemoteBudgetFile,
        files::ExportedBudget,
        files::FileState,
        files::ExistingBudget,
        files::ImportType,
        files::OpenedBudget,
        files::Resumed,
        files::UploadedFile,
        files::KeptUpload,
        files::Ynab4File,
        filters::Condition,
        filters::ConditionOptions,
        filters::ConditionsOp,
        history::BudgetMeasure,
        history::StepPlace,
        history::StepFact,
        history::StepName,
        history::UndoneStep,
        payees::NewPayee,
        payees::Payee,
        payees::PayeeChange,
        payees::PayeeRef,
        query::MadeFilters,
        query::QueryAnswer,
        server::DeviceSession,
        server::LoginMethod,
        server::NeedsBootstrap,
        server::ServerVersion,
        server::SignedOut,
        server::UserData,
        settings::UpgradeNotice,
        transactions::BatchUpdated,
        transactions::FixedSplits,
        transactions::MismatchedSplit,
        transactions::Transaction,
        transactions::TransactionRef,
    ]
}
