//! Ctrl-C: exit code 130, nothing left behind, whatever the program was doing.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, PROGRAM, Ran, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial!(while_mining), trial!(while_writing), trial!(a_reader_that_leaves_is_no_error)]
}

/// A context of 2^n concepts: everybody but oneself.
fn boolean(folder: &Folder, n: u32) {
    let row = |i: u32| {
        let others = (0..n).filter(|&j| j != i).map(|j| j.to_string());
        others.collect::<Vec<_>>().join(" ") + "\n"
    };
    folder.file("b.dat", (0..n).map(row).collect::<String>());
}

/// Starts the program, waits until `ready`, sends an interrupt.
fn interrupted(folder: &Folder, words: &[&str], ready: impl Fn() -> bool) -> Result<Ran, Failed> {
    let mut command = folder.command(PROGRAM, words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let began = Instant::now();
    while !ready() && child.try_wait()?.is_none() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
    Ok(Ran::new(words, child.wait_with_output()?))
}

fn while_mining() -> Result<(), Failed> {
    let folder = Folder::new();
    boolean(&folder, 40);
    for words in [&["count", "b.dat"][..], &["build", "b.dat", "--max-concepts", "1000000000000"]] {
        let began = Instant::now();
        let ran = interrupted(&folder, words, || began.elapsed() > Duration::from_millis(300))?;
        ran.fails(130, "interrupted; nothing was stored")?;
        same("files", folder.names(), vec!["b.dat".to_owned()])?;
    }
    Ok(())
}

fn while_writing() -> Result<(), Failed> {
    let folder = Folder::new();
    boolean(&folder, 18);
    let begun = || {
        let large = |name: &String| {
            let size = std::fs::metadata(folder.path(name)).map_or(0, |data| data.len());
            name.starts_with(".conceptgraph-") && size > 4096
        };
        folder.names().iter().any(large)
    };
    let ran = interrupted(&folder, &["build", "b.dat"], begun)?;
    ran.fails(130, "interrupted; nothing was stored")?;
    same("files", folder.names(), vec!["b.dat".to_owned()])
}

fn a_reader_that_leaves_is_no_error() -> Result<(), Failed> {
    let folder = Folder::new();
    boolean(&folder, 14);
    folder.ok(&["build", "b.dat"])?;
    let line = format!("{PROGRAM} query b.db largest 16000 | head -n 1; echo ${{PIPESTATUS[0]}}");
    let ran = Ran::of(folder.command("bash", &["-c", &line]), &["bash", "-c", &line]);
    same("code of the program", ran.out.lines().last(), Some("0"))?;
    same("errors", ran.err.as_str(), "")
}
