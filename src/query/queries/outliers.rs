//! Query `outliers`: the points by their outlier scores, each with its main group and the distance
//! to its nearest point.

use crate::base::ids::PointId;
use crate::communities::main_group;
use crate::outliers::points_by_score;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("outliers");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let (points, near) = (question.points, question.graph.near_points()?);
    let (membership, scores) = (question.graph.membership()?, points.outlier_scores());
    let all = points_by_score(points);
    let row = |&point: &PointId| {
        let group = main_group(question.communities, &membership[point.index()]);
        let distance = near.nearest(point).next().and_then(|(_, distance)| distance);
        let found = group.map(|(group, _)| group).into();
        let cells = vec![found, Cell::Real(scores[point.index()]), Cell::real(distance)];
        [question.point_row(point), cells].concat()
    };
    let rows = all.iter().take(question.count(0)).map(row).collect();
    let note = match near.distances.is_empty() {
        false => "outlier: 0.5 for a neighbourhood twice as wide as usual in the group",
        true => "outlier: without distances, by how few points share a point's neighbours",
    };
    let far = question.graph.far_sentence()?.map_or(String::new(), |far| format!("{far} "));
    Ok(Answer::with_total(all.len(), rows, "nothing matches").with_note(format!("{far}{note}")))
}
