//! Rows of Apache Arrow: what a part of the search says of each cluster.
//!
//! The columns, in this order:
//!
//! | column | type | what |
//! |---|---|---|
//! | key, second | int64 | the sums of the keys of its points |
//! | size | int32 | how many points it has |
//! | intent_size | int32 | how many attributes these share |
//! | members | binary | a bit an object, the first object the highest bit of the first byte |
//! | delta | int32 | by how many points its largest child is smaller |
//! | generator | list of int32 | a few of its objects whose closure it is, ascending from 1 |
//! | majority, purity | int32, double | the class that most of its points have, and their share |
//! | classes | list of int32 | how many of its points each class has |
//! | introduced | list of int32 | the objects that are in none of its children, from 1 |
//! | lower | list of (key, second) | its children |
//! | cohesion | double | of its possible neighbour links the share inside, where it has one |
//! | weight | double | how much a point of it counts where its home is looked for |
//!
//! An object is all points with the same attributes; where no two points have, it is a point.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    ArrayRef, BinaryArray, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch,
    StructArray,
};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_ipc::reader::StreamDecoder;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};

use crate::base::ids::PointId;
use crate::base::keys::{Key, KeyPair};

/// Where a schema says of which run its rows are.
const DIGEST: &str = "conceptgraph.digest";
/// How much is read at once.
const READ: usize = 1 << 20;

/// One cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    pub(super) key: KeyPair,
    pub(super) size: u32,
    pub(super) intent_size: u32,
    pub(super) members: Vec<PointId>,
    pub(super) delta: u32,
    pub(super) generator: Vec<PointId>,
    pub(super) majority: Option<(i32, f64)>,
    pub(super) classes: Vec<u32>,
    pub(super) introduced: Vec<PointId>,
    pub(super) lower: Vec<KeyPair>,
    pub(super) cohesion: Option<f64>,
    pub(super) weight: f64,
}

fn keys() -> Fields {
    ["key", "second"].map(|name| Field::new(name, DataType::Int64, false)).to_vec().into()
}

fn list_of(item: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", item, false))
}

/// The columns, for the run with that digest in letters.
pub(super) fn schema(digest: &str) -> Schema {
    let field = |name: &str, kind: DataType| Field::new(name, kind, false);
    let numbers = || DataType::List(list_of(DataType::Int32));
    let fields = vec![
        field("key", DataType::Int64),
        field("second", DataType::Int64),
        field("size", DataType::Int32),
        field("intent_size", DataType::Int32),
        field("members", DataType::Binary),
        field("delta", DataType::Int32),
        field("generator", numbers()),
        field("majority", DataType::Int32).with_nullable(true),
        field("purity", DataType::Float64).with_nullable(true),
        field("classes", numbers()),
        field("introduced", numbers()),
        field("lower", DataType::List(list_of(DataType::Struct(keys())))),
        field("cohesion", DataType::Float64).with_nullable(true),
        field("weight", DataType::Float64),
    ];
    let metadata = HashMap::from([(DIGEST.to_owned(), digest.to_owned())]);
    Schema::new_with_metadata(fields, metadata)
}

/// Lists end to end.
#[derive(Default)]
struct Lists<T> {
    items: Vec<T>,
    ends: Vec<i32>,
}

impl<T> Lists<T> {
    fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as i32);
    }

    /// Where they begin and end.
    fn offsets(&mut self) -> OffsetBuffer<i32> {
        let ends = std::mem::take(&mut self.ends).into_iter();
        OffsetBuffer::new([0].into_iter().chain(ends).collect::<Vec<_>>().into())
    }

    fn take(&mut self) -> Vec<T> {
        std::mem::take(&mut self.items)
    }
}

impl Lists<i32> {
    fn array(&mut self) -> Result<ArrayRef, ArrowError> {
        let (offsets, items) = (self.offsets(), Arc::new(Int32Array::from(self.take())));
        Ok(Arc::new(ListArray::try_new(list_of(DataType::Int32), offsets, items, None)?))
    }
}

