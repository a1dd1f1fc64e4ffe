//! The export of a request to its file, by one rule for every format.
//!
//! Invariant: a format writes the selected clusters, no more and no fewer, or refuses; the file
//! appears whole or not at all.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::ExportError;
use super::folder;
use super::format::{Format, OutputShape};
use super::request::ExportRequest;
use super::selection::Selection;
use crate::base::atomic_file::{self, Existing};
use crate::base::display_safe;
use crate::base::memory::MemoryLimit;
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::output::Output;
use crate::base::progress::Progress;
use crate::context::cxt;
use crate::figure::{Figure, lines, peaks, points, tree};
use crate::files::clusters::{cluster_table, cover_table, file_pair};
use crate::files::groups::{graph_table, member_bytes, member_pairs};
use crate::files::rows::row_table;
use crate::files::{FileTable, TableContent, graphml, json};
use crate::graph::Graph;
use crate::page;
use crate::picture::Subgraph;
use crate::picture::render::ImageFormat;
use crate::picture::style::Labels;
use crate::picture::subgraph::picture_context;
use crate::query::names::Dictionary;

/// The environment of an export.
pub struct ExportContext<'a> {
    /// The store's own file, which is never overwritten.
    pub source: &'a Path,
    /// Standard output, if it is available.
    pub out: Option<&'a mut dyn Write>,
    /// The progress that the export reports to.
    pub progress: &'a Progress,
}

/// The result of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportReport {
    /// The files that were written.
    pub files: Vec<PathBuf>,
    /// The size of the content: `57 clusters, 101 covers`.
    pub content: String,
    /// Advice on the use of the files, in lines for people, for formats that need an explanation.
    pub advice: Option<String>,
    /// A note on clusters that were left out, or on a picture that is hard to read.
    pub note: Option<String>,
}

impl ExportRequest {
    /// Writes the requested files.
    ///
    /// # Errors
    /// Returns an error if a word names nothing in the graph, the format cannot hold the content,
    /// there are too many clusters, the file must not be overwritten, or the graph or Graphviz
    /// fails. The file is then unchanged.
    pub fn write(
        &self,
        graph: &Graph,
        context: ExportContext,
    ) -> Result<ExportReport, ExportError> {
        let format = self.output_format()?;
        let table = match self.selection {
            Some(Selection::Table(of)) => Some(of),
            _ => None,
        };
        let is_all = self.selection == Some(Selection::All) && self.limit.is_none();
        let is_whole = self.is_whole_graph() || (is_all && format != Format::Parquet);
        if format.is_whole_graph_only() && !is_whole && table.is_none() {
            return Err(ExportError::WholeGraph(format));
        }
        let is_for_tables = matches!(format, Format::Csv | Format::Parquet);
        if table.is_some() && (self.limit.is_some() || !is_for_tables) {
            return Err(ExportError::WholeTable);
        }
        let shape = self.shape()?;
        let is_one_file = matches!(shape, OutputShape::Text | OutputShape::Bytes);
        if self.is_for_standard_output() && !is_one_file {
            return Err(ExportError::SeveralFiles(format));
        }
        let files = match shape {
            OutputShape::Folder => {
                let (content, advice) =
                    folder::write(graph, &self.output, format, context.progress)?;
                let files = vec![self.output.clone()];
                return Ok(ExportReport { files, content, advice: Some(advice), note: None });
            }
            OutputShape::Pair => file_pair(&self.output).to_vec(),
            OutputShape::Text | OutputShape::Bytes => vec![self.output.clone()],
        };
        let check = |target: &PathBuf| {
            let (kind, force) = (format.kind(), self.force);
            Output { target, kind, force, sources: &[context.source] }.check()
        };
        let mut existing = Vec::new();
        if !self.is_for_standard_output() {
            existing = files.iter().map(check).collect::<Result<_, _>>()?;
        }
        let is_table = is_for_tables && shape != OutputShape::Pair;
        if is_table || self.is_figure(format)? {
            let content =
                self.write_target(existing.first(), context.out, |out| match is_table {
                    true => write_table(graph, table, format, out),
                    false => self.write_figure(graph, format, out),
                })?;
            return Ok(ExportReport { files, content, advice: None, note: None });
        }
        let dictionary = Dictionary::new(graph)?;
        let (subgraph, note) = self.select(graph, &dictionary, format)?;
        let subgraph = subgraph.with_progress(context.progress);
        let content = match existing[..] {
            [nodes, edges] => {
                let picture = subgraph.into_picture(self.style.labels)?;
                let clusters = cluster_table(graph, &picture, self.style.labels)?;
                write_file(&files[0], nodes, |out| {
                    clusters.write_csv(out)?;
                    // Nested, so that the file of nodes appears only when both files are complete.
                    write_file(&files[1], edges, |out| {
                        cover_table(&picture).write_csv(out)?;
                        Ok(picture.size_in_words())
                    })
                })?
            }
            _ => self.write_target(existing.first(), context.out, |out| {
                self.write_content(subgraph, format, graph, out)
            })?,
        };
        Ok(ExportReport { files, content, advice: None, note })
    }

