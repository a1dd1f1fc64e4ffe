//! Query `community`: the points of a community with their shares.

use crate::query::names::Subject;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("community");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let Subject::Community(id) = question.subject(0) else { return Ok(Answer::default()) };
    let mut held = question.communities.members(question.graph.membership()?, id);
    held.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let total = held.len();
    let row = |(point, share)| [&question.point_row(point)[..], &[Cell::Real(share)]].concat();
    let rows = held.into_iter().take(question.count(1)).map(row).collect();
    Ok(Answer::with_total(total, rows, "nothing matches"))
}
