//! Rows from criterion's results: the engine alone.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::row::{Row, Topic};

/// The best of other engines for this edit at L on the reference machine, in microseconds.
const BEST_OTHER_ENGINE_US: f64 = 3_200.0;

/// Criterion's folder beside the running example.
pub(crate) fn folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    Some(program.parent()?.parent()?.parent()?.join("criterion"))
}

struct Estimate {
    us: f64,
    elements: f64,
}

impl Estimate {
    fn ns_each(&self) -> f64 {
        self.us * 1e3 / self.elements.max(1.0)
    }
}

fn json(path: &Path) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

fn read(folder: &Path, group: &str, size: &str) -> Option<Estimate> {
    let folder = folder.join(group.replace('/', "_")).join(size).join("new");
    let times = json(&folder.join("estimates.json"))?;
    let about = json(&folder.join("benchmark.json"))?;
    let us = times["median"]["point_estimate"].as_f64()? / 1e3;
    Some(Estimate { us, elements: about["throughput"]["Elements"].as_f64().unwrap_or(1.0) })
}

/// The rows with results.
pub(crate) fn rows() -> Vec<Row> {
    let Some(folder) = folder() else { return Vec::new() };
    let read = |group: &str, size: &str| read(&folder, group, size);
    let mut rows = edits(&read);
    rows.extend(builds(&read));
    rows
}

fn topic(size: &'static str) -> Topic {
    Topic { part: "engine", size }
}

/// Building mostly costs memory access, whose speed differs between machines more than anything
/// else; so the limit is a share of the time for a plain graph of the same cells.
fn builds(read: &impl Fn(&str, &str) -> Option<Estimate>) -> Vec<Row> {
    let mut rows = Vec::new();
    let what = "every cell from facts, graph included";
    for size in ["S", "M", "L", "XL"] {
        let Some(build) = read("build/every-cell", size) else { continue };
        rows.push(topic(size).yardstick(what, build.us / 1e3, "ms"));
        if let Some(plain) = read("build/yardstick-petgraph", size) {
            let what = "against building a plain petgraph";
            rows.push(topic(size).goal(what, build.us / plain.us, 0.5, "x"));
        }
    }
    rows
}

fn edits(read: &impl Fn(&str, &str) -> Option<Estimate>) -> Vec<Row> {
    let mut rows = Vec::new();
    let edit = |size: &str| read("recalculate/first-month-edit", size);
    for size in ["S", "M", "L", "XL"] {
        let Some(edit) = edit(size) else { continue };
        let what = format!("first-month edit, engine only, {} cells", edit.elements);
        rows.push(topic(size).yardstick(what, edit.us, "us"));
        let (what, each) = ("the same per cell", edit.ns_each());
        rows.push(match size {
            "L" => topic(size).goal(what, each, 10.0, "ns"),
            _ => topic(size).yardstick(what, each, "ns"),
        });
    }
    let (Some(medium), Some(large)) = (edit("M"), edit("L")) else { return rows };
    let topic = topic("L");
    rows.push(topic.goal("per cell, against M", large.ns_each() / medium.ns_each(), 1.5, "x"));
    for (yardstick, what, limit) in [
        ("recalculate/yardstick-dense", "against dense arrays without a graph", 30.0),
        ("recalculate/yardstick-petgraph", "against plain petgraph", 0.25),
    ] {
        if let Some(other) = read(yardstick, "L") {
            rows.push(topic.goal(what, large.us / other.us, limit, "x"));
        }
    }
    let what = "against the best other engine (recorded)";
    rows.push(topic.goal(what, large.us / BEST_OTHER_ENGINE_US, 0.01, "x"));
    rows
}
