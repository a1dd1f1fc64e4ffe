//! `conceptgraph-part`: the units of a plan, mined in any number of rounds and processes, have the
//! clusters of the whole; faulty files are refused; a process without a parent or reader ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use conceptgraph_engine::base::count_or_percent::CountOrPercent;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::build::{self, BuildOptions, Source};
use conceptgraph_engine::dataset::NeighborOptions;
use conceptgraph_engine::mine::count;
use conceptgraph_engine::table::{self, ReadOptions};
use serde_json::Value as Json;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_conceptgraph-part");

/// A temporary folder for one test.
struct Folder(TempDir);

/// The exit code and the output of a run.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Asserts that the run failed with one line that contains `named`.
    fn fails(&self, named: &str) {
        let is_one_line = self.err.starts_with("error: ") && self.err.lines().count() == 1;
        assert!(
            self.code == Some(1) && is_one_line && self.err.contains(named),
            "{named}: {:?}, {}",
            self.code,
            self.err
        );
    }
}

impl Folder {
    fn new() -> Self {
        let quick = tempfile::tempdir_in("/dev/shm");
        Self(quick.unwrap_or_else(|_| tempfile::tempdir().expect("a temporary folder")))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("a text")
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect("written");
    }

    /// Returns the names in a folder, sorted.
    fn names(&self, of: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(of)).expect("the folder is there");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Returns the units in a folder.
    fn units(&self, of: &str) -> Vec<String> {
        let names = self.names(of).into_iter().map(|name| format!("{of}/{name}"));
        names.filter(|name| name.ends_with(".unit")).collect()
    }

    fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words).current_dir(self.0.path());
        command
    }

    fn run(&self, words: &[&str]) -> Ran {
        Ran::of(&self.command(PROGRAM, words).output().expect("it starts"))
    }

    fn plan(&self, words: &[&str]) {
        let ran = self.run(&[&["plan"], words].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
    }

    /// Mines units; rows go to the file `to`, and remaining units to the folder `to.left`.
    fn mine(&self, words: &[&str], units: &[String], to: &str) -> Ran {
        let (left, rows) = (format!("{to}.left"), fs::File::create(self.path(to)));
        let mut all = vec!["mine", words[0], "--left", &left];
        all.extend(&words[1..]);
        all.extend(units.iter().map(String::as_str));
        let mut command = self.command(PROGRAM, &all);
        command.stdout(rows.expect("a new file")).stderr(Stdio::piped());
        let child = command.spawn().expect("it starts");
        Ran::of(&child.wait_with_output().expect("it ends"))
    }

    /// Mines units without a fault. Returns the clusters, the covers and the units that are left.
    fn mined(&self, words: &[&str], units: &[String], to: &str) -> (u64, u64, Vec<String>) {
        let ran = self.mine(words, units, to);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let done: Json = serde_json::from_slice(&self.read(&format!("{to}.left/done.json")))
            .expect("what was done");
        let all = done["units"].as_array().expect("units");
        assert_eq!(all.len(), units.len());
        let sum = |what: &str| all.iter().filter_map(|unit| unit[what].as_u64()).sum();
        let left = all.iter().filter_map(|unit| unit["left"].as_array()).flatten();
        let name = |name: &Json| format!("{to}.left/{}.unit", name.as_str().unwrap_or_default());
        let left: Vec<String> = left.map(name).collect();
        let mut sorted = left.clone();
        sorted.sort();
        assert_eq!(self.units(&format!("{to}.left")), sorted);
        (sum("clusters"), sum("covers"), left)
    }

    /// Mines a run in rounds. Returns the clusters and the covers.
    fn rounds(&self, run: &str, budget: &str) -> (u64, u64) {
        let (mut left, mut round) = (self.units(&format!("{run}/units")), 0);
        let (mut clusters, mut covers) = (0, 0);
        while !left.is_empty() {
            let to = format!("{run}.{budget}.{round}.arrow");
            let (more, below, next) = self.mined(&[run, "--budget", budget], &left, &to);
            (clusters, covers, left, round) = (clusters + more, covers + below, next, round + 1);
        }
        (clusters, covers)
    }
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name)
}

