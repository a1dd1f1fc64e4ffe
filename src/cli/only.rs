//! `--only c12`: the points of one cluster of a stored graph, to be built again by themselves.

use std::path::Path;

use super::error::CliError;
use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::build::Source;
use crate::context::FormalContext;
use crate::dataset::{Features, Origin};
use crate::knn::Metric;
use crate::query::names::Dictionary;
use crate::store::sqlite::SqliteStore;
use crate::store::{LatticeStore, NO_FEATURES};
use crate::table::Table;

/// Some points of a stored graph.
pub(super) struct Only {
    /// What is built from them.
    pub(super) source: Source,
    /// How the graph was made.
    pub(super) origin: Origin,
}

/// The points of the cluster that a word names, as a table or as a context.
pub(super) fn read(place: &Path, word: &str) -> Result<Only, CliError> {
    let store = SqliteStore::open(place)?;
    let dictionary = Dictionary::of(&store).map_err(CliError::from)?;
    let named = dictionary.concept(&store, word)?;
    let members = dictionary.extent(&store, named)?;
    if members.is_empty() {
        return Err(CliError::Usage(format!("{word} has no points; choose another cluster")));
    }
    let stored = dictionary.stored();
    let points: Points = stored.points.only(&members);
    let origin = stored.facts.origin;
    let source = match origin {
        Origin::Neighbors { metric: Metric::Precomputed, .. } => {
            return Err(CliError::Usage(format!(
                "{}: this graph was made from given distances or neighbours; give those of the \
                 points of {word} alone",
                place.display()
            )));
        }
        _ if stored.facts.has_left_out_features() => {
            return Err(CliError::Usage(format!("{}: {NO_FEATURES}", place.display())));
        }
        Origin::Ready => {
            let rows =
                members.iter().map(|point| stored.context.rows().get(point.index()).to_vec());
            let attributes = stored.context.attributes().to_vec();
            Source::Context(FormalContext::new(attributes, rows), points)
        }
        Origin::Neighbors { .. } => {
            let features = store.features()?;
            let Features { names, values } = &*features;
            let row =
                |point: &PointId| values[point.index() * names.len()..][..names.len()].to_vec();
            let values: Vec<f64> = members.iter().flat_map(row).collect();
            let table = Table::new(names.clone(), values, points);
            Source::Table(table.read_with(stored.facts.missing))
        }
    };
    Ok(Only { source, origin })
}
