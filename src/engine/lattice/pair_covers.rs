//! The covers among closures of pairs.
//!
//! A concept that p and q generate lies below exactly those that hold both. Of all that hold p, let
//! bits(q) be those that hold q too: the up-set of the concept. Its lowest id is a cover, as ids
//! rise with size. Without the up-set of that one, which is bits(a) AND bits(b) where a and b
//! generate it, the next lowest is a cover, and so on.
//!
//! So all concepts whose first point is p look only at those that hold p, which are few. The bits
//! of these are made for 512 of them at a time, by transposing their extents, so that they stay in
//! a cache while all concepts of p go through them, each with the covers that it has by then.

use rayon::prelude::*;

use super::Extents;
use super::extents::Stored;
use crate::base::bitset::transpose;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::Progress;
use crate::base::simd::{self, Work};

/// The bits of one point: a line of the cache.
type Line = [u64; 8];
/// How many concepts these are about.
const BLOCK: usize = 64 * 8;
/// Points whose concepts are listed together, as they stand in one word of the extents.
const GROUP: usize = 32;

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
    // What is above the top matters nowhere, and it has no covers itself.
    let pair = |pair: &Option<[PointId; 2]>| pair.map_or([0, 0], |pair| pair.map(|p| p.0));
    let pairs: Vec<Pair> = pairs.iter().map(pair).collect();
    let mut own = vec![Vec::new(); n];
    for (id, pair) in (0..).zip(&pairs[..pairs.len() - 1]) {
        own[pair[0] as usize].push(id);
    }
    let all = Family { extents, pairs: &pairs, n };
    progress.parts(n as u64);
    let of_group = |(group, own): (usize, &[Vec<u32>])| -> Option<Vec<Csr>> {
        let holding = all.holding(group);
        let both = own.par_iter().zip(&holding);
        both.map(|(own, holding)| all.covers(own, holding, progress)).collect()
    };
    let groups: Option<Vec<Vec<Csr>>> = own.par_chunks(GROUP).enumerate().map(of_group).collect();
    let of_point: Vec<Csr> = groups?.into_iter().flatten().collect();
    let mut upper = Csr::with_capacity(pairs.len(), of_point.iter().map(Csr::total).sum());
    let mut next = vec![0; n];
    for pair in &pairs[..pairs.len() - 1] {
        let point = pair[0] as usize;
        upper.push(of_point[point].get(next[point]).iter().copied());
        next[point] += 1;
    }
    upper.push([]);
    Some(upper)
}

#[derive(Clone, Copy)]
struct Family<'a> {
    extents: &'a Extents,
    pairs: &'a [Pair],
    n: usize,
}

impl Family<'_> {
    /// The concepts that hold each of the points of a group, ascending.
    fn holding(&self, group: usize) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); GROUP];
        for id in 0..self.extents.len() {
            let mut left = self.extents.word(id, group);
            while left != 0 {
                let point = left.leading_zeros();
                lists[point as usize].push(id as u32);
                left ^= 1 << 31 >> point;
            }
        }
        lists
    }

    /// The covers of the concepts `own` of one point, of which `holding` are all that hold it.
    fn covers(&self, own: &[u32], holding: &[u32], progress: &Progress) -> Option<Csr> {
        let mut found: Vec<Vec<Cover>> = vec![Vec::new(); own.len()];
        let mut lines = vec![[0; 8]; self.n];
        for ids in holding.chunks(BLOCK) {
            if progress.interrupted() {
                return None;
            }
            // What is above a concept comes after it.
            let here = own.partition_point(|id| ids.last().is_some_and(|last| id < last));
            if here > 0 {
                let (own, found) = (&own[..here], &mut found[..here]);
                simd::run(Block { family: *self, ids, lines: &mut lines, own, found });
            }
        }
        progress.did(1);
        Some(found.iter().map(|list| list.iter().map(|cover| cover.id)).collect())
    }
}

