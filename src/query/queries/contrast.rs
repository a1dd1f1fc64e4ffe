//! Query `contrast`: the columns in which two sets of points differ.
//!
//! Points that are in both sets are on neither side, unless one set contains the other: then the
//! smaller set is compared with the rest of the larger.

use std::collections::BTreeSet;

use crate::base::ids::PointId;
use crate::base::numbers::{group_thousands, pluralize};
use crate::differences::{Difference, Measure, MeasuredColumns};
use crate::graph::NO_FEATURES_MESSAGE;
use crate::query::names::{QuestionSet, Subject};
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!(
    "contrast",
    "-- title: the differences of two communities, clusters or sets of points, column by column\n\
     -- parameter: one set\n\
     -- parameter: other set\n\
     -- parameter: limit count = 20\n\
     -- columns: column value one other difference\n"
);

/// Two disjoint sets of points to compare, and the points of both subjects.
struct Sides {
    one: Vec<PointId>,
    other: Vec<PointId>,
    both: Vec<PointId>,
}

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let sides = sides(question)?;
    let features = question.graph.features()?;
    let columns = MeasuredColumns::new(features, question.points.shown_columns());
    let found = match sides.one.is_empty() || sides.other.is_empty() {
        true => Vec::new(),
        false => columns.differences_between(&sides.one, &sides.other),
    };
    let found: Vec<&Difference<'_>> =
        found.iter().flat_map(Difference::with_further_words).collect();
    let has_left_out = question.graph.facts().omits_features();
    // Kept columns may differ even if the features were left out.
    if found.is_empty() {
        question.require_features()?;
    }
    let row = |one: &&Difference<'_>| {
        let value = match &one.measure {
            Measure::Mean => Cell::Nothing,
            Measure::Ones => Cell::text("yes"),
            Measure::Word(word) => Cell::text(*word),
            Measure::TextWord(word) => Cell::text(word),
        };
        let numbers = [one.inside.mean, one.outside.mean, one.strength];
        let numbers = numbers.map(Cell::Real);
        [&[Cell::text(one.column), value], &numbers[..]].concat()
    };
    let why = match question.graph.facts().features {
        0 => "this graph has no columns to compare",
        _ if sides.one.is_empty() && sides.other.is_empty() => "the two have the same points",
        _ => "no column differs",
    };
    let rows = found.iter().take(question.count(2)).map(row).collect();
    let without = (has_left_out && !found.is_empty()).then(|| NO_FEATURES_MESSAGE.to_owned());
    let answer = Answer::with_total(found.len(), rows, why);
    Ok(answer.with_note(describe_sides(question, &sides)?).with_note(without))
}

fn sides(question: &Question<'_>) -> Result<Sides, QueryError> {
    let extent = |at| question.dictionary.set_extent(question.set(at));
    let [one, other] = [extent(0)?, extent(1)?];
    let [own, its] = [&one, &other].map(|points| points.iter().copied().collect::<BTreeSet<_>>());
    let both: Vec<PointId> = own.intersection(&its).copied().collect();
    let only = |own: &BTreeSet<PointId>, its| own.difference(its).copied().collect();
    Ok(match [both.len() == one.len(), both.len() == other.len()] {
        [true, false] => Sides { one, other: only(&its, &own), both },
        [false, true] => Sides { one: only(&own, &its), other, both },
        _ => Sides { one: only(&own, &its), other: only(&its, &own), both },
    })
}

fn describe_sides(
    question: &Question<'_>,
    Sides { one, other, both }: &Sides,
) -> Result<String, QueryError> {
    let sets = [question.set(0), question.set(1)];
    let side = |points: &[PointId], set: &QuestionSet| -> Result<String, QueryError> {
        let count = |points: &[PointId]| pluralize(points.len() as u64, "point", "points");
        Ok(match set {
            QuestionSet::Listed(listed) if listed.len() == points.len() => {
                format!("the {} listed", count(points))
            }
            QuestionSet::Listed(listed) => {
                format!("{} of the {} listed", points.len(), count(listed))
            }
            set => format!("{} of {}", count(points), question.dictionary.set_name(set)?),
        })
    };
    let both = match (both.len(), sets) {
        (0, _) => String::new(),
        (count, [QuestionSet::Subject(one), QuestionSet::Subject(other)])
            if [one, other].iter().all(|of| matches!(of, Subject::Community(_))) =>
        {
            let names = [*one, *other].map(|subject| question.dictionary.name(subject));
            format!("; {} in both: between {}", group_thousands(count as u64), names.join(" "))
        }
        (count, _) => format!("; {} in both", group_thousands(count as u64)),
    };
    Ok(format!(
        "one: {}, other: {}{both}; differences of means in standard deviations, of shares by \
         Cohen's h",
        side(one, sets[0])?,
        side(other, sets[1])?
    ))
}
