//! The rows of the input with their groups: the view `rows`, and files for pandas and spreadsheets.

use std::collections::HashMap;

use conceptgraph::build::{BuildOptions, Source, build};
use conceptgraph::export::{ExportContext, ExportRequest};
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph::table::{self, ReadOptions};
use conceptgraph_engine::base::progress::Progress;
use libtest_mimic::{Failed, Trial};
use rusqlite::types::Value;

use crate::support::{Folder, Need, Ran, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_line_of_sql_is_enough, Need::Sqlite3),
        trial!(a_view_and_a_file_hold_the_same_rows),
        trial!(every_store_writes_the_same_rows),
        trial!(a_point_is_where_its_largest_shares_are),
        trial!(neighbours_stand_near_one_another),
        trial!(a_context_has_rows_without_features),
        trial!(rows_of_many_columns_end_where_sqlite_does),
        trial!(clusters_are_asked_for_or_the_rows_come),
        trial!(parquet_has_the_types_of_the_columns),
        trial!(tables_have_what_queries_answer),
        trial!(tables_are_written_whole),
    ]
}

/// Columns named like the program's, like each other, or oddly; numbers, codes, words and gaps.
const ODD: &str = "\
name,kind,point,X,x,\"a \"\"q\"\"\",Community,price,year,zip,note,gap
a,u,1,1,2,3,9,1.50,2001,01234,\"hi, you\",
b,u,2,2,3,4,8,2,,02345,\"q\"\"q\",
c,v,3,9,8,7,7,,2003,10000,,
d,v,4,9,9,7,6,3.25,2004,10001,é,
e,v,5,8,9,6,6,3.5,2004,10001,é,
";
const HEADER: [&str; 20] = [
    "point",
    "row",
    "point_",
    "X",
    "x_",
    "a \"q\"",
    "Community_",
    "price",
    "year",
    "zip",
    "note",
    "gap",
    "class",
    "community",
    "share",
    "part",
    "outlier",
    "map_x",
    "map_y",
    "landmark",
];

fn odd() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.file("odd.csv", ODD);
    let words = ["--id", "name", "--label", "kind", "--keep", "price,year,zip,note,gap"];
    folder.ok(&[&["build", "odd.csv", "--k", "2", "-q"], &words[..]].concat())?;
    Ok(folder)
}

fn read(folder: &Folder, name: &str) -> Result<(Vec<String>, Vec<Vec<String>>), Failed> {
    let mut file = csv::Reader::from_path(folder.path(name))?;
    let words = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let header = words(file.headers()?);
    let rows = file.records().map(|record| record.map(|record| words(&record)));
    Ok((header, rows.collect::<Result<_, _>>()?))
}

fn view(folder: &Folder, store: &str) -> Result<(Vec<String>, Vec<Vec<Value>>), Failed> {
    let file = rusqlite::Connection::open(folder.path(store))?;
    let mut select = file.prepare("SELECT * FROM rows")?;
    let header: Vec<String> = select.column_names().map(str::to_owned).collect();
    let width = header.len();
    let row = |row: &rusqlite::Row<'_>| (0..width).map(|at| row.get(at)).collect();
    Ok((header, select.query_map([], row)?.collect::<Result<_, _>>()?))
}

fn a_line_of_sql_is_enough() -> Result<(), Failed> {
    let folder = odd()?;
    let select = "SELECT community, avg(price), max(year), min(zip) FROM rows GROUP BY community";
    let ran = Ran::of(folder.command("sqlite3", &["odd.db", select]), &["sqlite3", select]);
    same("groups", ran.out.as_str(), "g1|2.5625|2004|01234\n")?;
    same("checked", folder.run(&["check", "odd.db"]).code, 0)
}

