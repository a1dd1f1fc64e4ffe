//! Rules: a few intervals of features that separate a set of points from the others.
//!
//! The search is greedy: the first interval is the one of a feature whose points match the set
//! best; the second and third are intervals of other features among the points that remain. The
//! match is F1, the harmonic mean of precision (the share of the points in the intervals that is in
//! the set) and recall (the share of the set that is in the intervals). Ties go to the first
//! feature, and to its first interval. An interval that adds less than `MIN_GAIN` is left out.
//!
//! The best interval of a feature is found exactly: F1 = 2 t / (p + s) is a ratio, so by Dinkelbach
//! (*On nonlinear fractional programming*, 1967) it suffices to maximise 2 t - f (p + s) for the
//! best f so far, until no value is above 0. Along sorted values this is the maximum-sum subarray
//! (Bentley, *Algorithm design techniques*, 1984). The numbers are integers, so every comparison is
//! exact.

use rayon::prelude::*;

use crate::base::ids::PointId;
use crate::base::numbers::{deviation, format_briefly, format_shortest, last_digit};
use crate::dataset::Features;

pub(crate) const MAX_STEPS: usize = 3;
/// The least increase of F1 by an interval.
pub(crate) const MIN_GAIN: f64 = 0.01;
/// The least F1 of a rule that describes a cluster.
pub const GOOD_F1: f64 = 0.8;

/// An interval of a feature; an end that is `None` is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The index of the feature.
    pub column: usize,
    /// The least value in the interval.
    pub low: Option<f64>,
    /// The largest value in the interval.
    pub high: Option<f64>,
}

/// An interval, and the points in it and all intervals before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleStep {
    /// The interval.
    pub interval: Interval,
    /// The number of points in all intervals so far.
    pub points: u32,
    /// The number of points of the set in all intervals so far.
    pub inside: u32,
}

/// Features, sorted once for many rules.
#[derive(Debug)]
pub struct SortedFeatures<'f> {
    features: &'f Features,
    orders: Vec<Vec<u32>>,
}

/// F1 as a ratio: twice the points of the set in the intervals, over the sum of both sizes.
#[derive(Clone, Copy, Debug)]
struct F1 {
    twice_inside: i128,
    both: i128,
}

impl F1 {
    fn new(inside: u32, points: u32, size: u32) -> Self {
        Self { twice_inside: 2 * i128::from(inside), both: i128::from(points) + i128::from(size) }
    }

    fn exceeds(self, other: Self) -> bool {
        self.twice_inside * other.both > other.twice_inside * self.both
    }

    fn value(self) -> f64 {
        self.twice_inside as f64 / self.both.max(1) as f64
    }
}

impl RuleStep {
    /// Returns F1, the harmonic mean of precision and recall, for a set of `size` points.
    pub fn f1(&self, size: u32) -> f64 {
        F1::new(self.inside, self.points, size).value()
    }
}

impl Interval {
    fn contains(&self, value: f64) -> bool {
        self.low.is_none_or(|low| value >= low) && self.high.is_none_or(|high| value <= high)
    }

    /// Formats the interval exactly: `petal_length <= 1.9`.
    pub fn exact_text(&self, features: &Features) -> String {
        self.format_with(features, ["<=", ">="], format_shortest)
    }

    /// Formats the interval for people: `13,300 ≤ gdpPercap ≤ 16,800`, with the significant digits
    /// beside the deviation of the feature; for a 0/1 column of a word, `not sex=male`.
    pub fn brief_text(&self, features: &Features) -> String {
        let name = features.names.get(self.column).filter(|name| name.contains('='));
        match (name, self.low, self.high) {
            (Some(name), Some(1.0), None) => return name.clone(),
            (Some(name), None, Some(0.0)) => return format!("not {name}"),
            _ => {}
        }
        let width = features.names.len().max(1);
        let values = features.values.iter().skip(self.column).step_by(width).copied();
        let deviation = deviation(&values.collect::<Vec<_>>()).unwrap_or(0.0);
        self.format_with(features, ["≤", "≥"], |number| {
            format_briefly(number, last_digit(number, deviation))
        })
    }

    fn format_with(
        &self,
        features: &Features,
        [most, least]: [&str; 2],
        number: impl Fn(f64) -> String,
    ) -> String {
        let name = features.names.get(self.column).map_or("", String::as_str);
        match (self.low.map(&number), self.high.map(&number)) {
            (Some(low), Some(high)) if low == high => format!("{name} = {low}"),
            (Some(low), Some(high)) => format!("{low} {most} {name} {most} {high}"),
            (Some(low), None) => format!("{name} {least} {low}"),
            (None, Some(high)) => format!("{name} {most} {high}"),
            (None, None) => name.to_owned(),
        }
    }
}

