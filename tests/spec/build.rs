//! `build` and `info`: stores are complete, reproducible to the byte, and never half-written.

use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::{Folder, Need, Ran, data, example, mount, program, same, trial, unmount};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(summary_suggests_commands_that_work, Need::Dot),
        trial!(few_points_have_no_communities_said),
        trial!(info_tells_what_is_stored),
        trial!(threads_do_not_change_a_byte),
        trial!(parkinsons_is_the_same_with_1_and_2_threads, Need::Data),
        trial!(force_replaces_only_our_own),
        trial!(a_full_disk_leaves_nothing, Need::Mount),
        trial!(standard_input_and_ready_contexts),
        trial!(a_least_size_leaves_small_clusters_out),
        trial!(odd_names_are_kept),
        trial!(edges_of_the_definitions),
        trial!(stats_tell_time_and_memory),
        trial!(foreign_keys_hold, Need::Sqlite3),
    ]
}

fn summary_suggests_commands_that_work() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("my iris.csv", std::fs::read(example("iris.csv"))?);
    let out = folder.ok(&["build", "my iris.csv", "--label", "class"])?;
    let (said, next) = out.split_once("150 rows, ").ok_or("no summary")?;
    communities_are_said(&folder, said)?;
    let (stored, next) = next.split_once('\n').ok_or("no command")?;
    let begins = "4 features, 3 classes. 366 clusters, 1,307 covers in my iris.db (";
    same(stored, stored.starts_with(begins), true)?;
    for line in next.lines() {
        let ran = Ran::of(folder.command("sh", &["-c", line]), &["sh", "-c", line]);
        if ran.code != 0 {
            return Err(ran.report("the suggestion to work").into());
        }
    }
    let files = ["my iris.csv", "my iris.db", "my iris.html"];
    same("files", folder.names(), files.map(String::from).to_vec())
}

fn few_points_have_no_communities_said() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "x,y\n1,2\n1.5,2.2\n8,9\n8.2,9.1\n8.4,9.3\n1.1,2.5\n");
    let out = folder.ok(&["build", "t.csv"])?;
    same(&out, out.contains("communit"), false)?;
    same("a page", out.contains("export t.db -o t.html"), true)
}

/// Checks the lines about communities against the query `communities`.
fn communities_are_said(folder: &Folder, said: &str) -> Result<(), Failed> {
    let rows = folder.json(&["query", "my iris.db", "communities"])?;
    let rows: Vec<_> = rows.as_array().ok_or("rows")?.iter().collect();
    let rows: Vec<_> = rows.into_iter().filter(|row| row["level"] == "group").collect();
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("  g")).collect();
    same("communities", lines.len(), rows.len().min(6))?;
    for (line, row) in lines.iter().zip(rows) {
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        let purity = 100.0 * row["purity"].as_f64().unwrap_or_default();
        let (points, class) = (&row["size"], text("class"));
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let [name, title] = [text("community"), text("title")];
        let like = text("typical").split(", ").take(2).collect::<Vec<_>>().join(" and ");
        let expected = format!("{name} {points} points {title} {purity:.0} % {class} like {like}");
        same("a community", line, expected)?;
    }
    Ok(())
}

fn info_tells_what_is_stored() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.build_iris(&[])?;
    let info = folder.json(&["info", "iris.db"])?;
    let numbers =
        [("points", 150), ("k", 75), ("concepts", 15_407), ("covers", 69_569), ("classes", 3)];
    for (key, value) in numbers {
        same(key, info[key].as_u64(), Some(value))?;
    }
    same("kind", info["kind"].as_str(), Some("full"))?;
    same("size", info["size"].as_u64(), Some(folder.read("iris.db").len() as u64))?;
    let purity = info["dendrogram_purity"].as_f64().ok_or("no dendrogram purity")?;
    same("dendrogram purity", format!("{purity:.4}"), "0.9625".to_owned())?;
    let text = folder.ok(&["info", "iris.db"])?;
    same("text", text.contains("concepts               15,407\n"), true)
}

fn built(folder: &Folder, input: &str, threads: &str) -> Result<Vec<u8>, Failed> {
    let words = ["build", input, "--label", "class", "--k", "50%", "--threads", threads];
    folder.ok(&[&words[..], &["--to", "a.db", "--force"]].concat())?;
    Ok(folder.read("a.db"))
}

