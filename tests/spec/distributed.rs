//! `part`: units of the search, mined by processes that share nothing but files, have the clusters
//! of the whole; and whatever is amiss is said in one line.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::{Folder, Need, PROGRAM, Ran, data, example, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial!(units_have_about_equal_work),
        trial!(a_plan_appears_whole_or_not_at_all),
        trial!(a_plan_knows_the_purity_of_the_full_lattice),
        #[cfg(not(feature = "part"))]
        trial!(a_program_without_arrow_says_so),
        trial!(equal_rows_come_together, Need::Parts),
        trial!(vertebral_comes_together, Need::PartsAndData),
        trial!(two_processes_share_nothing_but_files, Need::Parts),
        trial!(a_unit_that_is_amiss_is_refused, Need::Parts),
        trial!(a_child_whose_parent_dies_ends, Need::Parts),
        trial!(rows_that_nobody_reads_are_a_failure, Need::Parts),
    ];
    for (input, more) in INPUTS {
        let case = [&[input], more].concat().join(" ");
        trials.push(trial!(parts_have_the_clusters_of_the_whole(case), Need::Parts));
    }
    trials
}

/// An input with what is asked of it, small enough to be mined a cluster at a time.
const INPUTS: [(&str, &[&str]); 7] = [
    ("iris", &["--label", "class"]),
    ("iris", &["--label", "class", "--min-size", "20%"]),
    ("wine", &["--label", "class", "--k", "15"]),
    ("wine", &["--scale", "standard", "--k", "8", "--min-size", "2"]),
    ("figure1", &["--id", "name", "--k", "4"]),
    // Many points with the same neighbours among anchors.
    ("iris", &["--label", "class", "--anchors", "20", "--k", "5"]),
    ("iris", &["--drop", "class", "--anchors", "12", "--k", "3", "--min-size", "3"]),
];

/// The units in a folder.
fn units(folder: &Folder, of: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path(of)).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut units: Vec<String> = names
        .map(|name| format!("{of}/{}", name.to_string_lossy()))
        .filter(|name| name.ends_with(".unit"))
        .collect();
    units.sort();
    units
}

/// Runs `part mine`; rows go to the file `rows`, what is left to the folder `left`.
fn mine(folder: &Folder, words: &[&str], units: &[String], to: &str) -> Result<Ran, Failed> {
    let (left, rows) = (format!("{to}.left"), fs::File::create(folder.path(to))?);
    let mut all = vec!["part", "mine", words[0], "--quiet", "--left", &left];
    all.extend(&words[1..]);
    all.extend(units.iter().map(String::as_str));
    let mut command = folder.command(PROGRAM, &all);
    command.stdout(rows).stderr(Stdio::piped());
    Ok(Ran::new(&all, command.spawn()?.wait_with_output()?))
}

/// The same where nothing is amiss. Returns clusters, covers, and the units that are left.
fn mined(
    folder: &Folder,
    words: &[&str],
    units: &[String],
    to: &str,
) -> Result<(u64, u64, Vec<String>), Failed> {
    let ran = mine(folder, words, units, to)?;
    if ran.code != 0 || !ran.err.is_empty() {
        return Err(ran.report("exit code 0 and no word").into());
    }
    let done: Json = serde_json::from_slice(&folder.read(&format!("{to}.left/done.json")))?;
    let all = done["units"].as_array().ok_or("no units")?;
    same("units", all.len(), units.len())?;
    let sum = |what: &str| all.iter().filter_map(|unit| unit[what].as_u64()).sum();
    let left = all.iter().filter_map(|unit| unit["left"].as_array()).flatten();
    let name = |name: &Json| format!("{to}.left/{}.unit", name.as_str().unwrap_or_default());
    let left: Vec<String> = left.map(name).collect();
    let mut sorted = left.clone();
    sorted.sort();
    same("what is left", self::units(folder, &format!("{to}.left")), sorted)?;
    Ok((sum("clusters"), sum("covers"), left))
}