impl<'f> SortedFeatures<'f> {
    /// Sorts the points by every feature.
    pub fn new(features: &'f Features) -> Self {
        let width = features.names.len();
        let n = features.values.len().checked_div(width).unwrap_or(0);
        let order = |column: usize| {
            let mut order: Vec<u32> = (0..n as u32).collect();
            let value = |point: u32| features.value(PointId(point), column);
            order.sort_by(|&a, &b| value(a).total_cmp(&value(b)).then(a.cmp(&b)));
            order
        };
        Self { features, orders: (0..width).into_par_iter().map(order).collect() }
    }

    /// Returns the features.
    pub fn features(&self) -> &'f Features {
        self.features
    }

    /// Returns up to `MAX_STEPS` intervals that separate a set, best first; empty if none does.
    pub fn rule(&self, members: &[PointId]) -> Vec<RuleStep> {
        let n = self.orders.first().map_or(0, Vec::len);
        let size = members.len() as u32;
        let mut is_member = vec![false; n];
        for member in members {
            if let Some(member) = is_member.get_mut(member.index()) {
                *member = true;
            }
        }
        let mut left = vec![true; n];
        let (mut steps, mut now): (Vec<RuleStep>, F1) = (Vec::new(), F1::new(size, n as u32, size));
        while steps.len() < MAX_STEPS && size > 0 {
            let is_new = |column: &usize| steps.iter().all(|step| step.interval.column != *column);
            let free: Vec<usize> = (0..self.orders.len()).filter(is_new).collect();
            let best = |&column: &usize| self.best_interval(column, &left, &is_member, size, now);
            let found: Vec<Option<RuleStep>> = free.par_iter().map(best).collect();
            let nearness = |step: &RuleStep| F1::new(step.inside, step.points, size);
            let best = found.into_iter().flatten().reduce(|best, other| {
                if nearness(&other).exceeds(nearness(&best)) { other } else { best }
            });
            let Some(step) = best else { break };
            if nearness(&step).value() - now.value() < MIN_GAIN {
                break;
            }
            now = nearness(&step);
            for (point, left) in left.iter_mut().enumerate() {
                let value = self.features.value(PointId(point as u32), step.interval.column);
                *left = *left && step.interval.contains(value);
            }
            steps.push(step);
        }
        steps
    }

    /// Returns the best interval of a feature among the points that are left, if it exceeds `now`.
    fn best_interval(
        &self,
        column: usize,
        left: &[bool],
        is_member: &[bool],
        size: u32,
        now: F1,
    ) -> Option<RuleStep> {
        // Points with equal values are in or out together: value, points, members.
        let mut groups: Vec<(f64, u32, u32)> = Vec::new();
        for &point in &self.orders[column] {
            if !left[point as usize] {
                continue;
            }
            let value = self.features.value(PointId(point), column);
            let inside = u32::from(is_member[point as usize]);
            match groups.last_mut() {
                Some((last, points, members)) if *last == value => {
                    (*points, *members) = (*points + 1, *members + inside);
                }
                _ => groups.push((value, 1, inside)),
            }
        }
        let (mut best, mut found) = (now, None);
        while let Some((from, to)) = best_run(&groups, best, size) {
            let run = &groups[from..=to];
            let points = run.iter().map(|group| group.1).sum();
            let inside = run.iter().map(|group| group.2).sum();
            best = F1::new(inside, points, size);
            found = Some((from, to, points, inside));
        }
        let (from, to, points, inside) = found?;
        let before = from.checked_sub(1).map(|at| groups[at].0);
        let behind = groups.get(to + 1).map(|group| group.0);
        let low = before.map(|before| short_end(groups[from].0, before));
        let high = behind.map(|behind| short_end(groups[to].0, behind));
        Some(RuleStep { interval: Interval { column, low, high }, points, inside })
    }
}

/// Returns the first and last group of the run whose sum is largest, if its F1 exceeds `bound`.
fn best_run(groups: &[(f64, u32, u32)], bound: F1, size: u32) -> Option<(usize, usize)> {
    let least = bound.twice_inside * i128::from(size);
    let (mut sum, mut start) = (0_i128, 0);
    let mut best: Option<(i128, usize, usize)> = None;
    for (at, &(_, points, inside)) in groups.iter().enumerate() {
        if sum <= 0 {
            (sum, start) = (0, at);
        }
        sum += 2 * bound.both * i128::from(inside) - bound.twice_inside * i128::from(points);
        if best.is_none_or(|(most, ..)| sum > most) {
            best = Some((sum, start, at));
        }
    }
    best.filter(|&(most, ..)| most > least).map(|(_, from, to)| (from, to))
}

