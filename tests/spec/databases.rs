//! Tables out of a SQLite database: the rows of a statement, and what is wrong with statements.

use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::{Folder, Need, PROGRAM, Ran, same, shop, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_statement_is_the_table_of_the_same_rows),
        trial!(lists_become_columns),
        trial!(null_is_a_missing_value),
        trial!(every_command_with_a_table_takes_one),
        trial!(links_are_neighbours),
        trial!(new_rows_come_of_a_statement),
        trial!(a_pipe_loses_nothing),
        trial!(every_mistake_is_one_line_and_changes_nothing),
        trial!(columns_are_told_by_row_and_name),
        trial!(a_database_is_never_written),
        trial!(points_join_their_rows, Need::Sqlite3),
    ]
}

const PEOPLE: &str = "SELECT email, age, income, segment FROM person ORDER BY id";

/// A folder with a shop of 120 people.
fn folder() -> Folder {
    let folder = Folder::new();
    let people = shop::people(120);
    shop::database(&people, &folder.path("shop.sqlite"));
    folder.file("shop.csv", shop::csv(&people));
    folder
}

/// More for a shop that has a table of that schema.
fn with(folder: &Folder, statements: &str) {
    let shop = Connection::open(folder.path("shop.sqlite")).expect("the shop");
    shop.execute_batch(statements).expect("statements of a test");
}

fn a_statement_is_the_table_of_the_same_rows() -> Result<(), Failed> {
    let folder = folder();
    let options = ["--id", "email", "--label", "segment", "--scale", "standard", "--k", "6"];
    let summary = folder.ok(&[&["build", "shop.sqlite", "--sql", PEOPLE], &options[..]].concat())?;
    let begins = "shop: 120 points, k = 6, 3 classes (family, retired, student)\n\
         features: age, income\n";
    same("summary", summary.starts_with(begins), true)?;
    same("the store", summary.contains("\nshop.graph.db, "), true)?;
    folder.ok(&[&["build", "shop.csv"], &options[..]].concat())?;
    let same_bytes = folder.read("shop.graph.db") == folder.read("shop.db");
    same("the graph of a file and of a database", same_bytes, true)?;
    folder.ok(&["check", "shop.graph.db"])?;
    // A label may be a condition, and columns have their other roles.
    let more = ["--label", "age>=40", "--id", "email", "--keep", "segment", "--k", "5", "--force"];
    let summary = folder.ok(&[&["build", "shop.sqlite", "--sql", PEOPLE], &more[..]].concat())?;
    same("two classes", summary.contains("2 classes (age>=40, not age>=40)"), true)?;
    let nominal = "SELECT age, segment, member, id FROM person";
    let words = ["--nominal", "segment", "--id", "id", "--k", "5", "--to", "words.db"];
    let summary = folder.ok(&[&["build", "shop.sqlite", "--sql", nominal], &words[..]].concat())?;
    let features = "features: age, segment=family, segment=retired, segment=student, member\n";
    same("words", summary.contains(features), true)?;
    let members = folder.ok(&["query", "words.db", "points", "-n", "3", "--format", "csv"])?;
    let names: Vec<&str> =
        members.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    same("integers are names as they are", names, vec!["1", "2", "3"])
}

