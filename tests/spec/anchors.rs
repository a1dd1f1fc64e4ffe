//! Graphs of large tables: neighbours among anchors, their storage, and one cluster built again by
//! itself.

use std::collections::BTreeSet;

use conceptgraph::table;
use conceptgraph_engine::base::ids::PointId;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::dataset::Dataset;
use conceptgraph_engine::knn::{Metric, Scale, space};
use conceptgraph_engine::lattice::Lattice;
use conceptgraph_engine::mine::Limits;
use libtest_mimic::{Failed, Trial};

use crate::support::graphs::four_groups;
use crate::support::{Folder, Need, Ran, example, long, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(every_cluster_of_2000_points_is_that_of_the_definition),
        long(trial!(many_points_have_anchors_by_default)),
        trial!(anchors_that_are_all_points_change_nothing),
        trial!(k_is_a_share_of_the_anchors),
        trial!(members_in_the_stock_shell, Need::Sqlite3),
        trial!(damage_is_found),
        trial!(one_cluster_by_itself),
    ]
}

fn every_cluster_of_2000_points_is_that_of_the_definition() -> Result<(), Failed> {
    let folder = four_groups(2_000);
    let reading = table::ReadOptions::default().label("group".to_owned());
    let table = table::read(&folder.path("g.csv"), &reading)?.table;
    let (metric, scale, k) = (Metric::Euclidean, Scale::None, 4);
    let dataset = Dataset::with_anchors("g", &table, Some(25), k, metric, scale)?;
    let (context, anchors) = (&dataset.context, &dataset.anchors);
    same("anchors", anchors.len(), 25)?;
    same("in order", anchors.is_sorted_by(|a, b| a < b), true)?;
    // The k nearest anchors of each point, itself before all.
    let space = space(&table, metric, scale)?;
    for point in table.points().ids() {
        let rank = |anchor: &PointId| {
            let distance = space.comparable_distance(point.index(), anchor.index());
            (*anchor != point, distance.to_bits(), *anchor)
        };
        let mut all = anchors.clone();
        all.sort_by_key(rank);
        let nearest: BTreeSet<PointId> = all[..k].iter().copied().collect();
        let row = context.rows().get(point.index()).iter();
        let row: BTreeSet<PointId> = row.map(|&at| anchors[at as usize]).collect();
        same(&format!("neighbours of {}", point.number()), row, nearest)?;
    }
    // Intents are the intersections of rows, and the set of all attributes.
    let mut intents: BTreeSet<BTreeSet<u32>> = [(0..25).collect()].into();
    let rows: BTreeSet<BTreeSet<u32>> =
        context.rows().iter().map(|row| row.iter().copied().collect()).collect();
    for row in &rows {
        let both = |intent: &BTreeSet<u32>| intent & row;
        let cut: Vec<BTreeSet<u32>> = intents.iter().map(both).collect();
        intents.extend(cut);
    }
    let extent = |intent: &BTreeSet<u32>| -> Vec<PointId> {
        let has = |point: &PointId| {
            let row = context.rows().get(point.index());
            intent.iter().all(|attribute| row.binary_search(attribute).is_ok())
        };
        table.points().ids().filter(has).collect()
    };
    let mut extents: Vec<Vec<PointId>> = intents.iter().map(extent).collect();
    extents.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let lattice = Lattice::mine(context, &Limits::default(), &Progress::default())?;
    let found: Vec<Vec<PointId>> = lattice.ids().map(|id| lattice.members.points(id)).collect();
    same("clusters", found == extents, true)
}

fn digest(folder: &Folder, file: &str) -> Result<serde_json::Value, Failed> {
    Ok(folder.json(&["info", file])?["digest"].clone())
}

fn many_points_have_anchors_by_default() -> Result<(), Failed> {
    let folder = four_groups(16_000);
    let words = ["build", "g.csv", "--label", "group", "--to"];
    let ran = folder.run(&[&words[..], &["a.db"]].concat());
    same(&ran.err, ran.code, 0)?;
    let said = "neighbours among 2,000 of them, the anchors";
    same(&ran.err, ran.err.contains(said), true)?;
    let info = folder.json(&["info", "a.db"])?;
    same("attributes", &info["attributes"], &info["anchors"])?;
    let landmarks = folder.json(&["query", "a.db", "landmarks", "12"])?;
    let landmarks = landmarks.as_array().ok_or("no rows")?;
    for group in ["g0", "g1", "g2", "g3"] {
        let of_group = |row: &&serde_json::Value| {
            row["class"] == group && row["purity"].as_f64() >= Some(0.95)
        };
        let largest =
            landmarks.iter().filter(of_group).filter_map(|row| row["size"].as_u64()).max();
        // A third of the smallest group.
        same(&format!("{group}: {largest:?}"), largest >= Some(666), true)?;
    }
    let held = landmarks.last().and_then(|row| row["held"].as_u64());
    same(&format!("held: {held:?}"), held >= Some(6_000), true)?;
    let folder = self::four_groups(8_000);
    for (store, more) in [("a.db", &[][..]), ("b.db", &["--threads", "1"])] {
        let few = [store, "--anchors", "1000", "-q"];
        folder.ok(&[&words[..], &few[..], more].concat())?;
    }
    same("bytes", folder.read("a.db") == folder.read("b.db"), true)?;
    // A given k counts neighbours among all points, as zero anchors do.
    let k = ["--k", "10", "-q", "--label", "group"];
    folder.ok(&[&["build", "g.csv", "--to", "c.db"], &k[..]].concat())?;
    folder.ok(&[&["build", "g.csv", "--to", "d.db", "--anchors", "0"], &k[..]].concat())?;
    same("no anchors", digest(&folder, "c.db")?, digest(&folder, "d.db")?)?;
    same("no fact", folder.json(&["info", "c.db"])?["anchors"].is_null(), true)
}

