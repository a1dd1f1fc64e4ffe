//! SIGKILL at any moment of a build and of a copy: afterwards there is no file, or a complete
//! graph, the old or the new one. A hidden file may stay beside it. `just killed` kills a hundred
//! times.

use std::process::Stdio;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Ran, kills, program, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial!(killed_while_building), trial!(killed_while_copying)]
}

/// Returns a context with 2^n concepts: each object has every attribute but one.
fn boolean(n: u32) -> String {
    let others = |i| (0..n).filter(move |&j| j != i).map(|j| j.to_string());
    (0..n).map(|i| others(i).collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// Runs the program and kills it after `moment`.
fn killed(folder: &Folder, words: &[&str], moment: Duration) -> Result<(), Failed> {
    let mut command = folder.command(program(), words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    std::thread::sleep(moment);
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// Returns the number of clusters of a graph, which must be sound; `None` if there is no file.
fn clusters(folder: &Folder, store: &str) -> Result<Option<i64>, Failed> {
    if !folder.path(store).exists() {
        return Ok(None);
    }
    folder.ok(&["check", store])?;
    Ok(folder.json(&["info", store])?["concepts"].as_i64())
}

/// Kills the command, which writes `new.db`, at moments spread over its running time.
fn spread(folder: &Folder, words: &[&str], concepts: i64) -> Result<(), Failed> {
    let inputs = folder.names();
    let begun = Instant::now();
    folder.ok(words)?;
    let whole = begun.elapsed();
    // In the first half there is no file, in the second an older graph.
    let times = kills(10);
    for turn in 0..times {
        let there = match turn * 2 < times {
            true => None,
            false => {
                folder.ok(&["build", "old.dat", "--to", "new.db", "--force"])?;
                Some(8)
            }
        };
        killed(folder, words, whole * (turn % times.div_ceil(2)) / times.div_ceil(2))?;
        let found = clusters(folder, "new.db")?;
        if found != there && found != Some(concepts) {
            return Err(format!("turn {turn}: {found:?} clusters, before {there:?}").into());
        }
        let _ = std::fs::remove_file(folder.path("new.db"));
    }
    // The hidden files of killed runs do not disturb the next one.
    let ran: Ran = folder.run(words);
    same("the next run", (ran.code, clusters(folder, "new.db")?), (0, Some(concepts)))?;
    let mut all = folder.names();
    all.retain(|name| !inputs.contains(name) && !name.starts_with(".new.db.conceptgraph-"));
    same("new files", all, vec!["new.db".to_owned()])
}

fn killed_while_building() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("b.dat", boolean(12)).file("old.dat", boolean(3));
    spread(&folder, &["build", "b.dat", "--to", "new.db", "--force"], 1 << 12)
}

fn killed_while_copying() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("b.dat", boolean(12)).file("old.dat", boolean(3));
    folder.ok(&["build", "b.dat"])?;
    spread(&folder, &["copy", "b.db", "new.db", "--force"], 1 << 12)
}
