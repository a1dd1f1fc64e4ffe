//! From a request to the file: one rule for every format.
//!
//! Invariant: a format writes what was selected, no more and no less, or refuses; the file appears
//! whole or not at all.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::format::{Format, Shape};
use super::request::Request;
use super::selection::Selection;
use crate::base::atomic_file::{self, Existing};
use crate::base::display_safe::{self, quoted};
use crate::base::numbers::{counted, grouped};
use crate::base::output::Output;
use crate::base::progress::Progress;
use crate::communities::verdict;
use crate::context::cxt;
use crate::files::{Columns, Counts, csv, cyjs, gexf, graphml, json, mtx};
use crate::page::{self, Groups};
use crate::picture::dot::dot;
use crate::picture::layout::Layout;
use crate::picture::render::{Drawing, draw};
use crate::picture::tex;
use crate::picture::{Picture, Subgraph};
use crate::query::names::Dictionary;
use crate::select::landmarks;
use crate::store::{LatticeStore, neo4j_files};

/// As many cards fit a page, and in one column, as children stand beside a cluster.
const PAGE: usize = 24;
const COLUMN: usize = 12;

/// What a request needs besides the store.
pub struct Caller<'a> {
    /// The store's own file, which is never overwritten.
    pub source: &'a Path,
    /// Standard output, if it is available.
    pub out: Option<&'a mut dyn Write>,
    /// Where progress is reported.
    pub progress: &'a Progress,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How much: `57 clusters, 101 covers`.
    pub content: String,
    /// How to use the files, for formats that need an explanation: lines for people.
    pub advice: Option<String>,
    /// Advice, if the file is hard to read.
    pub note: Option<String>,
}

impl Request {
    /// Writes what was requested.
    ///
    /// # Errors
    /// Words that name nothing, all faults in one message; what the format cannot hold; too many
    /// clusters; a file that must stay; a failure of the store or of Graphviz. The file is then as
    /// it was.
    pub fn write(&self, store: &dyn LatticeStore, caller: Caller) -> Result<Written, Error> {
        let format = self.format()?;
        if format.is_of_whole_graphs() && !self.selection.is_everything() {
            return Err(Error::WholeGraph(format));
        }
        let is_one_file = matches!(format.shape(), Shape::Text | Shape::Bytes);
        if self.is_for_standard_output() && !is_one_file {
            return Err(Error::NotOneFile(format));
        }
        let files = match format.shape() {
            Shape::Folder => return self.bulk(store, caller.progress),
            Shape::Pair => csv::files(&self.output).to_vec(),
            Shape::Text | Shape::Bytes => vec![self.output.clone()],
        };
        let check = |target: &PathBuf| {
            let (kind, force) = (format.kind(), self.force);
            Output { target, kind, force, sources: &[caller.source] }.check()
        };
        let mut existing = Vec::new();
        if !self.is_for_standard_output() {
            existing = files.iter().map(check).collect::<Result<_, _>>()?;
        }
        let dictionary = Dictionary::of(store)?;
        let (subgraph, left_out) = self.nearest(store, &dictionary, format)?;
        let subgraph = subgraph.watched(caller.progress);
        let is_map = subgraph.is_map();
        let is_crowded = format.max_readable().is_some_and(|most| subgraph.len() > most);
        let content = match existing[..] {
            [nodes, edges] => {
                let columns = Columns::of(&subgraph, self.style.labels);
                let (mut counts, [first, second]) = (Counts::default(), [&files[0], &files[1]]);
                to_file(first, nodes, |out| {
                    counts.nodes = csv::write_nodes(&subgraph, &columns, out)?;
                    // The nodes appear when both are whole.
                    to_file(second, edges, |out| {
                        counts.edges = csv::write_edges(&subgraph, out)?;
                        Ok(String::new())
                    })
                })?;
                counts.in_words(is_map)
            }
            [existing] => {
                to_file(&files[0], existing, |out| self.content(subgraph, format, store, out))?
            }
            _ => {
                let mut out = BufWriter::new(caller.out.ok_or(Error::NoOutput)?);
                let content = self.content(subgraph, format, store, &mut out)?;
                out.flush()?;
                content
            }
        };
        let crowded = is_crowded.then(|| {
            "more than about 60 clusters are hard to read on a page; a limit of 60 keeps the \
             nearest"
                .to_owned()
        });
        let note = left_out.or(crowded);
        Ok(Written { files, content, advice: None, note })
    }

