//! Rules of the house that no compiler knows: who may import what, sizes, headers and words.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MAX_FILE_LINES: usize = 500;
const MAX_LINE_WIDTH: usize = 100;

/// The three tables may grow with the product.
const TABLES: &[&str] = &["contract/calls.rs", "contract/errors.rs", "contract/events.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn files_below(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["node_modules", "dist", "target", "fixtures"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if name.ends_with(ending) {
                let relative = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
                found.push((relative, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn rust_sources() -> Vec<(String, String)> {
    ["engine", "actors", "web-api", "benches"]
        .iter()
        .flat_map(|krate| files_below(&root().join(krate), ".rs"))
        .collect()
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("tests.rs")
}

/// The part of a file before its tests.
fn shipped(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

fn complain(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_rust_file_says_what_it_is_for() {
    let faults: Vec<_> = rust_sources()
        .into_iter()
        .filter(|(path, text)| !is_test(path) && !text.starts_with("//! "))
        .map(|(path, _)| format!("{path}: does not open with a //! paragraph"))
        .collect();
    complain(&faults);
}

#[test]
fn files_and_lines_stay_short() {
    let mut faults = Vec::new();
    for (path, text) in rust_sources() {
        let lines = text.lines().count();
        let table = TABLES.iter().any(|table| path.ends_with(table));
        if lines > MAX_FILE_LINES && !is_test(&path) && !table {
            faults.push(format!("{path}: {lines} lines"));
        }
        for (number, line) in text.lines().enumerate() {
            if line.chars().count() > MAX_LINE_WIDTH && !is_test(&path) {
                faults.push(format!("{path}:{}: wider than {MAX_LINE_WIDTH}", number + 1));
            }
        }
    }
    complain(&faults);
}

#[test]
fn names_say_what_things_do() {
    let banned = ["Manager", "Helper", "Util", "Service", "process", "handle_data", "vendor"];
    let mut faults = Vec::new();
    for (path, text) in rust_sources() {
        if is_test(&path) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line);
            let names = ["struct ", "enum ", "trait ", "fn ", "mod ", "type "]
                .iter()
                .filter_map(|keyword| code.split_once(keyword))
                .filter_map(|(_, rest)| {
                    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
                });
            for name in names {
                if banned.iter().any(|word| name.contains(word)) {
                    faults.push(format!("{path}:{}: {name}", number + 1));
                }
            }
        }
    }
    complain(&faults);
}

#[test]
fn the_product_speaks_of_itself_alone() {
    let banned = ["../shared", "/work/", "registry.npm", "static.crates.io", "TODO", "FIXME"];
    let mut faults = Vec::new();
    let mut texts = rust_sources();
    texts.extend(files_below(&root().join("frontend"), ".ts"));
    texts.extend(files_below(&root().join("frontend"), ".tsx"));
    texts.extend(files_below(&root().join("frontend"), ".mjs"));
    texts.extend(files_below(&root().join("migrations"), ".sql"));
    for name in ["README.md", "ARCHITECTURE.md", "package.json", "package-lock.json"] {
        if let Ok(text) = fs::read_to_string(root().join(name)) {
            texts.push((name.to_owned(), text));
        }
    }
    for (path, text) in texts {
        if path.ends_with("tidy.rs") {
            continue;
        }
        for word in banned.iter().filter(|word| text.contains(**word)) {
            faults.push(format!("{path}: {word}"));
        }
    }
    complain(&faults);
}

#[test]
fn crates_use_only_what_they_may() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        (
            "sobre-engine",
            // prost and the bytes it reads into: the messages of a sync are pure data too.
            &["bytes", "chrono", "petgraph", "prost", "serde", "serde_json", "thiserror", "ts-rs"]
                [..],
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
                "fs4",
                "getrandom",
                "ghash",
                "memchr",
                "parking_lot",
                "pbkdf2",
                "regex",
                "rusqlite",
                "unicode-normalization",
                "fancy-regex",
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
            ][..],
        ),
    ]);
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let Some(allowed) = allowed.get(package["name"].as_str().unwrap()) else { continue };
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = dependency["name"].as_str().unwrap();
            if dependency["kind"].is_null() && !allowed.contains(&name) {
                faults.push(format!("{} may not use {name}", package["name"]));
            }
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
        "Instant::now",
        "Utc::now",
        "Local::now",
        "static mut",
        "thread_local!",
        "OnceLock",
    ];
    let mut faults = Vec::new();
    for (path, text) in files_below(&root().join("engine/src"), ".rs") {
        for word in banned.iter().filter(|word| shipped(&text).contains(**word)) {
            faults.push(format!("{path}: {word}"));
        }
    }
    complain(&faults);
}