fn anchors_that_are_all_points_change_nothing() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    let words = ["build", &iris, "--label", "class", "--k", "10", "-q", "--to"];
    folder.ok(&[&words[..], &["a.db"]].concat())?;
    for anchors in ["150", "100000", "0"] {
        folder.ok(&[&words[..], &["b.db", "--force", "--anchors", anchors]].concat())?;
        same(anchors, digest(&folder, "a.db")?, digest(&folder, "b.db")?)?;
    }
    // Duplicates among the anchors, and fewer anchors than neighbours.
    folder.file("same.csv", format!("x,y\n{}", "1,2\n".repeat(40)));
    folder.ok(&["build", "same.csv", "--columns", "x,y", "--anchors", "6", "-q"])?;
    folder.ok(&["check", "same.db"])?;
    folder.ok(&["build", "same.csv", "--columns", "x,y", "--anchors", "1", "-q", "--force"])?;
    same("one anchor", folder.json(&["info", "same.db"])?["k"].as_u64(), Some(1))?;
    folder.ok(&["check", "same.db"]).map(drop)
}

fn k_is_a_share_of_the_anchors() -> Result<(), Failed> {
    let folder = four_groups(100);
    let half = folder.json(&["evaluate", "g.csv", "--label", "group", "--anchors", "20"])?;
    same("half of the anchors", half[0]["k"].as_u64(), Some(10))?;
    // A k in percent is a share of the anchors.
    let words = ["count", "g.csv", "--drop", "group", "--anchors", "20", "--format", "json"];
    let share = folder.ok(&[&words[..], &["--k", "25%"]].concat())?;
    same("k = 5", share, folder.ok(&[&words[..], &["--k", "5"]].concat())?)
}

fn members_in_the_stock_shell() -> Result<(), Failed> {
    let folder = four_groups(1_200);
    folder.ok(&["build", "g.csv", "--label", "group", "--anchors", "40", "--k", "4", "-q"])?;
    let shell = |statement: &str| -> Result<String, Failed> {
        let words = ["-bail", "g.db", statement];
        Ok(Ran::of(folder.command("sqlite3", &words), &words).out)
    };
    let wrong = shell(
        "SELECT count(*) FROM concept WHERE size <>
           (SELECT count(*) FROM member WHERE member.concept_id = concept.id)",
    )?;
    same("sizes", wrong.trim(), "0")?;
    let own = shell("SELECT count(DISTINCT point_id), count(*) FROM neighbor")?;
    same("points and neighbours", own.trim(), "1200|18000")
}

fn damage_is_found() -> Result<(), Failed> {
    let folder = four_groups(1_200);
    folder.ok(&["build", "g.csv", "--label", "group", "--anchors", "40", "--k", "4", "-q"])?;
    folder.ok(&["check", "g.db"])?;
    let whole = folder.read("g.db");
    let cases = [
        ("UPDATE graph SET value = 39 WHERE key = 'anchors'", "are neighbours of others, not 39"),
        ("DELETE FROM context WHERE point_id = 1", ""),
        (
            "DELETE FROM member WHERE concept_id = 9 AND
             point_id = (SELECT min(point_id) FROM member WHERE concept_id = 9)",
            "",
        ),
    ];
    for (change, fault) in cases {
        std::fs::write(folder.path("g.db"), &whole)?;
        rusqlite::Connection::open(folder.path("g.db"))?.execute_batch(change)?;
        let ran = folder.run(&["check", "g.db"]);
        same(&format!("{change}: {}{}", ran.out, ran.err), ran.code, 1)?;
        let said = format!("{}{}", ran.out, ran.err);
        same(&format!("{change}: {said}"), said.contains(fault), true)?;
    }
    Ok(())
}

/// The points of the cluster keep their names, rows, classes and scale.
fn one_cluster_by_itself() -> Result<(), Failed> {
    let folder = four_groups(1_500);
    let words = [
        "build",
        "g.csv",
        "--label",
        "group",
        "--scale",
        "standard",
        "--anchors",
        "100",
        "-k",
        "12",
        "-q",
    ];
    folder.ok(&words)?;
    let first = folder.json(&["query", "g.db", "landmarks", "1"])?[0].clone();
    let cluster = first["concept"].as_str().ok_or("no landmark")?.to_owned();
    folder.ok(&["build", "g.db", "--only", &cluster, "-q"])?;
    let closer = format!("g_{cluster}.db");
    let info = folder.json(&["info", &closer])?;
    same("points", &info["points"], &first["size"])?;
    same("scale", info["scale"].as_str(), Some("standard"))?;
    let members = folder.json(&["query", "g.db", "members", &cluster])?;
    let again = folder.json(&["query", &closer, "points"])?;
    let names = |rows: &serde_json::Value, column: &str| -> Vec<String> {
        let rows = rows.as_array().into_iter().flatten();
        rows.map(|row| row[column].as_str().unwrap_or_default().to_owned()).collect()
    };
    for column in ["point", "class"] {
        same(column, names(&again, column), names(&members, column))?;
    }
    folder.ok(&["check", &closer])?;
    folder.file("r.cxt", "B\n\n4\n3\n\np\nq\nr\ns\na\nb\nc\nX.X\nXX.\n...\nX.X\n");
    folder.ok(&["build", "r.cxt", "-q"])?;
    folder.ok(&["build", "r.db", "--only", "c4", "-q"])?;
    same("part", folder.json(&["info", "r_c4.db"])?["points"].as_u64(), Some(3))?;
    Ok(())
}
