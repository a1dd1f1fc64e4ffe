//! The first hour with a table of one's own: words, gaps, row numbers, other formats, and what is
//! said of each.

use std::io::Write;

use conceptgraph::base::progress::Progress;
use conceptgraph::build::{BuildOptions, Source, build};
use conceptgraph::store::{conformance, sqlite};
use conceptgraph::table::{self, Missing, Reading};
use flate2::{Compression, write::GzEncoder};
use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, Ran, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(the_suggested_command_works),
        trial!(points_keep_their_rows, Need::Sqlite3),
        trial!(what_is_kept_is_stored_copied_and_shown),
        trial!(gaps_are_filled_and_counted),
        trial!(decimal_commas_are_read_where_they_are_said_to_be),
        trial!(packed_tables_are_read),
        trial!(other_formats_are_told_by_their_bytes, Need::Sqlite3),
        trial!(columns_that_are_hardly_meant_are_told),
        trial!(a_missing_input_is_told_first),
        trial!(both_spellings_are_taken),
        trial!(a_point_stands_for_its_smallest_cluster),
        trial!(what_is_near_fits_a_page_and_says_what_differs),
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

/// The options that the program suggests for the birds.
const SUGGESTED: [&str; 8] =
    ["--drop", "", "--label", "species", "--keep", "island,sex", "--missing", "drop"];

fn build_birds(folder: &Folder, more: &[&str]) -> Result<String, Failed> {
    folder.ok(&[&["build", "birds.csv", "--k", "3"], &SUGGESTED[..], more].concat())
}

fn the_suggested_command_works() -> Result<(), Failed> {
    let folder = birds();
    let ran = folder.run(&["build", "birds.csv", "--k", "3"]);
    ran.fails_with(
        1,
        "line 1: column 1 has no name; name it in the header, or leave out what has no name, make \
         species the label, keep island and sex only to be shown, leave out 1 row with an empty \
         cell; try: ",
    )?;
    let (_, command) = ran.err.trim_end().split_once("try: ").ok_or("no command")?;
    same("options", command.contains("--k 3 --drop '' --label species --keep island,sex"), true)?;
    let ran = Ran::of(folder.command("sh", &["-c", command]), &["sh", "-c", command]);
    if ran.code != 0 {
        return Err(ran.report("the suggestion to work").into());
    }
    same("features", ran.out.contains("\nfeatures: bill, flipper\n"), true)?;
    // Without the column that has no name all others are told at once.
    let ran = folder.run(&["count", "birds.csv", "--drop", "1"]);
    ran.fails_with(
        1,
        "birds.csv: 3 columns hold words, not numbers: species (Adelie, Gentoo, Chinstrap), \
         island (Dream, Biscoe), sex (male, female); ",
    )
}

fn points_keep_their_rows() -> Result<(), Failed> {
    let folder = birds();
    let ran = folder.run(&[&["build", "birds.csv", "--k", "3"], &SUGGESTED[..]].concat());
    let said = "left out 1 of 12 rows with an empty cell; points keep the numbers of their rows\n";
    same("said", ran.err.contains(said), true)?;
    let points = folder.ok(&["query", "birds.db", "points", "-n", "4", "--format", "csv"])?;
    let names: Vec<&str> = points.lines().filter_map(|line| line.split(',').next()).collect();
    same("names", names, vec!["point", "d1", "d2", "d4", "d5"])?;
    let select = "SELECT group_concat(\"row\", ' ') FROM point WHERE id < 5";
    let rows = Ran::of(folder.command("sqlite3", &["birds.db", select]), &["sqlite3", select]);
    same("rows", rows.out.as_str(), "1 2 4 5\n")?;
    folder.run(&["query", "birds.db", "containing", "d3"]).fails_with(
        2,
        "there is no point \"d3\", whose row was left out; this graph has 11 points (d1 to d12)",
    )
}

