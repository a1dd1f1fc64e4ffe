//! `check` finds no fault in a sound graph and a fault in an altered one.

use std::path::Path;

use conceptgraph::check::check;
use conceptgraph::store::sqlite::{SqliteStore, save};
use conceptgraph_engine::base::progress::Progress;
use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::altered::bytes_of;
use crate::support::altered::alter::content;
use crate::support::altered::choices::Choices;
use crate::support::{Folder, graphs, repetitions, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in graphs::NAMES {
        trials.push(trial!(sound_in_memory_and_in_a_file(name)));
    }
    trials.push(trial!(a_zero_with_a_sign_is_sound));
    trials.push(trial!(an_altered_row_is_found));
    trials.push(trial!(another_schema_is_refused_and_replaced));
    trials.push(trial!(sql_cannot_write_nonsense));
    trials
}

fn store(name: &str, folder: &Folder) -> Result<SqliteStore, Failed> {
    let path = folder.path("g.db");
    save(&graphs::graph(name)?, &path, true, &Progress::default())?;
    Ok(SqliteStore::open(&path)?)
}

fn sound_in_memory_and_in_a_file(name: &str) -> Result<(), Failed> {
    let folder = Folder::new();
    let (graph, progress) = (graphs::graph(name)?, Progress::default());
    let in_memory = SqliteStore::in_memory(&graph, &progress)?;
    for store in [in_memory, store(name, &folder)?] {
        same("faults", check(&store.into_stored_graph()?, &progress)?, Vec::new())?;
    }
    Ok(())
}

/// A file stores 0.0 where the table has -0.0.
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

/// Creates a folder with `g.db`, the graph of every scale of iris.
fn scales() -> Result<Folder, Failed> {
    let folder = Folder::quick();
    drop(store("iris_scales", &folder)?);
    Ok(folder)
}

/// The data that the digest covers: all that is not computed from other data.
const DIGESTED: [&str; 17] = [
    "SELECT key, value FROM graph WHERE key <> 'name' AND value IS NOT NULL",
    "SELECT id, name, size, concepts, largest_pure_id, dendrogram_purity FROM class",
    "SELECT id, \"row\", name, class_id FROM point",
    "SELECT id, name FROM feature",
    "SELECT * FROM measurement",
    "SELECT id, name FROM kept_column",
    "SELECT * FROM kept",
    "SELECT * FROM attribute",
    "SELECT * FROM incidence",
    "SELECT * FROM context",
    "SELECT * FROM neighbor",
    "SELECT id, size, centre_id FROM concept",
    "SELECT * FROM member",
    "SELECT * FROM cover",
    "SELECT id, name, parent_id, separation, touching, concept_id FROM community",
    "SELECT * FROM in_group",
    "SELECT * FROM in_part",
];

/// Returns the data that the digest covers, sorted.
fn content_of(path: &Path) -> Result<Vec<String>, Failed> {
    let connection = Connection::open(path)?;
    let mut all = Vec::new();
    for (at, statement) in DIGESTED.iter().enumerate() {
        let mut select = connection.prepare(statement)?;
        let columns = select.column_count();
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let cells = (0..columns).map(|at| row.get_ref(at));
            all.push(format!("{at} {:?}", cells.collect::<Result<Vec<_>, _>>()?));
        }
    }
    all.sort();
    Ok(all)
}

/// Every store with an altered row that the digest covers is refused or has a fault.
fn an_altered_row_is_found() -> Result<(), Failed> {
    let folder = Folder::quick();
    let mut made = Vec::new();
    for name in graphs::NAMES.into_iter().filter(|name| *name != "iris") {
        drop(store(name, &folder)?);
        let path = folder.path("g.db");
        made.push((folder.read("g.db"), content_of(&path)?));
    }
    let (mut altered, mut unseen) = (0, String::new());
    for seed in 0..repetitions(180, 40) {
        let (file, before) = &made[seed as usize % made.len()];
        let path = folder.path("g.db");
        std::fs::write(&path, file)?;
        let bytes = bytes_of(seed);
        let Some(alteration) = content(&path, &mut Choices::new(&bytes)) else { continue };
        let after = content_of(&path)?;
        // Unknown facts are ignored.
        let more = after.iter().filter(|row| before.binary_search(row).is_err());
        let unknown = before.iter().all(|row| after.binary_search(row).is_ok())
            && more.clone().all(|row| row.starts_with("0 "));
        if after == *before || unknown {
            continue;
        }
        altered += 1;
        let found = match SqliteStore::open(&path).and_then(SqliteStore::into_stored_graph) {
            Ok(opened) => !check(&opened, &Progress::default())?.is_empty(),
            Err(_) => true,
        };
        if !found {
            unseen += &format!("seed {seed}: {alteration}\n");
        }
    }
    same("most were altered", altered > repetitions(45, 10), true)?;
    if unseen.is_empty() { Ok(()) } else { Err(unseen.into()) }
}

fn another_schema_is_refused_and_replaced() -> Result<(), Failed> {
    let folder = scales()?;
    folder.file("context.cxt", "B\n\n1\n1\n\na\nb\nX\n");
    for version in [15, 17] {
        sql(&folder.path("g.db"), &format!("PRAGMA user_version = {version}"))?;
        folder.run(&["info", "g.db"]).fails(1, "g.db")?;
    }
    let build = ["build", "context.cxt", "--to", "g.db"];
    folder.run(&build).fails(1, "g.db")?;
    folder.ok(&[&build[..], &["--force"]].concat())?;
    folder.ok(&["check", "g.db"]).map(drop)
}

/// The constraints of the tables hold against any writer of SQL.
fn sql_cannot_write_nonsense() -> Result<(), Failed> {
    let folder = scales()?;
    let connection = Connection::open(folder.path("g.db"))?;
    for statement in [
        "UPDATE concept SET purity = 12 WHERE id = 90",
        "UPDATE concept SET size = -1 WHERE id = 90",
        "UPDATE concept SET cohesion = 1.5 WHERE id = 90",
        "UPDATE neighbor SET distance = -1 WHERE point_id = 9",
        "UPDATE neighbor SET neighbor_id = 9 WHERE point_id = 9 AND rank = 1",
        "INSERT INTO member SELECT concept_id, point_id FROM member WHERE concept_id = 90",
        "UPDATE concept_class SET count = 0 WHERE concept_id = 90",
        "UPDATE class SET dendrogram_purity = 1.5",
        "UPDATE class SET size = -1",
        "UPDATE point SET map_x = 2 WHERE id = 1",
        "UPDATE point SET outlier = 2 WHERE id = 1",
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
