//! `conceptgraph export`: writes a part of a graph to a file.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::choices::{one_of, parse_positive};
use super::error::{CliError, print_note};
use super::screen;
use super::shutdown::{exit_with, on_interrupt};
use super::store_location::StoreArgs;
use super::watch::Watch;
use crate::base::progress::Progress;
use crate::export::{ExportContext, ExportRequest, Format, OutputShape, Selection};
use crate::files::TableContent;
use crate::picture::style::{self, Labels, Style, Theme, Title};

#[derive(Debug, Args)]
pub(super) struct ExportCommand {
    #[command(flatten)]
    store: StoreArgs,
    /// File to write, whose suffix names the format; - is standard output
    ///
    /// Pictures: .svg, .tex and .dot, and .png and .pdf, which need Graphviz. Up to 100 clusters
    /// are a line diagram, more are peaks. A page to explore: .html. Tables, by default of the rows
    /// of the input with their groups: .csv and .parquet. For other programs: .graphml (Gephi,
    /// Cytoscape, NetworkX, igraph), .json (node-link), .csv with a selection (two files, of nodes
    /// and of edges), .cxt (the context behind the clusters). With --format bulk, a new folder with
    /// a file a table, for neo4j-admin and LadybugDB.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Format, if the suffix of FILE does not name it
    #[arg(short, long, value_parser = one_of(Format::ALL.map(|of| (of.name(), of))))]
    format: Option<Format>,
    #[command(flatten)]
    selected: SelectionArgs,
    /// Distance from the cluster of --around, in covers
    #[arg(long, value_name = "N", default_value_t = 1, requires = "around",
          conflicts_with_all = NOT_AROUND, help_heading = SELECTION)]
    radius: usize,
    /// Take only the first N clusters, nearest first
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_positive::<u32>)]
    limit: Option<u32>,
    #[command(flatten)]
    look: StyleArgs,
    /// Draw even more than 20,000 clusters, and replace a file that is not a picture
    #[arg(long)]
    force: bool,
}

const SELECTION: &str = "Selection (one of these; default: the whole graph)";
/// The other selections than --around.
const NOT_AROUND: [&str; 13] = [
    "up",
    "down",
    "containing",
    "lca",
    "largest",
    "peaks",
    "points",
    "tree",
    "communities",
    "members",
    "clusters",
    "cluster_members",
    "all",
];
const TABLE: &str = "Tables, as .csv or .parquet (one of these, and no selection)";
const LOOK: &str = "Appearance of a picture";

/// The selection of clusters.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct SelectionArgs {
    /// The clusters around one, up and down
    #[arg(long, value_name = "CONCEPT", help_heading = SELECTION, allow_hyphen_values = true)]
    around: Option<String>,
    /// A cluster and all clusters that contain it
    #[arg(long, value_name = "CONCEPT", help_heading = SELECTION, allow_hyphen_values = true)]
    up: Option<String>,
    /// A cluster and all clusters that it contains
    #[arg(long, value_name = "CONCEPT", help_heading = SELECTION, allow_hyphen_values = true)]
    down: Option<String>,
    /// The clusters that hold a point
    #[arg(long, value_name = "POINT", help_heading = SELECTION, allow_hyphen_values = true)]
    containing: Option<String>,
    /// The smallest cluster that holds all these points, with a shortest chain from each point
    #[arg(long, value_name = "A,B", help_heading = SELECTION, allow_hyphen_values = true)]
    lca: Option<Vec<String>>,
    /// The N largest clusters
    #[arg(long, value_name = "N", value_parser = parse_positive::<u32>, help_heading = SELECTION)]
    largest: Option<u32>,
    /// The peaks: each cluster of the graph by its size and the place of its points
    #[arg(long, conflicts_with = "labels", help_heading = SELECTION)]
    peaks: bool,
    /// The map of all points, in the colours of their groups
    #[arg(long, conflicts_with = "labels", help_heading = SELECTION)]
    points: bool,
    /// The tree of the groups, their parts and what joins them, by separation
    #[arg(long, conflicts_with_all = ["labels", "title", "legend", "color"],
          help_heading = SELECTION)]
    tree: bool,
    /// A table with a row for each community
    #[arg(long, help_heading = TABLE)]
    communities: bool,
    /// A table with a row for each point in each group and part, with its share
    #[arg(long, help_heading = TABLE)]
    members: bool,
    /// A table with a row for each cluster
    #[arg(long, help_heading = TABLE)]
    clusters: bool,
    /// A table with a row for each point in each cluster
    #[arg(long, help_heading = TABLE)]
    cluster_members: bool,
    /// The whole graph
    #[arg(long, help_heading = SELECTION)]
    all: bool,
}