    /// Draws a part of a graph, or all of it, and returns the bytes of the file. The request must
    /// name its format; its [`output`](Self::output) is not used.
    ///
    /// # Errors
    /// Returns the errors of [`ExportRequest::write`].
    pub fn draw(&self, graph: &Graph, progress: &Progress) -> Result<Vec<u8>, ExportError> {
        let mut bytes = Vec::new();
        let request = Self { output: "-".into(), ..self.clone() };
        let context = ExportContext { source: Path::new("-"), out: Some(&mut bytes), progress };
        request.write(graph, context)?;
        Ok(bytes)
    }

    /// Writes one file, or standard output, and returns the size of its content in words.
    fn write_target(
        &self,
        existing: Option<&Existing>,
        out: Option<&mut dyn Write>,
        write: impl FnOnce(&mut dyn Write) -> Result<String, ExportError>,
    ) -> Result<String, ExportError> {
        if let Some(&existing) = existing {
            return write_file(&self.output, existing, write);
        }
        let mut out = BufWriter::new(out.ok_or(ExportError::NoOutput)?);
        let content = write(&mut out)?;
        out.flush()?;
        Ok(content)
    }

    fn write_figure(
        &self,
        graph: &Graph,
        format: Format,
        out: &mut dyn Write,
    ) -> Result<String, ExportError> {
        let (figure, content) = match self.selection {
            Some(Selection::Tree) => tree::figure(graph, &self.style)?,
            _ => points::figure(graph, &self.style)?,
        };
        out.write_all(&self.figure_bytes(&figure, format)?)?;
        Ok(content)
    }

    /// Returns the bytes of a line diagram or, of too many clusters, of peaks, and the content in
    /// words.
    fn draw_clusters(
        &self,
        graph: &Graph,
        subgraph: Subgraph,
        format: Format,
    ) -> Result<(Vec<u8>, String), ExportError> {
        let labels = self.style.labels;
        let is_for_peaks = self.selection == Some(Selection::Peaks);
        if format == Format::Dot && !is_for_peaks {
            let picture = subgraph.into_drawn_picture(labels)?;
            let text = lines::dot(graph, &picture, &self.style)?;
            return Ok((text.into_bytes(), picture.size_in_words()));
        }
        let is_large = subgraph.len() > lines::MAX_CLUSTERS;
        let (figure, mut words) = match is_large || is_for_peaks {
            true => peaks::figure(graph, &subgraph.into_picture(labels)?, &self.style)?,
            false => lines::figure(graph, &subgraph.into_drawn_picture(labels)?, &self.style)?,
        };
        if is_large && self.selection.is_some() && !is_for_peaks {
            words += "; drawn as peaks: a limit of 100 makes a line diagram";
        }
        Ok((self.figure_bytes(&figure, format)?, words))
    }

    fn figure_bytes(&self, figure: &Figure, format: Format) -> Result<Vec<u8>, ExportError> {
        let text = match format {
            Format::Png => return Ok(figure.render(ImageFormat::Png, &self.output)?),
            Format::Pdf => return Ok(figure.render(ImageFormat::Pdf, &self.output)?),
            Format::Tex => figure.to_tikz(),
            Format::Dot => figure.to_dot(),
            _ => figure.to_svg(),
        };
        Ok(text.into_bytes())
    }