/// Returns the numbers of clusters and covers of a table, counted by the library.
fn counted(
    file: &Path,
    reading: &ReadOptions,
    neighbors: NeighborOptions,
    min_size: &str,
) -> (u64, u64) {
    let (options, progress) = (BuildOptions::default().neighbors(neighbors), Progress::default());
    let source = Source::Table(table::read(file, reading).expect("a table").table);
    let dataset = build::build_dataset("t", source, &options, &progress).expect("a context");
    let least: CountOrPercent = min_size.parse().expect("a size");
    let limits =
        build::mining_limits(dataset.points.len(), least, None, options.memory).expect("a size");
    let counts = count(&dataset.context, &limits, true, &progress).expect("nothing ends it");
    (counts.concepts, counts.covers.expect("covers were wanted"))
}

/// A table, with its options as the program and the library take them.
struct Input<'a> {
    file: PathBuf,
    label: Option<&'a str>,
    drop: Option<&'a str>,
    k: &'a str,
    anchors: Option<&'a str>,
    min_size: &'a str,
}

impl Input<'_> {
    /// Plans and mines, and compares the numbers with those of `counted`.
    fn comes_together(&self, cases: &[(&str, &str)]) {
        let Self { file, label, drop, k, anchors, min_size } = self;
        let reading = ReadOptions::default()
            .label(label.map(str::to_owned))
            .drop(Vec::from_iter(drop.map(str::to_owned)));
        let neighbors = NeighborOptions::default()
            .k(k.parse::<CountOrPercent>().expect("a number of neighbours"))
            .anchors(anchors.map(|anchors| anchors.parse().expect("a number of anchors")));
        let truth = counted(file, &reading, neighbors, min_size);
        let path = file.display().to_string();
        let mut words = vec![&*path, "--k", k, "--min-size", min_size];
        for (option, value) in [("--label", label), ("--drop", drop), ("--anchors", anchors)] {
            words.extend(value.iter().flat_map(|value| [option, value]));
        }
        let folder = Folder::new();
        for (units, budget) in cases {
            let run = format!("run{units}_{budget}");
            folder.plan(&[&words[..], &["--to", &run, "--units", units]].concat());
            assert_eq!(folder.rounds(&run, budget), truth, "{words:?}, {units}, {budget}");
        }
    }
}

#[test]
fn parts_have_the_clusters_of_the_whole() {
    let iris = |k, anchors, min_size| Input {
        file: example("iris.csv"),
        label: Some("class"),
        drop: None,
        k,
        anchors,
        min_size,
    };
    let cases = [("1", "0"), ("2", "0"), ("7", "0"), ("1", "100")];
    iris("12", None, "0").comes_together(&cases);
    iris("30", None, "20%").comes_together(&cases);
    // Many points with equal neighbours among the anchors.
    iris("5", Some("20"), "0").comes_together(&cases);
    let wine = Input { file: example("wine.csv"), ..iris("15", None, "2") };
    wine.comes_together(&cases);
    // A cluster at a time takes as many processes as the search is deep.
    let figure =
        Input { file: example("figure1.csv"), label: Some("name"), ..iris("4", None, "0") };
    figure.comes_together(&[("1", "1"), ("7", "1")]);
}

/// A table with many copies of few rows is mined over the few distinct ones.
#[test]
fn equal_rows_come_together() {
    let row = |at: u32| format!("{},{},{}\n", at * at % 7, at % 3, ["a", "b"][at as usize % 2]);
    let folder = Folder::new();
    folder.write("t.csv", "x,y,class\n".to_owned() + &(0..90).map(row).collect::<String>());
    let class = Some("class");
    for (label, drop, min_size) in [(class, None, "0"), (None, class, "9")] {
        let file = folder.path("t.csv");
        let input = Input { file, label, drop, k: "10", anchors: None, min_size };
        input.comes_together(&[("3", "0"), ("1", "2")]);
    }
    folder.plan(&["t.csv", "--label", "class", "--k", "10", "--to", "run"]);
    let run: Json = serde_json::from_str(&folder.text("run/run.json")).expect("a description");
    assert_eq!(run["points"], 90);
    assert!(run["objects"].as_u64() < Some(30));
}

