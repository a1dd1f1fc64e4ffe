//! `conceptgraph export`: a part of a graph as a picture.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::place::StoreArgs;
use super::running::{Running, grouped};
use crate::export::dot;
use crate::export::render::{Format, render};
use crate::export::scene::{Scene, picture};
use crate::lattice::ConceptId;
use crate::query::arguments::Terms;
use crate::select;
use crate::store::{Info, Queryable, neo4j};

/// More nodes than this are drawn only when insisted on: `dot` takes seconds, then minutes.
const MOST_NODES: usize = 1000;

#[derive(Debug, Args)]
pub(super) struct Export {
    #[command(flatten)]
    store: StoreArgs,
    /// File to write: .svg, .png, .pdf (drawn by Graphviz) or .dot; a new folder for neo4j-admin
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What to write, where the suffix does not tell
    #[arg(long, value_enum)]
    format: Option<Bulk>,

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
    /// The whole graph
    #[arg(long, help_heading = "Selection (several add up; none is --all)")]
    all: bool,

    /// Of --up, --down and --containing take only the first N, nearest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Draw even more than 1,000 clusters
    #[arg(long)]
    force: bool,
}

/// Formats of a whole graph.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Bulk {
    /// CSV files for `neo4j-admin database import`, with the command
    Neo4jAdmin,
}

impl Export {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if let Some(Bulk::Neo4jAdmin) = self.format {
            return self.bulk();
        }
        let Some(format) = Format::of(&self.output) else {
            return Err(Failure::Usage(format!(
                "{}: the suffix names the format: .svg, .png, .pdf or .dot",
                self.output.display()
            )));
        };
        let (store, _) = self.store.place()?.open()?;
        let terms = Terms::of(&*store)?;
        let scene = self.scene(&*store, &terms)?;
        let nodes = scene.concepts.len();
        if nodes > MOST_NODES && !self.force {
            return Err(Failure::Failed(format!(
                "the picture would have {}{} clusters, too many to read or to draw quickly; select \
                 fewer, as with --limit 100, --largest 100 or --around c1, or insist with --force",
                if self.is_capped() { "more than " } else { "" },
                grouped(nodes.min(if self.is_capped() { MOST_NODES } else { nodes }) as u64)
            )));
        }
        let picture = picture(&*store, terms.base(), scene)?;
        render(&dot(&picture), format, &self.output)
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let (nodes, edges) = (grouped(nodes as u64), grouped(picture.edges.len() as u64));
        eprintln!("{}: {nodes} clusters, {edges} covers", self.output.display());
        Ok(())
    }

    /// The whole graph as files for an offline import.
    fn bulk(&self) -> Result<(), Failure> {
        let (store, _) = self.store.place()?.open()?;
        let name = store.info()?.text("name").to_owned();
        let running = Running::start()?;
        running.writing();
        let command = neo4j::write_bulk(&*store, &name, &self.output, running.progress())?;
        running.finish();
        let scripts = self.output.join("constraints.cypher");
        let indexes = self.output.join("indexes.cypher");
        let mut out = std::io::stdout().lock();
        writeln!(out, "With the server stopped:\n  {command}")?;
        writeln!(out, "Then with the server started:")?;
        writeln!(out, "  cypher-shell -f {}", scripts.display())?;
        writeln!(out, "  cypher-shell -f {}", indexes.display())?;
        Ok(())
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
            None => MOST_NODES + 1,
        }
    }

    fn scene(&self, store: &dyn Queryable, terms: &Terms) -> Result<Scene, Failure> {
        let info = store.info()?;
        let mut scene = Scene::default();
        let mut titles = Vec::new();
        let mut faults = Vec::new();
        let concept = |word: &Option<String>, faults: &mut Vec<String>| {
            let Some(word) = word else { return Ok(None) };
            let found = terms.concept(store, word)?;
            Ok::<_, Failure>(found.map_err(|fault| faults.push(fault)).ok())
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
            return Err(Failure::Usage(faults.join("; ")));
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
        if let Some(most) = self.largest {
            concepts.extend(select::largest(all, most as usize));
            let (most, all) = (grouped(most.into()), grouped(all.into()));
            titles.push(format!("the {most} largest of {all} clusters"));
        }
        if self.all || titles.is_empty() {
            concepts.extend(select::largest(all, all as usize));
            titles.push(format!("all {} clusters", grouped(all.into())));
        }
    }
}

fn covers(radius: usize) -> String {
    if radius == 1 { "1 cover".to_owned() } else { format!("{radius} covers") }
}
