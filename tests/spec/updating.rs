//! New rows for a stored graph: kept beside its points, or built into it with the names it had.

use std::time::Instant;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::support::{Folder, Need, PROGRAM, Ran, example, kills, mount, same, trial, unmount};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(rows_are_placed_and_kept),
        trial!(columns_of_names_and_classes_may_be_named),
        trial!(rows_can_be_joined_in_sql, Need::Sqlite3),
        trial!(a_graph_that_is_built_again_is_that_of_all_rows),
        trial!(names_of_communities_stay),
        trial!(groups_split_merge_and_go),
        trial!(order_and_portions_make_no_difference),
        trial!(threads_make_no_difference),
        trial!(settings_are_those_of_the_build),
        trial!(what_is_refused_changes_nothing),
        trial!(tables_of_others_stay, Need::Sqlite3),
        trial!(killed_while_updating, Need::Linux),
        trial!(a_full_disk_changes_nothing, Need::Mount),
    ]
}

/// Rows of iris: those whose number leaves this rest.
fn part(name: impl Fn(usize) -> Option<String>, is_in: impl Fn(usize) -> bool) -> String {
    let text = std::fs::read_to_string(example("iris.csv")).unwrap_or_default();
    let (header, rows) = text.split_once('\n').unwrap_or_default();
    let rows = rows.lines().enumerate().filter(|(at, _)| is_in(*at));
    let of = |(at, row): (usize, &str)| match name(at) {
        Some(name) => format!("{name},{row}\n"),
        None => format!("{row}\n"),
    };
    let id = if name(0).is_some() { "id," } else { "" };
    format!("{id}{header}\n{}", rows.map(of).collect::<String>())
}

/// The first rows of iris as a graph, and the others as `new.csv`.
fn begun() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.file("iris.csv", part(|_| None, |at| at < 135));
    folder.file("new.csv", part(|_| None, |at| at >= 135));
    folder.ok(&["build", "iris.csv", "--label", "class"])?;
    Ok(folder)
}

/// Iris with names, in three portions: a graph of the first, `a.csv` and `b.csv`.
fn named() -> Result<Folder, Failed> {
    let (folder, name) = (Folder::new(), |at: usize| Some(format!("f{}", (at * 77) % 150)));
    folder.file("iris.csv", part(name, |at| at % 5 > 1));
    folder.file("a.csv", part(name, |at| at % 5 == 0)).file("b.csv", part(name, |at| at % 5 == 1));
    folder.ok(&["build", "iris.csv", "--label", "class", "--id", "id"])?;
    Ok(folder)
}

fn digest(folder: &Folder, store: &str) -> Result<Json, Failed> {
    Ok(folder.json(&["info", store])?["digest"].clone())
}

fn rows_are_placed_and_kept() -> Result<(), Failed> {
    let folder = begun()?;
    let before = digest(&folder, "iris.db")?;
    let placed = folder.json(&["place", "iris.db", "new.csv"])?;
    let ran = folder.run(&["update", "iris.db", "new.csv", "--format", "json"]);
    let counts: Vec<Json> = serde_json::from_str(&ran.out)?;
    let main = |row: &Json| {
        let all = row["communities"].as_str().unwrap_or_default().to_owned();
        all.split(' ').next().unwrap_or_default().to_owned()
    };
    for group in &counts {
        let is_main = |row: &&Json| json!(main(row)) == group["community"];
        let truth = placed.as_array().ok_or("rows")?.iter().filter(is_main).count();
        same("as placed", group["placed"].clone(), json!(truth))?;
    }
    same("what is said", ran.err.contains("15 rows are placed"), true)?;
    same("the graph is as it was", digest(&folder, "iris.db")?, before.clone())?;
    same("how many", folder.json(&["info", "iris.db"])?["placed"].clone(), json!(15))?;
    folder.ok(&["check", "iris.db"])?;
    // A copy has them too, and so has a copy in turn.
    folder.ok(&["copy", "iris.db", "copy.db"])?;
    folder.ok(&["check", "copy.db"])?;
    same("a copy", folder.json(&["info", "copy.db"])?["placed"].clone(), json!(15))?;
    same("its digest", digest(&folder, "copy.db")?, before)?;
    // Rows far from all are told.
    folder.file("far.csv", "class,petal_width,petal_length,sepal_width,sepal_length\n,9,9,9,90\n");
    let ran = folder.run(&["update", "copy.db", "far.csv"]);
    same("far", ran.err.contains("1 of 16") && ran.err.contains("--rebuild"), true)?;
    same("no class", ran.err.contains("1 row has no class"), true)?;
    folder.run(&["update", "copy.db", "--rebuild"]).fails(1, "--forget")?;
    // Rows that were placed by mistake may be given again.
    let ran = folder.run(&["update", "copy.db", "far.csv", "--forget"]);
    same(&ran.err, ran.err.contains("forgotten: 16 rows"), true)?;
    same("the new one", folder.json(&["info", "copy.db"])?["placed"].clone(), json!(1))?;
    folder.ok(&["update", "copy.db", "--forget"])?;
    same("none", folder.json(&["info", "copy.db"])?["placed"].clone(), Json::Null)?;
    folder.ok(&["check", "copy.db"])?;
    folder.ok(&["update", "copy.db", "new.csv", "--rebuild"]).map(|_| ())
}

