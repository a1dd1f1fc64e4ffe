//! Helpers that all test targets share: temporary folders, runs of the program as a user makes
//! them, and checks for the tools that a machine may lack.

#![allow(dead_code, reason = "each test target uses its own part")]

pub mod altered;
pub mod communities;
pub mod documents;
pub mod graphs;
pub mod installed;
pub mod python;
pub mod reference;
pub mod shop;
pub mod trials;
pub mod whole;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::OnceLock;

use installed::runs;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value as Json;
pub(crate) use trials::{named, trial};

/// Returns the path of the program: of this package, or built beside the tests of another one.
pub fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(own) = option_env!("CARGO_BIN_EXE_conceptgraph") {
            return own.to_owned();
        }
        let tests = std::env::current_exe().expect("this program has a path");
        let built = tests.ancestors().nth(2).expect("a folder of builds").join("conceptgraph");
        assert!(built.is_file(), "build the program first: cargo build --features parquet");
        built.display().to_string()
    })
}

/// Returns the folder of the project.
pub fn project() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("queries").is_dir()).unwrap_or(package)
}

/// Returns the path of the file `name` in `examples/`.
pub fn example(name: &str) -> String {
    project().join("examples").join(name).display().to_string()
}

/// Returns the folder of real datasets, which is not part of the project: `CONCEPTGRAPH_DATA`, or
/// else `../shared/data`; `None` if it is no folder.
pub fn data() -> Option<PathBuf> {
    let named = std::env::var_os("CONCEPTGRAPH_DATA").map(PathBuf::from);
    let data = named.unwrap_or_else(|| project().join("../shared/data"));
    data.is_dir().then_some(data)
}

/// A tool, file or platform that a test requires.
#[derive(Clone, Copy)]
pub enum Need {
    Nothing,
    Bash,
    Zsh,
    /// `man`, which lays out manual pages.
    Man,
    /// A wheel that was built, in the folder `CONCEPTGRAPH_WHEELS`.
    Wheel,
    Dot,
    Sqlite3,
    Git,
    /// Chromium and its driver.
    Browser,
    /// `dot` and `sqlite3`, which the commands of the documents call.
    Documents,
    Data,
    /// The feature `parquet`.
    Parquet,
    /// `docker-compose`, which reads a compose file without an engine.
    Compose,
    /// A small file system to fill, which root on Linux can mount.
    Mount,
    /// Root, who can give a file to another owner.
    Root,
    /// Linux, whose `/proc` shows the peak of the memory of a process.
    Linux,
    /// Python with NetworkX, igraph and LadybugDB, which the tests install.
    Python,
    /// [`Need::Python`] and [`Need::Parquet`].
    PythonAndParquet,
    /// `pgrep`, which finds the processes that a program started, and `dot`.
    Processes,
}

/// The tests that a run includes, named by the variable `CONCEPTGRAPH_TESTS`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The tests that can run here in a few minutes and download nothing: without the variable.
    Plain,
    /// The tests that CI runs: `ci`. A program that is missing is a failure.
    Ci,
    /// Every test, also those that take long and seldom fail: `all`.
    All,
}

impl Scope {
    /// Returns the scope of this run.
    pub fn get() -> Self {
        match std::env::var("CONCEPTGRAPH_TESTS").as_deref() {
            Err(_) | Ok("") => Self::Plain,
            Ok("ci") => Self::Ci,
            Ok("all") => Self::All,
            Ok(other) => panic!("CONCEPTGRAPH_TESTS is ci or all, not {other:?}"),
        }
    }
}

/// Returns the number of repetitions of a test: `all` in a run of every test, else `some`.
pub fn repetitions<T>(all: T, some: T) -> T {
    if Scope::get() == Scope::All { all } else { some }
}

/// Leaves a trial that takes long and seldom fails to [`Scope::All`].
pub fn long(trial: Trial) -> Trial {
    match Scope::get() {
        Scope::All => trial,
        _ => trial.with_kind("takes long: CONCEPTGRAPH_TESTS=all").with_ignored_flag(true),
    }
}

