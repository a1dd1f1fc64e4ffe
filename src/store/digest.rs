//! The digest of a graph: SHA-256 over its content, in 64 hexadecimal digits, equal in every store.
//!
//! The digest covers everything that is not computed from the rest: the facts without the name, the
//! points with classes, rows and kept columns, features, context, the nearest points, the
//! statistics of the classes over the concepts, communities with the shares of points, and of each
//! concept its size, centre, cohesion, members and upper covers. The purities and class counts of
//! concepts follow from these. Members are left out if they are not stored.
//!
//! Encoding: a text is preceded by its length in bytes, a list by its number of items; a number is
//! 8 bytes, little-endian.

use sha2::{Digest as _, Sha256};

use super::{Error, Result};
use crate::base::numbers::hex;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::graph::{Concept, DamageError, Graph, GraphFacts};

/// Computes the digest of a graph, without regard to the digest in its facts.
///
/// # Errors
/// Returns an error if a section cannot be read, or after an interrupt.
pub fn digest(graph: &Graph, progress: &Progress) -> Result<String> {
    let mut digest = Digest { sum: Sha256::new(), waiting: Vec::with_capacity(WAITING) };
    digest.head(graph)?;
    let (concepts, covers) = (graph.concepts()?, graph.covers()?);
    let members = match graph.facts().members {
        true => Some(graph.members()?),
        false => None,
    };
    progress.parts(concepts.len() as u64);
    for Concept { id, size, center, cohesion, .. } in concepts.iter() {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        digest.number(size.into());
        digest.maybe(center.map(|center| center.number() as u64));
        digest.maybe(cohesion.map(f64::to_bits));
        let members = members.map_or(Vec::new(), |members| members.of(id));
        digest.ids(members.iter().map(|point| point.0));
        digest.ids(covers.upper(id).map(|upper| upper.0));
        progress.did(1);
    }
    Ok(digest.finish())
}

/// Returns the facts of a graph as a store keeps them, with the digest of its content.
///
/// # Errors
/// Returns an error if a section cannot be read, if the digest differs from the one in the graph's
/// facts, or after an interrupt.
pub(super) fn facts_with_digest(graph: &Graph, progress: &Progress) -> Result<GraphFacts> {
    let (facts, found) = (graph.facts(), digest(graph, progress)?);
    if facts.digest.as_ref().is_some_and(|claimed| *claimed != found) {
        let damage = DamageError("the digest of its content is wrong".to_owned());
        return Err(Error::Damaged { place: facts.name.clone(), damage });
    }
    Ok(GraphFacts { digest: Some(found), ..facts.clone() })
}

/// A digest that is being computed.
struct Digest {
    sum: Sha256,
    /// The bytes that are not hashed yet: hashing many numbers at once is faster.
    waiting: Vec<u8>,
}

/// The most bytes that wait to be hashed.
const WAITING: usize = 1 << 16;

impl Digest {
    /// Adds everything but the concepts.
    fn head(&mut self, graph: &Graph) -> Result<()> {
        let (points, of) = (graph.points()?, graph.context()?);
        let (features, communities) = (graph.features()?, graph.communities()?);
        // The name is not part of the content.
        let counts = |(key, _): &(&str, Value)| !["name", "digest"].contains(key);
        for (key, value) in graph.facts().entries().into_iter().filter(counts) {
            self.text(key);
            self.value(&value);
        }
        self.list(points.names(), |digest, name| digest.text(name));
        let classes = points.classes();
        self.list(classes.map_or(&[][..], |of| of.names()), |digest, name| digest.text(name));
        let class_of = classes.map_or(&[][..], |of| of.of());
        self.list(class_of, |digest, class| digest.number(class.0.into()));
        self.list(of.context.attributes(), |digest, name| digest.text(name));
        let number = |&attribute: &u32| of.attribute_number(attribute) as u32 - 1;
        of.context.rows().iter().for_each(|row| self.ids(row.iter().map(number)));
        self.list(&features.names, |digest, name| digest.text(name));
        // SQLite stores -0.0 as 0.0, and -0.0 + 0.0 is 0.0.
        self.list(&features.values, |digest, value| digest.number((value + 0.0).to_bits()));
        self.list(graph.classes()?, |digest, class| {
            digest.number(class.size.into());
            digest.number(class.concepts);
            digest.maybe(class.largest_pure.map(|id| id.number() as u64));
            digest.maybe(class.dendrogram_purity.map(f64::to_bits));
        });
        let near = graph.near()?;
        near.lists.iter().for_each(|list| self.ids(list.iter().copied()));
        self.list(&near.distances, |digest, far| digest.number((far + 0.0).to_bits()));
        let rows: Vec<u32> = points.ids().map(|point| points.row(point)).collect();
        self.list(&rows, |digest, &row| digest.number(row.into()));
        self.list(points.kept().names(), |digest, name| digest.text(name));
        let kept: Vec<&String> = points.ids().flat_map(|p| points.kept().of_point(p)).collect();
        self.list(&kept, |digest, cell| digest.text(cell));
        self.list(&communities.all, |digest, one| {
            digest.text(&one.name);
            digest.maybe(one.parent.map(|parent| parent.number() as u64));
            digest.maybe(one.separation.map(f64::to_bits));
            digest.number(one.touching.into());
            digest.maybe(one.cluster.map(|cluster| cluster.number() as u64));
        });
        for shares in graph.membership()? {
            self.list(shares, |digest, (id, share)| {
                digest.number(id.number() as u64);
                digest.number(share.to_bits());
            });
        }
        Ok(())
    }

    /// Returns the digest in 64 hexadecimal digits.
    fn finish(mut self) -> String {
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