fn a_view_and_a_file_hold_the_same_rows() -> Result<(), Failed> {
    let folder = odd()?;
    let ran = folder.run(&["export", "odd.db", "-o", "rows.csv"]);
    same("said", ran.err.as_str(), "rows.csv: 5 rows, 20 columns\n")?;
    let (header, rows) = read(&folder, "rows.csv")?;
    same("header", header.iter().map(String::as_str).collect::<Vec<_>>(), HEADER.to_vec())?;
    let points: Vec<&str> = rows.iter().map(|row| &*row[0]).collect();
    same("order", points, vec!["a", "b", "c", "d", "e"])?;
    same("as in the input", rows[1][2..12].join("|"), "2|2|3|4|8|2||02345|q\"q|".to_owned())?;
    let (names, seen) = view(&folder, "odd.db")?;
    same("names", names.iter().map(String::as_str).collect::<Vec<_>>(), HEADER[..19].to_vec())?;
    for (row, seen) in rows.iter().zip(&seen) {
        for (cell, (name, value)) in row.iter().zip(names.iter().zip(seen)) {
            let shown = match value {
                Value::Null => String::new(),
                Value::Integer(number) => number.to_string(),
                Value::Real(number) => number.to_string(),
                Value::Text(text) => text.clone(),
                Value::Blob(_) => return Err("bytes".into()),
            };
            same(name, &shown, cell)?;
        }
    }
    let is_text = |at: usize| matches!(seen[0][at], Value::Text(_));
    same("a price, a year, a code", [7, 8, 9].map(is_text), [false, false, true])
}

/// The stores are a file, a copy of it, and a graph in memory.
fn every_store_writes_the_same_rows() -> Result<(), Failed> {
    let folder = odd()?;
    folder.ok(&["copy", "odd.db", "copy.db"])?;
    folder.ok(&["export", "odd.db", "-o", "one.csv"])?;
    folder.ok(&["export", "copy.db", "-o", "other.csv"])?;
    same("a copy", folder.text("other.csv"), folder.text("one.csv"))?;
    let reading = ReadOptions::default()
        .id("name".to_owned())
        .label("kind".to_owned())
        .keep(["price", "year", "zip", "note", "gap"].map(str::to_owned));
    let source = Source::Table(table::read_from(ODD.as_bytes(), &reading)?.table);
    let progress = Progress::default();
    let graph = build("odd", source, &BuildOptions::default(), &progress)?;
    let write = |graph: &conceptgraph::Graph, name: &str| {
        let request = ExportRequest::default().output(folder.path(name));
        let context =
            ExportContext { source: &folder.path("none"), out: None, progress: &progress };
        request.write(graph, context)
    };
    write(&graph, "memory.csv")?;
    conceptgraph::store::sqlite::save(&graph, &folder.path("own.db"), false, &progress)?;
    write(&SqliteStore::graph(&folder.path("own.db"))?, "stored.csv")?;
    same("memory", folder.text("memory.csv"), folder.text("stored.csv"))
}

fn a_point_is_where_its_largest_shares_are() -> Result<(), Failed> {
    let folder = iris()?;
    folder.ok(&["export", "iris.db", "-o", "rows.csv"])?;
    let (header, rows) = read(&folder, "rows.csv")?;
    same("own columns first", header[2..6].join(" ").starts_with("sepal_length sepal_w"), true)?;
    // The largest share comes first.
    let membership = folder.json(&["query", "iris.db", "membership"])?;
    let mut main: HashMap<(String, String), (String, f64)> = HashMap::new();
    for row in membership.as_array().ok_or("rows")? {
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let share = row["share"].as_f64().ok_or("a share")?;
        main.entry((text("point"), text("level"))).or_insert((text("community"), share));
    }
    for row in &rows {
        let found = |level: &str| main.get(&(row[0].clone(), level.to_owned()));
        let (group, share) = found("group").ok_or("a group")?;
        same(&row[0], &row[7], group)?;
        same(&row[0], (row[8].parse::<f64>()? - share).abs() < 1e-12, true)?;
        // A part is one of that group.
        same(&row[0], row[9].is_empty() || row[9].starts_with(&format!("{group}.")), true)?;
    }
    let landmark = &rows[0][13];
    let members = folder.ok(&["query", "iris.db", "members", landmark, "--format", "csv"])?;
    same("a landmark with it", members.contains("\nd1,"), true)
}

