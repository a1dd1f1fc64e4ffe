//! Tables in every format that is read, with and without a second file. The files were written by
//! tests/tables/write.py with pandas, Polars, NumPy and openpyxl.

use std::panic;
use std::path::PathBuf;

use conceptgraph::table;
use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_table_is_the_same_graph_in_every_format),
        trial!(a_table_is_the_same_graph_in_parquet, Need::Parquet),
        trial!(vectors_are_the_same_graph_in_every_format),
        trial!(odd_files_are_read_and_say_how),
        trial!(files_that_are_no_table_say_why),
        trial!(parquet_files_that_are_no_table_say_why, Need::Parquet),
        trial!(altered_files_are_read_or_refused),
        trial!(a_second_file_has_what_belongs_to_the_rows),
        trial!(a_second_file_with_other_rows_is_refused),
        trial!(distances_and_links_come_in_every_format),
        trial!(a_number_may_stand_for_a_missing_value),
        trial!(nothing_is_lost_in_another_type),
        trial!(nothing_is_lost_in_parquet, Need::Parquet),
        trial!(times_of_a_sheet_are_times),
        trial!(what_is_not_asked_for_may_be_anything),
        trial!(a_kept_text_may_have_lines),
        trial!(a_sheet_may_be_the_second_file),
        trial!(new_rows_come_in_every_format),
    ]
}

fn tables() -> PathBuf {
    project().join("tests/tables")
}

/// Creates a folder with these files of `tests/tables`.
fn with(files: &[&str]) -> Folder {
    let folder = Folder::new();
    for file in files {
        let bytes = std::fs::read(tables().join(file)).expect("a table of the project");
        folder.file(file.rsplit('/').next().unwrap_or(file), bytes);
    }
    folder
}

/// Builds a graph from each file and checks that it equals that of the first file to the byte.
fn same_graphs(files: &[&str], options: &[&str]) -> Result<(), Failed> {
    let folder = with(files);
    for file in files {
        let (_, suffix) = file.rsplit_once('.').expect("a suffix");
        let renamed = format!("graph.{suffix}");
        std::fs::rename(folder.path(file), folder.path(&renamed))?;
        let to = format!("{file}.db");
        folder.ok(&[&["build", &renamed, "--to", &to, "-q"], options].concat())?;
        same(file, folder.read(&to) == folder.read(&format!("{}.db", files[0])), true)?;
    }
    Ok(())
}

const BIRDS: [&str; 8] =
    ["--label", "kind", "--id", "name", "--keep", "seen,note", "--missing", "drop"];

fn a_table_is_the_same_graph_in_every_format() -> Result<(), Failed> {
    let files = ["birds.csv", "birds.xlsx", "birds.dates.xlsx", "birds.ods", "birds.jsonl"];
    same_graphs(&[&files[..], &["birds.json", "birds.npy"]].concat(), &BIRDS)
}

fn a_table_is_the_same_graph_in_parquet() -> Result<(), Failed> {
    let files = ["birds.csv", "birds.parquet", "birds.dates.parquet", "birds.groups.parquet"];
    same_graphs(&[&files[..], &["birds.polars.parquet"]].concat(), &BIRDS)?;
    let files = ["vectors.csv", "vectors.parquet", "vectors.pandas.parquet"];
    same_graphs(&files, &["--label", "topic"])
}

fn vectors_are_the_same_graph_in_every_format() -> Result<(), Failed> {
    same_graphs(&["vectors.csv", "vectors.npz", "vectors.jsonl"], &["--label", "topic"])?;
    let arrays = ["vectors.npy", "vectors.fortran.npy", "vectors.bigendian.npy"];
    same_graphs(&arrays, &["--columns", "x_1,x_2,x_5"])?;
    let folder = with(&["vectors.npy", "vectors.csv"]);
    let build = ["build", "vectors.npy", "--columns", "x_1,x_2,x_5"];
    folder.ok(&[&build[..], &["--to", "a.db"]].concat())?;
    folder
        .ok(&[&["build", "vectors.csv", "--drop", "topic"], &build[2..], &["--to", "b.db"]]
            .concat())?;
    let queried = |store: &str| folder.ok(&["query", store, "largest", "-f", "csv"]);
    same("numbers of an array and of a text", queried("a.db")?, queried("b.db")?)?;
    // The name of a list stands for all its numbers.
    let folder = with(&["vectors.npy"]);
    let counted = |columns: &str| folder.ok(&["count", "vectors.npy", "--columns", columns]);
    same("all", counted("x")?, counted("x_1,x_2,x_3,x_4,x_5,x_6,x_7,x_8")?)
}

