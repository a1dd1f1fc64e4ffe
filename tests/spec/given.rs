//! Graphs of given distances and neighbours, which equal the graph of the table.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, example, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for names in ["both", "neither", "first line", "labelled"] {
        trials.push(trial!(distances_make_the_graph_of_the_table(names)));
    }
    trials.push(trial!(distances_are_taken_by_every_command));
    trials.push(trial!(anchors_are_those_of_the_table));
    trials.push(trial!(neighbour_lists_make_the_graph_of_the_table));
    trials.push(trial!(lists_may_differ_in_length));
    trials.push(trial!(what_needs_a_table_says_so));
    trials
}

/// Returns the flowers of iris as numbers, and their classes.
fn flowers() -> Result<(Vec<Vec<f64>>, Vec<String>), Failed> {
    let text = std::fs::read_to_string(example("iris.csv"))?;
    let mut flowers = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        let (values, class) = line.rsplit_once(',').ok_or("a class")?;
        flowers.0.push(values.split(',').map(str::parse).collect::<Result<Vec<f64>, _>>()?);
        flowers.1.push(class.to_owned());
    }
    Ok(flowers)
}

/// Returns the Manhattan distances of all pairs of flowers, as sums in the order of columns.
fn distances() -> Result<Vec<Vec<f64>>, Failed> {
    let (rows, _) = flowers()?;
    let distance =
        |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |sum: f64, (x, y)| sum + (x - y).abs());
    Ok(rows.iter().map(|a| rows.iter().map(|b| distance(a, b)).collect()).collect())
}

fn table(names: &str) -> Result<String, Failed> {
    let (all, classes) = (distances()?, flowers()?.1);
    let across: Vec<String> = (1..=all.len()).map(|at| format!("d{at}")).collect();
    let mut text = match names {
        "neither" => String::new(),
        "first line" => across.join(",") + "\n",
        "labelled" => format!(",{},class\n", across.join(",")),
        _ => format!(",{}\n", across.join(",")),
    };
    for (at, row) in all.iter().enumerate() {
        let mut cells: Vec<String> = row.iter().map(f64::to_string).collect();
        if names == "both" || names == "labelled" {
            cells.insert(0, across[at].clone());
        }
        if names == "labelled" {
            cells.push(classes[at].clone());
        }
        text += &(cells.join(",") + "\n");
    }
    Ok(text)
}

/// Returns the concepts, covers, members, context, neighbours and shares of a stored graph.
fn content(folder: &Folder, store: &str) -> Result<Vec<Vec<String>>, Failed> {
    let connection = rusqlite::Connection::open(folder.path(store))?;
    let mut all = Vec::new();
    for statement in [
        "SELECT id, size, cohesion, centre_id FROM concept ORDER BY id",
        "SELECT lower_id, upper_id FROM cover ORDER BY lower_id, upper_id",
        "SELECT concept_id, point_id FROM member ORDER BY concept_id, point_id",
        "SELECT point_id, hex(neighbors) FROM context ORDER BY point_id",
        "SELECT point_id, rank, neighbor_id FROM neighbor WHERE rank < 12 ORDER BY point_id, rank",
        // The groups come last: given neighbours are the graph in which these are looked for. Parts
        // depend on the order in which points are looked at, which follows from the values.
        "SELECT point_id, name, share FROM in_group
         JOIN community ON community.id = community_id
         ORDER BY point_id, community_id",
    ] {
        let mut statement = connection.prepare(statement)?;
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            let cell =
                |at| row.get::<_, rusqlite::types::Value>(at).map(|cell| format!("{cell:?}"));
            (0..columns).map(cell).collect::<Result<Vec<_>, _>>().map(|cells| cells.join(","))
        })?;
        all.push(rows.collect::<Result<_, _>>()?);
    }
    Ok(all)
}

fn is_one_graph(folder: &Folder, one: &str, other: &str) -> Result<(), Failed> {
    is_one_lattice(folder, one, other)?;
    let groups = [one, other].map(|store| content(folder, store).map(|mut all| all.pop()));
    let [one, other] = groups;
    same("groups", one? == other?, true)
}

