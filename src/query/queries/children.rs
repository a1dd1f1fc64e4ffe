//! Query `children`: the next smaller clusters.

use crate::query::names::Subject;
use crate::query::{Answer, Error, Question};

super::canned!("children");

fn answer(question: &Question<'_>) -> Result<Answer, Error> {
    let rows = match question.subject(0) {
        Subject::Cluster(id) => question.clusters(question.graph.covers()?.lower(id))?,
        Subject::Community(id) => question.communities_that(|_, one| one.parent == Some(id)),
    };
    Ok(Answer::new(rows, "nothing smaller is in it"))
}