fn lists_become_columns() -> Result<(), Failed> {
    let folder = folder();
    let statement = "SELECT id, taste, age FROM person";
    let given = ["build", "shop.sqlite", "--sql", statement, "--id", "id", "--k", "5"];
    let summary = folder.ok(&given)?;
    same("all", summary.contains("features: taste_1, taste_2, taste_3, age\n"), true)?;
    let summary = folder.ok(&[&given[..], &["--drop", "taste", "--force"]].concat())?;
    same("left out", summary.contains("features: age\n"), true)?;
    let summary = folder.ok(&[&given[..], &["--columns", "taste", "--force"]].concat())?;
    same("alone", summary.contains("features: taste_1, taste_2, taste_3\n"), true)?;
    let ran = folder.run(&[&given[..4], &["--id", "taste"]].concat());
    let fault = "shop.sqlite: \"taste\" is a column of lists for the id; name one of words or \
         numbers";
    ran.fails(2, fault)
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
    let ran = folder.run(&[&given[..], &[ages]].concat());
    ran.fails(
        1,
        "shop.sqlite, row 7, column \"age\": the cell is empty, as in 2 of 120 rows; fill it, \
         leave such rows out, or take the mean of the column (--missing drop, --missing mean)",
    )?;
    let ran = folder.run(&[&given[..], &[ages, "--missing", "drop"]].concat());
    same("rows", ran.err.contains("left out 2 of 120 rows with an empty cell\n"), true)?;
    let lists = "SELECT id, taste FROM person";
    let ran = folder.run(&[&given[..], &[lists, "--missing", "mean"]].concat());
    same("cells", ran.err.contains("6 empty cells have the mean of the column"), true)?;
    folder.run(&[&given[..], &[lists]].concat()).fails_with(
        1,
        "shop.sqlite, row 1, column \"taste_1\": the cell is empty, as in 2 of 120 rows; ",
    )
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
    let faults = [
        (
            &["--id", "a"][..],
            "shop.sqlite: --id is for tables, and these are neighbours; leave it out",
        ),
        (
            &["--k", "10%"],
            "shop.sqlite: --k P% is for tables, and these are neighbours; leave it out",
        ),
        (
            &["--k", "2"],
            "shop.sqlite: the links have no values, so the nearest of them cannot be chosen; take \
             all of them (--k)",
        ),
    ];
    for (options, fault) in faults {
        folder
            .run(&[&["count", "shop.sqlite"], &statement[..], options].concat())
            .fails(2, fault)?;
    }
    let empty = ["count", "shop.sqlite", "--neighbors", "--sql", "SELECT a, NULL FROM alike"];
    folder.run(&empty).fails(
        1,
        "shop.sqlite, row 1, column \"NULL\": the cell is empty; fill it, or leave such rows out",
    )?;
    folder
        .run(&["evaluate", "alike.csv", "--neighbors", "--label", "a"])
        .fails(2, "--neighbors gives no classes and no numbers for Ward's tree; leave it out")
}

fn new_rows_come_of_a_statement() -> Result<(), Failed> {
    let folder = folder();
    let options = ["--id", "email", "--label", "segment", "--k", "6"];
    folder.ok(&[&["build", "shop.csv"], &options[..]].concat())?;
    let place = ["place", "shop.db", "--format", "csv"];
    let of_file = folder.ok(&[&place[..], &["shop.csv"]].concat())?;
    let of_statement = folder.ok(&[&place[..], &["shop.sqlite", "--sql", PEOPLE]].concat())?;
    same("places", of_statement == of_file && of_file.lines().count() == 121, true)?;
    let ran = folder.run(&["place", "shop.db", "shop.sqlite", "--sql", "SELECT age FROM person"]);
    let fault = "shop.sqlite: no column for \"income\"; give every feature of the graph a column \
         of its name";
    ran.fails(1, fault)?;
    let text = "SELECT age, CASE id WHEN 2 THEN 'much' ELSE income END AS income FROM person";
    folder.run(&["place", "shop.db", "shop.sqlite", "--sql", text]).fails(
        1,
        "shop.sqlite, row 2, column \"income\": found \"much\", not a number; give a number",
    )
}

