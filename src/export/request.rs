//! The request of an export, and its words.
//!
//! The shell reads `around c12 radius 2 to x.svg`; the options of the command line have the same
//! names.

use std::iter::Peekable;
use std::path::PathBuf;
use std::slice::Iter;

use super::error::ExportError;
use super::format::{Format, OutputShape};
use super::selection::Selection;
use crate::base::input_error::did_you_mean;
use crate::files::TableContent;
use crate::picture::style::{Style, Title};
use crate::query::names::is_cluster_name;

/// The words of [`ExportRequest::parse`].
pub(crate) const KEYWORDS: [&str; 20] = [
    "around",
    "radius",
    "up",
    "down",
    "containing",
    "lca",
    "largest",
    "peaks",
    "points",
    "color",
    "tree",
    "communities",
    "members",
    "clusters",
    "cluster-members",
    "all",
    "limit",
    "format",
    "force",
    "to",
];

/// Errors of figures in formats or with limits that they cannot have.
const ONLY_PICTURES: &str =
    "peaks are a picture; choose a file such as .svg, .png, .pdf, .tex or .html";
const WHOLE_MAP: &str = "the map of all points is written whole, as .svg, .png, .pdf, .tex, .dot \
                         or .html; choose one of these, without a limit";
const WHOLE_TREE: &str = "the tree of communities is written whole, as .svg, .png, .pdf, .tex or \
                          .dot; choose one of these, without a limit";

/// The request of an export: the clusters, their look and the file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExportRequest {
    /// The selected clusters; `None` for the whole graph or, of a picture or a page of more than
    /// 20,000 clusters, the largest.
    pub selection: Option<Selection>,
    /// The largest number of clusters, of which the nearest are kept: the smallest of
    /// [`Selection::Up`] and [`Selection::Containing`], the largest of [`Selection::Down`],
    /// [`Selection::Largest`] and [`Selection::All`].
    pub limit: Option<u32>,
    /// The format; `None` if the file's suffix names it.
    pub format: Option<Format>,
    /// The look of the export.
    pub style: Style,
    /// The file, or `-` for standard output.
    pub output: PathBuf,
    /// `true` to write more clusters than `Format::max_clusters`, and to replace a file that is
    /// not a picture.
    pub force: bool,
}

conceptgraph_engine::setters!(ExportRequest {
    selection: Option<Selection>,
    limit: Option<u32>,
    format: Option<Format>,
    style: Style,
    output: PathBuf,
    force: bool,
});

impl ExportRequest {
    /// Parses words such as `around c12 radius 2 limit 100 to x.svg`, in any order. The options of
    /// the command line, such as `--around`, have the same meaning.
    ///
    /// # Errors
    /// Returns [`ExportError::Syntax`] if a word is unknown or lacks a valid argument, if there is
    /// a second selection, or if there is no file.
    pub fn parse(words: &[String]) -> Result<Self, ExportError> {
        let mut request = Self::default();
        let (mut output, mut radius) = (None, None);
        let mut rest = words.iter().peekable();
        while let Some(word) = rest.next() {
            let name = keyword(word).ok_or_else(|| {
                let mut near = did_you_mean(word.trim_start_matches('-'), KEYWORDS);
                if near.is_empty() && is_cluster_name(word) {
                    near = format!(" (did you mean \"around {word}\"?)");
                }
                ExportError::Syntax(format!("{word:?} is not a selection{near}"))
            })?;
            let mut value = || {
                let missing = || ExportError::Syntax(format!("{name} lacks its argument"));
                rest.next().ok_or_else(missing)
            };
            let selection = match name {
                "peaks" => Selection::Peaks,
                "points" => Selection::Points,
                "tree" => Selection::Tree,
                "communities" => Selection::Table(TableContent::Communities),
                "members" => Selection::Table(TableContent::Members),
                "clusters" => Selection::Table(TableContent::Clusters),
                "cluster-members" => Selection::Table(TableContent::ClusterMembers),
                "all" => Selection::All,
                "lca" => Selection::Lca(take_points(&mut rest)),
                "around" => Selection::Around { cluster: value()?.clone(), radius: 1 },
                "up" => Selection::Up(value()?.clone()),
                "down" => Selection::Down(value()?.clone()),
                "containing" => Selection::Containing(value()?.clone()),
                "largest" => Selection::Largest(parse_positive(name, value()?)?),
                _ => {
                    match name {
                        "force" => request.force = true,
                        "radius" => radius = Some(parse_positive(name, value()?)? as usize),
                        "limit" => request.limit = Some(parse_positive(name, value()?)?),
                        "format" => request.format = Some(parse_format(value()?)?),
                        "color" => request.style.color = Some(value()?.clone()),
                        _ => output = Some(PathBuf::from(value()?)),
                    }
                    continue;
                }
            };
            if request.selection.replace(selection).is_some() {
                return Err(ExportError::Syntax("one selection at a time".to_owned()));
            }
        }
        match (&mut request.selection, radius) {
            (_, None) => {}
            (Some(Selection::Around { radius, .. }), Some(given)) => *radius = given,
            _ => return Err(ExportError::Syntax("radius goes only with around".to_owned())),
        }
        let missing = || ExportError::Syntax("the file to write is missing".to_owned());
        request.output = output.ok_or_else(missing)?;
        Ok(request)
    }

    pub(super) fn is_whole_graph(&self) -> bool {
        self.selection.is_none() && self.limit.is_none()
    }

