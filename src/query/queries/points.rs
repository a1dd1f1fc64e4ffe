//! Query `points`: all points, or the points of a class, with the smallest cluster of each.

use crate::base::ids::PointId;
use crate::query::{Answer, QueryError, Question};

super::canned!("points");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let (points, members, of) = (question.points, question.graph.members()?, question.class(0));
    let is_of = |point: &PointId| {
        of.is_none_or(|of| points.classes().is_some_and(|all| all.class_of(*point) == of))
    };
    let row = |point: PointId| {
        let smallest = members.containing(point).next();
        [question.point_row(point), vec![smallest.into()]].concat()
    };
    Ok(Answer::new(points.ids().filter(is_of).map(row).collect(), "nothing matches"))
}
