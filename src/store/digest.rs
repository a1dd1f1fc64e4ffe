//! The digest of a graph: SHA-256 over its content, in 64 hexadecimal digits, equal in every store.
//!
//! The digest covers everything that is not computed from the rest: the facts without the name, the
//! points with classes, rows, kept columns and outlier scores, features, context, the nearest
//! points, the statistics of the classes over the concepts, communities with the shares of points,
//! and of each concept its size, centre, cohesion, members and upper covers. The purities and class
//! counts of concepts follow from these. Members are left out if they are not stored.
//!
//! Encoding: a text is preceded by its length in bytes, a list by its number of items; a number is
//! 8 bytes, little-endian.

use sha2::{Digest as _, Sha256};

use super::{Result, StoreError};
use crate::base::numbers::to_hex;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::graph::{Concept, DamageError, Graph, GraphFacts};

/// Computes the digest of a graph, without regard to the digest in its facts.
///
/// # Errors
/// Returns an error if a section cannot be read, or after an interrupt.
pub fn digest(graph: &Graph, progress: &Progress) -> Result<String> {
    let mut digest = Digest { hasher: Sha256::new(), buffer: Vec::with_capacity(BUFFER_SIZE) };
    digest.add_header(graph)?;
    let (concepts, covers) = (graph.concepts()?, graph.covers()?);
    let members = graph.facts().has_members.then(|| graph.members()).transpose()?;
    progress.set_part_count(concepts.len() as u64);
    for Concept { id, size, center, cohesion, .. } in concepts.iter() {
        if progress.is_interrupted() {
            return Err(StoreError::Interrupted);
        }
        digest.add_number(size.into());
        digest.add_option(center.map(|center| center.number() as u64));
        digest.add_option(cohesion.map(f64::to_bits));
        let members = members.map_or(Vec::new(), |members| members.points(id));
        digest.add_ids(members.iter().map(|point| point.0));
        digest.add_ids(covers.upper(id).map(|upper| upper.0));
        progress.add_done(1);
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
        return Err(StoreError::Damaged { place: facts.name.clone(), damage });
    }
    Ok(GraphFacts { digest: Some(found), ..facts.clone() })
}

struct Digest {
    hasher: Sha256,
    /// The bytes that are not hashed yet: hashing many numbers at once is faster.
    buffer: Vec<u8>,
}

const BUFFER_SIZE: usize = 1 << 16;

impl Digest {
    /// Adds everything but the concepts.
    fn add_header(&mut self, graph: &Graph) -> Result<()> {
        let (points, of) = (graph.points()?, graph.context()?);
        let (features, communities) = (graph.features()?, graph.communities()?);
        // The name is not part of the content.
        let counts = |(key, _): &(&str, Value)| !["name", "digest"].contains(key);
        for (key, value) in graph.facts().to_entries().into_iter().filter(counts) {
            self.add_text(key);
            self.add_value(&value);
        }
        self.add_list(points.names(), |digest, name| digest.add_text(name));
        let classes = points.classes();
        self.add_list(classes.map_or(&[][..], |of| of.names()), |digest, name| {
            digest.add_text(name)
        });
        let class_of = classes.map_or(&[][..], |of| of.class_ids());
        self.add_list(class_of, |digest, class| digest.add_number(class.0.into()));
        self.add_list(of.context.attributes(), |digest, name| digest.add_text(name));
        let number = |&attribute: &u32| of.attribute_number(attribute) as u32 - 1;
        of.context.rows().iter().for_each(|row| self.add_ids(row.iter().map(number)));
        self.add_list(&features.names, |digest, name| digest.add_text(name));
        // SQLite stores -0.0 as 0.0, and -0.0 + 0.0 is 0.0.
        self.add_list(&features.values, |digest, value| digest.add_number((value + 0.0).to_bits()));
        self.add_list(graph.classes()?, |digest, class| {
            digest.add_number(class.size.into());
            digest.add_number(class.concepts);
            digest.add_option(class.largest_pure.map(|id| id.number() as u64));
            digest.add_option(class.dendrogram_purity.map(f64::to_bits));
        });
        let near = graph.near_points()?;
        near.lists.iter().for_each(|list| self.add_ids(list.iter().copied()));
        self.add_list(&near.distances, |digest, far| digest.add_number((far + 0.0).to_bits()));
        let rows: Vec<u32> = points.ids().map(|point| points.row(point)).collect();
        self.add_list(&rows, |digest, &row| digest.add_number(row.into()));
        self.add_list(points.shown_columns().names(), |digest, name| digest.add_text(name));
        let kept: Vec<&String> =
            points.ids().flat_map(|p| points.shown_columns().cells_of(p)).collect();
        self.add_list(&kept, |digest, cell| digest.add_text(cell));
        let outliers = points.outlier_scores();
        self.add_list(outliers, |digest, score| digest.add_number(score.to_bits()));
        self.add_list(&communities.all, |digest, one| {
            digest.add_text(&one.name);
            digest.add_option(one.parent.map(|parent| parent.number() as u64));
            digest.add_option(one.separation.map(f64::to_bits));
            digest.add_number(one.touching.into());
            digest.add_list(&one.typical, |digest, name| digest.add_text(name));
            digest.add_option(one.cluster.map(|cluster| cluster.number() as u64));
        });
        for shares in graph.membership()? {
            self.add_list(shares, |digest, (id, share)| {
                digest.add_number(id.number() as u64);
                digest.add_number(share.to_bits());
            });
        }
        Ok(())
    }

    fn finish(mut self) -> String {
        self.hasher.update(&self.buffer);
        to_hex(&self.hasher.finalize())
    }

    fn add_number(&mut self, number: u64) {
        self.add_bytes(&number.to_le_bytes());
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        if self.buffer.len() + bytes.len() > BUFFER_SIZE {
            self.hasher.update(&self.buffer);
            self.buffer.clear();
        }
        self.buffer.extend_from_slice(bytes);
    }

    fn add_option(&mut self, number: Option<u64>) {
        self.add_number(number.is_some().into());
        self.add_number(number.unwrap_or_default());
    }

    fn add_text(&mut self, text: &str) {
        self.add_number(text.len() as u64);
        self.add_bytes(text.as_bytes());
    }

    fn add_ids(&mut self, ids: impl ExactSizeIterator<Item = u32>) {
        self.add_number(ids.len() as u64);
        ids.for_each(|id| self.add_number(id.into()));
    }

    fn add_list<T>(&mut self, list: &[T], one: impl Fn(&mut Self, &T)) {
        self.add_number(list.len() as u64);
        list.iter().for_each(|item| one(self, item));
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::Null => self.add_number(0),
            Value::Int(number) => {
                self.add_number(1);
                self.add_number(*number as u64);
            }
            Value::Real(number) => {
                self.add_number(2);
                self.add_number(number.to_bits());
            }
            Value::Text(text) => {
                self.add_number(3);
                self.add_text(text);
            }
            Value::Json(json) => {
                self.add_number(4);
                self.add_text(&json.to_string());
            }
        }
    }
}
