//! House rules that no compiler checks: imports, sizes, headers and words. Each rule is a function
//! in [`rules`] with its own tests in [`rules_tests`]; here they are applied to the sources of this
//! repository.
#![allow(
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "rules and their tests are files of one test, and a failed step fails it"
)]

mod imports;
mod rules;
mod rules_tests;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use source::{Source, files_below, root, rust_sources};

/// The three tables may grow with the product.
const TABLES: &[&str] = &["contract/calls.rs", "contract/errors.rs", "contract/events.rs"];

/// Allowed dependencies of each crate. A new one deserves a second look: the engine is pure, and
/// only the application knows SQLite.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    (
        "sobre-engine",
        // The messages of a sync and the files of banks are pure data too.
        &[
            "bytes",
            "chrono",
            "csv",
            "encoding_rs",
            "fancy-regex",
            "foldhash",
            "memchr",
            "petgraph",
            "prost",
            "quick-xml",
            "regex",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "ts-rs",
            "unicode-normalization",
            "uuid",
            "winnow",
        ],
    ),
    (
        "sobre-actors",
        &[
            "actix",
            "aes",
            "aes-gcm",
            "base64",
            "bytes",
            "bytestring",
            "chrono",
            "csv",
            "ctr",
            "dashmap",
            "flate2",
            "fs4",
            "getrandom",
            "ghash",
            "hpke",
            "parking_lot",
            "pbkdf2",
            "ring",
            "rusqlite",
            "rustls-pki-types",
            "serde",
            "serde_json",
            "sha2",
            "sobre-engine",
            "thiserror",
            "tokio",
            "tracing",
            "ts-rs",
            "ureq",
            "uuid",
            "zeroize",
            "zip",
        ],
    ),
    (
        "web-api",
        &[
            "actix",
            "actix-http",
            "actix-web",
            "actix-web-actors",
            "argon2",
            "bytes",
            "clap",
            "directories",
            "futures-util",
            "getrandom",
            "mimalloc",
            "open",
            "parking_lot",
            "percent-encoding",
            "rpassword",
            "rusqlite",
            "rust-embed",
            "rustix",
            "serde",
            "serde_json",
            "sha2",
            "sobre-actors",
            "sobre-engine",
            "subtle",
            "thiserror",
            "tokio",
            "tracing",
            "tracing-subscriber",
            "ts-rs",
            "ureq",
        ],
    ),
    ("sobre-benches", &["petgraph", "rusqlite", "serde_json", "sobre-actors", "sobre-engine"]),
];

/// The code that a program is made of; each crate has modules of its own.
const SHIPPED: &[&str] = &["engine/src/", "actors/src/", "web-api/src/"];

/// Later modules of the engine may use earlier ones.
const ENGINE_LEVELS: &[&[&str]] = &[
    &["money", "dates", "ids", "names", "text"],
    &["crdt", "sheet", "query", "recurrence"],
    &["order", "payees", "statements"],
    &["banks"],
    &["rules"],
    &["ledger"],
    &["accounts", "categories", "schedules"],
    &["budget"],
    &["templates"],
    &["reports"],
    &["dashboards"],
    &["sync"],
    &["testing"],
];

/// The same for the application: storage first, then the actors of an open budget, then the open
/// budgets, and the calls last. The contract uses only the engine.
const APPLICATION_LEVELS: &[&[&str]] = &[
    &["contract", "durable", "limits"],
    &["answers", "banks", "environment", "network", "session"],
    &["db"],
    &["files"],
    &["faults", "notifications", "tasks"],
    &["failed", "sheet", "world"],
    &["database_actor"],
    &["sync"],
    &["open_budget"],
    &["app"],
    &["router"],
    &["calls"],
    &["testing"],
];

