//! The facts of a stored graph, typed: written as one entry a fact, and checked when they are read.
//!
//! The keys and their order are equal in every backend and in `info`.

use crate::base::rows::Value;
use crate::dataset::Origin;
use crate::knn::{Metric, Scale};
use crate::lattice::GraphKind;
use crate::point_graph::CLOSE_K;
use crate::table::MissingPolicy;

use super::{DamageError, Graph};

/// The facts of a stored graph.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphFacts {
    /// The name of the graph: the stem of its input.
    pub name: String,
    /// The choice of concepts that the graph holds.
    pub kind: GraphKind,
    /// The number of points.
    pub points: u32,
    /// The number of columns behind the points; 0 for a ready context, and if they were left out.
    pub features: u32,
    /// The number of attributes of the context.
    pub attributes: u32,
    /// The origin of the context.
    pub origin: Origin,
    /// The number of nearest points that groups were found with, each point itself included; 0 if
    /// neighbours were given.
    pub group_k: usize,
    /// The number of groups, if it was given and not found.
    pub given_groups: Option<u32>,
    /// The treatment of rows of the table with empty cells.
    pub missing: MissingPolicy,
    /// The least number of points that a concept was kept with.
    pub min_size: u32,
    /// The number of concepts.
    pub concepts: u32,
    /// The number of covers between the concepts.
    pub covers: u64,
    /// The number of classes of the points; 0 without a label column.
    pub classes: u32,
    /// The dendrogram purity over all pairs; `None` without classes or with too many pairs.
    pub dendrogram_purity: Option<f64>,
    /// The mean of the dendrogram purity over all ways to shuffle the labels.
    pub chance: Option<f64>,
    /// `true` if the members of the concepts are stored.
    pub has_members: bool,
    /// The SHA-256 of the content; `None` until it is computed.
    pub digest: Option<String>,
}

/// The answer of a graph whose features were left out, if they are needed.
pub const NO_FEATURES_MESSAGE: &str =
    "this graph was built without the numbers of its features; build it again with them";

impl GraphFacts {
    /// Returns `true` if the graph was made from features that it does not keep.
    pub fn omits_features(&self) -> bool {
        let by_features = |metric| metric != Metric::Precomputed;
        matches!(self.origin, Origin::Neighbors { metric, .. } if by_features(metric))
            && self.features == 0
    }

    /// Returns `true` if the groups were found in a closer look, with fewer neighbours.
    pub fn is_close_look(&self) -> bool {
        matches!(self.origin, Origin::Neighbors { .. }) && self.group_k == CLOSE_K
    }

    /// Returns one entry a fact, in the order of stores and of `info`.
    pub fn to_entries(&self) -> Vec<(&'static str, Value)> {
        let (mut k, mut anchors, mut metric, mut scale) =
            (Value::Null, Value::Null, Value::Null, Value::Null);
        if let Origin::Neighbors { k: of, anchors: among, metric: by, scale: of_columns } =
            self.origin
        {
            (k, metric) = (Value::count(of), Value::text(by.name()));
            scale = Value::text(of_columns.name());
            anchors = among.map_or(Value::Null, Value::count);
        }
        let mut entries = vec![
            ("name", Value::text(&self.name)),
            ("kind", Value::text(self.kind.name())),
            ("points", Value::count(self.points)),
            ("features", Value::count(self.features)),
            ("attributes", Value::count(self.attributes)),
            ("k", k),
            ("anchors", anchors),
            ("metric", metric),
            ("scale", scale),
            ("group_k", Value::count(self.group_k)),
            ("min_size", Value::count(self.min_size)),
            ("concepts", Value::count(self.concepts)),
            ("covers", Value::count(self.covers)),
            ("classes", Value::count(self.classes)),
            ("dendrogram_purity", Value::real(self.dendrogram_purity)),
            ("chance", Value::real(self.chance)),
            ("digest", self.digest.as_ref().map_or(Value::Null, Value::text)),
        ];
        // Most graphs have members and as many groups as were found, and most tables no gaps: the
        // entries tell the exceptions.
        if let Some(groups) = self.given_groups {
            entries.push(("groups", Value::count(groups)));
        }
        if !self.has_members {
            entries.push(("members", Value::text("none")));
        }
        if self.missing != MissingPolicy::Error {
            entries.push(("missing", Value::text(self.missing.name())));
        }
        entries
    }

