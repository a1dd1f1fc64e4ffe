//! The paper's evaluation: dendrogram purity of the concept lattice beside that of Ward's tree.
//!
//! Yoneda, Sugiyama and Washio (2018), section 4. Both read the same table and the same classes;
//! the lattice's purity needs no lattice ([`closures`]), unless small clusters are left out.

pub mod closures;
pub mod sample;
pub mod ward;
