//! Query `parents`: the next larger clusters.

use crate::query::names::Subject;
use crate::query::{Answer, QueryError, Question};

super::canned!("parents");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let rows = match question.subject(0) {
        Subject::Cluster(id) => question.cluster_rows(question.graph.covers()?.upper(id))?,
        Subject::Community(id) => {
            let parent = question.communities.all[id.index()].parent;
            question.communities_where(|other, _| Some(other) == parent)
        }
    };
    Ok(Answer::new(rows, "no larger cluster contains it"))
}