fn what_is_kept_is_stored_copied_and_shown() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    let members = ["query", "birds.db", "members", "{d7,d9}", "--format", "csv"];
    let shown = folder.ok(&members)?;
    same("header", shown.lines().next(), Some("point,class,island,sex"))?;
    same("a point", shown.contains("\nd7,Gentoo,Biscoe,male\n"), true)?;
    // In a file an empty cell is empty.
    let points = folder.ok(&["query", "birds.db", "points", "--format", "csv"])?;
    same("an empty cell", points.lines().any(|line| line.ends_with(",Biscoe,")), true)?;
    let words = folder.ok(&["query", "birds.db", "describe", "{d7,d9}"])?;
    let words = words.replace('\n', " ");
    same("described", words.contains("Most common: island Biscoe ("), true)?;
    folder.ok(&["copy", "birds.db", "copy.db"])?;
    same("copy", folder.read("copy.db") == folder.read("birds.db"), true)?;
    folder.ok(&["check", "copy.db"])?;
    folder.ok(&["export", "birds.db", "-f", "neo4j-admin", "-o", "files"])?;
    let header = "quoted,:LABEL,bill:double,flipper:double,island,sex";
    let points = folder.text("files/Point.csv").replace('"', "");
    same("for neo4j-admin", points.lines().next().is_some_and(|l| l.ends_with(header)), true)?;
    folder.ok(&["export", "birds.db", "-o", "birds.html"])?;
    same("on the page", folder.text("birds.html").contains("\"kept\":[\"island\",\"sex\"]"), true)?;
    let reading = Reading {
        drop: vec![String::new()],
        label: Some("species".into()),
        keep: vec!["island".into(), "sex".into()],
        missing: Missing::Drop,
        ..Reading::default()
    };
    let read = table::read_from(BIRDS.as_bytes(), &reading)?;
    let (options, progress) = (BuildOptions::default(), Progress::default());
    let graph = build("birds", Source::Table(read.table), &options, &progress)?;
    sqlite::save(&graph, &folder.path("own.db"), false, &Default::default())?;
    conformance::check(&sqlite::SqliteStore::open(&folder.path("own.db"))?, &graph)?;
    Ok(())
}

fn gaps_are_filled_and_counted() -> Result<(), Failed> {
    let folder = birds();
    let mean = ["--drop", "1", "--label", "species", "--drop", "island", "--nominal", "sex"];
    let words = [&["build", "birds.csv", "--k", "3", "--missing", "mean"], &mean[..]].concat();
    let ran = folder.run(&words);
    same("said", ran.err.contains("4 empty cells have the mean of the column\n"), true)?;
    let features = "\nfeatures: bill, flipper, sex=female, sex=male\n";
    same("features", ran.out.contains(features), true)?;
    folder.file("odd.csv", "x,y\n1,-99\n-99,2\n3,4\n5,6\n");
    let ran = folder.run(&["count", "odd.csv", "--na", "-99", "--missing", "drop"]);
    same("said", ran.err.contains("left out 2 of 4 rows with an empty cell"), true)?;
    let ran = folder.run(&["count", "odd.csv", "--na", "-99"]);
    ran.fails_with(
        1,
        "odd.csv, row 1 (line 2), column \"y\": found \"-99\", which stands for a missing value, \
         as in 2 of 4 rows; fill it, leave such rows out, or take the mean of the column \
         (--missing drop, --missing mean)",
    )
}

