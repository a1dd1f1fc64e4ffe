//! The walk down the covers from the top concept to the concepts that contain a row.
//!
//! The intent of a parent is a subset of its child's. So if a child contains a row, all concepts
//! above it do, and a walk from the top that goes on below the concepts that contain the row meets
//! all of them. The intents of concepts that were met are kept for the next rows.

use std::sync::{Arc, OnceLock};

use crate::base::bitset::Bits;
use crate::base::ids::ConceptId;
use crate::context::bits::BitSet;
use crate::graph::{Graph, Result};

#[derive(Debug)]
pub(super) struct CoverWalk {
    graph: Arc<Graph>,
    /// The intents that were computed, by concept.
    intents: Vec<OnceLock<Box<[u32]>>>,
}

impl CoverWalk {
    pub(super) fn new(graph: Arc<Graph>) -> Self {
        let clusters = graph.facts().concepts as usize;
        let intents = (0..clusters).map(|_| OnceLock::new()).collect();
        Self { graph, intents }
    }

    pub(super) fn is_intent_within(&self, id: ConceptId, set: &BitSet) -> Result<bool> {
        let (context, members) = (&self.graph.context()?.context, self.graph.members()?);
        let intent =
            self.intents[id.index()].get_or_init(|| context.intent_of(&members.points(id)).into());
        Ok(intent.iter().all(|&attribute| set.has(attribute)))
    }

    /// Returns the first concept, which is a smallest one, whose intent is a subset of `set`;
    /// `None` if not even the intent of the largest concept is. `met` is a scratch set of concepts.
    pub(super) fn smallest_concept(
        &self,
        set: &BitSet,
        met: &mut BitSet,
    ) -> Result<Option<ConceptId>> {
        let covers = self.graph.covers()?;
        let top = self.graph.top();
        if self.intents.is_empty() || !self.is_intent_within(top, set)? {
            return Ok(None);
        }
        met.fill(0);
        let (mut least, mut open) = (top, vec![top]);
        while let Some(parent) = open.pop() {
            for child in covers.lower(parent) {
                if !met.has(child.0) {
                    met.insert(child.0);
                    if self.is_intent_within(child, set)? {
                        least = least.min(child);
                        open.push(child);
                    }
                }
            }
        }
        Ok(Some(least))
    }
}
