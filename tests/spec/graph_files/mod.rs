//! Files for other programs, read back by these programs: NetworkX, igraph, Graphviz and
//! conceptgraph.

mod bulk;

use conceptgraph::query::name_list;
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph_engine::base::ids::{ConceptId, PointId};
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::support::whole::Whole;
use crate::support::{Folder, Need, iris, project, python, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = bulk::trials();
    trials.extend(vec![
        trial!(other_programs_read_what_the_store_holds, Need::Python),
        trial!(graphviz_reads_what_the_store_holds, Need::Dot),
        trial!(the_context_behind_clusters_has_these_clusters),
        trial!(labels_say_which_points_are_named),
        trial!(a_pair_is_two_files),
    ]);
    trials
}

const NAMES: [&str; 14] = [
    "plain",
    "\"quo\"te",
    "a,b",
    "tab\t.",
    "<b>&amp;",
    "\u{7}bell",
    "{x}",
    "\\N%",
    "日本",
    "🦀",
    "'",
    " pad ",
    "]]>",
    "50 $ #_^~|`",
];

/// Builds a graph whose points have these names and whose classes have hostile names.
fn hostile(names: &[&str]) -> Result<Folder, Failed> {
    let folder = Folder::new();
    let mut table = csv::Writer::from_path(folder.path("h.csv"))?;
    table.write_record(["n", "x", "y", "c"])?;
    for (at, name) in names.iter().enumerate() {
        let (x, y) = (at as f64 * 1.1 % 3.0, (at * at % 5).to_string());
        // igraph reads an ampersand in the name of an attribute as `&#38;`, so there is none.
        let class = ["a<\"b\">", "x\u{b}y,z", "{plain}"][at % 3];
        table.write_record([*name, &x.to_string(), &y, class])?;
    }
    table.flush()?;
    folder.ok(&["build", "h.csv", "--id", "n", "--label", "c", "--k", "4"])?;
    // No table gives a name with a line break; an altered store may hold one.
    let store = rusqlite::Connection::open(folder.path("h.db"))?;
    let broken = "UPDATE point SET name = 'line' || char(10) || 'break' WHERE name = 'plain'";
    store.execute(broken, [])?;
    let typical =
        "UPDATE community SET typical = replace(typical, '\"plain\"', '\"line\\nbreak\"')";
    store.execute(typical, [])?;
    drop(store);
    Ok(folder)
}

/// Returns the content of a store for the last `most` clusters: nodes with their facts, and covers.
fn truth(folder: &Folder, store: &str, most: u32) -> Result<(Json, Vec<[String; 2]>), Failed> {
    let graph = SqliteStore::graph(&folder.path(store))?;
    let of = Whole::of(&graph);
    let all = graph.facts().concepts;
    let ids: Vec<ConceptId> = (all.saturating_sub(most)..all).map(ConceptId).collect();
    let classes = of.points.classes().ok_or("classes")?;
    let mut nodes = serde_json::Map::new();
    for concept in ids.iter().filter_map(|&id| of.concepts.get(id)) {
        let majority = concept.majority_and_purity();
        let name = |point| of.points.name(point).to_owned();
        let is_own = |&point: &PointId| of.members.containing(point).next() == Some(concept.id);
        let own = of.points.ids().filter(is_own);
        let own: Vec<String> = own.map(name).collect();
        let mut node = json!({
            "label": concept.id.to_string(),
            "size": concept.size,
            "centre": concept.center.map(name),
            "cohesion": concept.cohesion,
            "class": majority.map(|(class, _)| classes.name(class)),
            "purity": majority.map(|(_, purity)| purity),
            "introduced": own,
        });
        for (class, count) in classes.names().iter().zip(&concept.counts) {
            node[format!("count_{class}")] = (*count).into();
        }
        nodes.insert(concept.id.to_string(), node);
    }
    let upper = |&id: &ConceptId| of.covers.upper(id).map(move |upper| (id, upper));
    let covers = ids.iter().flat_map(upper).filter(|(_, upper)| ids.contains(upper));
    let mut covers: Vec<_> = covers.map(|(l, u)| [l.to_string(), u.to_string()]).collect();
    covers.sort();
    Ok((nodes.into(), covers))
}

/// Returns a value as text, so that formats without types or lists can be compared.
fn plain(value: &Json) -> String {
    let shown = match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(names) => name_list::write(names.iter().filter_map(Json::as_str)),
        number => number.as_f64().map_or_else(|| number.to_string(), |n| format!("{n:.9}")),
    };
    let shown = shown.parse::<f64>().map_or(shown, |number| format!("{number:.9}"));
    // XML carries no control characters, so their pictures replace them.
    shown.replace('\u{7}', "␇").replace('\u{b}', "␋")
}

