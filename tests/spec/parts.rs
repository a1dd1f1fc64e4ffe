//! Graphs that hold a part of the full lattice: which one `build` makes, what it says, and clusters
//! that are not stored answered as the full lattice has them.

use std::collections::BTreeMap;

use conceptgraph::Memory;
use conceptgraph::base::ids::{ConceptId, PointId};
use conceptgraph::base::progress::Progress;
use conceptgraph::graph::ConceptGraph;
use conceptgraph::lattice::{GraphKind, Lattice};
use conceptgraph::store::LatticeStore;
use conceptgraph::store::sqlite::SqliteStore;
use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::graphs::table;
use crate::support::{Folder, Need, data, example, near, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(build_makes_the_graph_that_is_wanted),
        trial!(auto_keeps_what_fits),
        trial!(clusters_not_stored_are_those_of_the_full_lattice),
        trial!(the_full_lattice_around_a_cluster, Need::Dot),
        trial!(estimates),
        trial!(red_wine_by_pairs, Need::Data),
        trial!(vertebral_by_pairs, Need::Data),
        trial!(estimates_of_known_lattices, Need::Data),
        trial!(the_largest_are_those_of_the_full_lattice),
        trial!(the_largest_of_the_papers_data, Need::Data),
    ]
}

fn shared(file: &str) -> Result<String, Failed> {
    Ok(data().ok_or("no data")?.join(file).display().to_string())
}

fn iris(folder: &Folder, words: &[&str]) -> Result<(String, String), Failed> {
    let file = example("iris.csv");
    let base = ["build", &file, "--label", "class", "--k", "12", "--force"];
    let ran = folder.run(&[&base[..], words].concat());
    if ran.code != 0 {
        return Err(ran.report("a graph").into());
    }
    Ok((ran.out, ran.err))
}

/// Concepts and kind of the graph that was made.
fn made(folder: &Folder) -> Result<(i64, String), Failed> {
    let facts = SqliteStore::open(&folder.path("iris.db"))?.facts()?;
    Ok((facts.concepts.into(), facts.kind.name().to_owned()))
}

fn build_makes_the_graph_that_is_wanted() -> Result<(), Failed> {
    let folder = Folder::new();
    iris(&folder, &[])?;
    let (all, kind) = made(&folder)?;
    same("by default", kind, "full".to_owned())?;
    let (out, err) = iris(&folder, &["--graph", "lca"])?;
    let (pairs, kind) = made(&folder)?;
    same("kind", kind, "lca".to_owned())?;
    same("smaller", pairs < all, true)?;
    same(
        "answer",
        out.contains("(the LCA graph: the smallest cluster of every two points)"),
        true,
    )?;
    same("size first", err.contains(" clusters"), true)?;
    iris(&folder, &["--graph", "largest:100"])?;
    same("largest", made(&folder)?, (100, "largest".to_owned()))?;
    // More than there are is all of them.
    iris(&folder, &["--graph", "largest:1000000"])?;
    same("all", made(&folder)?, (all, "largest".to_owned()))?;
    iris(&folder, &["--graph", "full", "--max-concepts", &all.to_string()])?;
    same("full", made(&folder)?, (all, "full".to_owned()))
}

fn auto_keeps_what_fits() -> Result<(), Failed> {
    let folder = Folder::new();
    iris(&folder, &[])?;
    let (all, _) = made(&folder)?;
    let most = (all - 1).to_string();
    let (_, err) = iris(&folder, &["--max-concepts", &most])?;
    same("kind", made(&folder)?.1, "iceberg".to_owned())?;
    same("why", err.contains("more than"), true)?;
    // Insisted on, it is a limit; so it is where clusters were to be left out.
    for words in [&["--graph", "full"][..], &["--min-size", "1"]] {
        let file = example("iris.csv");
        let base = [
            "build",
            &file,
            "--label",
            "class",
            "--k",
            "50%",
            "--max-concepts",
            "50",
            "--to",
            "none.db",
        ];
        let ran = folder.run(&[&base[..], words].concat());
        same("stopped", (ran.code, folder.path("none.db").exists()), (3, false))?;
        same("nothing left", ran.err.ends_with("; nothing was stored\n"), true)?;
        same("a way out", ran.err.contains("--min-size"), true)?;
    }
    Ok(())
}

