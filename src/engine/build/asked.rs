//! What a graph was asked for, so that it can be built again from more rows.

use serde::{Deserialize, Serialize};

use super::{BuildOptions, GraphSelection};
use crate::base::count_or_percent::CountOrPercent;
use crate::base::memory::Memory;
use crate::dataset::Neighbors;

/// The options of a build but for those of the machine, and where names and classes are from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// Which neighbours, as given or to be chosen.
    pub neighbors: Neighbors,
    /// Which concepts to keep.
    pub graph: GraphSelection,
    /// See [`BuildOptions`].
    pub min_size: CountOrPercent,
    /// See [`BuildOptions`].
    pub max_concepts: Option<u64>,
    /// The column of the points' names, where they have names of their own.
    pub id: Option<String>,
    /// The column of the classes, or a condition on one.
    pub label: Option<String>,
    /// Whether its points are some of those of another graph.
    #[serde(default)]
    pub is_part: bool,
}

impl Asked {
    /// These options.
    pub fn of(options: &BuildOptions) -> Self {
        let &BuildOptions { neighbors, graph, min_size, max_concepts, memory: _, features: _ } =
            options;
        let (id, label, is_part) = (None, None, false);
        Self { neighbors, graph, min_size, max_concepts, id, label, is_part }
    }

    /// The options, with so much memory.
    pub fn options(&self, memory: Memory) -> BuildOptions {
        let &Self { neighbors, graph, min_size, max_concepts, .. } = self;
        BuildOptions { neighbors, graph, min_size, max_concepts, memory, features: true }
    }

    /// As a store keeps it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("it has a JSON form")
    }

    /// From there; none where it cannot be read.
    pub fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}
