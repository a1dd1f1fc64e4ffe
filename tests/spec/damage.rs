//! Graph files with a fault, accidental or deliberate: a question is answered by the content or by
//! a one-line error, and `check` finds impossible values and changes that the digest covers.
//! Additions of users do no harm.

use conceptgraph::check::check;
use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::base::rows::Rows;
use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::altered::ask::one_line;
use crate::support::{Folder, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(check_finds_what_answers_pass_on),
        trial!(check_finds_a_damaged_byte),
        trial!(what_lies_in_another_has_no_more_points),
        trial!(what_users_add_does_no_harm),
        trial!(own_queries_answer_what_they_like),
    ]
}

/// Creates a folder with `iris.db`, whose neighbours are so few that a check is quick.
fn small() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let words = ["build", &example("iris.csv"), "--label", "class", "-o", "iris.db"];
    folder.ok(&words)?;
    Ok(folder)
}

/// Returns the answer of `iris.db` in a folder; `None` if the query fails, in one line.
fn answer(folder: &Folder, words: &[&str]) -> Result<Option<Rows>, Failed> {
    let ask = || -> Result<Rows, query::QueryError> {
        let graph = SqliteStore::graph(&folder.path("iris.db"))?;
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let catalogue = Catalogue::sql();
        query::ask(&graph, &catalogue, &words[0], &words[1..], Limit::OfQuery)?.values(&graph)
    };
    match ask() {
        Ok(rows) => Ok(Some(rows)),
        Err(error) => Ok(one_line(error.to_string()).map(|()| None)?),
    }
}

/// `check` finds impossible values and changes that the digest covers; in data computed from other
/// data it finds impossible values only.
fn check_finds_what_answers_pass_on() -> Result<(), Failed> {
    let whole = small()?;
    let (largest, concept) = (&["largest", "20000"][..], &["concept", "c99"][..]);
    let digest = Some("the digest of its content differs from the stored digest");
    for (statement, words, fault) in [
        ("concept SET centre_id = 999 WHERE id = 99", largest, Some("it names point 999")),
        ("concept SET centre_id = NULL WHERE id = 99", largest, digest),
        ("concept SET size = -1 WHERE id = 99", largest, Some("size cannot be -1")),
        ("concept SET size = 1 << 62 WHERE id = 99", concept, Some("size cannot be 46116860184")),
        ("concept SET size = size + 1 WHERE id = 99", concept, Some("the size of c99 is ")),
        ("concept SET purity = 12 WHERE id = 99", largest, None),
        (
            "concept SET majority_class_id = 7 WHERE id = 99",
            largest,
            Some("of class that does not"),
        ),
        ("concept SET id = 0 WHERE id = 99", concept, Some("id cannot be 0")),
        (
            "member SET point_id = 999 WHERE concept_id = 99 AND
             point_id = (SELECT max(point_id) FROM member WHERE concept_id = 99)",
            &["members", "c99"],
            Some("point"),
        ),
        ("context SET neighbors = x'ff' WHERE point_id = 7", &["members", "c99"], Some("")),
        (
            "neighbor SET neighbor_id = 999 WHERE point_id = 7 AND rank = 2",
            &["nearest", "d7"],
            Some(""),
        ),
        ("neighbor SET distance = 99 WHERE point_id = 7 AND rank = 2", &["nearest", "d7"], digest),
        ("point SET outlier = 0.25 WHERE id = 3", &["outliers"], digest),
        ("point SET outlier = -1 WHERE id = 3", &["outliers"], Some("is not from 0 to 1")),
        ("graph SET value = hex(zeroblob(9999)) WHERE key = 'name'", concept, Some("its name has")),
        ("class SET size = -9 WHERE id = 2", &["classes"], Some("size cannot be -9")),
        ("class SET size = 49 WHERE id = 1", &["classes"], Some("class \"setosa\" has 49 points")),
        ("class SET concepts = 5 WHERE id = 2", &["classes"], digest),
        ("class SET largest_pure_id = 99999 WHERE id = 2", &["classes"], Some("it names c99999")),
        ("feature SET deviation = 0.5 WHERE id = 1", &["profile", "c99"], None),
        ("point SET class_id = NULL WHERE id = 3", &["boundary"], Some("")),
        ("features SET sepal_width = 9 WHERE point_id = 1", &["describe", "c99"], digest),
    ] {
        let folder = Folder::new();
        folder.file("iris.db", whole.read("iris.db"));
        let store = Connection::open(folder.path("iris.db"))?;
        store.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")?;
        same("rows", store.execute(&format!("UPDATE {statement}"), [])?, 1)?;
        drop(store);
        answer(&folder, words)?;
        let ran = folder.run(&["check", "iris.db"]);
        let is_as_expected = match fault {
            Some(fault) => {
                let told = ran.out.clone() + &ran.err;
                ran.code == 1 && told.contains(fault) && ran.err.ends_with("build it again\n")
            }
            None => ran.code == 0 && ran.out.ends_with("no faults found\n"),
        };
        if !is_as_expected {
            return Err(ran.report(&format!("{statement}: {fault:?}")).into());
        }
    }
    Ok(())
}