/// New rows may call the columns of names and classes otherwise.
fn columns_of_names_and_classes_may_be_named() -> Result<(), Failed> {
    let folder = named()?;
    let renamed = folder.text("a.csv").replace("id,", "flower,").replace("class", "species");
    folder.file("renamed.csv", renamed);
    folder.run(&["update", "iris.db", "renamed.csv"]).fails(1, "\"id\"")?;
    folder.ok(&["copy", "iris.db", "other.db"])?;
    folder.ok(&["update", "iris.db", "a.csv", "--rebuild"])?;
    let columns = ["--id", "flower", "--label", "species"];
    folder.ok(&[&["update", "other.db", "renamed.csv", "--rebuild"], &columns[..]].concat())?;
    same("the same graph", digest(&folder, "other.db")?, digest(&folder, "iris.db")?)?;
    // Rows of a part would have the names of points of the whole.
    folder.ok(&["build", "iris.db", "--only", "g1", "--to", "part.db"])?;
    folder.run(&["update", "part.db", "b.csv"]).fails(1, "a part of another's points")?;
    folder.run(&["update", "iris.db", "--rebuild", "--na", "x"]).fails(2, "--na is about new rows")
}

fn rows_can_be_joined_in_sql() -> Result<(), Failed> {
    let folder = Folder::new();
    let text = part(|_| None, |_| true).replace("class", "site");
    folder.file("iris.csv", &text).file("new.csv", text.replace("5.1,3.5,1.4,0.2,setosa", ""));
    folder.ok(&["build", "iris.csv", "--keep", "site", "--k", "20"])?;
    folder.ok(&["update", "iris.db", "new.csv"])?;
    let select = "SELECT count(*), count(DISTINCT placed.name), sum(placed.share = rows.share),
            sum(community.name = rows.community), sum(far), sum(concept.size > 0), sum(value <> ''),
            min(placed.row), max(placed.name)
        FROM placed
        JOIN rows ON rows.row = placed.row - 149
        JOIN community ON community.id = placed.community_id
        JOIN concept ON concept.id = placed.concept_id
        JOIN placed_kept ON placed_kept.placed_id = placed.id";
    let ran = Ran::of(folder.command("sqlite3", &["iris.db", select]), &["sqlite3"]);
    same("stored rows are where they were", &*ran.out, "149|149|149|149|0|149|149|151|d299\n")?;
    let select = "SELECT count(*) FROM placed
        JOIN rows ON rows.row = placed.row - 149
        JOIN placed_measurement AS of ON of.placed_id = placed.id
        JOIN feature ON feature.id = of.feature_id
        WHERE feature.name = 'petal_width' AND of.value = rows.petal_width";
    let ran = Ran::of(folder.command("sqlite3", &["iris.db", select]), &["sqlite3"]);
    same("their features", &*ran.out, "149\n")
}

