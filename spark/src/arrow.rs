//! Rows of Apache Arrow about the clusters that a part of the search finds.
//!
//! The columns, in this order:
//!
//! | column | type | content |
//! |---|---|---|
//! | key, second | int64 | the sums of the keys of the cluster's points |
//! | size | int32 | the number of points |
//! | members | binary | a bit for each object, the first object the highest bit of the first byte |
//! | centre | int32 | the object of the cluster with most links to the others, from 1 |
//! | majority, purity | int32, double | the class of most points, and its share |
//! | classes | list of int32 | the number of points of each class |
//! | lower | list of (key, second) | the children |
//! | cohesion | double | the share of possible neighbour links that are inside; may be null |

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch,
    StructArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};

use conceptgraph_engine::base::ids::PointId;
use conceptgraph_engine::base::keys::KeyPair;

/// The key under which the metadata of a schema holds the digest of the run.
const DIGEST_KEY: &str = "conceptgraph.digest";

pub(crate) struct ClusterRow {
    pub(crate) key: KeyPair,
    pub(crate) size: u32,
    pub(crate) members: Vec<PointId>,
    pub(crate) center: Option<PointId>,
    pub(crate) majority: Option<(i32, f64)>,
    pub(crate) classes: Vec<u32>,
    pub(crate) lower: Vec<KeyPair>,
    pub(crate) cohesion: Option<f64>,
}

fn key_fields() -> Fields {
    ["key", "second"].map(|name| Field::new(name, DataType::Int64, false)).to_vec().into()
}

fn list_field(item: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", item, false))
}

/// Returns the schema of the rows of a run, whose digest is given in hexadecimal.
pub(crate) fn schema(digest: &str) -> Schema {
    let field = |name: &str, kind: DataType| Field::new(name, kind, false);
    let numbers = || DataType::List(list_field(DataType::Int32));
    let fields = vec![
        field("key", DataType::Int64),
        field("second", DataType::Int64),
        field("size", DataType::Int32),
        field("members", DataType::Binary),
        field("centre", DataType::Int32).with_nullable(true),
        field("majority", DataType::Int32).with_nullable(true),
        field("purity", DataType::Float64).with_nullable(true),
        field("classes", numbers()),
        field("lower", DataType::List(list_field(DataType::Struct(key_fields())))),
        field("cohesion", DataType::Float64).with_nullable(true),
    ];
    let metadata = HashMap::from([(DIGEST_KEY.to_owned(), digest.to_owned())]);
    Schema::new_with_metadata(fields, metadata)
}

#[derive(Default)]
pub(crate) struct RowBatch {
    rows: Vec<ClusterRow>,
    bytes: usize,
}

const MAX_ROWS: usize = 1 << 12;
const MAX_BYTES: usize = 1 << 24;

impl RowBatch {
    pub(crate) fn push(&mut self, row: ClusterRow) {
        self.bytes += 4 * row.members.len() + 16 * row.lower.len();
        self.rows.push(row);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.rows.len() >= MAX_ROWS || self.bytes >= MAX_BYTES
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn take_batch(
        &mut self,
        objects: usize,
        schema: &Arc<Schema>,
    ) -> Result<RecordBatch, ArrowError> {
        let rows = std::mem::take(self).rows;
        let all = || rows.iter();
        let members = |row: &ClusterRow| {
            let mut bits = vec![0_u8; objects.div_ceil(8)];
            row.members.iter().for_each(|of| bits[of.index() / 8] |= 0x80 >> (of.0 % 8));
            bits
        };
        let lists = |of: &dyn Fn(&ClusterRow) -> Vec<i32>| {
            let lists: Vec<Vec<i32>> = all().map(of).collect();
            let items = Arc::new(Int32Array::from(lists.concat()));
            let lengths = OffsetBuffer::from_lengths(lists.iter().map(Vec::len));
            ListArray::try_new(list_field(DataType::Int32), lengths, items, None)
        };
        let [key, second] = split_keys(all().map(|row| row.key));
        let lower = split_keys(all().flat_map(|row| row.lower.iter().copied())).to_vec();
        let lower = Arc::new(StructArray::try_new(key_fields(), lower, None)?);
        let lengths = OffsetBuffer::from_lengths(all().map(|row| row.lower.len()));
        let lower =
            ListArray::try_new(list_field(DataType::Struct(key_fields())), lengths, lower, None)?;
        let columns: Vec<ArrayRef> = vec![
            key,
            second,
            int32_array(all().map(|row| row.size)),
            Arc::new(BinaryArray::from_iter_values(all().map(members))),
            Arc::new(all().map(|row| Some(row.center?.0 as i32 + 1)).collect::<Int32Array>()),
            Arc::new(all().map(|row| row.majority.map(|of| of.0)).collect::<Int32Array>()),
            Arc::new(all().map(|row| row.majority.map(|of| of.1)).collect::<Float64Array>()),
            Arc::new(lists(&|row| row.classes.iter().map(|&count| count as i32).collect())?),
            Arc::new(lower),
            Arc::new(all().map(|row| row.cohesion).collect::<Float64Array>()),
        ];
        RecordBatch::try_new(Arc::clone(schema), columns)
    }
}

fn int32_array(numbers: impl Iterator<Item = u32>) -> ArrayRef {
    Arc::new(Int32Array::from_iter_values(numbers.map(|number| number as i32)))
}

/// Returns the lower and the upper halves of keys as signed numbers, which hold them.
fn split_keys(keys: impl Iterator<Item = KeyPair> + Clone) -> [ArrayRef; 2] {
    let int64 = |shift: u32| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(keys.clone().map(|key| (key >> shift) as i64)))
    };
    [int64(0), int64(64)]
}
