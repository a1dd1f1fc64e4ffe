//! The covers among closures of pairs.
//!
//! A concept that p and q generate lies below exactly those that hold both. So with a bit for each
//! concept that holds a point, up-set(x) = bits(p) AND bits(q). Its lowest id is a cover, as ids
//! rise with size; without the up-set of that one the next lowest is a cover, and so on.
//!
//! The bits of all concepts are far more than a cache holds. They are cut into strips of ids, so
//! narrow that one strip of all points stays near; many concepts go through it, each with the
//! covers that it has by then, before the next strip comes.

use rayon::prelude::*;

use super::Extents;
use crate::csr::Csr;
use crate::ids::PointId;
use crate::progress::Progress;
use crate::wide::{self, Work};

/// A strip's bits of one point: a line of the cache.
type Line = [u64; 8];
/// How many ids a strip has.
const IDS: usize = 64 * 8;
/// Concepts that go through the strips together: so many that reading the strips is little beside
/// it, so few that their covers stay near too.
const TOGETHER: usize = 1 << 12;

/// Two points that a concept is the closure of.
type Pair = [u32; 2];

/// The upper covers of each concept; nothing when the work was ended.
///
/// `extents` are in canonical order, and each is the closure of its pair; only the last, the top,
/// may have none.
pub(super) fn upper_covers(
    extents: &Extents,
    pairs: &[Option<[PointId; 2]>],
    n: usize,
    progress: &Progress,
) -> Option<Csr> {
    // What is above the top matters nowhere.
    let pair = |pair: &Option<[PointId; 2]>| pair.map_or([0, 0], |pair| pair.map(|p| p.0));
    let pairs: Vec<Pair> = pairs.iter().map(pair).collect();
    let strip = |at: usize| (!progress.interrupted()).then(|| strip(extents, n, at));
    let strips: Option<Vec<_>> =
        (0..pairs.len().div_ceil(IDS)).into_par_iter().map(strip).collect();
    let strips = strips?;
    let part = |part: usize| {
        Open { strips: &strips, pairs: &pairs, first: part * TOGETHER, progress }.covers()
    };
    let parts: Option<Vec<Csr>> =
        (0..pairs.len().div_ceil(TOGETHER)).into_par_iter().map(part).collect();
    let parts = parts?;
    let mut upper = Csr::with_capacity(pairs.len(), parts.iter().map(Csr::total).sum());
    parts.iter().flat_map(Csr::iter).for_each(|list| upper.push(list.iter().copied()));
    Some(upper)
}

/// For each point, which concepts of the strip hold it.
fn strip(extents: &Extents, n: usize, at: usize) -> Vec<Line> {
    let mut lines = vec![[0; 8]; n];
    for bit in 0..IDS.min(extents.len() - at * IDS) {
        for point in extents.members(at * IDS + bit) {
            lines[point.index()][bit / 64] |= 1 << (bit % 64);
        }
    }
    lines
}

/// Concepts whose covers are looked for together.
struct Open<'a> {
    strips: &'a [Vec<Line>],
    pairs: &'a [Pair],
    first: usize,
    progress: &'a Progress,
}

/// A cover that was found, with the pair of it.
#[derive(Clone, Copy)]
struct Cover {
    id: u32,
    pair: Pair,
}

impl Open<'_> {
    /// The covers of each of them.
    fn covers(&self) -> Option<Csr> {
        let end = self.pairs.len().min(self.first + TOGETHER);
        let mut found: Vec<Vec<Cover>> = vec![Vec::new(); end - self.first];
        for (at, lines) in self.strips.iter().enumerate().skip(self.first / IDS) {
            if self.progress.interrupted() {
                return None;
            }
            let (pairs, first) = (self.pairs, self.first);
            wide::run(Strip { at, lines, pairs, first, found: &mut found });
        }
        Some(found.iter().map(|list| list.iter().map(|cover| cover.id)).collect())
    }
}

/// A strip that some concepts go through.
struct Strip<'a> {
    at: usize,
    lines: &'a [Line],
    pairs: &'a [Pair],
    first: usize,
    found: &'a mut [Vec<Cover>],
}

impl Work for Strip<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { at, lines, pairs, first, found } = self;
        let ids = at * IDS;
        // Those of later strips have nothing in this one.
        let here = found.len().min(ids + IDS - first);
        for (id, covers) in (first..).zip(&mut found[..here]) {
            // Above the top is nothing.
            if id + 1 == pairs.len() {
                break;
            }
            let mut left = up(lines, pairs[id]);
            // No concept covers itself.
            if let Some(itself) = id.checked_sub(ids) {
                left[itself / 64] &= !(1 << (itself % 64));
            }
            for cover in &*covers {
                if is_empty(&left) {
                    break;
                }
                remove(&mut left, lines, cover.pair);
            }
            while let Some(lowest) = lowest(&left) {
                let id = ids + lowest;
                let pair = pairs[id];
                covers.push(Cover { id: id as u32, pair });
                remove(&mut left, lines, pair);
            }
        }
    }
}

/// The concepts of a strip that hold both points.
#[inline(always)]
fn up(lines: &[Line], [p, q]: Pair) -> Line {
    let (p, q) = (&lines[p as usize], &lines[q as usize]);
    std::array::from_fn(|at| p[at] & q[at])
}

/// Takes away those that hold both points.
#[inline(always)]
fn remove(left: &mut Line, lines: &[Line], pair: Pair) {
    let up = up(lines, pair);
    *left = std::array::from_fn(|at| left[at] & !up[at]);
}

#[inline(always)]
fn is_empty(line: &Line) -> bool {
    line.iter().fold(0, |all, word| all | word) == 0
}

#[inline(always)]
fn lowest(line: &Line) -> Option<usize> {
    let word = line.iter().position(|&word| word != 0)?;
    Some(word * 64 + line[word].trailing_zeros() as usize)
}