/// Rows on their way to a batch.
#[derive(Default)]
pub(super) struct Rows {
    keys: [Vec<i64>; 2],
    sizes: Vec<i32>,
    intent_sizes: Vec<i32>,
    members: Lists<u8>,
    deltas: Vec<i32>,
    generators: Lists<i32>,
    majorities: Vec<Option<i32>>,
    purities: Vec<Option<f64>>,
    classes: Lists<i32>,
    introduced: Lists<i32>,
    lower: [Lists<i64>; 2],
    cohesions: Vec<Option<f64>>,
    weights: Vec<f64>,
}

/// A batch has at most this many rows, and not many more bytes than this in one column.
const ROWS: usize = 1 << 12;
const BYTES: usize = 1 << 24;

/// Both keys as signed numbers, which they fit.
fn halves(key: KeyPair) -> [i64; 2] {
    [key as u64 as i64, (key >> 64) as i64]
}

fn pair(key: i64, second: i64) -> KeyPair {
    KeyPair::from(second as Key) << 64 | KeyPair::from(key as Key)
}

impl Rows {
    /// Adds the row of a cluster of a graph with that many objects.
    pub(super) fn push(&mut self, row: &Row, objects: usize) {
        let numbers =
            |objects: &[PointId]| objects.iter().map(|of| of.0 as i32 + 1).collect::<Vec<_>>();
        self.keys.iter_mut().zip(halves(row.key)).for_each(|(keys, key)| keys.push(key));
        self.sizes.push(row.size as i32);
        self.intent_sizes.push(row.intent_size as i32);
        let start = self.members.items.len();
        self.members.push(std::iter::repeat_n(0, objects.div_ceil(8)));
        let bits = &mut self.members.items[start..];
        row.members.iter().for_each(|of| bits[of.index() / 8] |= 0x80 >> (of.0 % 8));
        self.deltas.push(row.delta as i32);
        self.generators.push(numbers(&row.generator));
        self.majorities.push(row.majority.map(|majority| majority.0));
        self.purities.push(row.majority.map(|majority| majority.1));
        self.classes.push(row.classes.iter().map(|&count| count as i32));
        self.introduced.push(numbers(&row.introduced));
        for (half, lower) in self.lower.iter_mut().enumerate() {
            lower.push(row.lower.iter().map(|&key| halves(key)[half]));
        }
        self.cohesions.push(row.cohesion);
        self.weights.push(row.weight);
    }

    /// Whether there are enough for a batch.
    pub(super) fn are_enough(&self) -> bool {
        let most = self.members.items.len().max(16 * self.lower[0].items.len());
        self.sizes.len() >= ROWS || most >= BYTES
    }

