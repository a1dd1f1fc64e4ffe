//! What a load would do, counted before it does anything.

use std::collections::BTreeMap;

use super::batches::{Loading, Plan};
use super::entries::list_graphs;
use super::labels::LabelPrefix;
use super::load::Target;
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

impl Target<'_> {
    /// What [`load`](Self::load) of a graph would store, in lines; nothing is written.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), but for a graph that is there already; a failure of the
    /// source; an interrupt.
    pub fn forecast(&self, source: &dyn LatticeStore, progress: &Progress) -> Result<Vec<String>> {
        let name = self.graph_name();
        let found = list_graphs(self.address, self.credentials)?;
        let loading = Loading::new(source, name, &self.with)?;
        let Plan { nodes, links } = loading.plan();
        let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
        for batch in nodes.iter().chain(links.iter().map(|(batch, _)| batch)) {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let Some((kind, rows)) = loading.count(batch)? else { continue };
            *counts.entry(kind).or_default() += rows;
        }
        let all: u64 = counts.values().sum();
        let shown = |are_nodes: bool| {
            let some = counts
                .iter()
                .filter(|(kind, rows)| kind.ends().is_none() == are_nodes && **rows > 0);
            let one = |(kind, rows): (&Kind, &u64)| {
                let name = match are_nodes {
                    true => self.with.labels.label(kind.name()),
                    false => kind.name().to_owned(),
                };
                format!("{} {name}", grouped(*rows))
            };
            some.map(one).collect::<Vec<_>>().join(", ")
        };
        let mut lines = vec![
            format!("nodes: 1 {}, {}", self.with.labels.label("Graph"), shown(true)),
            format!("relationships: {}", shown(false)),
            schema(&self.with.labels),
            format!(
                "about {} at {} nodes and relationships a second",
                counted(all.div_ceil(SPEED), "second", "seconds"),
                grouped(SPEED)
            ),
        ];
        lines.extend(
            found.iter().filter(|row| row[0] == Value::text(name)).map(|row| replaced(row)),
        );
        lines.push("nothing was stored".to_owned());
        Ok(lines)
    }
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
