//! Query `why`: what two points have in common, or what separates them, in words.

use super::describe::describe_classes;
use crate::base::csr::intersect;
use crate::base::ids::PointId;
use crate::base::name_list::quote;
use crate::base::numbers::{format_percent, group_thousands, pluralize};
use crate::base::words::join_words;
use crate::communities::main_group;
use crate::dataset::Origin;
use crate::differences::{Measure, MeasuredColumns};
use crate::query::{Answer, QueryError, Question};
use crate::select;

super::canned!(
    "why",
    "-- title: the common properties or the differences of two points, in words\n\
     -- parameter: point point\n\
     -- parameter: other point\n\
     -- columns: description\n"
);

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let [one, other] = question.two_points()?;
    Ok(question.text_answer(question.explain_pair(one, other)?))
}

/// The most points, neighbours or columns that are named.
const MAX_NAMED: usize = 5;
/// The greatest share of the other points between two values that count as alike.
const MAX_ALIKE_SHARE: f64 = 0.25;
/// The least share of the other points between two values that count as different.
const MIN_APART_SHARE: f64 = 0.5;

struct ValuePair {
    words: String,
    /// The share of the other points that have one of the two values, or lie between the two.
    share: f64,
    is_same: bool,
}

impl ValuePair {
    /// Describes the pair, such as `hue 1.04 and 1.12 (14 % of the others lie there)`.
    fn in_words(&self) -> String {
        format!("{} ({} of the others lie there)", self.words, format_percent(self.share))
    }
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
        let mut pairs = self.value_pairs(one, other)?;
        pairs.sort_by(|a, b| a.share.total_cmp(&b.share));
        let alike: Vec<String> = pairs
            .iter()
            .take_while(|pair| pair.share <= MAX_ALIKE_SHARE)
            .map(ValuePair::in_words)
            .take(MAX_NAMED)
            .collect();
        let apart: Vec<String> = pairs
            .iter()
            .rev()
            .filter(|pair| !pair.is_same && pair.share >= MIN_APART_SHARE)
            .map(ValuePair::in_words)
            .take(MAX_NAMED)
            .collect();
        if !is_whole && !alike.is_empty() {
            sentences.push(format!("They are alike in {}", join_words(alike)));
        }
        if is_whole && !apart.is_empty() {
            sentences.push(format!("They differ in {}", join_words(apart)));
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
            return Ok(format!("They share no {singular}"));
        }
        let shared = pluralize(names.len() as u64, singular, plural);
        let of = if own.len() == its.len() { format!(" of {}", own.len()) } else { String::new() };
        Ok(format!("They share {shared}{of}: {}", list_names(&names)))
    }

    /// Returns the values of two points in every column of `MeasuredColumns` that is not text.
    fn value_pairs(&self, one: PointId, other: PointId) -> Result<Vec<ValuePair>, QueryError> {
        let (points, features) = (self.points, self.graph.features()?);
        let kept = points.shown_columns();
        let others = || points.ids().filter(|&point| point != one && point != other);
        let share = |count: usize| count as f64 / points.len().saturating_sub(2).max(1) as f64;
        let mut pairs = Vec::new();
        let columns = MeasuredColumns::new(features, kept);
        for column in columns.columns().iter().filter(|column| !column.is_text()) {
            let (name, at) = (column.name, column.index);
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
            let is_number = !matches!(column.measures[..], [Measure::Word(_), ..]);
            pairs.extend(match is_number {
                true => number(one).zip(number(other)).map(|(a, b): (f64, f64)| {
                    let lies = |value: f64| a.min(b) <= value && value <= a.max(b);
                    let within = others().filter(|&point| number(point).is_some_and(lies)).count();
                    let words = match a == b {
                        true => format!("{name} {a}"),
                        false => format!("{name} {a} and {b}"),
                    };
                    ValuePair { words, share: share(within), is_same: a == b }
                }),
                false => word(one).zip(word(other)).map(|(a, b)| {
                    let same = |&point: &PointId| word(point).is_some_and(|of| of == a || of == b);
                    let (a, b) = (quote(a), quote(b));
                    let words = match a == b {
                        true => format!("{name} {a}"),
                        false => format!("{name} {a} and {b}"),
                    };
                    ValuePair {
                        words,
                        share: share(others().filter(same).count()),
                        is_same: a == b,
                    }
                }),
            });
        }
        Ok(pairs)
    }
}

fn list_names(names: &[&str]) -> String {
    let more = names.len().saturating_sub(MAX_NAMED);
    let more = (more > 0).then(|| format!("{} more", group_thousands(more as u64)));
    join_words(names.iter().take(MAX_NAMED).map(|name| quote(name)).chain(more))
}