/// Checks that no graph is built from these files and that each error has its message.
fn refused(messages: &[(&str, &str)]) -> Result<(), Failed> {
    for (file, message) in messages {
        let folder = with(&[&format!("broken/{file}")]);
        folder.run(&["build", file]).fails(1, &format!("{file}{message}"))?;
        same("no store", folder.names(), vec![(*file).to_owned()])?;
    }
    Ok(())
}

fn files_that_are_no_table_say_why() -> Result<(), Failed> {
    refused(&[
        ("truncated.npy", ": an array that ends early, with 172 bytes of 1920; check that"),
        ("header.npy", ": the array cannot be read (failed to fill whole buffer); check that"),
        ("objects.npy", ": an array of objects of Python (dtype '|O'); save numbers or words"),
        ("deep.npy", ": an array of 3 dimensions (4 x 3 x 2); save one of rows and columns"),
        ("single.npy", ": a single value; save an array of rows"),
        ("empty.npy", ": there is a header but no data row; give at least 2 rows"),
        ("narrow.npy", ": an array without a column"),
        ("complex.npy", ": an array of complex numbers (dtype '<c16'); save two columns"),
        ("dates.npy", ": an array of dates or times (dtype '<M8[D]'); save them as text"),
        ("words.npy", ": no column has numbers, or a few words that recur"),
        ("long.npy", ": an array of no numbers and no words (dtype '<f16'); save numbers"),
        ("truncated.npz", ": the archive cannot be read ("),
        ("sparse.npz", ": this is a sparse matrix of SciPy; save its array"),
        (
            "sheets.xlsx",
            ": 2 sheets have cells: \"first\", \"second\"; say which one (--sheet first or --sheet second)",
        ),
        ("empty.xlsx", ": there is no cell with a value"),
        ("stray.xlsx", ": the cell XFD1048576 of \"Sheet\" is far from the others; clear it"),
        ("truncated.xlsx", ": the spreadsheet cannot be read (Cannot detect file format)"),
        ("cut.jsonl", ", line 2: found no JSON object (EOF while parsing a value)"),
        ("array.jsonl", ", line 2: found no JSON object (invalid type: sequence"),
        ("columns.json", ": this is a single JSON object (number of keys: 1)"),
        ("lists.json", ", line 1: found no JSON object (invalid type: sequence"),
        (
            "ragged.jsonl",
            ", row 2 (line 3), column \"v\": a list of 3 numbers, but one of 2 numbers",
        ),
        ("nan.jsonl", ", line 2: found no JSON object (expected value); use one object per line"),
        ("twice.jsonl", ", row 1 (line 1): the key \"a\" occurs twice"),
        ("empty.json", ": there is no object"),
    ])?;
    let folder = with(&["broken/sheets.xlsx"]);
    folder.ok(&["count", "sheets.xlsx", "--sheet", "second"])?;
    folder
        .run(&["count", "sheets.xlsx", "--sheet", "third"])
        .fails(2, "no sheet \"third\"; its")?;
    let folder = with(&["vectors.npy"]);
    folder
        .run(&["count", "vectors.npy", "--sheet", "a"])
        .fails(2, "there are no sheets in this")?;
    folder.run(&["count", "vectors.npy", "--no-header"]).fails(2, "the columns have names")
}

