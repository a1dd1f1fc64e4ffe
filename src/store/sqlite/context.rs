//! Writes the formal context of a graph and the nearest points.

use rusqlite::{Connection, types::Value as Sql};

use super::insert::insert;
use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::context::delta_rows;
use crate::graph::GraphContext;
use crate::near_points::NearPoints;

/// Writes the nearest points, and a ready context or else the packed neighbours.
pub(super) fn write(
    connection: &Connection,
    points: &Points,
    of: &GraphContext,
    near: &NearPoints,
) -> rusqlite::Result<()> {
    let of_point = |point: PointId| {
        (1_i64..).zip(near.nearest(point)).map(move |(rank, (other, distance))| {
            [point.number().into(), rank.into(), other.number().into(), distance.into()]
        })
    };
    insert(connection, "neighbor", points.ids().flat_map(of_point))?;
    let points = points.ids();
    let GraphContext { context, anchors } = of;
    if !of.is_ready() {
        let row = |(point, row): (PointId, &[u32])| {
            let anchors = row.iter().map(|&at| anchors[at as usize].0);
            [point.number().into(), Sql::Blob(delta_rows::encode(anchors))]
        };
        return insert(connection, "context", points.zip(context.rows().iter()).map(row));
    }
    let attribute = |(id, name): (i64, &String)| [id.into(), name.clone().into()];
    insert(connection, "attribute", (1..).zip(context.attributes()).map(attribute))?;
    let of_point = |(point, row): (PointId, &[u32])| {
        let row: Vec<u32> = row.to_vec();
        row.into_iter().map(move |at| [point.number(), i64::from(at) + 1].map(Sql::Integer))
    };
    insert(connection, "incidence", points.zip(context.rows().iter()).flat_map(of_point))
}