/// The look of a picture.
#[derive(Debug, Args)]
struct StyleArgs {
    /// Names in a cluster: each point once (reduced), all members, or none; of a ready context
    /// objects, attributes, or both
    #[arg(long, value_name = "WHICH", default_value = "reduced", hide_default_value = true,
          help_heading = LOOK)]
    labels: Labels,
    /// Width, such as 8.5cm or 600px; letters keep their size
    #[arg(long, value_name = "LENGTH", value_parser = style::parse_length, help_heading = LOOK)]
    width: Option<f64>,
    /// Text above the picture, or none
    #[arg(long, value_name = "TEXT|none", help_heading = LOOK)]
    title: Option<String>,
    /// Draw a legend
    #[arg(long, value_name = "on|off", value_parser = style::parse_on_off, default_value = "on",
          hide_default_value = true, action = clap::ArgAction::Set, help_heading = LOOK)]
    legend: bool,
    /// Colours and font: light, dark, or paper for print
    #[arg(long, value_name = "NAME", default_value = "light", hide_default_value = true,
          help_heading = LOOK)]
    theme: Theme,
    /// Colour of the points, and of the clusters that they are in: community, part,
    /// class, or a column
    #[arg(long, value_name = "NAME", help_heading = LOOK)]
    color: Option<String>,
}

impl ExportCommand {
    pub(super) fn run(self) -> Result<(), CliError> {
        let source = PathBuf::from(&self.store.locator);
        let location = self.store.location()?;
        let request = ExportRequest::default()
            .selection(self.selected.into_selection(self.radius))
            .limit(self.limit)
            .format(self.format)
            .style(self.look.into_style())
            .output(self.output)
            .force(self.force);
        let shape = request.shape()?;
        let opened = location.open()?;
        let watch = match request.is_for_standard_output() {
            false => Some(Watch::start()?),
            true => on_interrupt(|| exit_with(&CliError::Interrupted)).map(|()| None)?,
        };
        if let Some(watch) = &watch {
            match shape {
                // Writing a folder begins long before the folder is complete.
                OutputShape::Folder => watch.begin_writing(),
                OutputShape::Text | OutputShape::Bytes | OutputShape::Pair => {
                    watch.progress().begin_step("selecting")
                }
            }
        }
        let unwatched = Progress::default();
        let mut out = match shape {
            OutputShape::Bytes if request.is_for_standard_output() => screen::binary_writer()?,
            _ => screen::text_writer(),
        };
        let context = ExportContext {
            source: &source,
            out: Some(&mut *out),
            progress: watch.as_ref().map_or(&unwatched, |watch| watch.progress()),
        };
        let report = request.write(&opened.graph, context)?;
        drop(watch);
        if let Some(advice) = &report.advice {
            write!(out, "{advice}")?;
        } else if !request.is_for_standard_output() {
            print_note(&report.to_string());
        }
        Ok(())
    }
}

impl SelectionArgs {
    fn into_selection(self, radius: usize) -> Option<Selection> {
        None.or(self.around.map(|cluster| Selection::Around { cluster, radius }))
            .or(self.up.map(Selection::Up))
            .or(self.down.map(Selection::Down))
            .or(self.containing.map(Selection::Containing))
            .or(self.lca.map(Selection::Lca))
            .or(self.largest.map(Selection::Largest))
            .or(self.peaks.then_some(Selection::Peaks))
            .or(self.points.then_some(Selection::Points))
            .or(self.tree.then_some(Selection::Tree))
            .or(self.communities.then_some(Selection::Table(TableContent::Communities)))
            .or(self.members.then_some(Selection::Table(TableContent::Members)))
            .or(self.clusters.then_some(Selection::Table(TableContent::Clusters)))
            .or(self.cluster_members.then_some(Selection::Table(TableContent::ClusterMembers)))
            .or(self.all.then_some(Selection::All))
    }
}

impl StyleArgs {
    fn into_style(self) -> Style {
        Style {
            labels: self.labels,
            width: self.width,
            title: self.title.map_or(Title::Automatic, |title| Title::from(title.as_str())),
            legend: self.legend,
            theme: self.theme,
            color: self.color,
            values: None,
        }
    }
}
