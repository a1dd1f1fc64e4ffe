//! What to draw, in words, and from the words to a file.
//!
//! On the command line `--around c12 --radius 2 -o x.svg`, in the shell `around c12 radius 2 to
//! x.svg`. Several selections add up; none is the whole graph.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use super::dot;
use super::picture::Picture;
use super::render::{Format, RenderError, render};
use super::scene::{Scene, neighborhood, picture};
use crate::full_lattice::FullLattice;
use crate::ids::ConceptId;
use crate::input_error::did_you_mean;
use crate::lattice::GraphKind;
use crate::numbers::{counted, grouped};
use crate::output::{Kind, Output, Refusal};
use crate::query;
use crate::query::words::{Dictionary, NamedConcept};
use crate::query::{Fault, Faults};
use crate::select;
use crate::store::{self, GraphFacts, LatticeStore};

/// More clusters than this are drawn only when insisted on: `dot` takes seconds, then minutes.
pub const MOST: usize = 1000;

/// The words of [`Selection::parse`].
pub const WORDS: [&str; 11] = [
    "around",
    "radius",
    "up",
    "down",
    "containing",
    "lca",
    "largest",
    "all",
    "limit",
    "force",
    "to",
];

/// How it is asked for.
const USAGE: &str = "usage: export around CONCEPT [radius N] | up CONCEPT | down CONCEPT | \
                     containing POINT | lca A,B | largest N | all [limit N] [force] to FILE";

/// A part of a graph, as words name it.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The clusters around one, up and down.
    pub around: Option<String>,
    /// How many covers that goes.
    pub radius: usize,
    /// A cluster and all that contain it.
    pub up: Option<String>,
    /// A cluster and all that it contains.
    pub down: Option<String>,
    /// The clusters that hold a point.
    pub containing: Option<String>,
    /// The smallest cluster that holds all these points, with a chain from each.
    pub lca: Option<String>,
    /// The N largest clusters.
    pub largest: Option<u32>,
    /// The whole graph.
    pub all: bool,
    /// Of `up`, `down` and `containing` only the first N, nearest first.
    pub limit: Option<u32>,
    /// More than [`MOST`] clusters as well, and over a file that is no picture.
    pub force: bool,
}

/// What was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Clusters.
    pub nodes: usize,
    /// Covers.
    pub edges: usize,
}

/// Why nothing was drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A word names nothing.
    #[error(transparent)]
    Question(query::Error),
    /// Too many clusters to read.
    #[error(
        "the picture would have {0} clusters, too many to read or to draw quickly; select fewer, \
         as with --limit 100, --largest 100 or --around c1, or insist with --force"
    )]
    TooMany(String),
    /// The suffix is no format of a picture.
    #[error("{0}: the suffix names the format: .svg, .png, .pdf or .dot")]
    Suffix(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The file must stay as it is.
    #[error(transparent)]
    Output(#[from] Refusal),
    /// The file was not drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl From<query::Error> for Error {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Store(error) => Error::Store(error),
            other => Error::Question(other),
        }
    }
}

impl Selection {
    /// Reads `around c12 radius 2 limit 100 to x.svg`, in any order; dashes before a word are
    /// forgiven. Returns the selection and the file.
    ///
    /// # Errors
    /// A word that is none of these, or lacks what it needs.
    pub fn parse(words: &[String]) -> Result<(Self, String), String> {
        let mut selection = Self { radius: 1, ..Self::default() };
        let mut output = None;
        let mut left = words.iter();
        while let Some(word) = left.next() {
            let name = word.trim_start_matches("--");
            if !WORDS.contains(&name) {
                let near = did_you_mean(name, WORDS);
                return Err(format!("{word:?} selects nothing{near}; {USAGE}"));
            }
            match name {
                "all" => selection.all = true,
                "force" => selection.force = true,
                _ => {
                    let value = left.next().ok_or(format!("{name} needs a word more; {USAGE}"))?;
                    let number = || {
                        let number = value.parse::<u32>().ok().filter(|&number| number > 0);
                        number.ok_or(format!("{name} must be a positive integer, not {value:?}"))
                    };
                    match name {
                        "around" => selection.around = Some(value.clone()),
                        "up" => selection.up = Some(value.clone()),
                        "down" => selection.down = Some(value.clone()),
                        "containing" => selection.containing = Some(value.clone()),
                        "lca" => selection.lca = Some(value.clone()),
                        "radius" => selection.radius = number()? as usize,
                        "largest" => selection.largest = Some(number()?),
                        "limit" => selection.limit = Some(number()?),
                        _ => output = Some(value.clone()),
                    }
                }
            }
        }
        let output = output.ok_or(format!("the file to write is missing; {USAGE}"))?;
        Ok((selection, output))
    }