/// Creates a folder with a run of iris.
fn iris_run(more: &[&str]) -> Folder {
    let (folder, table) = (Folder::new(), example("iris.csv").display().to_string());
    let k: &[&str] = if more.contains(&"--k") { &[] } else { &["--k", "50%"] };
    folder.plan(&[&[&*table, "--label", "class", "--to", "run"], k, more].concat());
    folder
}

/// No unit has more than twice the mean number of clusters.
#[test]
fn units_have_about_equal_work() {
    let folder = iris_run(&["--units", "9"]);
    assert_eq!(folder.units("run/units").len(), 9);
    let again = iris_run(&["--units", "9"]);
    assert_eq!(again.units("run/units"), folder.units("run/units"));
    assert_eq!(again.text("run/run.json"), folder.text("run/run.json"));
    for unit in folder.units("run/units") {
        let (clusters, _, _) = folder.mined(&["run"], &[unit], "rows");
        fs::remove_dir_all(folder.path("rows.left")).expect("it is there");
        assert!(clusters <= 2 * 15_407 / 9, "{clusters} clusters");
    }
}

#[test]
fn a_plan_appears_whole_or_not_at_all() {
    let folder = iris_run(&[]);
    assert_eq!(folder.names("run"), ["context.db", "objects.json", "run.json", "units"]);
    let table = example("iris.csv").display().to_string();
    let plan = |more: &[&str]| folder.run(&[&["plan", &table, "--drop", "class"], more].concat());
    plan(&["--k", "50%", "--to", "run"]).fails("run: this exists already");
    plan(&["--k", "50%", "--to", "no/run"]).fails("no/run");
    plan(&["--k", "151", "--to", "more"]).fails("k = 151 is not possible for 150 points");
    plan(&["--min-size", "151", "--to", "more"]).fails("a least size of 151");
    plan(&["--max-memory", "1K", "--to", "more"]).fails("more than 1.0 KiB");
    plan(&["--key-bits", "60", "--to", "more"]).fails("--key-bits: choose 1 to 55");
    folder.run(&["plan", "none.csv", "--to", "more"]).fails("none.csv");
    assert_eq!(folder.names("."), ["run"]);
}

/// The second half of the units is mined in a copy of the run without points, by two threads.
#[test]
fn two_processes_share_nothing_but_files() {
    let folder = iris_run(&["--units", "6"]);
    let all = folder.units("run/units");
    fs::create_dir(folder.path("away")).expect("a new folder");
    for file in ["run.json", "objects.json"] {
        folder.write(&format!("away/{file}"), folder.read(&format!("run/{file}")));
    }
    let (here, there) = all.split_at(3);
    let one = folder.mined(&["run"], here, "one.arrow");
    let two = folder.mined(&["away", "--threads", "2"], there, "two.arrow");
    assert_eq!((one.0 + two.0, one.1 + two.1), (15_407, 69_569));
    folder.mined(&["run"], here, "again.arrow");
    assert!(folder.read("again.arrow") == folder.read("one.arrow"), "the same every time");
}

