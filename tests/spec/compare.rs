//! Comparison of two graphs: the best matches against their definition, and the messages.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::support::{Folder, example, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial!(a_graph_beside_itself_is_the_same),
        trial!(matches_are_those_of_the_definition),
        trial!(points_are_matched_by_name),
        trial!(rows_of_another_table_are_not_matched),
        trial!(graphs_without_groups_are_compared),
    ];
    for how in ["full", "iceberg", "anchors"] {
        trials.push(trial!(every_kind_of_graph_is_compared(how)));
    }
    trials
}

/// Creates graphs of iris for two k, one with a common scale: groups hardly depend on k.
fn irises() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    for (k, scale, store) in [("10", "none", "a.db"), ("15", "standard", "b.db")] {
        let how = ["-k", k, "--scale", scale, "--to", store];
        folder.ok(&[&["build", &iris, "--label", "class"][..], &how].concat())?;
    }
    Ok(folder)
}

fn a_graph_beside_itself_is_the_same() -> Result<(), Failed> {
    let folder = irises()?;
    let ran = folder.run(&["compare", "a.db", "a.db", "--format", "csv"]);
    same("exit code", ran.code, 0)?;
    let rows: Vec<&str> = ran.out.lines().skip(1).collect();
    let is_same = |row: &&str| row.split(',').nth(1) == Some("same") && row.ends_with(",1");
    same("rows", rows.iter().filter(|row| !is_same(row)).count(), 0)?;
    same("some rows", rows.len() > 10, true)?;
    same(
        "points",
        folder.ok(&["compare", "a.db", "a.db", "--points", "-f", "csv"])?.lines().count(),
        1,
    )
}

/// Returns the points of each landmark or group of a store, read with queries.
fn groups(
    folder: &Folder,
    store: &str,
    kind: &str,
) -> Result<Vec<(String, BTreeSet<String>)>, Failed> {
    let rows = |query: &str, word: &str| -> Result<Vec<Json>, Failed> {
        let words = ["query", store, query, word, "--limit", "10000"];
        Ok(folder.json(&words)?.as_array().cloned().unwrap_or_default())
    };
    let text = |row: &Json, column: &str| row[column].as_str().unwrap_or_default().to_owned();
    if kind == "landmark" {
        let all = rows("landmarks", "24")?;
        let of = |row: &Json| {
            let name = text(row, "concept");
            let members = rows("members", &name)?.iter().map(|row| text(row, "point")).collect();
            Ok((name, members))
        };
        return all.iter().map(of).collect();
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let connection = rusqlite::Connection::open(folder.path(store))?;
    let mut statement = connection.prepare(
        "SELECT community.name, point.name FROM in_group JOIN point ON point.id = point_id
         JOIN community ON community.id = community_id",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        found.entry(row.get(0)?).or_default().insert(row.get(1)?);
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(name, _)| name[1..].parse::<u32>().unwrap_or(0));
    Ok(found)
}

/// Names that are row numbers mean nothing if the rows differ.
fn rows_of_another_table_are_not_matched() -> Result<(), Failed> {
    let folder = Folder::new();
    let (iris, wine) = (example("iris.csv"), example("wine.csv"));
    let build = |table: &str, columns: &[&str], store: &str| {
        let words = ["build", table, "--label", "class", "-k", "10", "--to", store, "-q"];
        folder.ok(&[&words[..], columns].concat())
    };
    build(&iris, &[], "iris.db")?;
    build(&wine, &[], "wine.db")?;
    folder.run(&["compare", "iris.db", "wine.db"]).fails(1, "different tables")?;
    // Other columns with as many rows may belong to the same flowers.
    build(&iris, &["--columns", "sepal_length,sepal_width"], "sepals.db")?;
    build(&iris, &["--columns", "petal_length,petal_width"], "petals.db")?;
    for (other, is_warned) in [("petals.db", true), ("iris.db", false)] {
        let ran = folder.run(&["compare", "sepals.db", other]);
        same(&ran.err, (ran.code, ran.err.contains("numbers of their rows")), (0, is_warned))?;
    }
    Ok(())
}

fn matches_are_those_of_the_definition() -> Result<(), Failed> {
    let folder = irises()?;
    let rows = folder.json(&["compare", "a.db", "b.db"])?;
    let rows = rows.as_array().ok_or("rows")?;
    let mut seen = 0;
    for kind in ["landmark", "community"] {
        let (ones, others) = (groups(&folder, "a.db", kind)?, groups(&folder, "b.db", kind)?);
        let jaccard = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
            one.intersection(other).count() as f64 / one.union(other).count() as f64
        };
        let best = |of: &BTreeSet<String>, all: &[(String, BTreeSet<String>)]| {
            all.iter().map(|(_, other)| jaccard(of, other)).fold(0.0, f64::max)
        };
        let here: Vec<&Json> = rows.iter().filter(|row| row["kind"] == kind).collect();
        let old: Vec<&&Json> = here.iter().filter(|row| row["change"] != "new").collect();
        same(kind, old.len(), ones.len())?;
        for ((name, members), row) in ones.iter().zip(old) {
            let highest = best(members, &others);
            same("in order", row["one"].as_str(), Some(&**name))?;
            same(name, (row["jaccard"].as_f64().unwrap_or(-1.0) - highest).abs() < 1e-12, true)?;
            let change = match highest {
                1.0 => "same",
                highest if highest > 0.5 => "kept",
                _ => "gone",
            };
            same(name, row["change"].as_str(), Some(change))?;
            let (_, other) = others.iter().find(|(other, _)| row["other"] == **other).ok_or("b")?;
            same(name, row["shared"].as_u64(), Some(members.intersection(other).count() as u64))?;
            seen += 1;
        }
        let new: BTreeSet<&str> = here
            .iter()
            .filter(|row| row["change"] == "new")
            .filter_map(|row| row["other"].as_str())
            .collect();
        let truth = others.iter().filter(|(_, members)| best(members, &ones) <= 0.5);
        same("new", new, truth.map(|(name, _)| &**name).collect())?;
    }
    same("groups were compared", seen > 10, true)?;
    // Points whose community is not the match of their former community.
    let partner: BTreeMap<&str, &str> = rows
        .iter()
        .filter(|row| {
            row["kind"] == "community" && row["change"] != "gone" && row["change"] != "new"
        })
        .filter_map(|row| Some((row["one"].as_str()?, row["other"].as_str()?)))
        .collect();
    let main = |store: &str| -> Result<BTreeMap<String, String>, Failed> {
        let connection = rusqlite::Connection::open(folder.path(store))?;
        let mut statement = connection.prepare(
            "SELECT name, 'g' || community_id FROM in_group JOIN point ON point.id = point_id \
             ORDER BY share, community_id DESC",
        )?;
        let pairs = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(pairs.collect::<Result<_, _>>()?)
    };
    let (before, after) = (main("a.db")?, main("b.db")?);
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed = names.into_iter().filter(|name| {
        let [one, other] = [&before, &after].map(|of| of.get(*name).map(String::as_str));
        one.is_none() || one.and_then(|one| partner.get(one).copied()) != other
    });
    let truth: BTreeSet<String> = changed.cloned().collect();
    let points = folder.json(&["compare", "a.db", "b.db", "--points"])?;
    let found = points.as_array().ok_or("points")?.iter();
    let found = found.filter_map(|row| row["point"].as_str().map(str::to_owned)).collect();
    same("points that changed community", found, truth)
}