/// A statement, further options, and what is wrong.
const MISTAKES: [(&str, &str, i32, &str); 20] = [
    (
        "DELETE FROM person",
        "",
        1,
        ": the statement does more than read; give one that starts with SELECT or WITH",
    ),
    (
        "ATTACH 'other.db' AS other",
        "",
        1,
        ": the statement does more than read; give one that starts with SELECT or WITH",
    ),
    (
        "WITH old AS (SELECT 1) INSERT INTO person(id) SELECT 5000 FROM old RETURNING id",
        "",
        1,
        ": the statement does more than read; give one that starts with SELECT or WITH",
    ),
    (
        "SELECT 1 AS x; SELECT 2 AS x",
        "",
        1,
        ": these are two statements; give one that returns rows",
    ),
    (
        "SELECT 1 AS x; DELETE FROM person",
        "",
        1,
        ": the statement does more than read; give one that starts with SELECT or WITH",
    ),
    ("/* nothing */", "", 1, ": the statement returns no columns; give one that returns rows"),
    (
        "SELECT age FROM person WHERE age > 500",
        "",
        1,
        ": the statement returns no rows; give at least 2 rows",
    ),
    (
        "SELECT age FROM person LIMIT 1",
        "",
        1,
        ": one data row, and one point has no neighbours; give at least 2 rows",
    ),
    ("SELECT age FORM person", "", 1, ": near \"person\": syntax error; correct the statement"),
    ("SELECT age FROM persons", "", 1, ": no such table: persons; correct the statement"),
    ("SELECT agee FROM person", "", 1, ": no such column: agee; correct the statement"),
    (
        "SELECT age FROM person WHERE id < :most",
        "",
        1,
        ": the statement has a parameter, :most; write its value into the statement",
    ),
    (
        "SELECT age FROM person WHERE id < ?",
        "",
        1,
        ": the statement has a parameter, ?; write its value into the statement",
    ),
    (
        "SELECT age, income FROM person",
        "--id mail",
        2,
        ": no column \"mail\" for the id; its columns are \"age\", \"income\"",
    ),
    (
        "SELECT segment, age FROM person",
        "--id segment",
        1,
        ", row 2, column \"segment\": the same name as in row 1; give every row its own name",
    ),
    (
        "SELECT p.id, p.age, q.id FROM person p JOIN product q",
        "",
        1,
        ": columns 1 and 3 are both named \"id\"; give each its own name, by AS",
    ),
    (
        "SELECT id, photo FROM person",
        "",
        1,
        ", row 1, column \"photo\": found bytes (a BLOB); leave the column out, or return numbers \
         or text",
    ),
    (
        "SELECT age, CASE id WHEN 3 THEN 'old' ELSE income END AS income FROM person",
        "",
        1,
        ", row 3, column \"income\": found \"old\", not a number; correct it, leave the column \
         out, make it the label, or say that it stands for a missing value (--drop income, \
         --label income, --na old)",
    ),
    (
        "SELECT id, CASE id WHEN 4 THEN '[1, 2]' ELSE taste END AS taste FROM person",
        "--id id",
        1,
        ", row 4, column \"taste\": a list of 2 numbers, but one of 3 numbers in the first row \
         with a value; return lists of one length, or leave the column out",
    ),
    (
        "SELECT age FROM person",
        "--no-header",
        2,
        ": the columns of a statement have names; leave out --no-header",
    ),
];

fn a_pipe_loses_nothing() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "x,y\n0,1\n1,0\n5,5\n");
    let plain = folder.ok(&["count", "t.csv", "--k", "2"])?;
    // Whoever opens a pipe and closes it again loses what was written, if the writer was quick.
    let line = format!("mkfifo p; cat t.csv > p & exec timeout 60 {PROGRAM} count p --k 2");
    for _ in 0..20 {
        let ran = Ran::of(folder.command("sh", &["-c", &line]), &["sh", "-c", &line]);
        same("a pipe", (ran.code, ran.out.as_str()), (0, plain.as_str()))?;
        std::fs::remove_file(folder.path("p"))?;
    }
    Ok(())
}

