//! The formal context of a graph, as rows.

use rusqlite::{Connection, types::Value as Sql};

use super::insert::Insert;
use super::schema;
use crate::base::ids::PointId;
use crate::dataset::Origin;
use crate::lattice::GraphKind;
use crate::store::StoredContext;

/// Writes the attributes, the rows of the clarified context, the masks of an LCA graph, and the
/// view of neighbours of a graph that was made from a table.
pub(super) fn write(connection: &Connection, stored: &StoredContext) -> rusqlite::Result<()> {
    let context = &stored.context;
    let mut rows = Insert::new(connection, "attribute", 2)?;
    for (attribute, name) in (0..).zip(context.attributes()) {
        let number = stored.attribute_number(attribute);
        rows.push([Sql::Integer(number), Sql::Text(name.clone())])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "clarified", 2)?;
    let objects = context.as_objects();
    for (object, attributes) in (0..).map(PointId).zip(objects.context.rows().iter()) {
        let point = objects.first(object).number();
        for &attribute in attributes {
            rows.push([point, stored.attribute_number(attribute)].map(Sql::Integer))?;
        }
    }
    rows.finish()?;
    if stored.facts.kind == GraphKind::Lca {
        masks(connection, stored)?;
    }
    if stored.facts.origin != Origin::Ready {
        connection.execute_batch(schema::NEIGHBOR)?;
    }
    Ok(())
}

/// The attributes of each point, this many to a number.
fn masks(connection: &Connection, stored: &StoredContext) -> rusqlite::Result<()> {
    const BITS: i64 = 62;
    let mut rows = Insert::new(connection, "mask", 3)?;
    for (point, attributes) in (1..).zip(stored.context.rows().iter()) {
        let numbers = attributes.iter().map(|&attribute| stored.attribute_number(attribute) - 1);
        let numbers: Vec<i64> = numbers.collect();
        for block in numbers.chunk_by(|a, b| a / BITS == b / BITS) {
            let bits = block.iter().map(|attribute| 1 << (attribute % BITS)).sum();
            rows.push([Sql::Integer(point), Sql::Integer(block[0] / BITS), Sql::Integer(bits)])?;
        }
    }
    rows.finish()
}
