//! The default k of a table, and sizes that are refused before any work is done.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(k_follows_from_the_number_of_points),
        trial!(what_needs_too_much_memory_is_refused_at_once),
        trial!(estimates_are_small_unless_more_is_allowed),
        trial!(estimates_by_k),
        trial!(thousands_of_equal_rows_are_no_burden),
        trial!(more_threads_than_cores_are_not_used),
    ]
}

fn sampled(folder: &Folder, name: &str, n: &str, m: &str) -> Result<(), Failed> {
    folder.ok(&["sample", "synth1", "--n", n, "--m", m, "-o", name]).map(drop)
}

/// The default k: four times the square root, at most half of the points or anchors.
fn k_follows_from_the_number_of_points() -> Result<(), Failed> {
    let folder = Folder::new();
    for (name, k) in [("figure1.csv", 4), ("iris.csv", 49), ("wine.csv", 53)] {
        let file = example(name);
        let label: &[&str] = if k > 4 { &["--label", "class"] } else { &["--id", "name"] };
        let words = [&["build", &file], label, &["--force", "-q", "--to"]].concat();
        folder.ok(&[&words[..], &["a.db"]].concat())?;
        same(name, folder.json(&["info", "a.db"])?["k"].as_u64(), Some(k))?;
        folder.ok(&[&words[..], &["b.db", "--threads", "1"]].concat())?;
        same("bytes", folder.read("a.db") == folder.read("b.db"), true)?;
    }
    sampled(&folder, "t.csv", "900", "2")?;
    folder.ok(&["build", "t.csv", "--label", "class"])?;
    same("k", folder.json(&["info", "t.db"])?["k"].as_u64(), Some(120))
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
        &["build", "t.csv", "--k", "50%", "--graph", "full"],
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
    same("header", csv.lines().next(), Some("k,concepts,error,reach"))?;
    same("table", folder.ok(&sweep)?.contains("exactly"), true)?;
    let beyond = folder.run(&[&base[..], &["--sweep", "k=390..410:10"]].concat());
    same(&beyond.err, beyond.err.contains("400 points"), true)?;
    let none = folder.run(&[&base[..], &["--sweep", "k=500..600:50"]].concat());
    none.fails(2, "k = 500")
}

/// Among equal rows the first are the nearest, after the point itself. Of two halves the later rows
/// have a cluster each, the earlier ones one together; the whole and the bottom make 1,503.
fn thousands_of_equal_rows_are_no_burden() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", format!("x,y\n{}", "1,2\n".repeat(3_000)));
    let built =
        folder.ok(&["build", "t.csv", "--columns", "x,y", "--k", "50%", "--graph", "full"])?;
    let expected = "1,503 clusters, 3,002 covers (the full lattice)";
    let line = built.lines().find(|line| line.contains("clusters"));
    same("1,500 + 3", line.is_some_and(|line| line.contains(expected)), true)
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