fn a_graph_that_is_built_again_is_that_of_all_rows() -> Result<(), Failed> {
    let folder = begun()?;
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--to", "all.db"])?;
    let rows = folder.json(&["update", "iris.db", "new.csv", "--rebuild"])?;
    folder.ok(&["check", "iris.db"])?;
    let (mine, truth) = (folder.json(&["info", "iris.db"])?, folder.json(&["info", "all.db"])?);
    for key in ["points", "k", "concepts", "covers", "name", "dendrogram_purity"] {
        same(key, mine[key].clone(), truth[key].clone())?;
    }
    same("rows are points now", mine["placed"].clone(), Json::Null)?;
    let ran = folder.run(&["compare", "iris.db", "all.db"]);
    same("but for names", ran.err.contains("nothing changed among 150 points"), true)?;
    // Every group is counted as it was and as it is.
    for row in rows.as_array().ok_or("rows")? {
        let number = |name: &str| row[name].as_i64().unwrap_or_default();
        let sum = number("before") + number("came") - number("went");
        same("points", sum, number("after"))?;
    }
    // Without new rows everything stays.
    let before = folder.read("iris.db");
    let ran = folder.run(&["update", "iris.db", "--rebuild"]);
    same("nothing new", (ran.code, folder.read("iris.db") == before), (0, true))?;
    same("said", ran.err.contains("none of 150 earlier points changed company"), true)
}

/// Heaps of points on a line, by the place and the size of each.
fn heaps(heaps: &[(i32, usize)]) -> String {
    let mut text = "id,x,y\n".to_owned();
    for &(place, size) in heaps {
        for at in 0..size {
            let (x, y) = (at * 7919 % 101, at * 104_729 % 103);
            let name = format!("p{place}_{at}");
            text += &format!(
                "{name},{},{}\n",
                f64::from(place) * 9.0 + x as f64 / 101.0,
                y as f64 / 103.0
            );
        }
    }
    text
}

/// The rows of `new` that are not among those of `old`.
fn more(old: &str, new: &str) -> String {
    let is_new = |line: &&str| !old.lines().skip(1).any(|known| known == *line);
    new.lines().filter(is_new).map(|line| format!("{line}\n")).collect()
}

/// The name of the group of each heap's first point.
fn names(folder: &Folder, places: &[i32]) -> Result<Vec<String>, Failed> {
    let name = |place: &i32| {
        let rows = folder.json(&["query", "h.db", "membership", &format!("p{place}_0")])?;
        Ok(rows[0]["community"].as_str().unwrap_or_default().to_owned())
    };
    places.iter().map(name).collect()
}

fn names_of_communities_stay() -> Result<(), Failed> {
    let folder = Folder::new();
    let (old, new) =
        (heaps(&[(0, 60), (2, 50), (4, 40)]), heaps(&[(0, 60), (2, 90), (4, 75), (7, 85)]));
    folder.file("h.csv", &old).file("new.csv", more(&old, &new));
    folder.ok(&["build", "h.csv", "--id", "id"])?;
    same("by size", names(&folder, &[0, 2, 4])?.join(" "), "g1 g2 g3".to_owned())?;
    let rows = folder.json(&["update", "h.db", "new.csv", "--rebuild"])?;
    // By size they would be g4, g1, g3 and g2.
    same("kept", names(&folder, &[0, 2, 4, 7])?.join(" "), "g1 g2 g3 g4".to_owned())?;
    let row = |at: usize| {
        ["community", "change", "before", "after", "came", "went"].map(|key| rows[at][key].clone())
    };
    same(
        "as before",
        row(0),
        [json!("g1"), json!("same"), json!(60), json!(60), json!(0), json!(0)],
    )?;
    same("grown", row(1), [json!("g2"), json!("kept"), json!(50), json!(90), json!(40), json!(0)])?;
    let null = || Json::Null;
    same("new", row(3), [json!("g4"), json!("new"), null(), json!(85), json!(85), null()])?;
    folder.ok(&["check", "h.db"])?;
    // Whatever takes a name takes these, and joins are called after them.
    for (question, points) in [("g4", 85), ("g2", 90), ("g1..g4", 310)] {
        let members = folder.json(&["query", "h.db", "members", question])?;
        same(question, members.as_array().map(Vec::len), Some(points))?;
    }
    folder.ok(&["export", "h.db", "-o", "rows.csv"])?;
    same("rows", folder.text("rows.csv").contains(",g4,"), true)?;
    folder.ok(&["copy", "h.db", "again.db"])?;
    same("a copy", digest(&folder, "again.db")?, digest(&folder, "h.db")?)?;
    let list = folder.json(&["query", "again.db", "communities"])?;
    same("most points first", list[0]["community"].clone(), json!("g2"))
}

