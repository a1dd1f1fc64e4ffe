//! The positions of points along one line, near points near one another.
//!
//! Invariant: each group is an interval, and so is each part within its group. The order within
//! them, and of them, is that of a smooth function on the links of near points: the eigenvector of
//! a random walk from points to what they are linked with and back. For a ready context, whose
//! points are linked with attributes, that is the first axis of correspondence analysis. Only sums,
//! products and square roots are computed, in one order, so equal graphs give equal positions.

use crate::base::csr::Csr;
use crate::base::ids::{CommunityId, PointId};
use crate::base::progress::Progress;
use crate::communities::{Communities, main_part};
use crate::graph::{Graph, Result};

/// The number of steps of the walk.
const STEPS: usize = 60;
/// The space between groups, and that between parts, as a share of the line; less if there are
/// many.
const GROUP_GAP: f64 = 0.04;
const PART_GAP: f64 = 0.012;
const MAX_GAPS: f64 = 0.25;

/// Returns the position of each point on the line, from 0 to 1.
pub(crate) fn places_on_line(graph: &Graph) -> Result<Vec<f64>> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let near = &graph.near_points()?.lists;
    let start = graph.positions(&Progress::default())?;
    let links = match near.len() == points.len() {
        // A point is near itself, which its list does not say.
        true => PointLinks { lists: near, columns: points.len(), has_own: true, start },
        false => {
            let context = &graph.context()?.context;
            let columns = context.attributes().len();
            PointLinks { lists: context.rows(), columns, has_own: false, start }
        }
    };
    let all: Vec<u32> = (0..points.len() as u32).collect();
    let along = links.smooth(&all);
    let leaf = |shares: &Vec<_>| main_part(communities, shares);
    let leaves: Vec<Option<CommunityId>> = graph.membership()?.iter().map(leaf).collect();
    let mut line = Line { communities, leaves: &leaves, along: &along, order: Vec::new() };
    line.add_all();
    let order = line.order;
    let mut place = vec![0.0; points.len()];
    let gap = |one: usize, other: usize| {
        let [one, other] = [one, other].map(|at| leaves[at]);
        let group = |leaf: Option<CommunityId>| leaf.map(|id| communities.group_of(id));
        match one == other {
            true => 0.0,
            false if group(one) == group(other) => PART_GAP,
            false => GROUP_GAP,
        }
    };
    let mut runs: Vec<Vec<u32>> = Vec::new();
    for &at in &order {
        match runs.last_mut() {
            Some(run) if leaves[run[0] as usize] == leaves[at as usize] => run.push(at),
            _ => runs.push(vec![at]),
        }
    }
    let gaps = runs.windows(2).map(|pair| gap(pair[0][0] as usize, pair[1][0] as usize));
    let sum: f64 = gaps.clone().sum();
    let scale = if sum > MAX_GAPS { MAX_GAPS / sum } else { 1.0 };
    let step = (1.0 - sum * scale) / points.len().max(1) as f64;
    let mut gaps = std::iter::once(0.0).chain(gaps);
    let mut x = 0.0;
    for run in &runs {
        x += gaps.next().unwrap_or_default() * scale;
        let local = links.smooth(run);
        // The direction in which the points at the left are nearer to the groups at the left.
        let turn: f64 = run.iter().zip(&local).map(|(&at, by)| by * along[at as usize]).sum();
        let turn = if turn < 0.0 { -1.0 } else { 1.0 };
        let mut sorted: Vec<(i64, u32)> =
            run.iter().zip(local).map(|(&at, by)| (rounded(turn * by), at)).collect();
        sorted.sort_unstable();
        for (_, at) in sorted {
            place[at as usize] = x + step / 2.0;
            x += step;
        }
    }
    Ok(place)
}

/// Returns the mean position of some points, with four decimals; the middle for no points.
pub(crate) fn mean_place(places: &[f64], points: &[PointId]) -> f64 {
    if points.is_empty() {
        return 0.5;
    }
    let sum: f64 = points.iter().map(|point| places[point.index()]).sum();
    (1e4 * sum / points.len() as f64).round() / 1e4
}

/// Rounds a value for sorting, so that sums that differ in their last digits are equal.
fn rounded(value: f64) -> i64 {
    (1e9 * value).round() as i64
}

/// The nodes that each point is linked with: its neighbours, or its attributes.
struct PointLinks<'a> {
    lists: &'a Csr,
    columns: usize,
    /// `true` if each point is linked with itself too.
    has_own: bool,
    start: &'a [[f64; 2]],
}

