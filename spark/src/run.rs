//! A run: a folder that describes a search, its keys and its purpose.
//!
//! `run.json` describes the run, `objects.json` holds the objects of the search ([`Searched`]), and
//! `units/` holds the units of the plan: a search needs nothing else. `context.db` is an ordinary
//! store with the points, the context and only the largest cluster, for the program that writes the
//! final graph. The digest covers everything that a search depends on, so that a unit of another
//! run is recognised.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::error::{Error, Result, path_error};
use crate::objects::{ObjectList, SearchObjects};
use crate::unit::RunDigest;
use conceptgraph_engine::base::keys::PointKeys;
use conceptgraph_engine::base::numbers::to_hex;
use conceptgraph_engine::dataset::{Dataset, Origin};
use conceptgraph_engine::lattice::GraphKind;
use conceptgraph_mine::SearchTree;

const FORMAT_VERSION: u32 = 1;

pub(crate) const DESCRIPTION_FILE: &str = "run.json";
pub(crate) const OBJECTS_FILE: &str = "objects.json";
pub(crate) const CONTEXT_FILE: &str = "context.db";
pub(crate) const UNITS_FOLDER: &str = "units";

/// The content of `run.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Description {
    /// The version of the format, 1.
    pub(crate) format: u32,
    pub(crate) version: String,
    /// The digest of the objects with their keys and of the least size, in 64 hexadecimal digits.
    pub(crate) digest: String,
    pub(crate) seed: u64,
    pub(crate) second_seed: u64,
    pub(crate) key_bits: u32,
    pub(crate) min_size: usize,
    pub(crate) points: usize,
    /// The number of objects: points with equal attributes are one object.
    pub(crate) objects: usize,
    pub(crate) attributes: usize,
    pub(crate) name: String,
    /// The number of neighbours of each point; `None` for a ready context.
    pub(crate) k: Option<usize>,
    /// The kind of the graph, `full`.
    pub(crate) kind: String,
    pub(crate) estimate: f64,
    /// The dendrogram purity of a full lattice; `None` if `build` has none.
    pub(crate) dendrogram_purity: Option<f64>,
    pub(crate) class_dendrogram_purity: Vec<Option<f64>>,
    /// The dendrogram purity of shuffled labels.
    pub(crate) chance: Option<f64>,
    pub(crate) class_chance: Vec<Option<f64>>,
}

impl Description {
    /// Describes the search of a dataset, without a digest, and lists its objects.
    pub(crate) fn from_dataset(
        dataset: &Dataset,
        min_size: usize,
        seed: u64,
        key_bits: Option<u32>,
    ) -> (Self, ObjectList) {
        let n = dataset.points.len();
        let mut description = Self {
            format: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            digest: String::new(),
            seed,
            // The second seed is far from any that a user would choose next.
            second_seed: seed ^ 1 << 32,
            key_bits: key_bits.unwrap_or_else(|| PointKeys::bits(n)),
            min_size,
            points: n,
            objects: 0,
            attributes: dataset.context.attributes().len(),
            name: dataset.name.clone(),
            k: match dataset.origin {
                Origin::Neighbors { k, .. } => Some(k),
                Origin::Ready => None,
            },
            kind: GraphKind::Full.name().to_owned(),
            estimate: 0.0,
            dendrogram_purity: None,
            class_dendrogram_purity: Vec::new(),
            chance: None,
            class_chance: Vec::new(),
        };
        let keys = |seed| PointKeys::with_bits(n, seed, description.key_bits);
        let keys = [description.seed, description.second_seed].map(keys);
        let objects = ObjectList::new(dataset, [&keys[0], &keys[1]]);
        description.objects = objects.len();
        (description, objects)
    }

    /// Returns the digest of all that a search depends on; `objects` is the content of
    /// `objects.json`.
    pub(crate) fn compute_digest(&self, objects: &[u8]) -> RunDigest {
        let mut sum = Sha256::new();
        let (seeds, min_size) = ([self.seed, self.second_seed], self.min_size as u64);
        for number in [self.format.into(), seeds[0], seeds[1], self.key_bits.into(), min_size] {
            sum.update(number.to_le_bytes());
        }
        sum.update(objects);
        sum.finalize().into()
    }
}

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) description: Description,
    pub(crate) objects: SearchObjects,
    pub(crate) digest: RunDigest,
}

impl Run {
    /// Opens a run without reading its units.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let place = folder.join(DESCRIPTION_FILE);
        let text = fs::read(&place).map_err(|error| path_error(&place, error))?;
        let described: RunVersion = serde_json::from_slice(&text).map_err(|_| {
            path_error(&place, "this is not a description of a run; see `conceptgraph-part plan`")
        })?;
        let version = env!("CARGO_PKG_VERSION");
        if described.format != FORMAT_VERSION || described.version != version {
            let fault = format!(
                "this run was planned by another version, {}; plan it again",
                described.version
            );
            return Err(path_error(&place, fault));
        }
        let description: Description =
            serde_json::from_slice(&text).map_err(|_| changed_error(folder))?;
        let place = folder.join(OBJECTS_FILE);
        let text = fs::read(&place).map_err(|error| path_error(&place, error))?;
        let digest = description.compute_digest(&text);
        if description.digest != to_hex(&digest) {
            return Err(changed_error(folder));
        }
        let objects: ObjectList =
            serde_json::from_slice(&text).map_err(|_| changed_error(folder))?;
        Ok(Self { description, objects: objects.into_search_objects(), digest })
    }

    pub(crate) fn tree(&self) -> SearchTree<'_> {
        SearchTree::new(self.objects.context.matrix(), self.description.min_size)
    }
}

fn changed_error(folder: &Path) -> Error {
    path_error(folder, "this run was changed; plan it again")
}

/// The fields that every version of a description has.
#[derive(Deserialize)]
struct RunVersion {
    format: u32,
    version: String,
}
