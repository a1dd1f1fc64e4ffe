//! From what a person asks for to the file: one rule for every format.
//!
//! Invariant: a format writes what was selected, no more and no less, or refuses; the file appears
//! whole or not at all.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::dot::dot;
use super::error::Error;
use super::format::{Format, Shape};
use super::page;
use super::part::Part;
use super::render::draw;
use super::request::Request;
use super::selection::Selection;
use crate::atomic_file::{self, Existing};
use crate::numbers::{counted, grouped};
use crate::output::{Kind, Output};
use crate::progress::Progress;
use crate::query::words::Dictionary;
use crate::select::landmarks;
use crate::store::{LatticeStore, neo4j};
use crate::visible;

/// What a request is carried out with, beside the store.
pub struct Host<'a> {
    /// The store's own file, which is never overwritten.
    pub source: &'a Path,
    /// How a person sets [`Request::force`].
    pub insist: &'static str,
    /// Standard output, where it can be had.
    pub out: Option<&'a mut dyn Write>,
    /// Who waits.
    pub progress: &'a Progress,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Clusters.
    pub nodes: usize,
    /// Covers.
    pub edges: usize,
    /// What to do with it, where not everybody knows: lines for people.
    pub advice: Option<String>,
}

impl Request {
    /// Writes what it asks for.
    ///
    /// # Errors
    /// Words that name nothing, all faults in one message; what the format cannot hold; too many
    /// clusters; a file that must stay; a failure of the store or of Graphviz. The file is then as
    /// it was.
    pub fn write(&self, store: &dyn LatticeStore, host: Host) -> Result<Written, Error> {
        let format = self.format()?;
        if self.is_for_standard_output() && format.shape() == Shape::Folder {
            return Err(Error::NotOneFile(format));
        }
        match format {
            Format::Html => {
                let target = self.target(host.source, host.insist, host.out)?;
                let dictionary = Dictionary::of(store)?;
                let picture = self.part(store, &dictionary, format, host.insist)?.picture()?;
                let page = page::html(&picture, dictionary.stored(), &store.features()?)?;
                target.write(|out| Ok(out.write_all(page.as_bytes())?))?;
                Ok(Written::of(picture.nodes.len(), picture.edges.len()))
            }
            Format::Neo4jAdmin => self.bulk(store, host.progress),
            Format::Svg | Format::Png | Format::Pdf | Format::Dot => {
                let target = self.target(host.source, host.insist, host.out)?;
                let dictionary = Dictionary::of(store)?;
                let picture = self.part(store, &dictionary, format, host.insist)?.picture()?;
                let written = Written::of(picture.nodes.len(), picture.edges.len());
                let dot = dot(&picture);
                target.write(|out| match format {
                    Format::Dot => Ok(out.write_all(dot.as_bytes())?),
                    _ => Ok(out.write_all(&draw(&dot, format, &self.output)?)?),
                })?;
                Ok(written)
            }
        }
    }

    /// The clusters it asks for, if they are not too many for the format.
    fn part<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        format: Format,
        insist: &'static str,
    ) -> Result<Part<'a>, Error> {
        let allowed = format.most().filter(|_| !self.force).unwrap_or(usize::MAX);
        let facts = &dictionary.stored().facts;
        let whole = self.selection.is_everything() && !self.selection.all;
        if whole && facts.concepts as usize > allowed && store.keeps_stability() {
            // Nobody asked for more than a first look.
            let map = Selection { map: Some(landmarks::MOST as u32), ..Selection::default() };
            return map.part(store, dictionary, allowed);
        }
        let part = self.selection.part(store, dictionary, allowed.saturating_add(1))?;
        if part.len() <= allowed {
            return Ok(part);
        }
        let known = self.selection.known(dictionary.stored().facts.concepts);
        let clusters = match known {
            Some(known) => grouped(known.into()),
            None => format!("more than {}", grouped(allowed as u64)),
        };
        let fewer = match self.selection.lca {
            Some(_) => "name fewer points",
            None => "select fewer, as with --limit 100",
        };
        Err(Error::TooMany { clusters, fewer, insist })
    }

    /// The whole graph as files for an offline import.
    fn bulk(&self, store: &dyn LatticeStore, progress: &Progress) -> Result<Written, Error> {
        if !self.selection.is_everything() {
            return Err(Error::WholeGraph(Format::Neo4jAdmin));
        }
        let facts = store.facts()?;
        let command = neo4j::write_bulk(store, &facts.name, &self.output, progress)?;
        let script = |name: &str| {
            let path = self.output.join(name);
            format!("cypher-shell -f {}", visible::line(&path.to_string_lossy()))
        };
        let advice = format!(
            "With the server stopped:\n  {}\nThen with the server started:\n  {}\n  {}\n",
            visible::line(&command),
            script("constraints.cypher"),
            script("indexes.cypher")
        );
        let mut written = Written::of(facts.concepts as usize, facts.covers as usize);
        written.advice = Some(advice);
        Ok(written)
    }

    /// Where it goes, after a look whether that may be written.
    fn target<'a>(
        &self,
        source: &Path,
        insist: &'static str,
        out: Option<&'a mut dyn Write>,
    ) -> Result<Target<'a>, Error> {
        if self.is_for_standard_output() {
            return out.map(Target::Out).ok_or(Error::NoOutput);
        }
        let (target, kind, force) = (&*self.output, Kind::Picture, self.force);
        let existing = Output { target, kind, force, insist, sources: &[source] }.check()?;
        Ok(Target::File(target.to_owned(), existing))
    }
}

/// Where something is written.
enum Target<'a> {
    File(PathBuf, Existing),
    Out(&'a mut dyn Write),
}

impl Target<'_> {
    /// Writes it there. A file is opened beforehand: a folder that is missing should not cost the
    /// time of a layout.
    fn write(self, write: impl FnOnce(&mut dyn Write) -> Result<(), Error>) -> Result<(), Error> {
        let (target, existing) = match self {
            Target::File(target, existing) => (target, existing),
            Target::Out(out) => {
                write(out)?;
                return Ok(out.flush()?);
            }
        };
        let mut failure = None;
        let written = atomic_file::write(&target, existing, |out| match write(out) {
            Err(Error::Io(error)) => Err(error),
            Err(error) => {
                failure = Some(error);
                Err(io::ErrorKind::Other.into())
            }
            Ok(()) => Ok(()),
        });
        match (failure, written) {
            (Some(failure), _) => Err(failure),
            (None, Err(source)) => Err(Error::Write { target, source }),
            (None, Ok(())) => Ok(()),
        }
    }
}

impl Written {
    fn of(nodes: usize, edges: usize) -> Self {
        Self { nodes, edges, advice: None }
    }
}

/// `57 clusters, 101 covers`.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clusters = counted(self.nodes as u64, "cluster", "clusters");
        write!(f, "{clusters}, {}", counted(self.edges as u64, "cover", "covers"))
    }
}
