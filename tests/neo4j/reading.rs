//! Loaded graphs are read back unchanged.

use std::sync::Arc;

use conceptgraph::build::{BuildOptions, Source, build};
use conceptgraph::check;
use conceptgraph::context::FormalContext;
use conceptgraph::graph::Graph;
use conceptgraph::store::Database;
use conceptgraph::store::sqlite::{self, SqliteStore};
use conceptgraph::table::Table;
use conceptgraph_engine::base::count_or_percent::CountOrPercent;
use conceptgraph_engine::base::points::{Classes, Points};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::base::rows::Value;
use conceptgraph_engine::base::shown_columns::ShownColumns;
use conceptgraph_engine::dataset::NeighborOptions;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::graphs::{graph, table};
use crate::support::{Folder, example, same};
use crate::{Shared, is_equal, is_sound, kept, loaded, long, names, open, small};

pub fn trials(shared: &Arc<Shared>, version: &'static str) -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in names(version) {
        trials.push(on!(shared, version, it_is_read_back(name)));
    }
    trials.push(on!(shared, version, hostile_names));
    trials.push(on!(shared, version, smallest_graphs));
    trials.push(on!(shared, version, points_say_where_they_are));
    trials.push(on!(shared, version, a_copy_is_the_same_file));
    if version == LTS {
        trials.push(long(on!(shared, LTS, iris_whole)));
        trials.push(on!(shared, LTS, another_schema_is_refused));
    }
    trials
}

fn it_is_read_back(server: &Server, name: &str) -> Result<(), Failed> {
    let (graph, store) = small(server, name)?;
    is_equal(&store, &graph)?;
    is_sound(&store)
}

/// Nodes of points have communities, features and kept columns as properties.
fn points_say_where_they_are(server: &Server) -> Result<(), Failed> {
    let graph = hostile("places")?;
    let store = loaded(server, &graph, "places")?;
    let asked = "MATCH (p:Point {graph: 'places'})
         RETURN p.name AS name, p.community AS community, p.share AS share, p.part AS part,
                p.share_ AS kept, p.n AS n, p.community_ AS feature ORDER BY p.id";
    let found = store.run(asked, &[], None)?;
    let stored = store.clone().into_stored_graph()?.graph;
    let (communities, membership) = (stored.communities()?, stored.membership()?);
    let (points, features) = (graph.points()?, graph.features()?);
    let text = |text: Option<&str>| text.map_or(Value::Null, Value::text);
    for ((row, point), shares) in found.rows.iter().zip(points.ids()).zip(membership) {
        let place = communities.main_membership(shares);
        let expected = [text(place.community), Value::real(place.share), text(place.part)];
        same("place", &row[1..4], &expected[..])?;
        let kept = &points.shown_columns().cells_of(point)[3..];
        same("a number", &row[4], &Value::real(kept[0].parse().ok()))?;
        same("a whole number", &row[5], &Value::Int(kept[1].parse()?))?;
        let last = features.names.len() - 1;
        same("a feature", &row[6], &Value::Real(features.value(point, last)))?;
    }
    is_sound(&store)?;
    let write = |set: &str| {
        server.write(&format!("MATCH (p:Point {{graph: $g, id: 2}}) SET {set}"), "places")
    };
    write("p.was = p.row, p.row = 999999")?;
    same(
        "another row",
        check::check(&store.clone().into_stored_graph()?, &Progress::default())?.len(),
        1,
    )?;
    write("p.row = p.was")?;
    is_sound(&store)
}

fn iris_whole(server: &Server) -> Result<(), Failed> {
    let graph = table(&example("iris.csv"), Some("class"), None, 75, 0)?;
    let store = kept(server, &graph, "whole iris")?;
    same("concepts", graph.facts().concepts, 15_407)?;
    is_equal(&store, &graph)
}

fn another_schema_is_refused(server: &Server) -> Result<(), Failed> {
    let (name, graph) = ("other schema", graph("figure1")?);
    loaded(server, &graph, name)?;
    for (schema, by) in [
        ("null", "an earlier version of conceptgraph; build it again"),
        ("1", "an earlier version of conceptgraph; build it again"),
        ("99", "a newer version of conceptgraph; update conceptgraph"),
    ] {
        server.write(&format!("MATCH (g:Graph {{name: $g}}) SET g.schema = {schema}"), name)?;
        let refusal = open(server, name).err().map(|error| error.to_string()).unwrap_or_default();
        same(schema, refusal, format!("{}: this graph was built by {by}", server.graph(name)))?;
    }
    // A graph that cannot be read can be replaced.
    crate::load(server, &graph, name, true, &mut |_, _| {})?;
    is_equal(&open(server, name)?, &graph)
}

