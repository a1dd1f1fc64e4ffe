//! Small graphs of every kind, and questions about them with the answers from memory.

use std::fmt::Write;

use conceptgraph::build::{BuildOptions, GraphSelection, Source, build};
use conceptgraph::context::cxt;
use conceptgraph::graph::Graph;
use conceptgraph::table;
use conceptgraph_engine::base::count_or_percent::CountOrPercent;
use conceptgraph_engine::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::dataset::NeighborOptions;
use conceptgraph_engine::knn::Scale;
use conceptgraph_engine::rule::{Interval, RuleStep, SortedFeatures};
use libtest_mimic::Failed;
use serde_json::{Value as Json, json};

use super::reference::{Reference, Table};
use super::whole::Whole;
use super::{Folder, example};

/// The names that [`graph`] takes.
pub const NAMES: [&str; 10] = [
    "iris",
    "iris_iceberg",
    "iris_scales",
    "iris_no_members",
    "anchors",
    "anchors_iceberg",
    "figure1",
    "one_class",
    "ready",
    "odd_names",
];

/// Builds a small graph by its name: a full lattice with classes, an iceberg, every scale with and
/// without members, two with some points as anchors, one without classes, one with a single class
/// and rows left out, one of a ready context, and one whose names need quoting.
pub fn graph(name: &str) -> Result<Graph, Failed> {
    let folder = Folder::new();
    let written = |text: &str| {
        folder.file("g.csv", text);
        folder.path("g.csv").display().to_string()
    };
    match name {
        "iris" => table(&example("iris.csv"), Some("class"), None, 12, 0),
        "iris_scales" => scales(true),
        "iris_no_members" => scales(false),
        "iris_iceberg" => table(&example("iris.csv"), Some("class"), None, 75, 70),
        "anchors" => anchors(30, 4, 0),
        "anchors_iceberg" => anchors(12, 3, 20),
        "figure1" => table(&example("figure1.csv"), None, Some("name"), 4, 0),
        "one_class" => {
            let file = written("x,c\n1,a\n,a\n2,a\nNA,a\n4,a\n8,a\n16,a\n");
            table(&file, Some("c"), None, 2, 0)
        }
        "odd_names" => {
            let file = written(
                "n,x,c\n\"a,b\",1,it's\n{x},2,it's\n\"q\"\"q\",4,\"x\"\"y\"\n\"x y\",8,ü\n\
                 [1],16,ü\nback\\slash,32,ü\n",
            );
            table(&file, Some("c"), Some("n"), 3, 0)
        }
        _ => {
            let text = "B\n\n4\n3\n\np\nq\nr\ns\na\nb\nc\nX.X\nXX.\n...\nX.X\n";
            let (context, points) = cxt::parse(text.as_bytes())?;
            built(Source::Context(context, points), &BuildOptions::default())
        }
    }
}

/// Builds the graph of a table; k = 0 stands for half of the points.
pub fn table(
    file: &str,
    label: Option<&str>,
    id: Option<&str>,
    k: usize,
    min_size: usize,
) -> Result<Graph, Failed> {
    let k = Some(if k > 0 { CountOrPercent::Count(k) } else { CountOrPercent::Percent(50.0) });
    let options = BuildOptions::default()
        .neighbors(NeighborOptions::default().k(k).scale(Scale::None))
        .selection(GraphSelection::Full)
        .min_size(CountOrPercent::Count(min_size))
        .max_concepts(u64::MAX);
    built(source(file, label, id)?, &options)
}

/// Builds the graph of every scale of iris.
fn scales(members: bool) -> Result<Graph, Failed> {
    let neighbors = NeighborOptions::default().scale(Scale::None);
    let options = BuildOptions::default().neighbors(neighbors).store_members(members);
    built(source(&example("iris.csv"), Some("class"), None)?, &options)
}

/// Builds the graph of the 569 points of breast cancer with some points as anchors.
fn anchors(anchors: usize, k: usize, min_size: usize) -> Result<Graph, Failed> {
    let k = Some(CountOrPercent::Count(k));
    let neighbors = NeighborOptions::default().k(k).anchors(anchors).scale(Scale::None);
    let options = BuildOptions::default()
        .neighbors(neighbors)
        .selection(GraphSelection::Full)
        .min_size(CountOrPercent::Count(min_size));
    built(source(&example("breast_cancer.csv"), Some("class"), None)?, &options)
}

