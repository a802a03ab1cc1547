//! Building every cell of a budget from its facts, graph included, and changing the structure.
//!
//! Goal at L: at most half the time of building the plain graph in the same run.

#![allow(clippy::expect_used, reason = "a measurement that cannot be made should stop")]
#![allow(missing_docs, reason = "made by criterion")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sobre_benches::facts::{edited_category, facts};
use sobre_benches::plain::Plain;
use sobre_benches::size::{L, M, S, Size, XL};
use sobre_engine::budget::{BudgetFact, BudgetMode, BudgetSheet};

const SEED: u64 = 1;

fn build_sheet(criterion: &mut Criterion, size: Size, mode: BudgetMode, name: &str) {
    let facts = facts(size, mode, SEED);
    let cells = BudgetSheet::build(&facts).expect("within bounds").cell_count();
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    group.throughput(Throughput::Elements(cells as u64));
    group.bench_function(BenchmarkId::from_parameter(size.name), |bencher| {
        bencher.iter_with_large_drop(|| BudgetSheet::build(black_box(&facts)));
    });
    group.finish();
}

fn build_plain(criterion: &mut Criterion, size: Size) {
    let facts = facts(size, BudgetMode::Rollover, SEED);
    let mut group = criterion.benchmark_group("build/yardstick-petgraph");
    group.sample_size(20);
    group.bench_function(BenchmarkId::from_parameter(size.name), |bencher| {
        bencher.iter_with_large_drop(|| Plain::build(black_box(&facts), &edited_category()));
    });
    group.finish();
}

/// Hiding a category: a new structure with few changed values.
fn change_structure(criterion: &mut Criterion, size: Size) {
    let facts = facts(size, BudgetMode::Report, SEED);
    let mut sheet = BudgetSheet::build(&facts).expect("within bounds");
    let mut hidden = facts.groups.clone();
    hidden[0].categories[1].hidden = true;
    let edits = [facts.groups, hidden].map(|groups| [BudgetFact::Structure(groups)]);
    let mut group = criterion.benchmark_group("build/hide-category");
    group.sample_size(20);
    let mut turn = 0;
    group.bench_function(BenchmarkId::from_parameter(size.name), |bencher| {
        bencher.iter(|| {
            turn ^= 1;
            black_box(sheet.apply(&edits[turn]).expect("within bounds"))
        });
    });
    group.finish();
}

fn build(criterion: &mut Criterion) {
    for size in [S, M, L, XL] {
        build_sheet(criterion, size, BudgetMode::Rollover, "build/every-cell");
    }
    build_sheet(criterion, L, BudgetMode::Report, "build/every-cell-report");
    build_plain(criterion, L);
    change_structure(criterion, M);
    change_structure(criterion, L);
}

criterion_group!(benches, build);
criterion_main!(benches);
