//! What to draw, in words, and from the words to a file.
//!
//! On the command line `--around c12 --radius 2 -o x.svg`, in the shell `around c12 radius 2 to
//! x.svg`. Several selections add up; none is the whole graph.

use std::collections::BTreeSet;
use std::path::Path;

use super::dot;
use super::local;
use super::picture::Picture;
use super::render::{Format, RenderError, render};
use super::scene::{Scene, picture};
use crate::generator_notation;
use crate::input_error::did_you_mean;
use crate::lattice::ConceptId;
use crate::numbers::grouped;
use crate::query;
use crate::query::arguments::Terms;
use crate::select;
use crate::store::{self, Info, LatticeStore};

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
    /// More than [`MOST`] clusters as well.
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
    #[error("{0}")]
    Question(String),
    /// Too many clusters to read.
    #[error(
        "the picture would have {0} clusters, too many to read or to draw quickly; select fewer, as \
         with --limit 100, --largest 100 or --around c1, or insist with --force"
    )]
    TooMany(String),
    /// The suffix is no format of a picture.
    #[error("{0}: the suffix names the format: .svg, .png, .pdf or .dot")]
    Suffix(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The file was not drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl From<query::Error> for Error {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Question(text) => Error::Question(text),
            query::Error::Store(error) => Error::Store(error),
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
                        number.ok_or(format!("{name} {value:?} is no whole number from 1"))
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

    /// Draws it into a file whose suffix names the format.
    ///
    /// # Errors
    /// Words that name nothing, all faults in one message; too many clusters; a failure of the store
    /// or of Graphviz. The file is then as it was.
    pub fn draw(&self, store: &dyn LatticeStore, output: &Path) -> Result<Drawn, Error> {
        let format = Format::of(output).ok_or(Error::Suffix(output.display().to_string()))?;
        let terms = Terms::of(store)?;
        if let Some(picture) = self.in_the_full_lattice(store, &terms)? {
            render(&dot(&picture), format, output)?;
            return Ok(Drawn { nodes: picture.nodes.len(), edges: picture.edges.len() });
        }
        let scene = self.scene(store, &terms)?;
        let nodes = scene.concepts.len();
        if nodes > MOST && !self.force {
            return Err(Error::TooMany(match self.is_capped() {
                true => format!("more than {}", grouped(MOST as u64)),
                false => grouped(nodes as u64),
            }));
        }
        let picture = picture(store, terms.base(), scene)?;
        render(&dot(&picture), format, output)?;
        Ok(Drawn { nodes, edges: picture.edges.len() })
    }

    /// `around {d1,d5}` of a store that holds a part of the full lattice: what is around that cluster
    /// in the full one. Words that mean nothing are left to [`Self::scene`].
    fn in_the_full_lattice(
        &self,
        store: &dyn LatticeStore,
        terms: &Terms,
    ) -> Result<Option<Picture>, Error> {
        let base = terms.base();
        let Some(word) = self.around.as_ref().filter(|_| base.info.text("graph") != "full") else {
            return Ok(None);
        };
        let Some(Ok(points)) = generator_notation::read(word).map(|names| terms.points(&names))
        else {
            return Ok(None);
        };
        let alone = self.up.is_none()
            && self.down.is_none()
            && self.containing.is_none()
            && self.lca.is_none()
            && self.largest.is_none()
            && !self.all;
        if !alone {
            return Err(Error::Question(format!(
                "{word} is drawn as it is in the full lattice, beside nothing else of this graph"
            )));
        }
        let center = base.context.closure(&points);
        let most = if self.force { usize::MAX } else { MOST };
        let title = format!(
            "{}: {word} and what lies within {} of it in the full lattice",
            base.info.text("name"),
            covers(self.radius)
        );
        match local::picture(store, base, center, self.radius, most, title)? {
            Some(picture) => Ok(Some(picture)),
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

    fn scene(&self, store: &dyn LatticeStore, terms: &Terms) -> Result<Scene, Error> {
        let info = store.info()?;
        let mut scene = Scene::default();
        let mut titles = Vec::new();
        let mut faults = Vec::new();
        let concept = |word: &Option<String>, faults: &mut Vec<String>| {
            let Some(word) = word else { return Ok(None) };
            let found = terms.concept(store, word)?;
            Ok::<_, Error>(found.map_err(|fault| faults.push(fault)).ok())
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
        if let Some(word) = &self.containing {
            match terms.point(word) {
                Ok(point) => {
                    scene.asked_points.insert(point);
                    scene.concepts.extend(select::containing(store, point, self.most())?);
                    titles.push(format!("the clusters that hold {word}"));
                }
                Err(fault) => faults.push(fault),
            }
        }
        if let Some(words) = &self.lca {
            match terms.points(std::slice::from_ref(words)) {
                Ok(points) => {
                    let joins = select::lca(store, terms.base(), &points)?;
                    scene.concepts.extend(&joins);
                    if let Some(&join) = joins.first() {
                        let chains = select::joining(store, &points, join)?;
                        chains.iter().for_each(|chain| scene.add_chain(chain));
                    }
                    scene.asked_concepts.extend(joins);
                    scene.asked_points.extend(points);
                    titles.push(format!("the smallest cluster that holds {words}"));
                }
                Err(several) => faults.extend(several),
            }
        }
        if !faults.is_empty() {
            return Err(Error::Question(faults.join("; ")));
        }
        self.add_largest(&info, &mut scene.concepts, &mut titles);
        scene.title = format!("{}: {}", info.text("name"), titles.join(", "));
        Ok(scene)
    }

    fn add_largest(
        &self,
        info: &Info,
        concepts: &mut BTreeSet<ConceptId>,
        titles: &mut Vec<String>,
    ) {
        let all = u32::try_from(info.number("concepts")).unwrap_or(u32::MAX);
        let of = if info.text("graph") == "lca" { " of the LCA graph" } else { "" };
        if let Some(most) = self.largest {
            concepts.extend(select::largest(all, most as usize));
            let (most, all) = (grouped(most.into()), grouped(all.into()));
            titles.push(format!("the {most} largest of {all} clusters{of}"));
        }
        if self.all || titles.is_empty() {
            concepts.extend(select::largest(all, all as usize));
            titles.push(format!("all {} clusters{of}", grouped(all.into())));
        }
    }
}

fn covers(radius: usize) -> String {
    if radius == 1 { "1 cover".to_owned() } else { format!("{radius} covers") }
}
