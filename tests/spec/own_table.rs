//! First use with a table of one's own: words, gaps, row numbers, other formats, and the messages
//! about them.

use std::io::Write;

use conceptgraph::build::{BuildOptions, Source, build};
use conceptgraph::store::sqlite;
use conceptgraph::table::{self, ReadOptions};
use conceptgraph_engine::base::progress::Progress;
use flate2::{Compression, write::GzEncoder};
use libtest_mimic::{Failed, Trial};

use crate::support::whole::equal;
use crate::support::{Folder, Need, Ran, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(every_column_has_a_role_that_is_told),
        trial!(points_keep_their_rows, Need::Sqlite3),
        trial!(what_is_kept_is_stored_copied_and_shown),
        trial!(gaps_are_filled_and_counted),
        trial!(decimal_commas_are_read),
        trial!(thousands_are_read),
        trial!(advice_that_is_followed_works),
        trial!(sparse_columns_are_shown),
        trial!(words_of_other_programs_are_understood),
        trial!(packed_tables_are_read),
        trial!(other_formats_are_told_by_their_bytes),
        trial!(classes_that_are_too_many_are_told),
        trial!(both_spellings_are_taken),
        trial!(a_point_stands_for_its_smallest_cluster),
        trial!(quiet_is_quiet),
    ]
}

/// Twelve birds as their table comes: words, a gap in a row, another in a column of words.
const BIRDS: &str = "\
,species,island,bill,flipper,sex
0,Adelie,Dream,39.1,181,male
1,Adelie,Dream,39.5,186,female
2,Adelie,Biscoe,NA,NA,NA
3,Adelie,Biscoe,36.7,193,female
4,Adelie,Dream,39.3,190,male
5,Gentoo,Biscoe,46.1,211,female
6,Gentoo,Biscoe,50,230,male
7,Gentoo,Biscoe,48.7,210,NA
8,Gentoo,Biscoe,50,218,male
9,Chinstrap,Dream,46.5,192,female
10,Chinstrap,Dream,50,196,male
11,Chinstrap,Dream,51.3,193,male
";

fn birds() -> Folder {
    let folder = Folder::new();
    folder.file("birds.csv", BIRDS);
    folder
}

const SUGGESTED: [&str; 2] = ["--label", "species"];

fn build_birds(folder: &Folder, more: &[&str]) -> Result<String, Failed> {
    folder.ok(&[&["build", "birds.csv", "--k", "3"], &SUGGESTED[..], more].concat())
}

fn every_column_has_a_role_that_is_told() -> Result<(), Failed> {
    let folder = birds();
    let ran = folder.run(&["build", "birds.csv"]);
    let lines = [
        "features (--columns)  bill, flipper",
        "left out (--columns)  1 numbers the rows",
        "shown (--keep)        species, island, sex",
        "label (--label)       none; --label species gives 3 classes",
        "rows (--missing)      left out 1 row of 12 with an empty cell, in bill (1), flipper (1); \
         --missing mean fills them in",
    ];
    same("roles", ran.err.lines().collect::<Vec<_>>(), lines.to_vec())?;
    let given = ["--columns", "bill,flipper", "--id", "1", "--label", "species"];
    let ran =
        folder.run(&[&["build", "birds.csv", "--force", "--missing", "drop"], &given[..]].concat());
    let lines = [
        "shown (--keep)    island, sex",
        "rows (--missing)  left out 1 row of 12 with an empty cell, in bill (1), flipper (1)",
    ];
    same("others", ran.err.lines().collect::<Vec<_>>(), lines.to_vec())
}

