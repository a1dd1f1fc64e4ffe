//! Graph files that another program uses, left unfinished or write-protected: no data is lost, and
//! a command that cannot go on says so in one line.

use std::fs;
#[cfg(unix)]
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::{Folder, same, trial};
#[cfg(unix)]
use crate::support::{Need, Ran, program};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_wal_that_was_left_behind_goes_with_the_old_graph),
        trial!(two_builds_at_once),
        trial!(a_transaction_of_another_program_is_waited_for),
        trial!(what_was_left_unfinished_is_taken_back),
        trial!(what_others_added_is_named_when_it_goes),
        #[cfg(unix)]
        trial!(a_file_that_may_not_be_written),
        #[cfg(unix)]
        trial!(the_owner_stays, Need::Root),
        #[cfg(unix)]
        trial!(a_file_in_wal_mode_is_read_where_nothing_may_be_written),
    ]
}

fn rows(from: usize, to: usize) -> String {
    let row = |at: usize| format!("p{at},{},{}\n", at * 13 % 37, at * 7 % 41);
    "id,x,y\n".to_owned() + &(from..to).map(row).collect::<String>()
}

/// Creates `base.db` of 60 points, and tables of 70 and 77 rows as `a.csv` and `b.csv`.
fn base() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.file("base.csv", rows(0, 60)).file("a.csv", rows(0, 70)).file("b.csv", rows(0, 77));
    folder.ok(&["build", "base.csv", "--id", "id", "--k", "5"])?;
    Ok(folder)
}

/// Returns the number of points of a graph, which must be sound.
fn points(folder: &Folder, store: &str) -> Result<i64, Failed> {
    folder.ok(&["check", store])?;
    Ok(folder.json(&["info", store])?["points"].as_i64().unwrap_or_default())
}

/// Returns the names in the folder that contain the name of a store.
fn beside(folder: &Folder, store: &str) -> String {
    folder.names().into_iter().filter(|name| name.contains(store)).collect::<Vec<_>>().join(" ")
}

/// Runs statements on a copy of `base.db`, as another program that keeps it open.
fn another(folder: &Folder, store: &str, statements: &str) -> Result<Connection, Failed> {
    fs::copy(folder.path("base.db"), folder.path(store))?;
    let another = Connection::open(folder.path(store))?;
    another.execute_batch(statements)?;
    Ok(another)
}

const WAL: &str = "PRAGMA journal_mode = WAL; CREATE TABLE mine (a); INSERT INTO mine VALUES (1);";

fn a_wal_that_was_left_behind_goes_with_the_old_graph() -> Result<(), Failed> {
    let folder = base()?;
    for (words, count) in [
        (&["build", "a.csv", "--id", "id", "--force", "--to", "w.db", "-q"][..], 70),
        (&["copy", "base.db", "w.db", "--force"], 60),
    ] {
        // A file that another program has open is in use.
        let another = another(&folder, "w.db", WAL)?;
        folder.run(words).fails(1, "another program uses this file")?;
        same("as it was", points(&folder, "w.db")?, 60)?;
        let mine = another.query_row("SELECT a FROM mine", [], |row| row.get::<_, i64>(0))?;
        same("of others", mine, 1)?;
        // A killed program leaves the file and its WAL.
        for suffix in ["", "-wal"] {
            let [from, to] =
                ["w.db", "left.db"].map(|name| folder.path(&(name.to_owned() + suffix)));
            fs::copy(from, to)?;
        }
        drop(another);
        for suffix in ["", "-wal"] {
            let [from, to] =
                ["left.db", "w.db"].map(|name| folder.path(&(name.to_owned() + suffix)));
            fs::rename(from, to)?;
        }
        folder.ok(words)?;
        same("a whole graph", points(&folder, "w.db")?, count)?;
        same("nothing is beside it", beside(&folder, "w.db"), "w.db".to_owned())?;
    }
    // A WAL also goes with a file that is missing or is no longer a graph.
    for damaged in [None, Some(&folder.read("base.db")[..3000])] {
        drop(another(&folder, "w.db", "PRAGMA user_version = 12")?);
        let _another = another(&folder, "other.db", WAL)?;
        fs::copy(folder.path("other.db-wal"), folder.path("w.db-wal"))?;
        match damaged {
            None => fs::remove_file(folder.path("w.db"))?,
            Some(bytes) => fs::write(folder.path("w.db"), bytes)?,
        }
        folder.ok(&["build", "base.csv", "--id", "id", "--to", "w.db", "--force"])?;
        same("a whole graph", points(&folder, "w.db")?, 60)?;
        same("nothing is beside it", beside(&folder, "w.db"), "w.db".to_owned())?;
    }
    Ok(())
}

