//! What words mean in one graph: points, classes and clusters by their names.

use std::collections::HashSet;
use std::sync::Arc;

use super::error::{Error, QuestionError, QuestionErrors};
use crate::base::generator_notation;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::input_error::did_you_mean;
use crate::communities::{self, Communities, Level};
use crate::store::{LatticeStore, StoredContext};

/// A cluster as it was named, or a community where a cluster may stand.
#[derive(Clone, Debug, PartialEq)]
pub enum NamedConcept {
    /// `c12`: stored.
    Stored(ConceptId),
    /// `g1`, `g1.2` or `g1+g4`: the points that belong to it, by whatever share.
    Community(CommunityId),
    /// `{d1,d5}`: the smallest cluster of the full lattice with these points, stored or not.
    Generated {
        /// The word.
        word: String,
        /// The points.
        points: Vec<PointId>,
    },
}

/// Whether a name may have been meant: `d15` is not a mistyped `d151`, but `1` may mean `d1`.
fn near_by(word: &str) -> impl Fn(&&str) -> bool {
    let numbered = |name: &str| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem.to_lowercase(), name[stem.len()..].to_owned())
    };
    let (stem, number) = numbered(word);
    move |name| {
        let (other, its) = numbered(name);
        (stem != other && !stem.is_empty()) || number == its
    }
}

/// `g1 to g4, parts such as g1.1, joins such as g2+g3`.
fn communities_of(communities: &Communities) -> String {
    let such = |level: Level, words: &str| {
        let first = communities.all.iter().find(|one| one.level == level)?;
        Some(format!("{words} such as {}", first.name))
    };
    let groups = match communities.groups() {
        [] => return "none".to_owned(),
        [one] => one.name.clone(),
        [one, .., last] => format!("{} to {}", one.name, last.name),
    };
    let others = [such(Level::Part, "parts"), such(Level::Join, "joins")];
    [groups].into_iter().chain(others.into_iter().flatten()).collect::<Vec<_>>().join(", ")
}

/// Whether a word is written as a community is: `g1`, `g1.2` or `g1+g4`.
fn is_community(word: &str) -> bool {
    communities::canonical(word).is_some()
}

/// The points, classes, concepts and communities of one graph by their words.
#[derive(Clone, Debug)]
pub struct Dictionary {
    stored: Arc<StoredContext>,
    communities: Arc<Communities>,
}