    /// Whether there are none.
    pub(super) fn are_none(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The rows as a batch; none are left.
    pub(super) fn batch(&mut self, schema: &Arc<Schema>) -> Result<RecordBatch, ArrowError> {
        fn int32(numbers: &mut Vec<i32>) -> ArrayRef {
            Arc::new(Int32Array::from(std::mem::take(numbers)))
        }
        let int64 = |numbers: Vec<i64>| Arc::new(Int64Array::from(numbers)) as ArrayRef;
        let (members, bits) = (self.members.offsets(), Buffer::from_vec(self.members.take()));
        let [lower, second] = &mut self.lower;
        let (below, _) = (lower.offsets(), second.offsets());
        let lower = [lower, second].map(|lists| int64(lists.take())).to_vec();
        let lower = Arc::new(StructArray::try_new(keys(), lower, None)?);
        let of_keys = list_of(DataType::Struct(keys()));
        let [key, second] = &mut self.keys;
        let columns: Vec<ArrayRef> = vec![
            int64(std::mem::take(key)),
            int64(std::mem::take(second)),
            int32(&mut self.sizes),
            int32(&mut self.intent_sizes),
            Arc::new(BinaryArray::try_new(members, bits, None)?),
            int32(&mut self.deltas),
            self.generators.array()?,
            Arc::new(Int32Array::from(std::mem::take(&mut self.majorities))),
            Arc::new(Float64Array::from(std::mem::take(&mut self.purities))),
            self.classes.array()?,
            self.introduced.array()?,
            Arc::new(ListArray::try_new(of_keys, below, lower, None)?),
            Arc::new(Float64Array::from(std::mem::take(&mut self.cohesions))),
            Arc::new(Float64Array::from(std::mem::take(&mut self.weights))),
        ];
        RecordBatch::try_new(Arc::clone(schema), columns)
    }
}

/// Reads a stream of rows of the run with that digest, a batch at a time; what is wrong with it is
/// half a sentence.
pub(super) fn read(
    mut stream: impl Read,
    digest: &str,
    mut take: impl FnMut(&RecordBatch) -> Result<(), String>,
) -> Result<(), String> {
    let (mut decoder, truth) = (StreamDecoder::new(), schema(digest));
    let damaged = |_: ArrowError| DAMAGED.to_owned();
    let mut is_known = false;
    loop {
        let mut bytes = Vec::with_capacity(READ);
        let read = stream.by_ref().take(READ as u64).read_to_end(&mut bytes);
        if read.map_err(|error| error.to_string())? == 0 {
            break;
        }
        let mut buffer = Buffer::from_vec(bytes);
        while !buffer.is_empty() {
            let batch = decoder.decode(&mut buffer).map_err(damaged)?;
            if let Some(schema) = decoder.schema().filter(|_| !is_known) {
                match schema.metadata().get(DIGEST) {
                    None => return Err(NO_ROWS.to_owned()),
                    Some(other) if other != digest => return Err(OF_ANOTHER_RUN.to_owned()),
                    Some(_) if schema.fields() != truth.fields() => return Err(NO_ROWS.to_owned()),
                    Some(_) => is_known = true,
                }
            }
            if let Some(batch) = batch {
                take(&batch)?;
            }
        }
    }
    decoder.finish().map_err(damaged)?;
    if is_known { Ok(()) } else { Err(NO_ROWS.to_owned()) }
}

const DAMAGED: &str = "these rows are damaged or cut off; mine their units again";
const NO_ROWS: &str = "these are not rows of `part mine`";
const OF_ANOTHER_RUN: &str = "these rows are of another run";

/// What of a row makes a graph.
pub(super) struct Essentials<'a> {
    batch: &'a RecordBatch,
    lower: [ScalarBuffer<i64>; 2],
}

impl<'a> Essentials<'a> {
    /// Of the rows of a batch that [`read`] gave.
    pub(super) fn of(batch: &'a RecordBatch) -> Self {
        let lower = batch.column(11).as_list::<i32>().values().as_struct();
        let half = |at: usize| lower.column(at).as_primitive::<Int64Type>().values().clone();
        Self { batch, lower: [half(0), half(1)] }
    }

    /// Key, sizes, members and children of a row over that many objects; what is wrong with it is
    /// half a sentence.
    pub(super) fn row(&self, at: usize, objects: usize) -> Result<Row, String> {
        let int64 = |column: usize| self.batch.column(column).as_primitive::<Int64Type>().value(at);
        let int32 = |column: usize| self.batch.column(column).as_primitive::<Int32Type>().value(at);
        let bits = self.batch.column(4).as_binary::<i32>().value(at);
        let is_in = |of: &PointId| bits[of.index() / 8] & (0x80 >> (of.0 % 8)) != 0;
        let below = self.batch.column(11).as_list::<i32>().value_offsets();
        let below = below[at] as usize..below[at + 1] as usize;
        if bits.len() != objects.div_ceil(8) {
            return Err(DAMAGED.to_owned());
        }
        Ok(Row {
            key: pair(int64(0), int64(1)),
            size: int32(2) as u32,
            intent_size: int32(3) as u32,
            members: PointId::first(objects).filter(is_in).collect(),
            lower: below.map(|at| pair(self.lower[0][at], self.lower[1][at])).collect(),
            ..Row::default()
        })
    }
}
