//! Attributes of clusters: intents, and the names of attributes in every format.

use std::collections::{BTreeMap, BTreeSet};

use conceptgraph::context::cxt;
use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::{Folder, Need, data, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(each_attribute_is_named_once),
        trial!(labels_choose_what_is_named),
        trial!(pictures_name_attributes, Need::Dot),
        trial!(a_cluster_of_a_context_in_words),
        trial!(contexts_have_the_intents_of_the_definition, Need::Data),
    ]
}

const BEINGS: &str = "B\n\n5\n4\n\nFrog\nBream\nReed\nBean\nMaize\nin <water>\non land\nmoves\n\
                      breathes\nXXXX\nX.XX\nXX.X\n.X.X\n.X.X\n";

/// Creates a folder with `beings.db`, the graph of a ready context.
fn beings() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.file("beings.cxt", BEINGS);
    folder.ok(&["build", "beings.cxt"])?;
    Ok(folder)
}

fn names(value: &Json) -> Vec<String> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn exported(folder: &Folder, store: &str, labels: &str) -> Result<Vec<Json>, Failed> {
    let words = ["export", store, "-o", "-", "--format", "json", "--labels", labels];
    let graph: Json = serde_json::from_str(&folder.ok(&words)?)?;
    Ok(graph["nodes"].as_array().cloned().unwrap_or_default())
}

fn each_attribute_is_named_once() -> Result<(), Failed> {
    let folder = beings()?;
    let (context, points) = cxt::parse(BEINGS.as_bytes())?;
    let members: BTreeMap<String, Vec<String>> = exported(&folder, "beings.db", "members")?
        .iter()
        .map(|node| (node["id"].to_string(), names(&node["members"])))
        .collect();
    let (mut attributes, mut objects) = (BTreeMap::new(), BTreeMap::new());
    for node in exported(&folder, "beings.db", "reduced")? {
        let of = &members[&node["id"].to_string()];
        for name in names(&node["introduced_attributes"]) {
            same("named once", attributes.insert(name, of.clone()).is_none(), true)?;
        }
        for name in names(&node["introduced"]) {
            same("named once", objects.insert(name, of.clone()).is_none(), true)?;
        }
    }
    // Each attribute is named at the concept of all points that have it.
    let with = |attribute: usize| {
        let column = context.columns().get(attribute).iter();
        column.map(|&point| points.names()[point as usize].clone()).collect::<Vec<_>>()
    };
    let all = context.attributes().iter().enumerate();
    let truth: BTreeMap<_, _> = all.map(|(at, name)| (name.clone(), with(at))).collect();
    same("attributes", attributes, truth)?;
    same("objects", objects.len(), 5)
}

fn labels_choose_what_is_named() -> Result<(), Failed> {
    let folder = beings()?;
    let count = |labels: &str, key: &str| -> Result<usize, Failed> {
        let nodes = exported(&folder, "beings.db", labels)?;
        Ok(nodes.iter().map(|node| names(&node[key]).len()).sum())
    };
    for (labels, points, attributes) in
        [("reduced", 5, 4), ("both", 5, 4), ("objects", 5, 0), ("attributes", 0, 4), ("none", 0, 0)]
    {
        same(labels, count(labels, "introduced")?, points)?;
        same(labels, count(labels, "introduced_attributes")?, attributes)?;
    }
    // The attributes of a table are its points, so they are named on request only.
    let folder = iris()?;
    let largest = |labels: &str| -> Result<bool, Failed> {
        let words = ["export", "iris.db", "--largest", "20", "-o", "-", "--format", "json"];
        Ok(folder.ok(&[&words[..], &["--labels", labels]].concat())?.contains("_attributes"))
    };
    same("a table", [largest("reduced")?, largest("both")?], [false, true])
}

fn pictures_name_attributes() -> Result<(), Failed> {
    let folder = beings()?;
    let drawn = |name: &str, labels: &str| -> Result<String, Failed> {
        folder.ok(&["export", "beings.db", "-o", name, "--force", "--labels", labels])?;
        Ok(folder.text(name))
    };
    let has = |text: &str| ["in <water>", "Frog"].map(|name| text.contains(name));
    let dot = drawn("x.dot", "reduced")?;
    same("both", has(&dot), [true, true])?;
    same("larger clusters at the top", dot.contains("rankdir=\"BT\""), true)?;
    same("objects", has(&drawn("x.dot", "objects")?), [false, true])?;
    same("attributes", has(&drawn("x.dot", "attributes")?), [true, false])?;
    let svg = drawn("x.svg", "reduced")?;
    same("SVG", has(&svg.replace("&lt;", "<").replace("&gt;", ">")), [true, true])?;
    same("a tooltip", svg.contains("all that have moves"), true)?;
    let graphml = drawn("x.graphml", "reduced")?;
    same("GraphML", graphml.contains("in &lt;water&gt;"), true)?;
    let page = drawn("x.html", "reduced")?;
    same("the page", page.contains("in \\u003cwater>"), true)
}

fn a_cluster_of_a_context_in_words() -> Result<(), Failed> {
    let folder = beings()?;
    let described = folder.json(&["query", "beings.db", "describe", "Bream"])?;
    let words = described[0]["description"].as_str().unwrap_or_default().to_owned();
    let shared = "Shared by all: \"in <water>\", moves and breathes; no other point has moves.";
    same(&words, words.contains(shared), true)?;
    let intent = folder.ok(&["query", "beings.db", "intent", "Bream", "--format", "csv"])?;
    let rows = "attribute,points\nin <water>,3\nmoves,2\nbreathes,5\n";
    same("intent", intent, rows.to_owned())?;
    // The attributes of a table are its points.
    let ran = iris()?.run(&["query", "iris.db", "intent", "c300"]);
    same("of a table", ran.err.contains("the attributes of this graph are its points"), true)
}

/// The intents are the intersections of rows, and the set of all attributes.
fn contexts_have_the_intents_of_the_definition() -> Result<(), Failed> {
    let contexts = data().ok_or("no data")?.join("contexts");
    let mut read = 0;
    for entry in std::fs::read_dir(contexts)? {
        let path = entry?.path();
        let (context, _) = cxt::read(&path)?;
        if context.object_count() > 60 {
            continue;
        }
        read += 1;
        let mut intents: BTreeSet<Vec<u32>> =
            BTreeSet::from([(0..context.attributes().len() as u32).collect()]);
        for row in context.rows().iter() {
            let meet = |intent: &Vec<u32>| -> Vec<u32> {
                intent.iter().copied().filter(|attribute| row.contains(attribute)).collect()
            };
            let met: Vec<Vec<u32>> = intents.iter().map(meet).collect();
            intents.extend(met);
        }
        let folder = Folder::new();
        folder.ok(&["build", &path.display().to_string(), "--to", "g.db"])?;
        let store = rusqlite::Connection::open(folder.path("g.db"))?;
        let file = crate::support::project().join("queries/intent.sql");
        let mut statement = store.prepare(&std::fs::read_to_string(file)?)?;
        let count: i64 = store.query_row("SELECT count(*) FROM concept", [], |row| row.get(0))?;
        let mut found = BTreeSet::new();
        let number = |name: String| {
            context.attributes().iter().position(|known| *known == name).unwrap_or(0) as u32
        };
        for id in 1..=count {
            let names = statement.query_map([format!("c{id}")], |row| row.get::<_, String>(0))?;
            let names: Vec<String> = names.collect::<Result<_, _>>()?;
            found.insert(names.into_iter().map(number).collect::<Vec<_>>());
        }
        same(&format!("{}", path.display()), found == intents, true)?;
    }
    same("contexts", read > 10, true)
}
