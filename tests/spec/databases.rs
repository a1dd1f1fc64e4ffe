//! Tables read from a SQLite database: the rows of a statement, and the faults of statements.

use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::{Folder, Need, Ran, program, same, shop, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_statement_is_the_table_of_the_same_rows),
        trial!(lists_become_columns),
        trial!(null_is_a_missing_value),
        trial!(every_command_with_a_table_takes_one),
        trial!(links_are_neighbours),
        trial!(new_rows_come_of_a_statement),
        trial!(a_pipe_loses_nothing),
        trial!(columns_that_are_left_out_may_be_anything),
        trial!(a_database_is_never_written),
        trial!(points_join_their_rows, Need::Sqlite3),
    ]
}

const PEOPLE: &str = "SELECT email, age, income, segment FROM person ORDER BY id";

/// Creates a folder with a shop of 120 people, as `shop.sqlite` and `shop.csv`.
fn folder() -> Folder {
    let folder = Folder::new();
    let people = shop::people(120);
    shop::database(&people, &folder.path("shop.sqlite"));
    folder.file("shop.csv", shop::csv(&people));
    folder
}

/// Runs statements on `shop.sqlite`.
fn with(folder: &Folder, statements: &str) {
    let shop = Connection::open(folder.path("shop.sqlite")).expect("the shop");
    shop.execute_batch(statements).expect("statements of a test");
}

fn a_statement_is_the_table_of_the_same_rows() -> Result<(), Failed> {
    let folder = folder();
    let options = ["--id", "email", "--label", "segment", "--scale", "standard", "--k", "6"];
    let summary = folder.ok(&[&["build", "shop.sqlite", "--sql", PEOPLE], &options[..]].concat())?;
    let stored = "120 rows, 2 features, standardised, 3 classes. ";
    same(&summary, summary.contains(stored), true)?;
    same("the store", summary.contains(" in shop.graph.db ("), true)?;
    folder.ok(&[&["build", "shop.csv"], &options[..]].concat())?;
    let same_bytes = folder.read("shop.graph.db") == folder.read("shop.db");
    same("the graph of a file and of a database", same_bytes, true)?;
    folder.ok(&["check", "shop.graph.db"])?;
    let nominal = "SELECT age, segment, member, id FROM person";
    let words = ["--nominal", "segment", "--id", "id", "--k", "5", "--to", "words.db"];
    folder.ok(&[&["build", "shop.sqlite", "--sql", nominal], &words[..]].concat())?;
    let expected = "age segment=family segment=retired segment=student member";
    same("words", features(&folder, "words.db")?.as_str(), expected)?;
    let members = folder.ok(&["query", "words.db", "points", "-n", "3", "--format", "csv"])?;
    let names: Vec<&str> =
        members.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    same("integers are names as they are", names, vec!["1", "2", "3"])
}

fn lists_become_columns() -> Result<(), Failed> {
    let folder = folder();
    let statement = "SELECT id, taste, age FROM person";
    let given = ["build", "shop.sqlite", "--sql", statement, "--id", "id", "--k", "5"];
    for (more, expected) in [
        (&[][..], "taste_1 taste_2 taste_3 age"),
        (&["--drop", "taste", "--force"], "age"),
        (&["--columns", "taste", "--force"], "taste_1 taste_2 taste_3"),
    ] {
        folder.ok(&[&given[..], more].concat())?;
        same("features", features(&folder, "shop.graph.db")?.as_str(), expected)?;
    }
    Ok(())
}

/// Returns the names of the features of a graph.
fn features(folder: &Folder, store: &str) -> Result<String, Failed> {
    let graph = Connection::open(folder.path(store))?;
    let mut names = graph.prepare("SELECT name FROM feature ORDER BY id")?;
    let names = names.query_map([], |row| row.get::<_, String>(0))?;
    Ok(names.collect::<Result<Vec<_>, _>>()?.join(" "))
}

fn null_is_a_missing_value() -> Result<(), Failed> {
    let folder = folder();
    with(
        &folder,
        "UPDATE person SET age = NULL WHERE id IN (7, 9); \
         UPDATE person SET taste = NULL WHERE id < 3",
    );
    let given = ["count", "shop.sqlite", "--k", "5", "--id", "id", "--sql"];
    let ages = "SELECT id, age, income FROM person";
    let strict = folder.run(&[&given[..], &[ages, "--missing", "error"]].concat());
    strict.fails(1, "row 7, column \"age\"")?;
    let ran = folder.run(&[&given[..], &[ages, "--missing", "drop"]].concat());
    same("rows", ran.err.contains("2 rows of 120"), true)?;
    let lists = "SELECT id, taste FROM person";
    let ran = folder.run(&[&given[..], &[lists, "--missing", "mean"]].concat());
    same("cells", ran.err.contains("6 empty cells"), true)?;
    let ran = folder.run(&[&given[..], &[lists]].concat());
    same(&ran.err, ran.err.contains("left out 2 rows of 120"), true)
}

