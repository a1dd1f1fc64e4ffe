//! Placing of new rows in a graph of a server: rows of the table are where they were, others where
//! the definition puts them.

use std::collections::BTreeSet;
use std::sync::Arc;

use conceptgraph::build::{BuildOptions, Source, build};
use conceptgraph::context::neighbor_lists::NeighborLists;
use conceptgraph::place::Placer;
use conceptgraph::query::{self, Cell, Limit, catalogue::Catalogue};
use conceptgraph_engine::base::ids::{ConceptId, PointId};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::dataset::Origin;
use conceptgraph_engine::knn::ScaledIndex;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::same;
use crate::support::whole::Whole;
use crate::{Shared, is_equal, is_sound, loaded, small};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in ["iris", "iris_iceberg", "iris_scales", "anchors"] {
        trials.push(on!(shared, LTS, rows_are_where_the_definition_says(name)));
    }
    trials.push(on!(shared, LTS, given_neighbours_are_read_back));
    trials
}

/// Returns rows between two rows of a table, which are not in it.
fn between(graph: Whole<'_>) -> Vec<f64> {
    let (n, width) = (graph.points.len(), graph.features.names.len());
    let at = |row: usize, column: usize| graph.features.values[row * width + column];
    let row = |one: usize| {
        let other = (7 * one + 5) % n;
        (0..width).map(move |column| 0.3 * at(one, column) + 0.7 * at(other, column))
    };
    (0..n).step_by(1 + n / 40).flat_map(row).collect()
}

/// Returns the nearest points of each row, as indices of attributes.
fn nearest(graph: Whole<'_>, rows: &[f64]) -> Result<Vec<BTreeSet<u32>>, Failed> {
    let Origin::Neighbors { k, metric, scale, .. } = graph.origin else {
        return Err("no table".into());
    };
    let anchors = graph.anchors.iter().map(|anchor| anchor.index());
    let reference =
        ScaledIndex::new(&graph.features.values, &graph.features.names, anchors, metric, scale);
    let near = reference.nearest(rows, k, &Progress::default())?;
    Ok(near.iter().map(|near| near.iter().map(|&(place, _)| place).collect()).collect())
}

/// Returns the clusters whose intents are within these points, smallest first.
fn holding(graph: Whole<'_>, near: &BTreeSet<u32>) -> Vec<ConceptId> {
    let is_within = |id: &ConceptId| {
        let intent = graph.context.intent_of(&graph.members.points(*id));
        intent.iter().all(|attribute| near.contains(attribute))
    };
    graph.ids().filter(is_within).collect()
}

fn rows_are_where_the_definition_says(server: &Server, name: &str) -> Result<(), Failed> {
    let (graph, store) = small(server, name)?;
    let (graph, catalogue) = (Whole::of(&graph), Catalogue::cypher());
    let stored = Arc::new(store.into_stored_graph()?.graph);
    let mut placer = Placer::new(&stored, &Progress::default())?;
    let placed = placer.place_values(&graph.features.values, 1)?;
    let width = graph.features.names.len();
    let Origin::Neighbors { k, .. } = graph.origin else { return Err("no table".into()) };
    // Some of hundreds.
    let step = 1 + placed.len() / 100;
    for (point, found) in graph.points.ids().zip(&placed).step_by(step) {
        let values = |point: PointId| &graph.features.values[point.index() * width..][..width];
        // If there are more equal rows than neighbours, later ones are their own first neighbour.
        let earlier = (0..point.0).filter(|&other| values(PointId(other)) == values(point)).count();
        if earlier >= k {
            continue;
        }
        let words = [graph.points.name(point).to_owned()];
        let answer = query::ask(&stored, &catalogue, "containing", &words, Limit::Most(9))?;
        // A community can be smaller than the smallest cluster of an iceberg.
        let first = answer.rows.iter().find_map(|row| match row[0] {
            Cell::Cluster(id) => Some(id),
            _ => None,
        });
        same(&format!("{name}, {}", graph.points.name(point)), found.clusters.smallest, first)?;
    }
    let rows = between(graph);
    let placed = placer.place_values(&rows, 1)?;
    same("rows between two", placed.len() > 5, true)?;
    for (found, near) in placed.iter().zip(nearest(graph, &rows)?) {
        let truth = holding(graph, &near);
        same(name, found.clusters.smallest, truth.first().copied())?;
    }
    Ok(())
}

/// The graph has neighbours without features, in lists of different lengths.
fn given_neighbours_are_read_back(server: &Server) -> Result<(), Failed> {
    let links = (0..40_u32).flat_map(|from| (1..=from % 5 + 1).map(move |by| (from, by)));
    let named: Vec<(String, String)> = links
        .map(|(from, by)| (format!("p{from}"), format!("p{}", (from + by * by) % 40)))
        .collect();
    let links = named.iter().map(|(source, target)| (&**source, &**target, f64::NAN));
    let lists = NeighborLists::from_names(links, None)?;
    let progress = Progress::default();
    let graph = build("given", Source::Neighbors(lists), &BuildOptions::default(), &progress)?;
    let store = loaded(server, &graph, "given neighbours")?;
    is_equal(&store, &graph)?;
    is_sound(&store)?;
    let refused = Placer::new(&Arc::new(store.into_stored_graph()?.graph), &progress).err();
    let refused = refused.map(|error| error.to_string()).unwrap_or_default();
    same(&refused, refused.starts_with("this graph was made from given distances"), true)
}