/// Returns an end of an interval: the last value inside or, if that has many digits, a number with
/// few digits between it and the first value beyond, so that it is parsed alike by every reader.
fn short_end(inside: f64, beyond: f64) -> f64 {
    let has_few = |number: f64| {
        let digits = format!("{number:e}");
        digits
            .split('e')
            .next()
            .is_some_and(|digits| digits.bytes().filter(u8::is_ascii_digit).count() <= 15)
    };
    if has_few(inside) {
        return inside;
    }
    let between = |number: &f64| match inside < beyond {
        true => inside <= *number && *number < beyond,
        false => beyond < *number && *number <= inside,
    };
    // The rounded number, and its neighbour in the last digit on the other side.
    let rounded = |digits: usize| {
        let nearest: f64 = format!("{inside:.digits$e}").parse().unwrap_or(inside);
        let ulp = 10_f64.powi(inside.abs().log10().floor() as i32 - digits as i32);
        let other = nearest + if inside < beyond { ulp } else { -ulp };
        let other = format!("{other:.digits$e}").parse().unwrap_or(other);
        [nearest, other].into_iter().find(between)
    };
    (4..15).find_map(rounded).unwrap_or(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn features(width: usize, values: Vec<f64>) -> Features {
        let names = (0..width).map(|column| format!("x{column}")).collect();
        Features { names, values: values.into() }
    }

    fn by_definition(features: &Features, members: &[u32], steps: &[RuleStep]) -> f64 {
        let width = features.names.len();
        let n = features.values.len() / width;
        let value = |point: u32, column| features.value(PointId(point), column);
        let holds = |point: u32| {
            steps.iter().all(|step| step.interval.contains(value(point, step.interval.column)))
        };
        let left: Vec<u32> = (0..n as u32).filter(|&point| holds(point)).collect();
        let mut best: f64 = 0.0;
        for column in 0..width {
            if steps.iter().any(|step| step.interval.column == column) {
                continue;
            }
            for &one in &left {
                for &other in &left {
                    let range = value(one, column)..=value(other, column);
                    let within = left.iter().filter(|&&p| range.contains(&value(p, column)));
                    let within: Vec<u32> = within.copied().collect();
                    let inside = within.iter().filter(|point| members.contains(point)).count();
                    let f1 = 2.0 * inside as f64 / (within.len() + members.len()) as f64;
                    best = best.max(f1);
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn each_interval_is_the_best_there_is(
            width in 1..5usize,
            grid in proptest::collection::vec((0..9).prop_map(|v| f64::from(v) / 3.0), 4 * 14),
            chosen in proptest::collection::btree_set(0..14u32, 1..14),
        ) {
            let features = features(width, grid[..14 * width].to_vec());
            let members: Vec<u32> = chosen.into_iter().collect();
            let points: Vec<PointId> = members.iter().copied().map(PointId).collect();
            let steps = SortedFeatures::new(&features).rule(&points);
            let size = members.len() as u32;
            let mut last = 2.0 * f64::from(size) / f64::from(14 + size);
            for at in 0..=steps.len() {
                let best = by_definition(&features, &members, &steps[..at]);
                let Some(step) = steps.get(at) else {
                    prop_assert!(at == MAX_STEPS || best - last < MIN_GAIN + 1e-12);
                    break;
                };
                prop_assert!((step.f1(size) - best).abs() < 1e-12, "{} {best}", step.f1(size));
                // The counts must be those of the points in the intervals.
                let holds = |point: &u32| steps[..=at].iter().all(|step| {
                    let value = features.value(PointId(*point), step.interval.column);
                    step.interval.contains(value)
                });
                let within: Vec<u32> = (0..14).filter(|point| holds(point)).collect();
                let inside = within.iter().filter(|point| members.contains(point)).count();
                prop_assert_eq!((step.points, step.inside), (within.len() as u32, inside as u32));
                last = step.f1(size);
            }
        }

        #[test]
        fn ends_have_few_digits_and_lie_between(inside in -1e6..1e6f64, gap in 1e-9..10f64) {
            for beyond in [inside + gap, inside - gap] {
                let end = short_end(inside, beyond);
                prop_assert!((inside <= end && end < beyond) || (beyond < end && end <= inside));
            }
        }
    }

    #[test]
    fn rules_in_words() {
        let features = features(2, vec![1.0, 5.0, 1.5, 5.0, 4.0, 5.0, 1.0, 9.0]);
        let rule = |members: &[u32]| {
            let members: Vec<PointId> = members.iter().copied().map(PointId).collect();
            let steps = SortedFeatures::new(&features).rule(&members);
            steps.iter().map(|step| step.interval.exact_text(&features)).collect::<Vec<_>>()
        };
        assert_eq!(rule(&[0, 1]), ["x0 <= 1.5", "x1 <= 5"]);
        assert_eq!(rule(&[1]), ["x0 = 1.5"]);
        assert_eq!(rule(&[2]), ["x0 >= 4"]);
        assert_eq!(rule(&[0, 1, 2, 3]), [""; 0]);
        assert_eq!(rule(&[]), [""; 0]);
        assert_eq!(short_end(1.0 / 3.0, 2.0), 0.33334);
        assert_eq!(short_end(1.0 / 3.0, 0.2), 0.33333);
    }
}
