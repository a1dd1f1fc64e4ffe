//! The formats of files, chosen by a file's suffix or by name.

use std::path::Path;

use crate::base::output::Kind;
use crate::picture::render::Drawing;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Vector graphics for the web.
    Svg,
    /// Pixels.
    Png,
    /// Vector graphics for print.
    Pdf,
    /// The text that Graphviz reads.
    Dot,
    /// A page to explore.
    Html,
    /// GraphML: yEd, Gephi, Cytoscape, NetworkX, igraph.
    Graphml,
    /// Nodes and edges as NetworkX reads them and d3 uses them.
    Json,
    /// The rows of the input; of a part of a graph, a table of nodes and one of edges.
    Csv,
    /// The rows of the input, with the feature `parquet`.
    Parquet,
    /// The context behind the clusters, as Burmeister writes it.
    Cxt,
    /// A folder of CSV files for `neo4j-admin database import` and LadybugDB.
    Bulk,
    /// A folder of Parquet files for LadybugDB, with the feature `parquet`.
    BulkParquet,
}

/// What is written at the given path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
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
    /// Every format.
    pub const ALL: [Self; 12] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
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

    /// Its name, which is also the suffix of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
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

    /// What is written at the given path, of a whole graph.
    pub fn shape(self) -> Shape {
        match self {
            Self::Png | Self::Pdf | Self::Parquet => Shape::Bytes,
            Self::Bulk | Self::BulkParquet => Shape::Folder,
            _ => Shape::Text,
        }
    }

    fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png | Self::Pdf | Self::Dot)
    }

    /// What Graphviz makes of it; none of a picture that it need not draw, nor of other formats.
    pub fn drawing(self) -> Option<Drawing> {
        match self {
            Self::Svg => Some(Drawing::Svg),
            Self::Png => Some(Drawing::Png),
            Self::Pdf => Some(Drawing::Pdf),
            _ => None,
        }
    }

    /// More clusters than this are written only by force: Graphviz takes minutes and the picture
    /// cannot be read; a page moves slowly.
    pub fn max_clusters(self) -> Option<usize> {
        match self {
            Self::Html => Some(20_000),
            _ => self.is_picture().then_some(1000),
        }
    }

    /// More clusters than this are hard to read on paper.
    pub fn max_readable(self) -> Option<usize> {
        self.is_picture().then_some(60)
    }

    /// Whether it holds a whole graph, never a part.
    pub fn is_of_whole_graphs(self) -> bool {
        matches!(self, Self::Parquet | Self::Bulk | Self::BulkParquet)
    }

    /// Whether an existing file is replaced: pictures are made again and again.
    pub fn kind(self) -> Kind {
        if self.is_picture() || self == Self::Html { Kind::Picture } else { Kind::File }
    }

    /// The format of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that a file's suffix names.
    pub fn of(path: &Path) -> Option<Self> {
        let suffix = path.extension()?.to_str()?.to_ascii_lowercase();
        let suffix = if suffix == "gv" { "dot" } else { &suffix };
        Self::named(suffix).filter(|format| format.shape() != Shape::Folder)
    }
}

/// `.svg, .png, .pdf or .dot`.
pub(super) fn suffixes() -> String {
    let files = Format::ALL.into_iter().filter(|format| format.shape() != Shape::Folder);
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
        assert_eq!(Format::of(Path::new("a/b.SVG")), Some(Format::Svg));
        assert_eq!(Format::of(Path::new("b.gv")), Some(Format::Dot));
        for none in ["b.docx", "svg", "b.bulk", "-"] {
            assert_eq!(Format::of(Path::new(none)), None, "{none}");
        }
    }

    #[test]
    fn every_format_is_found_by_its_name() {
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
        }
        assert!(suffixes().starts_with(".svg, .png, "));
    }
}
