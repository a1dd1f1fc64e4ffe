//! The program as it is installed: completions in real shells, the manual page, the packed crate,
//! and the wheel in a fresh virtual environment.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use rexpect::session::{PtySession, spawn_command};

use crate::support::{Folder, Need, Ran, example, iris, program, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(bash_completes, Need::Bash),
        trial!(zsh_completes, Need::Zsh),
        trial!(every_shell_has_a_script),
        trial!(the_manual_is_rendered, Need::Man),
        trial!(the_package_holds_what_it_needs),
        trial!(the_wheel_runs, Need::Wheel),
        trial!(quiet_and_progress),
    ]
}

/// Starts an interactive shell with the program on the path and its completions loaded.
fn loaded(folder: &Folder, shell: &[&str], load: &str) -> Result<PtySession, Failed> {
    fs::create_dir(folder.path("bin"))?;
    symlink(program(), folder.path("bin/conceptgraph"))?;
    let mut command = folder.command(shell[0], &shell[1..]);
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path("bin").display());
    command.stdin(Stdio::inherit()).env("TERM", "dumb").env("PATH", path).env("PS1", "ready> ");
    command.env("HOME", folder.path("")).env("PROMPT_EOL_MARK", "");
    let mut session = spawn_command(command, Some(60_000))?;
    session.exp_string("ready> ")?;
    // Given a terminal without echo, bash shows nothing of what is typed.
    session.send_line(&format!("stty echo; {load}"))?;
    session.send_line("echo load''ed")?;
    session.exp_string("loaded")?;
    session.exp_string("ready> ")?;
    Ok(session)
}

/// Types a text and Tab, and expects `seen`.
fn completes(session: &mut PtySession, typed: &str, seen: &str) -> Result<(), Failed> {
    session.send(&format!("{typed}\t"))?;
    session.flush()?;
    let failed = |error| Failed::from(format!("{typed:?} and Tab: {error}"));
    session.exp_string(seen).map_err(failed)?;
    // Ctrl-U deletes the line.
    session.send_control('u')?;
    session.flush()?;
    Ok(())
}

fn completes_all(session: &mut PtySession) -> Result<(), Failed> {
    completes(session, "conceptgraph evalu", "evaluate")?;
    completes(session, "conceptgraph build --metr", "--metric")?;
    completes(session, "conceptgraph query ir", "iris.db")?;
    session.send_line("exit")?;
    session.exp_eof()?;
    Ok(())
}

fn bash_completes() -> Result<(), Failed> {
    let folder = iris()?;
    let shell = ["bash", "--norc", "--noprofile", "-i"];
    completes_all(&mut loaded(&folder, &shell, "source <(conceptgraph completions bash)")?)
}

fn zsh_completes() -> Result<(), Failed> {
    let folder = iris()?;
    let load = "autoload -U compinit; compinit -u -D; source <(conceptgraph completions zsh)";
    completes_all(&mut loaded(&folder, &["zsh", "-f", "-i"], load)?)
}

fn every_shell_has_a_script() -> Result<(), Failed> {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.ok(&["completions", shell])?;
        same(shell, script.contains("conceptgraph"), true)?;
    }
    Ok(())
}

fn the_manual_is_rendered() -> Result<(), Failed> {
    let folder = Folder::new();
    for (command, words) in [
        (None, ["Exit codes", "stopped at a limit", "conceptgraph-build"]),
        (Some("build"), ["--metric", "Neighbours", "OPTIONS"]),
        (Some("query"), ["--limit", "SYNOPSIS", "STORE"]),
    ] {
        let asked: Vec<&str> = ["man"].into_iter().chain(command).collect();
        folder.file("page.1", folder.ok(&asked)?);
        let mut man = folder.command("man", &["--warnings", "-l", "page.1"]);
        man.env("MANPAGER", "cat").env("MANWIDTH", "100").env("TERM", "dumb");
        let ran = Ran::of(man, &["man", "-l", "page.1"]);
        let missing = words.into_iter().find(|word| !ran.out.contains(word));
        if ran.code != 0 || !ran.err.is_empty() || missing.is_some() {
            return Err(ran.report(&format!("a page with {words:?}")).into());
        }
    }
    Ok(())
}

/// Every file that the source reads when it is built is in the packed crate.
fn the_package_holds_what_it_needs() -> Result<(), Failed> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--offline", "--allow-dirty"]).current_dir(project());
    let ran = Ran::of(cargo, &["cargo", "package", "--list"]);
    let files: Vec<&str> = ran.out.lines().collect();
    for needed in [
        "Cargo.lock",
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "src/main.rs",
        "src/store/sqlite/schema.sql",
        "queries/lca.sql",
        "queries/lca.cypher",
        "tests/spec/main.rs",
        "examples/iris.csv",
    ] {
        same(&format!("{needed}\n{}", ran.err), files.contains(&needed), true)?;
    }
    let stray = files.iter().find(|file| file.starts_with(".ci") || file.contains("target/"));
    same("what is not for users", stray, None)
}

fn the_wheel_runs() -> Result<(), Failed> {
    let folder = Folder::new();
    let wheels = std::env::var("CONCEPTGRAPH_WHEELS")?;
    let python = |program: &str, words: &[&str]| -> Result<String, Failed> {
        let ran = Ran::of(folder.command(program, words), words);
        if ran.code == 0 { Ok(ran.out) } else { Err(ran.report("exit code 0").into()) }
    };
    python("python3", &["-m", "venv", "fresh"])?;
    let own = |name: &str| folder.path("fresh/bin").join(name).display().to_string();
    let mut files = fs::read_dir(&wheels)?.filter_map(Result::ok).map(|file| file.path());
    let wheel = files.find(|file| file.extension().is_some_and(|suffix| suffix == "whl"));
    let wheel = wheel.ok_or("no wheel")?.display().to_string();
    // The program needs none of the module's dependencies.
    python(&own("pip"), &["-q", "install", "--no-deps", &wheel])?;
    let program = own("conceptgraph");
    let version = concat!("conceptgraph ", env!("CARGO_PKG_VERSION"), "\n");
    same("version", python(&program, &["--version"])?, version.to_owned())?;
    python(&program, &["build", &example("iris.csv"), "-l", "class"])?;
    let question = ["query", "iris.db", "lca", "d51", "d52"];
    let answer = python(&program, &question)?;
    same("two versicolor meet in a cluster", answer.contains("versicolor"), true)?;
    same("an answer", answer, folder.ok(&question)?)
}

fn quiet_and_progress() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    let words = ["build", &iris, "--label", "class", "--k", "50%", "--graph", "full", "--force"];
    let loud = folder.run(&words);
    same("an answer", loud.out.contains("15,407 clusters"), true)?;
    let quiet = folder.run(&[&words[..], &["--quiet"]].concat());
    same("nothing but results", quiet.err, String::new())?;
    same("what is built is stored, not printed", quiet.out, String::new())?;
    same("results", folder.ok(&["info", "iris.db", "--quiet"])?.contains("iris"), true)?;
    // A step of some seconds prints its name, its progress and, once known, the time left.
    let wine = example("wine.csv");
    let long = ["count", &wine, "--threads", "1", "--k", "50%", "--timeout", "2.5", "--progress"];
    let shown = folder.run(&[&long[..], &["always"]].concat());
    let is_step = |line: &str| line.starts_with("mining: ") && line.ends_with(" a second");
    same(&shown.err, shown.err.lines().any(is_step), true)?;
    let hidden = folder.run(&[&long[..], &["never"]].concat());
    same("never", hidden.err.lines().any(is_step), false)
}