fn every_command_with_a_table_takes_one() -> Result<(), Failed> {
    let folder = folder();
    let of = |words: &[&str]| folder.ok(words);
    let options = ["--label", "segment", "--id", "email", "--k", "6"];
    for command in [&["count"][..], &["evaluate", "--per-class", "--format", "csv"]] {
        let words = [&command[..1], &["shop.csv"], &command[1..], &options[..]].concat();
        let of_file = of(&words)?;
        let sql = ["shop.sqlite", "--sql", PEOPLE];
        let words = [&command[..1], &sql[..], &command[1..], &options[..]].concat();
        let of_statement = of(&words)?;
        let seconds_apart = |text: &str| text.split(" in ").next().map(str::to_owned);
        same(command[0], seconds_apart(&of_statement), seconds_apart(&of_file))?;
    }
    for (input, output) in [("shop.csv", "file.dat"), ("shop.sqlite", "statement.dat")] {
        let sql = ["--sql", PEOPLE];
        let sql = if input == "shop.csv" { &[][..] } else { &sql[..] };
        of(&[&["context", input, "-o", output], &options[..], sql].concat())?;
    }
    same("contexts", folder.read("file.dat") == folder.read("statement.dat"), true)
}

fn links_are_neighbours() -> Result<(), Failed> {
    let folder = folder();
    let links = "CREATE TABLE alike (a TEXT, b TEXT, similarity REAL);
        INSERT INTO alike VALUES ('x', 'y', 0.9), ('x', 'z', 0.4), ('y', 'x', 0.9),
            ('y', 'z', 0.5), ('z', 'y', 0.5), ('z', 'w', 0.7), ('w', 'z', 0.7);";
    with(&folder, links);
    let text = "a,b,similarity\nx,y,0.9\nx,z,0.4\ny,x,0.9\ny,z,0.5\nz,y,0.5\nz,w,0.7\nw,z,0.7\n";
    folder.file("alike.csv", text);
    let statement = "SELECT a, b, similarity FROM alike";
    for k in [&[][..], &["--k", "2"]] {
        let csv = [&["context", "alike.csv", "--neighbors", "--force", "-o", "a.csv"], k].concat();
        folder.ok(&csv)?;
        let sql = ["context", "shop.sqlite", "--neighbors", "--force", "--sql", statement];
        folder.ok(&[&sql[..], &["-o", "b.csv"], k].concat())?;
        same("a table of links", folder.text("b.csv"), folder.text("a.csv"))?;
        let expected = match k {
            [] => "point,x,y,z,w\nx,1,1,1,0\ny,1,1,1,0\nz,0,1,1,1\nw,0,0,1,1\n",
            _ => "point,x,y,z,w\nx,1,1,0,0\ny,1,1,0,0\nz,0,0,1,1\nw,0,0,1,1\n",
        };
        same("all links, or the nearest", folder.text("a.csv").as_str(), expected)?;
    }
    let statement = ["--sql", "SELECT a, b FROM alike", "--neighbors"];
    folder.ok(&[&["build", "shop.sqlite"], &statement[..]].concat())?;
    let check = folder.ok(&["check", "shop.graph.db"])?;
    same("sound", check.contains("no faults found"), true)?;
    let lca = folder.ok(&["query", "shop.graph.db", "lca", "x", "y", "--format", "csv"])?;
    same("by name", lca.lines().nth(1).is_some_and(|row| row.contains("x")), true)?;
    Ok(())
}

fn new_rows_come_of_a_statement() -> Result<(), Failed> {
    let folder = folder();
    let options = ["--id", "email", "--label", "segment", "--k", "6"];
    folder.ok(&[&["build", "shop.csv"], &options[..]].concat())?;
    let place = ["place", "shop.db", "--format", "csv"];
    let of_file = folder.ok(&[&place[..], &["shop.csv"]].concat())?;
    let of_statement = folder.ok(&[&place[..], &["shop.sqlite", "--sql", PEOPLE]].concat())?;
    same("places", of_statement == of_file && of_file.lines().count() == 121, true)?;
    Ok(())
}