/// An answer without what differs: the words for clusters, and the points that generate them, of
/// which an LCA graph keeps a pair. Their order is the same: by id in the one graph, by size and
/// members in the other.
fn unnamed(rows: &Json) -> Json {
    let mut rows = rows.clone();
    for row in rows.as_array_mut().into_iter().flatten() {
        if let Some(row) = row.as_object_mut() {
            row.remove("concept");
            row.remove("generator");
        }
    }
    rows
}

fn clusters_not_stored_are_those_of_the_full_lattice() -> Result<(), Failed> {
    let (full, part) = (Folder::new(), Folder::new());
    iris(&full, &[])?;
    for kind in ["lca", "largest:50"] {
        iris(&part, &["--graph", kind])?;
        let mut not_stored = 0;
        for word in ["{d1}", "{d1,d5,d9}", "{d51,d60,d70,d80}", "{d102,d143}", "{d1,d150}", "{}"] {
            let queries = ["concept", "parents", "children", "members", "purity", "profile"];
            for query in queries {
                let ask = |folder: &Folder| folder.json(&["query", "iris.db", query, word]);
                let (truth, answer) = (ask(&full)?, ask(&part)?);
                near(&format!("{kind} {query} {word}"), &unnamed(&answer), &unnamed(&truth))?;
                if query == "concept" {
                    not_stored += i32::from(answer[0]["concept"].to_string().contains('{'));
                }
            }
            let words = ["query", "iris.db", "meet", word, "{d52,d58}"];
            let (truth, answer) = (full.json(&words)?, part.json(&words)?);
            near(&format!("{kind} meet {word}"), &unnamed(&answer), &unnamed(&truth))?;
        }
        same("some are not stored", not_stored > 0, true)?;
    }
    // In an LCA graph that of three points is computed from the full lattice.
    iris(&part, &["--graph", "lca"])?;
    let lca = |folder: &Folder| folder.json(&["query", "iris.db", "lca", "d51", "d60", "d72"]);
    near("lca of three", &unnamed(&lca(&part)?), &unnamed(&lca(&full)?))?;
    // A stored and another one together; the statement is none.
    let meet = ["query", "iris.db", "meet", "c9", "{d51,d60,d72}", "--explain"];
    same("explained", part.ok(&meet)?.contains("computes it from what is stored"), true)
}

fn the_full_lattice_around_a_cluster() -> Result<(), Failed> {
    let (full, part) = (Folder::new(), Folder::new());
    iris(&full, &[])?;
    iris(&part, &["--graph", "lca"])?;
    let draw = |folder: &Folder| {
        folder.ok(&["export", "iris.db", "--around", "{d21,d25,d45}", "-o", "x.svg"])?;
        Ok::<_, Failed>(folder.text("x.svg"))
    };
    let shapes = |svg: &str| {
        let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
        (count("node"), count("edge"))
    };
    let (whole, drawn) = (draw(&full)?, draw(&part)?);
    same("clusters and covers", shapes(&drawn), shapes(&whole))?;
    same("named by points", drawn.contains("{d21,d25,d45}"), true)?;
    // Its covers, stored or not.
    for query in ["parents", "children"] {
        let words = ["query", "iris.db", query, "{d21,d25,d45}"];
        let (truth, answer) = (full.json(&words)?, part.json(&words)?);
        near(query, &unnamed(&answer), &unnamed(&truth))?;
        same("covers", answer[0].is_object(), true)?;
    }
    Ok(())
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
    same("near 15,407, with an error", (near, json["error"] > 0.0), (true, true))?;
    Ok(())
}

fn estimates_of_known_lattices() -> Result<(), Failed> {
    let folder = Folder::new();
    for (name, truth) in [("parkinsons", 250_911.0), ("vertebral", 8_095_512_330.0)] {
        let file = shared(&format!("paper/{name}.csv"))?;
        for seed in 0..4 {
            let seed = seed.to_string();
            let words = [
                "count",
                &file,
                "--label",
                "class",
                "--k",
                "50%",
                "--scale",
                "none",
                "--estimate",
                "--format",
                "json",
            ];
            let answer = folder.ok(&[&words[..], &["--seed", &seed]].concat())?;
            let answer: BTreeMap<String, f64> = serde_json::from_str(&answer)?;
            let within = (truth / 2.0..truth * 2.0).contains(&answer["concepts"]);
            same(&format!("{name} {seed} {answer:?}"), within, true)?;
        }
    }
    Ok(())
}

