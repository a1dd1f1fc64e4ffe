//! Placing of new rows: rows of the table are where they were, others by the definition.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conceptgraph::communities::{Communities, Community, Level, main_group, main_part};
use conceptgraph::graph::Graph;
use conceptgraph::place::{CommunityPlacement, Placer};
use conceptgraph::select::landmarks::{DEFAULT_LANDMARKS, landmarks};
use conceptgraph::store::sqlite;
use conceptgraph_engine::base::ids::{CommunityId, ConceptId, PointId};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::dataset::{Features, Origin};
use conceptgraph_engine::knn::ScaledIndex;
use conceptgraph_engine::point_graph::PointGraph;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::repl::piped;
use crate::support::whole::Whole;
use crate::support::{Folder, Ran, example, graphs, same, trial};

/// The graphs of tables, of every kind.
const GRAPHS: [&str; 8] = [
    "iris",
    "iris_iceberg",
    "iris_scales",
    "iris_no_members",
    "anchors",
    "anchors_iceberg",
    "figure1",
    "one_class",
];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in GRAPHS {
        trials.push(trial!(rows_are_where_the_definition_says(name)));
    }
    trials.push(trial!(rows_near_small_groups_and_piles_are_placed));
    trials.push(trial!(a_table_becomes_rows_in_every_format));
    trials.push(trial!(a_row_far_from_all_points_is_remarked));
    trials.push(trial!(gaps_words_and_scales_are_as_at_build));
    trials.push(trial!(many_rows_come_in_their_order));
    trials.push(trial!(the_shell_places_a_row));
    trials
}

/// Returns the rows of a graph's table and rows between two of them, after their width.
fn rows(graph: Whole<'_>) -> (usize, Vec<f64>) {
    let (n, width) = (graph.points.len(), graph.features.names.len());
    let mut values = graph.features.values.to_vec();
    for one in (0..n).step_by(1 + n / 60) {
        let other = (7 * one + 5) % n;
        let at = |row: usize, column: usize| graph.features.values[row * width + column];
        values.extend((0..width).map(|column| 0.3 * at(one, column) + 0.7 * at(other, column)));
    }
    (width, values)
}

/// The data from which the shares of a row follow.
struct Shares<'a> {
    communities: &'a Communities,
    graph: PointGraph,
    /// The nodes of `graph`.
    reference: ScaledIndex,
    /// The shares of the neighbours of each node, with each neighbour in its main part.
    around: Vec<BTreeMap<CommunityId, f64>>,
}

impl<'a> Shares<'a> {
    fn of(of: Whole<'a>) -> Self {
        let Whole { communities, membership, .. } = of;
        let graph = PointGraph::new(of.origin, of.features, of.context, None);
        let around = |row: &[u32]| {
            let points = row.iter().map(|&node| graph.nodes[node as usize]);
            let main = points.filter_map(|at| main_part(communities, &membership[at.index()]));
            let mut counts = BTreeMap::new();
            main.for_each(|id| *counts.entry(id).or_default() += 1.0);
            without_small(counts, 0.0, 1.0)
        };
        let around = graph.links.iter().map(around).collect();
        let Origin::Neighbors { metric, scale, .. } = of.origin else { panic!("no table") };
        let rows = graph.nodes.iter().map(|node| node.index());
        let Features { names, values } = of.features;
        let reference = ScaledIndex::new(values, names, rows, metric, scale);
        Self { communities, graph, reference, around }
    }

    /// Returns the mean shares of groups and their parts over some nodes, without those below 0.2.
    fn near(&self, nodes: impl Iterator<Item = u32>) -> Vec<(CommunityId, f64)> {
        let mut sums: BTreeMap<CommunityId, f64> = BTreeMap::new();
        for (id, share) in nodes.flat_map(|node| &self.around[node as usize]) {
            *sums.entry(*id).or_default() += share;
        }
        let group = |id: CommunityId| match &self.communities.all[id.index()] {
            Community { level: Level::Part, parent: Some(group), .. } => *group,
            _ => id,
        };
        let mut groups: BTreeMap<CommunityId, f64> = BTreeMap::new();
        sums.iter().for_each(|(&id, sum)| *groups.entry(group(id)).or_default() += sum);
        let mut shares = without_small(groups, 0.2, 1.0);
        for (of, share) in shares.clone() {
            let parts = sums.iter().filter(|&(&id, _)| id != of && group(id) == of);
            let parts = parts.map(|(&id, &sum)| (id, sum)).collect();
            shares.extend(without_small(parts, 0.2, share));
        }
        shares.into_iter().collect()
    }
}

