//! Ctrl-C, signals and time limits: nothing is left behind, whatever the program was doing.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::Database;
use conceptgraph::store::sqlite::SqliteStore;
use libtest_mimic::{Failed, Trial};

use crate::memory::status_field;
use crate::support::{Folder, Need, Ran, iris, program, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(while_mining),
        trial!(while_writing),
        trial!(terminated_while_writing),
        trial!(between_the_statements_of_an_answer),
        trial!(while_evaluating),
        trial!(stopped_while_drawing("-TERM", 143), Need::Processes),
        trial!(stopped_while_drawing("-INT", 130), Need::Processes),
        trial!(out_of_time),
        trial!(a_reader_that_leaves_is_no_error),
    ]
}

/// Writes `b.dat`, a context of 2^n concepts in which each object has every attribute but one.
fn boolean(folder: &Folder, n: u32) {
    let row = |i: u32| {
        let others = (0..n).filter(|&j| j != i).map(|j| j.to_string());
        others.collect::<Vec<_>>().join(" ") + "\n"
    };
    folder.file("b.dat", (0..n).map(row).collect::<String>());
}

/// Starts the program, waits until `ready`, and sends an interrupt.
fn interrupted(folder: &Folder, words: &[&str], ready: impl Fn() -> bool) -> Result<Ran, Failed> {
    signalled("-INT", folder, words, |_| ready())
}

/// Starts the program, waits until `ready` with its process id, and sends a signal.
fn signalled(
    signal: &str,
    folder: &Folder,
    words: &[&str],
    ready: impl Fn(u32) -> bool,
) -> Result<Ran, Failed> {
    let mut command = folder.command(program(), words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let began = Instant::now();
    while !ready(child.id())
        && child.try_wait()?.is_none()
        && began.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("kill").args([signal, &child.id().to_string()]).status()?;
    Ok(Ran::new(words, child.wait_with_output()?))
}

fn while_mining() -> Result<(), Failed> {
    let folder = Folder::new();
    boolean(&folder, 40);
    let build = ["build", "b.dat", "--graph", "full", "--max-concepts", "1000000000000"];
    for words in [&["count", "b.dat"][..], &build] {
        let began = Instant::now();
        let ran = interrupted(&folder, words, || began.elapsed() > Duration::from_millis(300))?;
        ran.fails(130, "")?;
        same("files", folder.names(), vec!["b.dat".to_owned()])?;
    }
    Ok(())
}

/// Returns `true` if a process handles SIGINT, or if the system does not say so.
fn catches_interrupts(id: u32) -> bool {
    let caught = status_field(id, "SigCgt:");
    caught.and_then(|set| u64::from_str_radix(&set, 16).ok()).is_none_or(|set| set & 2 != 0)
}

/// The points are enough for Ward's tree and the closures of all pairs to take a while.
fn while_evaluating() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |i: u32| format!("{},{},{}\n", i * 7919 % 10007, i * 104_729 % 9973, i % 2);
    folder.file("e.csv", String::from("x,y,c\n") + &(0..4000).map(row).collect::<String>());
    let words = ["evaluate", "e.csv", "--label", "c", "--columns", "x,y"];
    for after in [100, 600] {
        let began = Instant::now();
        let ready = |id| began.elapsed() > Duration::from_millis(after) && catches_interrupts(id);
        let ran = signalled("-INT", &folder, &words, ready)?;
        let told =
            ran.err.lines().last().is_some_and(|line| line.starts_with("error: interrupted"));
        if ran.code != 130 || !told {
            return Err(ran.report("exit code 130 soon").into());
        }
        same("files", folder.names(), vec!["e.csv".to_owned()])?;
    }
    Ok(())
}

/// Returns `true` if a store is being written.
fn is_begun(folder: &Folder) -> bool {
    let large = |name: &String| {
        let size = std::fs::metadata(folder.path(name)).map_or(0, |data| data.len());
        name.starts_with(".b.db.conceptgraph-") && size > 4096
    };
    folder.names().iter().any(large)
}

