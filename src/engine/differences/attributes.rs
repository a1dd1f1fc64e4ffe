//! Differences in the attributes of a ready context, as columns of 0 and 1.

use super::{Difference, Measure, Statistics, share_angle};
use crate::base::ids::PointId;
use crate::context::FormalContext;

/// Returns the notable differences of some points from the rest, or from all, in the order of the
/// attributes.
pub(super) fn attribute_differences<'a>(
    context: &'a FormalContext,
    points: &[PointId],
    rest: Option<&[PointId]>,
) -> impl Iterator<Item = Difference<'a>> {
    let count = |points: &[PointId]| {
        let mut counts = vec![0; context.attributes().len()];
        for point in points {
            context.rows().get(point.index()).iter().for_each(|&at| counts[at as usize] += 1);
        }
        counts
    };
    let counts: Vec<usize> = count(points);
    let others: Vec<usize> =
        rest.map_or_else(|| context.columns().iter().map(<[u32]>::len).collect(), count);
    let is_from_rest = rest.is_some();
    let side = |count: usize, points: usize| {
        let mean = count as f64 / points.max(1) as f64;
        Statistics { points, mean, deviation: (mean * (1.0 - mean)).sqrt() }
    };
    let (size, other_size) = (points.len(), rest.map_or(context.rows().len(), <[_]>::len));
    let difference = move |(at, (count, other)): (usize, (usize, usize))| {
        let (inside, outside) = (side(count, size), side(other, other_size));
        Difference {
            column: &context.attributes()[at],
            measure: Measure::Ones,
            is_kept: false,
            inside,
            outside,
            is_from_rest,
            strength: share_angle(inside.mean) - share_angle(outside.mean),
            further_words: Vec::new(),
        }
    };
    counts.into_iter().zip(others).enumerate().map(difference).filter(Difference::is_notable)
}
