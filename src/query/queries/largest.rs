//! Query `largest`: the largest clusters.

use crate::base::ids::ConceptId;
use crate::query::{Answer, Error, Question};

super::canned!("largest");

fn answer(question: &Question<'_>) -> Result<Answer, Error> {
    let all = question.graph.facts().concepts as usize;
    let rows = question.clusters(ConceptId::first(all).rev().take(question.count(0)))?;
    Ok(Answer::first_of(all, rows, "nothing matches"))
}
