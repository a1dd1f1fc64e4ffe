//! `evaluate` and `sample`: the figures of the paper, on real data and made-up tables.

use std::fs::File;

use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::{Folder, Need, Ran, data, example, iris, near, program, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(known_purities),
        trial!(known_purities_of_the_papers_data, Need::Data),
        trial!(several_inputs_make_one_table),
        trial!(classes_are_those_of_a_store),
        trial!(rows_in_another_order_change_nothing),
        trial!(sweeps_are_told),
        trial!(sweeps_of_trials_are_means),
        trial!(a_fault_at_the_end_loses_nothing),
        trial!(samples_are_tables_to_build_from),
    ]
}

fn evaluated(folder: &Folder, words: &[&str]) -> Result<Vec<Json>, Failed> {
    let answer = folder.ok(&[&["evaluate"][..], words, &["--format", "json"]].concat())?;
    Ok(serde_json::from_str(&answer)?)
}

/// Returns the two purities of a row to four digits, as in the tables of the paper.
fn purities(row: &Json) -> [String; 2] {
    ["ours", "ward"].map(|method| format!("{:.4}", row[method].as_f64().unwrap_or(f64::NAN)))
}

fn known_purities() -> Result<(), Failed> {
    let folder = Folder::new();
    for (name, concepts, both) in [
        ("iris", 15_407, ["0.9625", "0.8504"]),
        ("wine", 1_490, ["0.7204", "0.6158"]),
        ("breast_cancer", 152_852, ["0.9060", "0.7832"]),
    ] {
        let file = example(&format!("{name}.csv"));
        let rows = evaluated(&folder, &[&file, "--label", "class"])?;
        same(name, purities(&rows[0]), both.map(str::to_owned))?;
        same(name, rows[0]["concepts"].as_u64(), Some(concepts))?;
        same(name, &rows[0]["counted"], &Json::from("exactly"))?;
    }
    // Beyond the limit the number of concepts is estimated, but the purity stays exact.
    let file = example("iris.csv");
    let rows = evaluated(&folder, &[&file, "--label", "class", "--max-concepts", "1000"])?;
    same("purity", purities(&rows[0]), ["0.9625", "0.8504"].map(str::to_owned))?;
    let counted = rows[0]["counted"].as_str().unwrap_or_default();
    same("estimated", counted.starts_with("likely within ") && counted.ends_with(" %"), true)
}

fn known_purities_of_the_papers_data() -> Result<(), Failed> {
    let folder = Folder::new();
    let paper = data().ok_or("no data")?.join("paper");
    for (name, both) in [
        ("parkinsons", ["0.8116", "0.7384"]),
        ("vertebral", ["0.8989", "0.6862"]),
        ("breast_cancer_wdbc_mean10", ["0.8615", "0.7706"]),
    ] {
        let file = paper.join(format!("{name}.csv")).display().to_string();
        let words = [&file, "--label", "class", "--max-concepts", "1000000"];
        same(name, purities(&evaluated(&folder, &words)?[0]), both.map(str::to_owned))?;
    }
    Ok(())
}

fn several_inputs_make_one_table() -> Result<(), Failed> {
    let folder = Folder::new();
    let files = [example("wine.csv"), example("iris.csv")];
    let rows = evaluated(&folder, &[&files[0], &files[1], "--label", "class"])?;
    let names: Vec<&Json> = rows.iter().map(|row| &row["dataset"]).collect();
    same("datasets", names, vec![&Json::from("wine"), &Json::from("iris")])?;
    let answer = folder.ok(&["evaluate", &files[1], "--label", "class"])?;
    let header = "dataset   points   features   classes    k   concepts   counted     ours   chance   excess     gain";
    same("a table for people", answer.contains(header), true)
}

fn classes_are_those_of_a_store() -> Result<(), Failed> {
    let folder = iris()?;
    let file = example("iris.csv");
    let rows = evaluated(&folder, &[&file, "--label", "class", "--per-class"])?;
    // A stored graph gives equal purities.
    let classes = folder.json(&["query", "iris.db", "classes"])?;
    let purity = |rows: &Json, column: &str| -> Vec<Json> {
        rows.as_array().into_iter().flatten().map(|row| row[column].clone()).collect()
    };
    near("ours", &purity(&Json::from(rows), "ours"), &purity(&classes, "dendrogram_purity"))
}

fn rows_in_another_order_change_nothing() -> Result<(), Failed> {
    let folder = Folder::new();
    // No two distances are equal, so the order of the rows does not matter.
    folder.ok(&["sample", "synth2", "--n", "40", "--m", "3", "--seed", "5", "-o", "a.csv"])?;
    let text = folder.text("a.csv");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].reverse();
    lines[3..].rotate_left(11);
    folder.file("b.csv", &(lines.join("\n") + "\n"));
    let of = |file| evaluated(&folder, &[file, "--label", "class"]);
    let (a, b) = (of("a.csv")?, of("b.csv")?);
    near("ours", &a[0]["ours"], &b[0]["ours"])?;
    near("Ward's", &a[0]["ward"], &b[0]["ward"])?;
    same("concepts", &a[0]["concepts"], &b[0]["concepts"])
}

