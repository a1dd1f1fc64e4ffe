//! Query `concept`: one cluster or community.

use super::rows;
use crate::query::names::Subject;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("concept");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let (mut row, parents, children, cohesion) = match question.subject(0) {
        Subject::Cluster(id) => {
            let covers = question.graph.covers()?;
            let Some(concept) = question.graph.concept(id)? else { return Ok(Answer::default()) };
            let cohesion = concept.cohesion;
            (rows::cluster_row(&concept), covers.upper(id).len(), covers.lower(id).len(), cohesion)
        }
        Subject::Community(id) => {
            let one = &question.communities.all[id.index()];
            let children = question.communities_where(|_, other| other.parent == Some(id)).len();
            let row = rows::community_row(question.communities, id);
            (row, usize::from(one.parent.is_some()), children, one.cohesion)
        }
    };
    row.extend([Cell::count(parents), Cell::count(children), Cell::real(cohesion)]);
    Ok(Answer::new(vec![row], "nothing matches"))
}
