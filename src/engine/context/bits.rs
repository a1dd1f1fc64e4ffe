//! A context as bits, for many intersections in a row.
//!
//! n points and m attributes take 2 n m bits, against 8 bytes a cross as lists.

use super::FormalContext;
use super::clarified::Objects;
use crate::base::bitset::Bits;
use crate::base::ids::PointId;

/// Numbers as bits.
pub type Set = Box<[u64]>;

/// Points as a set of rows of a context of `n` objects.
pub fn as_set(n: usize, points: &[PointId]) -> Set {
    let mut set = Set::empty(n);
    points.iter().for_each(|point| set.insert(point.0));
    set
}

/// The rows and the columns of a context as bits.
pub struct BitContext {
    rows: Vec<Set>,
    columns: Vec<Set>,
    everyone: Set,
}

/// More than this is too much for a few answers.
const MOST_BYTES: f64 = (1 << 28) as f64;

/// This many closures take longer than making the bits that speed them up.
pub(crate) const MANY: usize = 64;

impl BitContext {
    /// The same unless it would take more than 256 MB; then the lists, which are sparse, are as
    /// quick.
    pub fn small(context: &FormalContext) -> Option<Self> {
        (Self::bytes(context) <= MOST_BYTES).then(|| Self::new(context))
    }

    /// How many bytes it takes.
    pub fn bytes(context: &FormalContext) -> f64 {
        2.0 * context.objects() as f64 * context.attributes().len().div_ceil(8) as f64
    }

    /// Makes ready for many calls.
    pub fn new(context: &FormalContext) -> Self {
        let (n, m) = (context.objects(), context.attributes().len());
        Self {
            rows: context.rows().iter().map(|row| Bits::of(m, row)).collect(),
            columns: context.columns().iter().map(|column| Bits::of(n, column)).collect(),
            everyone: Bits::full(n),
        }
    }

    /// The attributes of an object.
    pub fn row(&self, p: usize) -> &Set {
        &self.rows[p]
    }

    /// The attributes two objects share; those of one object for it twice.
    pub fn shared(&self, p: usize, q: usize) -> Set {
        self.rows[p].and(&self.rows[q])
    }

    /// The objects that share an attribute with one.
    pub fn sharing(&self, p: usize) -> Set {
        let mut objects = Set::empty(self.rows.len());
        for attribute in self.rows[p].ones() {
            let column = &self.columns[attribute as usize];
            objects.iter_mut().zip(column).for_each(|(word, other)| *word |= other);
        }
        objects
    }

    /// How many objects of a set have each attribute.
    #[inline(always)]
    pub fn parts<'a>(&'a self, objects: &'a Set) -> impl Iterator<Item = u32> + 'a {
        let part = move |column: &Set| {
            column.iter().zip(objects).map(|(a, b)| (a & b).count_ones()).sum::<u32>()
        };
        self.columns.iter().map(part)
    }

    /// The objects that have all these attributes.
    pub fn having(&self, attributes: &Set) -> Set {
        let mut objects = self.everyone.clone();
        for attribute in attributes.ones() {
            let column = &self.columns[attribute as usize];
            objects.iter_mut().zip(column).for_each(|(word, other)| *word &= other);
        }
        objects
    }
}

/// Closures in one context, many in a row.
pub struct Closures<'a> {
    context: &'a FormalContext,
    /// Equal rows as one, and bits where they are small; none for a few calls.
    objects: Option<(Objects<'a>, Option<BitContext>)>,
}

impl<'a> Closures<'a> {
    /// Makes ready for that many calls: more is made where there are enough to pay for it.
    pub fn new(context: &'a FormalContext, calls: usize) -> Self {
        let objects = (calls >= MANY).then(|| context.as_objects());
        let objects = objects.map(|objects| (objects, BitContext::small(objects.context)));
        Self { context, objects }
    }

    /// The smallest extent that contains these points, sorted.
    pub fn of(&self, points: &[PointId]) -> Vec<PointId> {
        match &self.objects {
            None => self.context.closure(points),
            Some((objects, bits)) => objects.points(closure(*objects, bits.as_ref(), points)),
        }
    }

    /// Its objects, sorted: points, or points with equal rows as one.
    pub fn objects(&self, points: &[PointId]) -> Vec<PointId> {
        match &self.objects {
            None => closure(self.context.as_objects(), None, points),
            Some((objects, bits)) => closure(*objects, bits.as_ref(), points),
        }
    }
}

/// The objects of the smallest extent that contains these points.
fn closure(objects: Objects<'_>, bits: Option<&BitContext>, points: &[PointId]) -> Vec<PointId> {
    let mut taken = points.iter().map(|&point| objects.of_point(point));
    match (bits, taken.next()) {
        (Some(bits), Some(first)) => {
            let mut intent = bits.row(first.index()).clone();
            taken.for_each(|object| {
                let row = bits.row(object.index());
                intent.iter_mut().zip(row).for_each(|(word, other)| *word &= other);
            });
            bits.having(&intent).ones().map(PointId).collect()
        }
        (_, first) => {
            let all: Vec<PointId> = first.into_iter().chain(taken).collect();
            objects.context.closure(&all)
        }
    }
}