/// Mines a run in rounds. Returns clusters and covers.
fn rounds(folder: &Folder, run: &str, budget: &str) -> Result<(u64, u64), Failed> {
    let (mut left, mut round) = (units(folder, &format!("{run}/units")), 0);
    let (mut clusters, mut covers) = (0, 0);
    while !left.is_empty() {
        let to = format!("{run}.{budget}.{round}.arrow");
        let (more, below, next) = mined(folder, &[run, "--budget", budget], &left, &to)?;
        (clusters, covers, left, round) = (clusters + more, covers + below, next, round + 1);
    }
    Ok((clusters, covers))
}

/// Plans and mines, and compares what is found with what is counted.
fn comes_together(folder: &Folder, input: &[&str], cases: &[(&str, &str)]) -> Result<(), Failed> {
    let counts = folder.json(&[&["count"], input].concat())?;
    let truth = ["concepts", "covers"].map(|what| counts[what].as_u64());
    for (units, budget) in cases {
        let run = format!("run{units}_{budget}");
        folder.ok(&[&["part", "plan", "--to", &run, "--units", units], input].concat())?;
        let (clusters, covers) = rounds(folder, &run, budget)?;
        same("clusters and covers", [Some(clusters), Some(covers)], truth)?;
    }
    Ok(())
}

fn parts_have_the_clusters_of_the_whole(case: String) -> Result<(), Failed> {
    let folder = Folder::quick();
    let (input, more) = case.split_once(' ').ok_or("an input and options")?;
    let mut words = vec![example(&format!("{input}.csv"))];
    words.extend(more.split(' ').map(str::to_owned));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let cases = [("1", "0"), ("2", "0"), ("7", "0"), ("1", "100"), ("1", "1"), ("7", "1")];
    // A cluster at a time takes as many processes as the search is deep, and each some time.
    let few = if input == "figure1" { cases.len() } else { 4 };
    comes_together(&folder, &words, &cases[..few])
}

/// A table that has each of a few rows many times; a search goes over the few.
fn equal_rows_come_together() -> Result<(), Failed> {
    let row = |at: u32| format!("{},{},{}\n", at * at % 7, at % 3, ["a", "b"][at as usize % 2]);
    let table = "x,y,class\n".to_owned() + &(0..90).map(row).collect::<String>();
    for more in [&["--label", "class"][..], &["--drop", "class", "--min-size", "9"]] {
        let folder = Folder::quick();
        folder.file("t.csv", &table);
        let words = [&["t.csv", "--k", "10"], more].concat();
        comes_together(&folder, &words, &[("3", "0"), ("1", "2")])?;
        let run: Json = serde_json::from_str(&folder.text("run3_0/run.json"))?;
        same("points", &run["points"], &Json::from(90))?;
        same("objects", run["objects"].as_u64() < Some(30), true)?;
    }
    Ok(())
}

fn vertebral_comes_together() -> Result<(), Failed> {
    let table = data().ok_or("the datasets")?.join("paper/vertebral.csv");
    let words = [&*table.to_string_lossy(), "--label", "class", "--k", "30"];
    comes_together(&Folder::quick(), &words, &[("7", "5000")])
}

/// A folder with a run of iris.
fn iris_run(more: &[&str]) -> Result<Folder, Failed> {
    let folder = Folder::quick();
    let table = example("iris.csv");
    let words = ["part", "plan", &table, "--label", "class", "--to", "run"];
    let k: &[&str] = if more.contains(&"--k") { &[] } else { &["--k", "50%"] };
    folder.ok(&[&words[..], k, more].concat())?;
    Ok(folder)
}