impl Dictionary {
    /// The words of a stored graph.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn of(store: &dyn LatticeStore) -> Result<Self, Error> {
        Ok(Self { stored: store.stored_context()?, communities: store.communities()? })
    }

    /// The points and the context.
    pub fn stored(&self) -> &StoredContext {
        &self.stored
    }

    /// The point of that name.
    ///
    /// # Errors
    /// No such point, with the nearest name.
    pub fn point(&self, word: &str) -> Result<PointId, QuestionError> {
        let points = &self.stored.points;
        points.find(word).ok_or_else(|| {
            let names = points.names();
            let range = names.first().zip(names.last()).map(|(a, z)| format!(" ({a} to {z})"));
            let near =
                || did_you_mean(word, names.iter().map(String::as_str).filter(near_by(word)));
            QuestionError::NoPoint {
                name: word.to_owned(),
                near: match self.is_left_out(word) {
                    true => ", whose row was left out".to_owned(),
                    false if self.is_cluster(word) => " (it is a cluster)".to_owned(),
                    false if self.communities.find(word).is_some() => {
                        " (it is a community)".to_owned()
                    }
                    false => near(),
                },
                count: names.len(),
                range: range.unwrap_or_default(),
            }
        })
    }

    /// Whether a stored cluster has that name.
    fn is_cluster(&self, word: &str) -> bool {
        let number = word.strip_prefix('c').and_then(|number| number.parse::<i64>().ok());
        let id = number.and_then(ConceptId::from_number);
        id.is_some_and(|id| id.0 < self.stored.facts.concepts)
    }

    /// Whether points are called after their rows and this would be one that was left out.
    fn is_left_out(&self, word: &str) -> bool {
        let points = &self.stored.points;
        let after_row = |point| points.name(point) == format!("d{}", points.row(point));
        let last = points.ids().last().filter(|&last| after_row(last));
        let row = word.strip_prefix('d').and_then(|row| row.parse::<u32>().ok());
        row.zip(last).is_some_and(|(row, last)| row > 0 && row < points.row(last))
    }

    /// Points from words, each once; a word that is not a point's name may list several, `d1,d5` or
    /// `{d1,d5}`.
    ///
    /// # Errors
    /// A fault for each word that is not a point.
    pub fn points(&self, words: &[String]) -> Result<Vec<PointId>, QuestionErrors> {
        let (mut faults, mut points) = (QuestionErrors::default(), Vec::new());
        for one in words.iter().flat_map(|word| self.listed(word)) {
            let point = faults.keep(self.point(&one));
            points.extend(point.filter(|point| !points.contains(point)));
        }
        if faults.0.is_empty() { Ok(points) } else { Err(faults) }
    }

    /// The words in one: itself, if a point has that name, or those of a list.
    fn listed(&self, word: &str) -> Vec<String> {
        match self.stored.points.find(word) {
            Some(_) => vec![word.to_owned()],
            None => generator_notation::read(word)
                .or_else(|| generator_notation::read(&format!("{{{word}}}")))
                .unwrap_or_else(|| vec![word.to_owned()]),
        }
    }

    /// The class of that name.
    ///
    /// # Errors
    /// No such class, or none at all.
    pub fn class(&self, word: &str) -> Result<ClassId, QuestionError> {
        let names = self.stored.points.classes().map_or(&[][..], |classes| classes.names());
        let all = ClassId::first(names.len());
        let found = all.zip(names).find(|(_, name)| *name == word).map(|(class, _)| class);
        found.ok_or_else(|| match names {
            [] => QuestionError::NoClasses,
            names => QuestionError::NoClass { name: word.to_owned(), known: names.to_vec() },
        })
    }

    /// The points that words name for an LCA: points, and all points of clusters and communities;
    /// each once.
    ///
    /// # Errors
    /// A fault for each word that names none of these; a failure of the store.
    pub fn points_of<S: LatticeStore + ?Sized>(
        &self,
        store: &S,
        words: &[String],
    ) -> Result<Vec<PointId>, Error> {
        let (mut faults, mut points) = (QuestionErrors::default(), Vec::new());
        for one in words.iter().flat_map(|word| self.listed(word)) {
            let is_point = self.stored.points.find(&one).is_some();
            if !is_point && (self.is_cluster(&one) || is_community(&one)) {
                let named = faults.keep(self.concept(&one));
                points.extend(
                    named.map(|named| self.extent(store, &named)).transpose()?.unwrap_or_default(),
                );
            } else {
                points.extend(faults.keep(self.point(&one)));
            }
        }
        let mut seen = HashSet::new();
        points.retain(|point| seen.insert(*point));
        if faults.0.is_empty() { Ok(points) } else { Err(faults.into()) }
    }

    /// The cluster that `c12` or `{d1,d5}` names, the community `g1`, or the smallest cluster with
    /// the point of that name.
    ///
    /// # Errors
    /// A number that no stored cluster has, a name that no point and no community has.
    pub fn concept(&self, word: &str) -> Result<NamedConcept, QuestionErrors> {
        if let Some(names) = generator_notation::read(word) {
            let points = self.points(&names)?;
            return Ok(NamedConcept::Generated { word: word.to_owned(), points });
        }
        let number = word.strip_prefix(['c', 'C']).unwrap_or(word).parse::<i64>();
        let known = |id: &ConceptId| id.0 < self.stored.facts.concepts;
        let id = number.ok().and_then(ConceptId::from_number).filter(known);
        if let Some(point) = self.stored.points.find(word).filter(|_| id.is_none()) {
            return Ok(NamedConcept::Generated { word: word.to_owned(), points: vec![point] });
        }
        if is_community(word) {
            return Ok(NamedConcept::Community(self.community(word)?));
        }
        let apart: Vec<String> = word.split_whitespace().map(str::to_owned).collect();
        if let (Some(fault), None) = (self.taken_apart(&apart), id) {
            return Err(fault.into());
        }
        id.map(NamedConcept::Stored).ok_or_else(|| {
            let example = self.stored.points.names().first().cloned().unwrap_or_default();
            let last = ConceptId(self.stored.facts.concepts.saturating_sub(1));
            let remark = match self.is_left_out(word) {
                true => ", whose row was left out",
                false => "",
            };
            QuestionError::NoConcept { word: word.to_owned(), remark, last, example }.into()
        })
    }

    /// The fault of several words that are points where one cluster is wanted: a shell has taken
    /// `{d1,d5}` apart.
    pub fn taken_apart(&self, words: &[String]) -> Option<QuestionError> {
        let are_points = words.iter().all(|word| self.stored.points.find(word).is_some());
        let names = words.iter().map(String::as_str);
        (words.len() > 1 && are_points)
            .then(|| QuestionError::TakenApart(words.join(" "), generator_notation::write(names)))
    }

    /// The stored concept that a named one is.
    ///
    /// # Errors
    /// One that this graph does not store; a failure of the store.
    pub fn stored_concept<S: LatticeStore + ?Sized>(
        &self,
        store: &S,
        named: &NamedConcept,
    ) -> Result<ConceptId, Error> {
        let (word, points) = match named {
            NamedConcept::Stored(id) => return Ok(*id),
            NamedConcept::Generated { word, points } => (word.as_str(), points.clone()),
            // Where a cluster has to stand for it: the one most like it, or else the smallest with
            // all its points.
            NamedConcept::Community(id) => match self.communities.all[id.index()].cluster {
                Some(cluster) => return Ok(cluster),
                None => (self.communities.name(*id), self.extent(store, named)?),
            },
        };
        let extent = self.stored.context.closure(&points);
        let found = store.find_by_key(&[self.stored.key_of(&extent)])?;
        let kind = self.stored.facts.kind;
        let not_stored =
            QuestionError::NotStored { word: word.to_owned(), size: extent.len(), kind };
        Ok(found.into_iter().flatten().next().ok_or(not_stored)?)
    }

    /// The community that `g1`, `g1.2`, `g1+g4` or `g4+g1` means.
    ///
    /// # Errors
    /// A word that names none.
    pub fn community(&self, word: &str) -> Result<CommunityId, QuestionError> {
        let all = &self.communities;
        let found = all.find(word).or_else(|| all.find(&format!("g{word}")));
        found.ok_or_else(|| QuestionError::NoCommunity {
            word: word.to_owned(),
            known: communities_of(all),
        })
    }

    /// What a named concept is called: its id, its generator or its name.
    pub fn word(&self, named: &NamedConcept) -> String {
        match named {
            NamedConcept::Stored(id) => id.to_string(),
            NamedConcept::Generated { word, .. } => word.clone(),
            NamedConcept::Community(id) => self.communities.name(*id).to_owned(),
        }
    }

    /// The communities.
    pub fn communities(&self) -> &Communities {
        &self.communities
    }

    /// The members of a named concept, stored or not, ascending.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn extent<S: LatticeStore + ?Sized>(
        &self,
        store: &S,
        named: &NamedConcept,
    ) -> Result<Vec<PointId>, Error> {
        Ok(match named {
            NamedConcept::Stored(id) => store.members(&[*id])?.concat(),
            NamedConcept::Generated { points, .. } => self.stored.context.closure(points),
            NamedConcept::Community(id) => {
                let held = self.communities.points(&*store.membership()?, *id);
                held.into_iter().map(|(point, _)| point).collect()
            }
        })
    }
}