fn complain(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The crates of the workspace with their dependencies, as cargo reads the manifests.
fn packages() -> Vec<serde_json::Value> {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Dependencies of the shipped program, including build dependencies.
fn shipped_dependencies(package: &serde_json::Value) -> BTreeSet<String> {
    let all = package["dependencies"].as_array().unwrap().iter();
    let shipped = all.filter(|it| it["kind"] != "dev");
    shipped.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

fn written_texts() -> Vec<Source> {
    let mut texts = rust_sources();
    texts.extend(files_below("frontend", &[".ts", ".tsx", ".mjs", ".css", ".html"]));
    for folder in ["engine", "web-api", "benches"] {
        texts.extend(files_below(folder, &[".mjs"]));
    }
    texts.extend(files_below("migrations", &[".sql"]));
    texts.extend(documents());
    texts
}

fn documents() -> Vec<Source> {
    let mut documents: Vec<Source> = ["engine", "actors", "web-api", "benches", "frontend"]
        .iter()
        .flat_map(|folder| files_below(folder, &[".md"]))
        .collect();
    for name in ["README.md", "ARCHITECTURE.md"] {
        documents.push(Source::new(name, &fs::read_to_string(root().join(name)).unwrap()));
    }
    documents
}

#[test]
fn every_rust_file_says_what_it_is_for() {
    complain(&rules::headers(&rust_sources()));
}

#[test]
fn files_and_lines_stay_short() {
    complain(&rules::sizes(&rust_sources(), TABLES));
}

#[test]
fn names_say_what_things_do() {
    complain(&rules::names(&rust_sources()));
}

#[test]
fn parameters_have_names() {
    let is_of_tests = |source: &Source| source.path.contains("/tests/");
    let sources: Vec<Source> = rust_sources().into_iter().filter(|it| !is_of_tests(it)).collect();
    complain(&rules::tuple_parameters(&sources));
}

#[test]
fn nothing_is_left_for_later() {
    complain(&rules::phrases(&written_texts(), &[concat!("TO", "DO"), concat!("FIX", "ME")]));
}

#[test]
fn rules_are_stated_and_not_cited() {
    complain(&rules::citations(&written_texts()));
}

#[test]
fn documents_name_files_that_exist() {
    let exists = |path: &str| root().join(path).exists();
    let faults: Vec<_> = documents().iter().flat_map(|it| rules::named_files(it, exists)).collect();
    complain(&faults);
}

#[test]
fn crates_use_only_what_they_may() {
    let allowed: BTreeMap<&str, &[&str]> = DEPENDENCIES.iter().copied().collect();
    let mut faults = Vec::new();
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        match allowed.get(name) {
            Some(allowed) => {
                faults.extend(rules::dependencies(name, &shipped_dependencies(&package), allowed));
            }
            None => faults.push(format!("{name} has no list of what it may use")),
        }
    }
    complain(&faults);
}

#[test]
fn every_crate_has_its_invariants_in_a_readme_and_takes_the_lints_of_the_workspace() {
    let mut faults = Vec::new();
    for package in packages() {
        let manifest = package["manifest_path"].as_str().unwrap();
        let folder = std::path::Path::new(manifest).parent().unwrap();
        let text = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        if !text.contains("\n## Invariants\n") {
            faults.push(format!("{}: no README with invariants", folder.display()));
        }
        let manifest = fs::read_to_string(manifest).unwrap();
        if !manifest.contains("[lints]\nworkspace = true") {
            faults.push(format!("{}: lints of its own", folder.display()));
        }
    }
    complain(&faults);
}

#[test]
fn the_engine_is_pure() {
    let banned = [
        "std::fs",
        "std::net",
        "std::env",
        "std::thread",
        "std::process",
        "SystemTime",
        "Instant",
        "Utc::now",
        "Local::now",
        "static mut",
        "thread_local!",
        "OnceLock",
        "LazyLock",
    ];
    complain(&rules::code_phrases(&files_below("engine/src", &[".rs"]), &banned));
}

#[test]
fn engine_modules_use_only_earlier_ones() {
    let sources = files_below("engine/src", &[".rs"]);
    complain(&rules::levels(&sources, "engine/src/", ENGINE_LEVELS));
}

#[test]
fn modules_of_the_application_use_only_earlier_ones() {
    let sources = files_below("actors/src", &[".rs"]);
    complain(&rules::levels(&sources, "actors/src/", APPLICATION_LEVELS));
}

#[test]
fn no_more_than_two_files_of_a_crate_use_each_other() {
    complain(&rules::circles(&rust_sources(), SHIPPED, 2));
}

#[test]
fn sql_stays_in_the_database_modules() {
    // Benches measure SQLite itself.
    let homes = [
        "actors/src/banks/store",
        "actors/src/db",
        "actors/src/files/",
        "web-api/src/sync_server/store/disk",
        "benches/",
    ];
    complain(&rules::sql(&rust_sources(), rules::SQL, &homes));
}

#[test]
fn rows_of_a_budget_are_written_by_the_write_door_alone() {
    // The door; what it derives from rows; the schema; whole copies of a file. The connections to
    // banks have a database of their own, without rows of a budget.
    let homes = [
        "actors/src/banks/store",
        "actors/src/db/apply/",
        "actors/src/db/facts/months.rs",
        "actors/src/db/migrate",
        "actors/src/db/copy.rs",
        "actors/src/files/import_actual/",
    ];
    let sources = files_below("actors/src", &[".rs"]);
    complain(&rules::sql(&sources, rules::WRITING_SQL, &homes));
}

#[test]
fn the_program_knows_databases_in_one_backend_of_the_sync_server_alone() {
    let sources = files_below("web-api/src", &[".rs"]);
    complain(&rules::known_to(&sources, &["rusqlite"], &["web-api/src/sync_server/store/disk"]));
}

#[test]
fn sockets_are_known_to_two_files() {
    let sockets = ["actix_http::ws", "actix_ws", "actix_web_actors"];
    let homes = ["web-api/src/calls/ws.rs", "web-api/src/calls/outgoing.rs", "benches/"];
    complain(&rules::known_to(&rust_sources(), &sockets, &homes));
}

#[test]
fn the_contract_imports_the_engine_only() {
    // tracing: an internal error is logged where its source is dropped.
    let allowed = ["serde", "serde_json", "sobre-engine", "thiserror", "tracing", "ts-rs"];
    let actors = packages().into_iter().find(|it| it["name"] == "sobre-actors").unwrap();
    let banned: Vec<String> = shipped_dependencies(&actors)
        .into_iter()
        .filter(|name| !allowed.contains(&name.as_str()))
        .collect();
    let sources = files_below("actors/src", &[".rs"]);
    complain(&rules::uses_only(&sources, "actors/src/contract", "contract", &banned));
}

#[test]
fn the_top_level_holds_only_what_it_should() {
    let allowed = [
        "engine",
        "actors",
        "web-api",
        "frontend",
        "migrations",
        "benches",
        "Cargo.toml",
        "Cargo.lock",
        "package.json",
        "package-lock.json",
        "README.md",
        "ARCHITECTURE.md",
        "target",
        "node_modules",
        "test-results",
    ];
    let faults: Vec<_> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && !allowed.contains(&name.as_str()))
        .collect();
    complain(&faults);
}
