//! Binarization: attribute j of point i is "d_j is among the k nearest of d_i".
//!
//! Yoneda, Sugiyama and Washio 2018, section 2. The point itself is always among its k. If
//! neighbours are taken from a sample of the points, the anchors, then the attributes are anchors.

use super::FormalContext;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::knn::anchors::{self, sample};
use crate::knn::{self, Space};

/// The context of some points by their neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Binarization {
    /// The incidence of points and attributes.
    pub context: FormalContext,
    /// The points of the attributes, in ascending order.
    pub anchors: Vec<PointId>,
    /// The attributes of each point: the point itself first if it is one, then nearest first.
    pub order: Csr,
}

/// Binarizes the points of a space, called `names`, by their k nearest among `anchors` sampled
/// points, or among all points for `None`.
///
/// # Errors
/// Returns an error if k is 0 or exceeds the number of anchors or points.
pub fn binarize(
    space: &Space,
    names: &[String],
    anchors: Option<usize>,
    k: usize,
) -> Result<Binarization, knn::KnnError> {
    let binarizer = Binarizer::new(space, names, anchors, k)?;
    let context = binarizer.context(k)?;
    let anchors = binarizer.anchors.into_iter().map(PointId).collect();
    Ok(Binarization { context, anchors, order: binarizer.ranked })
}

fn first_sorted(ranked: &Csr, k: usize) -> Csr {
    let mut rows = Csr::with_capacity(ranked.len(), ranked.len() * k);
    let mut row = Vec::with_capacity(k);
    for list in ranked.iter() {
        row.clear();
        row.extend_from_slice(&list[..k]);
        row.sort_unstable();
        rows.push(row.iter().copied());
    }
    rows
}

/// Creates contexts of some points for many k, from one search for neighbours with the largest k.
#[derive(Clone, Debug)]
pub(crate) struct Binarizer<'a> {
    names: &'a [String],
    /// The rows that neighbours are taken from.
    anchors: Vec<u32>,
    /// The positions of the anchors nearest to each point: itself, then nearest first.
    ranked: Csr,
}

impl<'a> Binarizer<'a> {
    /// Finds the `max_k` neighbours of each point of a space.
    pub(crate) fn new(
        space: &Space,
        names: &'a [String],
        anchors: Option<usize>,
        max_k: usize,
    ) -> Result<Self, knn::KnnError> {
        let anchors = sample(space.len(), anchors.unwrap_or(space.len()));
        let ranked = match anchors.len() < space.len() {
            true => anchors::ranked_anchors(space, &anchors, max_k)?,
            false => knn::ranked_neighbors(space, max_k)?,
        };
        Ok(Self { names, anchors, ranked })
    }

    pub(crate) fn context(&self, k: usize) -> Result<FormalContext, knn::KnnError> {
        let most = self.ranked.iter().next().map_or(0, <[u32]>::len);
        if k == 0 || k > most {
            return Err(knn::KnnError::K { k, n: most });
        }
        let name = |&row: &u32| self.names[row as usize].clone();
        let names = self.anchors.iter().map(name).collect();
        Ok(FormalContext::from_rows(names, first_sorted(&self.ranked, k)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knn::{Metric, Scale};

    #[test]
    fn neighbours_looked_for_once_make_the_same_contexts() {
        let value = |at: usize| f64::from((at as u32 * 7919) % 5);
        let table = crate::knn::tests::table(2, (0..60).map(value).collect());
        let space = knn::space(&table, Metric::Euclidean, Scale::None).unwrap();
        let binarizer = Binarizer::new(&space, table.points().names(), None, 30).unwrap();
        for k in 1..=30 {
            let once = binarize(&space, table.points().names(), None, k).unwrap().context;
            assert_eq!(binarizer.context(k), Ok(once), "k = {k}");
        }
        assert_eq!(binarizer.context(0), Err(knn::KnnError::K { k: 0, n: 30 }));
        assert_eq!(binarizer.context(31), Err(knn::KnnError::K { k: 31, n: 30 }));
    }
}