fn every_kind_of_graph_is_compared(how: &str) -> Result<(), Failed> {
    let folder = irises()?;
    let iris = example("iris.csv");
    let words: &[&str] = match how {
        "iceberg" => &["--graph", "full", "--min-size", "5"],
        "anchors" => &["--anchors", "50"],
        kind => &["--graph", kind],
    };
    let build = ["build", &iris, "--label", "class", "-k", "10", "--to", "c.db"];
    folder.ok(&[&build[..], words].concat())?;
    let alone = folder.run(&["compare", "c.db", "c.db"]);
    same(how, alone.err.contains("150 points"), true)?;
    let rows = folder.ok(&["compare", "a.db", "c.db", "--format", "csv"])?;
    same("again", rows.clone(), folder.ok(&["compare", "a.db", "c.db", "--format", "csv"])?)?;
    same("rows", rows.lines().count() > 5, true)
}

fn points_are_matched_by_name() -> Result<(), Failed> {
    let folder = Folder::new();
    let text = std::fs::read_to_string(example("iris.csv"))?;
    let named = text.lines().enumerate().map(|(at, line)| match at {
        0 => format!("name,{line}\n"),
        _ => format!("f{at},{line}\n"),
    });
    let lines: Vec<String> = named.collect();
    // The flowers of the first table in reverse order, without ten of them.
    let turned: String = lines[..1].iter().chain(lines[11..].iter().rev()).cloned().collect();
    folder.file("a.csv", lines.concat()).file("b.csv", turned);
    for table in ["a.csv", "b.csv"] {
        folder.ok(&["build", table, "--label", "class", "--id", "name", "-k", "8"])?;
    }
    let ran = folder.run(&["compare", "a.db", "b.db", "--points"]);
    same(&ran.err, ran.err.starts_with("(10 points are in a.db "), true)?;
    let share = ran.err.contains(" of 140 points");
    same(&ran.err, share, true)?;
    let kept = folder.json(&["compare", "a.db", "b.db"])?;
    let is_setosa = |row: &&Json| row["class"] == "setosa" && row["change"] == "kept";
    same(
        "most of it stays",
        kept.as_array().map_or(0, |rows| rows.iter().filter(is_setosa).count()) > 0,
        true,
    )
}

fn graphs_without_groups_are_compared() -> Result<(), Failed> {
    let folder = Folder::new();
    // No two points have an attribute in common.
    folder.file("a.cxt", "B\n\n2\n2\n\np\nq\na\nb\nX.\n.X\n");
    folder.file("b.cxt", "B\n\n3\n3\n\np\nq\nr\na\nb\nc\nX..\n.X.\n..X\n");
    folder.ok(&["build", "a.cxt"])?;
    folder.ok(&["build", "b.cxt"])?;
    let ran = folder.run(&["compare", "a.db", "b.db"]);
    same("exit code", ran.code, 0)?;
    same("alone", ran.err.contains("(1 point is in b.db "), true)
}