impl Need {
    /// Returns the reason why a plain run leaves out the test; `None` if it does not.
    fn beyond_a_plain_run(self) -> Option<&'static str> {
        match self {
            Need::Python | Need::PythonAndParquet => {
                Some("installs with pip: CONCEPTGRAPH_TESTS=ci")
            }
            _ => None,
        }
    }

    /// Returns the reason why the test cannot run here, with the remedy; `None` if it can.
    pub fn missing(self) -> Option<&'static str> {
        match self {
            Need::Nothing => None,
            Need::Bash => (!runs("bash", "--version")).then_some("needs bash: apt install bash"),
            Need::Zsh => (!runs("zsh", "--version")).then_some("needs zsh: apt install zsh"),
            Need::Man => (!runs("man", "-V")).then_some("needs man: apt install man-db"),
            Need::Wheel => std::env::var_os("CONCEPTGRAPH_WHEELS").is_none().then_some(
                "needs a wheel: pip wheel . -w DIR --no-deps, and CONCEPTGRAPH_WHEELS=DIR",
            ),
            Need::Dot => (!runs("dot", "-V")).then_some("needs dot: apt install graphviz"),
            Need::Sqlite3 => {
                (!runs("sqlite3", "-version")).then_some("needs sqlite3: apt install sqlite3")
            }
            Need::Git => (!runs("git", "--version")).then_some("needs git: apt install git"),
            Need::Browser => (!runs("chromium", "--version") || !runs("chromedriver", "--version"))
                .then_some("needs Chromium: apt install chromium chromium-driver"),
            Need::Documents => Need::Dot.missing().or_else(|| Need::Sqlite3.missing()),
            Need::Python => python::missing(),
            Need::PythonAndParquet => python::missing().or_else(|| Need::Parquet.missing()),
            Need::Linux => (!cfg!(target_os = "linux")).then_some("needs Linux"),
            Need::Processes => Need::Dot
                .missing()
                .or_else(|| (!runs("pgrep", "-V")).then_some("needs pgrep: apt install procps")),
            Need::Compose => (!runs("docker-compose", "version"))
                .then_some("needs docker-compose: apt install docker-compose"),
            Need::Data => data().is_none().then_some("needs the datasets: set CONCEPTGRAPH_DATA"),
            Need::Parquet => (!cfg!(feature = "parquet"))
                .then_some("needs what reads Parquet: cargo test --features parquet"),
            Need::Mount => {
                let probe = tempfile::tempdir().expect("a temporary folder");
                let mounted = mount(probe.path()) && unmount(probe.path());
                (!mounted).then_some("needs root, to mount a small file system")
            }
            Need::Root => {
                let probe = tempfile::NamedTempFile::new().expect("a temporary file");
                let given = Command::new("chown").arg("1234:2345").arg(probe.path()).output();
                let is_given = given.is_ok_and(|ran| ran.status.success());
                (!is_given).then_some("needs root, to give a file to another owner")
            }
        }
    }
}

/// Mounts a file system of 1 MB at `at`; returns `true` if it is mounted.
pub fn mount(at: &Path) -> bool {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(at).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

pub fn unmount(at: &Path) -> bool {
    Command::new("umount").arg(at).status().is_ok_and(|status| status.success())
}

/// Returns a trial, which is ignored, with the reason, if its need is missing or beyond a plain
/// run. Outside of a plain run, a missing need is a failure.
pub fn trial(
    name: impl Into<String>,
    need: Need,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let name = name.into();
    let test = trials::watched(name.clone(), test);
    let scope = Scope::get();
    let left_out = need.beyond_a_plain_run().filter(|_| scope == Scope::Plain);
    // A wheel is built for a release, and for every test. Datasets and root cannot be installed.
    let may_lack = match need {
        Need::Wheel => scope != Scope::All,
        Need::Data | Need::Mount | Need::Root => true,
        _ => scope == Scope::Plain,
    };
    match left_out.or_else(|| need.missing()) {
        None => Trial::test(name, test),
        Some(reason) if !may_lack => Trial::test(name, move || Err(reason.into())),
        Some(reason) => Trial::test(name, test).with_kind(reason).with_ignored_flag(true),
    }
}

/// Runs the trials that the command line asks for. Those that are ignored are not listed; their
/// number and the reason are printed.
///
/// There are twice as many threads as cores, because many tests wait: for a password prompt, for a
/// server, for a connection to time out.
pub fn run(trials: Vec<Trial>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * cores);
    let (left_out, trials): (Vec<_>, Vec<_>) =
        trials.into_iter().partition(Trial::has_ignored_flag);
    let mut reasons = BTreeMap::<&str, usize>::new();
    for trial in &left_out {
        *reasons.entry(trial.kind()).or_default() += 1;
    }
    if !arguments.list {
        reasons.iter().for_each(|(reason, tests)| eprintln!("left out: {tests} tests ({reason})"));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Returns the number of kills of a test: `CONCEPTGRAPH_KILLS` or `usual`, but at least 2.
pub fn kills(usual: u32) -> u32 {
    let wanted = std::env::var("CONCEPTGRAPH_KILLS").ok().and_then(|times| times.parse().ok());
    wanted.unwrap_or(usual).max(2)
}

/// The options of the full lattice of a table with classes.
const FULL: [&str; 4] = ["--label", "class", "--graph", "full"];

/// Returns a new folder with `iris.db`, the graph of `examples/iris.csv` with k = 50%. The graph is
/// built once and copied.
pub fn iris() -> Result<Folder, Failed> {
    static BUILT: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let folder = Folder::new();
        let ran =
            folder.run(&[&["build", &example("iris.csv")][..], &FULL, &["--k", "50%"]].concat());
        if ran.code == 0 { Ok(folder.read("iris.db")) } else { Err(ran.report("exit code 0")) }
    });
    let folder = Folder::new();
    folder.file("iris.db", built.as_ref()?);
    Ok(folder)
}

