//! The file format of a unit of a run, which holds some nodes of the search.
//!
//! ```text
//! 8 bytes   CGUNIT, 0, the version of this format (1)
//! 32 bytes  the digest of the run
//! 4 bytes   the number of nodes
//!           each: its extent as a set of objects, its open attributes as a set of attributes
//! 32 bytes  SHA-256 of all bytes before
//! ```
//!
//! A set is the number of its elements, in 4 bytes, and then its elements: either as numbers from 0
//! in ascending order, 4 bytes each, or as one bit for each possible element, the lowest bit first,
//! whichever is shorter. Numbers are little-endian.

use sha2::{Digest as _, Sha256};

use conceptgraph_engine::base::ids::PointId;
use conceptgraph_engine::base::numbers::to_hex;
use conceptgraph_engine::context::FormalContext;
use conceptgraph_mine::OpenNode;

pub(crate) type RunDigest = [u8; 32];

const MAGIC: &[u8; 8] = b"CGUNIT\0\x01";

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UnitError {
    #[error(
        "this is not a unit of this version of conceptgraph; make units with `conceptgraph-part plan`"
    )]
    NotAUnit,
    #[error("this unit is damaged; mine what it came from again")]
    Damaged,
    #[error("this unit is of another run")]
    WrongRun,
}

pub(crate) fn write(digest: &RunDigest, context: &FormalContext, nodes: &[OpenNode]) -> Vec<u8> {
    let mut bytes = [&MAGIC[..], &digest[..]].concat();
    bytes.extend((nodes.len() as u32).to_le_bytes());
    for node in nodes {
        write_set(&mut bytes, context.object_count(), &node.extent);
        write_set(&mut bytes, context.attributes().len(), &node.open);
    }
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    bytes
}

/// Returns the name of a unit: the first 16 hexadecimal digits of the SHA-256 of its bytes.
pub(crate) fn name(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes)[..8])
}

pub(crate) fn read(
    bytes: &[u8],
    digest: &RunDigest,
    context: &FormalContext,
) -> Result<Vec<OpenNode>, UnitError> {
    let (bytes, sum) = bytes.split_last_chunk::<32>().ok_or(UnitError::NotAUnit)?;
    let rest = bytes.strip_prefix(&MAGIC[..]).ok_or(UnitError::NotAUnit)?;
    if Sha256::digest(bytes)[..] != sum[..] {
        return Err(UnitError::Damaged);
    }
    let rest = rest.strip_prefix(&digest[..]).ok_or(UnitError::WrongRun)?;
    read_nodes(rest, context).ok_or(UnitError::Damaged)
}

/// Reads the nodes; `None` if a node is not possible or bytes are left over.
fn read_nodes(mut bytes: &[u8], context: &FormalContext) -> Option<Vec<OpenNode>> {
    let count = read_number(&mut bytes)?;
    let mut nodes = Vec::new();
    for _ in 0..count {
        let extent = read_set(&mut bytes, context.object_count())?;
        let open = read_set(&mut bytes, context.attributes().len())?;
        let points: Vec<PointId> = extent.iter().copied().map(PointId).collect();
        if context.closure(&points) != points {
            return None;
        }
        nodes.push(OpenNode { extent, open });
    }
    bytes.is_empty().then_some(nodes)
}

fn is_stored_as_bits(count: usize, universe: usize) -> bool {
    4 * count > universe.div_ceil(8)
}

fn write_set(bytes: &mut Vec<u8>, universe: usize, numbers: &[u32]) {
    bytes.extend((numbers.len() as u32).to_le_bytes());
    if !is_stored_as_bits(numbers.len(), universe) {
        return bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    let start = bytes.len();
    bytes.resize(start + universe.div_ceil(8), 0);
    numbers.iter().for_each(|&at| bytes[start + at as usize / 8] |= 1 << (at % 8));
}

fn read_set(bytes: &mut &[u8], universe: usize) -> Option<Vec<u32>> {
    let count = read_number(bytes)? as usize;
    let numbers: Vec<u32> = if is_stored_as_bits(count, universe) {
        let bits = bytes.split_off(..universe.div_ceil(8))?;
        let all = 0..8 * bits.len() as u32;
        all.filter(|at| bits[*at as usize / 8] >> (at % 8) & 1 == 1).collect()
    } else {
        let (numbers, _) = bytes.split_off(..4 * count)?.as_chunks();
        numbers.iter().map(|&number| u32::from_le_bytes(number)).collect()
    };
    let is_sound = numbers.len() == count
        && numbers.is_sorted_by(|a, b| a < b)
        && numbers.last().is_none_or(|&last| (last as usize) < universe);
    is_sound.then_some(numbers)
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let four = bytes.split_off(..4)?.try_into().ok()?;
    Some(u32::from_le_bytes(four))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn contexts() -> impl Strategy<Value = FormalContext> {
        (1..70_usize, 0..70_usize).prop_flat_map(|(n, m)| {
            let bits = proptest::collection::vec(proptest::bool::weighted(0.2), n * m);
            bits.prop_map(move |bits| {
                let row = |i: usize| (0..m).filter(|j| bits[i * m + j]).map(|j| j as u32).collect();
                FormalContext::new((0..m).map(|j| j.to_string()).collect(), (0..n).map(row))
            })
        })
    }

    proptest! {
        /// A file with a valid checksum may hold anything; reading it gives either valid nodes or
        /// an error.
        #[test]
        fn what_is_impossible_is_refused(
            context in contexts(),
            tail in proptest::collection::vec(any::<u8>(), 0..60),
            count in prop_oneof![Just(1_u32), any::<u32>()],
        ) {
            let mut bytes = [&MAGIC[..], &[7; 32], &count.to_le_bytes(), &tail].concat();
            let sum = Sha256::digest(&bytes);
            bytes.extend(sum);
            if let Ok(nodes) = read(&bytes, &[7; 32], &context) {
                prop_assert_eq!(write(&[7; 32], &context, &nodes), bytes);
            }
        }
    }
}