fn the_largest_are_those_of_the_full_lattice() -> Result<(), Failed> {
    let names = ["iris", "wine", "breast_cancer"];
    names.iter().try_for_each(|name| largest(&example(&format!("{name}.csv"))))
}

fn the_largest_of_the_papers_data() -> Result<(), Failed> {
    let names = ["parkinsons", "breast_cancer_wdbc_mean10"];
    names.iter().try_for_each(|name| largest(&shared(&format!("paper/{name}.csv"))?))
}

/// The N largest against the whole lattice, enumerated.
fn largest(file: &str) -> Result<(), Failed> {
    let ConceptGraph { context, lattice: full, .. } = table(file, Some("class"), None, 0, 0)?;
    let all = full.len() as u32;
    for most in [1, 2, 1000, all - 1, all, all + 1] {
        let largest = Lattice::largest(&context, most, Memory::unlimited(), &Progress::default())?;
        same("how many", largest.len() as u32, most.min(all))?;
        let of_full = |id: ConceptId| ConceptId(id.0 + all - largest.len() as u32);
        for id in largest.ids() {
            same("members", largest.members(id), full.members(of_full(id)))?;
            let covers: Vec<ConceptId> = largest.upper(id).map(of_full).collect();
            same("covers", covers, full.upper(of_full(id)).collect())?;
        }
    }
    Ok(())
}

fn vertebral_by_pairs() -> Result<(), Failed> {
    let (_folder, store) = pairs(&[&shared("paper/vertebral.csv")?], 46_628, 4)?;
    stable_as_in_the_full_lattice(&store)
}

/// A third of the wines: all of them take so much longer, and show no more.
fn red_wine_by_pairs() -> Result<(), Failed> {
    let all = std::fs::read_to_string(shared("paper/wine_red.csv")?)?;
    let header = all.lines().take(1);
    let third: Vec<&str> = header.chain(all.lines().skip(1).step_by(3)).collect();
    let folder = Folder::new();
    folder.file("third.csv", third.join("\n"));
    let file = folder.path("third.csv").display().to_string();
    pairs(&[&file, "--drop", "label_quality"], 55_942, 11).map(drop)
}

/// The LCA graph of a large table, in which the closure of
/// every `step`th pair of points is stored with its members, and named by the pair.
fn pairs(words: &[&str], concepts: i64, step: usize) -> Result<(Folder, SqliteStore), Failed> {
    let folder = Folder::new();
    let how = ["--label", "class", "--k", "50%", "--scale", "none", "--graph", "lca"];
    folder.ok(&[&["build"][..], words, &how, &["--to", "g.db"]].concat())?;
    let store = SqliteStore::open(&folder.path("g.db"))?;
    let stored = store.stored_context()?;
    same("kind", stored.facts.kind, GraphKind::Lca)?;
    same("concepts", i64::from(stored.facts.concepts), concepts)?;
    let n = stored.points.len() as u32;
    let pairs = (0..n).flat_map(|p| (p..n).map(move |q| [p, q].map(PointId))).step_by(step);
    let pairs: Vec<[PointId; 2]> = pairs.collect();
    same("pairs", pairs.len() > 10_000, true)?;
    let keys: Vec<_> = pairs.iter().map(|pair| stored.closure_key(pair)).collect();
    let ids: Option<Vec<_>> = store.find_by_key(&keys)?.into_iter().collect();
    let ids = ids.ok_or("a pair's LCA is not stored")?;
    for (pair, members) in pairs.iter().zip(store.members(&ids)?) {
        same("members", members, stored.context.closure(pair))?;
    }
    Ok((folder, store))
}

/// The deltas of 1,000 clusters against the largest closure within each.
fn stable_as_in_the_full_lattice(store: &SqliteStore) -> Result<(), Failed> {
    let stored = store.stored_context()?;
    let (context, concepts) = (&stored.context, stored.facts.concepts);
    let ids = (0..concepts).step_by(concepts as usize / 1000).map(ConceptId);
    let ids: Vec<ConceptId> = ids.collect();
    for (concept, members) in store.concepts(&ids)?.into_iter().zip(store.members(&ids)?) {
        let intent = context.shared(&members);
        let others = (0..context.attributes().len() as u32).filter(|a| !intent.contains(a));
        let child = |attribute| context.having(&[&intent[..], &[attribute]].concat()).len();
        let largest = others.map(child).max().unwrap_or(0);
        same(&concept.id.to_string(), concept.delta as usize, members.len() - largest)?;
    }
    Ok(())
}
