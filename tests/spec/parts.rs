//! The choice of clusters by `build`, its messages, and estimates of their number.

use std::collections::BTreeMap;

use conceptgraph::store::sqlite::SqliteStore;
use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::{Folder, Need, data, example, repetitions, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(build_makes_the_graph_that_is_wanted),
        trial!(a_full_lattice_has_a_limit),
        trial!(without_members_answers_are_the_same),
        trial!(estimates),
        trial!(estimates_of_known_lattices, Need::Data),
    ]
}

fn shared(file: &str) -> Result<String, Failed> {
    Ok(data().ok_or("no data")?.join(file).display().to_string())
}

fn iris(folder: &Folder, words: &[&str]) -> Result<(String, String), Failed> {
    let file = example("iris.csv");
    let ran = folder.run(&[&["build", &file, "--label", "class", "--force"], words].concat());
    if ran.code != 0 {
        return Err(ran.report("a graph").into());
    }
    Ok((ran.out, ran.err))
}

/// Returns the number of concepts and the kind of the graph that was built.
fn made(folder: &Folder) -> Result<(u32, &'static str), Failed> {
    let graph = SqliteStore::graph(&folder.path("iris.db"))?;
    let facts = graph.facts();
    Ok((facts.concepts, facts.kind.name()))
}

fn build_makes_the_graph_that_is_wanted() -> Result<(), Failed> {
    let folder = Folder::new();
    iris(&folder, &[])?;
    let (some, kind) = made(&folder)?;
    same("by default", kind, "scales")?;
    iris(&folder, &["--graph", "scales"])?;
    same("named", made(&folder)?, (some, "scales"))?;
    let (least, all) = (2 * 150, 16 * 150);
    same("some clusters a point", (least..all).contains(&some), true)?;
    iris(&folder, &["--graph", "full", "--k", "12"])?;
    let (all, kind) = made(&folder)?;
    same("full", kind, "full")?;
    iris(&folder, &["--graph", "full", "--k", "12", "--max-concepts", &all.to_string()])?;
    same("exactly as many as may be", made(&folder)?, (all, "full"))?;
    let ran = folder.run(&["build", &example("iris.csv"), "--graph", "lca", "--force"]);
    let said = ran.err.contains("choose scales or full");
    same(&ran.err, (ran.code, said), (2, true))
}

fn a_full_lattice_has_a_limit() -> Result<(), Failed> {
    let (folder, file) = (Folder::new(), example("iris.csv"));
    let words = ["build", &file, "--label", "class", "--k", "50%", "--graph", "full"];
    let ran = folder.run(&[&words[..], &["--max-concepts", "50", "--to", "none.db"]].concat());
    same("stopped", (ran.code, folder.path("none.db").exists()), (3, false))?;
    same("nothing left", ran.err.ends_with("; nothing was stored\n"), true)?;
    same("a way out", ran.err.contains("--min-size"), true)
}

/// The members are mined again, and every query answers as over the whole file.
fn without_members_answers_are_the_same() -> Result<(), Failed> {
    let (whole, without) = (Folder::new(), Folder::new());
    iris(&whole, &["--graph", "full", "--k", "12"])?;
    iris(&without, &["--graph", "full", "--k", "12", "--no-members"])?;
    let questions = [
        &["lca", "d1", "d51"][..],
        &["containing", "d99"],
        &["members", "c200"],
        &["concept", "c300"],
        &["meet", "c700", "c720"],
        &["boundary"],
        &["classes"],
        &["points"],
        &["nearest", "d7"],
        &["profile", "c120"],
    ];
    for words in questions {
        let ask = |folder: &Folder| folder.json(&[&["query", "iris.db"], words].concat());
        same(&words.join(" "), ask(&without)?, ask(&whole)?)?;
    }
    let bytes = |folder: &Folder| folder.read("iris.db").len();
    same("a smaller file", bytes(&without) < bytes(&whole), true)
}

fn estimates() -> Result<(), Failed> {
    let folder = Folder::new();
    let file = example("iris.csv");
    let base = ["count", &file, "--label", "class", "--k", "50%", "--estimate"];
    let answer = folder.ok(&base)?;
    same("in words", answer.starts_with("about 1") && answer.ends_with(" %)\n"), true)?;
    same("again", folder.ok(&base)?, answer.clone())?;
    same("other threads", folder.ok(&[&base[..], &["--threads", "1"]].concat())?, answer)?;
    let json = folder.ok(&[&base[..], &["--format", "json", "--seed", "3"]].concat())?;
    let json: BTreeMap<String, f64> = serde_json::from_str(&json)?;
    let near = (7_700.0..31_000.0).contains(&json["concepts"]);
    same("near 15,407, with an error", (near, json["error"] > 0.0), (true, true))
}

fn estimates_of_known_lattices() -> Result<(), Failed> {
    let folder = Folder::new();
    for (name, truth) in [("parkinsons", 250_911.0), ("vertebral", 8_095_512_330.0)] {
        let file = shared(&format!("paper/{name}.csv"))?;
        let how = ["--label", "class", "--k", "50%", "--scale", "none", "--estimate"];
        for seed in 0..repetitions(4, 1) {
            let seed = seed.to_string();
            let more = ["--format", "json", "--seed", &seed];
            let answer = folder.ok(&[&["count", &file], &how[..], &more].concat())?;
            let answer: BTreeMap<String, Json> = serde_json::from_str(&answer)?;
            let concepts = answer["concepts"].as_f64().ok_or("a number")?;
            let within = (truth / 2.0..truth * 2.0).contains(&concepts);
            same(&format!("{name} {seed} {answer:?}"), within, true)?;
        }
    }
    Ok(())
}