impl PointLinks<'_> {
    /// Returns a function on some points that differs little between points with common links.
    fn smooth(&self, points: &[u32]) -> Vec<f64> {
        let mut inner = vec![u32::MAX; self.columns];
        let mut known = 0;
        // The columns that the points are linked with, numbered as they occur.
        let mut rows = Csr::with_capacity(points.len(), 0);
        for &point in points {
            let own = self.has_own.then_some(point);
            let row: Vec<u32> = self.lists.get(point as usize).iter().copied().chain(own).collect();
            rows.push(row.into_iter().map(|column| {
                let number = &mut inner[column as usize];
                if *number == u32::MAX {
                    *number = known;
                    known += 1;
                }
                *number
            }));
        }
        let mut counts = vec![0.0_f64; known as usize];
        rows.iter().flatten().for_each(|&column| counts[column as usize] += 1.0);
        let mut values: Vec<[f64; 2]> = points
            .iter()
            .map(|&at| self.start.get(at as usize).copied().unwrap_or([f64::from(at), 0.0]))
            .collect();
        let weights: Vec<f64> = rows.iter().map(|row| row.len() as f64).collect();
        make_orthonormal(&mut values, &weights);
        for _ in 0..STEPS {
            let mut means = vec![[0.0; 2]; counts.len()];
            for (row, value) in rows.iter().zip(&values) {
                for &column in row {
                    let mean = &mut means[column as usize];
                    *mean = [mean[0] + value[0], mean[1] + value[1]];
                }
            }
            for (mean, count) in means.iter_mut().zip(&counts) {
                *mean = mean.map(|sum| sum / count);
            }
            for (row, value) in rows.iter().zip(&mut values) {
                let sum = row.iter().fold([0.0; 2], |sum, &column| {
                    let mean = means[column as usize];
                    [sum[0] + mean[0], sum[1] + mean[1]]
                });
                *value = sum.map(|sum| sum / row.len().max(1) as f64);
            }
            make_orthonormal(&mut values, &weights);
        }
        values.into_iter().map(|value| value[0]).collect()
    }
}

/// Centres two functions and makes them orthogonal and of mean square 1; one that vanishes is 0.
fn make_orthonormal(values: &mut [[f64; 2]], weights: &[f64]) {
    let all: f64 = weights.iter().sum::<f64>().max(1e-300);
    let mean = |values: &[[f64; 2]], of: &dyn Fn([f64; 2]) -> f64| -> f64 {
        values.iter().zip(weights).map(|(&value, weight)| weight * of(value)).sum::<f64>() / all
    };
    let middle = [0, 1].map(|axis| mean(values, &|value| value[axis]));
    values.iter_mut().for_each(|value| *value = [value[0] - middle[0], value[1] - middle[1]]);
    for axis in 0..2 {
        if axis == 1 {
            let both = mean(values, &|value| value[0] * value[1]);
            values.iter_mut().for_each(|value| value[1] -= both * value[0]);
        }
        let length = mean(values, &|value| value[axis] * value[axis]).sqrt();
        let factor = if length > 1e-12 { 1.0 / length } else { 0.0 };
        values.iter_mut().for_each(|value| value[axis] *= factor);
    }
}

/// The order of the points by their communities.
struct Line<'a> {
    communities: &'a Communities,
    /// The smallest community of each point.
    leaves: &'a [Option<CommunityId>],
    along: &'a [f64],
    order: Vec<u32>,
}

impl Line<'_> {
    fn add_all(&mut self) {
        let count = self.communities.all.len();
        // The points of each community and of its parts, as a sum along the line and a number.
        let mut sums = vec![(0.0, 0.0); count];
        let mut own: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut alone = Vec::new();
        for (at, leaf) in self.leaves.iter().enumerate() {
            let Some(leaf) = *leaf else {
                alone.push(at as u32);
                continue;
            };
            own[leaf.index()].push(at as u32);
            for id in self.communities.ancestors(leaf) {
                let (sum, number) = sums[id.index()];
                sums[id.index()] = (sum + self.along[at], number + 1.0);
            }
        }
        let mut below: Vec<Vec<CommunityId>> = vec![Vec::new(); count];
        let mut roots = Vec::new();
        for (id, one) in CommunityId::first(count).zip(&self.communities.all) {
            match one.parent {
                Some(parent) => below[parent.index()].push(id),
                None => roots.push(id),
            }
        }
        let key = |id: &CommunityId| {
            let (sum, number): (f64, f64) = sums[id.index()];
            (rounded(sum / number.max(1.0)), *id)
        };
        below.iter_mut().for_each(|list| list.sort_by_key(key));
        roots.sort_by_key(key);
        roots.into_iter().for_each(|id| self.add(id, &own, &below));
        self.order.extend(alone);
    }

    fn add(&mut self, id: CommunityId, own: &[Vec<u32>], below: &[Vec<CommunityId>]) {
        below[id.index()].iter().for_each(|&part| self.add(part, own, below));
        self.order.extend(&own[id.index()]);
    }
}