    /// Draws it into a file whose suffix names the format; `insist` is how a person sets
    /// [`Selection::force`].
    ///
    /// # Errors
    /// Words that name nothing, all faults in one message; too many clusters; a file that must
    /// stay; a failure of the store or of Graphviz. The file is then as it was.
    pub fn draw(
        &self,
        store: &dyn LatticeStore,
        source: &Path,
        target: &Path,
        insist: &'static str,
    ) -> Result<Drawn, Error> {
        let format = Format::of(target).ok_or(Error::Suffix(target.display().to_string()))?;
        let (kind, force) = (Kind::Picture, self.force);
        let existing = Output { target, kind, force, insist, sources: &[source] }.check()?;
        let dictionary = Dictionary::of(store)?;
        let sound = |picture: &Picture| {
            let place = dictionary.stored().facts.name.clone();
            let damaged = |damage| store::Error::Damaged { place, damage: store::Damage(damage) };
            picture.check().map_err(damaged)
        };
        if let Some(picture) = self.in_the_full_lattice(store, &dictionary)? {
            sound(&picture)?;
            render(&dot(&picture), format, target, existing)?;
            return Ok(Drawn { nodes: picture.nodes.len(), edges: picture.edges.len() });
        }
        let scene = self.scene(store, &dictionary)?;
        let nodes = scene.concepts.len();
        if nodes > MOST && !self.force {
            return Err(Error::TooMany(match self.is_capped() {
                true => format!("more than {}", grouped(MOST as u64)),
                false => grouped(nodes as u64),
            }));
        }
        let picture = picture(store, dictionary.stored(), scene)?;
        sound(&picture)?;
        render(&dot(&picture), format, target, existing)?;
        Ok(Drawn { nodes, edges: picture.edges.len() })
    }

    /// `around {d1,d5}` of a store that holds a part of the full lattice: what is around that
    /// cluster in the full one. Words that mean nothing are left to [`Self::scene`].
    fn in_the_full_lattice(
        &self,
        store: &dyn LatticeStore,
        dictionary: &Dictionary,
    ) -> Result<Option<Picture>, Error> {
        let facts = &dictionary.stored().facts;
        let Some(word) = self.around.as_ref().filter(|_| facts.kind != GraphKind::Full) else {
            return Ok(None);
        };
        let Ok(NamedConcept::Generated { points, .. }) = dictionary.concept(word) else {
            return Ok(None);
        };
        let alone = self.up.is_none()
            && self.down.is_none()
            && self.containing.is_none()
            && self.lca.is_none()
            && self.largest.is_none()
            && !self.all;
        if !alone {
            return Err(query::Error::from(Fault::BesideTheFullLattice(word.clone())).into());
        }
        let lattice = FullLattice::of(store)?;
        let most = if self.force { usize::MAX } else { MOST };
        let title = format!(
            "{}: {word} and what lies within {} of it in the full lattice",
            facts.name,
            covers(self.radius)
        );
        match lattice.around(&lattice.closure(&points), self.radius, most)? {
            Some(found) => Ok(Some(neighborhood(dictionary.stored(), found, title))),
            None => Err(Error::TooMany(format!("more than {}", grouped(MOST as u64)))),
        }
    }