fn a_context_has_rows_without_features() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("c.cxt", "B\n\n3\n2\n\np\nq\nr\na\nb\nX.\n.X\n..\n");
    folder.ok(&["build", "c.cxt", "-q"])?;
    let csv = folder.ok(&["export", "c.db", "-f", "csv", "-o", "-"])?;
    let mut lines = csv.lines();
    same(
        "header",
        lines.next(),
        Some("point,row,class,community,share,part,outlier,map_x,map_y,landmark"),
    )?;
    let of_none = lines.next().is_some_and(|p| p.starts_with("p,1,,,,,"));
    same("a point in no community", of_none, true)?;
    let (header, rows) = view(&folder, "c.db")?;
    same("view", (header.len(), rows.len()), (9, 3))
}

/// SQLite allows at most 2,000 columns, so the view is cut; a file has all columns.
fn rows_of_many_columns_end_where_sqlite_does() -> Result<(), Failed> {
    let folder = Folder::new();
    let line = |cell: &dyn Fn(usize) -> String| (0..2_500).map(cell).collect::<Vec<_>>().join(",");
    let mut text = line(&|at| format!("f{at}")) + ",kept\n";
    for row in 1..5 {
        text += &(line(&|at| (at * row % 10_007).to_string()) + ",k\n");
    }
    folder.file("wide.csv", text);
    folder.ok(&["build", "wide.csv", "--keep", "kept", "--k", "2", "-q"])?;
    let (header, rows) = view(&folder, "wide.db")?;
    same("view", (header.len(), rows.len(), header[1_901].as_str()), (1_909, 4, "kept"))?;
    folder.ok(&["export", "wide.db", "-o", "all.csv"])?;
    let (header, _) = read(&folder, "all.csv")?;
    same("file", (header.len(), header.contains(&"kept".to_owned())), (2_510, true))
}

fn clusters_are_asked_for_or_the_rows_come() -> Result<(), Failed> {
    let folder = iris()?;
    let export = |words: &[&str]| folder.run(&[&["export", "iris.db"], words].concat());
    for (words, files) in [
        (&["-o", "a.csv"][..], vec!["a.csv", "iris.db"]),
        (&["-o", "b.csv", "--largest", "9"], vec!["b.edges.csv", "b.nodes.csv", "iris.db"]),
        (&["-o", "c.csv", "--all"], vec!["c.edges.csv", "c.nodes.csv", "iris.db"]),
        (&["-o", "d.csv", "--limit", "9"], vec!["d.edges.csv", "d.nodes.csv", "iris.db"]),
    ] {
        same("exit code", export(words).code, 0)?;
        same(&words.join(" "), folder.names(), files.iter().map(|&f| f.to_owned()).collect())?;
        files
            .iter()
            .filter(|file| **file != "iris.db")
            .try_for_each(|file| std::fs::remove_file(folder.path(file)).map_err(Failed::from))?;
    }
    export(&["-o", "a.csv"]);
    export(&["-o", "a.csv"]).fails(1, "a.csv")?;
    for words in [&["--all"][..], &["--around", "c9"], &["--limit", "9"]] {
        export(&[&["-o", "a.parquet"], words].concat()).fails(2, "parquet")?;
    }
    let shown = export(&["-o", "-", "-f", "csv"]);
    same("standard output", (shown.out, shown.err), (folder.text("a.csv"), String::new()))
}

#[cfg(not(feature = "parquet"))]
fn parquet_has_the_types_of_the_columns() -> Result<(), Failed> {
    let folder = odd()?;
    folder.run(&["export", "odd.db", "-o", "rows.parquet"]).fails(2, "Parquet")?;
    same("nothing is written", folder.path("rows.parquet").exists(), false)
}