/// Files that are odd and yet are tables, and a part of what is said of them.
fn odd_files_are_read_and_say_how() -> Result<(), Failed> {
    let parquet = [
        ("bytes.parquet", "a is not readable (found bytes)"),
        ("nested.parquet", "v is not readable (found lists in a list)"),
        ("gap.parquet", "1 empty cell is filled with the mean of the column, in a (1)"),
        ("dates.parquet", "when (dates)"),
    ];
    let others = [
        ("error.xlsx", "b is constant"),
        ("header.xlsx", "line 1 is data, so columns are numbered"),
        ("names.xlsx", "columns 1 and 3 are both a: a_2"),
        ("title.xlsx", "line 1 is a title"),
        ("nan.npy", "x_2 is constant"),
        ("lengths.npz", "y is not readable (found an array of 2 rows"),
        ("objects.npz", "y is not readable (found an array of objects of Python"),
        ("nested.jsonl", "o is not readable (found an object)"),
        ("missing.jsonl", "b is constant"),
    ];
    let parquet = parquet.iter().filter(|_| cfg!(feature = "parquet"));
    for (file, said) in others.iter().chain(parquet) {
        let ran = with(&[&format!("broken/{file}")]).run(&["count", file, "--k", "2"]);
        same(&format!("{file}: {}", ran.err), (ran.code, ran.err.contains(said)), (0, true))?;
    }
    Ok(())
}

fn parquet_files_that_are_no_table_say_why() -> Result<(), Failed> {
    refused(&[
        ("truncated.parquet", ": the Parquet file is damaged ("),
        (
            "ragged.parquet",
            ", row 2, column \"v\": a list of 1 number, but one of 2 numbers in the",
        ),
        ("empty.parquet", ": there is a header but no data row; give at least 2 rows"),
    ])
}

fn altered_files_are_read_or_refused() -> Result<(), Failed> {
    let files = ["birds.xlsx", "birds.ods", "birds.npy", "birds.jsonl", "vectors.npz"];
    let parquet = ["birds.groups.parquet", "vectors.parquet"];
    let parquet = parquet.iter().filter(|_| cfg!(feature = "parquet"));
    let reading = table::ReadOptions::default().missing(table::MissingPolicy::Drop);
    for file in files.iter().chain(parquet) {
        let bytes = std::fs::read(tables().join(file))?;
        let mut refused = 0;
        for at in 0..300 {
            let mut altered = bytes.clone();
            // Positions far apart; every tenth file is cut off there.
            let place = at * 7919 % bytes.len();
            altered[place] = altered[place].wrapping_add(1 + (at % 255) as u8);
            if at % 10 == 0 {
                altered.truncate(place);
            }
            let read = panic::catch_unwind(|| table::read_from(&altered, &reading));
            let read = read.map_err(|_| format!("{file}, altered at {place}: a panic"))?;
            if let Err(fault) = read {
                refused += 1;
                same(file, fault.to_string().contains('\n'), false)?;
            }
        }
        same(file, refused > 0, true)?;
    }
    Ok(())
}

fn a_second_file_has_what_belongs_to_the_rows() -> Result<(), Failed> {
    let folder = with(&["vectors.npy", "vectors.csv", "titles.csv"]);
    let roles = ["--id", "title", "--label", "topic"];
    let beside = ["build", "vectors.npy", "--rows", "titles.csv", "--to", "npy.db", "-q"];
    folder.ok(&[&beside, &roles[..]].concat())?;
    // A table with the columns of both files.
    let both =
        |name: &str| -> Vec<String> { folder.text(name).lines().map(str::to_owned).collect() };
    let lines = both("vectors.csv").into_iter().zip(both("titles.csv"));
    let joined = lines.map(|(vector, title)| {
        let vector = vector.rsplit_once(',').map(|(vector, _)| vector.to_owned());
        format!("{},{title}\n", vector.unwrap_or_default())
    });
    folder.file("vectors.csv", joined.collect::<String>());
    folder.ok(&[&["build", "vectors.csv", "--to", "csv.db", "-q"], &roles[..]].concat())?;
    same("by position", folder.read("npy.db") == folder.read("csv.db"), true)?;
    // Rows are matched by name, whatever their order.
    let mut lines = both("titles.csv");
    lines[1..].reverse();
    folder.file("turned.csv", lines.join("\n"));
    let named = ["--id", "title", "--drop", "topic", "--to", "named.db", "-q"];
    folder.ok(&[&["build", "vectors.csv", "--rows", "turned.csv"], &named[..]].concat())?;
    let rows = "title,year\n".to_owned()
        + &(0..60).rev().map(|at| format!("title {at},{}\n", 1900 + at)).collect::<String>();
    folder.file("years.csv", rows);
    let years = ["build", "vectors.csv", "--rows", "years.csv", "--keep", "year", "--force", "-q"];
    folder.ok(&[&years[..], &roles[..]].concat())?;
    let year = folder.ok(&["query", "vectors.db", "members", "title 7", "-f", "csv"])?;
    same(&year, year.contains("title 7,north,1907\n"), true)?;
    // A column that is not asked for is no feature.
    let counted = |more: &[&str]| folder.ok(&[&["count", "vectors.npy"], more].concat());
    same("no feature", counted(&["--rows", "years.csv", "--keep", "year"])?, counted(&[])?)?;
    let asked = counted(&["--rows", "years.csv", "--columns", "x_1,year"])?;
    same("a feature", asked == counted(&["--columns", "x_1"])?, false)
}