fn points_keep_their_rows() -> Result<(), Failed> {
    let folder = birds();
    let ran = folder.run(&[&["build", "birds.csv", "--k", "3"], &SUGGESTED[..]].concat());
    same(&ran.err, ran.err.contains("1 row of 12"), true)?;
    let points = folder.ok(&["query", "birds.db", "points", "-n", "4", "--format", "csv"])?;
    let names: Vec<&str> = points.lines().filter_map(|line| line.split(',').next()).collect();
    same("names", names, vec!["point", "d1", "d2", "d4", "d5"])?;
    let select = "SELECT group_concat(\"row\", ' ') FROM point WHERE id < 5";
    let rows = Ran::of(folder.command("sqlite3", &["birds.db", select]), &["sqlite3", select]);
    same("rows", rows.out.as_str(), "1 2 4 5\n")?;
    folder.run(&["query", "birds.db", "containing", "d3"]).fails(2, "d3")
}

fn what_is_kept_is_stored_copied_and_shown() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    let members = ["query", "birds.db", "members", "d7", "--format", "csv"];
    let shown = folder.ok(&members)?;
    same("header", shown.lines().next(), Some("point,class,island,sex"))?;
    same("a point", shown.contains("\nd7,Gentoo,Biscoe,male\n"), true)?;
    let points = folder.ok(&["query", "birds.db", "points", "--format", "csv"])?;
    same("an empty cell", points.lines().any(|line| line.ends_with(",Biscoe,")), true)?;
    let words = folder.ok(&["query", "birds.db", "describe", "d7"])?;
    let words = words.replace('\n', " ");
    same("described", words.contains("island Biscoe "), true)?;
    folder.ok(&["copy", "birds.db", "copy.db"])?;
    same("copy", folder.read("copy.db") == folder.read("birds.db"), true)?;
    folder.ok(&["check", "copy.db"])?;
    folder.ok(&["export", "birds.db", "-f", "bulk", "-o", "files"])?;
    let header = "share:double,part,outlier:double,far:boolean,mapX:double,mapY:double,bill:double,flipper:double,island,sex";
    let points = folder.text("files/Point.csv").replace('"', "");
    same("for neo4j-admin", points.lines().next().is_some_and(|l| l.ends_with(header)), true)?;
    folder.ok(&["export", "birds.db", "-o", "birds.html"])?;
    same("on the page", folder.text("birds.html").contains("\"kept\":[\"island\",\"sex\"]"), true)?;
    let reading = ReadOptions::default().label("species".to_owned());
    let read = table::read_from(BIRDS.as_bytes(), &reading)?;
    let (options, progress) = (BuildOptions::default(), Progress::default());
    let graph = build("birds", Source::Table(read.table), &options, &progress)?;
    sqlite::save(&graph, &folder.path("own.db"), false, &Default::default())?;
    equal(&sqlite::SqliteStore::graph(&folder.path("own.db"))?, &graph)
}

fn gaps_are_filled_and_counted() -> Result<(), Failed> {
    let folder = birds();
    let mean = ["--label", "species", "--nominal", "sex"];
    let words = [&["build", "birds.csv", "--k", "3", "--missing", "mean"], &mean[..]].concat();
    let ran = folder.run(&words);
    same("said", ran.err.contains("4 empty cells"), true)?;
    same("features", ran.err.contains("  bill, flipper, sex\n"), true)?;
    folder.file("odd.csv", "x,y\n1,-99\n-99,2\n3,4\n5,6\n");
    let ran = folder.run(&["count", "odd.csv", "--na", "-99", "--missing", "drop"]);
    same("said", ran.err.contains("2 rows of 4"), true)?;
    let strict = folder.run(&["count", "odd.csv", "--na", "-99", "--missing", "error"]);
    same(&strict.err, strict.err.lines().count(), 2)?;
    same("a fault", strict.err.contains("odd.csv, row 1 (line 2), column \"y\": found"), true)
}

