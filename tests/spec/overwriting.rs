//! Overwriting: pictures replace pictures, other files are replaced when insisted on, and an input
//! never is.

use std::fs;

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(files_stay_unless_forced),
        trial!(pictures_replace_pictures, Need::Dot),
        trial!(the_shell_asks_too),
        trial!(the_second_of_two_builds_fails),
        #[cfg(unix)]
        trial!(permissions_are_kept),
    ]
}

fn files_stay_unless_forced() -> Result<(), Failed> {
    let folder = Folder::new();
    let table = "x,y\n1,2\n2,3\n4,5\n";
    folder.file("t.csv", table);
    for name in ["old.csv", "old.cxt", "old.dat"] {
        folder.file(name, "old");
        folder.run(&["context", "t.csv", "-o", name]).fails(1, name)?;
        same("the old file", folder.read(name), b"old".to_vec())?;
        folder.ok(&["context", "t.csv", "-o", name, "--force"])?;
    }
    folder.run(&["sample", "synth1", "-o", "old.csv"]).fails(1, "old.csv")?;
    folder.ok(&["sample", "synth1", "-o", "old.csv", "--force"])?;
    for name in ["t.csv", "./t.csv"] {
        let ran = folder.run(&["context", "t.csv", "-o", name, "--force"]);
        ran.fails(1, name)?;
    }
    same("the table", folder.read("t.csv"), table.as_bytes().to_vec())
}

fn pictures_replace_pictures() -> Result<(), Failed> {
    let folder = iris()?;
    for name in ["a.svg", "a.png", "a.pdf", "a.dot", "a.html"] {
        let export = |more: &[&str]| {
            let words = ["export", "iris.db", "--largest", "3", "-o", name];
            folder.run(&[&words[..], more].concat())
        };
        for _ in 0..2 {
            same("exit code", export(&[]).code, 0)?;
        }
        folder.file(name, "a,b\n1,2\n");
        export(&[]).fails(1, "not a picture")?;
        folder.file(name, "");
        same("over nothing", export(&[]).code, 0)?;
        folder.file(name, "<!DOCTYPE html>\n<title>mine</title>");
        export(&[]).fails(1, "not a picture")?;
        same("exit code", export(&["--force"]).code, 0)?;
    }
    let stored = folder.read("iris.db");
    fs::copy(folder.path("iris.db"), folder.path("iris.svg"))?;
    let ran = folder.run(&["export", "iris.svg", "--largest", "3", "-o", "iris.svg", "--force"]);
    ran.fails(1, "iris.svg")?;
    same("the store", folder.read("iris.svg"), stored)
}

fn the_shell_asks_too() -> Result<(), Failed> {
    let folder = iris()?;
    let stored = folder.read("iris.db");
    folder.file("notes.txt", "mine");
    let shell = |line: &str| folder.run(&["repl", "iris.db", "--bail", "-c", line, "-c", "stats"]);
    for line in
        [".once iris.db", ".output iris.db", ".once iris.db force", ".output ./iris.db force"]
    {
        shell(line).fails(1, "iris.db")?;
    }
    for line in [".once notes.txt", ".output notes.txt"] {
        shell(line).fails(1, "notes.txt")?;
    }
    same("the store", folder.read("iris.db"), stored)?;
    same("the notes", folder.read("notes.txt"), b"mine".to_vec())?;
    same("exit code", shell(".once notes.txt force").code, 0)?;
    let lines = [".once new.txt", "stats", ".once new.txt force", "classes"];
    let lines = lines.map(|line| ["-c", line]);
    folder.ok(&[&["repl", "iris.db", "--bail"], &lines.concat()[..]].concat())?;
    let new = String::from_utf8(folder.read("new.txt"))?;
    same("the last answer", new.contains("setosa"), true)
}

fn the_second_of_two_builds_fails() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["sample", "synth1", "--n", "300", "-o", "t.csv"])?;
    let build = |label: &'static str| {
        let words = ["build", "t.csv", "--label", label, "--k", "60", "--to", "a.db"];
        folder.run(&words)
    };
    let runs = std::thread::scope(|scope| {
        let runs = [scope.spawn(|| build("class")), scope.spawn(|| build("class"))];
        runs.map(|run| run.join().expect("a run ends"))
    });
    let mut codes = runs.each_ref().map(|ran| ran.code);
    codes.sort_unstable();
    same("exit codes", codes, [0, 1])?;
    let loser = runs.iter().find(|ran| ran.code == 1).expect("one failed");
    let said = loser.err.contains("another run wrote this file") || loser.err.contains("exists");
    same("the second says why", said, true)?;
    same("files", folder.names(), vec!["a.db".to_owned(), "t.csv".to_owned()])
}

#[cfg(unix)]
fn permissions_are_kept() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.file("t.csv", "x\n1\n2\n4\n");
    let mode = || fs::metadata(folder.path("t.db")).map(|data| data.permissions().mode() & 0o777);
    let build = "umask 022; \"$0\" build t.csv --force";
    let run = || {
        let program = crate::support::program();
        folder.command("sh", &["-c", build, program]).output().map(|ran| ran.status.success())
    };
    same("built", run()?, true)?;
    same("a new store", mode()?, 0o644)?;
    fs::set_permissions(folder.path("t.db"), fs::Permissions::from_mode(0o640))?;
    same("built", run()?, true)?;
    same("a store that is replaced", mode()?, 0o640)
}
