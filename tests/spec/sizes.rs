//! Large tables: which k they get by default, and sizes that are refused before they are paid.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(the_smallest_k_that_tells_is_chosen),
        trial!(a_large_lattice_is_cut),
        trial!(a_k_that_says_little_is_warned_about),
        trial!(an_lca_graph_of_many_points_gets_a_k_too),
        trial!(what_needs_too_much_memory_is_refused_at_once),
        trial!(estimates_are_small_unless_more_is_allowed),
        trial!(estimates_by_k),
        trial!(thousands_of_equal_rows_are_no_burden),
        trial!(more_threads_than_cores_are_not_used),
    ]
}

/// A table as `sample` makes it.
fn sampled(folder: &Folder, name: &str, n: &str, m: &str) -> Result<(), Failed> {
    folder.ok(&["sample", "synth1", "--n", n, "--m", m, "-o", name]).map(drop)
}

/// The chosen k is the smallest whose telling share is within a tenth of the highest.
fn the_smallest_k_that_tells_is_chosen() -> Result<(), Failed> {
    let folder = Folder::new();
    for (name, k) in [("iris.csv", 30), ("wine.csv", 15), ("breast_cancer.csv", 50)] {
        let file = example(name);
        let rows = folder.json(&["count", &file, "--label", "class", "--sweep", "k=auto"])?;
        let rows = rows.as_array().ok_or("no rows")?;
        let share = |row: &serde_json::Value| row["telling"].as_f64().unwrap_or(-1.0);
        let best = rows.iter().map(share).fold(-1.0, f64::max);
        let chosen = rows.iter().find(|row| share(row) >= 0.9 * best).ok_or("none")?;
        same("k", chosen["k"].as_u64(), Some(k))?;
        let words = ["build", &file, "--label", "class", "--force", "--to"];
        let ran = folder.run(&[&words[..], &["a.db"]].concat());
        same(&ran.err, ran.code, 0)?;
        let said = format!("k = {k}: ");
        same(&ran.err, ran.err.contains(&said), true)?;
        let info = folder.json(&["info", "a.db"])?;
        same("stored k", &info["k"], &chosen["k"])?;
        for fact in ["telling", "alone", "whole"] {
            let stored = info[fact].as_f64().map(|share| (share * 1e4).round() / 1e4);
            same(fact, stored, chosen[fact].as_f64())?;
        }
        folder.ok(&[&words[..], &["b.db", "--threads", "1"]].concat())?;
        same("bytes", folder.read("a.db") == folder.read("b.db"), true)?;
        let count = folder.run(&["count", &file, "--label", "class", "--estimate"]);
        same(&count.err, count.err.contains(&said), true)?;
    }
    Ok(())
}

/// What is stored by default: all, or the largest down to a size that is said.
fn a_large_lattice_is_cut() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    let words = ["build", &iris, "--label", "class", "--max-concepts", "1000", "--to", "c.db"];
    let ran = folder.run(&words);
    same("exit code", ran.code, 0)?;
    let info = folder.json(&["info", "c.db"])?;
    let (concepts, least) = (info["concepts"].as_u64(), info["min_size"].as_u64());
    same("few", concepts.is_some_and(|concepts| (500..=1000).contains(&concepts)), true)?;
    let least = least.ok_or("a least size")?;
    same(&ran.err, ran.err.contains(&format!("at least {least} points")), true)?;
    // One point fewer would be too many.
    let below = (least - 1).to_string();
    let more = ["count", &iris, "--label", "class", "-k", "30", "--min-size", &below];
    let count = folder.json(&more)?["concepts"].as_u64();
    same("more", count.is_some_and(|count| count > 1000), true)?;
    let full = ["build", &iris, "--label", "class", "--graph", "full", "--max-concepts", "5", "-q"];
    folder.run(&full).fails(3, "iris")
}

/// A given k of which most pairs are alone, or meet only in the whole, is warned about.
fn a_k_that_says_little_is_warned_about() -> Result<(), Failed> {
    let folder = Folder::new();
    let cancer = example("breast_cancer.csv");
    let build = |k: &str| {
        let base = ["build", &cancer, "--label", "class", "--scale", "standard", "--to", "c.db"];
        folder.run(&[&base[..], &["--force", "--k", k]].concat())
    };
    for (k, fault) in [("50%", "k = 284: "), ("2", "k = 2: ")] {
        let ran = build(k);
        same(&ran.err, ran.err.contains(fault), true)?;
        // Of pairs that are alone any labels look pure.
        let alone = k == "50%";
        let info = folder.run(&["info", "c.db"]);
        same(&info.err, !info.err.is_empty(), alone)?;
        let classes = folder.run(&["query", "c.db", "classes"]);
        same(&classes.err, !classes.err.is_empty(), alone)?;
    }
    same("50 is not", build("50").err.contains("k = 50"), false)?;
    same("info", folder.run(&["info", "c.db"]).err, String::new())
}