    /// Walks that are cut off count no further than the limit they break.
    fn is_capped(&self) -> bool {
        self.limit.is_none()
            && (self.up.is_some() || self.down.is_some() || self.containing.is_some())
    }

    fn most(&self) -> usize {
        match self.limit {
            Some(limit) => limit as usize,
            None if self.force => usize::MAX,
            None => MOST + 1,
        }
    }

    fn scene(&self, store: &dyn LatticeStore, dictionary: &Dictionary) -> Result<Scene, Error> {
        let stored = dictionary.stored();
        let mut scene = Scene::default();
        let mut titles = Vec::new();
        let mut faults = Faults::default();
        let concept = |word: &Option<String>, faults: &mut Faults| {
            let Some(word) = word else { return Ok(None) };
            let named = match dictionary.concept(word) {
                Ok(named) => named,
                Err(fault) => return Ok(faults.keep(Err(fault))),
            };
            match dictionary.stored_concept(store, &named) {
                Ok(id) => Ok(Some(id)),
                Err(query::Error::Question { faults: found, .. }) => Ok(faults.keep(Err(found))),
                Err(error) => Err(Error::from(error)),
            }
        };
        if let Some(id) = concept(&self.around, &mut faults)? {
            scene.asked_concepts.insert(id);
            scene.concepts.extend(select::around(store, id, self.radius)?);
            titles.push(format!("{id} and what lies within {} of it", covers(self.radius)));
        }
        if let Some(id) = concept(&self.up, &mut faults)? {
            scene.asked_concepts.insert(id);
            scene.concepts.extend(select::up(store, &[id], self.most())?);
            titles.push(format!("{id} and what contains it"));
        }
        if let Some(id) = concept(&self.down, &mut faults)? {
            scene.asked_concepts.insert(id);
            scene.concepts.extend(select::down(store, id, self.most())?);
            titles.push(format!("{id} and what it contains"));
        }
        if let Some(word) = &self.containing
            && let Some(point) = faults.keep(dictionary.point(word))
        {
            scene.asked_points.insert(point);
            scene.concepts.extend(select::containing(store, point, self.most())?);
            titles.push(format!("the clusters that hold {word}"));
        }
        if let Some(words) = &self.lca
            && let Some(points) = faults.keep(dictionary.points(std::slice::from_ref(words)))
        {
            let joins = select::lca(store, stored, &points)?;
            scene.concepts.extend(&joins);
            if let Some(&join) = joins.first() {
                let chains = select::joining(store, &points, join)?;
                chains.iter().for_each(|chain| scene.add_chain(chain));
            }
            scene.asked_concepts.extend(joins);
            scene.asked_points.extend(points);
            titles.push(format!("the smallest cluster that holds {words}"));
        }
        if !faults.0.is_empty() {
            return Err(query::Error::from(faults).into());
        }
        self.add_largest(&stored.facts, &mut scene.concepts, &mut titles);
        scene.title = format!("{}: {}", stored.facts.name, titles.join(", "));
        Ok(scene)
    }

    fn add_largest(
        &self,
        facts: &GraphFacts,
        concepts: &mut BTreeSet<ConceptId>,
        titles: &mut Vec<String>,
    ) {
        let all = facts.concepts;
        let of = if facts.kind == GraphKind::Lca { " of the LCA graph" } else { "" };
        if let Some(most) = self.largest {
            concepts.extend(select::largest(all, most as usize));
            let (most, all) = (grouped(most.into()), grouped(all.into()));
            titles.push(format!("the {most} largest of {all} clusters{of}"));
        }
        if self.all || titles.is_empty() {
            concepts.extend(select::largest(all, all as usize));
            titles.push(format!("all {}{of}", counted(all.into(), "cluster", "clusters")));
        }
    }
}

/// `57 clusters, 101 covers`.
impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clusters = counted(self.nodes as u64, "cluster", "clusters");
        write!(f, "{clusters}, {}", counted(self.edges as u64, "cover", "covers"))
    }
}

fn covers(radius: usize) -> String {
    counted(radius as u64, "cover", "covers")
}
