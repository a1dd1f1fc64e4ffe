//! A value that cannot be, in a row that a query reads: the answer is one line that says which row,
//! and to build the graph again.

use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::{Folder, example, iris, same, trial};

/// Takes the seal of a graph file away, as from a graph that is too large for one: it is then asked
/// without being looked at first.
pub const UNSEAL: &str = "PRAGMA secure_delete = ON; DELETE FROM graph WHERE key = 'seal'";

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(what_cannot_be_is_damage),
        trial!(what_could_be_and_is_not_is_damage),
        trial!(a_damaged_byte_changes_no_answer),
        trial!(who_adds_an_index_harms_nobody),
        trial!(own_queries_answer_what_they_like),
    ]
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

/// Iris with so few neighbours that a whole check is quick.
fn small() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let words = ["build", &example("iris.csv"), "--label", "class", "--k", "10", "-o", "iris.db"];
    folder.ok(&words)?;
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
        Connection::open(folder.path("iris.db"))?.execute_batch(UNSEAL)?;
        let ran = folder.run(&[&["query", "iris.db"], words].concat());
        let fault = ran.fails_with(1, told).and(ran.fails_with(1, "build it again"));
        fault.map_err(|fault| format!("{statement}: {}", fault.message().unwrap_or_default()))?;
    }
    Ok(())
}

/// A query passes these on: only who looks at the whole graph sees that they are wrong.
fn what_could_be_and_is_not_is_damage() -> Result<(), Failed> {
    let whole = small()?;
    for (statement, words, told) in [
        (
            "UPDATE concept SET size = size + 1 WHERE id = 99",
            &["query", "iris.db", "concept", "c99"][..],
            "c99 has ",
        ),
        (
            "UPDATE upper_covers SET steps = '' WHERE concept_id = 99 AND steps <> ''",
            &["query", "iris.db", "parents", "c99"],
            "the list of clusters next below c",
        ),
        (
            "DELETE FROM introduced WHERE point_id = 7",
            &["query", "iris.db", "lineage", "d7"],
            "c7 ",
        ),
        (
            "UPDATE feature SET deviation = 0.5 WHERE id = 1",
            &["query", "iris.db", "profile", "c99"],
            "the mean or deviation of feature \"sepal_length\"",
        ),
        (
            "UPDATE measurement SET value = 9 WHERE point_id = 1 AND feature_id = 2",
            &["export", "iris.db", "--map", "-o", "map.dot"],
            "feature \"sepal_width\"",
        ),
        (
            "UPDATE point SET boundary_id = NULL WHERE id = 3",
            &["copy", "iris.db", "copy.db"],
            "point \"d3\"",
        ),
        (
            "UPDATE class SET size = 49 WHERE id = 1",
            &["repl", "iris.db", "-c", "classes"],
            "setosa",
        ),
    ] {
        let folder = altered(&whole, statement)?;
        let ran = folder.run(words);
        let fault = ran.fails_with(1, told).and(ran.fails_with(1, "build it again"));
        fault.map_err(|fault| format!("{statement}: {}", fault.message().unwrap_or_default()))?;
        same("nothing is written", folder.names(), vec!["iris.db".to_owned()])?;
    }
    Ok(())
}

/// SQLite would go on with what it can read.
fn a_damaged_byte_changes_no_answer() -> Result<(), Failed> {
    let whole = small()?;
    let bytes = whole.read("iris.db");
    let questions = [&["lca", "d1", "d51"][..], &["parents", "c700"], &["members", "c1500"]];
    let ask = |folder: &Folder, words: &[&str]| {
        folder.run(&[&["query", "iris.db"], words, &["--format", "csv"]].concat())
    };
    let answers = questions.map(|words| ask(&whole, words).out);
    let folder = Folder::new();
    let mut refused = 0;
    let places = (0..bytes.len()).step_by(bytes.len() / 60);
    for (at, (words, answer)) in places.zip(questions.iter().zip(&answers).cycle()) {
        let mut damaged = bytes.clone();
        damaged[at + at % 13] ^= 0x21;
        folder.file("iris.db", damaged);
        let ran = ask(&folder, words);
        if ran.code == 0 {
            same(&format!("byte {at}"), &ran.out, answer)?;
        } else {
            refused += 1;
            ran.fails_with(1, "iris.db: ")?;
        }
    }
    same("some are refused", refused > 30, true)
}

/// A file that was written to is looked at, and answers where nothing is wrong with it.
fn who_adds_an_index_harms_nobody() -> Result<(), Failed> {
    let whole = small()?;
    let statements = "CREATE INDEX by_gap ON concept (gap); VACUUM; ANALYZE";
    let folder = Folder::new();
    folder.file("iris.db", whole.read("iris.db"));
    Connection::open(folder.path("iris.db"))?.execute_batch(statements)?;
    let words = ["query", "iris.db", "lca", "d1", "d51"];
    same("the answer", folder.ok(&words)?, whole.ok(&words)?)
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
