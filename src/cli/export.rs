//! `conceptgraph export`: a part of a graph as a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser};

use super::choices::positive;
use super::error::{CliError, say};
use super::screen;
use super::shutdown::{end, on_interrupt};
use super::store_location::StoreArgs;
use super::watch::Watch;
use crate::base::progress::Progress;
use crate::export::{Caller, Format, Request, Selection, Shape};
use crate::picture::style::Style;

#[derive(Debug, Args)]
pub(super) struct Export {
    #[command(flatten)]
    store: StoreArgs,
    /// File to write, whose suffix names the format; - is standard output
    ///
    /// Pictures, drawn by Graphviz: .svg, .png, .pdf, .tex (TikZ), and .dot, which needs none.
    /// A page to explore: .html. For other programs: .graphml, .gexf, .json (node-link), .cyjs
    /// (Cytoscape), .csv (two files, of nodes and of edges), .cxt (the context behind the
    /// clusters), .mtx (the share of each point in each community). A new folder for neo4j-admin.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Format, if the suffix of FILE does not name it
    #[arg(short, long, value_parser = formats())]
    format: Option<Format>,

    /// The clusters around one, up and down
    #[arg(long, value_name = "CONCEPT", help_heading = SELECTION)]
    around: Option<String>,
    /// How many covers away --around goes
    #[arg(long, value_name = "N", default_value_t = 1, requires = "around",
          help_heading = SELECTION)]
    radius: usize,
    /// A cluster and all that contain it
    #[arg(long, value_name = "CONCEPT", help_heading = SELECTION)]
    up: Option<String>,
    /// A cluster and all that it contains
    #[arg(long, value_name = "CONCEPT", help_heading = SELECTION)]
    down: Option<String>,
    /// The clusters that hold a point
    #[arg(long, value_name = "POINT", help_heading = SELECTION)]
    containing: Option<String>,
    /// The smallest cluster that holds all these points, with a shortest chain from each point
    #[arg(long, value_name = "A,B", help_heading = SELECTION)]
    lca: Option<String>,
    /// The N largest clusters
    #[arg(long, value_name = "N", value_parser = positive, help_heading = SELECTION)]
    largest: Option<u32>,
    /// The groups, with N clusters that stand for them (24); without other selections. The
    /// default if the whole graph is too large to draw
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "24",
          value_parser = positive, help_heading = SELECTION)]
    map: Option<u32>,
    /// The whole graph
    #[arg(long, help_heading = SELECTION)]
    all: bool,

    /// Take only the first N clusters of each selection, nearest first
    #[arg(short = 'n', long, value_name = "N", value_parser = positive)]
    limit: Option<u32>,
    #[command(flatten)]
    look: Look,
    /// Draw even more than 1,000 clusters, and replace a file that is not a picture
    #[arg(long)]
    force: bool,
}

impl Export {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let request = self.request();
        let format = request.format()?;
        let (store, _) = self.store.location()?.open()?;
        let watch = match request.is_for_standard_output() {
            false => Some(Watch::start()?),
            true => on_interrupt(|| end(&CliError::Interrupted)).map(|()| None)?,
        };
        if let Some(watch) = &watch {
            match format.shape() {
                // A folder has begun long before it is whole.
                Shape::Folder => watch.writing(),
                Shape::Text | Shape::Bytes | Shape::Pair => watch.progress().step("selecting"),
            }
        }
        let unwatched = Progress::default();
        let mut out = match format.shape() {
            Shape::Bytes if request.is_for_standard_output() => screen::exact()?,
            _ => screen::out(),
        };
        let caller = Caller {
            source: Path::new(self.store.word()),
            out: Some(&mut *out),
            progress: watch.as_ref().map_or(&unwatched, |watch| watch.progress()),
        };
        let written = request.write(&*store, caller)?;
        drop(watch);
        if let Some(advice) = &written.advice {
            write!(out, "{advice}")?;
        } else if !request.is_for_standard_output() {
            say(&written.to_string());
        }
        Ok(())
    }

    fn request(&self) -> Request {
        let selection = Selection {
            around: self.around.clone(),
            radius: self.radius,
            up: self.up.clone(),
            down: self.down.clone(),
            containing: self.containing.clone(),
            lca: self.lca.clone(),
            largest: self.largest,
            map: self.map,
            all: self.all,
            limit: self.limit,
        };
        Request {
            selection,
            format: self.format,
            style: self.look.style(),
            output: self.output.clone(),
            force: self.force,
        }
    }
}

/// How it is to look, each as [`Style::set`] reads it.
#[derive(Debug, Args)]
struct Look {
    /// Which points a cluster names: each once (reduced), all its members, or none
    #[arg(long, value_name = "WHICH", value_parser = part("labels"), help_heading = LOOK)]
    labels: Option<String>,
    /// Where larger clusters stand: LR right, as in the paper, or BT at the top [default: LR, or
    /// what fits --width]
    #[arg(long, value_name = "LR|BT", value_parser = part("rankdir"), help_heading = LOOK)]
    rankdir: Option<String>,
    /// At most this wide, such as 8.5cm or 600px; the layout adapts, and letters shrink by at most
    /// a quarter if possible
    #[arg(long, value_name = "LENGTH", value_parser = part("width"), help_heading = LOOK)]
    width: Option<String>,
    /// Text above the picture, or none
    #[arg(long, value_name = "TEXT|none", value_parser = part("title"), help_heading = LOOK)]
    title: Option<String>,
    /// Whether a legend explains the picture
    #[arg(long, value_name = "on|off", value_parser = part("legend"), help_heading = LOOK)]
    legend: Option<String>,
    /// How large the names of points are, in points [default: 9]
    #[arg(long, value_name = "POINTS", value_parser = part("font-size"), help_heading = LOOK)]
    font_size: Option<String>,
    /// Colours and font: light, dark, or paper for print
    #[arg(long, value_name = "NAME", value_parser = part("theme"), help_heading = LOOK)]
    theme: Option<String>,
}

const SELECTION: &str = "Selection (several add up; default --all)";
const LOOK: &str = "How a picture looks";

impl Look {
    fn style(&self) -> Style {
        style([
            ("labels", &self.labels),
            ("rankdir", &self.rankdir),
            ("width", &self.width),
            ("title", &self.title),
            ("legend", &self.legend),
            ("font-size", &self.font_size),
            ("theme", &self.theme),
        ])
    }
}

/// The style of the parts that are given, each of which [`part`] has read.
pub(super) fn style<const N: usize>(given: [(&str, &Option<String>); N]) -> Style {
    let mut style = Style::default();
    for (name, value) in given {
        let set = value.as_ref().map_or(Ok(()), |value| style.set(name, value));
        set.expect("the command line was looked at");
    }
    style
}

/// A part of a style, as it is written.
pub(super) fn part(name: &'static str) -> impl TypedValueParser<Value = String> {
    StringValueParser::new()
        .try_map(move |value| Style::default().set(name, &value).map(|()| value))
}

/// Words to formats.
fn formats() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.map(|name| Format::named(&name).expect("a name of the list"))
}
