//! What became of rows and of communities, as rows of values.
//!
//! A group split where more than half of the earlier points of several new groups were mainly in
//! it, and groups merged where more than half of the points of each are mainly in the same new one,
//! as in MONIC (Spiliopoulou and others 2006).

use crate::base::rows::{Rows, Value};
use crate::communities::Communities;
use crate::compare::{Change, Comparison, Kind, Match};
use crate::store::PlacedRow;

/// Of each group: how many rows were placed mainly in it, and how many of them are far from all
/// points. The last row is about those in no group.
pub const PLACED: [&str; 3] = ["community", "placed", "far"];

/// Of each group before or after: what became of it, how many points it had and has, how many came
/// and went, and the groups that its points are in now or, of a new one, were in before.
pub const REBUILT: [&str; 7] = ["community", "change", "before", "after", "came", "went", "other"];

/// Where rows were placed.
pub fn placed_rows(communities: &Communities, placed: &[PlacedRow]) -> Rows {
    let groups = communities.groups();
    let mut counts = vec![[0_u64; 2]; groups.len() + 1];
    for one in placed {
        let group = one.communities.first().map_or(groups.len(), |(group, _)| group.index());
        counts[group][0] += 1;
        counts[group][1] += u64::from(one.is_far);
    }
    let names = groups.iter().map(|group| Value::text(&group.name)).chain([Value::Null]);
    let row =
        |(name, [all, far]): (Value, [u64; 2])| vec![name, Value::count(all), Value::count(far)];
    let mut rows: Vec<Vec<Value>> = names.zip(counts).map(row).collect();
    rows.pop_if(|last| last[1] == Value::count(0_u64) && !groups.is_empty());
    Rows { columns: PLACED.map(str::to_owned).to_vec(), rows }
}

/// What became of communities.
pub fn rebuilt_rows(comparison: &Comparison) -> Rows {
    let [ones, others] = comparison.groups(Kind::Community);
    let moves = Moves::of(comparison, [ones.len(), others.len()]);
    let names = |all: Vec<usize>| -> Value {
        let names: Vec<&str> = all.into_iter().map(|at| &*others[at].name).collect();
        if names.is_empty() { Value::Null } else { Value::Text(names.join(", ")) }
    };
    let row = |found: &Match| {
        let count = |count: Option<u32>| count.map_or(Value::Null, Value::count);
        let line =
            |name: &str, change: &str, [before, after, came, went]: [Option<u32>; 4], other| {
                let counts = [before, after, came, went].map(count);
                let words = [Value::text(name), Value::text(change)];
                [&words[..], &counts[..], &[other]].concat()
            };
        let Some(one) = found.one.filter(|_| found.change != Change::New) else {
            let other = &others[found.other.unwrap_or_default()];
            let from = found.other.and_then(|other| moves.from[other]).or(found.one);
            let from = from.map_or(Value::Null, |from| Value::text(&ones[from].name));
            let counts = [None, Some(other.size), Some(other.size), None];
            return line(&other.name, Change::New.name(), counts, from);
        };
        let (parts, before) = (moves.parts(one), ones[one].size);
        let other = found.other.filter(|_| found.is_match()).map(|other| &others[other]);
        let kept = other.filter(|other| other.name == ones[one].name);
        let (change, with) = match moves.into[one] {
            _ if parts.len() > 1 => ("split", parts),
            Some(into) if moves.merged(into) => ("merged", vec![into]),
            _ if kept.is_some() => (found.change.name(), Vec::new()),
            into => (Change::Gone.name(), into.or(found.other).into_iter().collect()),
        };
        let counts = match kept {
            None => [Some(before), None, None, Some(before)],
            Some(of) => [before, of.size, of.size - found.shared, before - found.shared].map(Some),
        };
        line(&ones[one].name, change, counts, names(with))
    };
    let about = comparison.matches.iter().filter(|found| found.kind == Kind::Community);
    let rows = about.map(row).collect();
    Rows { columns: REBUILT.map(str::to_owned).to_vec(), rows }
}

/// Where more than half of the points of a group went to and came from.
struct Moves {
    into: Vec<Option<usize>>,
    from: Vec<Option<usize>>,
}

impl Moves {
    fn of(comparison: &Comparison, sizes: [usize; 2]) -> Self {
        let more_than_half = |side: usize| {
            let mut sums = vec![0; sizes[side]];
            for flow in &comparison.flows {
                flow.main[side].into_iter().for_each(|at| sums[at] += flow.points);
            }
            let mut found = vec![None; sizes[side]];
            for flow in &comparison.flows {
                if let Some(at) = flow.main[side].filter(|&at| 2 * flow.points > sums[at]) {
                    found[at] = flow.main[1 - side];
                }
            }
            found
        };
        Self { into: more_than_half(0), from: more_than_half(1) }
    }

    /// The new groups that came of an old one.
    fn parts(&self, one: usize) -> Vec<usize> {
        (0..self.from.len()).filter(|&other| self.from[other] == Some(one)).collect()
    }

    /// Whether several old groups went into a new one.
    fn merged(&self, other: usize) -> bool {
        self.into.iter().filter(|into| **into == Some(other)).count() > 1
    }
}
