//! `check`: a sound graph has no fault, and an altered one has.

use std::path::Path;
use std::sync::Arc;

use conceptgraph::base::progress::Progress;
use conceptgraph::check::{MOST, check};
use conceptgraph::store::LatticeStore;
use conceptgraph::store::sqlite::{SqliteStore, save};
use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::altered::alter::content;
use crate::support::altered::choices::{Choices, bytes_of};
use crate::support::{Folder, graphs, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in graphs::NAMES {
        trials.push(trial!(sound_in_memory_and_in_a_file(name)));
    }
    trials.push(trial!(a_zero_with_a_sign_is_sound));
    trials.push(trial!(the_command_tells_the_first_faults));
    trials.push(trial!(an_altered_row_is_found));
    trials.push(trial!(another_schema_is_refused_and_replaced));
    trials.push(trial!(sql_cannot_write_nonsense));
    trials.push(trial!(a_copy_is_what_the_graph_claims));
    trials
}

fn store(name: &str, folder: &Folder) -> Result<SqliteStore, Failed> {
    let path = folder.path("g.db");
    save(&graphs::graph(name)?, &path, true, &Arc::new(Progress::default()))?;
    Ok(SqliteStore::open(&path)?)
}

fn sound_in_memory_and_in_a_file(name: &str) -> Result<(), Failed> {
    let folder = Folder::new();
    let stores: [&dyn LatticeStore; 2] = [&graphs::graph(name)?, &store(name, &folder)?];
    for store in stores {
        let report = check(store, &Progress::default())?;
        same("faults", report.faults, Vec::new())?;
        same("the covers of all", report.compared, store.facts()?.concepts.into())?;
    }
    Ok(())
}

/// A file keeps 0.0 where the table has -0.0.
fn a_zero_with_a_sign_is_sound() -> Result<(), Failed> {
    let folder = Folder::quick();
    folder.file("t.csv", "x,y\n-0.0,1\n0.5,2\n1,-0.0\n2,4\n");
    folder.ok(&["build", "t.csv", "--k", "2", "--to", "t.db"])?;
    folder.ok(&["check", "t.db"]).map(drop)
}

fn sql(path: &Path, statements: &str) -> Result<(), Failed> {
    let connection = Connection::open(path)?;
    connection.execute_batch("PRAGMA foreign_keys = OFF")?;
    Ok(connection.execute_batch(statements)?)
}

/// A folder with `g.db`: the 200 largest clusters of iris.
fn largest() -> Result<Folder, Failed> {
    let folder = Folder::quick();
    drop(store("iris_largest", &folder)?);
    Ok(folder)
}