fn groups_split_merge_and_go() -> Result<(), Failed> {
    let folder = Folder::new();
    // A bridge joins two of them; neither has more than half of the earlier points of both.
    let old = heaps(&[(0, 60), (2, 60), (6, 50)]);
    folder.file("h.csv", &old);
    folder.ok(&["build", "h.csv", "--id", "id"])?;
    let mut bridge = "id,x,y\n".to_owned();
    for at in 0..600 {
        let (x, y) = (at * 7919 % 601, at * 104_729 % 103);
        bridge += &format!("b{at},{},{}\n", x as f64 * 19.0 / 601.0, y as f64 / 103.0);
    }
    folder.file("bridge.csv", bridge);
    let rows = folder.json(&["update", "h.db", "bridge.csv", "--rebuild"])?;
    let changes: Vec<&str> =
        rows.as_array().ok_or("rows")?.iter().filter_map(|row| row["change"].as_str()).collect();
    same("what became of them", changes.join(" "), "merged merged same new".to_owned())?;
    same("where they are", rows[0]["other"].clone(), rows[3]["community"].clone())?;
    // Numbers that were given are not given again, and gaps are no faults.
    same("a new number", names(&folder, &[0, 2, 6])?.join(" "), "g4 g4 g3".to_owned())?;
    folder.ok(&["check", "h.db"])?;
    folder.ok(&["query", "h.db", "contrast", "g4", "g3"])?;
    let points = folder.json(&["compare", "h.db", "h.db"])?;
    same("compared", points.as_array().is_some(), true)
}

fn order_and_portions_make_no_difference() -> Result<(), Failed> {
    let folder = named()?;
    let begin = |name: &str| folder.ok(&["copy", "iris.db", name]);
    ["ab.db", "ba.db", "once.db"].map(begin).into_iter().collect::<Result<Vec<_>, _>>()?;
    let place = |store: &str, rows: &str| folder.ok(&["update", store, rows]);
    place("ab.db", "a.csv").and(place("ab.db", "b.csv"))?;
    place("ba.db", "b.csv").and(place("ba.db", "a.csv"))?;
    // A name is given once.
    folder.run(&["update", "ab.db", "a.csv"]).fails(1, "f0")?;
    folder.run(&["update", "ab.db", "iris.csv"]).fails(1, "that of a point")?;
    let (a, b) = (folder.text("a.csv"), folder.text("b.csv"));
    let (_, rows) = b.split_once('\n').ok_or("a header")?;
    folder.file("both.csv", format!("{a}{rows}"));
    let moved = folder.ok(&["update", "once.db", "both.csv", "--rebuild", "--points"])?;
    for store in ["ab.db", "ba.db"] {
        let ran = folder.ok(&["update", store, "--rebuild", "--points"])?;
        same("what is said", &ran, &moved)?;
        same(store, folder.read(store) == folder.read("once.db"), true)?;
    }
    // Rows that are only numbered go on where the last ones ended.
    let folder = begun()?;
    folder.ok(&["copy", "iris.db", "once.db"])?;
    folder.file("a.csv", part(|_| None, |at| (135..140).contains(&at)));
    folder.file("b.csv", part(|_| None, |at| at >= 140));
    folder.ok(&["update", "iris.db", "a.csv"])?;
    folder.ok(&["update", "iris.db", "b.csv", "--rebuild"])?;
    folder.ok(&["update", "once.db", "new.csv", "--rebuild"])?;
    same("portions", folder.read("iris.db") == folder.read("once.db"), true)?;
    folder.ok(&["query", "iris.db", "describe", "d150"]).map(drop)
}

fn threads_make_no_difference() -> Result<(), Failed> {
    let folder = begun()?;
    let mut stores = Vec::new();
    for threads in ["1", "2", "5"] {
        folder.ok(&["copy", "iris.db", "one.db", "--force"])?;
        for words in [&["update", "one.db", "new.csv"][..], &["update", "one.db", "--rebuild"]] {
            let mut command = folder.command(PROGRAM, words);
            command.env("RAYON_NUM_THREADS", threads);
            same(threads, Ran::of(command, words).code, 0)?;
            stores.push(folder.read("one.db"));
        }
    }
    same("the same bytes", stores[0] == stores[2] && stores[0] == stores[4], true)?;
    same("the same bytes", stores[1] == stores[3] && stores[1] == stores[5], true)
}

