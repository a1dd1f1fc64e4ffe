//! Landmarks and their descriptions.

use conceptgraph::select::landmarks::landmarks;
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph_engine::base::ids::ConceptId;
use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::{Folder, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(landmarks_are_those_of_the_library),
        trial!(communities_are_named),
        trial!(a_cluster_in_words),
        trial!(any_graph_has_landmarks),
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
    }
    Ok(())
}