/// Returns the sums of at least `least` of the total, or all if none is, scaled to `all`.
fn without_small(
    sums: BTreeMap<CommunityId, f64>,
    least: f64,
    all: f64,
) -> BTreeMap<CommunityId, f64> {
    let least = least * sums.values().sum::<f64>();
    let any = sums.values().any(|sum| *sum >= least);
    let kept = sums.into_iter().filter(|(_, sum)| !any || *sum >= least);
    let kept: BTreeMap<CommunityId, f64> = kept.collect();
    let total: f64 = kept.values().sum();
    kept.into_iter().map(|(id, sum)| (id, sum / total * all)).collect()
}

/// Returns the median of the widths over the points of a main group.
fn usual_width_of(graph: Whole<'_>, widths: &[f64], group: Option<CommunityId>) -> f64 {
    let main = |shares| main_group(graph.communities, shares).map(|(group, _)| group);
    let all = graph.membership.iter().zip(widths);
    let mut all: Vec<f64> =
        all.filter(|(shares, _)| main(shares) == group).map(|(_, &width)| width).collect();
    all.sort_by(f64::total_cmp);
    (all[all.len() / 2] + all[(all.len() - 1) / 2]) / 2.0
}

fn rows_are_where_the_definition_says(name: &str) -> Result<(), Failed> {
    let (folder, built) = (Folder::new(), Arc::new(graphs::graph(name)?));
    sqlite::save(&built, &folder.path("g.db"), false, &Default::default())?;
    let file = Arc::new(sqlite::SqliteStore::graph(&folder.path("g.db"))?);
    let graph = Whole::of(&built);
    let (width, values) = rows(graph);
    let placed = |graph: &Arc<Graph>| -> Result<_, Failed> {
        Ok(Placer::new(graph, &Progress::default())?.place_values(&values, 3)?)
    };
    let found = placed(&built)?;
    same("the same of memory and file", placed(&file)? == found, true)?;
    // The definition: intents within the nearest points.
    let Origin::Neighbors { k, metric, scale, .. } = graph.origin else {
        return Err("no table".into());
    };
    let anchors = graph.anchors.iter().map(|anchor| anchor.index());
    let names = &graph.features.names;
    let reference = ScaledIndex::new(&graph.features.values, names, anchors, metric, scale);
    let progress = Progress::default();
    let all_near = reference.nearest(&values, k, &progress)?;
    let intent = |id: ConceptId| -> BTreeSet<u32> {
        graph.context.intent_of(&graph.members.points(id)).into_iter().collect()
    };
    let intents: Vec<BTreeSet<u32>> = graph.ids().map(intent).collect();
    let chosen: Vec<ConceptId> =
        landmarks(&built, DEFAULT_LANDMARKS)?.iter().map(|one| one.id).collect();
    let membership = graph.membership;
    let shares = Shares::of(graph);
    let near_nodes = shares.reference.nearest(&values, shares.graph.query_k(), &progress)?;
    let widths = shares.graph.widths().ok_or("distances")?.to_vec();
    // Rounded, because the last digit depends on the order of a sum.
    let rounded = |shares: &[(CommunityId, f64)]| -> Vec<(CommunityId, i64)> {
        shares.iter().map(|(id, share)| (*id, (share * 1e12).round() as i64)).collect()
    };
    for (at, (row, found)) in values.chunks(width).zip(&found).enumerate() {
        let near: BTreeSet<u32> = all_near[at].iter().map(|&(place, _)| place).collect();
        let holds = |id: &ConceptId| intents[id.index()].is_subset(&near);
        let mut truth: Option<ConceptId> = graph.ids().find(holds);
        let mut shares = shares.near(near_nodes[at].iter().map(|&(node, _)| node));
        let mut held: Vec<ConceptId> = chosen.iter().filter(|id| holds(id)).copied().collect();
        // A stored row is where it was, unless more rows before it have its values than it has
        // neighbours: each of these is its own first neighbour.
        let earlier = values.chunks(width).take(at).filter(|other| *other == row).count();
        if at < graph.points.len() && earlier < k {
            let point = PointId(at as u32);
            let own = |id: &ConceptId| graph.members.contains(*id, point);
            truth = graph.ids().find(own);
            held = chosen.iter().filter(|id| own(id)).copied().collect();
            shares = membership[at].clone();
            let score = graph.points.outlier_scores()[at];
            same(&format!("the score of row {at}"), found.communities.outlier, score)?;
            let mut placed = found.communities.shares.clone();
            placed.sort_by_key(|(id, _)| *id);
            same(&format!("to the last digit: row {at}"), placed == shares, true)?;
            same(&format!("distance of row {at}"), found.nearest[0].1, 0.0).or_else(|error| {
                // If some points are anchors, others are not among the nearest.
                if graph.anchors.len() < graph.points.len() { Ok(()) } else { Err(error) }
            })?;
        }
        let CommunityPlacement { shares: held_in, outlier, usual_width, .. } = &found.communities;
        let group = main_group(graph.communities, held_in).map(|(group, _)| group);
        let usual = usual_width_of(graph, &widths, group);
        same(&format!("usual for row {at}"), *usual_width, usual)?;
        if near_nodes[at][0].1 > 0.0 {
            // The row itself is the first of its 15 nearest.
            let reach = near_nodes[at].len().min(15);
            let width = near_nodes[at][reach - 2].1;
            same(&format!("the score of row {at}"), *outlier, (1.0 - usual / width).max(0.0))?;
        }
        let mut communities = found.communities.shares.clone();
        communities.sort_by_key(|(id, _)| *id);
        same(&format!("the smallest of row {at}"), found.clusters.smallest, truth)?;
        same(&format!("landmarks of row {at}"), found.clusters.landmarks.clone(), held)?;
        same(&format!("communities of row {at}"), rounded(&communities), rounded(&shares))?;
        same("nearest", found.nearest.len(), k.min(3))?;
        if let Some(classes) = graph.points.classes() {
            let mut counts = vec![0; classes.names().len()];
            for &anchor in &near {
                counts[classes.class_of(graph.anchors[anchor as usize]).index()] += 1;
            }
            same("classes", found.classes.clone(), counts)?;
        }
    }
    Ok(())
}

