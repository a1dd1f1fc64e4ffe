//! A whole graph as a folder of tables, with the commands that import it.

use std::path::Path;

use super::error::ExportError;
use super::format::Format;
use crate::base::display_safe::{quote_shell, quote_words};
use crate::base::numbers::pluralize;
use crate::base::progress::Progress;
use crate::graph::Graph;
use crate::store::bulk;

/// The command that runs the scripts of a folder, from within that folder.
const LADYBUG: &str = "python -c \"import ladybug; \
    graph = ladybug.Connection(ladybug.Database('graph.lbdb')); \
    [graph.execute(open(script).read()) for script in ('schema.cypher', 'copy.cypher')]\"";

/// Writes the folder. Returns the size of its content in words, and advice on its use.
pub(super) fn write(
    graph: &Graph,
    folder: &Path,
    format: Format,
    progress: &Progress,
) -> Result<(String, String), ExportError> {
    let tables = match format {
        #[cfg(feature = "parquet")]
        Format::BulkParquet => bulk::BulkFormat::Parquet,
        #[cfg(not(feature = "parquet"))]
        Format::BulkParquet => return Err(ExportError::NoParquet),
        _ => bulk::BulkFormat::Csv,
    };
    let facts = graph.facts();
    let command = bulk::write(graph, &facts.name, folder, tables, progress)?;
    let mut advice = String::new();
    if !command.is_empty() {
        let script = |name| quote_shell(&folder.join(name).to_string_lossy());
        advice = format!(
            "Neo4j, with the server stopped:\n  {}\nthen with the server started:\n  \
             cypher-shell -f {}\n  cypher-shell -f {}\n",
            quote_words(command),
            script("constraints.cypher"),
            script("indexes.cypher")
        );
    }
    let place = quote_shell(&folder.to_string_lossy());
    advice += &format!("LadybugDB (pip install ladybug):\n  cd {place}\n  {LADYBUG}\n");
    let clusters = pluralize(facts.concepts.into(), "cluster", "clusters");
    let content = format!("{clusters}, {}", pluralize(facts.covers, "cover", "covers"));
    Ok((content, advice))
}