fn a_pipe_loses_nothing() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "x,y\n0,1\n1,0\n5,5\n");
    let plain = folder.ok(&["count", "t.csv", "--k", "2"])?;
    // A pipe that is opened, closed and opened again loses data if the writer was quick.
    let program = program();
    let line = format!("mkfifo p; cat t.csv > p & exec timeout 60 {program} count p --k 2");
    for _ in 0..20 {
        let ran = Ran::of(folder.command("sh", &["-c", &line]), &["sh", "-c", &line]);
        same("a pipe", (ran.code, ran.out.as_str()), (0, plain.as_str()))?;
        std::fs::remove_file(folder.path("p"))?;
    }
    Ok(())
}

fn columns_that_are_left_out_may_be_anything() -> Result<(), Failed> {
    let folder = folder();
    // A column that is not asked for may hold anything.
    let all = "SELECT * FROM person";
    let columns = ["--columns", "age,income", "--id", "email", "--k", "5"];
    folder.ok(&[&["count", "shop.sqlite", "--sql", all], &columns[..]].concat())?;
    // A graph is a database too.
    folder.ok(&["build", "shop.csv", "--label", "segment", "--id", "email", "--k", "5"])?;
    let graph = "SELECT size, purity, cohesion FROM concept WHERE size > 1";
    folder.ok(&["count", "shop.db", "--sql", graph, "--missing", "drop", "--k", "5"]).map(drop)
}

fn a_database_is_never_written() -> Result<(), Failed> {
    let folder = folder();
    // A database with the usual name of a graph file is not taken for its own graph.
    std::fs::rename(folder.path("shop.sqlite"), folder.path("shop.db"))?;
    let before = folder.read("shop.db");
    let given = ["build", "shop.db", "--sql", PEOPLE, "--id", "email", "--label", "segment"];
    folder.ok(&given)?;
    folder.run(&given).fails(1, "shop.graph.db")?;
    folder.ok(&[&given[..], &["--force"]].concat())?;
    same("the database", folder.read("shop.db") == before, true)?;
    let names = ["shop.csv", "shop.db", "shop.graph.db"].map(str::to_owned);
    same("files", folder.names(), names.to_vec())
}

fn points_join_their_rows() -> Result<(), Failed> {
    let folder = folder();
    let options = ["--id", "id", "--label", "segment", "--scale", "standard", "--k", "8"];
    let statement = "SELECT id, age, income, segment FROM person";
    let summary =
        folder.ok(&[&["build", "shop.sqlite", "--sql", statement], &options[..]].concat())?;
    let before = folder.read("shop.sqlite");
    let (_, suggested) = summary.rsplit_once("\nsqlite3 ").ok_or("no command")?;
    let suggested = format!("sqlite3 {suggested}");
    let ran = Ran::of(folder.command("sh", &["-c", &suggested]), &["sh", "-c", &suggested]);
    let person = &shop::people(1)[0];
    let first = format!("|1|{}|{:?}|{}", person.age, person.income, person.segment);
    same("five rows", ran.out.lines().count(), 5)?;
    same("the first", ran.out.lines().next().is_some_and(|row| row.ends_with(&first)), true)?;
    let joined = "ATTACH 'shop.graph.db' AS graph;
        SELECT count(*), sum(person.age = measurement.value) FROM person
        JOIN graph.point ON point.name = person.id
        JOIN graph.feature ON feature.name = 'age'
        JOIN graph.measurement ON point_id = point.id AND feature_id = feature.id;";
    let ran = Ran::of(folder.command("sqlite3", &["shop.sqlite", joined]), &["sqlite3", joined]);
    same("every point has its row", ran.out.as_str(), "120|120\n")?;
    let purchases = "ATTACH 'shop.graph.db' AS graph;
        SELECT product.name, count(*) FROM graph.member
        JOIN graph.concept ON concept.id = member.concept_id AND concept.size = 120
        JOIN graph.point ON point.id = member.point_id
        JOIN person ON person.id = point.name
        JOIN bought ON bought.person = person.id
        JOIN product ON product.id = bought.product
        GROUP BY product.name ORDER BY product.name;";
    let ran =
        Ran::of(folder.command("sqlite3", &["shop.sqlite", purchases]), &["sqlite3", purchases]);
    let total: usize =
        ran.out.lines().filter_map(|line| line.split('|').nth(1)?.parse::<usize>().ok()).sum();
    same("purchases of all people", total, 120)?;
    same("the database", folder.read("shop.sqlite") == before, true)
}