/// As a spreadsheet writes a table where the comma is decimal: what the message suggests reads it,
/// and the graph is that of the same numbers with points.
fn decimal_commas_are_read_where_they_are_said_to_be() -> Result<(), Failed> {
    let (folder, iris) = (Folder::new(), std::fs::read_to_string(example("iris.csv"))?);
    folder.file("iris.csv", &iris);
    std::fs::create_dir(folder.path("it"))?;
    folder.file("it/iris.csv", iris.replace(',', ";").replace('.', ","));
    let ran = folder.run(&["build", "it/iris.csv", "--k", "10", "--to", "it.db"]);
    let suggested = ran.err.split_once("; try: ").map(|(_, command)| command.trim());
    let suggested = suggested.ok_or_else(|| ran.report("a suggestion"))?;
    same("option", suggested.ends_with("--label class --decimal-comma"), true)?;
    let again = folder.command("sh", &["-c", suggested]);
    same("code", Ran::of(again, &["sh", "-c", suggested]).code, 0)?;
    folder.ok(&["build", "iris.csv", "--label", "class", "--k", "10", "--to", "points.db"])?;
    same("bytes", folder.read("it.db") == folder.read("points.db"), true)?;
    // The only fault of a table.
    folder.file("sums.csv", "x;y\n1,5;2\n2,5;3\n");
    folder.run(&["count", "sums.csv"]).fails_with(
        1,
        "sums.csv, row 1 (line 2), column \"x\": found \"1,5\", a decimal comma; write a decimal \
         point: 1.5, or read all commas as points (--decimal-comma)",
    )?;
    folder.ok(&["count", "sums.csv", "--decimal-comma"])?;
    folder.file("both.csv", "x;y\n1,5;2\n2.500;3\n");
    folder.run(&["count", "both.csv", "--decimal-comma"]).fails_with(
        1,
        "both.csv, row 2 (line 3), column \"x\": found \"2.500\", a point in a table with decimal \
         commas; write 2,500 or 2500",
    )?;
    // New rows come from the same spreadsheet.
    let place = ["place", "it.db", "it/iris.csv", "--format", "csv"];
    folder.run(&place).fails_with(
        1,
        "it/iris.csv, row 1 (line 2), column \"sepal_length\": found \"5,1\", a decimal comma; give \
         it a decimal point, or read all commas as points (--decimal-comma)",
    )?;
    let placed = folder.ok(&[&place[..], &["--decimal-comma"]].concat())?;
    same("rows", placed, folder.ok(&["place", "points.db", "iris.csv", "--format", "csv"])?)
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
    folder.run(&["build", "cut.csv.gz"]).fails_with(1, "cut.csv.gz: a damaged gzip file (")
}

fn other_formats_are_told_by_their_bytes() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    folder.file("t.parquet", b"PAR1....PAR1");
    let convert = "t.parquet: this is a Parquet file; convert it: python3 -c \"import pandas; \
                   pandas.read_parquet('t.parquet').to_csv('t.csv', index=False)\"";
    folder.run(&["build", "t.parquet"]).fails(1, convert)?;
    folder.run(&["count", "birds.db"]).fails_with(2, "birds.db: this is a stored graph")?;
    let other = folder.command("sqlite3", &["other.db", "CREATE TABLE t (x)"]);
    same("a database", Ran::of(other, &["sqlite3"]).code, 0)?;
    folder.run(&["count", "other.db"]).fails_with(
        2,
        "other.db: this is a SQLite database, no table; say which rows of t (--sql 'SELECT ...')",
    )
}

fn columns_that_are_hardly_meant_are_told() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| {
        format!("{at},{},{},{},{}\n", at * 7 % 13, at * at % 11, 2007 + at % 3, at * 17 % 101)
    };
    let text = (1..=60).map(row).fold("no,x,y,Year,target\n".to_owned(), |text, row| text + &row);
    folder.file("t.csv", text);
    let ran = folder.run(&["count", "t.csv", "--k", "5"]);
    for said in [
        "t.csv: no only numbers the rows, and counts as a feature; --drop no leaves it out, --id \
         no takes it for the names\n",
        "t.csv: Year says when a row was taken, and counts as a feature; --drop Year leaves it out, \
         --keep Year only shows it\n",
        "t.csv: target counts as a feature; --label 'target>=51' makes two classes of its many numbers\n",
    ] {
        if !ran.err.contains(said) {
            return Err(ran.report(said).into());
        }
    }
    let labelled = ["count", "t.csv", "--k", "5", "--id", "no", "--label", "target"];
    let ran = folder.run(&labelled);
    let (_, condition) = ran.err.split_once("each is a class; --label '").ok_or("no condition")?;
    let (condition, _) = condition.split_once('\'').ok_or("an open quote")?;
    let built = ["build", "t.csv", "--k", "5", "--id", "no", "--label", condition];
    let out = folder.ok(&built)?;
    same("two classes", out.contains(&format!("2 classes (not {condition}, {condition})")), true)
}

