//! File formats, chosen by a file's suffix or by name.

use std::path::Path;

use crate::base::output::OutputKind;

/// The most clusters of a picture or a page.
pub(super) const MAX_CLUSTERS: usize = 20_000;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Vector graphics for the web.
    Svg,
    /// Raster graphics.
    Png,
    /// Vector graphics for print.
    Pdf,
    /// TikZ, for TeX.
    Tex,
    /// The DOT text that Graphviz reads.
    Dot,
    /// An HTML page to explore.
    Html,
    /// GraphML for yEd, Gephi, Cytoscape, NetworkX and igraph.
    Graphml,
    /// Nodes and edges in the JSON of NetworkX, which d3 uses too.
    Json,
    /// The rows of the input as CSV; for a part of a graph, a table of nodes and one of edges.
    Csv,
    /// The rows of the input as Parquet, with the feature `parquet`.
    Parquet,
    /// The context behind the clusters, in Burmeister's format.
    Cxt,
    /// A folder of CSV files for `neo4j-admin database import` and LadybugDB.
    Bulk,
    /// A folder of Parquet files for LadybugDB, with the feature `parquet`.
    BulkParquet,
}

/// The shape of an export's output: files or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputShape {
    /// One file of text.
    Text,
    /// One file of bytes.
    Bytes,
    /// Two files of text.
    Pair,
    /// A folder.
    Folder,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 13] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Tex,
        Self::Dot,
        Self::Html,
        Self::Graphml,
        Self::Json,
        Self::Csv,
        Self::Parquet,
        Self::Cxt,
        Self::Bulk,
        Self::BulkParquet,
    ];

    /// Returns the name of the format, which is also the suffix of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Tex => "tex",
            Self::Dot => "dot",
            Self::Html => "html",
            Self::Graphml => "graphml",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Cxt => "cxt",
            Self::Bulk => "bulk",
            Self::BulkParquet => "bulk-parquet",
        }
    }

    /// Returns the shape of the output for a whole graph.
    pub fn shape(self) -> OutputShape {
        match self {
            Self::Png | Self::Pdf | Self::Parquet => OutputShape::Bytes,
            Self::Bulk | Self::BulkParquet => OutputShape::Folder,
            _ => OutputShape::Text,
        }
    }

    pub(super) fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png | Self::Pdf | Self::Tex | Self::Dot)
    }

    /// Returns the largest number of clusters that is written without force; `None` means any.
    /// Beyond it, a picture is crowded and a page moves slowly.
    pub(crate) fn max_clusters(self) -> Option<usize> {
        (self.is_picture() || self == Self::Html).then_some(MAX_CLUSTERS)
    }

    pub(crate) fn is_whole_graph_only(self) -> bool {
        matches!(self, Self::Parquet | Self::Bulk | Self::BulkParquet)
    }

    /// Returns the kind of output, which decides whether an existing file is replaced.
    pub fn kind(self) -> OutputKind {
        if self.is_picture() || self == Self::Html { OutputKind::Picture } else { OutputKind::File }
    }

    /// Returns the format with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the format that a file's suffix names.
    pub fn from_path(path: &Path) -> Option<Self> {
        let suffix = path.extension()?.to_str()?.to_ascii_lowercase();
        let suffix = if suffix == "gv" { "dot" } else { &suffix };
        Self::from_name(suffix).filter(|format| format.shape() != OutputShape::Folder)
    }
}

/// Returns the suffixes of all formats of files in words, such as `.svg, .png, .pdf or .dot`.
pub(super) fn suffixes() -> String {
    let files = Format::ALL.into_iter().filter(|format| format.shape() != OutputShape::Folder);
    let all: Vec<String> = files.map(|format| format!(".{}", format.name())).collect();
    match &all[..] {
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suffix_names_a_format() {
        assert_eq!(Format::from_path(Path::new("a/b.SVG")), Some(Format::Svg));
        assert_eq!(Format::from_path(Path::new("b.gv")), Some(Format::Dot));
        for none in ["b.docx", "svg", "b.bulk", "-"] {
            assert_eq!(Format::from_path(Path::new(none)), None, "{none}");
        }
    }

    #[test]
    fn every_format_is_found_by_its_name() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
        }
        assert!(suffixes().starts_with(".svg, .png, "));
    }
}