    /// One file of that format; returns how much it is.
    fn content(
        &self,
        subgraph: Subgraph,
        format: Format,
        store: &dyn LatticeStore,
        mut out: &mut dyn Write,
    ) -> Result<String, Error> {
        let (columns, is_map) = (Columns::of(&subgraph, self.style.labels), subgraph.is_map());
        let counts = match format {
            Format::Graphml => graphml::write(&subgraph, &columns, out)?,
            Format::Gexf => gexf::write(&subgraph, &columns, out)?,
            Format::Json => json::write(&subgraph, &columns, out)?,
            Format::Cyjs => cyjs::write(&subgraph, &columns, out)?,
            Format::Svg | Format::Png | Format::Pdf | Format::Dot | Format::Tex => {
                let picture = subgraph.picture(self.style.labels)?;
                out.write_all(&self.drawn(&picture, format)?)?;
                Counts { nodes: picture.nodes.len(), edges: picture.edges.len() }
            }
            Format::Html => {
                let (stored, features) = (store.stored_context()?, store.features()?);
                let (picture, communities) = (subgraph.whole()?, store.communities()?);
                let membership = store.membership()?;
                let counts = Counts { nodes: picture.nodes.len(), edges: picture.edges.len() };
                let groups = Groups {
                    communities: &communities,
                    membership: &membership,
                    verdict: &verdict(&communities, stored.points.len()),
                };
                let page = page::html(picture, &stored, &features, groups)?;
                out.write_all(page.as_bytes())?;
                counts
            }
            Format::Cxt => {
                let (context, names) = subgraph.context()?;
                cxt::write(&context, &names, &mut out).map_err(|error| match error.kind() {
                    io::ErrorKind::InvalidInput => {
                        Error::Unfit { target: self.output.clone(), cause: error.to_string() }
                    }
                    _ => Error::Io(error),
                })?;
                let points = counted(names.len() as u64, "point", "points");
                let attributes = context.attributes().len() as u64;
                let attributes = counted(attributes, "attribute", "attributes");
                return Ok(format!("{points}, {attributes}"));
            }
            Format::Mtx => return mtx_of(store, out),
            Format::Csv | Format::Neo4jAdmin => return Err(Error::NotOneFile(format)),
        };
        Ok(counts.in_words(is_map))
    }

    /// The bytes of a picture.
    fn drawn(&self, picture: &Picture, format: Format) -> Result<Vec<u8>, Error> {
        let draw = |dot: &str, drawing| draw(dot, drawing, &self.output);
        let layouts = Layout::all(picture, &self.style);
        let mut texts = layouts.iter().map(|layout| dot(picture, &self.style, layout)).peekable();
        let mut text = texts.next().unwrap_or_default();
        // The first that fits, else the last, which is then scaled down. DOT alone needs no
        // Graphviz, and so its width is not known.
        while format != Format::Dot && texts.peek().is_some() {
            if fits(&draw(&text, Drawing::Plain)?) {
                break;
            }
            text = texts.next().unwrap_or_default();
        }
        Ok(match format {
            Format::Dot => text.into_bytes(),
            Format::Tex => {
                let plain = draw(&text, Drawing::Plain)?;
                tex::figure(picture, &self.style, &String::from_utf8_lossy(&plain)).into_bytes()
            }
            Format::Png => draw(&text, Drawing::Png)?,
            Format::Pdf => draw(&text, Drawing::Pdf)?,
            _ => draw(&text, Drawing::Svg)?,
        })
    }

