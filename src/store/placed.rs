//! New rows that are kept beside the points of a graph: where they were placed, and what a graph of
//! all of them is built from.

use crate::base::ids::{CommunityId, ConceptId};

/// A row that was placed.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedRow {
    /// Of the input; it goes on behind the rows of the points.
    pub row: u32,
    /// What it is called, as no point is.
    pub name: String,
    /// Its class, where that was given.
    pub class: Option<String>,
    /// The smallest concept that holds it.
    pub smallest: Option<ConceptId>,
    /// The groups and parts that it belongs to, the one with its largest share first.
    pub communities: Vec<(CommunityId, f64)>,
    /// How far it is from the nearest point.
    pub distance: f64,
    /// Whether no point is that far from its nearest one.
    pub is_far: bool,
    /// Its features.
    pub values: Vec<f64>,
    /// Its cells that are only shown.
    pub kept: Vec<String>,
}