fn threads_do_not_change_a_byte() -> Result<(), Failed> {
    let folder = Folder::new();
    for input in ["iris.csv", "wine.csv"] {
        let one = built(&folder, &example(input), "1")?;
        for threads in ["2", "5"] {
            same(input, built(&folder, &example(input), threads)? == one, true)?;
        }
    }
    Ok(())
}

fn parkinsons_is_the_same_with_1_and_2_threads() -> Result<(), Failed> {
    let folder = Folder::new();
    let input = data().ok_or("no data")?.join("paper/parkinsons.csv").display().to_string();
    let one = built(&folder, &input, "1")?;
    same("bytes", built(&folder, &input, "2")? == one, true)
}

fn force_replaces_only_our_own() -> Result<(), Failed> {
    let folder = Folder::new();
    let wine = example("wine.csv");
    folder.ok(&["build", &wine, "--label", "class", "--k", "50%", "--to", "g.db"])?;
    let before = folder.read("g.db");
    let again = ["build", &wine, "--label", "class", "--k", "9", "--to", "g.db"];
    folder.run(&again).fails(1, "g.db")?;
    same("the old store", folder.read("g.db") == before, true)?;
    folder.ok(&[&again[..], &["--force"]].concat())?;
    same("k", folder.json(&["info", "g.db"])?["k"].as_u64(), Some(9))?;
    folder.file("notes.txt", "keep me");
    folder
        .run(&["build", &wine, "--label", "class", "--k", "50%", "--force", "--to", "notes.txt"])
        .fails(1, "notes.txt")?;
    same("content", folder.text("notes.txt"), "keep me".to_owned())?;
    same("files", folder.names(), ["g.db", "notes.txt"].map(String::from).to_vec())
}

fn a_full_disk_leaves_nothing() -> Result<(), Failed> {
    let folder = Folder::new();
    let small = folder.path("small");
    std::fs::create_dir(&small)?;
    same("mounted", mount(&small), true)?;
    let iris = example("iris.csv");
    let words = ["build", &iris, "--label", "class", "--k", "50%", "--graph", "full"];
    let ran = folder.run(&[&words[..], &["--to", "small/iris.db"]].concat());
    let left = std::fs::read_dir(&small)?.count();
    same("unmounted", unmount(&small), true)?;
    ran.fails(1, "small/iris.db")?;
    same("files left", left, 0)
}

fn standard_input_and_ready_contexts() -> Result<(), Failed> {
    let folder = Folder::new();
    let words =
        ["build", "-", "--label", "class", "--k", "50%", "--scale", "none", "--graph", "full"];
    let mut command = folder.command(program(), &words);
    command.stdin(std::fs::File::open(example("wine.csv"))?);
    same("code", Ran::of(command, &words).code, 0)?;
    let info = folder.json(&["info", "stdin.db"])?;
    same("concepts", info["concepts"].as_u64(), Some(1_490))?;
    folder.file("c.cxt", "B\n\n2\n2\n\nleft\nright\na\nb\nX.\n.X\n");
    folder.ok(&["build", "c.cxt"])?;
    let info = folder.json(&["info", "c.db"])?;
    same("concepts", info["concepts"].as_u64(), Some(4))?;
    same("k", info["k"].is_null(), true)?;
    let rows = folder.json(&["query", "c.db", "lca", "left", "right"])?;
    same("lca", rows[0]["size"].as_u64(), Some(2))?;
    folder.file("t.dat", "1 2\n\n2 3\n");
    folder.ok(&["build", "t.dat"])?;
    same("points", folder.json(&["info", "t.db"])?["points"].as_u64(), Some(3))
}

fn a_least_size_leaves_small_clusters_out() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.build_iris(&["--min-size", "40%"])?;
    let info = folder.json(&["info", "iris.db"])?;
    same("min_size", info["min_size"].as_u64(), Some(60))?;
    // Communities may be smaller than the least size.
    let rows = folder.json(&["query", "iris.db", "containing", "d1"])?;
    let is_cluster = |row: &&Json| row["concept"].as_str().is_some_and(|id| id.starts_with('c'));
    let first = rows.as_array().into_iter().flatten().find(is_cluster);
    same("size", first.and_then(|row| row["size"].as_u64()) >= Some(60), true)?;
    let lca = folder.json(&["query", "iris.db", "lca", "d1", "d2"])?;
    same("one", lca.as_array().map(Vec::len), Some(1))?;
    same("a stored cluster", lca[0]["size"].as_u64() >= Some(60), true)
}

