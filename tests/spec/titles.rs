//! The titles and summaries of communities.

use std::collections::HashSet;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{Folder, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(titles_are_short_and_tell_communities_apart),
        trial!(a_summary_says_what_a_community_is),
    ]
}

fn communities(folder: &Folder, store: &str) -> Result<Vec<Value>, Failed> {
    match folder.json(&["query", store, "communities"])? {
        Value::Array(rows) => Ok(rows),
        other => Err(format!("{other}").into()),
    }
}

fn titles_are_short_and_tell_communities_apart() -> Result<(), Failed> {
    let folder = Folder::new();
    for table in ["iris", "wine", "breast_cancer"] {
        let (file, store) = (example(&format!("{table}.csv")), format!("{table}.db"));
        folder.ok(&["build", &file, "--label", "class", "--to", &store, "-q"])?;
        let mut met = HashSet::new();
        for row in communities(&folder, &store)? {
            let [name, title] = ["community", "title"].map(|key| row[key].as_str());
            let (name, title) = name.zip(title).ok_or("texts")?;
            same(title, met.insert(title.to_owned()), true)?;
            same(title, (1..=40).contains(&title.chars().count()), true)?;
            let said = folder.ok(&["query", &store, "describe", name])?;
            same(&said, said.starts_with(&format!("{name}: {title}. It is a ")), true)?;
        }
        same("the whole", met.iter().any(|title| title.starts_with("all ")), true)?;
    }
    let rows = communities(&folder, "iris.db")?;
    same("setosa", rows[0]["title"].as_str(), Some("low petal_length and petal_width"))
}

fn a_summary_says_what_a_community_is() -> Result<(), Failed> {
    let folder = iris()?;
    let file = rusqlite::Connection::open(folder.path("iris.db"))?;
    let summary: String =
        file.query_one("SELECT summary FROM community WHERE id = 2", [], |row| row.get(0))?;
    for words in [
        "g2: high petal_length and petal_width. It is a group: 48 of the 150 points (32 %). ",
        " 58 % are of class versicolor (all points: 33 %). What sets it apart: petal_length 4.81 ",
        " Typical are d64, d102 and d78.",
        " Its separation is 0.05, from 0, no boundary, to 1; 16 points of it have a neighbour in ",
        " It shares points: 10 with g3 and 9 with g4.",
    ] {
        same(&summary, summary.contains(words), true)?;
    }
    Ok(())
}
