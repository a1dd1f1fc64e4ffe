//! Query `members`: the points of a cluster or a community.

use crate::query::{Answer, QueryError, Question};

super::canned!("members");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let rows = question.extent(0)?.into_iter().map(|point| question.point_row(point)).collect();
    Ok(Answer::new(rows, "the cluster has no points"))
}
