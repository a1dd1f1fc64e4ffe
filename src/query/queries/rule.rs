//! Query `rule`: the intervals of features that describe a cluster or a community.

use super::NO_TABLE;
use crate::base::ids::PointId;
use crate::base::numbers::{group_thousands, pluralize};
use crate::dataset::Features;
use crate::graph::{Graph, Result};
use crate::query::{Answer, Cell, QueryError, Question};
use crate::rule::{GOOD_F1, Interval, RuleStep, SortedFeatures};

super::canned!("rule");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    question.require_features()?;
    let (features, members) = (question.graph.features()?, question.extent(0)?);
    let steps = SortedFeatures::new(features).rule(&members);
    let size = members.len() as u32;
    let share = |of: u32, all: u32| Cell::Real(f64::from(of) / f64::from(all));
    let row = |step: &RuleStep| {
        let interval = &step.interval;
        vec![
            Cell::text(&features.names[interval.column]),
            Cell::real(interval.low),
            Cell::real(interval.high),
            Cell::count(step.points),
            Cell::count(step.inside),
            Cell::count(size),
            share(step.inside, step.points),
            share(step.inside, size),
            share(2 * step.inside, step.points + size),
        ]
    };
    let why = match features.names.is_empty() {
        true => NO_TABLE,
        false => "no interval of a feature tells its points from the others",
    };
    let note = steps.last().map(|last| describe_rule(features, &steps, last, size));
    Ok(Answer::new(steps.iter().map(row).collect(), why).with_note(note))
}

/// Returns the intervals of the rule of some points, three words each, as the statement takes them.
pub(in crate::query) fn interval_words(graph: &Graph, members: &[PointId]) -> Result<Vec<String>> {
    let features = graph.features()?;
    let steps = SortedFeatures::new(features).rule(members);
    let end = |end: Option<f64>| end.map_or(String::new(), |end| end.to_string());
    let words = |RuleStep { interval: Interval { column, low, high }, .. }: &RuleStep| {
        [features.names[*column].clone(), end(*low), end(*high)]
    };
    Ok(steps.iter().flat_map(words).collect())
}

fn describe_rule(features: &Features, steps: &[RuleStep], last: &RuleStep, size: u32) -> String {
    let intervals: Vec<String> =
        steps.iter().map(|step| step.interval.exact_text(features)).collect();
    describe_counts(&intervals, [last.inside, last.points, size].map(u64::from))
}

/// Describes how well intervals fit a set of points, such as
/// `petal_length <= 1.9 holds for 44 of its 48 points and for 1 other`.
fn describe_counts(intervals: &[String], [inside, points, size]: [u64; 3]) -> String {
    let all = pluralize(size, "point", "points");
    let own = match (inside == size, size) {
        (true, 1) => "its point".to_owned(),
        (true, _) => format!("all of its {all}"),
        _ => format!("{} of its {all}", group_thousands(inside)),
    };
    let others = match points.saturating_sub(inside) {
        0 => "no other".to_owned(),
        others => pluralize(others, "other", "others"),
    };
    let hold = if intervals.len() == 1 { "holds" } else { "hold" };
    format!("{} {hold} for {own} and for {others}", intervals.join(" and "))
}

/// Returns the rule of some points as a sentence; `None` if it is not good.
pub(super) fn rule_sentence(features: &Features, members: &[PointId]) -> Option<String> {
    let size = members.len() as u32;
    let steps = SortedFeatures::new(features).rule(members);
    let last = steps.last().filter(|last| last.f1(size) >= GOOD_F1)?;
    Some(format!("As a rule, {}", describe_rule(features, &steps, last, size)))
}