fn two_builds_at_once() -> Result<(), Failed> {
    let folder = base()?;
    for turn in 0..12 {
        fs::copy(folder.path("base.db"), folder.path("cc.db"))?;
        let run = |rows: &'static str| {
            folder.run(&["build", rows, "--id", "id", "--force", "--to", "cc.db", "-q"])
        };
        let runs = std::thread::scope(|scope| {
            let runs = [scope.spawn(|| run("a.csv")), scope.spawn(|| run("b.csv"))];
            runs.map(|run| run.join().expect("a run ends"))
        });
        let mut written = Vec::new();
        for (ran, rows) in runs.iter().zip([70, 77]) {
            match ran.code {
                0 => written.push(rows),
                _ => ran.fails(1, "cc.db")?,
            }
        }
        let found = points(&folder, "cc.db")?;
        same(&format!("turn {turn}: one of {written:?}"), written.contains(&found), true)?;
    }
    Ok(())
}

fn a_transaction_of_another_program_is_waited_for() -> Result<(), Failed> {
    let folder = base()?;
    let begun = "CREATE TABLE mine (a); BEGIN IMMEDIATE; INSERT INTO mine VALUES (1);";
    let another = another(&folder, "r.db", begun)?;
    let all = [
        &["build", "a.csv", "--id", "id", "--force", "--to", "r.db", "-q"][..],
        &["copy", "base.db", "r.db", "--force"],
        &["drop", "r.db"],
    ];
    let runs = std::thread::scope(|scope| {
        let runs = all.map(|words| scope.spawn(|| folder.run(words)));
        runs.map(|run| run.join().expect("a run ends"))
    });
    runs.iter().try_for_each(|ran| ran.fails(1, "try again"))?;
    another.execute_batch("COMMIT")?;
    same("as it was", points(&folder, "r.db")?, 60)?;
    same("of others", another.query_row("SELECT a FROM mine", [], |row| row.get::<_, i64>(0))?, 1)?;
    // Nobody reads while the file itself is written.
    another.execute_batch("BEGIN EXCLUSIVE")?;
    folder.run(&["info", "r.db"]).fails(1, "try again")?;
    another.execute_batch("ROLLBACK")?;
    drop(another);
    folder.ok(&["drop", "r.db"])?;
    same("gone", beside(&folder, "r.db"), String::new())
}

fn what_was_left_unfinished_is_taken_back() -> Result<(), Failed> {
    let folder = base()?;
    // More is written than the cache holds, so half of it is in the file.
    let half = "PRAGMA cache_size = 1; BEGIN; DELETE FROM cover;
        CREATE TABLE mine AS SELECT randomblob(200000) AS a;";
    let _another = another(&folder, "half.db", half)?;
    let left = || -> Result<(), Failed> {
        for suffix in ["", "-journal"] {
            let [from, to] =
                ["half.db", "h.db"].map(|name| folder.path(&(name.to_owned() + suffix)));
            fs::copy(from, to)?;
        }
        Ok(())
    };
    left()?;
    same("it is not the same", folder.read("h.db") == folder.read("base.db"), false)?;
    same("as it was", points(&folder, "h.db")?, 60)?;
    same("nothing is beside it", beside(&folder, "h.db"), "h.db".to_owned())?;
    same("the same", folder.read("h.db") == folder.read("base.db"), true)?;
    left()?;
    folder.ok(&["build", "a.csv", "--id", "id", "--force", "--to", "h.db"])?;
    same("a new one", points(&folder, "h.db")?, 70)?;
    same("nothing is beside it", beside(&folder, "h.db"), "h.db".to_owned())
}

