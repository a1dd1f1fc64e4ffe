//! What a search goes over: the objects of a context, and nothing of their points.
//!
//! Points with the same attributes are one object (the clarified context), and of ten million
//! points a graph among anchors has some ten thousand. A search needs of an object only its
//! attributes, how many points it has, the sums of their keys, and their classes. That is
//! `objects.json`, the file that goes to every machine. Objects are numbered by their first points;
//! where all rows differ, they are the points.

use serde::{Deserialize, Serialize};

use conceptgraph_engine::base::ids::{ClassId, PointId};
use conceptgraph_engine::base::keys::{Key, KeyPair, PointKeys};
use conceptgraph_engine::context::FormalContext;
use conceptgraph_engine::dataset::{Dataset, Origin};
use conceptgraph_engine::purity::ClassCounter;

/// The objects as their file lists them.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ObjectList {
    /// How the context was made.
    origin: Origin,
    /// How many attributes there are.
    attributes: usize,
    classes: usize,
    /// The object of the point that each attribute is; none for a ready context.
    anchors: Vec<u32>,
    /// How many points each object has.
    sizes: Vec<u32>,
    /// The sums of the first keys of their points.
    keys: Vec<Key>,
    /// The sums of the second keys.
    second_keys: Vec<Key>,
    /// The attributes of each object, ascending.
    rows: Vec<Vec<u32>>,
    /// For each object pairs of a class and how many of its points have it; none without classes.
    counts: Vec<Vec<(u32, u32)>>,
}

impl ObjectList {
    /// The objects of a dataset whose points have these two keys each.
    pub(crate) fn of(dataset: &Dataset, keys: [&PointKeys; 2]) -> Self {
        let objects = dataset.context.as_objects();
        let all = || PointId::first(objects.context.objects());
        let classes = dataset.points.classes();
        let counter = classes.map(|classes| ClassCounter::of(objects, classes));
        let counts = |counter: &ClassCounter| {
            let pairs = |object| counter.of_object(object).iter().map(|&(of, count)| (of.0, count));
            all().map(|object| pairs(object).collect()).collect()
        };
        let [keys, second_keys] = keys.map(|keys| objects.keys(keys.keys()));
        Self {
            origin: dataset.origin,
            attributes: dataset.context.attributes().len(),
            classes: classes.map_or(0, |classes| classes.names().len()),
            anchors: dataset.anchors.iter().map(|&anchor| objects.of_point(anchor).0).collect(),
            sizes: all().map(|object| objects.context.weight(object)).collect(),
            keys,
            second_keys,
            rows: objects.context.rows().iter().map(<[u32]>::to_vec).collect(),
            counts: counter.as_ref().map_or(Vec::new(), counts),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Made ready for a search.
    pub(crate) fn searched(self) -> Searched {
        let pair = |(&key, &second): (&Key, &Key)| KeyPair::from(second) << 64 | KeyPair::from(key);
        let keys = self.keys.iter().zip(&self.second_keys).map(pair).collect();
        let counts = self.counts.into_iter().map(|counts| {
            counts.into_iter().map(|(class, count)| (ClassId(class), count)).collect()
        });
        let counter = (self.classes > 0).then(|| ClassCounter::new(self.classes, counts));
        // What attributes are called does not matter.
        let names = vec![String::new(); self.attributes];
        let rows = self.rows.into_iter().collect();
        Searched {
            context: FormalContext::weighted(names, rows, self.sizes),
            keys,
            origin: self.origin,
            anchors: self.anchors.into_iter().map(PointId).collect(),
            counter,
        }
    }
}

/// The objects, ready for a search.
#[derive(Debug)]
pub(crate) struct Searched {
    /// Objects by attributes.
    pub(crate) context: FormalContext,
    /// Both keys of each object, the second in the upper half.
    pub(crate) keys: Vec<KeyPair>,
    /// How the context was made.
    pub(crate) origin: Origin,
    /// The object of the point that each attribute is; none for a ready context.
    pub(crate) anchors: Vec<PointId>,
    /// Counts their classes; none without classes.
    pub(crate) counter: Option<ClassCounter>,
}
