//! Large tables: which k they get by default, and sizes that are refused before they are paid.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(the_k_that_keeps_near_and_far_best_is_chosen),
        trial!(where_no_k_fits_there_is_nothing_to_choose),
        trial!(a_least_size_is_kept_in_mind),
        trial!(a_k_that_says_little_is_warned_about),
        trial!(advice_about_size_was_tried),
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

/// The chosen k is the smallest within 0.01 of the best correlation among those whose graph fits.
fn the_k_that_keeps_near_and_far_best_is_chosen() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "large.csv", "2900", "2")?;
    let tables = [example("iris.csv"), example("wine.csv"), "large.csv".to_owned()];
    for (file, most) in tables.iter().zip([2_000_000, 2_000_000, 60_000]) {
        let sweep = ["count", file, "--label", "class", "--sweep", "k=auto"];
        let rows = folder.json(&sweep)?;
        let rows = rows.as_array().ok_or("no rows")?;
        let fits = |row: &&serde_json::Value| row["concepts"].as_f64() <= Some(f64::from(most));
        let fitting: Vec<_> = rows.iter().take_while(fits).collect();
        let correlation = |row: &serde_json::Value| row["cophenetic"].as_f64().unwrap_or(-1.0);
        let best = fitting.iter().map(|row| correlation(row)).fold(-1.0, f64::max);
        let chosen = fitting.iter().find(|row| correlation(row) >= best - 0.01);
        let chosen = chosen.ok_or("none fits")?;
        let limit = most.to_string();
        let words = ["build", file, "--label", "class", "--max-concepts", &limit, "--to"];
        let ran = folder.run(&[&words[..], &["a.db", "--force"]].concat());
        same(&ran.err, ran.code, 0)?;
        let said =
            format!("k = {}: cophenetic correlation {:.2}", chosen["k"], correlation(chosen));
        same(&ran.err, ran.err.contains(&said) && ran.err.contains(" --k changes this."), true)?;
        let info = folder.json(&["info", "a.db"])?;
        same("stored k", &info["k"], &chosen["k"])?;
        same("kind", info["kind"].as_str(), Some("full"))?;
        for fact in ["alone", "at_top"] {
            let stored = info[fact].as_f64().map(|share| (share * 1e4).round() / 1e4);
            same(fact, stored, chosen[fact].as_f64())?;
        }
        folder.ok(&[&words[..], &["b.db", "--force", "--threads", "1"]].concat())?;
        same("bytes", folder.read("a.db") == folder.read("b.db"), true)?;
        let auto = folder.run(
            &[&["count", file, "--label", "class", "--max-concepts", &limit][..], &["--k", "auto"]]
                .concat(),
        );
        same("count says so too", auto.err, ran.err)?;
    }
    Ok(())
}

fn where_no_k_fits_there_is_nothing_to_choose() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    let words = ["build", &iris, "--label", "class", "--max-concepts", "5", "--to", "c.db"];
    folder.run(&words).fails(3, "iris has more than 5 clusters. You may keep what pairs of points need (--graph lca); nothing \
         was stored")
}

/// With a k of 10 no cluster of iris but the whole has 60 points.
fn a_least_size_is_kept_in_mind() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    folder.ok(&["build", &iris, "--label", "class", "--min-size", "60", "--to", "g.db"])?;
    let largest = folder.json(&["query", "g.db", "largest", "2"])?;
    let size = largest[1]["size"].as_u64();
    same("another one than the whole", size.is_some_and(|size| (60..150).contains(&size)), true)
}

/// A given k of which most pairs are alone, or meet only in the whole, is warned about.
fn a_k_that_says_little_is_warned_about() -> Result<(), Failed> {
    let folder = Folder::new();
    let wine = example("wine.csv");
    let build = |k: &str| {
        let base = ["build", &wine, "--label", "class", "--scale", "standard", "--to", "w.db"];
        folder.run(&[&base[..], &["--force", "--k", k]].concat())
    };
    let advice = "k = 10 says more (cophenetic correlation 0.84). --k changes this.";
    for (k, fault) in [
        ("50%", "k = 89: most pairs of points are alone in their cluster"),
        ("2", "k = 2: most pairs of points meet only in the whole"),
    ] {
        let ran = build(k);
        same(&ran.err, ran.err.contains(&format!("{fault}; {advice}")), true)?;
        // Of pairs that are alone any labels look pure.
        let alone = k == "50%";
        let info = folder.run(&["info", "w.db"]);
        same(&info.err, info.err.contains("this graph says little"), alone)?;
        let classes = folder.run(&["query", "w.db", "classes"]);
        same(&classes.err, classes.err.contains("this graph says little"), alone)?;
    }
    same("10 is not", build("10").err, String::new())?;
    same("info", folder.run(&["info", "w.db"]).err, String::new())
}

/// Whatever is advised where a graph is too large, works.
fn advice_about_size_was_tried() -> Result<(), Failed> {
    let folder = Folder::new();
    for (name, scale, most, has_size) in
        [("iris.csv", "none", "15000", true), ("wine.csv", "standard", "100000", false)]
    {
        let file = example(name);
        let base = ["build", &file, "--label", "class", "--scale", scale, "--to", "g.db"];
        let full = [&base[..], &["--graph", "full", "--max-concepts", most, "--force"]].concat();
        let ran = folder.run(&[&full[..], &["--k", "50%"]].concat());
        same(&ran.err, ran.code, 3)?;
        let advised = |option: &str| {
            let (_, rest) = ran.err.split_once(&format!("({option} "))?;
            Some(rest.split_once(')')?.0.to_owned())
        };
        let k = advised("--k").ok_or("no k")?;
        folder.ok(&[&full[..], &["--k", &k]].concat())?;
        let size = advised("--min-size");
        same("a least size", size.is_some(), has_size)?;
        if let Some(size) = size {
            folder.ok(&[&full[..], &["--k", "50%", "--min-size", &size]].concat())?;
        }
        if let Some(more) = advised("--max-concepts") {
            let more = [&base[..], &["--force", "--k", "50%", "--max-concepts", &more]].concat();
            folder.ok(&[&more[..], &["--graph", "full"]].concat())?;
        }
    }
    Ok(())
}

fn an_lca_graph_of_many_points_gets_a_k_too() -> Result<(), Failed> {
    let folder = Folder::new();
    sampled(&folder, "t.csv", "3100", "2")?;
    let ran = folder.run(&["build", "t.csv", "--label", "class", "--graph", "lca"]);
    same(&ran.err, (ran.code, ran.err.contains("cophenetic correlation")), (0, true))?;
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
