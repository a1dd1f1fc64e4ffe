//! Statements that load a graph. All data is in parameters, as lists of columns, which the server
//! reads faster than a map per row.

use neo4rs::BoltType;

use super::value::{cell_to_bolt, map};
use crate::store::neo4j_rows::block::{Block, Column};
use crate::store::neo4j_rows::kind::ElementKind;
use crate::store::neo4j_rows::plan::Batch;
use crate::store::neo4j_rows::source::GraphRows;

pub(super) type FilledStatement = (String, Vec<(&'static str, BoltType)>);

/// Returns the statement that creates the nodes or relationships of a batch, with its parameters.
///
/// The statement is one transaction. It creates the rows and counts the batch on the graph's own
/// node; or, if the graph was given up or the batch was executed before, it creates nothing and
/// returns no row. So a batch takes effect once, however often it is tried.
pub(super) fn batch_statement(rows: &GraphRows<'_>, batch: &Batch) -> FilledStatement {
    let (kind, block) = (batch.kind, rows.block(batch.kind, &batch.range));
    let (body, mut parameters) = match kind.ends() {
        None => create_nodes(kind, &block),
        Some(ends) => create_relationships(kind, ends, &block),
    };
    let column = |column| (0..block.ids.len()).map(|row| cell_to_bolt(column, row)).collect();
    parameters
        .push(("columns", block.columns.iter().map(column).collect::<Vec<BoltType>>().into()));
    let statement = format!(
        "MATCH (g:Graph {{load: $load, status: 'loading'}}) WHERE g.batches = $batch
         SET g.batches = $batch + 1
         WITH g
         CALL (g) {{
         {body}
         }}
         RETURN g.batches"
    );
    (statement, parameters)
}

fn row_properties(columns: &[Column]) -> Vec<String> {
    let one = |(at, column): (usize, &Column)| format!("{}: $columns[{at}][i]", column.name);
    columns.iter().enumerate().map(one).collect()
}

fn create_nodes(kind: ElementKind, block: &Block) -> FilledStatement {
    let mut own = vec!["load: g.load".to_owned(), "id: $ids[i]".to_owned()];
    own.extend(row_properties(&block.columns));
    let mut body = format!(
        "UNWIND range(0, size($ids) - 1) AS i
         CREATE (n:{} {{{}}})",
        kind.name(),
        own.join(", ")
    );
    let mut parameters = vec![("ids", block.ids.as_slice().into())];
    if !block.own.is_empty() {
        // A table may have more columns than a statement should.
        body += " SET n += $own[i]";
        let row = |row| map(block.own.iter().map(|of| (of.name.as_str(), cell_to_bolt(of, row))));
        parameters.push(("own", (0..block.ids.len()).map(row).collect()));
    }
    (body, parameters)
}

/// Returns the part that creates relationships, with one look-up of each node per batch.
fn create_relationships(
    kind: ElementKind,
    ends: [ElementKind; 2],
    block: &Block,
) -> FilledStatement {
    let lookup = |label: ElementKind, name: &str| {
        format!(
            "CALL (g) {{
               UNWIND range(0, size(${name}) - 1) AS i
               MATCH (n:{} {{load: g.load, id: ${name}[i]}})
               WITH n ORDER BY i
               RETURN collect(n) AS {name}
             }}",
            label.name()
        )
    };
    let body = format!(
        "{}
         {}
         UNWIND range(0, size($from) - 1) AS i
         WITH starts[$from[i]] AS a, ends[$to[i]] AS b, i
         CREATE (a)-[:{} {{{}}}]->(b)",
        lookup(ends[0], "starts"),
        lookup(ends[1], "ends"),
        kind.name(),
        row_properties(&block.columns).join(", ")
    );
    let [(starts, from), (ends, to)] = [&block.ids, &block.ends].map(|ids| {
        let mut all = ids.clone();
        all.sort_unstable();
        all.dedup();
        let places = ids.iter().map(|id| all.partition_point(|known| known < id) as i64);
        let places: BoltType = places.collect();
        (all.into(), places)
    });
    (body, vec![("starts", starts), ("ends", ends), ("from", from), ("to", to)])
}