    /// Returns `true` for a figure that is not made of clusters; an error if it has a limit or the
    /// format cannot hold it.
    pub(super) fn is_figure(&self, format: Format) -> Result<bool, ExportError> {
        let (is_picture, is_page) = (format.is_picture(), format == Format::Html);
        let is_whole = self.limit.is_none();
        match self.selection {
            Some(Selection::Peaks) if !is_picture && !is_page => {
                Err(ExportError::WholeFigure(ONLY_PICTURES))
            }
            Some(Selection::Points) if !is_whole || !(is_picture || is_page) => {
                Err(ExportError::WholeFigure(WHOLE_MAP))
            }
            Some(Selection::Tree) if !is_whole || !is_picture => {
                Err(ExportError::WholeFigure(WHOLE_TREE))
            }
            Some(Selection::Points) => Ok(is_picture),
            Some(Selection::Tree) => Ok(true),
            _ => Ok(false),
        }
    }

    /// Returns the shape of the output at the given path.
    ///
    /// # Errors
    /// Returns an error if neither `format` nor the suffix of `output` names a format, or if the
    /// format has no place for a given title or width.
    pub fn shape(&self) -> Result<OutputShape, ExportError> {
        let format = self.output_format()?;
        let is_drawn = format.is_picture() || format == Format::Html;
        let has_title = is_drawn || matches!(format, Format::Graphml | Format::Json);
        if self.style.title != Title::Automatic && !has_title {
            return Err(ExportError::NoEffect("a title"));
        }
        if self.style.width.is_some() && !is_drawn {
            return Err(ExportError::NoEffect("a width"));
        }
        match format {
            Format::Csv if matches!(self.selection, Some(Selection::Table(_))) => {
                Ok(OutputShape::Text)
            }
            Format::Csv if !self.is_whole_graph() => Ok(OutputShape::Pair),
            format => Ok(format.shape()),
        }
    }

    pub(crate) fn is_for_standard_output(&self) -> bool {
        self.output.as_os_str() == "-"
    }

    /// Returns the format that is set, or else the one that the file's suffix names.
    ///
    /// # Errors
    /// Returns an error if neither names a format.
    pub(super) fn output_format(&self) -> Result<Format, ExportError> {
        match self.format.or_else(|| Format::from_path(&self.output)) {
            Some(format) => Ok(format),
            None if self.is_for_standard_output() => Err(ExportError::NoFormat),
            None => Err(ExportError::Suffix(self.output.clone())),
        }
    }
}

/// Returns the entry of [`KEYWORDS`] that `word` is, also as an option such as `--around`.
fn keyword(word: &str) -> Option<&'static str> {
    let option = word.strip_prefix('-').map(|rest| rest.trim_start_matches('-'));
    let name = match option {
        Some("o" | "output") => "to",
        Some(option) => option,
        None => word,
    };
    KEYWORDS.into_iter().find(|known| *known == name)
}

fn take_points(rest: &mut Peekable<Iter<'_, String>>) -> Vec<String> {
    std::iter::from_fn(|| rest.next_if(|word| keyword(word).is_none()).cloned()).collect()
}

fn parse_positive(name: &str, value: &str) -> Result<u32, ExportError> {
    value.parse().ok().filter(|&number| number > 0).ok_or_else(|| {
        ExportError::Syntax(format!("{name} must be a positive integer, not {value:?}"))
    })
}

fn parse_format(word: &str) -> Result<Format, ExportError> {
    Format::from_name(word).ok_or_else(|| {
        let names = Format::ALL.map(Format::name);
        let near = did_you_mean(word, names);
        let known = names.join(", ");
        ExportError::Syntax(format!("{word:?} is not a format{near}; there are {known}"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::error::USAGE;
    use super::*;

    fn parsed(line: &str) -> Result<ExportRequest, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        ExportRequest::parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn words_are_a_request_in_any_order() {
        let request = parsed("radius 2 to x.svg around c5 limit 9 force").unwrap();
        let around = Selection::Around { cluster: "c5".to_owned(), radius: 2 };
        assert_eq!(request.selection, Some(around));
        assert_eq!((request.limit, request.force), (Some(9), true));
        assert_eq!(request.output, PathBuf::from("x.svg"));
        let points = |line| match parsed(line).unwrap().selection {
            Some(Selection::Lca(points)) => points.join(" "),
            other => panic!("{other:?}"),
        };
        assert_eq!(points("lca d1 d51 to x.png"), "d1 d51");
        assert_eq!(points("--lca d1,d51 -o x.png"), "d1,d51");
        assert_eq!(parsed("tree to x.svg").unwrap().selection, Some(Selection::Tree));
        assert_eq!(parsed("to x.svg").unwrap().selection, None);
    }

    #[test]
    fn what_is_no_request_is_named() {
        for (line, said) in [
            ("around", "around lacks its argument"),
            ("largest 0 to x.svg", "largest must be a positive integer, not \"0\""),
            ("up c1 down c2 to x.svg", "one selection at a time"),
            ("up c1 radius 2 to x.svg", "radius goes only with around"),
            ("all", "the file to write is missing"),
            ("all format gif to x", "\"gif\" is not a format; there are svg, png,"),
        ] {
            let found = parsed(line).unwrap_err();
            assert!(found.starts_with(said) && found.ends_with(USAGE), "{found}");
        }
    }
}
