//! What words mean in one graph: points, classes and clusters by their names.

use std::collections::HashSet;
use std::sync::Arc;

use super::error::{Error, QuestionError, QuestionErrors};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::input_error::did_you_mean;
use crate::base::name_list;
use crate::communities::{self, Communities, Level};
use crate::select;
use crate::store::{LatticeStore, StoredContext};

/// A cluster as it is named, or a community where a cluster may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedConcept {
    /// `c12`, or the name of a point, which stands for the smallest cluster with it.
    Stored(ConceptId),
    /// `g1`, `g1.2` or `g1+g4`: the points that belong to it, by whatever share.
    Community(CommunityId),
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

    /// The words in one: itself, if a point has that name, or those of a list.
    fn listed(&self, word: &str) -> Vec<String> {
        match self.stored.points.find(word) {
            Some(_) => vec![word.to_owned()],
            None => name_list::read(word).unwrap_or_else(|| vec![word.to_owned()]),
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
                match self.concept(store, &one) {
                    Ok(named) => points.extend(self.extent(store, named)?),
                    Err(Error::Question { faults: more, .. }) => faults.0.extend(more.0),
                    Err(error) => return Err(error),
                }
            } else {
                points.extend(faults.keep(self.point(&one)));
            }
        }
        let mut seen = HashSet::new();
        points.retain(|point| seen.insert(*point));
        if faults.0.is_empty() { Ok(points) } else { Err(faults.into()) }
    }

    /// Returns the cluster `c12`, the community `g1`, or the smallest cluster with the point of
    /// that name.
    ///
    /// # Errors
    /// A number that no cluster has, a name that no point and no community has; a failure of the
    /// store.
    pub fn concept<S: LatticeStore + ?Sized>(
        &self,
        store: &S,
        word: &str,
    ) -> Result<NamedConcept, Error> {
        let number = word.strip_prefix(['c', 'C']).unwrap_or(word).parse::<i64>();
        let known = |id: &ConceptId| id.0 < self.stored.facts.concepts;
        if let Some(id) = number.ok().and_then(ConceptId::from_number).filter(known) {
            return Ok(NamedConcept::Stored(id));
        }
        if let Some(point) = self.stored.points.find(word) {
            let smallest = store.containing(&[point])?.concat().into_iter().next();
            return Ok(NamedConcept::Stored(smallest.unwrap_or_else(|| self.whole())));
        }
        if is_community(word) {
            return Ok(NamedConcept::Community(self.community(word)?));
        }
        let example = self.stored.points.names().first().cloned().unwrap_or_default();
        let remark = match self.is_left_out(word) {
            true => ", whose row was left out",
            false => "",
        };
        let (word, last) = (word.to_owned(), self.whole());
        Err(QuestionError::NoConcept { word, remark, last, example }.into())
    }

    /// Returns the cluster of all points, which is the last.
    pub fn whole(&self) -> ConceptId {
        ConceptId(self.stored.facts.concepts.saturating_sub(1))
    }

    /// Returns the cluster that is named; for a community the one most like it, or else the
    /// smallest with all its points.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn cluster<S: LatticeStore + ?Sized>(
        &self,
        store: &S,
        named: NamedConcept,
    ) -> Result<ConceptId, Error> {
        let alike = |id: CommunityId| self.communities.all[id.index()].cluster;
        match named {
            NamedConcept::Stored(id) => Ok(id),
            NamedConcept::Community(id) => match alike(id) {
                Some(cluster) => Ok(cluster),
                None => {
                    let lca = select::lca(store, &self.extent(store, named)?)?;
                    Ok(lca.unwrap_or_else(|| self.whole()))
                }
            },
        }
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

    /// Returns the word that names it.
    pub fn word(&self, named: NamedConcept) -> String {
        match named {
            NamedConcept::Stored(id) => id.to_string(),
            NamedConcept::Community(id) => self.communities.name(id).to_owned(),
        }
    }

    /// The communities.
    pub fn communities(&self) -> &Communities {
        &self.communities
    }

    /// Returns the members of a cluster or community, ascending.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn extent<S: LatticeStore + ?Sized>(
        &self,
        store: &S,
        named: NamedConcept,
    ) -> Result<Vec<PointId>, Error> {
        Ok(match named {
            NamedConcept::Stored(id) => store.members(&[id])?.concat(),
            NamedConcept::Community(id) => {
                let held = self.communities.points(&*store.membership()?, id);
                held.into_iter().map(|(point, _)| point).collect()
            }
        })
    }
}
