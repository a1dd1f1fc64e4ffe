//! `--only c12`: reads the points of one cluster of a stored graph, to build a graph of them alone.

use std::path::Path;

use super::error::CliError;
use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::build::Source;
use crate::context::FormalContext;
use crate::dataset::{Features, Origin};
use crate::graph::NO_FEATURES_MESSAGE;
use crate::knn::Metric;
use crate::query::names::Dictionary;
use crate::store::sqlite::SqliteStore;
use crate::table::Table;

pub(super) struct ClusterPoints {
    pub(super) source: Source,
    /// The origin of the stored graph.
    pub(super) origin: Origin,
}

/// Reads the points of the cluster that `word` names, as a table or as a context.
pub(super) fn read(place: &Path, word: &str) -> Result<ClusterPoints, CliError> {
    let graph = SqliteStore::graph(place)?;
    let dictionary = Dictionary::new(&graph)?;
    let members = dictionary.extent(dictionary.subject(word)?)?;
    if members.is_empty() {
        return Err(CliError::Usage(format!("{word} has no points; choose another cluster")));
    }
    let points: Points = graph.points()?.subset(&members);
    let facts = graph.facts();
    let origin = facts.origin;
    let source = match origin {
        Origin::Neighbors { metric: Metric::Precomputed, .. } => {
            return Err(CliError::Usage(format!(
                "{}: this graph was made from given distances or neighbours; give the \
                 distances or neighbours of the points of {word} instead",
                place.display()
            )));
        }
        _ if facts.omits_features() => {
            return Err(CliError::Usage(format!("{}: {NO_FEATURES_MESSAGE}", place.display())));
        }
        Origin::Ready => {
            let context = &graph.context()?.context;
            let rows = members.iter().map(|point| context.rows().get(point.index()).to_vec());
            let attributes = context.attributes().to_vec();
            Source::Context(FormalContext::new(attributes, rows), points)
        }
        Origin::Neighbors { .. } => {
            let Features { names, values } = graph.features()?;
            let row =
                |point: &PointId| values[point.index() * names.len()..][..names.len()].to_vec();
            let values: Vec<f64> = members.iter().flat_map(row).collect();
            let table = Table::new(names.clone(), values, points);
            Source::Table(table.with_missing(facts.missing))
        }
    };
    Ok(ClusterPoints { source, origin })
}