#[cfg(feature = "parquet")]
fn parquet_has_the_types_of_the_columns() -> Result<(), Failed> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let folder = odd()?;
    let kinds = |words: &[&str]| -> Result<String, Failed> {
        let export =
            |file| folder.ok(&[&["export", "odd.db", "--force", "-o", file], words].concat());
        export("rows.parquet").and(export("rows.csv"))?;
        let file = SerializedFileReader::new(std::fs::File::open(folder.path("rows.parquet"))?)?;
        let (header, rows) = read(&folder, "rows.csv")?;
        let mut kinds = vec![' '; header.len()];
        for (found, row) in file.get_row_iter(None)?.zip(&rows) {
            let found = found?;
            let names: Vec<&String> = found.get_column_iter().map(|(name, _)| name).collect();
            same("names", names, header.iter().collect())?;
            let cells = found.get_column_iter().zip(row).zip(&mut kinds);
            for (((name, field), cell), kind) in cells {
                let (is, shown) = match field {
                    Field::Null => (*kind, String::new()),
                    Field::Long(number) => ('i', number.to_string()),
                    Field::Double(number) => ('f', number.to_string()),
                    Field::Str(text) => ('s', text.clone()),
                    other => return Err(format!("{name}: {other:?}").into()),
                };
                same(name, &shown, cell)?;
                *kind = is;
            }
        }
        same("rows", file.metadata().file_metadata().num_rows() as usize, rows.len())?;
        Ok(kinds.into_iter().collect())
    };
    same("rows", &*kinds(&[])?, "siffffffiss ssf fffs")?;
    same("communities", &*kinds(&["--communities"])?, "ssifs s ifs s")?;
    same("members", &*kinds(&["--members"])?, "sssisf")?;
    same("clusters", &*kinds(&["--clusters"])?, "sifsssf")?;
    same("members of clusters", &*kinds(&["--cluster-members"])?, "ss")
}

/// Returns the trustworthiness of a map (Venna and Kaski 2001), as scikit-learn computes it: the
/// smaller it is, the more points near a point in the map are far from it in the table.
fn trustworthiness(table: &[Vec<f64>], map: &[Vec<f64>], k: usize) -> f64 {
    let n = table.len();
    let order = |rows: &[Vec<f64>], at: usize| {
        let square = |other: &usize| -> f64 {
            rows[at].iter().zip(&rows[*other]).map(|(a, b)| (a - b) * (a - b)).sum()
        };
        let mut others: Vec<usize> = (0..n).filter(|other| *other != at).collect();
        others.sort_by(|a, b| square(a).total_cmp(&square(b)));
        others
    };
    let mut penalty = 0;
    for at in 0..n {
        let mut rank = vec![0; n];
        (1..).zip(order(table, at)).for_each(|(place, other)| rank[other] = place);
        penalty += order(map, at)[..k].iter().map(|&at| rank[at].max(k) - k).sum::<usize>();
    }
    1.0 - 2.0 / (n * k * (2 * n - 3 * k - 1)) as f64 * penalty as f64
}

fn neighbours_stand_near_one_another() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "-q", "--to", "g.db"])?;
    folder.ok(&["export", "g.db", "-o", "rows.csv"])?;
    let (header, rows) = read(&folder, "rows.csv")?;
    let numbers = |columns: std::ops::Range<usize>| -> Result<Vec<Vec<f64>>, Failed> {
        let row = |row: &Vec<String>| row[columns.clone()].iter().map(|v| v.parse()).collect();
        Ok(rows.iter().map(row).collect::<Result<_, _>>()?)
    };
    same("the place", header[11..13].join(" "), "map_x map_y".to_owned())?;
    let found = trustworthiness(&numbers(2..6)?, &numbers(11..13)?, 15);
    if found < 0.97 {
        return Err(format!("the map keeps neighbours by {found} alone").into());
    }
    // The columns of the table keep their names.
    folder.ok(&["build", &example("square.csv"), "--label", "corner", "-q", "--to", "s.db"])?;
    folder.ok(&["export", "s.db", "-o", "square.csv"])?;
    let (header, rows) = read(&folder, "square.csv")?;
    same(
        "own and ours",
        (&*header[2], &*header[3], &*header[9], &*header[10]),
        ("x", "y", "map_x", "map_y"),
    )?;
    same("own", (&*rows[0][2], &*rows[0][3]), ("0.35", "0.82"))
}