#[test]
fn engine_modules_use_only_earlier_ones() {
    let order: &[&[&str]] = &[
        &["money", "dates", "ids"],
        &["crdt", "sheet", "query", "recurrence"],
        &["accounts", "payees", "categories"],
        &["rules"],
        &["ledger"],
        &["schedules"],
        &["budget", "reports", "imports"],
        &["sync"],
    ];
    let rank = |module: &str| order.iter().position(|level| level.contains(&module));
    let mut faults = Vec::new();
    for (path, text) in files_below(&root().join("engine/src"), ".rs") {
        let inner = path.strip_prefix("engine/src/").unwrap();
        let own = inner.split(['/', '.']).next().unwrap();
        let Some(own_rank) = rank(own) else { continue };
        let code: String =
            shipped(&text).lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for used in code.split("crate::").skip(1) {
            let module: String =
                used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let later = rank(&module).is_some_and(|used| used > own_rank);
            if later {
                faults.push(format!("{path}: uses {module}"));
            }
        }
    }
    complain(&faults);
}

#[test]
fn sql_stays_in_the_database_modules() {
    let verbs = ["SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM", "CREATE TABLE", "PRAGMA "];
    let mut faults = Vec::new();
    for (path, text) in rust_sources() {
        let homes = ["actors/src/db", "actors/src/files/", "web-api/src/sync_server/store"];
        let home = homes.iter().any(|home| path.contains(home));
        if home || is_test(&path) || path.starts_with("benches/") {
            continue;
        }
        for verb in verbs.iter().filter(|verb| shipped(&text).contains(**verb)) {
            faults.push(format!("{path}: {verb}"));
        }
    }
    complain(&faults);
}

#[test]
fn the_program_knows_databases_in_the_store_of_the_sync_server_alone() {
    let faults: Vec<_> = files_below(&root().join("web-api/src"), ".rs")
        .into_iter()
        .filter(|(path, text)| {
            text.contains("rusqlite") && !path.starts_with("web-api/src/sync_server/store")
        })
        .map(|(path, _)| path)
        .collect();
    complain(&faults);
}

#[test]
fn sockets_are_known_to_two_files() {
    let faults: Vec<_> = rust_sources()
        .into_iter()
        .filter(|(path, text)| {
            ["actix_http::ws", "actix_web_actors"].iter().any(|known| text.contains(known))
                && !path.ends_with("web-api/src/calls/ws.rs")
                && !path.ends_with("web-api/src/calls/outgoing.rs")
                && !path.starts_with("benches/")
                && !path.ends_with("tidy.rs")
        })
        .map(|(path, _)| path)
        .collect();
    complain(&faults);
}

#[test]
fn the_contract_imports_the_engine_only() {
    let banned = [
        "crate::db",
        "crate::app",
        "crate::calls",
        "rusqlite",
        "unicode-normalization",
        "fancy-regex",
        "actix",
        "tokio",
    ];
    let mut faults = Vec::new();
    for (path, text) in files_below(&root().join("actors/src/contract"), ".rs") {
        for word in banned.iter().filter(|word| text.contains(**word)) {
            faults.push(format!("{path}: {word}"));
        }
    }
    complain(&faults);
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
    ];
    let faults: Vec<_> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && !allowed.contains(&name.as_str()))
        .collect();
    complain(&faults);
}
