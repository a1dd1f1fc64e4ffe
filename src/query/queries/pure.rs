//! Query `pure`: the largest clusters in which a class has at least a given share, none within
//! another.

use crate::base::csr::intersect;
use crate::base::ids::{ConceptId, PointId};
use crate::query::{Answer, QueryError, Question};

super::canned!("pure");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let Some(class) = question.class(0) else { return Ok(Answer::default()) };
    let (concepts, members) = (question.graph.concepts()?, question.graph.members()?);
    let size = u32::try_from(question.count(2)).unwrap_or(u32::MAX);
    let chosen = concepts.with_class_share(class, question.share(1), size).collect();
    let mut candidates = question.maximal(chosen)?.into_iter().rev();
    let mut maximal: Vec<(ConceptId, Vec<PointId>)> = Vec::new();
    while let Some(id) = candidates.next().filter(|_| maximal.len() < question.count(3)) {
        let own = members.points(id);
        let within = |larger: &Vec<PointId>| intersect(&own, larger).count() == own.len();
        if !maximal.iter().any(|(_, larger)| within(larger)) {
            maximal.push((id, own));
        }
    }
    // The remaining candidates may lie within the chosen clusters, so the total is not known.
    let total = (candidates.len() == 0).then_some(maximal.len() as u64);
    let rows = question.cluster_rows(maximal.into_iter().map(|(id, _)| id))?;
    Ok(Answer { total, ..Answer::new(rows, "nothing matches") })
}
