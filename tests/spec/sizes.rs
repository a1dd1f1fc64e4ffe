//! Large tables: which k they get by default, and sizes that are refused before they are paid.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(large_tables_get_a_k_whose_graph_fits),
        trial!(up_to_3000_points_k_is_half_of_them),
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

fn large_tables_get_a_k_whose_graph_fits() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "3200", "2")?;
    let count = |words: &[&str]| {
        let base = ["count", "t.csv", "--label", "class", "--no-covers"];
        folder.run(&[&base[..], words].concat())
    };
    // By hand: the last of the steps with at most this many clusters.
    let most = 60_000;
    let clusters = |k: &str| -> Result<u64, Failed> {
        let words = ["--k", k, "--format", "json"];
        let numbers: serde_json::Value = serde_json::from_str(&count(&words).out)?;
        numbers["concepts"].as_u64().ok_or("no number".into())
    };
    let mut fitting = None;
    for k in ["2", "5", "10", "20", "50", "100"] {
        match clusters(k)? {
            concepts if concepts <= most => fitting = Some((k, concepts)),
            _ => break,
        }
    }
    let (k, concepts) = fitting.ok_or("none fits")?;
    same("some are left out", k != "2" && k != "100", true)?;
    let limit = most.to_string();
    let words = ["build", "t.csv", "--label", "class", "--max-concepts", &limit];
    let ran = folder.run(&[&words[..], &["--to", "a.db"]].concat());
    same("code", ran.code, 0)?;
    let said = format!("3,200 points: k = {k} has ");
    same(&ran.err, ran.err.starts_with(&said), true)?;
    let why = "k = n/2, as in the paper, would have far more: 1,000 of the points alone have ";
    same(
        &ran.err,
        ran.err.contains(why) && ran.err.contains(" --k and --max-concepts change this."),
        true,
    )?;
    let info = folder.json(&["info", "a.db"])?;
    same("stored k", info["k"].as_u64().map(|k| k.to_string()), Some(k.to_owned()))?;
    same("clusters", info["concepts"].as_u64(), Some(concepts))?;
    same("kind", info["kind"].as_str(), Some("full"))?;
    folder.ok(&[&words[..], &["--to", "b.db", "--threads", "1"]].concat())?;
    same("bytes", folder.read("a.db") == folder.read("b.db"), true)?;
    let counted = count(&["--max-concepts", &limit]);
    same("count says so too", counted.err, ran.err)?;
    // A given k is not explained.
    same("asked for", count(&["--k", k]).err, String::new())?;
    // Where no step fits there is nothing to choose.
    let none = folder.run(&[&words[..5], &["5", "--to", "c.db"]].concat());
    none.fails_with(3, "t has more than 5 clusters")
}

fn up_to_3000_points_k_is_half_of_them() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "3000", "2")?;
    let words = ["count", "t.csv", "--label", "class", "--max-concepts", "9"];
    folder.run(&words).fails_with(3, "take fewer neighbours (--k 750)")
}

fn an_lca_graph_of_many_points_gets_a_k_too() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "3100", "2")?;
    let ran = folder.run(&["build", "t.csv", "--label", "class", "--graph", "lca"]);
    same(&ran.err, (ran.code, ran.err.starts_with("3,100 points: k = ")), (0, true))?;
    let info = folder.json(&["info", "t.db"])?;
    same("kind", info["kind"].as_str(), Some("lca"))?;
    same("k", info["k"].as_u64().is_some_and(|k| k < 1550), true)
}

fn what_needs_too_much_memory_is_refused_at_once() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "50000", "1")?;
    let refused = |words: &[&str], fault: &str| {
        let base = ["--label", "class", "--max-memory", "200M"];
        let ran = folder.run(&[words, &base[..]].concat());
        ran.fails_with(3, fault).map(|()| ran.err)
    };
    let half = "25,000 neighbours for each of 50,000 points would take about 9.3 GiB, more than \
                200 MiB (--max-memory). You may take fewer neighbours (--k ";
    let said = refused(&["build", "t.csv", "--k", "50%"], half)?;
    same("no way out that is as large", said.contains("--graph lca"), false)?;
    refused(&["count", "t.csv", "--k", "50%"], half)?;
    refused(&["context", "t.csv", "-o", "t.dat"], half)?;
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
    let base = ["count", "t.csv", "--label", "class", "--estimate"];
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
    same("header", csv.lines().next(), Some("k,concepts,error,reach"))?;
    same("table", folder.ok(&sweep)?.contains("likely within"), true)?;
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
    let built = folder.ok(&["build", "t.csv"])?;
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
    same("one is enough", folder.run(&["count", "t.csv", "--threads", "1"]).err, String::new())
}
