//! Writes two documents from the contract's tables: `web-api/CALLS.md` for readers and
//! `frontend/src/generated/contract.ts` for the frontend.

mod rows;
mod types;

use std::fmt::Write as _;

use sobre_actors::contract::calls::table;
use sobre_actors::contract::errors::ErrorCode;
use sobre_actors::contract::events::Event;
use sobre_actors::contract::{Lane, filters};
use sobre_actors::limits::{ARGUMENT_BYTES, ROWS_PER_CALL};
use ts_rs::Config;

use types::named;

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

/// The types of template lines, which the engine stores and reads as JSON.
const TEMPLATE_LINES: &str = "/** The most that a balance may be, `weekly` from `start`. */\n\
         export type TemplateLimit = {\n  amount: number;\n  \
         period: 'monthly' | 'weekly' | 'daily';\n  start?: Day | null;\n  \
         /** Whether money beyond the limit stays in the category. */\n  \
         hold?: boolean | null;\n};\n\n\
         /** What to add to a computed amount: units of the currency, or percent of it. */\n\
         export type TemplateAdjustment = {\n  adjustment?: number;\n  \
         adjustmentType?: 'percent' | 'fixed';\n};\n\n\
         /** An amount to have by a month; `annual` is absent if it does not repeat. */\n\
         export type TemplateTarget = {\n  amount: number;\n  month: Month;\n  \
         from: Month | null;\n  annual?: boolean;\n  repeat?: number;\n};\n\n\
         /** What a template line budgets. Amounts are units of the currency, such as 12.5. */\n\
         export type Template =\n  \
         | { type: 'simple'; monthly: number | null; limit: TemplateLimit | null }\n  \
         | { type: 'percentage'; percent: number; previous: boolean; category: string }\n  \
         | {\n      type: 'periodic';\n      amount: number;\n      \
         period: { period: 'day' | 'week' | 'month' | 'year'; amount: number };\n      \
         starting: Day;\n      limit: TemplateLimit | null;\n    }\n  \
         | ({ type: 'by' | 'spend' } & TemplateTarget)\n  \
         | ({ type: 'schedule'; name: string; full: boolean | null } & TemplateAdjustment)\n  \
         | { type: 'remainder'; weight: number; limit: TemplateLimit | null }\n  \
         | ({ type: 'average'; numMonths: number } & TemplateAdjustment)\n  \
         | { type: 'copy'; lookBack: number; limit: null }\n  \
         | { type: 'goal'; amount: number };\n\n\
         /** A template line. Lower priorities get money first; remainders, goals none. */\n\
         export type TemplateLine = Template & {\n  priority: number | null;\n  \
         directive: 'template' | 'goal';\n  description?: string;\n};\n\n";

fn contract(config: &Config) -> String {
    let mut text = String::from(
        "// Generated from the tables of the contract by `npm run gen`. Do not edit.\n\n\
         /** A month, yyyy-MM. */\n\
         export type Month = string;\n\n\
         /** A day, yyyy-MM-dd. */\n\
         export type Day = string;\n\n\
         /** Whole cents. */\n\
         export type Amount = number;\n\n\
         /** Typed text: accepts plain text, but no id of another kind. */\n\
         type Id<Kind extends string> = string & { readonly kind?: Kind };\n\
         export type AccountId = Id<'account'>;\n\
         export type CategoryId = Id<'category'>;\n\
         export type GroupId = Id<'group'>;\n\
         export type PayeeId = Id<'payee'>;\n\
         export type TransactionId = Id<'transaction'>;\n\
         export type FilterId = Id<'filter'>;\n\
         export type RuleId = Id<'rule'>;\n\
         export type ScheduleId = Id<'schedule'>;\n\n\
         /** Cents, a flag, or null for a cell that does not exist. */\n\
         export type CellValue = number | boolean | null;\n\n\
         /** A cell's full name, {sheet}!{cell}, and its value. */\n\
         export type Cell = [name: string, value: CellValue];\n\n\
         /** Mode of a budget: envelopes (rollover) or tracking (report). */\n\
         export type BudgetType = 'rollover' | 'report';\n\n\
         export type JsonValue = unknown;\n\n\
         /** Preferences by key. */\n\
         export type Prefs = Record<string, unknown>;\n\n\
         /** A query of the serialized query language. */\n\
         export type SerializedQuery = Record<string, unknown>;\n\n\
         /** The error of a split: the difference between its amount and its lines, in cents. */\n\
         export type SplitError = {\n  type: 'SplitTransactionError';\n  version: 1;\n  \
         difference: number;\n};\n\n\
         /** A transaction to add, optionally with its own id and a payee by name. */\n\
         export type NewTransaction = Partial<Transaction> & {\n  account: string;\n  \
         date: string;\n  payee_name?: string | null;\n};\n\n\
         /** Changed fields of a transaction; null clears a field. */\n\
         export type TransactionChange = Partial<Transaction> & { id: string };\n\n",
    );
    let _ = write!(
        text,
        "/** Most rows that one call may add, change and delete together. */\n\
         export const ROWS_PER_CALL = {ROWS_PER_CALL};\n\n\
         /** Most bytes of the arguments of one call. */\n\
         export const ARGUMENT_BYTES = {ARGUMENT_BYTES};\n\n"
    );
    text.extend([TEMPLATE_LINES, &rows::query_rows(), &condition_names()]);
    let requests = table(config).into_iter().map(|call| (call.docs, call.declaration));
    for (docs, declaration) in named(config).chain(requests) {
        let _ = writeln!(text, "{}export {}\n", comment(&docs, ""), laid_out(&declaration));
    }
    text.push_str("/** Error codes. */\nexport type ErrorCode =");
    for code in ErrorCode::ALL {
        let _ = write!(text, "\n  | '{}'", code.wire());
    }
    text.push_str(
        ";\n\n/** Every call: its arguments and its result. */\nexport interface Calls {\n",
    );
    for call in table(config) {
        let _ =
            writeln!(text, "  '{}': {{ args: {}; result: {} }};", call.name, call.args, call.reply);
    }
    text.push_str(&lanes(config));
    text.push_str("\n/** Every pushed event. */\nexport interface Events {\n");
    for (name, data) in Event::table(config) {
        let _ = writeln!(text, "  '{name}': {data};");
    }
    text.push_str("}\n");
    text
}

