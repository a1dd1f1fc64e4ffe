//! Query `children`: the next smaller clusters.

use crate::query::names::Subject;
use crate::query::{Answer, QueryError, Question};

super::canned!("children");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let rows = match question.subject(0) {
        Subject::Cluster(id) => question.cluster_rows(question.graph.covers()?.lower(id))?,
        Subject::Community(id) => question.communities_where(|_, one| one.parent == Some(id)),
    };
    Ok(Answer::new(rows, "no smaller cluster is in it"))
}
