//! Landmarks, their descriptions, and their map.

use conceptgraph::select::landmarks::landmarks;
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph_engine::base::ids::ConceptId;
use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::repl::piped;
use crate::support::{Folder, Need, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(landmarks_are_those_of_the_library),
        trial!(communities_are_named),
        trial!(a_cluster_in_words),
        trial!(any_graph_has_landmarks),
        trial!(the_map_shows_the_communities),
        trial!(a_map_of_little_is_little),
        trial!(a_graph_too_large_to_draw_is_drawn_as_its_map, Need::Dot),
    ]
}

fn asked(folder: &Folder, words: &[&str]) -> Result<Vec<Json>, Failed> {
    let answer = folder.ok(&[&["query"][..], words, &["--format", "json"]].concat())?;
    Ok(serde_json::from_str(&answer)?)
}

fn words(rows: &[Json], column: &str) -> Vec<String> {
    rows.iter().map(|row| row[column].as_str().unwrap_or_default().to_owned()).collect()
}

fn landmarks_are_those_of_the_library() -> Result<(), Failed> {
    let folder = iris()?;
    let graph = SqliteStore::graph(&folder.path("iris.db"))?;
    for most in [24, 2] {
        let found = landmarks(&graph, most)?;
        let ids: Vec<ConceptId> = found.iter().map(|landmark| landmark.id).collect();
        let names: Vec<String> = ids.iter().map(ConceptId::to_string).collect();
        let number = most.to_string();
        let ask = |query| asked(&folder, &["iris.db", query, &number]);
        let rows = ask("landmarks")?;
        same("landmarks", words(&rows, "concept"), names.clone())?;
        for (row, landmark) in rows.iter().zip(&found) {
            let concept = graph.concept(landmark.id)?.ok_or("a cluster")?;
            let near = row["cohesion"].as_f64().zip(concept.cohesion);
            same("cohesion", near.is_some_and(|(shown, own)| (shown - own).abs() < 1e-12), true)?;
            same("held", row["held"].as_u64(), Some(landmark.points_covered.into()))?;
        }
    }
    Ok(())
}

/// Planted groups stand apart, and their communities and join can be asked by name.
fn communities_are_named() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| {
        let value =
            |salt: u32| f64::from(30 * (at % 5)) + f64::from(at * 7919 % (89 + salt)) / 40.0;
        format!("{},{},{}\n", value(1), value(2), value(4))
    };
    folder.file("t.csv", "x,y,z\n".to_owned() + &(0..200).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--k", "10", "--to", "t.db"])?;
    let ask = |words: &[&str]| folder.run(&[&["query", "t.db"], words].concat());
    same("verdict", ask(&["communities"]).err.contains("5 groups"), true)?;
    ask(&["between", "g1", "g6"]).fails(2, "g6")?;
    let none = ask(&["between", "g1", "g2"]);
    same(&none.err, none.err.contains("no point is in both communities"), true)?;
    let whole = folder.json(&["query", "t.db", "community", "g5+g1..g4", "1000"])?;
    same("of a join", whole.as_array().map(Vec::len), Some(200))
}

fn a_cluster_in_words() -> Result<(), Failed> {
    let folder = iris()?;
    for word in ["c6374", "c15407", "c1"] {
        let told = words(&asked(&folder, &["iris.db", "describe", word])?, "description").concat();
        let shown = folder.ok(&["query", "iris.db", "describe", word])?;
        same("one paragraph", shown.split_whitespace().collect::<Vec<_>>().join(" "), told)?;
        same("short lines", shown.lines().all(|line| line.chars().count() <= 100), true)?;
    }
    Ok(())
}

fn any_graph_has_landmarks() -> Result<(), Failed> {
    let folder = Folder::new();
    let (iris, small) = (example("iris.csv"), example("figure1.csv"));
    folder.file("g.cxt", "B\n\n4\n3\n\np\nq\nr\ns\na\nb\nc\nX.X\nXX.\n...\nX.X\n");
    for options in [
        &[&*iris, "--label", "class"][..],
        &[&iris, "--label", "class", "--k", "12", "--graph", "full"],
        &[&iris, "--drop", "class", "--k", "50%", "--graph", "full", "--min-size", "60"],
        &[&small, "--id", "name", "--k", "4"],
        &["g.cxt"],
    ] {
        folder.ok(&[&["build"][..], options, &["--to", "g.db", "--force"]].concat())?;
        let found = asked(&folder, &["g.db", "landmarks"])?;
        same(&format!("{options:?}"), (1..=24).contains(&found.len()), true)?;
        for concept in words(&found, "concept") {
            folder.ok(&["query", "g.db", "describe", &concept])?;
        }
        folder.ok(&["export", "g.db", "--map", "-o", "g.dot"])?;
    }
    Ok(())
}

fn the_map_shows_the_communities() -> Result<(), Failed> {
    let folder = iris()?;
    let dot = |words: &[&str]| {
        folder.ok(&[&["export", "iris.db", "-o", "-", "--format", "dot"], words].concat())
    };
    let map = dot(&["--map"])?;
    for text in [
        "4 groups stand apart",
        "100 % setosa",
        "petal_length ≤ 1.9",
        " of them",
        "cards stand near those like them",
    ] {
        same(text, map.contains(text), true)?;
    }
    let groups: Vec<String> = (1..=4).map(|group| format!("g{group}")).collect();
    for (at, one) in groups.iter().enumerate() {
        same(one, map.matches(&format!("id=\"{one}\"")).count(), 1)?;
        for other in &groups[at + 1..] {
            let both = asked(&folder, &["iris.db", "between", one, other, "1000"])?.len();
            let ends = format!("\"{one}\" -> \"{other}\"");
            let line = map.lines().find(|line| line.trim_start().starts_with(&ends));
            let said = line.is_some_and(|line| line.contains(&format!("\u{a0}{both}<")));
            same(&format!("{both} in both"), said, both > 1)?;
        }
    }
    let named = |map: &str| {
        let is_cluster =
            |rest: &&str| rest.split(':').next().is_some_and(|id| id.parse::<u32>().is_ok());
        map.split(">c").filter(is_cluster).count()
    };
    same("clusters", named(&map) > 1, true)?;
    same("with a number", named(&dot(&["--map", "1"])?), 1)?;
    let shell = piped(&folder, &[], "export map 3 to m.dot\nexport map to n.dot\n")?;
    same("in the shell", shell.out.contains("n.dot: 4 cards, 2 links"), true)
}

/// The map of three rows is one card; if no points share an attribute, an error says so.
fn a_map_of_little_is_little() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "x,y\n1,2\n3,4\n5,9\n");
    folder.ok(&["build", "t.csv"])?;
    folder.ok(&["export", "t.db", "--map", "-o", "t.dot"])?;
    same("a card", folder.text("t.dot").contains("3 points"), true)?;
    folder.file("e.cxt", "B\n\n2\n1\n\np\nq\na\n.\n.\n");
    folder.ok(&["build", "e.cxt"])?;
    folder.run(&["export", "e.db", "--map", "-o", "e.dot"]).fails(1, "nothing to draw")?;
    same("no file", folder.names().contains(&"e.dot".to_owned()), false)
}

fn a_graph_too_large_to_draw_is_drawn_as_its_map() -> Result<(), Failed> {
    let folder = iris()?;
    folder.ok(&["export", "iris.db", "--map", "-o", "map.svg"])?;
    folder.ok(&["export", "iris.db", "-o", "default.svg"])?;
    same("the map", folder.read("map.svg") == folder.read("default.svg"), true)
}
