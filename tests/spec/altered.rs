//! Altered stores: whatever a graph file holds, every question gets an answer or a one-line error,
//! soon and in little memory.
//!
//! The library runs in a separate process, whose memory is limited and whose panics are caught; a
//! few whole commands follow. `just altered` does the same a thousand times as long.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use conceptgraph::query::catalogue::Catalogue;
use conceptgraph::store::sqlite;
use conceptgraph_engine::base::progress::Progress;
use libtest_mimic::{Failed, Trial};

use crate::support::altered::ask::Words;
use crate::support::altered::{altered, asked};
use crate::support::graphs;
use crate::support::{Folder, Ran, program, repetitions, trial};

/// The environment variable that makes this program query the stores of a range of seeds, with one
/// in so many calls for each: `0..500..3`.
pub const SEEDS: &str = "CONCEPTGRAPH_ALTERED";
/// The variable with the number of stores to alter, each with all queries; else a few hundred.
const HOW_MANY: &str = "CONCEPTGRAPH_ALTERED_STORES";
/// The divisor of the calls: each store gets one in this many, in turn.
const EVERY: u64 = 3;
/// The longest time that a call or a command may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The address space of a process, in kilobytes; threads and their stacks take most of it.
const MEMORY: u32 = 4 << 20;

pub fn trials() -> Vec<Trial> {
    vec![trial!(the_library_answers(0)), trial!(the_library_answers(1)), trial!(commands_answer)]
}

fn how_many(usual: u64) -> u64 {
    let wanted = std::env::var(HOW_MANY).ok().and_then(|wanted| wanted.parse().ok());
    wanted.map_or(usual, |wanted: u64| wanted.max(2))
}

/// Returns a command whose address space is limited to `MEMORY`.
fn limited(folder: &Folder, program: &str, words: &[&str]) -> Command {
    let held = format!("ulimit -v {MEMORY}; exec \"$@\"");
    folder.command("sh", &[&["-c", &held, "sh", program][..], words].concat())
}

/// Queries one half of the stores.
fn the_library_answers(half: u64) -> Result<(), Failed> {
    let all = how_many(repetitions(300, 30));
    let every = if std::env::var_os(HOW_MANY).is_some() { 1 } else { EVERY };
    seeds_answer(half * all / 2, (half + 1) * all / 2, every)
}

