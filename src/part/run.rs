//! What a run is: a folder that says what is searched, under which keys, and for what.
//!
//! `run.json` describes it, `context.db` is an ordinary store with the points, the context and the
//! largest cluster alone, `units/` has the units of the plan. Everything that a search depends on
//! is in the digest, so that nothing of another run is taken for one of this.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::unit::RunDigest;
use super::{Result, refused};
use crate::base::keys::{Key, KeyPair, PointKeys};
use crate::base::numbers::hex;
use crate::context::FormalContext;
use crate::dataset::{Dataset, Origin};
use crate::lattice::GraphKind;
use crate::mine::{Limits, SearchTree};
use crate::store::sqlite::SqliteStore;
use crate::store::{LatticeStore, StoredContext};

/// The version of what is written.
const FORMAT: u32 = 1;

/// The file that describes a run.
pub(super) const DESCRIPTION: &str = "run.json";
/// The store with its context.
pub(super) const CONTEXT: &str = "context.db";
/// The folder with its units.
pub(super) const UNITS: &str = "units";

/// What `run.json` says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The version of this description, 1.
    pub format: u32,
    /// The version of the program that planned it.
    pub version: String,
    /// In 64 letters: context, least size and keys.
    pub digest: String,
    /// What the first key of each point is made from.
    pub seed: u64,
    /// What the second key is made from.
    pub second_seed: u64,
    /// How many bits each of them has.
    pub key_bits: u32,
    /// Clusters with fewer points are left out.
    pub min_size: usize,
    /// How many points there are.
    pub points: usize,
    /// How many attributes there are.
    pub attributes: usize,
    /// What the graph is called.
    pub name: String,
    /// How many neighbours each point has; none for a ready context.
    pub k: Option<usize>,
    /// `full` or `iceberg`.
    pub kind: String,
    /// About how many clusters there are.
    pub estimate: f64,
    /// The first key of each point.
    pub keys: Vec<Key>,
    /// The second key of each point.
    pub second_keys: Vec<Key>,
    /// The dendrogram purity of a full lattice; none where `build` has none, and for an iceberg.
    pub dendrogram_purity: Option<f64>,
    /// That of each class, by name.
    pub class_dendrogram_purity: Vec<Option<f64>>,
    /// The dendrogram purity of shuffled labels.
    pub chance: Option<f64>,
    /// That of each class, by name.
    pub class_chance: Vec<Option<f64>>,
}

impl Description {
    /// Describes the search of a dataset.
    pub(super) fn of(dataset: &Dataset, min_size: usize, seed: u64, key_bits: Option<u32>) -> Self {
        let n = dataset.points.len();
        // Far from what anybody would choose next.
        let second_seed = seed ^ 1 << 32;
        let key_bits = key_bits.unwrap_or_else(|| PointKeys::bits(n));
        let keys = |seed| PointKeys::with_bits(n, seed, key_bits).keys().to_vec();
        let kind = if min_size == 0 { GraphKind::Full } else { GraphKind::Iceberg };
        let mut description = Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            digest: String::new(),
            seed,
            second_seed,
            key_bits,
            min_size,
            points: n,
            attributes: dataset.context.attributes().len(),
            name: dataset.name.clone(),
            k: match dataset.origin {
                Origin::Neighbors { k, .. } => Some(k),
                Origin::Ready => None,
            },
            kind: kind.name().to_owned(),
            estimate: 0.0,
            keys: keys(seed),
            second_keys: keys(second_seed),
            dendrogram_purity: None,
            class_dendrogram_purity: Vec::new(),
            chance: None,
            class_chance: Vec::new(),
        };
        description.digest = hex(&description.digest_of(&dataset.context));
        description
    }

    /// Everything that what is found depends on.
    pub(super) fn digest_of(&self, context: &FormalContext) -> RunDigest {
        let mut sum = Sha256::new();
        let mut number = |number: usize| sum.update((number as u64).to_le_bytes());
        number(self.format as usize);
        number(self.min_size);
        number(context.objects());
        number(context.attributes().len());
        for row in context.rows().iter() {
            number(row.len());
            row.iter().for_each(|&attribute| number(attribute as usize));
        }
        for key in self.keys.iter().chain(&self.second_keys) {
            sum.update(key.to_le_bytes());
        }
        sum.finalize().into()
    }

    /// Both keys of each point as one.
    fn pairs(&self) -> Vec<KeyPair> {
        let pair = |(&key, &second): (&Key, &Key)| KeyPair::from(second) << 64 | KeyPair::from(key);
        self.keys.iter().zip(&self.second_keys).map(pair).collect()
    }
}

/// A run that was planned, open for reading.
#[derive(Debug)]
pub struct Run {
    /// What it is.
    pub description: Description,
    /// Its points and context.
    pub stored: Arc<StoredContext>,
    /// Both keys of each point, the second in the upper half.
    pub keys: Vec<KeyPair>,
    /// The digest of what is searched.
    pub digest: RunDigest,
    folder: PathBuf,
}

impl Run {
    /// Opens a run; its units are not looked at.
    ///
    /// # Errors
    /// A folder that is not a run, or one of another version; a run that was changed.
    pub fn open(folder: &Path) -> Result<Self> {
        let place = folder.join(DESCRIPTION);
        let text = fs::read(&place).map_err(|error| refused(&place, error))?;
        let described: Described = serde_json::from_slice(&text)
            .map_err(|_| refused(&place, "this is not a description of a run; see `part plan`"))?;
        let version = env!("CARGO_PKG_VERSION");
        if described.format != FORMAT || described.version != version {
            let fault = format!(
                "this run was planned by conceptgraph {}, and this is {version}; plan it again",
                described.version
            );
            return Err(refused(&place, fault));
        }
        let changed = || refused(folder, "this run was changed; plan it again");
        let description: Description = serde_json::from_slice(&text).map_err(|_| changed())?;
        let store = SqliteStore::open(&folder.join(CONTEXT))?;
        let stored = store.stored_context()?;
        let n = stored.context.objects();
        let digest = description.digest_of(&stored.context);
        let is_sound = description.digest == hex(&digest)
            && (1..=PointKeys::bits(n)).contains(&description.key_bits)
            && [
                (description.seed, &description.keys),
                (description.second_seed, &description.second_keys),
            ]
            .iter()
            .all(|(seed, keys)| {
                PointKeys::with_bits(n, *seed, description.key_bits).keys() == **keys
            })
            && description.min_size <= n;
        if !is_sound {
            return Err(changed());
        }
        let keys = description.pairs();
        Ok(Self { description, stored, keys, digest, folder: folder.to_owned() })
    }

    /// The search tree of its context.
    pub fn tree(&self) -> SearchTree<'_> {
        SearchTree::new(&self.stored.context, self.description.min_size)
    }

    /// What its search is limited to.
    pub fn limits(&self) -> Limits {
        Limits { min_size: self.description.min_size, max_concepts: None }
    }

    /// The points with their context, as they were when it was planned.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn dataset(&self) -> Result<Dataset> {
        Ok(Dataset {
            name: self.stored.facts.name.clone(),
            origin: self.stored.facts.origin,
            points: self.stored.points.clone(),
            features: SqliteStore::open(&self.folder.join(CONTEXT))?.features()?,
            fit: self.stored.facts.fit,
            missing: self.stored.facts.missing,
            context: self.stored.context.clone(),
            anchors: self.stored.anchors.clone(),
        })
    }
}

/// What every version of a description has.
#[derive(Deserialize)]
struct Described {
    format: u32,
    version: String,
}