fn source(file: &str, label: Option<&str>, id: Option<&str>) -> Result<Source, Failed> {
    let reading = table::ReadOptions::default()
        .label(label.map(str::to_owned))
        .id(id.map(str::to_owned))
        .missing(table::MissingPolicy::Drop);
    Ok(Source::Table(table::read(file.as_ref(), &reading)?.table))
}

fn built(source: Source, options: &BuildOptions) -> Result<Graph, Failed> {
    Ok(build("g", source, options, &Progress::default())?)
}

/// A query with its parameters, the words of a command line, and the answer from memory.
pub struct Question {
    pub query: &'static str,
    pub parameters: Vec<(&'static str, Json)>,
    pub words: Vec<String>,
    pub truth: Table,
}

/// Returns questions of every kind about points and concepts all over the graph.
pub fn questions(graph: &Graph) -> Vec<Question> {
    let graph = Whole::of(graph);
    let reference = Reference(graph);
    let n = graph.points.len() as u32;
    let mut questions = Vec::new();
    let mut ask = |query, parameters: Vec<(&'static str, Json)>, words: Vec<String>, truth| {
        questions.push(Question { query, parameters, words, truth });
    };
    let name = |p: PointId| graph.points.name(p).to_owned();
    for p in (0..n).step_by(1 + n as usize / 12) {
        let (p, q, r) = (PointId(p), PointId((p * 7 + 3) % n), PointId((p * 8 + 4) % n));
        for points in [vec![p], vec![p, q], vec![p, q, r]] {
            let mut distinct: Vec<PointId> = points.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let words: Vec<String> = points.iter().map(|&p| name(p)).collect();
            ask("lca", vec![("points", json!(words))], words, reference.lca(&distinct));
        }
        for count in [3, 10, 15] {
            let parameters = vec![("point", json!(name(p))), ("count", json!(count))];
            let words = vec![name(p), count.to_string()];
            ask("nearest", parameters, words, reference.nearest(p, count));
        }
        for limit in [1, 5, 1000] {
            let parameters = vec![("point", json!(name(p))), ("limit", json!(limit))];
            let truth = reference.containing(p, limit);
            ask("containing", parameters, vec![name(p), limit.to_string()], truth);
        }
    }
    let concepts = graph.members.len() as u32;
    for id in (0..concepts).step_by(1 + concepts as usize / 40).chain([concepts - 1]) {
        let id = ConceptId(id);
        let answers: [(&str, Table); 6] = [
            ("intent", reference.intent(id)),
            ("purity", reference.purity(id)),
            ("concept", reference.concept(id)),
            ("members", reference.members(id)),
            ("parents", reference.parents(id)),
            ("children", reference.children(id)),
        ];
        for (query, truth) in answers {
            let word = id.to_string();
            ask(query, vec![("concept", json!(word))], vec![word], truth);
        }
    }
    let some: Vec<u32> = (0..concepts).step_by(1 + concepts as usize / 5).collect();
    for &a in some.iter().chain([&(concepts - 1)]) {
        for &b in &some {
            let (a, b) = (ConceptId(a), ConceptId(b));
            let answers = [("meet", reference.meet(a, b)), ("path", reference.path(a, b))];
            for (query, truth) in answers {
                let words = vec![a.to_string(), b.to_string()];
                let parameters = vec![("concept", json!(words[0])), ("other", json!(words[1]))];
                ask(query, parameters, words, truth);
            }
        }
        let word = ConceptId(a).to_string();
        let parameters = vec![("concept", json!(word))];
        ask("profile", parameters, vec![word], reference.profile(ConceptId(a)));
    }
    let sorted = SortedFeatures::new(graph.features);
    for id in (0..concepts).step_by(1 + concepts as usize / 12).map(ConceptId) {
        let steps = sorted.rule(&graph.members.points(id));
        let end = |end: Option<f64>| end.map_or(String::new(), |end| end.to_string());
        let words = |step: &RuleStep| {
            let Interval { column, low, high } = step.interval;
            [graph.features.names[column].clone(), end(low), end(high)]
        };
        let rule: Vec<String> = steps.iter().flat_map(words).collect();
        let word = id.to_string();
        let parameters = vec![("concept", json!(word)), ("rule", json!(rule))];
        ask("rule", parameters, vec![word], reference.rule(id, &steps));
    }
    // Without a parameter a statement has its own limit, but a program that reads rows has none.
    ask("boundary", vec![], vec!["100".into()], reference.boundary(100));
    ask("boundary", vec![("limit", json!(4))], vec!["4".into()], reference.boundary(4));
    let classes = graph.points.classes().map_or(&[][..], |classes| classes.names());
    for (at, class) in (0..).map(ClassId).zip(classes) {
        for (purity, size, limit) in [(1.0, 1, 100), (0.9, 3, 5), (0.5, 1, 20), (0.2, 40, 100)] {
            let parameters = vec![
                ("class", json!(class)),
                ("purity", json!(purity)),
                ("size", json!(size)),
                ("limit", json!(limit)),
            ];
            let words = [purity.to_string(), size.to_string(), limit.to_string()];
            let words = std::iter::once(class.clone()).chain(words).collect();
            let truth = reference.pure(at, purity, size, limit);
            ask("pure", parameters, words, truth);
        }
    }
    ask("classes", vec![], vec![], reference.classes());
    ask("stats", vec![], vec![], reference.stats());
    ask("points", vec![], vec![], reference.points(None));
    for class in classes {
        let truth = reference.points(Some(class));
        ask("points", vec![("class", json!(class))], vec![class.clone()], truth);
    }
    for limit in [100, 2] {
        let (parameters, words) = (vec![("limit", json!(limit))], vec![limit.to_string()]);
        let truth = reference.communities(limit);
        ask("communities", parameters.clone(), words.clone(), truth);
        let two = [("community", Json::Null), ("other", Json::Null)];
        let parameters = parameters.into_iter().chain(two).collect();
        ask("between", parameters, words, reference.between(None, limit));
    }
    ask("membership", vec![], vec![], reference.membership(None));
    for p in graph.points.ids().step_by(1 + n as usize / 9) {
        let truth = reference.membership(Some(p));
        ask("membership", vec![("point", json!(name(p)))], vec![name(p)], truth);
    }
    let communities = graph.communities;
    let all = || CommunityId::first(communities.all.len());
    let called = |id: CommunityId| communities.name(id).to_owned();
    for one in all() {
        for limit in [100, 2] {
            let parameters = vec![("community", json!(called(one))), ("limit", json!(limit))];
            let words = vec![called(one), limit.to_string()];
            ask("community", parameters, words, reference.community(one, limit));
        }
        for (other, limit) in all().zip([100, 3].into_iter().cycle()) {
            let words = [called(one), called(other), limit.to_string()];
            let parameters = vec![
                ("community", json!(words[0])),
                ("other", json!(words[1])),
                ("limit", json!(limit)),
            ];
            if one == other {
                continue;
            }
            let truth = reference.between(Some([one, other]), limit);
            ask("between", parameters, words.to_vec(), truth);
        }
    }
    ask("outliers", vec![], vec!["100".into()], reference.outliers(100));
    ask("outliers", vec![("limit", json!(7))], vec!["7".into()], reference.outliers(7));
    ask("largest", vec![], vec!["100".into()], reference.largest(100));
    ask("largest", vec![("limit", json!(3))], vec!["3".into()], reference.largest(3));
    questions
}

/// Returns points around four centres, one of them with half of the points, as the classes.
fn table_of_groups(n: u32) -> String {
    let mut text = "x,y,z,group\n".to_owned();
    let mut state = 7_u64;
    let mut uniform = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 33) as u32) / f64::from(1_u32 << 31)
    };
    for at in 0..n {
        let group = [0, 0, 0, 1, 1, 2, 3, 0][at as usize % 8];
        let [x, y, z] = [[0.0, 0.0, 0.0], [6.0, 0.0, 1.0], [0.0, 6.0, 2.0], [6.0, 6.0, 0.0]][group];
        // The sum of three uniform numbers is nearly normal.
        let mut noise = || uniform() + uniform() + uniform() - 1.5;
        let (x, y, z) = (x + noise(), y + noise(), z + noise());
        let _ = writeln!(text, "{x:.4},{y:.4},{z:.4},g{group}");
    }
    text
}

/// Returns a folder with `g.csv`, points around four centres.
pub fn four_groups(n: u32) -> Folder {
    let folder = Folder::new();
    folder.file("g.csv", table_of_groups(n));
    folder
}
