//! The reference backend: a graph in memory, answering straight from the lattice.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Base, Concept, Info, LatticeStore, Result, Value};
use rayon::prelude::*;

use crate::graph::{ClassFacts, ConceptGraph, Features, Origin};
use crate::keys::Key;
use crate::lattice::{ConceptId, Generators};
use crate::purity::ClassCounts;

impl ConceptGraph {
    /// What a store tells about the graph: one entry a key, the same in every backend.
    fn facts(&self) -> Info {
        let number = |n: usize| Value::Int(n as i64);
        let text = |t: &str| Value::Text(t.to_owned());
        let (k, metric, scale) = match self.origin {
            Origin::Neighbors { k, metric, scale } => {
                (number(k), text(metric.name()), text(scale.name()))
            }
            Origin::Ready => (Value::Null, Value::Null, Value::Null),
        };
        let counts = self.lattice.counts();
        let covers = counts.covers.unwrap_or(0);
        let classes = self.points.classes().map_or(0, |classes| classes.names().len());
        let purity = self.class_summary().dendrogram_purity.map_or(Value::Null, Value::Real);
        let facts = [
            ("name", text(&self.name)),
            ("graph", text(self.kind().name())),
            ("points", number(self.points.len())),
            ("features", number(self.features.names.len())),
            ("attributes", number(self.context.attributes().len())),
            ("k", k),
            ("metric", metric),
            ("scale", scale),
            ("min_size", number(self.lattice.min_size())),
            ("concepts", Value::Int(counts.concepts as i64)),
            ("covers", Value::Int(covers as i64)),
            ("classes", number(classes)),
            ("dendrogram_purity", purity),
            ("seed", Value::Int(self.lattice.keys().seed() as i64)),
        ];
        Info(facts.map(|(key, value)| (key.to_owned(), value)).into())
    }

    fn known<'a>(&'a self, ids: &'a [ConceptId]) -> impl Iterator<Item = ConceptId> + 'a {
        ids.iter().copied().filter(|id| id.index() < self.lattice.len())
    }
}

impl LatticeStore for ConceptGraph {
    fn info(&self) -> Result<Info> {
        Ok(self.facts())
    }

    fn base(&self) -> Result<Arc<Base>> {
        Ok(Arc::new(Base {
            info: self.facts(),
            points: self.points.clone(),
            keys: self.lattice.keys().keys().to_vec(),
            context: self.context.clone(),
        }))
    }

    fn features(&self) -> Result<Features> {
        Ok(self.features.clone())
    }

    fn classes(&self) -> Result<Vec<ClassFacts>> {
        Ok(self.class_summary().classes.clone())
    }

    fn boundary(&self) -> Result<Vec<Option<ConceptId>>> {
        Ok(self.class_summary().boundary.clone())
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let generators = Generators::new(&self.context);
        let known: Vec<ConceptId> = self.known(ids).collect();
        let concept = |&id: &ConceptId| {
            let members = self.lattice.members(id);
            let intent_size = self.lattice.intent_size(id);
            let mut generator = match self.lattice.pair(id) {
                Some([p, q]) if p == q => vec![p],
                Some(pair) => pair.to_vec(),
                None => generators.of(&members, intent_size),
            };
            generator.sort_unstable();
            let count = |classes| ClassCounts::of(&members, classes).counts().to_vec();
            let counts = self.points.classes().map_or(Vec::new(), count);
            let (size, key) = (self.lattice.size(id), self.lattice.key(id));
            Concept { id, size, intent_size, key, counts, generator }
        };
        Ok(known.par_iter().map(concept).collect())
    }

    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let above = |id| self.lattice.upper(id).map(move |up| (id, up));
        Ok(self.known(ids).flat_map(above).collect())
    }

    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let below = |id| self.lattice.lower(id).map(move |low| (low, id));
        Ok(self.known(ids).flat_map(below).collect())
    }

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<u32>>> {
        Ok(self.known(ids).map(|id| self.lattice.members(id)).collect())
    }

    fn introduced(&self, point: u32) -> Result<Vec<ConceptId>> {
        Ok(self.lattice.introduced(point).collect())
    }

    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, u32)>> {
        let points = 0..self.points.len() as u32;
        let here = |id| {
            let is_here = move |&p: &u32| self.lattice.introduced(p).any(|c| c == id);
            points.clone().filter(is_here).map(move |p| (id, p))
        };
        Ok(self.known(ids).flat_map(here).collect())
    }

    fn named(&self, names: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        let name = |id| ((self.lattice.key(id), self.lattice.size(id)), id);
        let ids: HashMap<(Key, u32), ConceptId> = self.lattice.ids().map(name).collect();
        Ok(names.iter().map(|name| ids.get(name).copied()).collect())
    }
}