/// A cover that was found, with the pair of it.
#[derive(Clone, Copy)]
struct Cover {
    id: u32,
    pair: Pair,
}

/// Some concepts that hold a point, and its own concepts that go through them.
struct Block<'a> {
    family: Family<'a>,
    ids: &'a [u32],
    lines: &'a mut [Line],
    own: &'a [u32],
    found: &'a mut [Vec<Cover>],
}

impl Work for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { family, ids, lines, own, found } = self;
        fill(lines, family.extents, ids);
        let pairs = family.pairs;
        for (&id, covers) in own.iter().zip(found) {
            let mut left = lines[pairs[id as usize][1] as usize];
            // No concept covers itself.
            if id >= ids[0]
                && let Ok(itself) = ids.binary_search(&id)
            {
                left[itself / 64] &= !(1 << (itself % 64));
            }
            for cover in &*covers {
                if is_empty(&left) {
                    break;
                }
                remove(&mut left, lines, cover.pair);
            }
            while let Some(lowest) = lowest(&left) {
                let id = ids[lowest];
                let pair = pairs[id as usize];
                covers.push(Cover { id, pair });
                remove(&mut left, lines, pair);
            }
        }
    }
}

/// For each point, which of these concepts hold it.
#[inline(always)]
fn fill(lines: &mut [Line], extents: &Extents, ids: &[u32]) {
    lines.fill([0; 8]);
    for (at, ids) in ids.chunks(64).enumerate() {
        let mut rows: [&[u32]; 64] = [&[]; 64];
        for (bit, &id) in ids.iter().enumerate() {
            match extents.stored(id as usize) {
                Stored::List(points) => {
                    points.iter().for_each(|&point| lines[point as usize][at] |= 1 << bit);
                }
                Stored::Bits(words) => rows[bit] = words,
            }
        }
        let words = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        for word in (0..words).step_by(2) {
            // The first points are the highest bits.
            let half = |row: &[u32], word| row.get(word).copied().map_or(0, u64::from);
            let mut square = rows.map(|row| half(row, word) << 32 | half(row, word + 1));
            transpose(&mut square);
            let points = lines.iter_mut().skip(32 * word).zip(square.iter().rev());
            points.for_each(|(line, concepts)| line[at] |= concepts);
        }
    }
}

/// Takes away those that hold both points.
#[inline(always)]
fn remove(left: &mut Line, lines: &[Line], [a, b]: Pair) {
    let (a, b) = (&lines[a as usize], &lines[b as usize]);
    *left = std::array::from_fn(|at| left[at] & !(a[at] & b[at]));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::ConceptId;
    use crate::context::FormalContext;
    use crate::lattice::PairClosures;

    /// Some extents are lists and some bits, and one point holds more concepts than a block has.
    #[test]
    fn covers_of_thousands_of_concepts_are_those_of_the_definition() {
        let mut number = 1_u32;
        let mut chance = |percent: u32| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) % 100 < percent
        };
        for (n, percent) in [(70, 40), (100, 15), (33, 80)] {
            let row = |_| (0..n).filter(|_| chance(percent)).collect();
            let rows: Vec<Vec<u32>> = (0..n).map(row).collect();
            let names = (0..n).map(|j| j.to_string()).collect();
            let (context, progress) = (FormalContext::new(names, rows), Progress::default());
            let closures = PairClosures::find(&context, &progress).unwrap();
            let lattice = closures.into_lattice(&context, &progress).unwrap();
            let within = |a: ConceptId, b: ConceptId| lattice.extents.within(a.index(), b.index());
            for id in lattice.ids() {
                let mut covers: Vec<ConceptId> = Vec::new();
                for above in lattice.ids().skip(id.index() + 1).filter(|&above| within(id, above)) {
                    if !covers.iter().any(|&cover| within(cover, above)) {
                        covers.push(above);
                    }
                }
                assert!(lattice.upper(id).eq(covers), "{id} of {n} points");
            }
        }
    }
}