/// A table as a spreadsheet writes it with decimal commas gives the graph of the numbers with
/// points.
fn decimal_commas_are_read() -> Result<(), Failed> {
    let (folder, iris) = (Folder::new(), std::fs::read_to_string(example("iris.csv"))?);
    folder.file("iris.csv", &iris);
    std::fs::create_dir(folder.path("it"))?;
    folder.file("it/iris.csv", iris.replace(',', ";").replace('.', ","));
    let build = ["build", "it/iris.csv", "--label", "class", "--k", "10", "--to", "it.db"];
    folder.ok(&build)?;
    folder.ok(&["build", "iris.csv", "--label", "class", "--k", "10", "--to", "points.db"])?;
    same("bytes", folder.read("it.db") == folder.read("points.db"), true)?;
    folder.file("both.csv", "x;y\n1,5;2\n2.500;3\n");
    folder.ok(&["count", "both.csv"])?;
    let both = folder.run(&["count", "both.csv", "--decimal", "."]);
    both.fails(1, "row 1 (line 2), column \"x\": found \"1,5\"")?;
    let placed = folder.ok(&["place", "it.db", "it/iris.csv", "--format", "csv"])?;
    same("rows", placed, folder.ok(&["place", "points.db", "iris.csv", "--format", "csv"])?)
}

/// Numbers with separated thousands, also with a decimal comma, give the graph of the plain
/// numbers.
fn thousands_are_read() -> Result<(), Failed> {
    let folder = Folder::new();
    let number = |row: u32| row * row * 997 % 90_000 + 1_000;
    let table = |write: &dyn Fn(u32) -> String| {
        (1..=30).fold("x;y\n".to_owned(), |text, row| {
            text + &format!("{};{}\n", write(number(row)), row * 7 % 11)
        })
    };
    folder.file("t.csv", table(&|number| format!("{number}.5")));
    folder.ok(&["build", "t.csv", "--k", "5", "--to", "plain.db"])?;
    for (sign, point) in [(",", ".5"), (".", ",5"), (" ", ",5"), ("'", ".5")] {
        let write = |number: u32| format!("{}{sign}{:03}{point}", number / 1000, number % 1000);
        folder.file("t.csv", table(&write));
        folder.ok(&["build", "t.csv", "--k", "5", "--to", "apart.db", "--force"])?;
        same(sign, folder.read("apart.db") == folder.read("plain.db"), true)?;
        let placed = folder.ok(&["place", "apart.db", "t.csv", "-f", "csv"])?;
        same("rows", placed.lines().count(), 31)?;
    }
    // Each command that a question proposes works.
    folder.file("both.csv", "x;y\n1,200;1\n3,400;2\n");
    let asked = folder.run(&["count", "both.csv"]);
    asked.fails(1, "two meanings; say whether it separates thousands or decimals")?;
    let commands: Vec<&str> = asked.err.lines().skip(1).collect();
    same("two ways", commands.len(), 2)?;
    for command in commands {
        let ran = Ran::of(folder.command("sh", &["-c", command]), &["sh", "-c", command]);
        same(command, ran.code, 0)?;
    }
    let both = folder.run(&["count", "both.csv", "--thousands", ",", "--decimal", ","]);
    both.fails(2, "cannot separate both")
}

