//! The part of a graph that is exported.

use super::error::ExportError;
use crate::base::ids::{ConceptId, PointId};
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::points::Points;
use crate::files::TableContent;
use crate::graph::Graph;
use crate::picture::Subgraph;
use crate::query;
use crate::query::names::{Dictionary, Subject};
use crate::select;

const MAX_NAMED_POINTS: usize = 9;

/// A part of a graph. Clusters and points are named as in queries: `c12`, `g1`, `d1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The clusters within `radius` covers of a cluster, up and down.
    Around {
        /// The cluster in the middle.
        cluster: String,
        /// The largest number of covers from the cluster.
        radius: usize,
    },
    /// A cluster and all clusters that contain it.
    Up(String),
    /// A cluster and all clusters that it contains.
    Down(String),
    /// The clusters that contain a point.
    Containing(String),
    /// The smallest cluster that contains all of these points, with a shortest chain from each
    /// point.
    Lca(Vec<String>),
    /// The N largest clusters.
    Largest(u32),
    /// The peaks: the whole graph in one picture.
    Peaks,
    /// The map of all points.
    Points,
    /// The tree of communities, by their separation.
    Tree,
    /// A table instead of a picture.
    Table(TableContent),
    /// The whole graph.
    All,
}

impl Selection {
    pub(super) fn subgraph<'a>(
        &self,
        graph: &'a Graph,
        dictionary: &Dictionary<'a>,
        most: usize,
    ) -> Result<Subgraph<'a>, ExportError> {
        let (name, concepts) = (&graph.facts().name, graph.facts().concepts);
        let cluster_of = |word: &str| dictionary.cluster(dictionary.subject(word)?);
        // A community is shown by the cluster most like it.
        let called = |id: ConceptId, word: &str| match dictionary.subject(word) {
            Ok(Subject::Community(_)) => format!("{id}, the cluster most like {word}"),
            _ => id.to_string(),
        };
        let mut subgraph = Subgraph::new(graph);
        let title = match self {
            Self::Around { cluster, radius } => {
                let within = pluralize(*radius as u64, "cover", "covers");
                let id = cluster_of(cluster)?;
                subgraph.selected_concepts.insert(id);
                subgraph.add(select::neighborhood(graph, id, *radius, most)?);
                format!("clusters within {within} of {}", called(id, cluster))
            }
            Self::Up(cluster) => {
                let id = cluster_of(cluster)?;
                subgraph.selected_concepts.insert(id);
                subgraph.add(select::upper_set(graph, id, most)?);
                format!("clusters containing {}", called(id, cluster))
            }
            Self::Down(cluster) => {
                let id = cluster_of(cluster)?;
                subgraph.selected_concepts.insert(id);
                subgraph.add(select::lower_set(graph, id, most)?);
                format!("clusters inside {}", called(id, cluster))
            }
            Self::Containing(word) => {
                let point = dictionary.point(word).map_err(query::QueryError::from)?;
                subgraph.selected_points.insert(point);
                let mut containing = graph.members()?.containing(point).take(most).peekable();
                if let Some(&smallest) = containing.peek() {
                    let lineage = graph.covers()?.path(smallest, graph.top());
                    subgraph.strong_paths.extend(lineage);
                }
                subgraph.add(containing);
                format!("clusters containing {word}")
            }
            Self::Lca(words) => {
                let points = dictionary.resolve_points(words)?;
                if points.is_empty() {
                    return Err(ExportError::NoPoints);
                }
                add_lca(graph, &points, &mut subgraph)?;
                format!("the smallest cluster containing {}", list_names(graph.points()?, &points))
            }
            Self::Largest(largest) => {
                subgraph.add(select::largest(concepts, most.min(*largest as usize)));
                let (largest, all) =
                    (group_thousands((*largest).into()), group_thousands(concepts.into()));
                format!("the {largest} largest of {all} clusters")
            }
            Self::Peaks | Self::Points | Self::Tree | Self::Table(_) | Self::All => {
                subgraph.add(select::largest(concepts, most));
                format!("all {}", pluralize(concepts.into(), "cluster", "clusters"))
            }
        };
        subgraph.title = format!("{name}: {title}");
        Ok(subgraph)
    }
}

fn add_lca(graph: &Graph, points: &[PointId], subgraph: &mut Subgraph) -> Result<(), ExportError> {
    let lca = select::lca(graph, points)?.unwrap_or_else(|| graph.top());
    subgraph.add([lca]);
    for path in select::paths_to_join(graph, points, lca)? {
        subgraph.add_strong_path(path);
    }
    subgraph.selected_concepts.insert(lca);
    subgraph.selected_points.extend(points);
    Ok(())
}

/// Returns the names of points as `d1, d2 and d3`, or the number of points if there are many.
fn list_names(all: &Points, points: &[PointId]) -> String {
    if points.len() > MAX_NAMED_POINTS {
        return pluralize(points.len() as u64, "point", "points");
    }
    let names: Vec<&str> = points.iter().map(|&point| all.name(point)).collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}
