//! Query `path`: a shortest chain of covers between two clusters.

use super::rows;
use crate::base::numbers::pluralize;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("path");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    // Ids rise along covers, so the chain starts at the lower id.
    let (one, other) = (question.cluster(0)?, question.cluster(1)?);
    let Some(chain) = question.graph.covers()?.path(one.min(other), one.max(other)) else {
        return Ok(Answer::new(Vec::new(), &incomparable_reason(question)?));
    };
    let mut rows = question.cluster_rows(chain.iter().copied())?;
    // Communities with all points of the last cluster come before the cluster of all points.
    let members = question.graph.members()?;
    if let [.., last, top] = chain[..]
        && members.size(top) as usize == question.points.len()
    {
        let at = rows.len() - 1;
        let communities = question.common_communities(&members.points(last))?.into_iter();
        rows.splice(at..at, communities.map(|id| rows::community_row(question.communities, id)));
    }
    Ok(Answer::new(rows, "").with_note(question.stand_in_note()?))
}

/// Describes the smallest cluster or community that holds two clusters which no chain connects.
fn incomparable_reason(question: &Question<'_>) -> Result<String, QueryError> {
    let points = [question.extent(0)?, question.extent(1)?].concat();
    Ok(match question.lca(&points)?.as_deref() {
        Some([cell, Cell::Count(size), ..]) => {
            let size = pluralize(*size, "point", "points");
            let word = match cell {
                Cell::Community(id) => question.communities.name(*id).to_owned(),
                Cell::Cluster(id) => id.to_string(),
                _ => String::new(),
            };
            format!("neither cluster is in the other; both are in {word} with {size}")
        }
        _ => "neither cluster is in the other".to_owned(),
    })
}
