//! Query `why`: what two points have in common, and what separates them, in words.
//!
//! Two words, or two values of 0 and 1, are alike if they are equal. Two numbers are alike if they
//! differ by at most the standard deviation of their column in the smallest cluster with both
//! points. They differ if it is by more than the standard deviation over all points. The share
//! of points between two numbers would not do: an outlier has nothing between it and the rest.

use super::describe::{describe_classes, describe_main_group, join_first};
use crate::base::csr::intersect;
use crate::base::ids::PointId;
use crate::base::name_list::quote;
use crate::base::numbers::{deviation, format_shortest, pluralize};
use crate::base::words::join_words;
use crate::communities::main_group;
use crate::dataset::Origin;
use crate::differences::{Measure, MeasuredColumn, MeasuredColumns, select_notable};
use crate::query::names::{QuestionSet, Subject};
use crate::query::{Answer, QueryError, Question, QuestionError};
use crate::select;

super::canned!(
    "why",
    "-- title: the common properties or the differences of two points or sets, in words\n\
     -- parameter: point set\n\
     -- parameter: other set\n\
     -- columns: description\n"
);

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let text = match (question.set(0), question.set(1)) {
        (QuestionSet::Point(one), QuestionSet::Point(other)) if one == other => {
            return Err(QuestionError::RepeatedName(question.points.name(*one).to_owned()).into());
        }
        (QuestionSet::Point(one), QuestionSet::Point(other)) => {
            question.explain_pair(*one, *other)?
        }
        (one, other) => question.explain_sets(one, other)?,
    };
    Ok(question.text_answer(text))
}

/// The most points, neighbours or columns that are named.
const MAX_NAMED: usize = 5;

/// The values of two points in a column.
struct ValuePair {
    /// The column and the values, such as `hue 1.04 and 1.12`.
    words: String,
    /// The difference in standard deviations over all points; of equal values and of words the
    /// share of points that have them.
    rank: f64,
    is_alike: bool,
    is_different: bool,
    /// `true` for numbers that are not equal.
    is_measured: bool,
}