fn other_programs_read_what_the_store_holds() -> Result<(), Failed> {
    let python = python::interpreter()?;
    let script = project().join("tests/spec/graph_files/read_back.py").display().to_string();
    for (folder, store, selection) in
        [(hostile(&NAMES)?, "h.db", vec!["--all"]), (iris()?, "iris.db", vec!["--largest", "500"])]
    {
        for suffix in ["graphml", "json", "csv"] {
            let file = format!("g.{suffix}");
            folder.ok(&[&["export", store, "-o", &file], &selection[..]].concat())?;
        }
        let ran = folder.command(&python.to_string_lossy(), &[&script, "g"]).output()?;
        same("errors", String::from_utf8_lossy(&ran.stderr).into_owned(), String::new())?;
        let found: Json = serde_json::from_slice(&ran.stdout)?;
        let (nodes, covers) = truth(&folder, store, if selection.len() == 1 { 5000 } else { 500 })?;
        let nodes = nodes.as_object().ok_or("nodes")?;
        let found = found.as_object().ok_or("programs")?;
        same("programs", found.len(), 4)?;
        for (program, read) in found {
            let read_nodes = read["nodes"].as_object().ok_or("nodes")?;
            same(program, read_nodes.len(), nodes.len())?;
            for (id, node) in nodes {
                for (key, value) in node.as_object().ok_or("a node")? {
                    let key = if program.ends_with("ml") {
                        key.replace('\u{b}', "␋")
                    } else {
                        key.clone()
                    };
                    let what = format!("{program}: {key} of {id}");
                    same(&what, plain(&read_nodes[id][&key]), plain(value))?;
                }
            }
            let edges: Vec<[String; 2]> = serde_json::from_value(read["edges"].clone())?;
            same(program, edges == covers, true)?;
        }
    }
    Ok(())
}

fn graphviz_reads_what_the_store_holds() -> Result<(), Failed> {
    let folder = hostile(&NAMES)?;
    folder.ok(&["export", "h.db", "-o", "g.dot"])?;
    let ran = folder.command("dot", &["-Tplain", "g.dot"]).output()?;
    let plain = String::from_utf8(ran.stdout)?;
    let (nodes, covers) = truth(&folder, "h.db", 5000)?;
    let ids = |word: &str, from: usize, to: usize| {
        let lines = plain.lines().filter(move |line| line.starts_with(word));
        let mut ids: Vec<Vec<String>> = lines
            .map(|line| line.split(' ').skip(from).take(to).map(str::to_owned).collect())
            .collect();
        ids.sort();
        ids
    };
    let mut known: Vec<Vec<String>> =
        nodes.as_object().ok_or("nodes")?.keys().map(|id| vec![id.clone()]).collect();
    known.sort();
    same("nodes", ids("node ", 1, 1), known)?;
    same("covers", ids("edge ", 1, 2), covers.into_iter().map(Vec::from).collect::<Vec<_>>())
}

/// The selected clusters above or below one, or with a point, are those of a context.
fn the_context_behind_clusters_has_these_clusters() -> Result<(), Failed> {
    let folder = iris()?;
    for selection in [["--up", "c14000"], ["--down", "c3000"], ["--containing", "d99"]] {
        let count = |file: &str, more: &[&str]| {
            folder
                .ok(&[&["export", "iris.db", "--force", "-o", file], &selection[..], more].concat())
        };
        count("part.cxt", &[])?;
        count("part.json", &[])?;
        folder.ok(&["build", "part.cxt", "--to", "part.db", "--force"])?;
        let graph = SqliteStore::graph(&folder.path("part.db"))?;
        let part: Json = serde_json::from_slice(&folder.read("part.json"))?;
        let (nodes, edges) = (&part["nodes"], &part["edges"]);
        let counts = [nodes, edges].map(|all| all.as_array().map_or(0, Vec::len) as u64);
        let facts = graph.facts();
        same(selection[0], [u64::from(facts.concepts), facts.covers], counts)?;
    }
    // The whole graph has the whole context.
    let all = hostile(&["a b", "\"q\"", "{x}", "<d>", "e", "f"])?;
    all.ok(&["export", "h.db", "-o", "all.cxt"])?;
    let options = ["h.csv", "--id", "n", "--label", "c", "--k", "4"];
    all.ok(&[&["context"], &options[..], &["-o", "context.cxt"]].concat())?;
    same("the whole context", all.text("all.cxt"), all.text("context.cxt"))?;
    let odd = hostile(&NAMES)?;
    odd.run(&["export", "h.db", "-o", "h.cxt"]).fails(1, "h.cxt")?;
    same("no file", odd.path("h.cxt").exists(), false)
}

fn labels_say_which_points_are_named() -> Result<(), Failed> {
    let folder = hostile(&NAMES)?;
    let mut names = Vec::new();
    for labels in ["reduced", "members", "none"] {
        let words = ["export", "h.db", "-o", "-", "--format", "json", "--labels", labels];
        let graph: Json = serde_json::from_str(&folder.ok(&words)?)?;
        let of = |key: &str| -> usize {
            let nodes = graph["nodes"].as_array().map_or(&[][..], Vec::as_slice);
            nodes.iter().filter_map(|node| node[key].as_array()).map(Vec::len).sum()
        };
        let sizes = graph["nodes"]
            .as_array()
            .map_or(0, |nodes| nodes.iter().filter_map(|node| node["size"].as_u64()).sum::<u64>());
        names.push((of("introduced"), of("members") as u64, sizes));
    }
    let sizes = names[0].2;
    same("names", names, vec![(14, 0, sizes), (0, sizes, sizes), (0, 0, sizes)])
}

fn a_pair_is_two_files() -> Result<(), Failed> {
    let folder = iris()?;
    let words = ["export", "iris.db", "--largest", "3", "-o", "x.csv"];
    let ran = folder.run(&words);
    same(&ran.err, (ran.code, ran.err.lines().count()), (0, 1))?;
    let names = ["iris.db", "x.edges.csv", "x.nodes.csv"].map(str::to_owned);
    same("files", folder.names(), names.to_vec())?;
    folder.run(&words).fails(1, "x.nodes.csv")?;
    std::fs::remove_file(folder.path("x.nodes.csv"))?;
    folder.run(&words).fails(1, "x.edges.csv")?;
    same("not one of two", folder.path("x.nodes.csv").exists(), false)
}
