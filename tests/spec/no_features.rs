//! Graphs that do not keep the numbers they were built from.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(all_else_is_that_of_the_table),
        trial!(stores_take_it_as_any_other),
        trial!(what_needs_the_numbers_says_so),
        trial!(a_map_says_what_build_found),
    ]
}

/// Creates a folder with the graph of wine as `all.db`, and without its features as `less.db`.
fn both() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let build = ["build", &example("wine.csv"), "--label", "class"];
    folder.ok(&[&build[..], &["--to", "all.db"]].concat())?;
    let ran = folder.run(&[&build[..], &["--to", "less.db", "--no-features"]].concat());
    same(&ran.err, ran.err.contains("13 features are left out"), true)?;
    Ok(folder)
}

fn all_else_is_that_of_the_table() -> Result<(), Failed> {
    let folder = both()?;
    for words in [
        &["communities"][..],
        &["community", "g1"],
        &["landmarks"],
        &["lca", "d1", "d100"],
        &["containing", "d7"],
        &["membership"],
        &["members", "g3"],
        &["classes"],
    ] {
        let answer = |store| folder.json(&[&["query", store], words].concat());
        same(&words.join(" "), answer("less.db")?, answer("all.db")?)?;
    }
    // The columns behind the features: class, community and shares, position.
    for store in ["all.db", "less.db"] {
        folder.ok(&["export", store, "-o", &store.replace(".db", ".csv")])?;
    }
    let columns = |file: &str| -> Result<Vec<Vec<String>>, Failed> {
        let mut file = csv::Reader::from_path(folder.path(file))?;
        let own = |at: &usize| *at < 2;
        let names: Vec<String> = file.headers()?.iter().map(str::to_owned).collect();
        let class = names.iter().position(|name| name == "class").ok_or("a class")?;
        let wanted: Vec<usize> = (0..names.len()).filter(|at| own(at) || *at >= class).collect();
        let row = |row: csv::StringRecord| wanted.iter().map(|&at| row[at].to_owned()).collect();
        file.records().map(|found| Ok(row(found?))).collect()
    };
    same("rows", columns("less.csv")?, columns("all.csv")?)?;
    let size = |file: &str| folder.read(file).len();
    same("it is smaller", size("less.db") < size("all.db"), true)?;
    // A graph without features has none to leave out.
    folder.ok(&["context", &example("wine.csv"), "--label", "class", "-o", "w.cxt"])?;
    let ran = folder.run(&["build", "w.cxt", "--no-features"]);
    same("a context", (ran.code, ran.err.contains("left out")), (0, false))
}

fn stores_take_it_as_any_other() -> Result<(), Failed> {
    let folder = both()?;
    folder.ok(&["check", "less.db"])?;
    folder.ok(&["copy", "less.db", "copy.db"])?;
    same("a copy", folder.read("copy.db") == folder.read("less.db"), true)?;
    folder.ok(&["export", "less.db", "-f", "bulk", "-o", "files"])?;
    same("no property", folder.text("files/Point.csv").contains("alcohol"), false)?;
    folder.ok(&["export", "less.db", "-o", "less.html"])?;
    folder.ok(&["export", "less.db", "-o", "less.graphml"])?;
    folder.ok(&["export", "less.db", "--points", "-o", "less.svg"])?;
    let compared = folder.run(&["compare", "all.db", "less.db"]);
    same(&compared.err, compared.err.contains("nothing changed among 178 points"), true)?;
    let info = folder.ok(&["info", "less.db"])?;
    same(
        "no features",
        info.lines().any(|line| line.split_whitespace().eq(["features", "0"])),
        true,
    )
}

fn what_needs_the_numbers_says_so() -> Result<(), Failed> {
    let folder = both()?;
    let said = "without the numbers of its features";
    folder.run(&["place", "less.db", &example("wine.csv")]).fails(1, said)?;
    folder.run(&["build", "less.db", "--only", "g2"]).fails(2, said)?;
    let color = ["export", "less.db", "--points", "--color", "alcohol", "-o", "p.svg"];
    folder.run(&color).fails(2, said)?;
    for (words, code) in [
        ("profile c9", 2),
        ("rule c9", 2),
        ("contrast g1 g2", 2),
        ("why d1 d2", 0),
        ("describe g1", 0),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let ran = folder.run(&[&["query", "less.db"], &words[..]].concat());
        same(&words.join(" "), (ran.code, ran.err.matches(said).count()), (code, 1))?;
    }
    // A community is described by the findings of `build`.
    let apart = folder.json(&["query", "all.db", "communities", "1"])?[0]["apart"].clone();
    let apart = apart.as_str().ok_or("what sets it apart")?;
    let described = folder.ok(&["query", "less.db", "describe", "g1"])?.replace('\n', " ");
    same(&described, described.contains(apart), true)
}

fn a_map_says_what_build_found() -> Result<(), Failed> {
    let folder = both()?;
    folder.ok(&["export", "less.db", "--points", "-o", "map.svg"])?;
    same("a feature", folder.text("map.svg").contains("flavanoids"), true)
}
