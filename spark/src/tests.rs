//! A run that is planned and then mined in any number of rounds gives the graph that is built.

use std::path::{Path, PathBuf};

use crate::mine::mine;
use crate::plan::{PlanOptions, plan};
use crate::run::Run;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type};
use arrow_ipc::reader::StreamReader;
use conceptgraph_engine::base::ids::{ConceptId, PointId};
use conceptgraph_engine::base::memory::MemoryLimit;
use conceptgraph_engine::base::points::{Classes, Points};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::context::FormalContext;
use conceptgraph_engine::dataset::Dataset;
use conceptgraph_engine::graph::Graph;
use conceptgraph_engine::knn::{Metric, Scale};
use conceptgraph_engine::lattice::Lattice;
use conceptgraph_engine::mine::Limits;
use conceptgraph_engine::table::Table;
use proptest::prelude::*;

fn points(n: usize, labeled: bool) -> Points {
    let labels: Vec<&str> = (0..n).map(|i| ["a", "b"][i * i % 3 % 2]).collect();
    Points::from_count(n, labeled.then(|| Classes::from_labels(&labels)))
}

fn datasets() -> impl Strategy<Value = Dataset> {
    prop_oneof![2 => ready_datasets(), 1 => anchored_datasets()]
}

/// Generates dozens of points that have few different neighbours, among a few anchors or among all
/// points.
fn anchored_datasets() -> impl Strategy<Value = Dataset> {
    let values = proptest::collection::vec((0..6_u32).prop_map(f64::from), 2..60);
    (values, 1..8_usize, 1..6_usize, any::<bool>()).prop_map(|(values, anchors, k, labeled)| {
        let points = points(values.len(), labeled);
        let (anchors, names) = (Some(anchors).filter(|_| k < 5), vec!["x".to_owned()]);
        let k = k.min(anchors.unwrap_or(k)).min(values.len());
        let table = Table::new(names, values, points);
        Dataset::with_anchors("anchored", &table, anchors, k, Metric::Euclidean, Scale::None)
            .expect("k is possible")
    })
}

fn ready_datasets() -> impl Strategy<Value = Dataset> {
    (1..12_usize, 0..10_usize, 1..4_u32, any::<bool>()).prop_flat_map(|(n, m, density, labeled)| {
        let bits = proptest::collection::vec((0..4_u32).prop_map(move |c| c < density), n * m);
        bits.prop_map(move |bits| {
            let row = |i: usize| (0..m).filter(|j| bits[i * m + j]).map(|j| j as u32).collect();
            let names = (0..m).map(|j| j.to_string()).collect();
            let context = FormalContext::new(names, (0..n).map(row));
            Dataset::from_context("random", context, points(n, labeled))
        })
    })
}

fn folder() -> tempfile::TempDir {
    let quick = tempfile::tempdir_in("/dev/shm");
    quick.unwrap_or_else(|_| tempfile::tempdir().expect("a temporary folder"))
}

fn rounds(run: &Run, place: &Path, budget: Option<u64>) -> (Vec<PathBuf>, u64, u64) {
    let mut units: Vec<PathBuf> = std::fs::read_dir(place.join("run/units"))
        .expect("units")
        .map(|unit| unit.expect("a unit").path())
        .collect();
    let (mut files, mut clusters, mut covers) = (Vec::new(), 0, 0);
    while !units.is_empty() {
        let left = place.join(format!("left{}", files.len()));
        let mut rows = Vec::new();
        let done =
            mine(run, &units, &left, budget, &mut rows, &Progress::default()).expect("mined");
        files.push(left.join("rows"));
        std::fs::write(&files[files.len() - 1], rows).expect("written");
        units.clear();
        for unit in done.units {
            (clusters, covers) = (clusters + unit.clusters, covers + unit.covers);
            units.extend(unit.left.iter().map(|name| left.join(format!("{name}.unit"))));
        }
    }
    (files, clusters, covers)
}

