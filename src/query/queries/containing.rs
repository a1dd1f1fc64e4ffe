//! Query `containing`: the clusters and communities that contain a point, by size.

use super::rows;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("containing");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let Some(point) = question.point(0) else { return Ok(Answer::default()) };
    let most = question.count(1);
    let ids = question.graph.members()?.containing(point);
    let communities = question.common_communities(&[point])?;
    let total = ids.len() + communities.len();
    let mut found = question.cluster_rows(ids.take(most))?;
    found.extend(communities.into_iter().map(|id| rows::community_row(question.communities, id)));
    // The sort is stable: of equal sizes clusters come first, each kind in its own order.
    found.sort_by_key(|row| if let Cell::Count(size) = row[1] { size } else { u64::MAX });
    found.truncate(most);
    Ok(Answer::with_total(total, found, "no cluster is that small"))
}