/// With this many units, none is more than twice as large as the mean.
fn units_have_about_equal_work() -> Result<(), Failed> {
    let folder = iris_run(&["--units", "9"])?;
    same("units", units(&folder, "run/units").len(), 9)?;
    let again = iris_run(&["--units", "9"])?;
    same("the same every time", units(&again, "run/units"), units(&folder, "run/units"))?;
    same("run.json", again.text("run/run.json"), folder.text("run/run.json"))?;
    if !cfg!(feature = "part") {
        return Ok(());
    }
    for unit in units(&folder, "run/units") {
        let (clusters, _, _) = mined(&folder, &["run"], &[unit], "rows")?;
        fs::remove_dir_all(folder.path("rows.left"))?;
        same(&format!("{clusters} clusters"), clusters <= 2 * 15_407 / 9, true)?;
    }
    Ok(())
}

fn a_plan_appears_whole_or_not_at_all() -> Result<(), Failed> {
    let folder = iris_run(&[])?;
    let files = ["context.db", "objects.json", "run.json", "units"];
    let mut names: Vec<String> = fs::read_dir(folder.path("run"))?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, _>>()?;
    names.sort();
    same("files", names, files.map(str::to_owned).to_vec())?;
    let table = example("iris.csv");
    let plan = |to: &str| {
        folder.run(&["part", "plan", &table, "--drop", "class", "--k", "50%", "--to", to])
    };
    plan("run").fails(1, "run")?;
    same("nothing else", folder.names(), vec!["run".to_owned()])
}

fn a_plan_knows_the_purity_of_the_full_lattice() -> Result<(), Failed> {
    let folder = iris_run(&[])?;
    folder.build_iris(&[])?;
    let run: Json = serde_json::from_str(&folder.text("run/run.json"))?;
    let classes = folder.json(&["query", "iris.db", "classes"])?;
    let of_class: Option<Vec<Json>> = classes
        .as_array()
        .map(|rows| rows.iter().map(|row| row["dendrogram_purity"].clone()).collect());
    same(
        "of each class",
        Some(&run["class_dendrogram_purity"]),
        of_class.map(Json::from).as_ref(),
    )?;
    let facts = folder.json(&["info", "iris.db"])?;
    same("over all", &run["dendrogram_purity"], &facts["dendrogram_purity"])
}

#[cfg(not(feature = "part"))]
fn a_program_without_arrow_says_so() -> Result<(), Failed> {
    let folder = iris_run(&["--units", "1"])?;
    let unit = &units(&folder, "run/units")[0];
    let truth = "--features part";
    folder.run(&["part", "mine", "run", "--left", "left", unit]).fails(1, truth)
}

/// Half of the units here, half in a copy of the run that has no points, with a thread more.
fn two_processes_share_nothing_but_files() -> Result<(), Failed> {
    let folder = iris_run(&["--units", "6"])?;
    let all = units(&folder, "run/units");
    fs::create_dir(folder.path("away"))?;
    for file in ["run.json", "objects.json"] {
        fs::copy(folder.path(&format!("run/{file}")), folder.path(&format!("away/{file}")))?;
    }
    let (here, there) = all.split_at(3);
    let one = mined(&folder, &["run"], here, "one.arrow")?;
    let two = mined(&folder, &["away", "--threads", "2"], there, "two.arrow")?;
    same("clusters", one.0 + two.0, 15_407)?;
    same("covers", one.1 + two.1, 69_569)?;
    mined(&folder, &["run"], here, "again.arrow")?;
    same("the same every time", folder.read("again.arrow") == folder.read("one.arrow"), true)
}

