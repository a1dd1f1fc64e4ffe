//! What a run is: a folder that says what is searched, under which keys, and for what.
//!
//! `run.json` describes it, `objects.json` has what a search goes over ([`Searched`]), `units/` has
//! the units of the plan: that is all a search needs. `context.db` is an ordinary store with the
//! points, the context and the largest cluster alone, for whoever writes the graph in the end.
//! Everything that a search depends on is in the digest, so that nothing of another run is taken
//! for one of this.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::error::{Error, Result, refused};
use crate::objects::{ObjectList, Searched};
use crate::unit::RunDigest;
use conceptgraph_engine::base::keys::PointKeys;
use conceptgraph_engine::base::numbers::hex;
use conceptgraph_engine::dataset::{Dataset, Origin};
use conceptgraph_engine::lattice::GraphKind;
use conceptgraph_mine::SearchTree;

const FORMAT: u32 = 1;

pub(crate) const DESCRIPTION: &str = "run.json";
pub(crate) const OBJECTS: &str = "objects.json";
pub(crate) const CONTEXT: &str = "context.db";
pub(crate) const UNITS: &str = "units";

/// What `run.json` says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Description {
    /// The version of this description, 1.
    pub(crate) format: u32,
    /// The version of the program that planned it.
    pub(crate) version: String,
    /// In 64 letters: the objects with their keys, and the least size.
    pub(crate) digest: String,
    /// What the first key of each point is made from.
    pub(crate) seed: u64,
    /// What the second key is made from.
    pub(crate) second_seed: u64,
    /// How many bits each of them has.
    pub(crate) key_bits: u32,
    /// Clusters with fewer points are left out.
    pub(crate) min_size: usize,
    /// How many points there are.
    pub(crate) points: usize,
    /// How many objects these are: points with the same attributes are one.
    pub(crate) objects: usize,
    /// How many attributes there are.
    pub(crate) attributes: usize,
    /// What the graph is called.
    pub(crate) name: String,
    /// How many neighbours each point has; none for a ready context.
    pub(crate) k: Option<usize>,
    /// `full`.
    pub(crate) kind: String,
    /// About how many clusters there are.
    pub(crate) estimate: f64,
    /// The dendrogram purity of a full lattice; none where `build` has none.
    pub(crate) dendrogram_purity: Option<f64>,
    /// That of each class, by name.
    pub(crate) class_dendrogram_purity: Vec<Option<f64>>,
    /// The dendrogram purity of shuffled labels.
    pub(crate) chance: Option<f64>,
    /// That of each class, by name.
    pub(crate) class_chance: Vec<Option<f64>>,
}

impl Description {
    /// Describes the search of a dataset, without a digest yet, and lists its objects.
    pub(crate) fn of(
        dataset: &Dataset,
        min_size: usize,
        seed: u64,
        key_bits: Option<u32>,
    ) -> (Self, ObjectList) {
        let n = dataset.points.len();
        let mut description = Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            digest: String::new(),
            seed,
            // Far from what anybody would choose next.
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
        let objects = ObjectList::of(dataset, [&keys[0], &keys[1]]);
        description.objects = objects.len();
        (description, objects)
    }

    /// Everything that what is found depends on; `objects` is the text of their file.
    pub(crate) fn digest_of(&self, objects: &[u8]) -> RunDigest {
        let mut sum = Sha256::new();
        let (seeds, min_size) = ([self.seed, self.second_seed], self.min_size as u64);
        for number in [self.format.into(), seeds[0], seeds[1], self.key_bits.into(), min_size] {
            sum.update(number.to_le_bytes());
        }
        sum.update(objects);
        sum.finalize().into()
    }
}

/// A run that was planned, open for reading.
#[derive(Debug)]
pub(crate) struct Run {
    /// What it is.
    pub(crate) description: Description,
    pub(crate) searched: Searched,
    /// The digest of what is searched.
    pub(crate) digest: RunDigest,
}

impl Run {
    /// Opens a run; its units are not looked at.
    ///
    /// # Errors
    /// A folder that is not a run, or one of another version; a run that was changed.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let place = folder.join(DESCRIPTION);
        let text = fs::read(&place).map_err(|error| refused(&place, error))?;
        let described: Described = serde_json::from_slice(&text).map_err(|_| {
            refused(&place, "this is not a description of a run; see `conceptgraph-part plan`")
        })?;
        let version = env!("CARGO_PKG_VERSION");
        if described.format != FORMAT || described.version != version {
            let fault = format!(
                "this run was planned by another version, {}; plan it again",
                described.version
            );
            return Err(refused(&place, fault));
        }
        let description: Description =
            serde_json::from_slice(&text).map_err(|_| changed(folder))?;
        let place = folder.join(OBJECTS);
        let text = fs::read(&place).map_err(|error| refused(&place, error))?;
        let digest = description.digest_of(&text);
        if description.digest != hex(&digest) {
            return Err(changed(folder));
        }
        let objects: ObjectList = serde_json::from_slice(&text).map_err(|_| changed(folder))?;
        Ok(Self { description, searched: objects.searched(), digest })
    }

    /// The search tree of its objects.
    pub(crate) fn tree(&self) -> SearchTree<'_> {
        SearchTree::new(self.searched.context.matrix(), self.description.min_size)
    }
}

/// The fault of a run that is not as it was planned.
fn changed(folder: &Path) -> Error {
    refused(folder, "this run was changed; plan it again")
}

/// What every version of a description has.
#[derive(Deserialize)]
struct Described {
    format: u32,
    version: String,
}
