//! The objects of a context, which a search needs in the place of points.
//!
//! Points with equal attributes are one object (the clarified context); of ten million points a
//! graph among anchors has some ten thousand objects. A search needs only the attributes of an
//! object, the number of its points, the sums of their keys, and their classes. These are in
//! `objects.json`, the file that goes to every machine. Objects are numbered by their first points;
//! if all rows differ, objects are points.

use serde::{Deserialize, Serialize};

use conceptgraph_engine::base::ids::{ClassId, PointId};
use conceptgraph_engine::base::keys::{Key, KeyPair, PointKeys};
use conceptgraph_engine::context::FormalContext;
use conceptgraph_engine::dataset::{Dataset, Origin};
use conceptgraph_engine::purity::ClassCounter;

/// The content of `objects.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ObjectList {
    /// The origin of the context.
    origin: Origin,
    /// The number of attributes.
    attributes: usize,
    classes: usize,
    /// The object of the point that each attribute is; empty for a ready context.
    anchors: Vec<u32>,
    /// The number of points of each object.
    sizes: Vec<u32>,
    /// The sums of the first keys of the points of each object.
    keys: Vec<Key>,
    /// The sums of the second keys of the points of each object.
    second_keys: Vec<Key>,
    /// The attributes of each object, in ascending order.
    rows: Vec<Vec<u32>>,
    /// The pairs of a class and its number of points, for each object; empty without classes.
    counts: Vec<Vec<(u32, u32)>>,
}

impl ObjectList {
    /// Returns the objects of a dataset, each of whose points has two keys.
    pub(crate) fn new(dataset: &Dataset, keys: [&PointKeys; 2]) -> Self {
        let objects = dataset.context.clarified_objects();
        let all = || PointId::first(objects.context.object_count());
        let classes = dataset.points.classes();
        let counter = classes.map(|classes| ClassCounter::from_classes(objects, classes));
        let counts = |counter: &ClassCounter| {
            let pairs =
                |object| counter.object_counts(object).iter().map(|&(of, count)| (of.0, count));
            all().map(|object| pairs(object).collect()).collect()
        };
        let [keys, second_keys] = keys.map(|keys| objects.object_keys(keys.keys()));
        Self {
            origin: dataset.origin,
            attributes: dataset.context.attributes().len(),
            classes: classes.map_or(0, |classes| classes.names().len()),
            anchors: dataset.anchors.iter().map(|&anchor| objects.object_of(anchor).0).collect(),
            sizes: all().map(|object| objects.context.weight(object)).collect(),
            keys,
            second_keys,
            rows: objects.context.rows().iter().map(<[u32]>::to_vec).collect(),
            counts: counter.as_ref().map_or(Vec::new(), counts),
        }
    }

    /// Returns the number of objects.
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Prepares the objects for a search.
    pub(crate) fn into_search_objects(self) -> SearchObjects {
        let pair = |(&key, &second): (&Key, &Key)| KeyPair::from(second) << 64 | KeyPair::from(key);
        let keys = self.keys.iter().zip(&self.second_keys).map(pair).collect();
        let counts = self.counts.into_iter().map(|counts| {
            counts.into_iter().map(|(class, count)| (ClassId(class), count)).collect()
        });
        let counter = (self.classes > 0).then(|| ClassCounter::new(self.classes, counts));
        // A search does not use the names of attributes.
        let names = vec![String::new(); self.attributes];
        let rows = self.rows.into_iter().collect();
        SearchObjects {
            context: FormalContext::with_weights(names, rows, self.sizes),
            keys,
            origin: self.origin,
            anchors: self.anchors.into_iter().map(PointId).collect(),
            counter,
        }
    }
}

/// The objects of a context, prepared for a search.
#[derive(Debug)]
pub(crate) struct SearchObjects {
    /// The context, whose rows are objects.
    pub(crate) context: FormalContext,
    /// Both keys of each object, the second in the upper half.
    pub(crate) keys: Vec<KeyPair>,
    /// The origin of the context.
    pub(crate) origin: Origin,
    /// The object of the point that each attribute is; empty for a ready context.
    pub(crate) anchors: Vec<PointId>,
    /// The counter of classes; `None` without classes.
    pub(crate) counter: Option<ClassCounter>,
}