fn a_second_file_with_other_rows_is_refused() -> Result<(), Failed> {
    let folder = with(&["vectors.npy", "birds.csv", "titles.csv"]);
    folder.file("few.csv", "title,year\na,1\nb,2\n");
    folder.file("birds2.csv", "name,site\nfinch 0,a\nowl 0,b\nowl 0,c\n");
    folder.file("birds3.csv", "name,site\nfinch 0,a\nowl 0,b\n");
    folder.file("birds4.csv", "name,site,mass\nfinch 0,a\n");
    folder.file("birds5.csv", "name,mass\nfinch 0,1\n");
    let fails = |words: &[&str], found: &str| {
        let ran = folder.run(&[&["build"], words].concat());
        ran.fails(1, found)
    };
    fails(
        &["vectors.npy", "--rows", "few.csv", "--keep", "year"],
        "vectors.npy: found 60 rows, but few.csv has 2; give both files the same rows",
    )?;
    let long = folder.text("titles.csv") + "title 60,north\n";
    folder.file("long.csv", long);
    let long = ["vectors.npy", "--rows", "long.csv", "--keep", "title"];
    fails(&long, "found 60 rows, but long.csv has 61")?;
    let birds = |rows: &str, found: &str| {
        let columns = ["--columns", "wing", "--id", "name", "--keep", "site"];
        fails(&[&["birds.csv", "--rows", rows], &columns[..]].concat(), found)
    };
    birds(
        "birds2.csv",
        "birds2.csv, row 3 (line 4): the name \"owl 0\" for a second time; give every row",
    )?;
    birds(
        "birds3.csv",
        "row 2 (line 3): names that are not in birds3.csv: 58 of 60, \"gull 0\" the first",
    )?;
    birds("birds4.csv", "birds4.csv, row 1 (line 2): found 2 cells, expected 3")?;
    birds("none.csv", "none.csv: no such file")?;
    let both = ["birds.csv", "--rows", "birds5.csv", "--keep", "mass"];
    fails(&both, "birds5.csv has a column \"mass\" too; rename one of the two")?;
    let both = ["vectors.npy", "--rows", "titles.csv", "--keep", "titel"];
    folder.run(&[&["build"], &both[..]].concat()).fails(2, "(did you mean \"title\"?)")?;
    folder.run(&["build", "-", "--rows", "-"]).fails(2, "standard input can be read once")
}

fn distances_and_links_come_in_every_format() -> Result<(), Failed> {
    let folder = with(&["distances.npy"]);
    let rows = (0..12_i32).map(|row| {
        let distance = |column: i32| ((row * row - column * column).abs() as f64 / 8.0).to_string();
        (0..12).map(distance).collect::<Vec<_>>().join(",") + "\n"
    });
    folder.file("distances.csv", rows.collect::<String>());
    let counted = |file: &str| folder.ok(&["count", file, "--distances", "-k", "4"]);
    same("distances", counted("distances.npy")?, counted("distances.csv")?)?;
    let links = |link: fn(u32, u32) -> String| -> String {
        (0..40).map(|at| link(at, at * 7 % 40)).collect()
    };
    folder.file("links.csv", "source,target\n".to_owned() + &links(|a, b| format!("{a},{b}\n")));
    let objects = links(|a, b| format!("{{\"source\":{a},\"target\":{b}}}\n"));
    folder.file("links.jsonl", objects);
    let counted = |file: &str| folder.ok(&["count", file, "--neighbors"]);
    same("links", counted("links.jsonl")?, counted("links.csv")?)
}

