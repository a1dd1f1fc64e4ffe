//! Query `boundary`: points by the first cluster that holds them and a point of another class.

use super::NO_CLASSES;
use crate::base::ids::{ConceptId, PointId};
use crate::graph::Concept;
use crate::query::{Answer, QueryError, Question};

super::canned!("boundary");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let (concepts, members) = (question.graph.concepts()?, question.graph.members()?);
    let mut is_met = vec![false; question.points.len()];
    let mut found: Vec<(ConceptId, PointId)> = Vec::new();
    let is_mixed = |one: &Concept| one.majority_and_purity().is_some_and(|of| of.1 < 1.0);
    for concept in concepts.iter().filter(is_mixed) {
        for point in members.points(concept.id) {
            if !std::mem::replace(&mut is_met[point.index()], true) {
                found.push((concept.id, point));
            }
        }
        if found.len() == is_met.len() {
            break;
        }
    }
    let (total, mut rows) = (found.len(), Vec::new());
    for &(id, point) in found.iter().take(question.count(0)) {
        rows.push([question.point_row(point), question.cluster_rows([id])?.concat()].concat());
    }
    let why = match question.points.classes() {
        None => NO_CLASSES,
        Some(_) => "nothing matches",
    };
    Ok(Answer::with_total(total, rows, why))
}