/// New rows near small groups belong to these, and only a row equal to a pile belongs to it.
fn rows_near_small_groups_and_piles_are_placed() -> Result<(), Failed> {
    let folder = Folder::new();
    let group = |at: usize| [at % 4, at / 4].map(|place| 40.0 * place as f64);
    let step = |row: usize, by: usize| ((row * by) % 13) as f64 / 4.0;
    let mut text = "x,y\n".to_owned();
    for row in 0..144 {
        let [x, y] = group(row / 12);
        text += &format!("{},{}\n", x + step(row, 5), y + step(row, 7));
    }
    text += &"20,20\n".repeat(30);
    folder.file("t.csv", text);
    folder.ok(&["build", "t.csv", "--scale", "none"])?;
    let rows = folder.json(&["query", "t.db", "communities", "13"])?;
    let sizes: Vec<u64> =
        rows.as_array().into_iter().flatten().filter_map(|row| row["size"].as_u64()).collect();
    same("groups", sizes, [&[30][..], &[12; 12]].concat())?;
    let mut new = "x,y\n20,20\n20,20.5\n".to_owned();
    (0..12).map(group).for_each(|[x, y]| new += &format!("{},{}\n", x + 1.3, y + 1.4));
    folder.file("new.csv", new);
    let placed = folder.json(&["place", "t.db", "new.csv"])?;
    let main =
        |row: &serde_json::Value| Some(row["communities"].as_str()?.split(' ').next()?.to_owned());
    let found: Vec<Option<String>> = placed.as_array().ok_or("rows")?.iter().map(main).collect();
    same("the pile", found[0].as_deref(), Some("g1"))?;
    same("beside the pile", found[1].as_deref() == Some("g1"), false)?;
    let others: BTreeSet<&Option<String>> = found[2..].iter().collect();
    same("each in its group", (others.len(), others.contains(&found[0])), (12, false))
}