    /// The requested clusters; of those next to one or around a point as many as fit a page, and a
    /// note of how many there are.
    fn nearest<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        format: Format,
    ) -> Result<(Subgraph<'a>, Option<String>), Error> {
        let selection = &self.selection;
        let whole = || {
            let subgraph = self.subgraph(store, dictionary, format)?;
            let is_instead = subgraph.is_map() && selection.map.is_none();
            let clusters = grouped(dictionary.stored().facts.concepts.into());
            let note = format!(
                "the whole graph has {clusters} clusters, too many to draw; this is its map"
            );
            Ok((subgraph, is_instead.then_some(note)))
        };
        let Some(readable) = format.max_readable() else { return whole() };
        if self.force || selection.limit.is_some() || !selection.is_nearby() {
            return whole();
        }
        let is_wide = selection.radius > 1;
        let page = match selection.around {
            _ if is_wide => readable,
            Some(_) => COLUMN,
            None => PAGE,
        };
        let most = format.max_clusters().unwrap_or(usize::MAX);
        let all = selection.subgraph(store, dictionary, most.saturating_add(1))?;
        if all.len() <= page || is_wide && all.len() > most {
            return whole();
        }
        let there = match all.len() {
            many if many > most => format!("more than {}", grouped(most as u64)),
            many => grouped(many as u64),
        };
        let selection = Selection { limit: Some(page as u32), ..selection.clone() };
        let more = if is_wide { 100 } else { 60 };
        let note = format!("the nearest {page} of {there}; a limit of {more} draws more");
        Ok((selection.subgraph(store, dictionary, page)?, Some(note)))
    }

    /// The requested clusters, if they are not too many for the format.
    fn subgraph<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        format: Format,
    ) -> Result<Subgraph<'a>, Error> {
        let allowed = format.max_clusters().filter(|_| !self.force).unwrap_or(usize::MAX);
        let facts = &dictionary.stored().facts;
        let whole = self.selection.is_everything() && !self.selection.all;
        if whole && facts.concepts as usize > allowed {
            // Without a selection a first look is enough.
            let map = Selection { map: Some(landmarks::MOST as u32), ..Selection::default() };
            return map.subgraph(store, dictionary, allowed);
        }
        let subgraph = self.selection.subgraph(store, dictionary, allowed.saturating_add(1))?;
        if subgraph.len() <= allowed {
            return Ok(subgraph);
        }
        let known = self.selection.known_count(dictionary.stored().facts.concepts);
        let clusters = match known {
            Some(known) => grouped(known.into()),
            None => format!("more than {}", grouped(allowed as u64)),
        };
        let fewer = match self.selection.lca {
            Some(_) => "name fewer points",
            None => "select fewer, as with a limit of 100",
        };
        Err(Error::TooMany { clusters, fewer })
    }

    /// The whole graph as files for an offline import.
    fn bulk(&self, store: &dyn LatticeStore, progress: &Progress) -> Result<Written, Error> {
        let facts = store.facts()?;
        let command = neo4j_files::write(store, &facts.name, &self.output, progress)?;
        let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
        let script = |name: &str| {
            let path = self.output.join(name);
            format!("cypher-shell -f {}", quoted(&path.to_string_lossy()))
        };
        let advice = format!(
            "With the server stopped:\n  {}\nThen with the server started:\n  {}\n  {}\n",
            words.join(" "),
            script("constraints.cypher"),
            script("indexes.cypher")
        );
        let content = Counts { nodes: facts.concepts as usize, edges: facts.covers as usize };
        let (files, content) = (vec![self.output.clone()], content.in_words(false));
        Ok(Written { files, content, advice: Some(advice), note: None })
    }
}

/// The shares of all points in all groups.
fn mtx_of(store: &dyn LatticeStore, out: &mut dyn Write) -> Result<String, Error> {
    let (facts, groups) = (store.facts()?, store.communities()?.groups().len());
    if groups == 0 {
        return Err(Error::NoCommunities(facts.name));
    }
    let membership = store.membership()?;
    let shares = mtx::write(&facts.name, &membership, groups, out)?;
    let [points, groups, shares] = [
        counted(membership.len() as u64, "point", "points"),
        counted(groups as u64, "group", "groups"),
        counted(shares as u64, "share", "shares"),
    ];
    Ok(format!("{points}, {groups}, {shares}"))
}

/// Whether letters stay readable in a layout: `dot -Tplain` begins with `graph SCALE`.
fn fits(plain: &[u8]) -> bool {
    let first = plain.split(|&byte| byte == b' ').nth(1);
    let scale = first.and_then(|word| std::str::from_utf8(word).ok()?.parse::<f64>().ok());
    scale.is_some_and(|scale| scale >= 0.75)
}

/// Writes a file, which is opened beforehand: a folder that is missing should not cost the time of
/// a layout.
fn to_file(
    target: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> Result<String, Error>,
) -> Result<String, Error> {
    let mut content = Ok(String::new());
    let written = atomic_file::write(target, existing, |out| match write(out) {
        Err(Error::Io(error)) => Err(error),
        Err(error) => {
            content = Err(error);
            Err(io::ErrorKind::Other.into())
        }
        Ok(said) => {
            content = Ok(said);
            Ok(())
        }
    });
    let target = target.to_owned();
    content
        .and_then(|said| written.map(|()| said).map_err(|source| Error::Write { target, source }))
}

/// `x.svg: 57 clusters, 101 covers`.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: Vec<_> = self.files.iter().map(|file| file.to_string_lossy()).collect();
        write!(f, "{}: {}", display_safe::line(&files.join(", ")), self.content)?;
        self.note.as_ref().map_or(Ok(()), |note| write!(f, " ({note})"))
    }
}
