//! The formal context of a graph, as rows.

use rusqlite::{Connection, types::Value as Sql};

use super::insert::insert;
use super::schema;
use crate::base::ids::PointId;
use crate::dataset::Origin;
use crate::lattice::GraphKind;
use crate::store::StoredContext;

/// Writes the attributes, the rows of the clarified context, the masks of an LCA graph, and the
/// view of neighbours of a graph that was made from a table.
pub(super) fn write(connection: &Connection, stored: &StoredContext) -> rusqlite::Result<()> {
    let context = &stored.context;
    let row = |(attribute, name): (u32, &String)| {
        [stored.attribute_number(attribute).into(), name.clone().into()]
    };
    insert(connection, "attribute", (0..).zip(context.attributes()).map(row))?;
    let objects = context.as_objects();
    let rows = (0..).map(PointId).zip(objects.context.rows().iter());
    let rows = rows.flat_map(|(object, attributes)| {
        let point = objects.first(object).number();
        attributes.iter().map(move |&of| [point, stored.attribute_number(of)].map(Sql::Integer))
    });
    insert(connection, "clarified", rows)?;
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
    let rows = (1..).zip(stored.context.rows().iter()).flat_map(|(point, attributes)| {
        let numbers = attributes.iter().map(|&attribute| stored.attribute_number(attribute) - 1);
        let numbers: Vec<i64> = numbers.collect();
        let row = |block: &[i64]| {
            let bits = block.iter().map(|attribute| 1 << (attribute % BITS)).sum();
            [point, block[0] / BITS, bits].map(Sql::Integer)
        };
        numbers.chunk_by(|a, b| a / BITS == b / BITS).map(row).collect::<Vec<_>>()
    });
    insert(connection, "mask", rows)
}
