//! An edit of the first month that reaches the last one.
//!
//! Goals, against the yardsticks of the same run: at most 10 ns per changed cell at L, at most 30
//! times the dense loop, at least 4 times faster than the plain graph, and per changed cell at L at
//! most 1.5 times M. `criterion` stores the time (`estimates.json`) and the number of changed cells
//! (`benchmark.json`, throughput) of each.

#![allow(clippy::expect_used, reason = "a measurement that cannot be made should stop")]
#![allow(missing_docs, reason = "made by criterion")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sobre_benches::dense::Dense;
use sobre_benches::facts::{edited_category, facts, first_month_with_rows};
use sobre_benches::plain::Plain;
use sobre_benches::size::{L, M, S, Size, XL};
use sobre_engine::budget::{BudgetFact, BudgetMode, BudgetSheet};

const SEED: u64 = 1;

fn edits(sheet: &BudgetSheet) -> [[BudgetFact; 1]; 2] {
    // In report mode a balance is only carried over where the carryover flag is stored.
    let month = match sheet.mode() {
        BudgetMode::Rollover => sheet.months().0,
        BudgetMode::Report => first_month_with_rows(),
    };
    [5_000, 6_000]
        .map(|amount| [BudgetFact::Budgeted { month, category: edited_category(), amount }])
}

fn sheet_edit(criterion: &mut Criterion, size: Size, mode: BudgetMode, name: &str) {
    let mut sheet = BudgetSheet::build(&facts(size, mode, SEED)).expect("within bounds");
    let edits = edits(&sheet);
    let [_, changed] = edits.each_ref().map(|edit| sheet.apply(edit).expect("in bounds").len());
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(changed as u64));
    let mut turn = 0;
    group.bench_function(BenchmarkId::from_parameter(size.name), |bencher| {
        bencher.iter(|| {
            turn ^= 1;
            black_box(sheet.apply(&edits[turn]).expect("within bounds"))
        });
    });
    group.finish();
}

fn dense_edit(criterion: &mut Criterion, size: Size) {
    let mut dense = Dense::new(size.years * 12 + 15);
    dense.edit(0, 5_000);
    let changed = dense.edit(0, 6_000);
    let mut group = criterion.benchmark_group("recalculate/yardstick-dense");
    group.throughput(Throughput::Elements(changed as u64));
    let mut amount = 5_000;
    group.bench_function(BenchmarkId::from_parameter(size.name), |bencher| {
        bencher.iter(|| {
            amount ^= 1;
            black_box(dense.edit(0, amount));
            black_box(dense.last())
        });
    });
    group.finish();
}

fn plain_edit(criterion: &mut Criterion, size: Size) {
    let facts = facts(size, BudgetMode::Rollover, SEED);
    let mut plain = Plain::build(&facts, &edited_category());
    let reached = plain.edit(6_000);
    let mut group = criterion.benchmark_group("recalculate/yardstick-petgraph");
    group.throughput(Throughput::Elements(reached as u64));
    let mut amount = 5_000;
    group.bench_function(BenchmarkId::from_parameter(size.name), |bencher| {
        bencher.iter(|| {
            amount ^= 1;
            black_box(plain.edit(amount));
            black_box(plain.last())
        });
    });
    group.finish();
}

fn recalculate(criterion: &mut Criterion) {
    for size in [S, M, L, XL] {
        sheet_edit(criterion, size, BudgetMode::Rollover, "recalculate/first-month-edit");
    }
    sheet_edit(criterion, L, BudgetMode::Report, "recalculate/first-month-edit-report");
    for size in [M, L, XL] {
        dense_edit(criterion, size);
        plain_edit(criterion, size);
    }
}

criterion_group!(benches, recalculate);
criterion_main!(benches);
