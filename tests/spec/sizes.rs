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
        trial!(files_with_a_cell_for_each_pair_are_not_written_for_ever),
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
        let said = format!(
            "k = {k}: two points of a group meet in clusters of their group ({:.2}; with k = ",
            share(chosen)
        );
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
    let said = format!(
        "The full lattice has more than 1,000 clusters: those of at least {least} points are \
         stored, smaller ones are computed when they are asked for.\n"
    );
    same(&ran.err, ran.err.contains(&said), true)?;
    // One point fewer would be too many.
    let below = (least - 1).to_string();
    let more = ["count", &iris, "--label", "class", "-k", "30", "--min-size", &below];
    let count = folder.json(&more)?["concepts"].as_u64();
    same("more", count.is_some_and(|count| count > 1000), true)?;
    let full = ["build", &iris, "--label", "class", "--graph", "full", "--max-concepts", "5", "-q"];
    folder.run(&full).fails_with(3, "iris has more than 5 clusters; keep only larger ")
}

/// A given k of which most pairs are alone, or meet only in the whole, is warned about.
fn a_k_that_says_little_is_warned_about() -> Result<(), Failed> {
    let folder = Folder::new();
    let cancer = example("breast_cancer.csv");
    let build = |k: &str| {
        let base = ["build", &cancer, "--label", "class", "--scale", "standard", "--to", "c.db"];
        folder.run(&[&base[..], &["--force", "--k", k]].concat())
    };
    for (k, fault) in [
        ("50%", "k = 284: most pairs of points are alone in their cluster"),
        ("2", "k = 2: most pairs of points meet only in the whole"),
    ] {
        let ran = build(k);
        let advice = "another k may say more.";
        same(&ran.err, ran.err.contains(&format!("{fault}; {advice}")), true)?;
        // Of pairs that are alone any labels look pure.
        let alone = k == "50%";
        let info = folder.run(&["info", "c.db"]);
        same(&info.err, info.err.contains("this graph says little"), alone)?;
        let classes = folder.run(&["query", "c.db", "classes"]);
        same(&classes.err, classes.err.contains("this graph says little"), alone)?;
    }
    same("50 is not", build("50").err.contains("k = 50"), false)?;
    same("info", folder.run(&["info", "c.db"]).err, String::new())
}

fn an_lca_graph_of_many_points_gets_a_k_too() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "3100", "2")?;
    let ran = folder.run(&["build", "t.csv", "--label", "class", "--graph", "lca"]);
    same(&ran.err, (ran.code, ran.err.contains("two points of a part meet")), (0, true))?;
    let info = folder.json(&["info", "t.db"])?;
    same("kind", info["kind"].as_str(), Some("lca"))?;
    same("k", info["k"].as_u64().is_some_and(|k| k < 1550), true)
}

fn what_needs_too_much_memory_is_refused_at_once() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "50000", "1")?;
    let refused = |words: &[&str], fault: &str| {
        let base = ["--label", "class", "--max-memory", "200M"];
        let ran = folder.run(&[words, &base[..], &["-q"]].concat());
        ran.fails_with(3, fault).map(|()| ran.err)
    };
    let half = "25,000 neighbours for each of 50,000 points would take about 9.3 GiB, more than \
                200 MiB (--max-memory). You may take fewer neighbours (--k ";
    let said = refused(&["build", "t.csv", "--k", "50%"], half)?;
    same("no way out that is as large", said.contains("--graph lca"), false)?;
    refused(&["count", "t.csv", "--k", "50%"], half)?;
    refused(&["context", "t.csv", "-o", "t.dat", "--k", "50%"], half)?;
    refused(&["evaluate", "t.csv"], half)?;
    refused(&["evaluate", "t.csv", "--k", "5"], "Ward's tree of 50,000 points would take about")?;
    let lca = "the LCA graph of 50,000 points would take about";
    let said = refused(&["build", "t.csv", "--k", "50", "--graph", "lca"], lca)?;
    same("a way out", said.contains("(--graph largest:1000)"), true)?;
    same("nothing was stored", folder.names(), vec!["t.csv".to_owned()])?;
    let ran = folder.run(&["count", "t.csv", "--max-memory", "much"]);
    same("no size", (ran.code, ran.err.contains("is not a size such as 500M or 4G")), (2, true))
}

/// A cell for each pair of points would fill any disk.
fn files_with_a_cell_for_each_pair_are_not_written_for_ever() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "200000", "1")?;
    for (name, size) in [("pairs.csv", "75 GiB"), ("pairs.CXT", "37 GiB")] {
        let words = ["context", "t.csv", "--label", "class", "--k", "5", "-o", name];
        let fault = format!(
            "{name}: 200,000 objects with 200,000 attributes would take about {size}, more than \
             16 GiB; write a .dat file, which lists crosses alone"
        );
        folder.run(&words).fails(3, &fault)?;
    }
    same("nothing was written", folder.names(), vec!["t.csv".to_owned()])
}

fn estimates_are_small_unless_more_is_allowed() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "20000", "2")?;
    let fault = "an estimate from 10,000 neighbours for each of 20,000 points would take about";
    let words = ["count", "t.csv", "--label", "class", "--estimate", "--k", "50%"];
    folder.run(&words).fails_with(3, fault)?;
    folder.ok(&[&words[..6], &["20"]].concat())?;
    folder
        .run(&[&words[..6], &["20", "--max-memory", "100M"]].concat())
        .fails_with(3, "(--max-memory)")
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
    same(&beyond.err, beyond.err.contains("t.csv: no k above its 400 points is tried"), true)?;
    let none = folder.run(&[&base[..], &["--sweep", "k=500..600:50"]].concat());
    none.fails_with(2, "is not possible for 400 points")
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
    let said = ran.err.starts_with("--threads 60000: this machine has ");
    same(&ran.err, (ran.code, said), (0, true))?;
    let one = folder.run(&["count", "t.csv", "--threads", "1"]);
    same("one is enough", one.err.contains("threads"), false)
}