/// Names that break out of a statement or of a name in braces, or collide with the program's.
pub const HOSTILE: [&str; 11] = [
    "'}) DETACH DELETE n //",
    "`n`",
    "\\u0027 \\' \\",
    "two\nlines\r\n\tand more",
    "a;b,c|d\t;\n;",
    "\"{d1,d2}\"",
    "名前 é 😀 \u{202e}",
    "$graph",
    "",
    " d1 ",
    "d1",
];

/// Builds a graph called `name` whose points, classes and features have hostile names.
pub fn hostile(name: &str) -> Result<Graph, Failed> {
    let names: Vec<String> = HOSTILE.iter().map(|&name| name.to_owned()).collect();
    let labels: Vec<&str> = (0..names.len()).map(|row| HOSTILE[row % 4]).collect();
    let features = [
        "id",
        "id_",
        "name",
        "graph",
        "",
        "`x`",
        "a.b c",
        "'",
        "MDVP:Fo(Hz)\\`",
        "quoted",
        // A name that the header of an import could give to another column.
        "feature 9",
        "column 1",
        ":ID",
        // Names that differ in little.
        "ID",
        " id ",
        "a\u{1f}b",
        "community",
    ];
    let features: Vec<String> = features.iter().map(|&name| name.to_owned()).collect();
    let values: Vec<f64> = (0..names.len() * features.len())
        .map(|at| (at as f64 * 0.7).sin() * 10f64.powi(at as i32 % 7 - 3))
        .collect();
    let points = Points::from_names(names, Some(Classes::from_labels(&labels)));
    let points = points.map_err(|rows| format!("{rows:?} have one name"))?;
    let kept = ["row", "p(q):r", "class", "share", "n"].map(str::to_owned).to_vec();
    let numbers = ["", "1.50", "-.5", "3", "1e16"];
    let cell = |at: usize| match at % kept.len() {
        3 => numbers[at / kept.len() % numbers.len()].to_owned(),
        4 => (at as i64 - 20).to_string(),
        _ => HOSTILE[at % 9].to_owned(),
    };
    let cells = (0..points.len() * kept.len()).map(cell).collect();
    let rows = (0..points.len() as u32).map(|at| 2 * at + 1).collect();
    let points = points.with_rows(rows).with_shown_columns(ShownColumns::new(kept, cells));
    let table = Table::new(features, values, points);
    let neighbors = NeighborOptions::default().k(CountOrPercent::Count(4));
    let options = BuildOptions::default().neighbors(neighbors);
    Ok(build(name, Source::Table(table), &options, &Progress::default())?)
}

fn hostile_names(server: &Server) -> Result<(), Failed> {
    let graph = hostile(HOSTILE[0])?;
    for name in ["it's a `name` 'x'}) DETACH DELETE n //", "a&b=c#d %20 é?", "two\nlines"] {
        let store = loaded(server, &graph, name)?;
        is_equal(&store, &graph)?;
        same("name", store.name(), name)?;
    }
    Ok(())
}

/// One point; no attribute; an empty row and a full one.
fn smallest_graphs(server: &Server) -> Result<(), Failed> {
    let contexts: [(usize, &[&[u32]]); 4] =
        [(1, &[&[0]]), (0, &[&[]]), (0, &[&[], &[]]), (2, &[&[], &[0, 1], &[1]])];
    for (at, (attributes, rows)) in contexts.into_iter().enumerate() {
        let names = (0..attributes).map(|j| format!("a{j}")).collect();
        let context = FormalContext::new(names, rows.iter().map(|row| row.to_vec()));
        let source = Source::Context(context, Points::from_count(rows.len(), None));
        let name = format!("small {at}");
        let graph = build(&name, source, &BuildOptions::default(), &Progress::default())?;
        is_equal(&loaded(server, &graph, &name)?, &graph)?;
    }
    Ok(())
}

fn a_copy_is_the_same_file(server: &Server) -> Result<(), Failed> {
    let folder = Folder::new();
    let graphs = [graph("iris")?, graph("ready")?, hostile("g")?];
    for (at, graph) in graphs.iter().enumerate() {
        let progress = Progress::default();
        crate::load(server, graph, "g", true, &mut |_, _| {})?;
        let stored = open(server, "g")?.into_stored_graph()?.graph;
        sqlite::save(graph, &folder.path("direct.db"), true, &progress)?;
        sqlite::save(&stored, &folder.path("copied.db"), true, &progress)?;
        if folder.read("direct.db") != folder.read("copied.db") {
            return Err(format!("the copy of graph {at} differs").into());
        }
        // From that file into Neo4j again.
        let file = SqliteStore::graph(&folder.path("copied.db"))?;
        is_equal(&loaded(server, &file, &format!("copy {at} again"))?, graph)?;
    }
    Ok(())
}