    /// Returns the facts behind the entries of a store, in any order; unknown entries are ignored.
    ///
    /// # Errors
    /// Returns an error if a fact is missing, of another type, or impossible.
    pub fn from_entries(entries: &[(String, Value)]) -> Result<Self, DamageError> {
        let entries = Entries(entries);
        let origin = match entries.get("k") {
            None => Origin::Ready,
            Some(_) => Origin::Neighbors {
                k: entries.number("k")?,
                anchors: entries.get("anchors").map(|_| entries.number("anchors")).transpose()?,
                metric: entries.word("metric", Metric::from_name)?,
                scale: entries.word("scale", Scale::from_name)?,
            },
        };
        let digest = |text: &str| {
            (text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()))
                .then(|| text.to_owned())
        };
        let name: String = entries.word("name", |text| Some(text.to_owned()))?;
        if name.len() > MAX_NAME_BYTES {
            return Err(format!("its name has {} bytes", name.len()).into());
        }
        let members = entries
            .get("members")
            .map(|_| entries.word("members", |word| (word == "none").then_some(false)));
        let missing =
            entries.get("missing").map(|_| entries.word("missing", MissingPolicy::from_name));
        Ok(Self {
            name,
            kind: entries.word("kind", GraphKind::from_name)?,
            points: entries.number("points")?,
            features: entries.number("features")?,
            attributes: entries.number("attributes")?,
            origin,
            group_k: entries.number("group_k")?,
            given_groups: entries.get("groups").map(|_| entries.number("groups")).transpose()?,
            missing: missing.transpose()?.unwrap_or(MissingPolicy::Error),
            min_size: entries.number("min_size")?,
            concepts: entries.number("concepts")?,
            covers: entries.number("covers")?,
            classes: entries.number("classes")?,
            dendrogram_purity: entries.share("dendrogram_purity", 0.0)?,
            chance: entries.share("chance", 0.0)?,
            has_members: members.transpose()?.unwrap_or(true),
            digest: Some(entries.word("digest", digest)?),
        })
    }
}

impl Graph {
    /// Sets the digest of the content.
    pub fn with_digest(mut self, digest: String) -> Self {
        self.facts.digest = Some(digest);
        self
    }
}

struct Entries<'a>(&'a [(String, Value)]);

/// The most bytes of a name, which goes into file names, URLs and every row of an import into
/// Neo4j.
const MAX_NAME_BYTES: usize = 10_000;

impl Entries<'_> {
    /// Returns the value of a key; `None` if it is missing or null.
    fn get(&self, key: &str) -> Option<&Value> {
        let value = self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        value.filter(|value| **value != Value::Null)
    }

    fn require(&self, key: &str) -> Result<&Value, DamageError> {
        self.get(key).ok_or_else(|| DamageError(format!("the value of {key} is missing")))
    }

    fn number<N: TryFrom<i64>>(&self, key: &str) -> Result<N, DamageError> {
        let value = self.require(key)?;
        let number = if let Value::Int(number) = value { N::try_from(*number).ok() } else { None };
        number.ok_or_else(|| value_error(key, value))
    }

    /// Returns a number from `least` to 1, or `None` if there is none.
    fn share(&self, key: &str, least: f64) -> Result<Option<f64>, DamageError> {
        let share = match self.get(key) {
            None => return Ok(None),
            Some(&Value::Real(share)) => share,
            Some(&Value::Int(share)) => share as f64,
            Some(other) => return Err(value_error(key, other)),
        };
        let is_possible = (least..=1.0).contains(&share);
        if is_possible { Ok(Some(share)) } else { Err(value_error(key, &Value::Real(share))) }
    }

    fn word<T>(&self, key: &str, known: impl Fn(&str) -> Option<T>) -> Result<T, DamageError> {
        let value = self.require(key)?;
        let word = if let Value::Text(text) = value { known(text) } else { None };
        word.ok_or_else(|| value_error(key, value))
    }
}

fn value_error(key: &str, value: &Value) -> DamageError {
    DamageError(format!("the value of {key} is {}", serde_json::json!(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> GraphFacts {
        let (metric, scale) = (Metric::Cosine, Scale::Standard);
        GraphFacts {
            name: "iris".into(),
            kind: GraphKind::Full,
            points: 150,
            features: 4,
            attributes: 150,
            origin: Origin::Neighbors { k: 75, anchors: None, metric, scale },
            group_k: 15,
            given_groups: Some(3),
            missing: MissingPolicy::Drop,
            min_size: 3,
            concepts: u32::MAX,
            covers: 1 << 40,
            classes: 3,
            dendrogram_purity: Some(0.5),
            chance: Some(0.25),
            has_members: false,
            digest: Some("0123456789abcdef".repeat(4)),
        }
    }

    fn entries(facts: &GraphFacts) -> Vec<(String, Value)> {
        facts.to_entries().into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    #[test]
    fn facts_are_read_as_they_were_written() {
        let ready = GraphFacts { origin: Origin::Ready, dendrogram_purity: None, ..facts() };
        for facts in [facts(), ready] {
            assert_eq!(GraphFacts::from_entries(&entries(&facts)), Ok(facts));
        }
    }

    #[test]
    fn a_fact_that_is_missing_or_impossible_is_damage() {
        for at in 0..entries(&facts()).len() {
            let mut less = entries(&facts());
            let (key, _) = less.remove(at);
            let optional = "k anchors dendrogram_purity chance groups members missing".split(' ');
            let needed = !optional.into_iter().any(|optional| optional == key);
            assert_eq!(GraphFacts::from_entries(&less).is_err(), needed, "{key}");
            let mut odd = entries(&facts());
            odd[at].1 = Value::Real(-1.5);
            assert!(GraphFacts::from_entries(&odd).is_err(), "{key}");
        }
        for concepts in [-1, 1 << 32, i64::MAX] {
            let mut odd = entries(&facts());
            odd[11].1 = Value::Int(concepts);
            let damage = GraphFacts::from_entries(&odd).unwrap_err();
            assert_eq!(damage, DamageError(format!("the value of concepts is {concepts}")));
        }
    }
}