/// Every command that the message of a fault proposes builds the table, as it stands.
fn advice_that_is_followed_works() -> Result<(), Failed> {
    let many = |header: &str, row: &dyn Fn(u32) -> String| {
        (1..=30).fold(format!("{header}\n"), |text, at| text + &row(at) + "\n")
    };
    let odd = |at: u32| if at == 7 { "12 or 13".to_owned() } else { (at * at % 89).to_string() };
    let cases: [(&str, String, &[&str], usize); 10] = [
        ("comma.csv", "x;y\n1,200;1\n3,400;5\n".to_owned(), &[], 2),
        ("point.csv", "x;y\n2.155;1\n546;5\n".to_owned(), &[], 2),
        ("odd.csv", many("x,y", &|at| format!("{},{}", odd(at), at * at % 83)), &[], 1),
        (
            "it's a \"table\" (2).csv",
            many("x,y", &|at| format!("{},{}", odd(at), at * at % 83)),
            &[],
            1,
        ),
        (
            "names.csv",
            many("\"a, $b \"\"c\"\"\",y", &|at| format!("{},{}", odd(at), at * at % 83)),
            &[],
            1,
        ),
        ("dash.csv", many("-x,y", &|at| format!("{},{}", odd(at), at * at % 83)), &[], 1),
        (
            "all.csv",
            many("x;y;z;v", &|at| {
                format!("{};\"{},200\";{};{}", odd(at), at % 9 + 1, odd(at), at * at % 83)
            }),
            &["--k", "5"],
            2,
        ),
        ("two.csv", many("x;y", &|at| format!("{};{},200", odd(at), at % 9 + 1)), &[], 2),
        (
            "header.csv",
            many("x,y", &|at| format!("{},{}", at * at % 89, at * at % 83)),
            &["--no-header"],
            1,
        ),
        ("ids.csv", many("customer_id,name", &|at| format!("{},n{at}", at * 1000)), &[], 1),
    ];
    for (file, text, options, commands) in cases {
        let folder = Folder::new();
        folder.file(file, text);
        let ran = folder.run(&[&["build", file], options].concat());
        let proposed: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("  ")).collect();
        same(&ran.err, (ran.code != 0, proposed.len()), (commands > 0, commands))?;
        for command in proposed {
            let ran = Ran::of(folder.command("sh", &["-c", command]), &["sh", "-c", command]);
            same(&format!("{command}: {}", ran.err), ran.code, 0)?;
            let store = folder.names().into_iter().find(|name| name.ends_with(".db"));
            std::fs::remove_file(folder.path(&store.ok_or("a store")?))?;
        }
    }
    Ok(())
}

/// Columns that are mostly empty are shown, so that no row is lost for them.
fn sparse_columns_are_shown() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| {
        let gap = if at.is_multiple_of(10) { "5,6" } else { "," };
        format!("{},{},{gap}\n", at * at, at * 7 % 13)
    };
    folder.file("t.csv", (1..=40).map(row).fold("x,y,z,w\n".to_owned(), |text, row| text + &row));
    let ran = folder.run(&["count", "t.csv", "--k", "3"]);
    let named = ["x, y\n", "z, w (4 of 40 cells filled)\n"];
    same(&ran.err, named.iter().all(|named| ran.err.contains(named)), true)?;
    same(&ran.err, ran.err.contains("left out"), false)
}

/// Words that newcomers try are other names of options, or are answered with the right ones.
fn words_of_other_programs_are_understood() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("iris.csv", std::fs::read_to_string(example("iris.csv"))?);
    let own = folder.ok(&["count", "iris.csv", "--label", "class", "--k", "5"])?;
    let other = folder.ok(&["count", "iris.csv", "--target", "class", "--n-neighbors", "5"])?;
    same("count", other, own)?;
    folder.file("named.csv", "who,x\nann,1\nbob,2\n");
    folder.ok(&["count", "named.csv", "--name-by", "who"])?;
    for (words, tip) in [
        (&["count", "iris.csv", "--sep", ";"][..], "separator"),
        (&["count", "iris.csv", "--skip", "2"], "lines above the table are found"),
        (&["count", "iris.csv", "--decimal-comma"], "`--decimal ,`"),
        (&["count", "iris.csv", "--neighbors", "3"], "--k 10"),
        (&["iris.csv"], "conceptgraph build iris.csv"),
        (&["count", "iris.csv", "--labl", "class"], "'--label'"),
    ] {
        let ran = folder.run(words);
        same(&ran.err, (ran.code, ran.err.contains(tip)), (2, true))?;
    }
    let zero = folder.run(&["count", "iris.csv", "--missing", "zero"]);
    let said = (zero.err.contains("error, drop, mean"), zero.err.contains("similar"));
    same(&zero.err, (zero.code, said), (2, (true, false)))?;
    for quiet in [&["-q", "build"][..], &["build", "-q"]] {
        let words = [quiet, &["iris.csv", "--label", "class", "--k", "5", "--force"]].concat();
        let ran = folder.run(&words);
        same(&ran.err, (ran.out.as_str(), ran.err.as_str()), ("", ""))?;
    }
    folder.run(&["query", "iris.db", "SELECT 1"]).fails(2, "repl iris.db -c 'SELECT 1'")?;
    let ran = folder.run(&["repl", "iris.db", "-c", "SELECT class FROM point"]);
    ran.fails(1, "class is a column of cluster")
}