fn a_number_may_stand_for_a_missing_value() -> Result<(), Failed> {
    let folder = Folder::new();
    let rows = |row: fn(i32, i32) -> String| -> String {
        (0..30).map(|at| row(at * at % 19, if at % 9 == 4 { -99 } else { at })).collect()
    };
    folder.file("t.csv", "x,y\n".to_owned() + &rows(|x, y| format!("{x},{y}\n")));
    folder.file("t.jsonl", rows(|x, y| format!("{{\"x\":{x},\"y\":{y}}}\n")));
    for missing in ["drop", "mean"] {
        let words = ["--na=-99", "--missing", missing, "-q", "--force"];
        let build =
            |file: &str, to: &str| folder.ok(&[&["build", file, "--to", to], &words[..]].concat());
        build("t.csv", "csv.db")?;
        build("t.jsonl", "jsonl.db")?;
        same(missing, folder.read("csv.db") == folder.read("jsonl.db"), true)?;
        let placed = |file: &str| folder.ok(&["place", "csv.db", file, "--na=-99", "-f", "csv"]);
        same("placed", placed("t.jsonl")?, placed("t.csv")?)?;
    }
    Ok(())
}

/// The options for a table with codes of 20 digits, numbers of 17 digits, moments and times of the
/// day, a number for a missing value, and other content of an archive.
const MARKS: [&str; 8] =
    ["--id", "code", "--keep", "when,at", "--na=-999", "--missing", "mean", "--k=5"];

fn nothing_is_lost_in_another_type() -> Result<(), Failed> {
    same_graphs(&["marks.csv", "marks.jsonl"], &MARKS)?;
    let folder = with(&["marks.csv", "marks.npz"]);
    let build = |file: &str, more: &[&str]| {
        folder
            .ok(&[&["build", file, "-q", "--force", "--to", "m.db"], &MARKS[..], more].concat())?;
        Ok::<_, Failed>(folder.read("m.db"))
    };
    let drop = ["--drop", "about,only"];
    same("an archive", build("marks.npz", &drop)? == build("marks.csv", &[])?, true)?;
    // Integers are no fractions as names and classes, and keep all digits.
    let folder = with(&["whole.npy", "whole.csv"]);
    let points = |file: &str| {
        folder.ok(&[
            "build",
            file,
            "--id",
            "x_1",
            "--label",
            "x_2",
            "--columns",
            "x_3",
            "--to",
            "w.db",
            "--force",
        ])?;
        folder.ok(&["query", "w.db", "points", "-f", "csv"])
    };
    same("whole numbers", points("whole.npy")?, points("whole.csv")?)?;
    same_graphs(&["halves.csv", "halves.npy"], &[])
}

/// An index of pandas without a name is no feature.
fn nothing_is_lost_in_parquet() -> Result<(), Failed> {
    same_graphs(&["marks.csv", "marks.parquet"], &MARKS)
}

fn times_of_a_sheet_are_times() -> Result<(), Failed> {
    let folder = with(&["marks.csv", "marks.xlsx"]);
    let shown = |file: &str| {
        let build = ["build", file, "--id", "code", "--keep", "when,at", "--columns", "x"];
        folder.ok(&[&build[..], &["--to", "t.db", "--force"]].concat())?;
        let rows = folder.json(&["query", "t.db", "points"])?;
        Ok::<_, Failed>(
            rows.as_array().into_iter().flatten().map(|row| row["at"].clone()).collect(),
        )
    };
    let (times, truth): (Vec<_>, Vec<_>) = (shown("marks.xlsx")?, shown("marks.csv")?);
    same("times", times, truth)
}

