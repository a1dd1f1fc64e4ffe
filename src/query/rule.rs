//! The rule of a cluster: as words for its statement, and as a sentence.

use super::error::Error;
use crate::base::ids::PointId;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::{Rows, Value};
use crate::dataset::Features;
use crate::rule::{GOOD, Interval, Sorted, Step};
use crate::store::LatticeStore;

/// The intervals of the rule of some points, three words each.
pub(super) fn words(store: &dyn LatticeStore, members: &[PointId]) -> Result<Vec<String>, Error> {
    let features = store.features()?;
    let steps = Sorted::of(&features).rule(members);
    let end = |end: Option<f64>| end.map_or(String::new(), |end| end.to_string());
    let words = |Step { interval: Interval { column, low, high }, .. }: &Step| {
        [features.names[*column].clone(), end(*low), end(*high)]
    };
    Ok(steps.iter().flat_map(words).collect())
}

/// `petal_length <= 1.9 holds for 44 of its 48 points and for 1 other`.
fn counts(intervals: &[String], [inside, points, size]: [u64; 3]) -> String {
    let all = counted(size, "point", "points");
    let own = match (inside == size, size) {
        (true, 1) => "its point".to_owned(),
        (true, _) => format!("all of its {all}"),
        _ => format!("{} of its {all}", grouped(inside)),
    };
    let others = match points.saturating_sub(inside) {
        0 => "no other".to_owned(),
        others => counted(others, "other", "others"),
    };
    let hold = if intervals.len() == 1 { "holds" } else { "hold" };
    format!("{} {hold} for {own} and for {others}", intervals.join(" and "))
}

/// The rule of an answer in words.
pub(super) fn note(rows: &Rows) -> Option<String> {
    let interval = |row: &Vec<Value>| {
        let [Value::Text(name), low, high, ..] = &row[..] else { return None };
        let end = |end: &Value| match end {
            Value::Real(number) => Some(*number),
            Value::Int(number) => Some(*number as f64),
            Value::Null | Value::Text(_) | Value::Json(_) => None,
        };
        let features = Features { names: vec![name.clone()], values: Vec::new().into() };
        Some(Interval { column: 0, low: end(low), high: end(high) }.in_words(&features))
    };
    let intervals = rows.rows.iter().map(interval).collect::<Option<Vec<String>>>()?;
    let [_, _, _, Value::Int(points), Value::Int(inside), Value::Int(size), ..] =
        rows.rows.last()?[..]
    else {
        return None;
    };
    Some(counts(&intervals, [inside, points, size].map(i64::unsigned_abs)))
}

/// The rule of some points as a sentence, where it is good.
pub(super) fn sentence(features: &Features, members: &[PointId]) -> Option<String> {
    let size = members.len() as u32;
    let steps = Sorted::of(features).rule(members);
    let last = steps.last().filter(|last| last.f1(size) >= GOOD)?;
    let intervals: Vec<String> =
        steps.iter().map(|step| step.interval.in_words(features)).collect();
    let numbers = [last.inside, last.points, size].map(u64::from);
    Some(format!("As a rule, {}", counts(&intervals, numbers)))
}