fn a_unit_that_is_amiss_is_refused() -> Result<(), Failed> {
    let folder = iris_run(&["--units", "2"])?;
    let all = units(&folder, "run/units");
    let whole = folder.read(&all[0]);
    let refused = |name: &str, bytes: &[u8]| {
        folder.file(name, bytes);
        let ran = mine(&folder, &["run"], &[all[1].clone(), name.to_owned()], "rows")?;
        ran.fails(1, name)?;
        same("rows", folder.read("rows").len(), 0)?;
        same("what is left", folder.path("rows.left").exists(), false)
    };
    refused("twice.unit", &folder.read(&all[1]))?;
    refused("empty.unit", b"")?;
    refused("text.unit", &[b'x'; 200])?;
    refused("short.unit", &whole[..whole.len() - 1])?;
    for at in [50, whole.len() / 2, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        refused("changed.unit", &changed)?;
    }
    for more in [&["--min-size", "2"][..], &["--k", "74"], &["--seed", "1"]] {
        let other = iris_run(&[&["--units", "1"], more].concat())?;
        let unit = other.read(&units(&other, "run/units")[0]);
        refused("other.unit", &unit)?;
    }
    let ran = mine(&folder, &["run"], &["none.unit".to_owned()], "rows")?;
    ran.fails(1, "none.unit")?;
    let run = folder.text("run/run.json");
    let mine_anyway = || mine(&folder, &["run"], &all[..1], "rows");
    for (old, new) in
        [("\"min_size\": 0", "\"min_size\": 1"), ("\"format\": 1", "\"format\": 2"), ("{", "[")]
    {
        same(old, run.contains(old), true)?;
        folder.file("run/run.json", run.replacen(old, new, 1));
        mine_anyway()?.fails(1, "run")?;
    }
    folder.file("run/run.json", &run);
    let objects = folder.text("run/objects.json");
    folder.file("run/objects.json", objects.replacen("\"classes\":3", "\"classes\":2", 1));
    mine_anyway()?.fails(1, "run")?;
    folder.file("run/objects.json", &objects);
    fs::create_dir(folder.path("rows.left"))?;
    folder.file("rows.left/mine", "");
    mine_anyway()?.fails(1, "rows.left")
}

/// A context of 2^40 concepts, with one unit.
fn endless() -> Result<Folder, Failed> {
    let folder = Folder::quick();
    let row = |i: u32| {
        let others = (0..40).filter(|&j| j != i).map(|j| j.to_string());
        others.collect::<Vec<_>>().join(" ") + "\n"
    };
    folder.file("b.dat", (0..40).map(row).collect::<String>());
    folder.ok(&["part", "plan", "b.dat", "--units", "1", "--to", "run"])?;
    Ok(folder)
}

/// Whether a process runs; one that has ended, even if its parent has not waited for it, does not.
fn runs(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = state.rsplit(')').next().unwrap_or_default().trim().chars().next();
    state.is_some_and(|state| state != 'Z')
}

fn waits_for(what: &str, is_so: impl Fn() -> bool) -> Result<(), Failed> {
    let began = Instant::now();
    while !is_so() {
        if began.elapsed() > Duration::from_secs(30) {
            return Err(format!("{what}: not after 30 s").into());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn a_child_whose_parent_dies_ends() -> Result<(), Failed> {
    let folder = endless()?;
    let line = format!(
        "{PROGRAM} part mine run --left left run/units/*.unit > /dev/null & echo $! > child; wait"
    );
    let mut parent = folder.command("bash", &["-c", &line]).spawn()?;
    let child = || fs::read_to_string(folder.path("child")).unwrap_or_default().trim().to_owned();
    waits_for("it begins", || folder.path("left").exists() && runs(&child()))?;
    Command::new("kill").args(["-KILL", &parent.id().to_string()]).status()?;
    parent.wait()?;
    waits_for("it ends", || !runs(&child()))?;
    same("done", folder.path("left/done.json").exists(), false)
}

fn rows_that_nobody_reads_are_a_failure() -> Result<(), Failed> {
    let folder = endless()?;
    let line = format!(
        "{PROGRAM} part mine run --left left run/units/*.unit | head -c 1000 > /dev/null; \
         echo ${{PIPESTATUS[0]}}"
    );
    let ran = Ran::of(folder.command("bash", &["-c", &line]), &["bash", "-c", &line]);
    same("code of the program", ran.out.trim(), "1")?;
    same("lines", ran.err.lines().count(), 1)?;
    same("done", folder.path("left/done.json").exists(), false)?;
    let words = ["part", "mine", "run", "--left", "other", "--timeout", "0.3"];
    let unit = &units(&folder, "run/units")[0];
    let ran = folder.run(&[&words[..], &[unit]].concat());
    same("exit code", ran.code, 3)
}