fn what_others_added_is_named_when_it_goes() -> Result<(), Failed> {
    let folder = base()?;
    let mine = "CREATE TABLE mine (a); CREATE VIEW large AS SELECT * FROM concept; ANALYZE";
    drop(another(&folder, "m.db", mine)?);
    let names = |words: &[&str]| folder.run(words).err.contains("table mine, view large");
    same("it stays", names(&["query", "m.db", "stats"]), false)?;
    let build = ["build", "a.csv", "--id", "id", "--force", "--to", "m.db"];
    same("it goes", names(&build), true)?;
    same("it is gone", names(&build), false)
}

#[cfg(unix)]
fn a_file_that_may_not_be_written() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let folder = base()?;
    fs::set_permissions(folder.path("base.db"), fs::Permissions::from_mode(0o444))?;
    let (before, names) = (folder.read("base.db"), folder.names());
    for words in [
        &["build", "base.csv", "--id", "id", "--force"][..],
        &["copy", "base.db", "base.db", "--force"],
        &["drop", "base.db"],
    ] {
        folder.run(words).fails(1, "base.db: this file may only be read")?;
    }
    same("as it was", (folder.read("base.db") == before, folder.names()), (true, names))
}

#[cfg(unix)]
fn the_owner_stays() -> Result<(), Failed> {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = base()?;
    chown(folder.path("base.db"), Some(1234), Some(2345))?;
    folder.ok(&["copy", "base.db", "other.db"])?;
    for words in [
        &["build", "base.csv", "--id", "id", "--force"][..],
        &["copy", "other.db", "base.db", "--force"],
    ] {
        folder.ok(words)?;
        let found = fs::metadata(folder.path("base.db"))?;
        same("owner", (found.uid(), found.gid()), (1234, 2345))?;
    }
    Ok(())
}

/// Runs the program, not as root, in a folder that it may only read.
#[cfg(unix)]
fn locked(folder: &Folder, tools: &Folder, words: &[&str]) -> Result<Ran, Failed> {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    let copied = tools.path("conceptgraph");
    if !copied.exists() {
        fs::hard_link(program(), &copied).or_else(|_| fs::copy(program(), &copied).map(drop))?;
        allow(&tools.path(""), 0o755)?;
    }
    let mut command = folder.command(&copied.display().to_string(), words);
    allow(&folder.path(""), 0o555)?;
    if fs::write(folder.path("probe"), "").is_ok() {
        fs::remove_file(folder.path("probe"))?;
        command.uid(65_534).gid(65_534);
    }
    let ran = Ran::of(command, words);
    allow(&folder.path(""), 0o755)?;
    Ok(ran)
}

#[cfg(unix)]
fn a_file_in_wal_mode_is_read_where_nothing_may_be_written() -> Result<(), Failed> {
    let (folder, tools) = (base()?, Folder::new());
    let asked = |name: &'static str| {
        [vec!["info", name], vec!["query", name, "stats"], vec!["count", name, "--sql", POINTS]]
    };
    let answers = |name: &'static str| -> Result<(), Failed> {
        asked(name).iter().try_for_each(|words| {
            let ran = locked(&folder, &tools, words)?;
            if ran.code == 0 { Ok(()) } else { Err(ran.report("exit code 0").into()) }
        })
    };
    drop(another(&folder, "w.db", WAL)?);
    let names = folder.names();
    same("nothing is beside it", beside(&folder, "w.db"), "w.db".to_owned())?;
    answers("w.db")?;
    same("nothing was made", folder.names(), names)?;
    // A killed program left a part of the content in the WAL.
    let another = another(&folder, "k.db", WAL)?;
    for suffix in ["", "-wal"] {
        let [from, to] = ["k.db", "left.db"].map(|name| folder.path(&(name.to_owned() + suffix)));
        fs::copy(from, to)?;
    }
    drop(another);
    for words in asked("left.db") {
        locked(&folder, &tools, &words)?.fails(1, "left.db-wal")?;
    }
    // Both remedies: a folder that can be written, and another journal mode.
    let own = Folder::new();
    own.file("left.db", folder.read("left.db")).file("left.db-wal", folder.read("left.db-wal"));
    own.ok(&["info", "left.db"])?;
    let mode = "PRAGMA journal_mode=DELETE";
    Connection::open(folder.path("left.db"))?.query_row(mode, [], |_| Ok(()))?;
    answers("left.db")
}

#[cfg(unix)]
const POINTS: &str = "SELECT map_x, map_y FROM point";
