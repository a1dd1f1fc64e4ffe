//! What a load stores besides what every graph has.

use super::attach::Attach;
use super::labels::LabelPrefix;

/// What is stored of a graph besides what every graph has.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// Whether each point is tied to the clusters with it however many these ties are; otherwise it
    /// is while they are few.
    pub members: bool,
    /// Whether nodes also have labels by which a style sheet colours them.
    pub display_labels: bool,
    /// Whether communities are also there as tools for GraphRAG look for them; they are, too, where
    /// the graph that is replaced has them.
    pub graph_rag: bool,
    /// What the labels of its nodes begin with.
    pub labels: LabelPrefix,
    /// The nodes that its points stand for, if any.
    pub attach: Option<Attach>,
}