fn settings_are_those_of_the_build() -> Result<(), Failed> {
    let folder = Folder::new();
    let rows = |from: usize, to: usize| {
        let mut text = "id,small,large,word,site,quality\n".to_owned();
        for at in from..to {
            let gap = at % 9 == 4;
            let small = if gap { String::new() } else { format!("{}", (at * 7 % 20) as f64 / 9.0) };
            let word = ["red", "green", "blue"][at * at % 3];
            text += &format!("p{at},{small},{},{word},s{at},{}\n", at * 13 % 37 * 1000, at % 8);
        }
        text
    };
    folder.file("t.csv", rows(0, 60)).file("new.csv", rows(60, 80)).file("all.csv", rows(0, 80));
    let how = "--id id --nominal word --missing drop --scale minmax --metric manhattan --k 10% \
               --keep site --label quality>=5 --min-size 3 --graph full";
    let how: Vec<&str> = how.split_whitespace().collect();
    folder.ok(&[&["build", "t.csv"], &how[..]].concat())?;
    folder.ok(&[&["build", "all.csv"], &how[..]].concat())?;
    let ran = folder.run(&["update", "t.db", "new.csv", "--rebuild"]);
    same("a gap", ran.err.contains("left out"), true)?;
    let (mine, truth) = (folder.json(&["info", "t.db"])?, folder.json(&["info", "all.db"])?);
    for key in ["points", "k", "metric", "scale", "min_size", "missing", "classes", "concepts"] {
        same(key, mine[key].clone(), truth[key].clone())?;
    }
    let ran = folder.run(&["compare", "t.db", "all.db"]);
    same("the same groups", ran.err.contains("nothing changed"), true)?;
    // What was asked for is asked for again the next time.
    folder.file("more.csv", rows(80, 90));
    folder.ok(&["update", "t.db", "more.csv"])?;
    folder.ok(&["update", "t.db", "--rebuild"])?;
    folder.ok(&["check", "t.db"])?;
    let class = folder.json(&["query", "t.db", "membership", "p87"])?;
    same("its class", class[0]["class"].clone(), json!("quality>=5"))
}

fn what_is_refused_changes_nothing() -> Result<(), Failed> {
    let folder = named()?;
    let header = "id,sepal_length,sepal_width,petal_length,petal_width,class\n";
    folder.file("empty.csv", "").file("none.csv", header);
    folder.file("lacks.csv", "id,sepal_length\nx,1\n");
    folder.file("nameless.csv", "sepal_length,sepal_width,petal_length,petal_width\n1,2,3,4\n");
    folder.file("twice.csv", format!("{header}x,1,2,3,4,virginica\nx,1,2,3,4,virginica\n"));
    folder.file("unnamed.csv", format!("{header},1,2,3,4,virginica\n"));
    folder.file("huge.csv", format!("{header}x,1e308,2,3,4,virginica\n"));
    folder.file("unlabelled.csv", format!("{header}x,1,2,3,4,\n"));
    let before = folder.read("iris.db");
    for (rows, said) in [
        ("empty.csv", "empty"),
        ("none.csv", "no data row"),
        ("lacks.csv", "sepal_width"),
        ("nameless.csv", "\"id\""),
        ("twice.csv", "row 2 (line 3)"),
        ("unnamed.csv", "id"),
        ("huge.csv", "\"x\""),
        ("gone.csv", "no such file"),
    ] {
        folder.run(&["update", "iris.db", rows]).fails(1, said)?;
    }
    for rows in ["twice.csv", "unlabelled.csv", "none.csv"] {
        folder.run(&["update", "iris.db", rows, "--rebuild"]).fails(1, "")?;
    }
    let limited = ["update", "iris.db", "a.csv", "--rebuild", "--max-memory", "10K"];
    folder.run(&limited).fails(3, "")?;
    same("nothing to add", folder.run(&["update", "iris.db"]).code, 2)?;
    folder.run(&["update", "bolt://localhost:1", "a.csv"]).fails(2, "copy")?;
    same("nothing changed", folder.read("iris.db") == before, true)?;
    // Rows that are left out, words that are not known.
    folder.file("w.csv", "x,word\n1,a\n2,b\n3,a\n,b\n5,a\n");
    folder.ok(&["build", "w.csv", "--nominal", "word", "--missing", "drop", "--k", "2"])?;
    folder.file("gaps.csv", "x,word\n,a\n,b\n").file("words.csv", "x,word\n1,c\n");
    folder.run(&["update", "w.db", "gaps.csv"]).fails(1, "2 rows")?;
    folder.run(&["update", "w.db", "words.csv"]).fails(1, "1 cell")?;
    // Graphs without features.
    folder.file("c.cxt", "B\n\n2\n2\n\np\nq\na\nb\nX.\n.X\n");
    folder.file("d.csv", "0,1,2\n1,0,1\n2,1,0\n").file("l.csv", "a,b\nb,a\na,a\nb,b\n");
    folder.ok(&["build", "c.cxt"])?;
    folder.ok(&["build", "d.csv", "--distances"])?;
    folder.ok(&["build", "l.csv", "--neighbors", "--no-header"])?;
    for store in ["c.db", "d.db", "l.db"] {
        for words in [&["update", store, "w.csv"][..], &["update", store, "--rebuild"]] {
            folder.run(words).fails(1, "take a graph of a table")?;
        }
    }
    // A file of which nothing says how it was asked for.
    let asked = "DELETE FROM graph WHERE key = 'asked'";
    rusqlite::Connection::open(folder.path("w.db"))?.execute(asked, [])?;
    folder.run(&["update", "w.db", "--rebuild"]).fails(1, "w.db")
}

