//! From numbers to a binary table: attribute j of point i is "d_j is among the k nearest of d_i".
//!
//! Yoneda, Sugiyama and Washio 2018, section 2. The point itself is always among its k. Where
//! neighbours are looked for among some of the points, the anchors, attributes are anchors.

use super::FormalContext;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::knn::anchors::{self, sample};
use crate::knn::{self, Space};

/// The context of some points by their neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Binarized {
    /// Which point has which attribute.
    pub context: FormalContext,
    /// The points that the attributes are, ascending.
    pub anchors: Vec<PointId>,
    /// The attributes of each point: the point itself first where it is one, then nearest first.
    pub order: Csr,
}

/// Binarizes points with these names by their k nearest among that many anchors, or among all.
///
/// # Errors
/// k = 0, or more than there are anchors or points.
pub fn among(
    space: &Space,
    names: &[String],
    anchors: Option<usize>,
    k: usize,
) -> Result<Binarized, knn::Error> {
    let n = space.len();
    let Some(anchors) = anchors.filter(|&anchors| anchors < n) else {
        let order = knn::ranked(space, k)?;
        let context = FormalContext::of_rows(names.to_vec(), nearest(&order, k));
        return Ok(Binarized { context, anchors: PointId::first(n).collect(), order });
    };
    let anchors = sample(n, anchors);
    let order = anchors::ranked(space, &anchors, k)?;
    let names = anchors.iter().map(|&row| names[row as usize].clone()).collect();
    let context = FormalContext::of_rows(names, nearest(&order, k));
    Ok(Binarized { context, anchors: anchors.into_iter().map(PointId).collect(), order })
}

/// The k first of each list, ascending.
fn nearest(ranked: &Csr, k: usize) -> Csr {
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

/// The contexts of some points for many k, by neighbours looked for once for the largest of them.
#[derive(Clone, Debug)]
pub struct Binarizer<'a> {
    space: &'a Space,
    names: &'a [String],
    /// The rows among which neighbours are looked for.
    anchors: Vec<u32>,
    /// The neighbours of each point for the largest k by their places among the anchors, itself
    /// first, then nearest first.
    ranked: Csr,
}

impl<'a> Binarizer<'a> {
    /// Of points with these names, among that many anchors, or among all.
    pub fn new(space: &'a Space, names: &'a [String], anchors: Option<usize>) -> Self {
        let anchors = sample(space.len(), anchors.unwrap_or(space.len()));
        Self { space, names, anchors, ranked: Csr::default() }
    }

    /// The largest k that neighbours were looked for.
    fn most(&self) -> usize {
        self.ranked.iter().next().map_or(0, <[u32]>::len)
    }

    /// Looks for neighbours up to a larger k.
    ///
    /// # Errors
    /// More than there are points or anchors.
    pub fn reach(&mut self, most: usize) -> Result<(), knn::Error> {
        if most > self.most() {
            self.ranked = match self.anchors.len() < self.space.len() {
                true => anchors::ranked(self.space, &self.anchors, most)?,
                false => knn::ranked(self.space, most)?,
            };
        }
        Ok(())
    }

    /// The context for this k: what [`among`] makes.
    ///
    /// # Errors
    /// k = 0, or more than the neighbours that were looked for.
    pub fn context(&self, k: usize) -> Result<FormalContext, knn::Error> {
        let most = self.most();
        if k == 0 || k > most {
            return Err(knn::Error::K { k, n: most });
        }
        let name = |&row: &u32| self.names[row as usize].clone();
        let names = self.anchors.iter().map(name).collect();
        Ok(FormalContext::of_rows(names, nearest(&self.ranked, k)))
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
        binarizer.reach(30).unwrap();
        for k in 1..=30 {
            let once = among(&space, table.points().names(), None, k).unwrap().context;
            assert_eq!(binarizer.context(k), Ok(once), "k = {k}");
        }
        assert_eq!(binarizer.context(0), Err(knn::Error::K { k: 0, n: 30 }));
        assert_eq!(binarizer.context(31), Err(knn::Error::K { k: 31, n: 30 }));
    }
}
