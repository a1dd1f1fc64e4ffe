//! Resolution of words in one graph: names of points, clusters, communities and classes.
//!
//! A point is named by its name, a cluster by `c12`, a community by `g1`, `g1.2` or `g1+g4`. A
//! number alone never names a cluster. The prefixes `point:`, `cluster:` and `group:` state the
//! kind; a word without one that names two things is an error.

use std::collections::HashSet;

use super::error::{QueryError, QuestionError, QuestionErrors};
use super::parameter::{Parameter, ParameterKind};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::input_error::did_you_mean;
use crate::base::name_list::{self, quote};
use crate::base::numbers::pluralize;
use crate::base::points::Points;
use crate::communities::{self, Communities, Level};
use crate::graph::Graph;
use crate::select;

/// A cluster, or a community in the place of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Cluster(ConceptId),
    /// A community, which stands for all points with a share in it.
    Community(CommunityId),
}

/// A set of points that a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QuestionSet {
    /// One point: itself, or its smallest cluster where a query compares sets.
    Point(PointId),
    /// All points of a cluster or a community.
    Subject(Subject),
    /// Listed points, ascending.
    Listed(Vec<PointId>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Referent {
    Point(PointId),
    Subject(Subject),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Dictionary<'g> {
    graph: &'g Graph,
    points: &'g Points,
    communities: &'g Communities,
}

impl<'g> Dictionary<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Result<Self, QueryError> {
        Ok(Self { graph, points: graph.points()?, communities: graph.communities()? })
    }

    /// Returns the cluster that a word such as `c12` names, or `None`.
    fn parse_cluster(&self, word: &str) -> Option<ConceptId> {
        let number = word.strip_prefix(['c', 'C']).filter(|number| !number.starts_with('+'))?;
        let id = ConceptId::from_number(number.parse().ok()?)?;
        (id.0 < self.graph.facts().concepts).then_some(id)
    }

    /// Returns all that a name may mean, each with the prefix of its kind.
    fn meanings(&self, name: &str) -> Vec<(&'static str, Referent)> {
        let cluster = self.parse_cluster(name).map(Subject::Cluster);
        let group = self.communities.find(name).map(Subject::Community);
        let meanings = [
            ("point", self.points.find(name).map(Referent::Point)),
            ("cluster", cluster.map(Referent::Subject)),
            ("group", group.map(Referent::Subject)),
        ];
        meanings.into_iter().filter_map(|(kind, named)| Some((kind, named?))).collect()
    }

    fn find(&self, word: &str) -> Result<Option<Referent>, QuestionError> {
        // The name of a point may itself begin with a prefix.
        if let Some((prefix, name)) = word.split_once(':')
            && self.points.find(word).is_none()
            && let Some((_, named)) = self.meanings(name).into_iter().find(|of| of.0 == prefix)
        {
            return Ok(Some(named));
        }
        let found = self.meanings(word);
        match found[..] {
            [] => Ok(None),
            [(_, named)] => Ok(Some(named)),
            _ => Err(QuestionError::Ambiguous {
                word: word.to_owned(),
                kinds: found.into_iter().map(|(kind, _)| kind).collect(),
            }),
        }
    }

    /// Returns the names of points that also name a cluster or a community.
    #[cfg(feature = "cli")]
    pub(crate) fn ambiguous_names(&self) -> impl Iterator<Item = &'g str> + '_ {
        let names = self.points.names().iter().map(String::as_str);
        names.filter(|name| self.find(name).is_err())
    }

    pub(crate) fn point(&self, word: &str) -> Result<PointId, QuestionError> {
        if let Some(point) = self.points.find(word) {
            return Ok(point);
        }
        if let Ok(Some(Referent::Point(point))) = self.find(word) {
            return Ok(point);
        }
        let names = self.points.names();
        let range = names.first().zip(names.last()).map(|(a, z)| format!(" ({a} to {z})"));
        Err(QuestionError::NoPoint {
            name: word.to_owned(),
            near: match self.is_omitted_row(word) {
                true => ", whose row was left out".to_owned(),
                false if self.parse_cluster(word).is_some() => " (it is a cluster)".to_owned(),
                false if self.communities.find(word).is_some() => " (it is a community)".to_owned(),
                false => self.near_name(word, std::iter::empty()),
            },
            count: names.len(),
            range: range.unwrap_or_default(),
        })
    }

    fn community_names(&self) -> impl Iterator<Item = &'g str> + use<'g> {
        self.communities.all.iter().map(|one| one.name.as_str())
    }

    /// Returns ` (did you mean ...?)` for a point, or for one of `others`, that `word` may mean.
    fn near_name<'n>(&'n self, word: &str, others: impl Iterator<Item = &'n str>) -> String {
        let points = self.points.names().iter().map(String::as_str);
        let classes = self.class_names();
        if classes.iter().any(|class| class == word) {
            return " (it is a class)".to_owned();
        }
        did_you_mean(word, points.chain(others).filter(similar_to(word)))
    }

    fn class_names(&self) -> &'g [String] {
        self.points.classes().map_or(&[], |classes| classes.names())
    }

    /// Returns the error of a parameter without an argument, with an example that is not among the
    /// words before.
    pub(super) fn missing_error(&self, parameter: &Parameter, before: &[String]) -> QuestionError {
        let classes = self.class_names();
        let names: Vec<&str> = match parameter.kind {
            ParameterKind::Class if classes.is_empty() => return QuestionError::NoClasses,
            ParameterKind::Class => classes.iter().map(String::as_str).collect(),
            ParameterKind::Point | ParameterKind::Points => {
                self.points.names().iter().take(2).map(String::as_str).collect()
            }
            ParameterKind::Concept | ParameterKind::Set => {
                self.community_names().chain(["c1"]).collect()
            }
            ParameterKind::Community => self.community_names().collect(),
            ParameterKind::Count | ParameterKind::Share | ParameterKind::Intervals => Vec::new(),
        };
        let name = names.into_iter().find(|name| !before.iter().any(|word| word == name));
        let such = name.map_or(String::new(), |name| format!(", such as {}", quote(name)));
        QuestionError::Missing { word: parameter.usage_word(), such }
    }

    /// Returns `true` if `word` would name the point of a row that was left out.
    fn is_omitted_row(&self, word: &str) -> bool {
        let points = self.points;
        let after_row = |point| points.name(point) == format!("d{}", points.row(point));
        let last = points.ids().last().filter(|&last| after_row(last));
        let row = word.strip_prefix('d').and_then(|row| row.parse::<u32>().ok());
        row.zip(last).is_some_and(|(row, last)| row > 0 && row < points.row(last))
    }

    pub(crate) fn class(&self, word: &str) -> Result<ClassId, QuestionError> {
        let names = self.class_names();
        let all = ClassId::first(names.len());
        let found = all.zip(names).find(|(_, name)| *name == word).map(|(class, _)| class);
        found.ok_or_else(|| match names {
            [] => QuestionError::NoClasses,
            names => QuestionError::NoClass { name: word.to_owned(), known: names.to_vec() },
        })
    }

    /// Returns the points that the words, which may be lists of names, stand for, each once.
    pub(crate) fn resolve_points(&self, words: &[String]) -> Result<Vec<PointId>, QueryError> {
        let (mut faults, mut points) = (QuestionErrors::default(), Vec::new());
        let listed = |word: &String| match self.find(word) {
            Ok(None) => name_list::parse(word).unwrap_or_else(|| vec![word.clone()]),
            _ => vec![word.clone()],
        };
        for word in words.iter().flat_map(listed) {
            match self.find(&word) {
                Ok(Some(Referent::Point(point))) => points.push(point),
                Ok(Some(Referent::Subject(subject))) => points.extend(self.extent(subject)?),
                Ok(None) if communities::canonical_name(&word).is_some() => {
                    let found = faults.ok_or_add(self.community(&word)).map(Subject::Community);
                    points.extend(found.map_or(Ok(Vec::new()), |found| self.extent(found))?);
                }
                Ok(None) => points.extend(faults.ok_or_add(self.point(&word))),
                Err(fault) => faults.0.push(fault),
            }
        }
        let mut seen = HashSet::new();
        points.retain(|point| seen.insert(*point));
        if faults.0.is_empty() { Ok(points) } else { Err(faults.into()) }
    }

    /// Returns the cluster or community that `word` names; a point stands for its smallest cluster.
    pub(crate) fn subject(&self, word: &str) -> Result<Subject, QueryError> {
        match self.find(word)? {
            Some(Referent::Subject(subject)) => return Ok(subject),
            Some(Referent::Point(point)) => return Ok(Subject::Cluster(self.smallest(point)?)),
            None if communities::canonical_name(word).is_some() => {
                return Ok(Subject::Community(self.community(word)?));
            }
            None => {}
        }
        let numbered = format!("c{word}");
        let remark = match self.is_omitted_row(word) {
            true => ", whose row was left out".to_owned(),
            // A bare number is rather a cluster than a point.
            false if self.parse_cluster(&numbered).is_some() => did_you_mean(word, [&*numbered]),
            false => self.near_name(word, self.community_names()),
        };
        let example = self.points.names().first().cloned().unwrap_or_default();
        let (word, last) = (word.to_owned(), self.graph.top());
        Err(QuestionError::NoConcept { word, remark, last, example }.into())
    }

    /// Returns the set of points that `word` names: a point, a cluster, a community, or a list of
    /// points such as `d1,d2` or `{d1}`.
    pub(crate) fn point_set(&self, word: &str) -> Result<QuestionSet, QueryError> {
        let listed = |names: Vec<String>| {
            let (mut faults, mut points) = (QuestionErrors::default(), Vec::new());
            for name in &names {
                points.extend(faults.ok_or_add(self.point(name)));
            }
            points.sort_unstable();
            points.dedup();
            if faults.0.is_empty() { Ok(QuestionSet::Listed(points)) } else { Err(faults.into()) }
        };
        match self.find(word)? {
            Some(Referent::Point(point)) => return Ok(QuestionSet::Point(point)),
            Some(Referent::Subject(subject)) => return Ok(QuestionSet::Subject(subject)),
            None => {}
        }
        match name_list::parse(word) {
            Some(names) if names.len() > 1 || word.starts_with('{') => listed(names),
            _ if is_cluster_name(word) => self.subject(word).map(QuestionSet::Subject),
            _ => Ok(QuestionSet::Point(self.point(word)?)),
        }
    }

    /// Returns the points of a set; one point stands for its smallest cluster.
    pub(crate) fn set_extent(&self, set: &QuestionSet) -> Result<Vec<PointId>, QueryError> {
        match set {
            QuestionSet::Listed(points) => Ok(points.clone()),
            QuestionSet::Subject(subject) => self.extent(*subject),
            QuestionSet::Point(point) => self.extent(Subject::Cluster(self.smallest(*point)?)),
        }
    }

    /// Returns the name of a set that is not listed; a point stands for its smallest cluster.
    pub(crate) fn set_name(&self, set: &QuestionSet) -> Result<String, QueryError> {
        Ok(match set {
            QuestionSet::Subject(subject) => self.name(*subject),
            QuestionSet::Point(point) => self.smallest(*point)?.to_string(),
            QuestionSet::Listed(points) => pluralize(points.len() as u64, "point", "points"),
        })
    }

    /// Returns the smallest cluster of a point.
    pub(crate) fn smallest(&self, point: PointId) -> Result<ConceptId, QueryError> {
        let smallest = self.graph.members()?.containing(point).next();
        Ok(smallest.unwrap_or_else(|| self.graph.top()))
    }

    /// Returns the cluster of a subject. A community stands for the cluster most like it or, if it
    /// has none, for the smallest cluster with all its points.
    pub(crate) fn cluster(&self, subject: Subject) -> Result<ConceptId, QueryError> {
        match subject {
            Subject::Cluster(id) => Ok(id),
            Subject::Community(id) => match self.communities.all[id.index()].cluster {
                Some(cluster) => Ok(cluster),
                None => {
                    let lca = select::lca(self.graph, &self.extent(subject)?)?;
                    Ok(lca.unwrap_or_else(|| self.graph.top()))
                }
            },
        }
    }

    /// Returns the community that `word` names: `g1`, `g1.2`, `g1+g4` or `g4+g1`.
    pub(crate) fn community(&self, word: &str) -> Result<CommunityId, QuestionError> {
        let name = word.strip_prefix("group:").unwrap_or(word);
        self.communities.find(name).ok_or_else(|| QuestionError::NoCommunity {
            word: word.to_owned(),
            remark: match self.parse_cluster(name).is_some() {
                true => " (it is a cluster)".to_owned(),
                false => did_you_mean(word, self.community_names().filter(similar_to(word))),
            },
            known: describe_communities(self.communities),
        })
    }

    pub(crate) fn name(&self, subject: Subject) -> String {
        match subject {
            Subject::Cluster(id) => id.to_string(),
            Subject::Community(id) => self.communities.name(id).to_owned(),
        }
    }

    /// Returns the points of a subject, in ascending order.
    pub(crate) fn extent(&self, subject: Subject) -> Result<Vec<PointId>, QueryError> {
        Ok(match subject {
            Subject::Cluster(id) => self.graph.members()?.points(id),
            Subject::Community(id) => {
                let held = self.communities.members(self.graph.membership()?, id);
                held.into_iter().map(|(point, _)| point).collect()
            }
        })
    }
}

/// Returns `true` if `word` alone names a cluster or a community: `c12`, `g1`, `#2`, `it`.
pub(crate) fn is_cluster_name(word: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit());
    word == "it"
        || communities::canonical_name(word).is_some()
        || word.strip_prefix(['c', 'C', '#']).is_some_and(is_number)
}

/// Returns a predicate that is `true` for names that may have been meant by `word`: `d15` is not a
/// mistyped `d151`, but `1` may mean `d1`.
fn similar_to(word: &str) -> impl Fn(&&str) -> bool {
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

/// Describes the communities of a graph, such as
/// `g1 to g4, parts such as g1.1, joins such as g2+g3`.
fn describe_communities(communities: &Communities) -> String {
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