fn packed_tables_are_read() -> Result<(), Failed> {
    let folder = birds();
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&std::fs::read(example("iris.csv"))?)?;
    folder.file("iris.csv.gz", packer.finish()?);
    let counted = |input: &str| folder.ok(&["count", input, "--label", "class", "--k", "10"]);
    same("count", counted("iris.csv.gz")?, counted(&example("iris.csv"))?)?;
    folder.ok(&["build", "iris.csv.gz", "--label", "class"])?;
    same("its store", folder.path("iris.db").is_file(), true)?;
    folder.file("cut.csv.gz", &folder.read("iris.csv.gz")[..300]);
    folder.run(&["build", "cut.csv.gz"]).fails(1, "cut.csv.gz")
}

fn other_formats_are_told_by_their_bytes() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    for (file, bytes, named) in [
        ("t.feather", &b"ARROW1\0\0"[..], "a Feather file"),
        ("t.zip", b"PK\x03\x04..t.csv", "a damaged zip file"),
        ("t.pdf", b"%PDF-1.4\n1,2\n", "a PDF"),
        ("t.html", b"<!DOCTYPE html>\n<html>", "a web page"),
    ] {
        folder.file(file, bytes);
        folder.run(&["build", file]).fails(1, named)?;
    }
    let address = "https://a.example/t.csv";
    folder.run(&["build", address]).fails(1, &format!("curl -LO {address}"))?;
    folder.run(&["count", "birds.db"]).fails(2, "birds.db")
}

fn classes_that_are_too_many_are_told() -> Result<(), Failed> {
    let folder = Folder::new();
    let names = (1..=60).map(|row| format!("{},w{row}\n", row * row));
    folder.file("names.csv", "x,who\n".to_owned() + &names.collect::<String>());
    let ran = folder.run(&["count", "names.csv", "--label", "who", "--k", "5"]);
    same(&ran.err, ran.err.contains("who has 60 classes for 60 rows"), true)?;
    let ran = folder.run(&["count", "names.csv", "--k", "5"]);
    same(&ran.err, ran.err.contains("name (--id)           who\n"), true)
}

fn both_spellings_are_taken() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    let asked = folder.ok(&["query", "birds.db", "lca", "d1", "d5"])?;
    same("query", folder.ok(&["query", "birds.db", "lca", "d1,d5"])?, asked)?;
    let drawn = |words: &[&str]| {
        folder.ok(&[&["export", "birds.db", "-f", "dot", "-o", "-"], words].concat())
    };
    same("export", drawn(&["--lca", "d1", "--lca", "d5"])?, drawn(&["--lca", "d1,d5"])?)
}

fn a_point_stands_for_its_smallest_cluster() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    let all = folder.json(&["query", "birds.db", "containing", "d9"])?;
    let smallest = all[0]["concept"].as_str().ok_or("a cluster")?.to_owned();
    for query in ["concept", "describe", "members", "profile", "parents"] {
        let by = |word: &str| folder.ok(&["query", "birds.db", query, word]);
        same(query, by("d9")?, by(&smallest)?)?;
    }
    let around =
        |word: &str| folder.ok(&["export", "birds.db", "--around", word, "-o", "-", "-f", "dot"]);
    same("around", around("d9")?, around(&smallest)?)
}

fn quiet_is_quiet() -> Result<(), Failed> {
    let folder = birds();
    let ran = folder.run(&[&["build", "birds.csv", "-q"], &SUGGESTED[..]].concat());
    same("build", (ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""))
}