fn every_mistake_is_one_line_and_changes_nothing() -> Result<(), Failed> {
    let folder = folder();
    let before = folder.read("shop.sqlite");
    // The order of rows is that of the statement, so the second person has the first one's segment.
    with(&folder, "UPDATE person SET segment = 'family' WHERE id < 3");
    let changed = folder.read("shop.sqlite");
    same("the test changes it", changed != before, true)?;
    for (statement, options, code, fault) in MISTAKES {
        let options: Vec<&str> = options.split_whitespace().collect();
        let words = [&["build", "shop.sqlite", "--sql", statement], &options[..]].concat();
        folder.run(&words).fails(code, &format!("shop.sqlite{fault}"))?;
    }
    folder.file("notes.txt", "not a database\n");
    folder.ok(&["build", "shop.csv", "--label", "segment", "--id", "email", "--k", "5"])?;
    let select = ["--sql", "SELECT 1 AS x"];
    let match_ = ["--cypher", "RETURN 1 AS x"];
    let cases: [(&[&str], i32, &str); 11] = [
        (
            &["shop.sqlite"],
            2,
            "shop.sqlite: this is a SQLite database, no table; say which rows of adult, bought, \
             person, product (--sql 'SELECT ...')",
        ),
        (
            &["shop.db"],
            2,
            "shop.db: this is a stored graph, not a table; name one of its clusters (--only c12), \
             give the table, or say which of its rows are one (--sql 'SELECT ...')",
        ),
        (
            &["shop.csv", select[0], select[1]],
            1,
            "shop.csv: this is not a SQLite database, so it answers no statement; leave the \
             statement out, or name a database",
        ),
        (&["none.sqlite", select[0], select[1]], 1, "none.sqlite: no such file; check the path"),
        (&["-", select[0], select[1]], 2, "-: --sql is for SQLite databases; name the file of one"),
        (
            &["bolt://localhost:1", select[0], select[1]],
            2,
            "--sql is for SQLite databases, and this is a server; ask it with --cypher",
        ),
        (
            &["shop.sqlite", match_[0], match_[1]],
            2,
            "shop.sqlite: --cypher is for Neo4j servers; ask a SQLite database with --sql",
        ),
        (
            &["shop.csv", match_[0], match_[1]],
            2,
            "shop.csv: --cypher is for Neo4j servers, and this is a file; leave it out",
        ),
        (
            &["shop.db", "--only", "c5", select[0], select[1]],
            2,
            "shop.db: --sql is for tables, and this is a stored graph; leave it out",
        ),
        (
            &[
                "shop.sqlite",
                "--sql",
                PEOPLE,
                "--label",
                "segment",
                "--id",
                "email",
                "--to",
                "shop.sqlite",
            ],
            1,
            "shop.sqlite: this database is not a concept graph and stays as it is; name another \
             file, such as shop.graph.db",
        ),
        (
            &[
                "shop.sqlite",
                "--sql",
                PEOPLE,
                "--label",
                "segment",
                "--id",
                "email",
                "--to",
                "shop.sqlite",
                "--force",
            ],
            1,
            "shop.sqlite: this database is not a concept graph and stays as it is; name another \
             file, such as shop.graph.db",
        ),
    ];
    for (words, code, fault) in cases {
        folder.run(&[&["build"], words].concat()).fails(code, fault)?;
    }
    same("the database", folder.read("shop.sqlite") == changed, true)?;
    let names = ["notes.txt", "shop.csv", "shop.db", "shop.sqlite"].map(str::to_owned);
    same("files", folder.names(), names.to_vec())
}

fn columns_are_told_by_row_and_name() -> Result<(), Failed> {
    let folder = folder();
    let words = "SELECT email, age, segment, born FROM person";
    folder.run(&["build", "shop.sqlite", "--sql", words, "--k", "5"]).fails_with(
        1,
        "shop.sqlite: 3 columns hold words, not numbers: email (\"p1@shop.example\", \
         \"p2@shop.example\", \"p3@shop.example\", ...), segment (",
    )?;
    // What is left out may be anything.
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
    // A database that is called as graphs are is not taken for the place of its own graph.
    std::fs::rename(folder.path("shop.sqlite"), folder.path("shop.db"))?;
    let before = folder.read("shop.db");
    let given = ["build", "shop.db", "--sql", PEOPLE, "--id", "email", "--label", "segment"];
    folder.ok(&given)?;
    folder.run(&given).fails_with(1, "shop.graph.db: this file exists")?;
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
    let (_, suggested) = summary.rsplit_once("\n    sqlite3 ").ok_or("no command")?;
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