impl Question<'_> {
    /// Describes what two points have in common, and the columns in which they are alike or differ.
    fn explain_pair(&self, one: PointId, other: PointId) -> Result<String, QueryError> {
        let points = self.points;
        let [a, b] = [one, other].map(|point| quote(points.name(point)));
        let smallest = select::lca(self.graph, &[one, other])?;
        let members = self.graph.members()?;
        let extent = smallest.map_or(Vec::new(), |id| members.points(id));
        let is_whole = smallest.is_none() || extent.len() == points.len();
        let mut sentences = Vec::new();
        if let Some(id) = smallest.filter(|_| !is_whole) {
            let size = pluralize(extent.len() as u64, "point", "points");
            sentences.push(format!("The smallest cluster with {a} and {b} is {id} with {size}"));
            sentences.extend(describe_classes(points, &extent));
            let others = extent.iter().filter(|&&point| point != one && point != other);
            let others: Vec<&str> = others.map(|&point| points.name(point)).collect();
            if !others.is_empty() {
                let are = if others.len() == 1 { "is" } else { "are" };
                sentences.push(format!("With them {are} {}", list_names(&others)));
            }
        } else {
            sentences.push(format!("Only the cluster of all points contains {a} and {b}"));
        }
        sentences.extend(self.describe_groups(one, other)?);
        sentences.push(self.describe_shared(one, other)?);
        let around = if is_whole { &[] } else { &extent[..] };
        let mut pairs = self.value_pairs(one, other, around)?;
        pairs.sort_by(|a, b| a.rank.total_cmp(&b.rank));
        let sentence = |are: &str, pairs: Vec<&ValuePair>, of: &str| {
            let words = join_words(pairs.iter().map(|pair| &pair.words));
            let spread = match pairs.iter().any(|pair| pair.is_measured) {
                true => format!(", by the spread of {of}"),
                false => String::new(),
            };
            (!pairs.is_empty()).then(|| format!("They {are} in {words}{spread}"))
        };
        if let Some(id) = smallest.filter(|_| !is_whole) {
            let alike = pairs.iter().filter(|pair| pair.is_alike).take(MAX_NAMED).collect();
            sentences.extend(sentence("are alike", alike, &id.to_string()));
        }
        let different = pairs.iter().rev().filter(|pair| pair.is_different).take(MAX_NAMED);
        sentences.extend(sentence("differ", different.collect(), "all points"));
        Ok(sentences.join(". ") + ".")
    }

    /// Describes the groups of two sets of points, the smallest cluster with both, and the columns
    /// in which the sets differ.
    fn explain_sets(&self, one: &QuestionSet, other: &QuestionSet) -> Result<String, QueryError> {
        let points = |set: &QuestionSet| match set {
            QuestionSet::Point(point) => Ok(vec![*point]),
            set => self.dictionary.set_extent(set),
        };
        let sets = [points(one)?, points(other)?];
        let mut sentences = Vec::new();
        for (set, extent) in [one, other].into_iter().zip(&sets) {
            let size = pluralize(extent.len() as u64, "point", "points");
            sentences.push(match set {
                QuestionSet::Subject(subject) => {
                    format!("{} has {size}", self.dictionary.name(*subject))
                }
                QuestionSet::Point(point) => format!("One is {}", quote(self.points.name(*point))),
                QuestionSet::Listed(_) => {
                    format!("{size} {} listed", if extent.len() == 1 { "is" } else { "are" })
                }
            });
            sentences.extend(match set {
                QuestionSet::Subject(Subject::Community(_)) => None,
                _ => describe_main_group(self.graph, extent)?,
            });
        }
        let both = intersect(&sets[0], &sets[1]).count() as u64;
        if both > 0 {
            let are = if both == 1 { "is" } else { "are" };
            sentences.push(format!("{} {are} in both", pluralize(both, "point", "points")));
        }
        if let (
            QuestionSet::Subject(Subject::Community(one)),
            QuestionSet::Subject(Subject::Community(other)),
        ) = (one, other)
        {
            let far = self.separation(*one, *other);
            sentences.extend(far.map(|far| format!("The separation of the two is {far:.2}")));
        }
        let all = sets.concat();
        if let Some(id) = select::lca(self.graph, &all)?.filter(|&id| id != self.graph.top()) {
            let size = pluralize(self.graph.concepts()?.size(id).into(), "point", "points");
            sentences.push(format!("The smallest cluster with all is {id} with {size}"));
        } else if let Some(id) = self.common_communities(&all)?.first() {
            let name = self.communities.name(*id);
            sentences.push(format!("The smallest community with all is {name}"));
        }
        let columns = MeasuredColumns::new(self.graph.features()?, self.points.shown_columns());
        let differences = columns.differences_between(&sets[0], &sets[1]);
        let notable: Vec<String> =
            select_notable(differences, MAX_NAMED).map(|one| one.full_text()).collect();
        if !notable.is_empty() {
            sentences.push(format!("They differ in {}", join_words(notable)));
        }
        Ok(sentences.join(". ") + ".")
    }

    /// Describes the main groups of two points, and the smallest community that contains both.
    fn describe_groups(&self, one: PointId, other: PointId) -> Result<Option<String>, QueryError> {
        let (communities, membership) = (self.communities, self.graph.membership()?);
        let points = self.points;
        let main = |point: PointId| main_group(communities, &membership[point.index()]);
        let (Some((first, _)), Some((second, _))) = (main(one), main(other)) else {
            return Ok(None);
        };
        let both = [one, other];
        let common = self.common_communities(&both)?;
        let smallest = common.first().map(|id| {
            let one = &communities.all[id.index()];
            format!("{} with {}", one.name, pluralize(one.points.into(), "point", "points"))
        });
        if first == second {
            let name = communities.name(first);
            return Ok(smallest.map(|smallest| match smallest.starts_with(&format!("{name} ")) {
                true => format!("Both are in the community {smallest}"),
                false => {
                    format!("Both are in {name}; the smallest community with both is {smallest}")
                }
            }));
        }
        let [a, b] = [one, other].map(|point| quote(points.name(point)));
        let [g, h] = [first, second].map(|id| communities.name(id));
        let far = match self.separation(first, second) {
            Some(far) => format!("the separation of the two is {far:.2}"),
            None => "the two do not touch".to_owned(),
        };
        let smallest = smallest.map(|one| format!("; the smallest community with both is {one}"));
        Ok(Some(format!("{a} is in {g} and {b} in {h}, and {far}{}", smallest.unwrap_or_default())))
    }

    fn describe_shared(&self, one: PointId, other: PointId) -> Result<String, QueryError> {
        let context = &self.graph.context()?.context;
        let ready = self.graph.facts().origin == Origin::Ready;
        let [own, its] = [one, other].map(|point| context.rows().get(point.index()));
        let names = intersect(own, its).map(|at| context.attributes()[at as usize].as_str());
        let names: Vec<&str> = names.collect();
        let (singular, plural) = match ready {
            true => ("attribute", "attributes"),
            false => ("neighbour", "neighbours"),
        };
        if names.is_empty() {
            let chain = self.describe_chain(one, other)?;
            return Ok(format!("They share no {singular}{chain}"));
        }
        let shared = pluralize(names.len() as u64, singular, plural);
        let of = if own.len() == its.len() { format!(" of {}", own.len()) } else { String::new() };
        Ok(format!("They share {shared}{of}: {}", list_names(&names)))
    }

    /// Describes the shortest chain of near points that joins two points.
    fn describe_chain(&self, one: PointId, other: PointId) -> Result<String, QueryError> {
        let near = self.graph.near_points()?;
        if near.lists.is_empty() {
            // A ready context has no near points.
            return Ok(String::new());
        }
        let name = |point: &PointId| quote(self.points.name(*point));
        Ok(match near.shortest_chain(one, other, MAX_NAMED) {
            None => format!("; no chain of at most {MAX_NAMED} near points joins them"),
            Some(chain) if chain.is_empty() => "; one is near the other".to_owned(),
            Some(chain) => {
                let words: Vec<_> = chain.iter().map(name).collect();
                format!("; a chain of near points joins them: {}", words.join(", "))
            }
        })
    }

    /// Compares the values of two points in every column of `MeasuredColumns` that is not text;
    /// `around` are the points of the smallest cluster with both, or none.
    fn value_pairs(
        &self,
        one: PointId,
        other: PointId,
        around: &[PointId],
    ) -> Result<Vec<ValuePair>, QueryError> {
        let (points, features) = (self.points, self.graph.features()?);
        let kept = points.shown_columns();
        let pair = |column: &MeasuredColumn<'_>| {
            let at = column.index;
            // The words of a nominal feature stand in columns of 0 and 1.
            let number = |point: PointId| match column.is_kept {
                true => kept.cells_of(point)[at].parse().ok(),
                false => Some(features.value(point, at)),
            };
            let word = |point: PointId| match (column.is_kept, &column.measures[..]) {
                (true, _) => Some(&*kept.cells_of(point)[at]).filter(|cell| !cell.is_empty()),
                (false, measures) => {
                    let has = |&place: &usize| features.value(point, at + place) == 1.0;
                    match measures[(0..measures.len()).find(has)?] {
                        Measure::Word(word) => Some(word),
                        _ => None,
                    }
                }
            };
            let is_word = matches!(column.measures[..], [Measure::Word(_), ..]);
            let (words, rank, is_alike, is_different) = if is_word {
                let (a, b) = (word(one)?, word(other)?);
                let has_one = |&point: &PointId| word(point).is_some_and(|of| of == a || of == b);
                let share = points.ids().filter(has_one).count() as f64 / points.len() as f64;
                let rank = if a == b { share } else { 2.0 - share };
                ([quote(a), quote(b)].map(String::from), rank, a == b, a != b)
            } else {
                let (a, b): (f64, f64) = (number(one)?, number(other)?);
                let all: Vec<f64> = points.ids().filter_map(number).collect();
                let inside: Vec<f64> = around.iter().copied().filter_map(number).collect();
                let [inside, overall] = [&inside, &all].map(|of| deviation(of).unwrap_or(0.0));
                let distance = (a - b).abs();
                let equal = all.iter().filter(|&&value| value == a).count() as f64;
                let rank = if a == b { equal / all.len() as f64 } else { distance / overall };
                let is_alike = distance <= inside && rank <= 1.0;
                ([a, b].map(format_shortest), rank, is_alike, rank > 1.0)
            };
            let is_equal = words[0] == words[1];
            let values = if is_equal { words[0].clone() } else { words.join(" and ") };
            let words = format!("{} {values}", column.name);
            let is_measured = !is_word && !is_equal;
            Some(ValuePair { words, rank, is_alike, is_different, is_measured })
        };
        let columns = MeasuredColumns::new(features, kept);
        Ok(columns.columns().iter().filter(|column| !column.is_text()).filter_map(pair).collect())
    }
}

fn list_names(names: &[&str]) -> String {
    join_first(names.iter().map(|name| quote(name)), MAX_NAMED)
}
