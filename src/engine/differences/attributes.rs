//! Differences in the attributes of a ready context, as columns of 0 and 1.

use super::{Difference, Measure, Statistics, share_angle};
use crate::base::ids::PointId;
use crate::context::FormalContext;

/// Returns the notable differences of some points from all, in the order of the attributes.
pub(super) fn attribute_differences<'a>(
    context: &'a FormalContext,
    points: &[PointId],
) -> impl Iterator<Item = Difference<'a>> {
    let mut counts = vec![0_u32; context.attributes().len()];
    for point in points {
        context.rows().get(point.index()).iter().for_each(|&at| counts[at as usize] += 1);
    }
    let side = |count: usize, points: usize| {
        let mean = count as f64 / points.max(1) as f64;
        Statistics { points, mean, deviation: (mean * (1.0 - mean)).sqrt() }
    };
    let (size, all) = (points.len(), context.rows().len());
    let difference = move |(at, count): (usize, u32)| {
        let (inside, outside) =
            (side(count as usize, size), side(context.columns().get(at).len(), all));
        Difference {
            column: &context.attributes()[at],
            measure: Measure::Ones,
            is_kept: false,
            inside,
            outside,
            strength: share_angle(inside.mean) - share_angle(outside.mean),
            further_words: Vec::new(),
        }
    };
    counts.into_iter().enumerate().map(difference).filter(Difference::is_notable)
}