fn tables_have_what_queries_answer() -> Result<(), Failed> {
    let folder = odd()?;
    folder.ok(&["build", &example("wine.csv"), "--label", "class", "-q"])?;
    let sorted = |csv: &str| {
        let mut lines: Vec<String> = csv.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for store in ["wine.db", "odd.db"] {
        let ask =
            |query: &[&str]| folder.ok(&[&["query", store], query, &["--format", "csv"]].concat());
        let export = |what: &str| folder.ok(&["export", store, what, "-f", "csv", "-o", "-"]);
        same("communities", export("--communities")?, ask(&["communities"])?)?;
        // The query has these shares in other columns.
        let cells = |csv: &str, order: [usize; 5]| -> Result<String, Failed> {
            let mut rows = csv::Reader::from_reader(csv.as_bytes());
            let rows = rows.records().collect::<Result<Vec<_>, _>>()?.into_iter();
            let row = |row: csv::StringRecord| order.map(|at| row[at].to_owned()).join(",") + "\n";
            Ok(rows.map(row).collect())
        };
        let members = cells(&export("--members")?, [2, 4, 0, 1, 5])?;
        let truth = cells(&ask(&["membership"])?, [0, 1, 2, 3, 4])?;
        same("members", sorted(&members), sorted(&truth))?;
        let clusters = export("--clusters")?;
        let mut all = csv::Reader::from_reader(clusters.as_bytes());
        let all: Vec<csv::StringRecord> = all.records().collect::<Result<_, _>>()?;
        let pairs = export("--cluster-members")?;
        let mut sizes: HashMap<&str, usize> = HashMap::new();
        for line in pairs.lines().skip(1) {
            *sizes.entry(line.split_once(',').ok_or("two cells")?.0).or_default() += 1;
        }
        for row in all.iter() {
            let size = sizes.get(&row[0]).copied().unwrap_or_default();
            same(&row[0], row[1].to_owned(), size.to_string())?;
        }
        let last = &all[all.len() - 1];
        let concept = ask(&["concept", &last[0]])?;
        let start = format!("{},{},", &last[0], &last[1]);
        same(
            "a cluster",
            concept.lines().nth(1).is_some_and(|line| line.starts_with(&start)),
            true,
        )?;
        let own = sorted(&ask(&["members", &last[0]])?).len() - 1;
        same("its members", sizes[&last[0]], own)?;
    }
    Ok(())
}

fn tables_are_written_whole() -> Result<(), Failed> {
    let folder = iris()?;
    let all = ["--communities", "--members", "--clusters", "--cluster-members"];
    for what in all {
        let export = |words: &[&str]| folder.run(&[&["export", "iris.db", what], words].concat());
        export(&["-o", "x.json"]).fails(2, ".parquet")?;
        export(&["-o", "x.csv", "--limit", "9"]).fails(2, "without a limit")?;
        same("one of them", export(&["-o", "x.csv", "--all"]).code, 2)?;
        same("CSV", export(&["-o", "x.csv"]).code, 0)?;
        export(&["-o", "x.csv"]).fails(1, "x.csv")?;
        let shell = format!("export {} to y.csv", what.trim_start_matches('-'));
        folder.ok(&["repl", "iris.db", "-c", &shell])?;
        same("the shell", folder.text("y.csv"), folder.text("x.csv"))?;
        for file in ["x.csv", "y.csv"] {
            std::fs::remove_file(folder.path(file))?;
        }
        if cfg!(feature = "parquet") {
            same("Parquet", export(&["-o", "x.parquet", "--force"]).code, 0)?;
            same("Parquet", folder.read("x.parquet").starts_with(b"PAR1"), true)?;
        } else {
            export(&["-o", "x.parquet"]).fails(2, "built without Parquet")?;
        }
    }
    Ok(())
}