/// The names of condition fields and operators, as unions.
fn condition_names() -> String {
    let union = |names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| format!("'{name}'")).collect::<Vec<_>>().join("\n  | ")
    };
    format!(
        "/** A field of a transaction that conditions compare. */\n\
         export type ConditionField =\n  | {};\n\n\
         /** How a condition compares its field. */\n\
         export type ConditionOp =\n  | {};\n\n",
        union(&mut filters::FIELDS.iter().map(|field| field.name)),
        union(&mut filters::Op::NAMES.iter().copied()),
    )
}

/// The end of the table of calls, and the lane of each.
fn lanes(config: &Config) -> String {
    let mut text = String::from(
        "}\n\n/**\n * What a call does: a `query` reads the open budget, a `mutation` \
         changes it, a \
         `control` acts on\n * files and sessions, and a `lookup` is a control that changes \
         nothing.\n */\n\
         export type Lane = 'query' | 'mutation' | 'control' | 'lookup';\n\n\
         /** The lane of every call. */\n\
         export const LANES: Record<keyof Calls, Lane> = {\n",
    );
    for call in table(config) {
        let lane = match call.lane {
            Lane::Query => "query",
            Lane::Mutation => "mutation",
            Lane::Control if call.repeatable => "lookup",
            Lane::Control => "control",
        };
        let _ = writeln!(text, "  '{}': '{lane}',", call.name);
    }
    text.push_str("};\n");
    text
}

/// A doc comment on one or more lines.
fn comment(docs: &str, indent: &str) -> String {
    let lines: Vec<_> = docs.lines().map(comment_words).filter(|line| !line.is_empty()).collect();
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

/// The text of a doc comment's line.
fn comment_words(line: &str) -> &str {
    let line = line.trim().trim_start_matches("/**").trim_end_matches("*/").trim();
    line.strip_prefix('*').unwrap_or(line).trim()
}

/// A declaration with one field per line, each below its comment.
fn laid_out(declaration: &str) -> String {
    let (mut text, mut words) = (String::new(), Vec::new());
    for line in declaration.lines() {
        let line = line.trim();
        if line.starts_with("/**") || line.starts_with('*') {
            words.extend(Some(comment_words(line)).filter(|words| !words.is_empty()));
            continue;
        }
        if !words.is_empty() {
            let _ = writeln!(text, "  /** {} */", words.join(" "));
            words.clear();
        }
        let indent = if text.is_empty() { "" } else { "  " };
        match line.strip_suffix(", };") {
            Some(last) => {
                let _ = writeln!(text, "{indent}{last};\n}};");
            }
            None => {
                let field = line.strip_suffix(',').map(|field| format!("{field};"));
                let _ = writeln!(text, "{indent}{}", field.as_deref().unwrap_or(line));
            }
        }
    }
    text.trim_end().to_owned()
}

fn calls_document(config: &Config) -> String {
    let mut text = String::from(
        "# Calls, errors and events\n\n\
         Generated from the tables of the contract by `npm run gen`. Do not edit.\n\n\
         Over the socket `/ws`: send `{id, name, args}` and receive `{id, result}` or \
         `{id, error: {code, meta?, message}}`; events arrive as `{event, data}`.\n\
         Over HTTP: `POST /api/call/{name}` with the arguments as JSON body and the header \
         `X-Budget: <budget id>` if the call needs a budget.\n\n\
         Aliases, and fields that may be passed bare (as a list or text instead of an object), \
         are for scripts written for other programs of this file format.\n\n## Calls\n",
    );
    for call in table(config) {
        let errors: Vec<_> = call.errors.iter().map(|code| format!("`{}`", code.wire())).collect();
        let errors =
            if errors.is_empty() { "no specific ones".to_owned() } else { errors.join(", ") };
        let line = |what: &str, names: &[&str]| match names {
            [] => String::new(),
            names => format!("- {what}: `{}`\n", names.join("`, `")),
        };
        let also = line("aliases", call.aliases) + &line("may be passed bare", call.bare);
        let _ = write!(
            text,
            "\n### {}\n\n{}\n{also}- lane: {}\n- result: `{}`\n- errors: {errors}\n\n\
             ```ts\n{}\n```\n",
            call.name,
            prose(&call.docs),
            if call.repeatable && call.lane == Lane::Control {
                "lookup (a control that changes nothing)"
            } else {
                lane(call.lane)
            },
            call.reply,
            laid_out(&call.declaration)
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