fn what_is_not_asked_for_may_be_anything() -> Result<(), Failed> {
    let folder = with(&["marks.npz", "padded.npy"]);
    let build = ["build", "marks.npz", "--columns", "x,y", "--force"];
    folder.ok(&build)?;
    let all = folder.run(&["build", "marks.npz", "--force"]);
    same(&all.err, all.err.contains("about is not readable (found a single value)"), true)?;
    let only = [&build[..3], &["x,only", "--force"]].concat();
    folder
        .run(&only)
        .fails(1, "column \"only\": found an array of 2 rows, where the first has 39")?;
    let about = [&build[..3], &["x,about", "--force"]].concat();
    folder.run(&about).fails(1, "column \"about\": found ")?;
    let built = folder.run(&["build", "padded.npy"]);
    same(&built.out, (built.code, built.out.contains(" rows, 1 feature")), (0, true))
}

fn a_kept_text_may_have_lines() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: i32| format!("{{\"x\":{at},\"t\":\"one\\r\\n two {at}\"}}\n");
    folder.file("t.jsonl", "\u{feff}".to_owned() + &(0..9).map(row).collect::<String>());
    folder.ok(&["build", "t.jsonl", "--keep", "t"])?;
    same("a text", &folder.json(&["query", "t.db", "points"])?[4]["t"], &"one  two 4".into())
}

fn a_sheet_may_be_the_second_file() -> Result<(), Failed> {
    let folder = with(&["broken/sheets.xlsx", "titles.csv", "vectors.npy"]);
    folder.file("two.csv", "x\n1\n2\n");
    let build = ["build", "two.csv", "--rows", "sheets.xlsx", "--keep", "b", "--k=1"];
    folder.run(&build).fails(1, "sheets.xlsx: 2 sheets have cells")?;
    folder.ok(&[&build[..], &["--sheet", "second"]].concat())?;
    same("a cell", &folder.json(&["query", "two.db", "points"])?[1]["b"], &4.into())?;
    let both = ["build", "sheets.xlsx", "--rows", "sheets.xlsx", "--sheet", "first", "--keep", "b"];
    folder.run(&both).fails(1, "save the one with the rows in a file of its own")?;
    // A fault of the second file is reported under its name.
    folder.file("gap.csv", folder.text("titles.csv").replace("title 7,north", "title 7,"));
    let build = ["build", "vectors.npy", "--rows", "gap.csv", "--id", "title", "--label", "topic"];
    let strict = folder.run(&[&build[..], &["--missing", "error"]].concat());
    strict.fails(1, "gap.csv, row 8, column \"topic\": the cell is empty")?;
    folder.file("twice.csv", folder.text("titles.csv").replace("title 7,", "title 3,"));
    let build = ["build", "vectors.npy", "--rows", "twice.csv", "--id", "title"];
    folder
        .run(&build)
        .fails(1, "twice.csv, row 8, column \"title\": the name \"title 3\" of row 4 again")?;
    folder.run(&build[..4]).fails(2, "no column of the file of --rows is asked for")?;
    folder.file("bare.csv", folder.text("titles.csv").replace("title,topic\n", ""));
    let build = ["build", "vectors.npy", "--rows", "bare.csv", "--keep", "1"];
    folder.run(&build).fails(1, "bare.csv has 59, where the first line names the columns")
}

fn new_rows_come_in_every_format() -> Result<(), Failed> {
    let folder = with(&["vectors.npy", "vectors.csv", "vectors.jsonl", "vectors.npz"]);
    folder.ok(&["build", "vectors.npy", "-q"])?;
    let placed = |rows: &str| folder.ok(&["place", "vectors.db", rows, "-f", "csv"]);
    let expected = placed("vectors.csv")?;
    for rows in ["vectors.npy", "vectors.jsonl", "vectors.npz"] {
        same(rows, placed(rows)?, expected.clone())?;
    }
    let folder = with(&["vectors.npy", "titles.csv"]);
    let roles = ["--id", "title", "--label", "topic", "-q"];
    folder.ok(&[&["build", "vectors.npy", "--rows", "titles.csv"], &roles[..]].concat())?;
    folder.ok(&["place", "vectors.db", "vectors.npy", "--rows", "titles.csv"])?;
    let no_header = ["--rows", "titles.csv", "--keep", "title", "--no-header"];
    let ran = folder.run(&[&["build", "vectors.npy"], &no_header[..]].concat());
    ran.fails(2, "vectors.npy: the columns have names, such as \"x_1\"")
}
