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
    let n = space.len();
    let Some(anchors) = anchors.filter(|&anchors| anchors < n) else {
        let order = knn::ranked_neighbors(space, k)?;
        let context = FormalContext::from_rows(names.to_vec(), first_sorted(&order, k));
        return Ok(Binarization { context, anchors: PointId::first(n).collect(), order });
    };
    let anchors = sample(n, anchors);
    let order = anchors::ranked_anchors(space, &anchors, k)?;
    let names = anchors.iter().map(|&row| names[row as usize].clone()).collect();
    let context = FormalContext::from_rows(names, first_sorted(&order, k));
    Ok(Binarization { context, anchors: anchors.into_iter().map(PointId).collect(), order })
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
    space: &'a Space,
    names: &'a [String],
    /// The rows that neighbours are taken from.
    anchors: Vec<u32>,
    /// The positions of the anchors nearest to each point: itself, then nearest first.
    ranked: Csr,
}

impl<'a> Binarizer<'a> {
    pub(crate) fn new(space: &'a Space, names: &'a [String], anchors: Option<usize>) -> Self {
        let anchors = sample(space.len(), anchors.unwrap_or(space.len()));
        Self { space, names, anchors, ranked: Csr::default() }
    }

    fn max_k(&self) -> usize {
        self.ranked.iter().next().map_or(0, <[u32]>::len)
    }

    /// Computes the neighbours of each point up to k = `most`, unless they are known.
    pub(crate) fn compute_neighbors(&mut self, most: usize) -> Result<(), knn::KnnError> {
        if most > self.max_k() {
            self.ranked = match self.anchors.len() < self.space.len() {
                true => anchors::ranked_anchors(self.space, &self.anchors, most)?,
                false => knn::ranked_neighbors(self.space, most)?,
            };
        }
        Ok(())
    }

    pub(crate) fn context(&self, k: usize) -> Result<FormalContext, knn::KnnError> {
        let most = self.max_k();
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
        let mut binarizer = Binarizer::new(&space, table.points().names(), None);
        binarizer.compute_neighbors(30).unwrap();
        for k in 1..=30 {
            let once = binarize(&space, table.points().names(), None, k).unwrap().context;
            assert_eq!(binarizer.context(k), Ok(once), "k = {k}");
        }
        assert_eq!(binarizer.context(0), Err(knn::KnnError::K { k: 0, n: 30 }));
        assert_eq!(binarizer.context(31), Err(knn::KnnError::K { k: 31, n: 30 }));
    }
}