#[test]
fn a_unit_that_is_amiss_is_refused() {
    let folder = iris_run(&["--units", "2"]);
    let all = folder.units("run/units");
    let whole = folder.read(&all[0]);
    let refused = |name: &str, bytes: &[u8], why: &str| {
        folder.write(name, bytes);
        let ran = folder.mine(&["run"], &[all[1].clone(), name.to_owned()], "rows");
        ran.fails(&format!("{name}: {why}"));
        assert_eq!(folder.read("rows").len(), 0);
        assert!(!folder.path("rows.left").exists());
    };
    refused("twice.unit", &folder.read(&all[1]), "this unit is given twice");
    refused("empty.unit", b"", "this is not a unit of this version");
    refused("text.unit", &[b'x'; 200], "this is not a unit of this version");
    refused("short.unit", &whole[..whole.len() - 1], "this unit is damaged");
    for at in [50, whole.len() / 2, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        refused("changed.unit", &changed, "this unit is damaged");
    }
    for more in [&["--min-size", "2"][..], &["--k", "74"], &["--seed", "1"]] {
        let other = iris_run(&[&["--units", "1"], more].concat());
        let unit = other.read(&other.units("run/units")[0]);
        refused("other.unit", &unit, "this unit is of another run");
    }
    folder.mine(&["run"], &["none.unit".to_owned()], "rows").fails("none.unit");
}

#[test]
fn a_run_that_was_changed_is_refused() {
    let folder = iris_run(&["--units", "2"]);
    let unit = &folder.units("run/units")[..1];
    let run = folder.text("run/run.json");
    for (old, new, why) in [
        ("\"min_size\": 0", "\"min_size\": 1", "run: this run was changed; plan it again"),
        ("\"format\": 1", "\"format\": 2", "this run was planned by another version"),
        ("{", "[", "run.json: this is not a description of a run"),
    ] {
        assert!(run.contains(old));
        folder.write("run/run.json", run.replacen(old, new, 1));
        folder.mine(&["run"], unit, "rows").fails(why);
    }
    folder.write("run/run.json", &run);
    let objects = folder.text("run/objects.json");
    folder.write("run/objects.json", objects.replacen("\"classes\":3", "\"classes\":2", 1));
    folder.mine(&["run"], unit, "rows").fails("this run was changed");
    folder.write("run/objects.json", &objects);
    fs::create_dir(folder.path("rows.left")).expect("a new folder");
    folder.write("rows.left/mine", "");
    folder.mine(&["run"], unit, "rows").fails("rows.left: this folder is not empty");
}

/// Creates a folder with a run of a context of 2^40 concepts, in one unit.
fn endless() -> Folder {
    let folder = Folder::new();
    let row = |i: u32| {
        let others = (0..40).filter(|&j| j != i).map(|j| j.to_string());
        others.collect::<Vec<_>>().join(" ") + "\n"
    };
    folder.write("b.dat", (0..40).map(row).collect::<String>());
    folder.plan(&["b.dat", "--units", "1", "--to", "run"]);
    folder
}

fn waits_for(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}: not after 30 s");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_whose_parent_dies_ends() {
    // A process that has ended does not run, even if its parent has not waited for it.
    let runs = |process: &str| {
        let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = state.rsplit(')').next().unwrap_or_default().trim().chars().next();
        state.is_some_and(|state| state != 'Z')
    };
    let folder = endless();
    let line = format!(
        "{PROGRAM} mine run --left left run/units/*.unit > /dev/null & echo $! > child; wait"
    );
    let mut parent = folder.command("bash", &["-c", &line]).spawn().expect("it starts");
    let child = || fs::read_to_string(folder.path("child")).unwrap_or_default().trim().to_owned();
    waits_for("it begins", || folder.path("left").exists() && runs(&child()));
    parent.kill().expect("it runs");
    parent.wait().expect("it ends");
    waits_for("it ends", || !runs(&child()));
    assert!(!folder.path("left/done.json").exists());
}

#[test]
fn rows_that_nobody_reads_are_a_failure() {
    let folder = endless();
    let line = format!(
        "{PROGRAM} mine run --left left run/units/*.unit | head -c 1000 > /dev/null; \
         echo ${{PIPESTATUS[0]}}"
    );
    let ran = Ran::of(&folder.command("bash", &["-c", &line]).output().expect("it starts"));
    assert_eq!((ran.out.trim(), ran.err.lines().count()), ("1", 1), "{}", ran.err);
    assert!(!folder.path("left/done.json").exists());
}
