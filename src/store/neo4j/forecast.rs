//! What a load would do, counted before it does anything.

use std::collections::BTreeMap;

use super::batches::{Loading, Plan};
use super::entries::list;
use super::labels::LabelPrefix;
use super::load::Target;
use super::parts::{RAG_COMMUNITY, RAG_RELATIONSHIPS};
use super::server::Server;
use crate::base::display_safe;
use crate::base::numbers::{counted, grouped};
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::store::neo4j_rows::kind::Kind;
use crate::store::neo4j_rows::{CONSTRAINTS, INDEXES};
use crate::store::{Error, LatticeStore, Result};

/// Nodes and relationships a second: somewhat less than the 66,000 that a server with 1 GB of heap
/// took.
const SPEED: u64 = 50_000;

/// How many of each, by label or type.
type Counts = BTreeMap<String, u64>;

impl Target<'_> {
    /// What [`load`](Self::load) of a graph would store, in lines; nothing is written.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), but for a graph that is there already; a failure of the
    /// source; an interrupt.
    pub fn forecast(&self, source: &dyn LatticeStore, progress: &Progress) -> Result<Vec<String>> {
        let name = self.graph_name();
        let loading = Loading::new(source, name, &self.with)?;
        let server = Server::connect(self.address, self.credentials)?;
        let with_rag = self.adds_graph_rag(&server)?;
        let [nodes, links] = self.counts(&loading, with_rag, progress)?;
        let all: u64 = nodes.values().chain(links.values()).sum();
        let mut lines = vec![
            format!("nodes: {}", listed(&nodes)),
            format!("relationships: {}", listed(&links)),
            schema(&self.with.labels),
            format!(
                "about {} at {} nodes and relationships a second",
                counted(all.div_ceil(SPEED), "second", "seconds"),
                grouped(SPEED)
            ),
        ];
        let there = list(&server)?;
        let there = there.iter().filter(|row| row[0] == Value::text(name));
        lines.extend(there.map(|row| replaced(row)));
        lines.push("nothing was stored".to_owned());
        Ok(lines)
    }

    /// The nodes and the relationships of a load.
    fn counts(
        &self,
        loading: &Loading<'_>,
        with_rag: bool,
        progress: &Progress,
    ) -> Result<[Counts; 2]> {
        let mut of: BTreeMap<Kind, u64> = BTreeMap::new();
        let Plan { nodes, links } = loading.plan();
        for batch in nodes.iter().chain(links.iter().map(|(batch, _)| batch)) {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let Some((kind, rows)) = loading.count(batch)? else { continue };
            *of.entry(kind).or_default() += rows;
        }
        let of_kind = |kind| of.get(&kind).copied().unwrap_or_default();
        let graph = (self.with.labels.label("Graph"), 1);
        let (mut nodes, mut links) = (Counts::from([graph]), Counts::new());
        for (kind, rows) in &of {
            match kind.ends() {
                None => *nodes.entry(self.with.labels.label(kind.name())).or_default() += rows,
                Some(_) => *links.entry(kind.name().to_owned()).or_default() += rows,
            }
        }
        if self.with.attach.is_some() {
            links.insert("STANDS_FOR".to_owned(), of_kind(Kind::Point));
        }
        if with_rag {
            let [belongs, parent] = RAG_RELATIONSHIPS.map(str::to_owned);
            nodes.insert(RAG_COMMUNITY.to_owned(), of_kind(Kind::Community));
            links.insert(belongs, of_kind(Kind::BelongsTo));
            links.insert(parent, of_kind(Kind::PartOf));
        }
        Ok([nodes, links])
    }
}

fn listed(counts: &Counts) -> String {
    let there = counts.iter().filter(|(_, rows)| **rows > 0);
    let one = |(name, rows): (&String, &u64)| format!("{} {name}", grouped(*rows));
    there.map(one).collect::<Vec<_>>().join(", ")
}

fn schema(labels: &LabelPrefix) -> String {
    let made = |script: &str, word: &str| script.matches(word).count();
    let constraints = made(CONSTRAINTS, "CREATE CONSTRAINT");
    let indexes = made(INDEXES, "CREATE INDEX");
    format!(
        "schema: {constraints} constraints and {indexes} indexes on {}, unless they are there",
        labels.labels().join(", ")
    )
}

/// A row of the list of graphs.
fn replaced(row: &[Value]) -> String {
    let number = |at: usize| match row.get(at) {
        Some(Value::Int(number)) => grouped(*number as u64),
        _ => "unknown".to_owned(),
    };
    let text = |at: usize| match row.get(at) {
        Some(Value::Text(text)) => display_safe::name(text).into_owned(),
        _ => String::new(),
    };
    format!(
        "there is a graph {} ({}): {} points, {} clusters, {} covers; this replaces it",
        text(0),
        text(1),
        number(2),
        number(4),
        number(5)
    )
}