fn a_missing_input_is_told_first() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &["--to", "gone.db"])?;
    folder.run(&["build", "gone.csv"]).fails(1, "gone.csv: no such file; check the path")?;
    let ran = folder.run(&["build", "birds.csv", "--label", "specie", "--to", "gone.db"]);
    ran.fails_with(2, "no column \"specie\" for the label (did you mean \"species\"?)")
}

fn both_spellings_are_taken() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    let asked = folder.ok(&["query", "birds.db", "lca", "d1", "d5"])?;
    for words in [&["lca", "d1,d5"][..], &["--lca", "d1,d5"], &["--lca", "d1", "d5"]] {
        same("query", folder.ok(&[&["query", "birds.db"], words].concat())?, asked.clone())?;
    }
    let drawn = |words: &[&str]| {
        folder.ok(&[&["export", "birds.db", "-f", "dot", "-o", "-"], words].concat())
    };
    same("export", drawn(&["--lca", "d1", "--lca", "d5"])?, drawn(&["--lca", "d1,d5"])?)?;
    // A shell has taken the braces off.
    let apart = "\"d1 d5\" are several words, and one cluster is wanted; write it in quotes: \
                 '{d1,d5}'";
    let query = folder.run(&["query", "birds.db", "members", "d1", "d5"]);
    query.fails(2, &format!("{apart}; usage: members CONCEPT"))?;
    let ran = folder.run(&["query", "birds.db", "largest", "-n", "abc"]);
    same("limit", ran.err.contains("must be a positive integer, such as 10"), true)?;
    let kinds = folder.ok(&["plot", "birds.db"])?;
    same("kinds", kinds.contains("  sizes ") && kinds.contains("  purity "), true)
}

fn a_point_stands_for_its_smallest_cluster() -> Result<(), Failed> {
    let folder = birds();
    build_birds(&folder, &[])?;
    for query in ["concept", "describe", "members", "profile", "parents"] {
        let by = |word: &str| folder.ok(&["query", "birds.db", query, word]);
        same(query, by("d9")?, by("{d9}")?)?;
    }
    let around =
        |word: &str| folder.ok(&["export", "birds.db", "--around", word, "-o", "-", "-f", "dot"]);
    same("around", around("d9")?, around("{d9}")?)
}

fn what_is_near_fits_a_page_and_says_what_differs() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--k", "10", "-q"])?;
    let drawn = |words: &[&str]| {
        let ran = folder.run(&[&["export", "iris.db", "-o", "x.dot"], words].concat());
        (ran.err, folder.text("x.dot"))
    };
    let (said, dot) = drawn(&["--around", "d64"]);
    // What comes in beside d64, which is all that its own cluster has.
    same("around", said.starts_with("x.dot: ") && dot.contains(">+ d69<"), true)?;
    same("the key", dot.contains("+: points that come in"), true)?;
    let (_, dot) = drawn(&["--around", "{d64,d69}"]);
    same("left out", dot.contains(">− d69<") && dot.contains("−: points left out"), true)?;
    for (words, most) in [(&["--around", "c1502"], 12), (&["--containing", "d64"], 24)] {
        let (said, dot) = drawn(words);
        // Where little is left of a cluster, features say more than names.
        same("what is left", dot.contains(">petal_length -"), words[0] == "--around")?;
        same("what comes in", dot.contains(">+ d69<"), words[0] == "--containing")?;
        let note = said.starts_with(&format!("x.dot: {most} clusters, "))
            && said.contains(&format!(" (the nearest {most} of "));
        same(&said, note && said.ends_with("; a limit draws more)\n"), true)?;
    }
    let (said, _) = drawn(&["--containing", "d64", "--limit", "30"]);
    same("a limit", said.starts_with("x.dot: 30 clusters, "), true)?;
    let (said, _) = drawn(&["--around", "d64", "--radius", "4"]);
    let note = said.starts_with("x.dot: 60 clusters, ") && said.contains(" (the nearest 60 of ");
    same(&said, note && said.ends_with("; a limit draws more)\n"), true)
}

fn quiet_is_quiet() -> Result<(), Failed> {
    let folder = birds();
    let ran = folder.run(&[&["build", "birds.csv", "-q"], &SUGGESTED[..]].concat());
    same("build", (ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""))
}