/// Creates `iris.db` without every tenth flower, and `new.csv` with these.
fn held_out() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let text = std::fs::read_to_string(example("iris.csv"))?;
    let (header, rows) = text.split_once('\n').ok_or("a header")?;
    let part = |held: bool| {
        let rows = rows.lines().enumerate().filter(|(at, _)| (at % 10 == 3) == held);
        let rows: Vec<&str> = rows.map(|(_, row)| row).collect();
        format!("{header}\n{}\n", rows.join("\n"))
    };
    folder.file("iris.csv", part(false)).file("new.csv", part(true));
    folder.ok(&["build", "iris.csv", "--label", "class", "--k", "10"])?;
    Ok(folder)
}

fn a_table_becomes_rows_in_every_format() -> Result<(), Failed> {
    let folder = held_out()?;
    let before = folder.read("iris.db");
    let csv = folder.ok(&["place", "iris.db", "new.csv", "--format", "csv"])?;
    let lines: Vec<&str> = csv.lines().collect();
    same("lines", lines.len(), 16)?;
    let header = "row,concept,size,purity,class,centre,landmarks,communities,nearest,classes,\
         outlier,remark";
    same("header", lines[0], header)?;
    same("numbers", lines[15].starts_with("15,c"), true)?;
    let json = folder.json(&["place", "iris.db", "new.csv", "--nearest", "1"])?;
    let json = json.as_array().ok_or("a list")?;
    same("objects", json.len(), 15)?;
    for (at, (line, object)) in lines[1..].iter().zip(json).enumerate() {
        let concept = object["concept"].as_str().unwrap_or_default();
        same("row", object["row"].clone(), json!(at + 1))?;
        same("the same", line.starts_with(&format!("{},{concept},", at + 1)), true)?;
        let nearest = object["nearest"].as_str().unwrap_or_default();
        same("one neighbour", nearest.split(' ').count(), 2)?;
        let all = folder.json(&["place", "iris.db", "new.csv", "--nearest", "100"])?;
        let names = all[at]["nearest"].as_str().unwrap_or_default().to_owned();
        let names: Vec<&str> =
            names.split(", ").filter_map(|pair| pair.split(' ').next()).collect();
        same("k neighbours", names.len(), 10)?;
    }
    let table = folder.ok(&["place", "iris.db", "new.csv"])?;
    same("a table", table.lines().count(), 17)?;
    let flowers = json.iter().filter(|row| {
        let class = row["classes"].as_str().unwrap_or_default();
        ["setosa", "versicolor", "virginica"].iter().any(|name| class.starts_with(name))
    });
    same("classes", flowers.count(), 15)?;
    same("nothing changes", folder.read("iris.db") == before, true)
}

fn a_row_far_from_all_points_is_remarked() -> Result<(), Failed> {
    let folder = held_out()?;
    folder.file("far.csv", "sepal_length,sepal_width,petal_length,petal_width\n130,3,4,1\n");
    let row = folder.json(&["place", "iris.db", "far.csv"])?[0].clone();
    same("its score", row["outlier"].as_f64().is_some_and(|score| score > 0.99), true)?;
    let remark = row["remark"].as_str().unwrap_or_default();
    same(remark, remark.starts_with("far from all points: 122 where 0."), true)?;
    let rows = folder.json(&["place", "iris.db", "new.csv"])?;
    same(
        "the others",
        rows.as_array().ok_or("rows")?.iter().all(|row| row["remark"].is_null()),
        true,
    )
}