/// SQLite goes on with the bytes that it can read; if an answer then differs, `check` finds a
/// fault.
fn check_finds_a_damaged_byte() -> Result<(), Failed> {
    let folder = small()?;
    let bytes = folder.read("iris.db");
    let questions = [&["lca", "d1", "d51"][..], &["parents", "c200"], &["members", "c300"]];
    let answers: Vec<_> =
        questions.iter().map(|words| answer(&folder, words)).collect::<Result<_, _>>()?;
    let places = (0..bytes.len()).step_by(bytes.len() / 60);
    let mut found = 0;
    for at in places {
        let mut damaged = bytes.clone();
        damaged[(at + at % 13).min(bytes.len() - 1)] ^= 0x21;
        folder.file("iris.db", damaged);
        let opened =
            SqliteStore::open(&folder.path("iris.db")).and_then(SqliteStore::into_stored_graph);
        let is_sound = match &opened {
            Ok(opened) => check(opened, &Progress::default())?.is_empty(),
            Err(_) => false,
        };
        found += usize::from(!is_sound);
        for (words, right) in questions.iter().zip(&answers).filter(|_| is_sound) {
            same(&format!("{words:?}, byte {at}"), &answer(&folder, words)?, right)?;
        }
    }
    same("most are found", found > 30, true)
}

/// `check` reports a cluster or community with more points than one that contains it, and every
/// command that shows both succeeds or fails with one line.
fn what_lies_in_another_has_no_more_points() -> Result<(), Failed> {
    let whole = Folder::new();
    let words = ["build", &example("wine.csv"), "--drop", "class", "-o", "whole.db"];
    whole.ok(&words)?;
    let joins = "level = 'join' AND parent_id IS NULL";
    for (statement, fault) in [
        ("concept SET size = 1 WHERE id = (SELECT max(id) FROM concept)", ", but that of c"),
        ("concept SET size = 170 WHERE id = 99", "the size of c99 is 170, but that of c"),
        (&format!("community SET size = 1 WHERE {joins}"), "has more points than its parent"),
        ("overlap SET points = 178", "an overlap of communities is not possible"),
    ] {
        let folder = Folder::new();
        folder.file("g.db", whole.read("whole.db"));
        let store = Connection::open(folder.path("g.db"))?;
        same("rows", store.execute(&format!("UPDATE {statement}"), [])? > 0, true)?;
        drop(store);
        let ran = folder.run(&["check", "g.db"]);
        if ran.code != 1 || !ran.out.contains(fault) {
            return Err(ran.report(&format!("{statement}: {fault:?}")).into());
        }
        for words in [
            &["query", "g.db", "largest"][..],
            &["query", "g.db", "path", "c99", "c99999"],
            &["query", "g.db", "communities"],
            &["query", "g.db", "between"],
            &["export", "g.db", "-o", "map.svg"],
            &["export", "g.db", "--tree", "-o", "tree.svg"],
            &["export", "g.db", "-o", "page.html"],
            &["export", "g.db", "--largest", "9", "-o", "some.dot"],
            &["compare", "g.db", "g.db"],
        ] {
            let ran = folder.run(words);
            if ran.code != 0 {
                ran.fails(ran.code.min(2), "")?;
            }
        }
    }
    Ok(())
}

fn what_users_add_does_no_harm() -> Result<(), Failed> {
    let (whole, folder) = (small()?, Folder::new());
    folder.file("iris.db", whole.read("iris.db"));
    Connection::open(folder.path("iris.db"))?.execute_batch(
        "CREATE INDEX by_cohesion ON concept (cohesion); CREATE VIEW large AS SELECT * FROM concept;
         CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine'); VACUUM; ANALYZE",
    )?;
    for words in [&["query", "iris.db", "lca", "d1", "d51"][..], &["check", "iris.db"]] {
        same(words[0], folder.ok(words)?, whole.ok(words)?)?;
    }
    Ok(())
}

/// A column of a user's query may be named `size` and hold any number.
fn own_queries_answer_what_they_like() -> Result<(), Failed> {
    let folder = small()?;
    std::fs::create_dir(folder.path("own"))?;
    let query = "-- title: x\n-- columns: concept size\nSELECT 'none' AS concept, -1 AS size;\n";
    folder.file("own/odd.sql", query);
    let answer = folder.ok(&["query", "iris.db", "odd", "--queries", "own", "--format", "csv"])?;
    same("rows", answer.as_str(), "concept,size\nnone,-1\n")
}