fn is_one_lattice(folder: &Folder, one: &str, other: &str) -> Result<(), Failed> {
    let (mut a, b) = (content(folder, one)?, content(folder, other)?);
    a.pop();
    same("concepts", a[0].len() > 100, true)?;
    for (a, b) in a.iter().zip(&b) {
        let differ = a.iter().zip(b).find(|(a, b)| a != b);
        same(other, (a.len(), differ), (b.len(), None))?;
    }
    folder.ok(&["check", other]).map(drop)
}

fn distances_make_the_graph_of_the_table(names: &str) -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("d.csv", table(names)?);
    // The k that is chosen is equal too.
    let iris = example("iris.csv");
    folder.ok(&["build", &iris, "--drop", "class", "--metric", "manhattan", "--to", "t.db"])?;
    let label: &[&str] = if names == "labelled" { &["--label", "class"] } else { &[] };
    folder.ok(&[&["build", "d.csv", "--distances"], label].concat())?;
    is_one_graph(&folder, "t.db", "d.db")?;
    let info = folder.json(&["info", "d.db"])?;
    same("metric", info["metric"].as_str(), Some("precomputed"))?;
    same("features", info["features"].as_u64(), Some(0))?;
    same("classes", info["classes"].as_u64(), Some(if names == "labelled" { 3 } else { 0 }))?;
    let fit = folder.json(&["info", "t.db"])?["cophenetic_correlation"].clone();
    same("cophenetic correlation", info["cophenetic_correlation"].clone(), fit)
}

fn distances_are_taken_by_every_command() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("d.csv", table("labelled")?);
    let iris = example("iris.csv");
    let both = |words: &[&str]| -> Result<[String; 2], Failed> {
        let of_table = [words, &[&*iris, "--label", "class", "--metric", "manhattan"]].concat();
        let given = [words, &["d.csv", "--label", "class", "--distances"]].concat();
        Ok([folder.ok(&of_table)?, folder.ok(&given)?])
    };
    for words in [&["count"][..], &["count", "--sweep", "k=5..30:5"], &["count", "-k", "20"]] {
        let [of_table, given] = both(words)?;
        same(&words.join(" "), given, of_table)?;
    }
    let write = |name: &str, words: &[&str]| -> Result<String, Failed> {
        folder.ok(&[&["context", "-o", name, "-k", "7"], words].concat())?;
        Ok(folder.text(name))
    };
    let of_table = write("t.cxt", &[&iris, "--label", "class", "--metric", "manhattan"])?;
    same("context", write("d.cxt", &["d.csv", "--label", "class", "--distances"])?, of_table)?;
    // Ward's tree takes given distances as they are; the other columns equal those of the table.
    let [of_table, given] = both(&["evaluate", "-k", "30", "--per-class", "--format", "json"])?;
    let ours = |text: &str| -> Result<Vec<_>, Failed> {
        let rows: serde_json::Value = serde_json::from_str(text)?;
        let rows = rows.as_array().ok_or("rows")?.clone();
        Ok(rows.iter().map(|row| (row["class"].clone(), row["ours"].clone())).collect())
    };
    same("evaluate", ours(&given)?, ours(&of_table)?)
}

fn anchors_are_those_of_the_table() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("d.csv", table("neither")?);
    let how = ["--anchors", "40", "-k", "5"];
    let iris = example("iris.csv");
    let words = ["build", &iris, "--drop", "class", "--metric", "manhattan", "--to", "t.db"];
    folder.ok(&[&words[..], &how].concat())?;
    folder.ok(&[&["build", "d.csv", "--distances"], &how[..]].concat())?;
    is_one_graph(&folder, "t.db", "d.db")
}