fn gaps_words_and_scales_are_as_at_build() -> Result<(), Failed> {
    let folder = Folder::new();
    // Every third row has a gap, and one column has another scale.
    let mut text = "id,small,large,word\n".to_owned();
    for at in 0..60 {
        let small =
            if at % 3 == 2 { String::new() } else { format!("{}", (at * 7 % 20) as f64 / 9.0) };
        let word = ["red", "green", "NA", "blue"][at * at % 4 + usize::from(at % 4 == 3)];
        text += &format!("p{at},{small},{},{word}\n", at * 13 % 37 * 1000);
    }
    folder.file("t.csv", &text);
    let how = ["--id", "id", "--nominal", "word", "--missing", "mean", "--scale", "standard"];
    folder.ok(&[&["build", "t.csv", "--k", "4"], &how[..]].concat())?;
    let info = folder.json(&["info", "t.db"])?;
    same("how gaps were filled is kept", info["missing"].clone(), json!("mean"))?;
    let ran = folder.run(&["place", "t.db", "t.csv", "--format", "json", "--nearest", "1"]);
    let rows: Json = serde_json::from_str(&ran.out)?;
    same("filled", ran.err.contains("empty cells"), true)?;
    for (at, row) in rows.as_array().ok_or("rows")?.iter().enumerate() {
        let own = folder.json(&["query", "t.db", "containing", &format!("p{at}"), "1"])?;
        same(&format!("p{at}"), row["concept"].clone(), own[0]["concept"].clone())?;
        let nearest = row["nearest"].as_str().unwrap_or_default();
        same(&format!("p{at} near {nearest}"), nearest.ends_with(" 0"), true)?;
    }
    // A copy keeps the fact, and a check finds no fault.
    folder.ok(&["copy", "t.db", "again.db"])?;
    folder.ok(&["check", "again.db"])?;
    same("a copy", folder.json(&["info", "again.db"])?["missing"].clone(), json!("mean"))?;
    folder.file("new.csv", "word,large,small,more\nblack,5000,1,x\nred,NA,2,y\n");
    let ran = folder.run(&["place", "t.db", "new.csv", "--format", "csv"]);
    same("a word that is new", ran.err.contains("(1 cell "), true)?;
    // If rows with gaps were left out of the graph, new ones are too.
    folder.ok(&[
        &["build", "t.csv", "--to", "d.db", "--k", "4"],
        &how[..4],
        &["--missing", "drop"],
    ]
    .concat())?;
    let ran = folder.run(&["place", "d.db", "new.csv", "--format", "csv"]);
    same("one row", ran.out.lines().count(), 2)?;
    same("left out", ran.err.contains("1 row"), true)
}

fn many_rows_come_in_their_order() -> Result<(), Failed> {
    let folder = graphs::four_groups(1_500);
    folder.ok(&["build", "g.csv", "--label", "group", "--anchors", "60", "--k", "4"])?;
    let text = folder.text("g.csv");
    let (header, rows) = text.split_once('\n').ok_or("a header")?;
    folder.file("many.csv", format!("{header}\n{}", rows.repeat(10)));
    let placed = folder.ok(&["place", "g.db", "many.csv", "--format", "csv"])?;
    let lines: Vec<&str> = placed.lines().collect();
    same("lines", lines.len(), 15_001)?;
    let without_number = |line: &str| line.split_once(',').map(|(_, rest)| rest.to_owned());
    for (at, line) in lines[1..].iter().enumerate() {
        if !line.starts_with(&format!("{},c", at + 1)) {
            return Err(format!("line {at} is {line}").into());
        }
        let first = without_number(lines[1 + at % 1_500]);
        same("the same each time", without_number(line), first)?;
    }
    let one = folder.ok(&["place", "g.db", "many.csv", "--format", "csv", "--nearest", "1"])?;
    same("as many", one.lines().count(), 15_001)
}

fn the_shell_places_a_row() -> Result<(), Failed> {
    let folder = held_out()?;
    let script = ".mode csv\nplace 5.1,3.5,1.4,0.2\n\
                  place petal_length=1.4 petal_width=0.2 sepal_length=5.1 sepal_width=3.5\n\
                  concept\nplace 5.1,3.5\nplace\nplace 5.1,3.5,x,0.2\n";
    let ran: Ran = piped(&folder, &[], script)?;
    let lines: Vec<&str> = ran.out.lines().collect();
    same("two ways to say it", lines[1], lines[3])?;
    let concept = lines[1].split(',').nth(1).unwrap_or_default();
    same("it is its smallest cluster", lines[5].starts_with(&format!("{concept},")), true)?;
    same("faults", ran.err.lines().count(), 3)
}