/// A temporary folder in which the program runs.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// Creates a folder in memory, if there is `/dev/shm`, for files that may be lost.
    pub fn quick() -> Self {
        Self(tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| Self::new().0))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.path(name), bytes).expect("a file in the temporary folder");
        self
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder is there");
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    pub fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words).current_dir(self.0.path()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
        // Configuration and state of the user of this machine must not affect a test.
        command.env("XDG_CONFIG_HOME", self.path(".config"));
        command.env("XDG_STATE_HOME", self.path(".state"));
        command
    }

    pub fn run(&self, words: &[&str]) -> Ran {
        Ran::of(self.command(program(), words), words)
    }

    /// Runs the program and returns its standard output; fails the test unless the exit code is 0.
    pub fn ok(&self, words: &[&str]) -> Result<String, Failed> {
        let ran = self.run(words);
        if ran.code == 0 { Ok(ran.out) } else { Err(ran.report("exit code 0").into()) }
    }

    /// Builds `iris.db` with half of the points as neighbours, as in the paper.
    pub fn build_iris(&self, more: &[&str]) -> Result<String, Failed> {
        self.build_full_iris("50%", more)
    }

    /// Builds `iris.db`, the full lattice of iris for `k` neighbours.
    pub fn build_full_iris(&self, k: &str, more: &[&str]) -> Result<String, Failed> {
        let iris = example("iris.csv");
        self.ok(&[&["build", &iris][..], &FULL, &["--k", k], more].concat())
    }

    /// Runs the program with `--format json` and parses its standard output.
    pub fn json(&self, words: &[&str]) -> Result<serde_json::Value, Failed> {
        let words = [&words[..1], &["--format", "json"], &words[1..]].concat();
        Ok(serde_json::from_str(&self.ok(&words)?)?)
    }
}

/// The exit code and the output of a run.
pub struct Ran {
    pub words: String,
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn of(mut command: Command, words: &[&str]) -> Self {
        let output = command.output().unwrap_or_else(|error| panic!("{words:?}: {error}"));
        Self::new(words, output)
    }

    pub fn new(words: &[&str], output: Output) -> Self {
        Self {
            words: words.join(" "),
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Returns the command and both streams, as the message of a failing test.
    pub fn report(&self, expected: &str) -> String {
        let Self { words, code, out, err } = self;
        format!("$ {words}\nexpected {expected}\nexit code {code}\n-- out\n{out}\n-- err\n{err}")
    }

    /// Fails the test unless the run ended with this code and one line that contains `named`, a
    /// file, a place or a value; `tests/messages` has the full wording.
    pub fn fails(&self, code: i32, named: &str) -> Result<(), Failed> {
        // Commands that remove the fault may follow.
        let is_command = |line: &str| line.starts_with("  ");
        let one_line = self.err.starts_with("error: ") && self.err.lines().skip(1).all(is_command);
        if self.code == code && one_line && self.err.contains(named) {
            return Ok(());
        }
        Err(self.report(&format!("exit code {code} and one line that names {named:?}")).into())
    }
}

/// Fails the test, showing both values, unless `answer` equals `truth`.
pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, answer: T, truth: T) -> Result<(), Failed> {
    if answer == truth {
        Ok(())
    } else {
        Err(format!("{what}: {answer:?}, expected {truth:?}").into())
    }
}

/// Fails the test unless both values are equal as JSON, with numbers compared to 9 digits: SQL,
/// Cypher and Rust add in different orders.
pub fn near(
    what: &str,
    answer: &impl serde::Serialize,
    truth: &impl serde::Serialize,
) -> Result<(), Failed> {
    fn alike(a: &Json, b: &Json) -> bool {
        match (a, b) {
            (Json::Number(a), Json::Number(b)) => {
                let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(1.0));
                (a - b).abs() <= 1e-9 * a.abs().max(1.0)
            }
            (Json::Array(a), Json::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
            }
            (Json::Object(a), Json::Object(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, value)| b.get(key).is_some_and(|b| alike(value, b)))
            }
            _ => a == b,
        }
    }
    let (answer, truth) = (serde_json::to_value(answer)?, serde_json::to_value(truth)?);
    if alike(&answer, &truth) {
        return Ok(());
    }
    Err(format!("{what}\n{answer}\nexpected\n{truth}").into())
}
