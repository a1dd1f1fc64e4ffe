//! Benchmarks of the steps of a build: `cargo bench --bench speed`, or `just bench`.

use std::hint::black_box;
use std::path::Path;

use conceptgraph::context::FormalContext;
use conceptgraph::context::binarize::binarize;
use conceptgraph::graph::Graph;
use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::sqlite::{self, SqliteStore};
use conceptgraph::table::{self, Table};
use conceptgraph_engine::base::ids::PointId;
use conceptgraph_engine::base::points::Points;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::dataset::Dataset;
use conceptgraph_engine::knn::{self, Metric, Scale};
use conceptgraph_engine::lattice::Lattice;
use conceptgraph_engine::mine::{self, Limits};
use criterion::{Criterion, criterion_group, criterion_main};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Returns points spread evenly in a cube, reproducibly.
fn cube(points: usize, dimensions: usize) -> Table {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut number = || random.next_u32() as f64 / f64::from(u32::MAX);
    let values: Vec<f64> = (0..points * dimensions).map(|_| number()).collect();
    let names = (0..dimensions).map(|at| format!("x{at}")).collect();
    Table::new(names, values, Points::from_count(points, None))
}

fn context(table: &Table, k: usize) -> FormalContext {
    let space = knn::space(table, Metric::Euclidean, Scale::None).expect("distances");
    binarize(&space, table.points().names(), None, k).expect("k is possible").context
}

/// Returns Fisher's iris, each point with its 75 nearest.
fn iris() -> (FormalContext, Points) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/iris.csv");
    let reading = table::ReadOptions::default().label("class".to_owned());
    let read = table::read(&file, &reading).expect("the example is readable");
    (context(&read.table, 75), read.table.points().clone())
}

fn neighbours(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("neighbours");
    group.sample_size(10);
    for (points, dimensions, k) in
        [(100_000, 3, 10), (20_000, 10, 20), (20_000, 50, 10), (5_000, 50, 1_000)]
    {
        let space = knn::space(&cube(points, dimensions), Metric::Euclidean, Scale::None);
        let space = space.expect("no value is out of range");
        group.bench_function(format!("{points} points, {dimensions} dimensions, k={k}"), |b| {
            b.iter(|| knn::neighbors(black_box(&space), k));
        });
    }
}

fn closure(criterion: &mut Criterion) {
    let (context, _) = iris();
    criterion.bench_function("closure of two points", |b| {
        b.iter(|| context.closure(black_box(&[3, 77].map(PointId))));
    });
}

/// Returns rows of a game board, reproducibly: 37 squares, each in its usual state or in another.
fn board(rows: usize) -> FormalContext {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut chance = move || f64::from(random.next_u32()) / f64::from(u32::MAX);
    let usual: Vec<f64> = (0..37).map(|_| chance().powf(0.2)).collect();
    let mut row = || {
        // Half of a square's state depends on the rest of the row.
        let mood = chance();
        let state = |(at, usual): (u32, &f64)| 2 * at + u32::from((mood + chance()) / 2.0 > *usual);
        (0..).zip(&usual).map(state).collect()
    };
    let rows: Vec<Vec<u32>> = (0..rows).map(|_| row()).collect();
    FormalContext::new((0..74).map(|at| at.to_string()).collect(), rows)
}

/// Returns market baskets, reproducibly: a few items in many of them, thousands in few.
fn baskets(rows: usize, items: u32) -> FormalContext {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut chance = move || f64::from(random.next_u32()) / f64::from(u32::MAX);
    let mut row = || {
        let bought = 1 + (chance() * chance() * 30.0) as usize;
        let item = |_| (f64::from(items).powf(chance()) - 1.0) as u32;
        (0..bought).map(item).collect()
    };
    let rows: Vec<Vec<u32>> = (0..rows).map(|_| row()).collect();
    FormalContext::new((0..items).map(|at| at.to_string()).collect(), rows)
}

fn mining(criterion: &mut Criterion) {
    let cases = [
        ("dense (iris, k=75)", iris().0, 0),
        ("sparse (20,000 points, k=10)", context(&cube(20_000, 3), 10), 0),
        ("iceberg (300 points, k=150, size 120)", context(&cube(300, 4), 150), 120),
        ("a board (3,196 rows, size 1,600)", board(3_196), 1_600),
        ("baskets (88,000 rows, size 40)", baskets(88_000, 16_000), 40),
    ];
    for (covers, name) in [(false, "concepts"), (true, "covers")] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for (case, context, min_size) in &cases {
            let limits = Limits { min_size: *min_size, ..Limits::default() };
            group.bench_function(*case, |b| {
                b.iter(|| mine::count(context, &limits, covers, &Progress::default()));
            });
        }
    }
}

fn store(criterion: &mut Criterion) {
    let (context, points) = iris();
    let lattice = Lattice::mine(&context, &Limits::default(), &Progress::default());
    let lattice = lattice.expect("nothing ends it");
    let graph = Graph::new(
        Dataset::from_context("iris", context, points),
        lattice,
        None,
        &Progress::default(),
    )
    .expect("no interrupt");
    let folder = tempfile::tempdir().expect("a folder for files that are not kept");
    let file = folder.path().join("iris.db");
    let progress = Progress::default();
    criterion.bench_function("load iris into SQLite", |b| {
        b.iter(|| sqlite::save(&graph, &file, true, &progress));
    });
    let graph = SqliteStore::graph(&file).expect("it was just written");
    let catalogue = Catalogue::sql();
    let mut group = criterion.benchmark_group("queries");
    for (name, words) in
        [("lca", &["d1", "d51"][..]), ("containing", &["d1"]), ("members", &["c15321"])]
    {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        group.bench_function(name, |b| {
            b.iter(|| query::ask(&graph, &catalogue, name, &words, Limit::OfQuery));
        });
    }
}

criterion_group!(benches, neighbours, closure, mining, store);
criterion_main!(benches);