fn an_lca_graph_of_many_points_gets_a_k_too() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "3100", "2")?;
    let ran = folder.run(&["build", "t.csv", "--label", "class", "--graph", "lca"]);
    same(&ran.err, (ran.code, ran.err.contains("k = ")), (0, true))?;
    let info = folder.json(&["info", "t.db"])?;
    same("kind", info["kind"].as_str(), Some("lca"))?;
    same("k", info["k"].as_u64().is_some_and(|k| k < 1550), true)
}

fn what_needs_too_much_memory_is_refused_at_once() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "50000", "1")?;
    for words in [
        &["build", "t.csv", "--k", "50%"][..],
        &["count", "t.csv", "--k", "50%"],
        &["context", "t.csv", "-o", "t.dat", "--k", "50%"],
        &["evaluate", "t.csv"],
        &["evaluate", "t.csv", "--k", "5"],
        &["build", "t.csv", "--k", "50", "--graph", "lca"],
    ] {
        let base = ["--label", "class", "--max-memory", "200M", "-q"];
        folder.run(&[words, &base[..]].concat()).fails(3, "200 MiB")?;
    }
    same("nothing was stored", folder.names(), vec!["t.csv".to_owned()])
}

fn estimates_are_small_unless_more_is_allowed() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "20000", "2")?;
    let words = ["count", "t.csv", "--label", "class", "--estimate", "--k", "50%"];
    folder.run(&words).fails(3, "10,000")?;
    folder.ok(&[&words[..6], &["20"]].concat())?;
    folder.run(&[&words[..6], &["20", "--max-memory", "100M"]].concat()).fails(3, "--max-memory")
}

fn estimates_by_k() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "400", "2")?;
    let base = ["count", "t.csv", "--label", "class"];
    let sweep = [&base[..], &["--sweep", "k=5..15:5"]].concat();
    let rows: serde_json::Value =
        serde_json::from_str(&folder.ok(&[&sweep[..], &["--format", "json"]].concat())?)?;
    let rows = rows.as_array().ok_or("no rows")?;
    let ks: Vec<_> = rows.iter().map(|row| row["k"].as_u64()).collect();
    same("k", ks, [5, 10, 15].map(Some).to_vec())?;
    for row in rows {
        let k = row["k"].to_string();
        let words = ["count", "t.csv", "--label", "class", "--format", "json", "--k", &k];
        let truth: serde_json::Value = serde_json::from_str(&folder.ok(&words)?)?;
        let (truth, about) = (truth["concepts"].as_f64(), row["concepts"].as_f64());
        let near = truth
            .zip(about)
            .is_some_and(|(truth, about)| (truth / 1.3..truth * 1.3).contains(&about));
        same(&format!("{row} near {truth:?}"), near, true)?;
    }
    let csv = folder.ok(&[&sweep[..], &["--format", "csv"]].concat())?;
    same("header", csv.lines().next(), Some("k,telling,alone,whole,concepts,error,reach"))?;
    same("table", folder.ok(&sweep)?.contains("exactly"), true)?;
    let beyond = folder.run(&[&base[..], &["--sweep", "k=390..410:10"]].concat());
    same(&beyond.err, beyond.err.contains("400 points"), true)?;
    let none = folder.run(&[&base[..], &["--sweep", "k=500..600:50"]].concat());
    none.fails(2, "k = 500")
}

/// Of equal rows the first are the nearest, after the point itself. Of two halves the later rows
/// have a cluster each, the earlier ones one together; the whole and the bottom make 1,503.
fn thousands_of_equal_rows_are_no_burden() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", format!("x,y\n{}", "1,2\n".repeat(3_000)));
    let built = folder.ok(&["build", "t.csv", "--k", "50%"])?;
    let expected = "1,503 clusters, 3,002 covers (the full lattice)";
    let line = built.lines().find(|line| line.contains("clusters"));
    same("1,500 + 3", line.unwrap_or_default(), expected)
}

fn more_threads_than_cores_are_not_used() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "x\n1\n2\n3\n");
    let ran = folder.run(&["count", "t.csv", "--threads", "60000"]);
    let said = ran.err.starts_with("--threads 60000: ");
    same(&ran.err, (ran.code, said), (0, true))?;
    let one = folder.run(&["count", "t.csv", "--threads", "1"]);
    same("one is enough", one.err.contains("threads"), false)
}
