//! Writes the two documents that follow from the tables of the contract: `web-api/CALLS.md` for
//! people and `frontend/src/generated/contract.ts` for the frontend.

use std::fmt::Write as _;

use sobre_actors::contract::calls::table;
use sobre_actors::contract::errors::ErrorCode;
use sobre_actors::contract::events::{self, Event};
use sobre_actors::contract::{CallInfo, Lane, accounts, budget, categories, files, history, query};
use sobre_actors::contract::sheet;
use ts_rs::{Config, TS};

/// A generated file: path from the root of the repository, and its text.
pub struct Generated {
    /// Path from the root of the repository.
    pub path: &'static str,
    /// The whole text.
    pub text: String,
}

/// Both files.
#[must_use]
pub fn generate() -> Vec<Generated> {
    let config = Config::default().with_large_int("number");
    vec![
        Generated { path: "web-api/CALLS.md", text: calls_document(&config) },
        Generated { path: "frontend/src/generated/contract.ts", text: contract(&config) },
    ]
}

fn contract(config: &Config) -> String {
    let mut text = String::from(
        "// Generated from the tables of the contract by `npm run gen`. Do not edit.\n\n\
         /** Cents, a flag, or null for a cell that was never made. */\n\
         export type CellValue = number | boolean | null;\n\n\
         /** Preferences by key. */\n\
         export type Prefs = Record<string, unknown>;\n\n\
         /** A query of the serialized query language. */\n\
         export type SerializedQuery = Record<string, unknown>;\n\n",
    );
    for (docs, declaration) in declarations(config) {
        let _ = writeln!(text, "{}export {declaration}\n", comment(&docs, ""));
    }
    text.push_str("/** Code of an error. */\nexport type ErrorCode =");
    for code in ErrorCode::ALL {
        let _ = write!(text, "\n  | '{}'", code.wire());
    }
    text.push_str(";\n\n/** Every call: its arguments and its result. */\nexport interface Calls {\n");
    for call in table(config) {
        let _ = writeln!(
            text,
            "{}  '{}': {{ args: {}; result: {} }};",
            comment(&call.docs, "  "),
            call.name,
            arguments(&call),
            call.reply
        );
    }
    text.push_str("}\n\n/** Every pushed event. */\nexport interface Events {\n");
    for (name, data) in Event::table(config) {
        let _ = writeln!(text, "  '{name}': {data};");
    }
    text.push_str("}\n");
    text
}

fn arguments(call: &CallInfo) -> &str {
    if call.args == "{  }" || call.args == "Record<symbol, never>" {
        "Record<string, never>"
    } else {
        &call.args
    }
}

/// The named types that calls and events mention.
fn declarations(config: &Config) -> Vec<(String, String)> {
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            vec![$((<$name>::docs().unwrap_or_default(), <$name>::decl(config))),*]
        };
    }
    declare![
        accounts::Account,
        budget::BudgetBounds,
        budget::NamedCell,
        categories::Categories,
        categories::Category,
        categories::CategoryGroup,
        events::BudgetClosed,
        events::CellsChanged,
        events::Hello,
        events::HistoryEvent,
        events::HistoryStep,
        events::Nothing,
        events::SyncEvent,
        events::UndoEvent,
        files::BudgetFile,
        files::BudgetRef,
        files::ExportedBudget,
        files::FileState,
        files::ImportType,
        files::OpenedBudget,
        files::Resumed,
        files::UploadedFile,
        history::UndoneStep,
        query::QueryAnswer,
        sheet::ExplainedCell,
    ]
}

/// A doc comment on one or more lines.
fn comment(docs: &str, indent: &str) -> String {
    let lines: Vec<_> = docs
        .lines()
        .map(|line| line.trim().trim_start_matches("/**").trim_start_matches('*'))
        .map(|line| line.trim().trim_end_matches("*/").trim())
        .filter(|line| !line.is_empty())
        .collect();
    match lines.as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let body: String = lines.iter().fold(String::new(), |mut body, line| {
                let _ = writeln!(body, "{indent} * {line}");
                body
            });
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}

fn calls_document(config: &Config) -> String {
    let mut text = String::from(
        "# Calls, errors and events\n\n\
         Generated from the tables of the contract by `npm run gen`. Do not edit.\n\n\
         Over the socket `/ws`: `{id, name, args}` is answered by `{id, result}` or \
         `{id, error: {code, meta?, message}}`; events arrive as `{event, data}`.\n\
         Over HTTP: `POST /api/call/{name}` with the arguments as JSON body and the header \
         `X-Budget: <budget id>` where a budget is needed.\n\n## Calls\n",
    );
    for call in table(config) {
        let errors: Vec<_> = call.errors.iter().map(|code| format!("`{}`", code.wire())).collect();
        let errors = if errors.is_empty() { "none of its own".to_owned() } else { errors.join(", ") };
        let _ = write!(
            text,
            "\n### {}\n\n{}\n- lane: {}\n- arguments: `{}`\n- result: `{}`\n- errors: {errors}\n",
            call.name,
            prose(&call.docs),
            lane(call.lane),
            arguments(&call),
            call.reply
        );
    }
    text.push_str("\n## Errors\n\n| code | meaning |\n| --- | --- |\n");
    for code in ErrorCode::ALL {
        let _ = writeln!(text, "| `{}` | {} |", code.wire(), code.meaning());
    }
    text.push_str("\n## Events\n\n| event | data |\n| --- | --- |\n");
    for (name, data) in Event::table(config) {
        let _ = writeln!(text, "| `{name}` | `{data}` |");
    }
    text
}

fn prose(docs: &str) -> String {
    let comment = comment(docs, "");
    let words = comment.replace("/**", "").replace("*/", "").replace("\n *", "\n");
    format!("{}\n", words.split_whitespace().collect::<Vec<_>>().join(" "))
}

const fn lane(lane: Lane) -> &'static str {
    match lane {
        Lane::Query => "query (reads the open budget)",
        Lane::Mutation => "mutation (changes the open budget)",
        Lane::Control => "control (files, sessions and the life of budgets)",
    }
}

