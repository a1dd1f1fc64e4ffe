//! The paper's evaluation: dendrogram purity of the concept lattice beside that of Ward's tree.
//!
//! Yoneda, Sugiyama and Washio (2018), section 4. Both read the same table and the same classes;
//! the lattice's purity needs no lattice ([`closures`]), unless small clusters are left out.

pub mod closures;
pub mod plot;
pub mod sample;
pub mod ward;

use crate::points::Classes;
use crate::purity::DendrogramPurity;

/// Sums of purities over the pairs of each class, and how many pairs these are.
#[derive(Clone, Debug)]
struct Sums {
    purity: Vec<f64>,
    pairs: Vec<u64>,
}

impl Sums {
    fn new(classes: &Classes) -> Self {
        let classes = classes.names().len();
        Self { purity: vec![0.0; classes], pairs: vec![0; classes] }
    }

    fn means(&self) -> DendrogramPurity {
        let mean = |sum: f64, pairs: u64| (pairs > 0).then(|| sum / pairs as f64);
        let both = self.purity.iter().zip(&self.pairs);
        DendrogramPurity {
            overall: mean(self.purity.iter().sum(), self.pairs.iter().sum()),
            of_class: both.map(|(&sum, &pairs)| mean(sum, pairs)).collect(),
        }
    }
}
