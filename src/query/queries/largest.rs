//! Query `largest`: the largest clusters.

use crate::base::ids::ConceptId;
use crate::query::{Answer, QueryError, Question};

super::canned!("largest");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let all = question.graph.facts().concepts as usize;
    let rows = question.cluster_rows(ConceptId::first(all).rev().take(question.count(0)))?;
    Ok(Answer::with_total(all, rows, "nothing matches"))
}
