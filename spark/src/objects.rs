//! The objects of a context, which a search needs in the place of points: points with equal
//! attributes are one (the clarified context), so ten million points among anchors are some ten
//! thousand. They are in `objects.json`, which goes to every machine, numbered by their first
//! points.

use serde::{Deserialize, Serialize};

use conceptgraph_engine::base::ids::{ClassId, PointId};
use conceptgraph_engine::base::keys::{Key, KeyPair, PointKeys};
use conceptgraph_engine::context::FormalContext;
use conceptgraph_engine::dataset::{Dataset, Origin};
use conceptgraph_engine::purity::ClassCounter;

/// The content of `objects.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ObjectList {
    origin: Origin,
    attributes: usize,
    classes: usize,
    /// The object of the point that each attribute is; empty for a ready context.
    anchors: Vec<u32>,
    sizes: Vec<u32>,
    /// The sums of the first keys of the points of each object.
    keys: Vec<Key>,
    /// The sums of the second keys of the points of each object.
    second_keys: Vec<Key>,
    rows: Vec<Vec<u32>>,
    /// The pairs of a class and its number of points, for each object; empty without classes.
    counts: Vec<Vec<(u32, u32)>>,
}

impl ObjectList {
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

    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

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

#[derive(Debug)]
pub(crate) struct SearchObjects {
    pub(crate) context: FormalContext,
    /// Both keys of each object, the second in the upper half.
    pub(crate) keys: Vec<KeyPair>,
    pub(crate) origin: Origin,
    /// The object of the point that each attribute is; empty for a ready context.
    pub(crate) anchors: Vec<PointId>,
    pub(crate) counter: Option<ClassCounter>,
}