fn tables_of_others_stay() -> Result<(), Failed> {
    let folder = begun()?;
    let sql = |statement: &str| {
        Ran::of(folder.command("sqlite3", &["iris.db", statement]), &["sqlite3"]).out
    };
    sql("CREATE TABLE mine (x); INSERT INTO mine VALUES (7)");
    folder.ok(&["update", "iris.db", "new.csv"])?;
    same("own tables stay", sql("SELECT x FROM mine"), "7\n".to_owned())?;
    let folder = begun()?;
    let sql = |statement: &str| {
        Ran::of(folder.command("sqlite3", &["iris.db", statement]), &["sqlite3"]).out
    };
    sql("CREATE TABLE placed (x); INSERT INTO placed VALUES (7)");
    folder.ok(&["check", "iris.db"])?;
    folder.run(&["update", "iris.db", "new.csv"]).fails(1, "rename it")?;
    same("not touched", sql("SELECT x FROM placed"), "7\n".to_owned())?;
    // Rows that somebody damaged are not built in.
    let folder = begun()?;
    folder.ok(&["update", "iris.db", "new.csv"])?;
    rusqlite::Connection::open(folder.path("iris.db"))?
        .execute("DELETE FROM placed_measurement WHERE placed_id = 3 AND feature_id = 2", [])?;
    folder.run(&["update", "iris.db", "--rebuild"]).fails(1, "damaged")
}

fn killed_while_updating() -> Result<(), Failed> {
    let folder = begun()?;
    folder.ok(&["update", "iris.db", "new.csv"])?;
    let old = folder.read("iris.db");
    let words = ["update", "iris.db", "--rebuild"];
    let begun = Instant::now();
    folder.ok(&words)?;
    let (whole, new) = (begun.elapsed(), folder.read("iris.db"));
    let times = kills(10);
    for turn in 0..times {
        folder.file("iris.db", &old);
        let mut child = folder.command(PROGRAM, &words).spawn()?;
        std::thread::sleep(whole * turn / times);
        child.kill().and(child.wait())?;
        let found = folder.read("iris.db");
        same(&format!("turn {turn}"), found == old || found == new, true)?;
    }
    folder.file("iris.db", &old);
    folder.ok(&words)?;
    same("the next run", folder.read("iris.db") == new, true)?;
    same("files", folder.names().join(" "), "iris.csv iris.db new.csv".to_owned())
}

fn a_full_disk_changes_nothing() -> Result<(), Failed> {
    let folder = begun()?;
    folder.ok(&[
        "build",
        "iris.csv",
        "--label",
        "class",
        "--graph",
        "largest:9",
        "--to",
        "s.db",
    ])?;
    let small = folder.path("small");
    std::fs::create_dir(&small)?;
    same("mounted", mount(&small), true)?;
    std::fs::copy(folder.path("s.db"), small.join("s.db"))?;
    // As much of it as there is room for.
    let is_full = std::fs::write(small.join("full"), vec![1; 1 << 20]).is_err();
    let runs =
        [&["update", "small/s.db", "new.csv"][..], &["update", "small/s.db", "--rebuild", "-q"]]
            .map(|words| folder.run(words));
    let (is_old, left) =
        (folder.read("small/s.db") == folder.read("s.db"), small.read_dir()?.count());
    same("unmounted", unmount(&small), true)?;
    runs.iter().try_for_each(|ran| ran.fails(1, "nothing was stored"))?;
    same("as it was", (is_full, is_old, left), (true, true, 2))
}
