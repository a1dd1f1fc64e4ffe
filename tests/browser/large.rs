//! Pages of large tables: the neighbours of a point, a sample of the points.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use super::Opened;
use crate::support::graphs::four_groups;
use crate::support::{Folder, Need, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_point_names_its_neighbours, Need::Browser),
        trial!(of_many_points_there_is_a_sample, Need::Browser),
    ]
}

/// Returns the names of a point's neighbours in the store, nearest first.
fn neighbors(folder: &Folder, point: &str) -> Result<Vec<String>, Failed> {
    let connection = rusqlite::Connection::open(folder.path("g.db"))?;
    let mut select = connection.prepare(
        "SELECT other.name FROM neighbor JOIN point ON point.id = point_id
         JOIN point AS other ON other.id = neighbor_id
         WHERE point.name = ?1 ORDER BY rank",
    )?;
    Ok(select.query_map([point], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// Chooses a point by a link.
fn point(opened: &Opened, name: &str) -> Result<(), Failed> {
    opened.page.script("location.hash = '#a=' + arguments[0]", vec![json!(name)])?;
    let heading = json!(format!("Point {name}"));
    opened
        .page
        .wait(&format!("document.querySelector('#details h2').textContent === {heading}"))?;
    Ok(())
}

fn points_here(opened: &Opened) -> Result<BTreeSet<String>, Failed> {
    let points = "JSON.parse(document.getElementById('data').textContent).points";
    Ok(serde_json::from_value(opened.ask(points)?)?)
}

fn a_point_names_its_neighbours() -> Result<(), Failed> {
    let folder = four_groups(300);
    folder.ok(&["build", "g.csv", "--label", "group", "-q"])?;
    let opened = Opened::of(&folder, &["g.db"])?;
    for name in ["d1", "d2", "d299", "d300"] {
        point(&opened, name)?;
        let expected = neighbors(&folder, name)?;
        same("fifteen", expected.len(), 15)?;
        same(name, opened.chips("Its 15 neighbours")?, expected)?;
        let distance = "document.querySelector('#details .chip[title]').title";
        let distance = opened.told(distance)?;
        same(&distance, distance.starts_with("At a distance of 0."), true)?;
    }
    let (one, other) = (neighbors(&folder, "d1")?, neighbors(&folder, "d17")?);
    let both: Vec<String> = one.into_iter().filter(|name| other.contains(name)).collect();
    opened.pair("d1", "d17")?;
    same("shared", opened.chips("shared")?, both)?;
    let rows = folder.json(&["query", "g.db", "lca", "d1", "d17"])?;
    same("joined", json!(opened.chips("with both")?), json!([rows[0]["concept"]]))?;
    same("all are here", opened.ask("document.getElementById('sample').hidden")?, json!(true))?;
    opened.is_quiet()
}

fn of_many_points_there_is_a_sample() -> Result<(), Failed> {
    let folder = four_groups(21_000);
    folder.ok(&["build", "g.csv", "--label", "group", "--anchors", "60", "--k", "5", "-q"])?;
    let opened = Opened::of(&folder, &["g.db", "--largest", "200"])?;
    let size = folder.read("x.html").len();
    same(&format!("{size} bytes are less than 3 MB"), size < 3_000_000, true)?;
    let here = points_here(&opened)?;
    same(&format!("{} points", here.len()), (20_000..21_000).contains(&here.len()), true)?;
    let says = format!("{} of 21,000 points are on this page", thousands(here.len()));
    let said = opened.told("document.getElementById('sample').textContent")?;
    same(&said, said.starts_with(&says) && said.contains("sizes count all"), true)?;

    // Sizes and classes count all points, lists hold those on the page.
    for row in folder.json(&["query", "g.db", "largest", "20"])?.as_array().ok_or("rows")? {
        let name = row["concept"].as_str().ok_or("a name")?;
        opened.page.script("location.hash = '#cluster=' + arguments[0]", vec![json!(name)])?;
        let heading = json!(format!("Cluster {name}"));
        let is_there = format!("document.querySelector('#details h2').textContent === {heading}");
        opened.page.wait(&is_there)?;
        let members = members(&folder, name)?;
        let text = opened.told("document.getElementById('details').textContent")?;
        let all = thousands(members.len());
        same(&format!("{all} in {text}"), text.contains(&format!("{all} of 21,000 points")), true)?;
        let expected: Vec<String> =
            members.into_iter().filter(|member| here.contains(member)).collect();
        same(name, opened.chips("points on this page")?, expected)?;
    }
    // Neighbours of a point on the page may be missing from the sample.
    for name in here.iter().step_by(3_000) {
        point(&opened, name)?;
        let all = neighbors(&folder, name)?;
        let found: Vec<String> = all.iter().filter(|name| here.contains(*name)).cloned().collect();
        let absent = all.len() - found.len();
        same(name, opened.chips("Its 15 neighbours")?, found)?;
        let text = opened.told("document.getElementById('details').textContent")?;
        let words = format!("and {absent} not on this page");
        same(&text, text.contains(&words), absent > 0)?;
    }
    let first = here.first().ok_or("a point")?;
    let mut found = 0;
    for other in here.iter().skip(1).step_by(2_800) {
        opened.pair(first, other)?;
        let rows = folder.json(&["query", "g.db", "lca", first, other])?;
        let join = rows[0]["concept"].as_str().ok_or("an answer")?;
        let chips = opened.chips("with both")?;
        if is_here(&opened, join)? {
            found += 1;
            same(&format!("{first}, {other}"), chips, vec![join.to_owned()])?;
        } else {
            same(&format!("{first}, {other}: {chips:?}"), chips.len(), 1)?;
        }
    }
    same("some are found", found > 0, true)?;
    opened.is_quiet()
}

fn is_here(opened: &Opened, cluster: &str) -> Result<bool, Failed> {
    let script = "return JSON.parse(document.getElementById('data').textContent).nodes
                      .some((node) => node.name === arguments[0])";
    Ok(opened.page.script(script, vec![json!(cluster)])? == json!(true))
}

fn members(folder: &Folder, cluster: &str) -> Result<Vec<String>, Failed> {
    let rows = folder.json(&["query", "g.db", "members", cluster])?;
    let name = |row: &serde_json::Value| row["point"].as_str().unwrap_or_default().to_owned();
    Ok(rows.as_array().ok_or("rows")?.iter().map(name).collect())
}

fn thousands(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    }
}