fn check_rows(files: &[PathBuf], graph: &Graph) -> std::result::Result<(), TestCaseError> {
    let (members, covers) = (graph.members().unwrap(), graph.covers().unwrap());
    let objects = graph.context().unwrap().context.clarified_objects();
    for file in files {
        let file = std::fs::File::open(file).expect("rows");
        for batch in StreamReader::try_new(file, None).expect("a stream") {
            let batch = batch.expect("a batch");
            for at in 0..batch.num_rows() {
                let bits = batch.column(3).as_binary::<i32>().value(at);
                let is_in = |of: &PointId| bits[of.index() / 8] & (0x80 >> (of.0 % 8)) != 0;
                let points = PointId::first(objects.context.object_count()).filter(is_in).collect();
                let points = objects.points_of(points);
                let is_it = |id: &ConceptId| members.points(*id) == points;
                let id = ConceptId::first(members.len()).find(is_it).expect("a cluster");
                let concept = graph.concept(id).unwrap().expect("it is there");
                let number = |of: usize| batch.column(of).as_primitive::<Int32Type>().value(at);
                let given = |of: usize| {
                    let numbers = batch.column(of).as_primitive::<Float64Type>();
                    (!numbers.is_null(at)).then(|| numbers.value(at))
                };
                let classes = batch.column(7).as_list::<i32>().value(at);
                let counts: Vec<i32> = concept.counts.iter().map(|&count| count as i32).collect();
                let center = batch.column(4).as_primitive::<Int32Type>();
                let center = (!center.is_null(at)).then(|| PointId(center.value(at) as u32 - 1));
                let led = concept.majority_and_purity();
                let is_same = number(2) == concept.size as i32
                    && center.map(|center| objects.first_point(center)) == concept.center
                    && batch.column(5).is_null(at) == led.is_none()
                    && led.is_none_or(|(class, _)| number(5) == class.number() as i32)
                    && given(6) == led.map(|(_, purity)| purity)
                    && classes.as_primitive::<Int32Type>().values()[..] == counts[..]
                    && given(9) == concept.cohesion
                    && batch.column(8).as_list::<i32>().value_length(at) as usize
                        == covers.lower(id).len();
                prop_assert!(is_same, "{concept:?} is otherwise in its row: {batch:?}, {at}");
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]
    #[test]
    fn a_run_makes_the_graph_that_is_built(
        dataset in datasets(),
        least in prop_oneof![2 => Just(0), 1 => 1..6_usize],
        units in 1..8_usize,
        budget in prop_oneof![Just(None), Just(Some(1)), (2..30_u64).prop_map(Some)],
        key_bits in prop_oneof![Just(None), Just(Some(24)), Just(Some(3))],
        seed in 0..2_u64,
    ) {
        let (place, progress) = (folder(), Progress::default());
        let limits = Limits { min_size: least.min(dataset.points.len()), ..Limits::default() };
        let lattice = Lattice::mine(&dataset.context, &limits, &progress).expect("mined");
        let built = Graph::new(dataset.clone(), lattice, None, &progress).unwrap();
        let options = PlanOptions { units, seed, key_bits, memory: MemoryLimit::unlimited() };
        let run = place.path().join("run");
        let (described, planned) =
            plan(dataset, &limits, &options, &run, &progress).expect("planned");
        prop_assert!(planned <= units);
        let run = Run::open(&run).expect("a run");
        let (files, clusters, covers) = rounds(&run, place.path(), budget);
        let facts = built.facts();
        prop_assert_eq!((clusters, covers), (u64::from(facts.concepts), facts.covers));
        check_rows(&files, &built)?;
        if limits.min_size == 0 {
            let classes = built.classes().unwrap();
            prop_assert_eq!(described.dendrogram_purity, facts.dendrogram_purity);
            let of_class: Vec<_> = classes.iter().map(|of| of.dendrogram_purity).collect();
            prop_assert_eq!(described.class_dendrogram_purity, of_class);
            prop_assert_eq!(described.chance, facts.chance);
            let shuffled: Vec<_> = classes.iter().map(|of| of.chance).collect();
            prop_assert_eq!(described.class_chance, shuffled);
        }
    }
}
