//! `conceptgraph export`: a part of a graph as a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::ending::{end, on_interrupt};
use super::failure::{Failure, say};
use super::screen;
use super::store_location::StoreArgs;
use super::watch::Watch;
use crate::export::format::{Format, Shape};
use crate::export::request::Request;
use crate::export::selection::Selection;
use crate::export::write::Host;
use crate::progress::Progress;
use crate::visible;

#[derive(Debug, Args)]
pub(super) struct Export {
    #[command(flatten)]
    store: StoreArgs,
    /// File to write: .svg, .png, .pdf (drawn by Graphviz), .dot or .html, a page to explore;
    /// - is standard output; a new folder for neo4j-admin
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What to write, where the suffix does not say
    #[arg(short, long, value_parser = formats())]
    format: Option<Format>,

    /// The clusters around one, up and down
    #[arg(
        long,
        value_name = "CONCEPT",
        help_heading = "Selection (several add up; none is --all)"
    )]
    around: Option<String>,
    /// How many covers --around goes
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "around",
        help_heading = "Selection (several add up; none is --all)"
    )]
    radius: usize,
    /// A cluster and all that contain it
    #[arg(
        long,
        value_name = "CONCEPT",
        help_heading = "Selection (several add up; none is --all)"
    )]
    up: Option<String>,
    /// A cluster and all that it contains
    #[arg(
        long,
        value_name = "CONCEPT",
        help_heading = "Selection (several add up; none is --all)"
    )]
    down: Option<String>,
    /// The clusters that hold a point
    #[arg(long, value_name = "POINT", help_heading = "Selection (several add up; none is --all)")]
    containing: Option<String>,
    /// The smallest cluster that holds all these points, with a shortest chain from each point
    #[arg(long, value_name = "A,B", help_heading = "Selection (several add up; none is --all)")]
    lca: Option<String>,
    /// The N largest clusters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
          help_heading = "Selection (several add up; none is --all)")]
    largest: Option<u32>,
    /// The N most stable clusters of which no two are alike (24), and the order among them; alone,
    /// and by default where the whole graph is too large to draw
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "24",
          value_parser = clap::value_parser!(u32).range(1..),
          help_heading = "Selection (several add up; none is --all)")]
    map: Option<u32>,
    /// The whole graph
    #[arg(long, help_heading = "Selection (several add up; none is --all)")]
    all: bool,

    /// Of each selection take only the first N clusters, nearest first
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Draw even more than 1,000 clusters, and replace a file that is no picture
    #[arg(long)]
    force: bool,
}

impl Export {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let request = self.request();
        let format = request.format()?;
        let (store, _) = self.store.location()?.open()?;
        let watch = match request.is_for_standard_output() {
            false => Some(Watch::start()?),
            true => on_interrupt(|| end(&Failure::Interrupted)).map(|()| None)?,
        };
        if let Some(watch) = &watch {
            match format.shape() {
                // A folder has begun long before it is whole.
                Shape::Folder => watch.writing(),
                Shape::Text | Shape::Bytes => watch.progress().step("drawing"),
            }
        }
        let unwatched = Progress::default();
        let mut out = match format.shape() {
            Shape::Bytes if request.is_for_standard_output() => screen::exact()?,
            Shape::Bytes | Shape::Text | Shape::Folder => screen::out(),
        };
        let host = Host {
            source: Path::new(self.store.word()),
            insist: "--force",
            out: Some(&mut *out),
            progress: watch.as_ref().map_or(&unwatched, |watch| watch.progress()),
        };
        let written = request.write(&*store, host)?;
        drop(watch);
        if let Some(advice) = &written.advice {
            write!(out, "{advice}")?;
        } else if !request.is_for_standard_output() {
            say(&format!("{}: {written}", visible::line(&self.output.to_string_lossy())));
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
        Request { selection, format: self.format, output: self.output.clone(), force: self.force }
    }
}

/// Words to formats.
fn formats() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.map(|name| Format::named(&name).expect("a name of the list"))
}