fn the_command_tells_the_first_faults() -> Result<(), Failed> {
    let folder = largest()?;
    let sound = folder.ok(&["check", "g.db"])?;
    let whole = sound.starts_with("g.db: 200 clusters, ");
    let whole = whole && sound.ends_with(" covers: no faults found\n");
    same("sound", whole, true)?;
    let faults = [
        ("UPDATE concept SET purity = 0.25 WHERE id = 90", "c90 has another class or purity"),
        ("UPDATE concept SET size = size + 1 WHERE id = 90", "c90 has"),
        ("UPDATE concept SET key = key + 1 WHERE id = 90", "the key of c90 is not the sum"),
        ("UPDATE concept SET delta = delta - 1 WHERE id = 90", "the delta of c90 does not fit"),
        ("UPDATE concept SET gap = gap + 1 WHERE id = 90", "the gap of c90 does not lead"),
        ("UPDATE concept SET gap = NULL WHERE id = 90", "the gap of c90 does not lead"),
        ("UPDATE extent SET points = '[1,2]' WHERE concept_id = 90", "the members of c90 are not"),
        ("DELETE FROM cover WHERE lower_id = 90", "covers, but claims"),
        (
            "UPDATE cover SET upper_id = 199 WHERE lower_id = 90 AND upper_id = \
             (SELECT max(upper_id) FROM cover WHERE lower_id = 90)",
            "c90",
        ),
        ("DELETE FROM concept WHERE id = 90", "c90 is missing"),
        ("UPDATE point SET name = 'x' WHERE id = 5", "the digest of its content"),
        ("UPDATE class SET concepts = 5 WHERE id = 2", "class \"versicolor\" does not lead"),
        ("UPDATE feature SET mean = 5 WHERE id = 2", "the mean, deviation or range of feature"),
        (
            "UPDATE belongs SET share = 0.25 WHERE point_id = (SELECT min(point_id) FROM belongs)",
            "has other shares in communities than it claims",
        ),
        ("DELETE FROM belongs", "has other shares in communities than it claims"),
        ("UPDATE community SET points = 2 WHERE id = 1", "community g1 is not what its points"),
        ("UPDATE community SET apart = 'x' WHERE id = 1", "community g1 is not what its points"),
        (
            "UPDATE community SET concept_id = 3 WHERE id = 1",
            "community g1 is not what its points make of it",
        ),
        ("UPDATE community SET parent_id = 1 WHERE id = 2", "g2 cannot lie where it does"),
        ("UPDATE community SET name = 'x' WHERE id = 2", "no community can be called \"x\""),
        (
            "UPDATE concept SET community_id = 1 + community_id % 2 WHERE id = 90",
            "c90 is in another group than most of its points",
        ),
        (
            "INSERT INTO overlap VALUES (1, 9999, 1, 0.5, 0.5)",
            "an overlap of communities cannot be",
        ),
        ("UPDATE graph SET value = 1 WHERE key = 'covers'", " covers, but claims 1"),
        ("UPDATE graph SET value = 5 WHERE key = 'seed'", "are not those of seed 5"),
        ("DELETE FROM graph WHERE key = 'digest'", "the value of digest is missing"),
    ];
    for (statement, fault) in faults {
        let folder = largest()?;
        sql(&folder.path("g.db"), statement)?;
        let ran = folder.run(&["check", "g.db"]);
        let told = ran.code == 1 && ran.out.lines().any(|line| line.contains(fault));
        if !told || !ran.err.ends_with("build it again\n") {
            return Err(ran.report(&format!("exit code 1 and {fault}")).into());
        }
    }
    sql(&folder.path("g.db"), "UPDATE concept SET key = key + 1 WHERE id < 90")?;
    let ran = folder.run(&["check", "g.db"]);
    same("the first", ran.out.lines().count(), MOST)?;
    same("at least", ran.err.contains("at least 10 faults"), true)?;
    // Another schema is reported when a store is opened.
    sql(&folder.path("g.db"), "DROP INDEX concept_by_key")?;
    folder.run(&["check", "g.db"]).fails(
        1,
        "g.db: this graph is damaged: the index concept_by_key is missing; build it again",
    )
}

/// All that the tables say, except what is not a fact of ours.
fn content_of(path: &Path) -> Result<Vec<String>, Failed> {
    let connection = Connection::open(path)?;
    let mut all = Vec::new();
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    let tables: Vec<String> =
        connection.prepare(tables)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for table in tables {
        let mut select = connection.prepare(&format!("SELECT * FROM {table}"))?;
        let columns = select.column_count();
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let cells = (0..columns).map(|at| row.get_ref(at));
            all.push(format!("{table} {:?}", cells.collect::<Result<Vec<_>, _>>()?));
        }
    }
    all.sort();
    Ok(all)
}

