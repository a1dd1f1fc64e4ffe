//! Query `parents`: the next larger clusters.

use crate::query::names::Subject;
use crate::query::{Answer, Error, Question};

super::canned!("parents");

fn answer(question: &Question<'_>) -> Result<Answer, Error> {
    let rows = match question.subject(0) {
        Subject::Cluster(id) => question.clusters(question.graph.covers()?.upper(id))?,
        Subject::Community(id) => {
            let parent = question.communities.all[id.index()].parent;
            question.communities_that(|other, _| Some(other) == parent)
        }
    };
    Ok(Answer::new(rows, "nothing larger holds it"))
}
