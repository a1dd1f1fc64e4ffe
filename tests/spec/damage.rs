//! A value that cannot be, in a row that a query reads: the answer is one line that says which row,
//! and to build the graph again.

use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::{Folder, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial!(what_cannot_be_is_damage), trial!(own_queries_answer_what_they_like)]
}

/// The store with a cluster and its rows altered by a statement.
fn altered(whole: &Folder, statement: &str) -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.file("iris.db", whole.read("iris.db"));
    let store = Connection::open(folder.path("iris.db"))?;
    store.execute_batch("PRAGMA foreign_keys = OFF")?;
    same("rows", store.execute(statement, [])?, 1)?;
    Ok(folder)
}

fn what_cannot_be_is_damage() -> Result<(), Failed> {
    let whole = iris()?;
    let (largest, concept) = (&["largest", "20000"][..], &["concept", "c99"][..]);
    for (statement, words, told) in [
        ("concept SET generator = '[1,' WHERE id = 99", largest, "c99: a list of points cannot be"),
        ("concept SET generator = '[]' WHERE id = 99", largest, "c99: no point generates it"),
        ("concept SET generator = '[9, 2]' WHERE id = 99", largest, "c99: its generator cannot be"),
        ("concept SET size = -1 WHERE id = 99", largest, "c99: its size cannot be -1"),
        ("concept SET size = 1 << 62 WHERE id = 99", concept, "the number 4611686018427387904 is"),
        ("concept SET purity = 12 WHERE id = 99", largest, "c99: its purity cannot be 12"),
        ("concept SET purity = NULL WHERE id = 99", largest, "c99: its size, purity and class"),
        ("concept SET majority_class_id = 7 WHERE id = 99", largest, "c99: its size, purity and"),
        (
            "concept SET delta = -1 WHERE id = 99",
            &["stable", "20000"],
            "c99: its delta cannot be -1",
        ),
        ("concept SET id = 0 WHERE id = 99", concept, "one of c99 is not there"),
        ("extent SET points = 'x' WHERE concept_id = 99", &["members", "c99"], "c99: a list of"),
        (
            "extent SET points = '[]' WHERE concept_id = 99",
            &["members", "c99"],
            "c99 has 0 members",
        ),
        (
            "extent SET points = '[]' WHERE concept_id = 99",
            &["profile", "c99"],
            "c99 has 0 members",
        ),
        ("graph SET value = hex(zeroblob(9999)) WHERE key = 'name'", concept, "its name has 19998"),
        ("class SET size = -9 WHERE id = 2", &["classes"], "versicolor: its size cannot be -9"),
        ("class SET largest_pure_id = 99999 WHERE id = 2", &["classes"], "its largest pure cannot"),
    ] {
        let folder = altered(&whole, &format!("UPDATE {statement}"))?;
        let ran = folder.run(&[&["query", "iris.db"], words].concat());
        let fault = ran.fails_with(1, told).and(ran.fails_with(1, "build it again"));
        fault.map_err(|fault| format!("{statement}: {}", fault.message().unwrap_or_default()))?;
    }
    Ok(())
}

/// What somebody else's query calls a size is no business of ours.
fn own_queries_answer_what_they_like() -> Result<(), Failed> {
    let folder = iris()?;
    std::fs::create_dir(folder.path("own"))?;
    let query = "-- title: x\n-- columns: concept size\nSELECT 'none' AS concept, -1 AS size;\n";
    folder.file("own/odd.sql", query);
    let answer = folder.ok(&["query", "iris.db", "odd", "--queries", "own", "--format", "csv"])?;
    same("rows", answer.as_str(), "concept,size\nnone,-1\n")
}