/// Of a hundred stores with one row altered, every one is refused or has a fault.
fn an_altered_row_is_found() -> Result<(), Failed> {
    let folder = Folder::quick();
    let mut made = Vec::new();
    for name in graphs::NAMES.into_iter().filter(|name| *name != "iris") {
        drop(store(name, &folder)?);
        let path = folder.path("g.db");
        made.push((folder.read("g.db"), content_of(&path)?));
    }
    let (mut altered, mut unseen) = (0, String::new());
    for seed in 0..150 {
        let (file, before) = &made[seed as usize % made.len()];
        let path = folder.path("g.db");
        std::fs::write(&path, file)?;
        let bytes = bytes_of(seed);
        let Some(told) = content(&path, &mut Choices::new(&bytes)) else { continue };
        let after = content_of(&path)?;
        // An unknown fact is not ours.
        let more = after.iter().filter(|row| before.binary_search(row).is_err());
        let unknown = before.iter().all(|row| after.binary_search(row).is_ok())
            && more.clone().all(|row| row.starts_with("graph "));
        // Nor is a graph less sound under another name, or without its seal.
        let renamed = told.starts_with("graph [Text(\"name\")") && !told.ends_with("deleted")
            || told.starts_with("graph [Text(\"seal\")");
        if after == *before || unknown || renamed {
            continue;
        }
        altered += 1;
        let found = match SqliteStore::open(&path) {
            Ok(store) => !check(&store, &Progress::default())?.faults.is_empty(),
            Err(_) => true,
        };
        if !found {
            unseen += &format!("seed {seed}: {told}\n");
        }
    }
    same("most were altered", altered > 75, true)?;
    if unseen.is_empty() { Ok(()) } else { Err(unseen.into()) }
}

fn another_schema_is_refused_and_replaced() -> Result<(), Failed> {
    let folder = largest()?;
    folder.file("context.cxt", "B\n\n1\n1\n\na\nb\nX\n");
    for (version, told) in [
        (8, "g.db: this graph was built by an earlier version of conceptgraph; build it again"),
        (10, "g.db: this graph was built by a newer version of conceptgraph; update conceptgraph"),
    ] {
        sql(&folder.path("g.db"), &format!("PRAGMA user_version = {version}"))?;
        folder.run(&["info", "g.db"]).fails(1, told)?;
    }
    let build = ["build", "context.cxt", "--to", "g.db"];
    folder.run(&build).fails(1, "g.db: this file exists; name another, or replace it by force")?;
    folder.ok(&[&build[..], &["--force"]].concat())?;
    folder.ok(&["check", "g.db"]).map(drop)
}

/// What the tables promise, they hold against whoever writes SQL.
fn sql_cannot_write_nonsense() -> Result<(), Failed> {
    let folder = largest()?;
    let connection = Connection::open(folder.path("g.db"))?;
    for statement in [
        "UPDATE concept SET purity = 12 WHERE id = 90",
        "UPDATE concept SET size = -1 WHERE id = 90",
        "UPDATE concept SET delta = size + 1 WHERE id = 90",
        "UPDATE concept SET gap = 0 WHERE id = 90",
        "UPDATE concept SET generator = 'd1,d2' WHERE id = 90",
        "UPDATE concept SET key = -key WHERE id = 90",
        "UPDATE extent SET points = '[1,' WHERE concept_id = 90",
        "UPDATE concept_class SET count = 0 WHERE concept_id = 90",
        "UPDATE class SET dendrogram_purity = 1.5",
        "UPDATE class SET size = -1",
        "UPDATE point SET key = -1 WHERE id = 1",
        "UPDATE feature SET deviation = -1 WHERE id = 1",
        "INSERT INTO cover VALUES (90, 90)",
        "INSERT INTO cover SELECT upper_id, lower_id FROM cover WHERE lower_id = 90",
        "INSERT INTO cover VALUES (90, 1000000)",
    ] {
        match connection.execute_batch(statement) {
            Err(refused) if refused.to_string().contains("constraint failed") => {}
            other => return Err(format!("{statement}: {other:?}").into()),
        }
    }
    Ok(())
}

fn a_copy_is_what_the_graph_claims() -> Result<(), Failed> {
    let faults = [
        ("DELETE FROM cover WHERE lower_id = 90", " covers, but claims "),
        ("UPDATE concept SET key = key + 1 WHERE id = 90", "the digest of its content is wrong"),
        ("UPDATE graph SET value = 100 WHERE key = 'concepts'", "it claims 100 clusters"),
    ];
    for (statement, fault) in faults {
        let folder = largest()?;
        sql(&folder.path("g.db"), statement)?;
        let ran = folder.run(&["copy", "g.db", "copy.db"]);
        same("no file", folder.names(), vec!["g.db".to_owned()])?;
        if ran.code != 1 || !ran.err.contains(fault) || ran.err.lines().count() != 1 {
            return Err(ran.report(&format!("exit code 1 and {fault}")).into());
        }
    }
    Ok(())
}