fn sweeps_are_told() -> Result<(), Failed> {
    let folder = Folder::new();
    let file = example("iris.csv");
    let words = [&file, "--label", "class", "--sweep", "k=15..75:20"];
    let rows = evaluated(&folder, &words)?;
    let ks: Vec<_> = rows.iter().map(|row| row["k"].as_u64()).collect();
    same("k", ks, [15, 35, 55, 75].map(Some).to_vec())?;
    same("at half", purities(&rows[3]), ["0.9625", "0.8504"].map(str::to_owned))?;
    // A table is read once, so a pipe will do; k ends at the number of points.
    let piped = "evaluate - --label class --sweep k=100..200:50 --format csv";
    let mut command = folder.command(program(), &piped.split(' ').collect::<Vec<_>>());
    command.stdin(File::open(&file)?);
    let ran = Ran::of(command, &[piped]);
    let rows: Vec<&str> = ran.out.lines().map(|row| &row[..row.len().min(9)]).collect();
    same("rows", rows, vec!["dataset,k", "stdin,100", "stdin,150"])?;
    same("and says why", ran.err.lines().count(), 1)
}

fn sweeps_of_trials_are_means() -> Result<(), Failed> {
    let folder = Folder::new();
    let shape = ["synth1", "--n", "30", "--seed", "2"];
    let swept = |words: &[&str]| evaluated(&folder, &[&shape, words].concat());
    let means = swept(&["--sweep", "k=5..15:5", "--trials", "3"])?;
    same("trials", &means[0]["trials"], &Json::from(3))?;
    for (row, k) in means.iter().zip(["5", "10", "15"]) {
        let one = swept(&["--k", k, "--trials", "3"])?;
        same("k", row["k"].as_u64(), k.parse().ok())?;
        for column in ["ours", "ward", "ours_deviation", "ward_deviation"] {
            near(column, &row[column], &one[0][column])?;
        }
    }
    Ok(())
}

/// Results of the first inputs are printed even if the last input has a fault.
fn a_fault_at_the_end_loses_nothing() -> Result<(), Failed> {
    let folder = Folder::new();
    let file = example("iris.csv");
    let words = ["evaluate", &file, "none.csv", "--label", "class", "--format", "csv"];
    let ran = folder.run(&words);
    let rows: Vec<&str> = ran.out.lines().map(|row| row.split(',').next().unwrap_or("")).collect();
    same("rows", (ran.code, rows), (1, vec!["dataset", "iris"]))?;
    same("fault", ran.err.contains("none.csv"), true)
}

fn samples_are_tables_to_build_from() -> Result<(), Failed> {
    let folder = Folder::new();
    let first = folder.ok(&["sample", "synth3", "--n", "21", "--m", "4", "--seed", "9"])?;
    same(
        "again",
        &folder.ok(&["sample", "synth3", "--n", "21", "--m", "4", "--seed", "9"])?,
        &first,
    )?;
    same("header", first.lines().next(), Some("x1,x2,x3,x4,class"))?;
    let of = |class: &str| first.lines().filter(|line| line.ends_with(class)).count();
    same("classes", [of(",1"), of(",2"), of(",3")], [11, 5, 5])?;
    for words in
        [&["synth1"][..], &["synth2", "--spread", "deviation"], &["synth3", "--means", "class"]]
    {
        let words = [&["sample"][..], words, &["-o", "s.csv", "--force"]].concat();
        folder.ok(&words)?;
        let rows = evaluated(&folder, &["s.csv", "--label", "class", "--max-concepts", "1000"])?;
        same("points", rows[0]["points"].as_u64(), Some(100))?;
    }
    // `evaluate` takes samples by name, several tables of each.
    let one = evaluated(&folder, &["synth2", "--n", "40", "--seed", "3"])?;
    folder.ok(&["sample", "synth2", "--n", "40", "--seed", "3", "-o", "s.csv", "--force"])?;
    near(
        "by name",
        &one[0]["ours"],
        &evaluated(&folder, &["s.csv", "--label", "class"])?[0]["ours"],
    )?;
    let words = ["synth1", "synth3", "--n", "40", "--trials", "4", "--seed", "3"];
    let means = evaluated(&folder, &words)?;
    same("tables", means.len(), 2)?;
    let seeds = ["3", "4", "5", "6"];
    let single: Result<Vec<f64>, Failed> = seeds
        .iter()
        .map(|seed| {
            let rows = evaluated(&folder, &["synth1", "--n", "40", "--seed", seed])?;
            Ok(rows[0]["ours"].as_f64().unwrap_or(f64::NAN))
        })
        .collect();
    let single = single?;
    let mean = single.iter().sum::<f64>() / 4.0;
    near("mean", &means[0]["ours"], &mean)?;
    let square: f64 = single.iter().map(|value| (value - mean) * (value - mean)).sum();
    near("deviation", &means[0]["ours_deviation"], &(square / 3.0).sqrt())?;
    same("trials", &means[0]["trials"], &Json::from(4))?;
    Ok(())
}