    /// Returns the requested clusters, and a note if some are left out.
    fn select<'a>(
        &self,
        graph: &'a Graph,
        dictionary: &Dictionary<'a>,
        format: Format,
    ) -> Result<(Subgraph<'a>, Option<String>), ExportError> {
        let concepts = graph.facts().concepts;
        let allowed = format.max_clusters().filter(|_| !self.force).unwrap_or(usize::MAX);
        let selection = match &self.selection {
            None if self.limit.is_none() && concepts as usize > allowed => {
                let largest = Selection::Largest(allowed as u32);
                let all = group_thousands(concepts.into());
                let note = format!("the {} largest of {all}", group_thousands(allowed as u64));
                return Ok((largest.subgraph(graph, dictionary, allowed)?, Some(note)));
            }
            None | Some(Selection::All | Selection::Peaks) if self.limit.is_some() => {
                &Selection::Largest(self.limit.unwrap_or(u32::MAX).min(concepts))
            }
            None => &Selection::All,
            Some(Selection::Lca(_)) if self.limit.is_some() => return Err(ExportError::LcaLimit),
            Some(selection) => selection,
        };
        let most = self.limit.map_or(usize::MAX, |limit| limit as usize);
        let mut found = selection.subgraph(graph, dictionary, most)?;
        let is_largest = matches!(selection, Selection::Largest(_));
        if !is_largest && self.limit.is_some_and(|limit| found.len() == limit as usize) {
            let all = selection.subgraph(graph, dictionary, usize::MAX)?.len();
            found.title += &format!(" ({} of {})", found.len(), group_thousands(all as u64));
        }
        if found.len() > allowed {
            return Err(ExportError::TooMany(found.len() as u64));
        }
        Ok((found, None))
    }

    fn write_content(
        &self,
        subgraph: Subgraph,
        format: Format,
        graph: &Graph,
        mut out: &mut dyn Write,
    ) -> Result<String, ExportError> {
        if format.is_picture() {
            let (bytes, words) = self.draw_clusters(graph, subgraph, format)?;
            out.write_all(&bytes)?;
            return Ok(words);
        }
        let labels = if format == Format::Html { Labels::Reduced } else { self.style.labels };
        let picture = subgraph.into_picture(labels)?;
        let size = picture.size_in_words();
        match format {
            Format::Graphml => {
                graphml::write(&picture, &cluster_table(graph, &picture, labels)?, out)?;
            }
            Format::Json => json::write(&picture, &cluster_table(graph, &picture, labels)?, out)?,
            Format::Html => out.write_all(page::html(graph, picture)?.as_bytes())?,
            Format::Cxt => {
                let (context, names) = picture_context(graph, &picture)?;
                cxt::write(&context, &names, &mut out).map_err(|error| match error.kind() {
                    io::ErrorKind::InvalidInput => ExportError::UnsupportedName {
                        target: self.output.clone(),
                        cause: error.to_string(),
                    },
                    _ => ExportError::Io(error),
                })?;
                let points = pluralize(names.len() as u64, "point", "points");
                let attributes = context.attributes().len() as u64;
                let attributes = pluralize(attributes, "attribute", "attributes");
                return Ok(format!("{points}, {attributes}"));
            }
            _ => return Err(ExportError::SeveralFiles(format)),
        }
        Ok(size)
    }
}

/// Writes the table `of`, or the rows of the input if it is `None`.
fn write_table(
    graph: &Graph,
    of: Option<TableContent>,
    format: Format,
    out: &mut dyn Write,
) -> Result<String, ExportError> {
    let Some(of) = of else { return write_rows(&row_table(graph)?, format, out) };
    if of == TableContent::ClusterMembers {
        MemoryLimit::available().check(member_bytes(graph)?)?;
    }
    write_rows(&graph_table(graph, of, &member_pairs(graph, of)?)?, format, out)
}

fn write_rows(
    table: &FileTable<'_>,
    format: Format,
    out: &mut dyn Write,
) -> Result<String, ExportError> {
    match format {
        #[cfg(feature = "parquet")]
        Format::Parquet => crate::files::write_parquet(table, out)?,
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => return Err(ExportError::NoParquet),
        _ => table.write_csv(out)?,
    }
    Ok(table.size_in_words())
}

/// Writes a file, opened first, so that a missing folder is found before a long layout.
fn write_file(
    target: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> Result<String, ExportError>,
) -> Result<String, ExportError> {
    let mut content = Ok(String::new());
    let written = atomic_file::write(target, existing, |out| match write(out) {
        Err(ExportError::Io(error)) => Err(error),
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
    content.and_then(|said| {
        written.map(|()| said).map_err(|source| ExportError::Write { target, source })
    })
}

/// Formats the report as `x.svg: 57 clusters, 101 covers`, followed by its note.
impl fmt::Display for ExportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: Vec<_> = self.files.iter().map(|file| file.to_string_lossy()).collect();
        write!(f, "{}: {}", display_safe::escape_line(&files.join(", ")), self.content)?;
        self.note.as_ref().map_or(Ok(()), |note| write!(f, " ({note})"))
    }
}