fn seeds_answer(mut first: u64, end: u64, every: u64) -> Result<(), Failed> {
    let folder = Folder::new();
    let mut faults = String::new();
    // A process that ended early is followed by another, after the store that ended it.
    while first < end {
        let program = std::env::current_exe()?.display().to_string();
        let mut command = limited(&folder, &program, &[]);
        let seeds = format!("{first}..{end}..{every}");
        command.env(SEEDS, &seeds);
        let told = format!("{SEEDS}={seeds}");
        let ran = Ran::of(command, &[told.as_str()]);
        let seed = |line: &str| line.strip_prefix("seed ")?.parse::<u64>().ok();
        let last = ran.out.lines().filter_map(seed).next_back();
        let told = ran.out.lines().filter(|line| line.starts_with("FAULT"));
        faults.extend(told.map(|line| line.to_owned() + "\n"));
        if ran.code == 0 {
            break;
        }
        let Some(last) = last else { return Err(ran.report("exit code 0").into()) };
        if ran.code != 1 {
            let error: Vec<&str> = ran.err.lines().rev().take(4).collect();
            faults += &format!("FAULT seed {last}: exit code {}: {error:?}\n", ran.code);
        }
        first = last + 1;
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

/// The running call and its start.
type Now = Arc<Mutex<Option<(String, Instant)>>>;

fn now(state: &Now) -> std::sync::MutexGuard<'_, Option<(String, Instant)>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Queries the stores of some seeds; prints a line per seed, a line per fault, and the calls.
pub fn run(seeds: &str) -> ExitCode {
    let limits: Vec<u64> = seeds.split("..").filter_map(|number| number.parse().ok()).collect();
    let &[first, end, every] = &limits[..] else { return ExitCode::FAILURE };
    let panicked: Arc<Mutex<String>> = Arc::default();
    let told = Arc::clone(&panicked);
    std::panic::set_hook(Box::new(move |info| {
        *told.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string().replace('\n', " ");
    }));
    let state = Now::default();
    watch(Arc::clone(&state));
    let folder = Folder::quick();
    let catalogue = Catalogue::sql();
    let graphs: Vec<(Vec<u8>, Words)> =
        graphs::NAMES.iter().map(|name| built(name, &folder)).collect();
    let (mut calls, mut faults) = (0, 0);
    for seed in first..end {
        println!("seed {seed}");
        let (file, words) = &graphs[seed as usize % graphs.len()];
        let path = folder.path("altered.db");
        let written = std::fs::write(&path, file);
        written.expect("a file in the temporary folder");
        let alterations = altered(&path, &bytes_of(seed));
        let guard = |name: &str, ask: &mut dyn FnMut() -> Result<(), String>| {
            *now(&state) = Some((format!("{seed}: {alterations:?}: {name}"), Instant::now()));
            let answer = catch_unwind(AssertUnwindSafe(ask));
            *now(&state) = None;
            let panicked = || panicked.lock().unwrap_or_else(PoisonError::into_inner).clone();
            answer.unwrap_or_else(|_| Err(panicked()))
        };
        let turn = seed as usize / graphs.len();
        let is_asked = |place: usize| (place + turn).is_multiple_of(every as usize);
        match asked(&path, &catalogue, words, &folder.path(""), is_asked, guard) {
            Ok(made) => calls += made,
            Err(fault) => {
                faults += 1;
                println!("FAULT seed {seed}: {alterations:?}: {fault}");
            }
        }
    }
    println!("{} stores, {calls} calls, {faults} faults", end - first);
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn built(name: &str, folder: &Folder) -> (Vec<u8>, Words) {
    let graph = graphs::graph(name).expect("a graph of the tests");
    let progress = Progress::default();
    sqlite::save(&graph, &folder.path("whole.db"), true, &progress).expect("it is stored");
    (folder.read("whole.db"), Words::of(&graph))
}

/// Ends the process if a call takes longer than `PATIENCE`.
fn watch(state: Now) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(200));
            if let Some((what, since)) = &*now(&state)
                && since.elapsed() > PATIENCE
            {
                println!("FAULT seed {what}: more than {} s", PATIENCE.as_secs());
                let _ = std::io::stdout().flush();
                std::process::exit(1);
            }
        }
    });
}

fn commands_answer() -> Result<(), Failed> {
    let folder = Folder::quick();
    let made: Vec<_> = graphs::NAMES.iter().map(|name| built(name, &folder)).collect();
    let stores = how_many(repetitions(300, 60)) / 15;
    let mut faults = String::new();
    for seed in 0..stores {
        let (file, words) = &made[seed as usize % made.len()];
        folder.file("a.db", file);
        // The seeds differ from those of the library. Of the first 834 one took long: a graph with
        // a name of a megabyte, which an import into Neo4j repeats in every row.
        let alterations = altered(&folder.path("a.db"), &bytes_of(seed + (1 << 32)));
        let [point, other, _] = &words.points;
        let concept = words.concepts[0].as_str();
        let commands: [&[&str]; 12] = [
            &["info", "a.db"],
            &["info", "a.db", "--format", "json"],
            &["check", "a.db"],
            &["query", "a.db", "lca", point, other, "--format", "csv"],
            &["query", "a.db", "containing", point],
            &["query", "a.db", "path", concept, &words.concepts[1]],
            &["query", "a.db", "nearest", point, "--explain"],
            &["export", "a.db", "--around", concept, "--radius", "2", "-o", "a.dot"],
            &["export", "a.db", "--largest", "5", "-o", "a.svg"],
            &["export", "a.db", "--format", "bulk", "-o", "bulk"],
            &["copy", "a.db", "b.db", "--force"],
            &["repl", "a.db", "-c", "info", "-c", "sql SELECT * FROM concept;", "-c", "classes"],
        ];
        for words in commands {
            let start = Instant::now();
            let ran = Ran::of(limited(&folder, program(), words), words);
            let ended = (0..=3).contains(&ran.code)
                && !ran.err.contains("panicked")
                && start.elapsed() < PATIENCE;
            if !ended {
                faults +=
                    &ran.report(&format!("an answer or a line; seed {seed}, {alterations:?}"));
            }
        }
        let _ = std::fs::remove_dir_all(folder.path("bulk"));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

/// Returns bytes from a seed, enough for the alterations of one store.
pub fn bytes_of(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let step = || {
        // SplitMix64 (Steele, Lea and Flood 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 56) as u8
    };
    std::iter::repeat_with(step).take(96).collect()
}
