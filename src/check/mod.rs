//! Whether a stored graph is what its context says: every promise of the format, compared with the
//! definitions.
//!
//! All concepts are read once: members against the closure of their generator, keys against the
//! sum, order, classes, and the digest over everything (`concepts`). Covers are computed from the
//! context again and compared, of at most [`COMPARED`] concepts (`covers`). A backend checks
//! whatever else it keeps ([`LatticeStore::own_faults`]).

mod classes;
mod communities;
mod concepts;
mod covers;
mod faults;

use crate::base::keys::PointKeys;
use crate::base::progress::Progress;
use crate::context::neighbor_lists::mean_length;
use crate::dataset::Origin;
use crate::knn::Metric;
use crate::store::{GraphFacts, LatticeStore, Result, StoredContext};
use faults::Faults;

pub use covers::COMPARED;
pub use faults::MOST;

/// What was looked at, and what is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What the graph is; nothing where that cannot be read.
    pub facts: Option<GraphFacts>,
    /// The number of concepts whose covers were computed again.
    pub compared: u64,
    /// The first faults, at most [`MOST`].
    pub faults: Vec<String>,
}

/// Looks at a stored graph.
///
/// # Errors
/// A store that fails, or an interrupt; what is wrong in the graph is not an error but part of the
/// report.
pub fn check(store: &dyn LatticeStore, progress: &Progress) -> Result<Report> {
    let mut faults = Faults::default();
    let own = faults.unless_damaged(store.own_faults(MOST))?;
    own.into_iter().flatten().for_each(|fault| faults.add(fault));
    let facts = faults.unless_damaged(store.facts())?;
    let mut compared = 0;
    if let Some(facts) = &facts
        && let Some(stored) = faults.unless_damaged(store.stored_context())?
    {
        context(&stored, &mut faults);
        concepts::check(store, facts, &stored, progress, &mut faults)?;
        compared = covers::check(store, facts, &stored, progress, &mut faults)?;
    }
    Ok(Report { facts, compared, faults: faults.first() })
}

/// Keys are those of the seed, and neighbours as many as they should be.
fn context(stored: &StoredContext, faults: &mut Faults) {
    let StoredContext { facts, points, keys, context, anchors } = stored;
    if PointKeys::new(points.len(), facts.seed).keys() != &**keys {
        faults.add(format!("the keys of its points are not those of seed {}", facts.seed));
    }
    let Origin::Neighbors { k, metric, .. } = facts.origin else { return };
    for (name, &anchor) in context.attributes().iter().zip(anchors.iter()) {
        if name != points.name(anchor) {
            let number = anchor.number();
            faults.add(format!("attribute {number} does not have the name of its point"));
            break;
        }
    }
    // Lists that were given may differ in length.
    let mean = mean_length(context.rows());
    if metric == Metric::Precomputed && mean != k {
        faults.add(format!("its points have {mean} neighbours on average, not {k}"));
    }
    for (point, row) in points.ids().zip(context.rows().iter()) {
        let own = anchors.binary_search(&point).ok();
        let has_others = row.len() != k && metric != Metric::Precomputed;
        if has_others || own.is_some_and(|own| row.binary_search(&(own as u32)).is_err()) {
            let point = points.name(point);
            faults.add(format!("point {point:?} does not have {k} neighbours, itself included"));
        }
    }
}
