//! Forecast of a load: its effects, counted without any change.

use std::collections::BTreeMap;

use super::entries::list_entries;
use super::labels::LabelPrefix;
use super::load::Target;
use super::server::Server;
use super::user_additions;
use crate::base::display_safe;
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::graph::Graph;
use crate::store::neo4j_rows::kind::ElementKind;
use crate::store::neo4j_rows::plan::plan;
use crate::store::neo4j_rows::source::GraphRows;
use crate::store::neo4j_rows::{CONSTRAINTS, INDEXES};
use crate::store::{Result, StoreError};

/// The assumed nodes and relationships per second: somewhat fewer than the 66,000 that a server
/// with 1 GB of heap reached.
const ROWS_PER_SECOND: u64 = 50_000;

/// Numbers of nodes or relationships, by label or type.
type RowCounts = BTreeMap<String, u64>;

impl Target<'_> {
    /// Returns lines that describe what a [`load`](Self::load) of a graph would store and remove.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or fails, if a section of the graph cannot
    /// be read, or after an interrupt.
    pub fn forecast(&self, source: &Graph, progress: &Progress) -> Result<Vec<String>> {
        let name = self.graph_name();
        let rows = GraphRows::new(source, name, progress)?;
        let server = Server::connect(self.address, self.credentials)?;
        let [nodes, links] = self.count_rows(&rows, progress)?;
        let all: u64 = nodes.values().chain(links.values()).sum();
        let mut lines = vec![
            format!("nodes: {}", format_counts(&nodes)),
            format!("relationships: {}", format_counts(&links)),
            describe_schema(&self.labels),
            format!(
                "about {} at {} nodes and relationships a second",
                pluralize(all.div_ceil(ROWS_PER_SECOND), "second", "seconds"),
                group_thousands(ROWS_PER_SECOND)
            ),
        ];
        for old in list_entries(&server)?.into_iter().filter(|entry| entry.name == name) {
            let stays = |name: &str| rows.points.find(name).is_some();
            let lost = user_additions::count_lost(&server, &old, stays)?.into_iter();
            let lost = lost.map(|(what, listed)| {
                format!("{what} of your own that go with the old graph: {listed}")
            });
            lines.push(describe_replaced(&old.into_row()));
            lines.extend(lost);
        }
        lines.push("nothing was stored".to_owned());
        Ok(lines)
    }

    fn count_rows(&self, rows: &GraphRows<'_>, progress: &Progress) -> Result<[RowCounts; 2]> {
        let mut of: BTreeMap<ElementKind, u64> = BTreeMap::new();
        for batch in plan(rows) {
            if progress.is_interrupted() {
                return Err(StoreError::Interrupted);
            }
            let made = rows.block(batch.kind, &batch.range).ids.len() as u64;
            *of.entry(batch.kind).or_default() += made;
        }
        let graph = (self.labels.label("Graph"), 1);
        let (mut nodes, mut links) = (RowCounts::from([graph]), RowCounts::new());
        for (kind, rows) in &of {
            match kind.ends() {
                None => *nodes.entry(self.labels.label(kind.name())).or_default() += rows,
                Some(_) => *links.entry(kind.name().to_owned()).or_default() += rows,
            }
        }
        Ok([nodes, links])
    }
}

fn format_counts(counts: &RowCounts) -> String {
    let there = counts.iter().filter(|(_, rows)| **rows > 0);
    let one = |(name, rows): (&String, &u64)| format!("{} {name}", group_thousands(*rows));
    there.map(one).collect::<Vec<_>>().join(", ")
}

fn describe_schema(labels: &LabelPrefix) -> String {
    let made = |script: &str, word: &str| script.matches(word).count();
    let constraints = made(CONSTRAINTS, "CREATE CONSTRAINT");
    let indexes = made(INDEXES, "CREATE INDEX");
    format!(
        "schema: {constraints} constraints and {indexes} indexes on {}, unless they are there",
        labels.labels().join(", ")
    )
}

/// Describes a graph that is replaced, from its row in the list of graphs.
fn describe_replaced(row: &[Value]) -> String {
    let number = |at: usize| match row.get(at) {
        Some(Value::Int(number)) => group_thousands(*number as u64),
        _ => "unknown".to_owned(),
    };
    let text = |at: usize| match row.get(at) {
        Some(Value::Text(text)) => display_safe::escape_name(text).into_owned(),
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
