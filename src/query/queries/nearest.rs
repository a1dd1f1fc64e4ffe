//! Query `nearest`: the nearest neighbours of a point, each with the smallest cluster, or else
//! community, that contains both.

use crate::base::ids::PointId;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("nearest");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let Some(point) = question.point(0) else { return Ok(Answer::default()) };
    let all: Vec<(PointId, Option<f64>)> = question.graph.near_points()?.nearest(point).collect();
    let mut rows = Vec::new();
    for &(other, distance) in all.iter().take(question.count(1)) {
        let met = question.lca(&[point, other])?.unwrap_or_default();
        rows.push([question.point_row(other), vec![Cell::real(distance)], met].concat());
    }
    let why = "this graph has no neighbours: it was made from a ready context";
    Ok(Answer::with_total(all.len(), rows, why))
}
