//! The formal context of a graph, as rows.

use rusqlite::{Connection, types::Value as Sql};

use super::insert::Insert;
use super::schema;
use crate::context::FormalContext;
use crate::dataset::Origin;
use crate::lattice::GraphKind;
use crate::store::StoredContext;

/// Writes the attributes, the incidence, the masks of an LCA graph, and the view of neighbours of a
/// graph that was made from a table.
pub(super) fn write(connection: &Connection, stored: &StoredContext) -> rusqlite::Result<()> {
    let context = &stored.context;
    let mut rows = Insert::new(connection, "attribute", 2)?;
    for (attribute, name) in (1..).zip(context.attributes()) {
        rows.push([Sql::Integer(attribute), Sql::Text(name.clone())])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "incidence", 2)?;
    for (point, attributes) in (1..).zip(context.rows().iter()) {
        for &attribute in attributes {
            rows.push([point, i64::from(attribute) + 1].map(Sql::Integer))?;
        }
    }
    rows.finish()?;
    if stored.facts.kind == GraphKind::Lca {
        masks(connection, context)?;
    }
    if stored.facts.origin != Origin::Ready {
        connection.execute_batch(schema::NEIGHBOR)?;
    }
    Ok(())
}

/// The attributes of each point, this many to a number.
fn masks(connection: &Connection, context: &FormalContext) -> rusqlite::Result<()> {
    const BITS: u32 = 62;
    let mut rows = Insert::new(connection, "mask", 3)?;
    for (point, attributes) in (1..).zip(context.rows().iter()) {
        for block in attributes.chunk_by(|a, b| a / BITS == b / BITS) {
            let bits = block.iter().map(|attribute| 1 << (attribute % BITS)).sum();
            rows.push([
                Sql::Integer(point),
                Sql::Integer(i64::from(block[0] / BITS)),
                Sql::Integer(bits),
            ])?;
        }
    }
    rows.finish()
}