fn odd_names_are_kept() -> Result<(), Failed> {
    let folder = Folder::new();
    let names = [
        "a,b",
        "{x}",
        "quote \" and ' here",
        "back\\slash",
        "Ünïcödé 🌸",
        "-dash",
        "x; DROP TABLE point",
    ];
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["name", "x", "kind"])?;
    for (row, name) in names.iter().enumerate() {
        let class = if row < 3 { "it's" } else { "\"other\"" };
        csv.write_record([*name, &row.to_string(), class])?;
    }
    folder.file("odd.csv", csv.into_inner()?);
    folder.ok(&["build", "odd.csv", "--id", "name", "--label", "kind", "--k", "3"])?;
    let rows = folder.json(&["query", "odd.db", "points"])?;
    let answer: Vec<_> =
        rows.as_array().ok_or("rows")?.iter().map(|r| r["point"].as_str()).collect();
    same("names", answer, names.iter().map(|&name| Some(name)).collect())?;
    for name in names {
        let rows = folder.json(&["query", "odd.db", "containing", "--limit", "1", "--", name])?;
        let concept = folder.json(&["query", "odd.db", "concept", "--", name])?;
        same(name, concept[0]["concept"].clone(), rows[0]["concept"].clone())?;
    }
    let classes = folder.json(&["query", "odd.db", "points", "it's"])?;
    same("of a class", classes.as_array().map(Vec::len), Some(3))
}

fn edges_of_the_definitions() -> Result<(), Failed> {
    let folder = Folder::new();
    // Two equal rows are two points; k = n makes one cluster of all points.
    folder.file("two.csv", "x\n1\n1\n");
    folder.ok(&["build", "two.csv", "--columns", "x", "--k", "2"])?;
    let rows = folder.json(&["query", "two.db", "largest"])?;
    same("k = n", rows.as_array().map(Vec::len), Some(1))?;
    same("size", rows[0]["size"].as_u64(), Some(2))?;
    same("no class", rows[0]["class"].is_null() && rows[0]["purity"].is_null(), true)?;
    // k = 1: every point alone, the top, and the empty bottom, whose purity is unknown.
    folder.file("three.csv", "x,c\n1,a\n2,a\n3,a\n");
    folder.ok(&["build", "three.csv", "--label", "c", "--k", "1", "--graph", "full"])?;
    let rows = folder.json(&["query", "three.db", "largest"])?;
    same("k = 1", rows.as_array().map(Vec::len), Some(5))?;
    let bottom = &rows[4];
    same("bottom", bottom["size"].as_u64(), Some(0))?;
    same("its purity", bottom["purity"].is_null() && bottom["class"].is_null(), true)?;
    same("its centre", bottom["centre"].is_null(), true)?;
    let classes = folder.json(&["query", "three.db", "classes"])?;
    same("one class", classes[0]["dendrogram_purity"].as_f64(), Some(1.0))?;
    same("largest pure", classes[0]["largest_pure"].as_str(), Some("c5"))
}

fn foreign_keys_hold() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("wine.csv"), "--label", "class", "--k", "50%"])?;
    let check =
        ["wine.db", "PRAGMA foreign_key_check; PRAGMA integrity_check; PRAGMA user_version"];
    let ran = Ran::of(folder.command("sqlite3", &check), &check);
    same("checks", ran.out, "ok\n16\n".to_owned())
}

fn stats_tell_time_and_memory() -> Result<(), Failed> {
    let folder = Folder::new();
    let file = example("iris.csv");
    for (command, steps) in [
        (
            "build",
            &[
                "reading",
                "looking for groups",
                "finding neighbours",
                "counting",
                "choosing clusters",
                "looking for communities",
                "looking at classes",
                "writing",
            ][..],
        ),
        ("count", &["reading", "finding neighbours", "mining"]),
    ] {
        let words = [command, &file, "--label", "class", "--k", "50%"];
        same("unasked", folder.run(&words).err, String::new())?;
        let again = if command == "build" { &["--stats", "--force"][..] } else { &["--stats"] };
        let answer = folder.run(&[&words[..], again].concat());
        let lines: Vec<&str> = answer.err.lines().collect();
        same("a line a step, and the memory", lines.len(), steps.len() + 1)?;
        for (step, line) in steps.iter().chain(&["most memory"]).zip(lines) {
            let number = line.strip_prefix(step).map(|rest| rest.split_whitespace().next());
            let number = number.flatten().and_then(|number| number.parse::<f64>().ok());
            same(line, number.is_some_and(|number| number >= 0.0), true)?;
        }
    }
    Ok(())
}
