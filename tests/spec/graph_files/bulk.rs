//! The folder for bulk import, read by LadybugDB.

use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph_engine::base::ids::{CommunityId, ConceptId, PointId};
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::support::whole::Whole;
use crate::support::{Folder, Need, iris, project, python, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(ladybug_reads_csv, Need::Python),
        trial!(ladybug_reads_parquet, Need::PythonAndParquet),
    ]
}

fn ladybug_reads_csv() -> Result<(), Failed> {
    is_read("bulk")
}

fn ladybug_reads_parquet() -> Result<(), Failed> {
    is_read("bulk-parquet")
}

/// Checks that the database has the graph of the store: points with their own columns, communities,
/// clusters and their relationships.
fn is_read(format: &str) -> Result<(), Failed> {
    let python = python::interpreter()?;
    let script = project().join("tests/spec/graph_files/read_ladybug.py").display().to_string();
    for (folder, store, own) in [
        (iris()?, "iris.db", &["sepal_length", "sepal_width", "petal_length", "petal_width"][..]),
        (hostile()?, "h.db", &["Name_", "_ID_", "a`b", "x;y\\", "load_", "it's \"so\""]),
    ] {
        folder.ok(&["export", store, "--format", format, "-o", "files"])?;
        let mut command = folder.command(&python.to_string_lossy(), &[&script]);
        let ran = command.current_dir(folder.path("files")).output()?;
        same("errors", String::from_utf8_lossy(&ran.stderr).into_owned(), String::new())?;
        let found: Json = serde_json::from_slice(&ran.stdout)?;
        same("columns", &found["columns"], &json!(own))?;
        let graph = SqliteStore::graph(&folder.path(store))?;
        for (what, expected) in truth(&Whole::of(&graph)) {
            same(what, &found[what], &expected)?;
        }
    }
    Ok(())
}

/// Builds a graph whose values and columns could break a script or a file.
fn hostile() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let mut table = csv::Writer::from_path(folder.path("h.csv"))?;
    table.write_record(["n", "Name", "_ID", "a`b", "x;y\\", "load", "it's \"so\""])?;
    let words = ["a,b", "\"q\"", "tab\t.", "", " pad ", "\\N", "NULL", "日本", "[1,2]", "{x}"];
    for (at, word) in words.iter().enumerate() {
        let numbers = [at * at % 7, at * 3 % 5, at * at % 11, at * 2 % 9, at * at % 5];
        let [a, b, c, d, e] = numbers.map(|number| number.to_string());
        let name = format!("{word}'{at};");
        table.write_record([&name, &a, &b, &c, &d, &e, *word])?;
    }
    table.flush()?;
    let columns = ["--columns", "Name,_ID,a`b,x;y\\,load", "--keep", "it's \"so\""];
    folder.ok(&[&["build", "h.csv", "--id", "n", "--k", "4"], &columns[..]].concat())?;
    Ok(folder)
}

/// Returns the content that the database must have.
fn truth(graph: &Whole) -> Vec<(&'static str, Json)> {
    let points = || graph.points.ids();
    let name = |point: PointId| graph.points.name(point).to_owned();
    let own = |point: PointId| {
        let values = graph.features.names.iter().enumerate();
        let values = values.map(|(at, _)| json!(graph.features.value(point, at)));
        let empty = |cell: &String| if cell.is_empty() { Json::Null } else { json!(cell) };
        let kept = graph
            .points
            .shown_columns()
            .cells_of(point)
            .iter()
            .map(|cell| empty(&cell.to_string()));
        values.chain(kept).collect::<Vec<_>>()
    };
    let concepts = || ConceptId::first(graph.concepts.len());
    let members: Vec<_> = concepts()
        .flat_map(|id| {
            graph.members.points(id).into_iter().map(move |p| json!([p.number(), id.number()]))
        })
        .collect();
    let covers: Vec<_> = concepts()
        .flat_map(|id| graph.covers.upper(id).map(move |up| json!([id.number(), up.number()])))
        .collect();
    let communities = &graph.communities;
    let apart = communities.all.iter().map(|one| json!(one.difference_list()));
    let joins = points().zip(graph.membership).flat_map(|(point, shares)| {
        let row =
            move |(join, share): (CommunityId, f64)| json!([point.number(), join.number(), share]);
        communities.joins(shares).into_iter().map(row)
    });
    let both = |id: &ConceptId| [0, 8].iter().all(|&at| graph.members.contains(*id, PointId(at)));
    let smallest = concepts().find(both);
    let smallest = smallest.map(|id| json!([id.to_string(), graph.members.size(id)]));
    let top = concepts().last().map(ConceptId::number);
    vec![
        ("graph", json!([[graph.points.len(), graph.concepts.len(), top]])),
        ("groups", communities.groups().iter().map(|one| json!([one.name, one.points])).collect()),
        ("joins", joins.collect()),
        ("smallest", smallest.into_iter().collect()),
        ("apart", apart.collect()),
        ("names", points().map(|point| json!([name(point)])).collect()),
        ("own", points().map(|point| json!(own(point))).collect()),
        ("members", members.into()),
        ("covers", covers.into()),
    ]
}