/// Returns the `most` nearest flowers of each as a sparse matrix, without the flower itself.
fn matrix(most: usize) -> Result<String, Failed> {
    let mut lines = Vec::new();
    for (point, row) in distances()?.iter().enumerate() {
        let mut others: Vec<usize> = (0..row.len()).filter(|&other| other != point).collect();
        others.sort_by(|&a, &b| row[a].total_cmp(&row[b]).then(a.cmp(&b)));
        let line = |other: usize| format!("{} {} {}\n", point + 1, other + 1, row[other]);
        lines.extend(others.into_iter().take(most).map(line));
    }
    let head = "%%MatrixMarket matrix coordinate real general\n% flowers\n150 150";
    Ok(format!("{head} {}\n{}", lines.len(), lines.concat()))
}

fn neighbour_lists_make_the_graph_of_the_table() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    let words = ["build", &iris, "--drop", "class", "--metric", "manhattan", "-k", "12"];
    folder.ok(&[&words[..], &["--to", "t.db"]].concat())?;
    // Once all entries of the matrix, and once the nearest of more.
    folder.file("eleven.mtx", matrix(11)?).file("more.mtx", matrix(30)?);
    folder.ok(&["build", "eleven.mtx"])?;
    is_one_lattice(&folder, "t.db", "eleven.db")?;
    folder.ok(&["build", "more.mtx", "-k", "12"])?;
    is_one_lattice(&folder, "t.db", "more.db")?;
    let count = |words: &[&str]| folder.ok(&[&["count"], words].concat());
    let words = [&iris, "--drop", "class", "--metric", "manhattan", "-k", "12"];
    same("count", count(&["eleven.mtx"])?, count(&words)?)?;
    folder.ok(&["context", "eleven.mtx", "-o", "c.dat"])?;
    same("rows", folder.text("c.dat").lines().count(), 150)
}

fn lists_may_differ_in_length() -> Result<(), Failed> {
    let folder = Folder::new();
    let head = "%%MatrixMarket matrix coordinate pattern symmetric\n";
    folder.file("g.mtx", format!("{head}6 6 6\n2 1\n3 1\n3 2\n5 4\n6 5\n6 4\n"));
    folder.file("h.mtx", format!("{head}6 6 4\n2 1\n3 1\n3 2\n5 4\n"));
    let built = folder.ok(&["build", "g.mtx"])?;
    same(&built, built.starts_with("6 rows. "), true)?;
    let built = folder.ok(&["build", "h.mtx"])?;
    same(&built, built.starts_with("6 rows. "), true)?;
    folder.ok(&["check", "h.db"])?;
    let neighbours = folder.ok(&["query", "h.db", "nearest", "d1", "--format", "csv"])?;
    same("neighbours", names(&neighbours), "d2 d3".to_owned())?;
    let head = head.replace("pattern symmetric", "real general");
    folder.file("i.mtx", format!("{head}3 3 3\n1 2 0.5\n1 3 0.25\n2 1 0.5\n"));
    let ran = folder.run(&["build", "i.mtx", "-k", "2"]);
    same(&ran.err, (ran.code, ran.err.starts_with("i.mtx: 1 point ")), (0, true))?;
    let nearest = folder.ok(&["query", "i.db", "nearest", "d1", "--format", "csv"])?;
    same("the nearest", names(&nearest), "d3".to_owned())
}

/// Returns the points of an answer.
fn names(csv: &str) -> String {
    let names: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    names.join(" ")
}

fn what_needs_a_table_says_so() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("d.csv", table("neither")?).file("m.mtx", matrix(9)?);
    folder.file("new.csv", "x\n1\n");
    folder.ok(&["build", "d.csv", "--distances"])?;
    folder.ok(&["build", "m.mtx"])?;
    for store in ["d.db", "m.db"] {
        let placed = folder.run(&["place", store, "new.csv"]);
        placed.fails(1, "given distances or neighbours")?;
        let alone = folder.run(&["build", store, "--only", "c100"]);
        alone.fails(2, "c100")?;
        for words in [&["landmarks"][..], &["nearest", "d1"], &["describe", "d1"]] {
            folder.ok(&[&["query", store], words].concat())?;
        }
        folder.ok(&["export", store, "--peaks", "-o", &format!("{store}.dot")])?;
        folder.ok(&["copy", store, "copy.db", "--force"])?;
        folder.ok(&["check", "copy.db"])?;
    }
    Ok(())
}