fn while_writing() -> Result<(), Failed> {
    let folder = Folder::new();
    boolean(&folder, 18);
    let words = ["build", "b.dat", "--graph", "full"];
    let ran = interrupted(&folder, &words, || is_begun(&folder))?;
    ran.fails(130, "")?;
    same("files", folder.names(), vec!["b.dat".to_owned()])
}

/// An interrupt ends an answer of several statements, and the next question is answered.
fn between_the_statements_of_an_answer() -> Result<(), Failed> {
    let folder = iris()?;
    let store = SqliteStore::open(&folder.path("iris.db"))?;
    let graph = store.clone().into_stored_graph()?.graph;
    let (words, catalogue) = (["d1".to_owned()], Catalogue::sql());
    let ask = || query::ask(&graph, &catalogue, "containing", &words, Limit::OfQuery);
    store.interrupter()();
    let ended = ask().err().map(|error| error.to_string());
    same("ended", ended.as_deref(), Some("interrupted"))?;
    store.begin_request()?;
    same("rows again", ask()?.rows.len(), 100)
}

fn terminated_while_writing() -> Result<(), Failed> {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129)] {
        let folder = Folder::new();
        boolean(&folder, 18);
        let words = ["build", "b.dat", "--graph", "full"];
        let ran = signalled(signal, &folder, &words, |_| is_begun(&folder))?;
        same("exit code", ran.code, code)?;
        same("files", folder.names(), vec!["b.dat".to_owned()])?;
    }
    Ok(())
}

/// Returns the process id of the `dot` that a process started.
fn dot_of(parent: u32) -> Option<String> {
    let found = Command::new("pgrep").args(["-P", &parent.to_string(), "dot"]).output().ok()?;
    let number = String::from_utf8(found.stdout).ok()?.trim().to_owned();
    (!number.is_empty()).then_some(number)
}

fn stopped_while_drawing(signal: &str, code: i32) -> Result<(), Failed> {
    let folder = iris()?;
    let dot = std::cell::RefCell::new(None);
    let drawing = |program| {
        *dot.borrow_mut() = dot_of(program);
        dot.borrow().is_some()
    };
    let words = ["export", "iris.db", "--peaks", "-o", "all.png"];
    let ran = signalled(signal, &folder, &words, drawing)?;
    same("exit code", ran.code, code)?;
    same("files", folder.names(), vec!["iris.db".to_owned()])?;
    let dot = dot.take().ok_or("dot was never started")?;
    let gone = Command::new("kill").args(["-0", &dot]).output()?;
    same("dot has ended", gone.status.success(), false)
}

fn out_of_time() -> Result<(), Failed> {
    let folder = Folder::new();
    boolean(&folder, 40);
    folder.run(&["count", "b.dat", "--timeout", "0.3"]).fails(3, "--timeout")?;
    let full = ["--graph", "full", "--max-concepts", "1000000000000"];
    let words = [&["build", "b.dat", "--timeout", "0.3"][..], &full].concat();
    folder.run(&words).fails(3, "--timeout")?;
    same("files", folder.names(), vec!["b.dat".to_owned()])?;
    boolean(&folder, 3);
    folder.ok(&["build", "b.dat", "--timeout", "600"]).map(drop)
}

fn a_reader_that_leaves_is_no_error() -> Result<(), Failed> {
    let folder = Folder::new();
    boolean(&folder, 14);
    folder.ok(&["build", "b.dat"])?;
    let program = program();
    let line = format!("{program} query b.db largest 16000 | head -n 1; echo ${{PIPESTATUS[0]}}");
    let ran = Ran::of(folder.command("bash", &["-c", &line]), &["bash", "-c", &line]);
    same("code of the program", ran.out.lines().last(), Some("0"))?;
    same("errors", ran.err.as_str(), "")
}
