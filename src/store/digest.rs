//! What a graph is, in 64 letters: SHA-256 over its content, the same in every store.
//!
//! It covers everything that is not computed from the rest: facts but for the name, points with
//! classes, rows and what is only shown, features, context, the nearest points, what the classes
//! have to do with the concepts, communities with the shares of points, and of each concept its
//! size, its centre, its cohesion, its members and the covers above it. Purities and counts of
//! classes follow from these. Where members are not stored they are left out.
//!
//! Every text and every list is preceded by its length, every number is 8 bytes, the least first.

use sha2::{Digest as _, Sha256};

use super::{Concept, Error, GraphFacts, LatticeStore, Result, StoredContext};
use crate::base::ids::{ConceptId, PointId};
use crate::base::numbers::hex;
use crate::base::progress::Progress;
use crate::base::rows::Value;

/// A digest on its way: the head first, then the concepts by rising id.
pub(crate) struct Digest {
    sum: Sha256,
    /// What is not in the sum yet: many numbers at once are quicker.
    waiting: Vec<u8>,
    has_members: bool,
}

/// At most this many bytes wait.
const WAITING: usize = 1 << 16;

impl Digest {
    /// Begins with everything but the concepts.
    pub(crate) fn of(
        store: &dyn LatticeStore,
        facts: &GraphFacts,
        stored: &StoredContext,
    ) -> Result<Self> {
        let (features, communities) = (store.features()?, store.communities()?);
        let mut digest = Self {
            sum: Sha256::new(),
            waiting: Vec::with_capacity(WAITING),
            has_members: facts.members,
        };
        // The name of a graph is not a part of its content.
        let counts = |(key, _): &(&str, Value)| !["name", "digest"].contains(key);
        for (key, value) in facts.entries().into_iter().filter(counts) {
            digest.text(key);
            digest.value(&value);
        }
        let StoredContext { points, context, .. } = stored;
        digest.list(points.names(), |digest, name| digest.text(name));
        let classes = points.classes();
        digest.list(classes.map_or(&[][..], |of| of.names()), |digest, name| digest.text(name));
        let of = classes.map_or(&[][..], |of| of.of());
        digest.list(of, |digest, class| digest.number(class.0.into()));
        digest.list(context.attributes(), |digest, name| digest.text(name));
        let number = |&attribute: &u32| stored.attribute_number(attribute) as u32 - 1;
        context.rows().iter().for_each(|row| digest.ids(row.iter().map(number)));
        digest.list(&features.names, |digest, name| digest.text(name));
        // SQLite keeps no sign of zero, and -0.0 + 0.0 is 0.0.
        digest.list(&features.values, |digest, value| digest.number((value + 0.0).to_bits()));
        digest.list(&store.classes()?, |digest, class| {
            digest.number(class.size.into());
            digest.number(class.concepts);
            digest.maybe(class.largest_pure.map(|id| id.number() as u64));
            digest.maybe(class.dendrogram_purity.map(f64::to_bits));
        });
        let near = store.near()?;
        near.lists.iter().for_each(|list| digest.ids(list.iter().copied()));
        digest.list(&near.distances, |digest, far| digest.number((far + 0.0).to_bits()));
        let rows: Vec<u32> = points.ids().map(|point| points.row(point)).collect();
        digest.list(&rows, |digest, &row| digest.number(row.into()));
        digest.list(points.kept().names(), |digest, name| digest.text(name));
        let kept: Vec<&String> = points.ids().flat_map(|p| points.kept().of_point(p)).collect();
        digest.list(&kept, |digest, cell| digest.text(cell));
        digest.list(&communities.all, |digest, one| {
            digest.text(&one.name);
            digest.maybe(one.parent.map(|parent| parent.number() as u64));
            digest.maybe(one.separation.map(f64::to_bits));
            digest.number(one.touching.into());
            digest.maybe(one.cluster.map(|cluster| cluster.number() as u64));
        });
        for shares in store.membership()?.iter() {
            digest.list(shares, |digest, (id, share)| {
                digest.number(id.number() as u64);
                digest.number(share.to_bits());
            });
        }
        Ok(digest)
    }

    /// Takes the next concepts, with their members and the covers above them.
    pub(crate) fn concepts(
        &mut self,
        concepts: &[Concept],
        members: &[Vec<PointId>],
        mut covers: &[(ConceptId, ConceptId)],
    ) {
        let mut members = members.iter();
        for &Concept { id, size, center, cohesion, .. } in concepts {
            self.number(size.into());
            self.maybe(center.map(|center| center.number() as u64));
            self.maybe(cohesion.map(f64::to_bits));
            let members = members.next().filter(|_| self.has_members);
            self.ids(members.map_or(&[][..], Vec::as_slice).iter().map(|point| point.0));
            let above = covers.iter().take_while(|(lower, _)| *lower <= id).count();
            let (mine, rest) = covers.split_at(above);
            covers = rest;
            self.ids(mine.iter().map(|pair| pair.1.0));
        }
    }

    /// In 64 letters.
    pub(crate) fn finish(mut self) -> String {
        self.sum.update(&self.waiting);
        hex(&self.sum.finalize())
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if self.waiting.len() + bytes.len() > WAITING {
            self.sum.update(&self.waiting);
            self.waiting.clear();
        }
        self.waiting.extend_from_slice(bytes);
    }

    fn maybe(&mut self, number: Option<u64>) {
        self.number(number.is_some().into());
        self.number(number.unwrap_or_default());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes(text.as_bytes());
    }

    fn ids(&mut self, ids: impl ExactSizeIterator<Item = u32>) {
        self.number(ids.len() as u64);
        ids.for_each(|id| self.number(id.into()));
    }

    fn list<T>(&mut self, list: &[T], one: impl Fn(&mut Self, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| one(self, item));
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.number(0),
            Value::Int(number) => {
                self.number(1);
                self.number(*number as u64);
            }
            Value::Real(number) => {
                self.number(2);
                self.number(number.to_bits());
            }
            Value::Text(text) => {
                self.number(3);
                self.text(text);
            }
            Value::Json(json) => {
                self.number(4);
                self.text(&json.to_string());
            }
        }
    }
}

/// Concepts read together.
const BATCH: u32 = 1 << 14;

/// The digest of what a graph holds, whatever its facts say of it: one pass over its concepts and
/// covers.
///
/// # Errors
/// A failure of the store, or an interrupt.
pub fn computed(store: &dyn LatticeStore, progress: &Progress) -> Result<String> {
    let facts = store.facts()?;
    let mut digest = Digest::of(store, &facts, &*store.stored_context()?)?;
    for ids in ConceptId::batches(facts.concepts, BATCH) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let members = if facts.members { store.members(&ids)? } else { Vec::new() };
        digest.concepts(&store.concepts(&ids)?, &members, &store.upper(&ids)?);
    }
    Ok(digest.finish())
}
