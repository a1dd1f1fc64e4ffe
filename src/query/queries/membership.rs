//! Query `membership`: the communities of a point, or of all points, with shares.

use crate::base::ids::{CommunityId, PointId};
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("membership");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let (only, membership) = (question.point(0), question.graph.membership()?);
    let level = |id: CommunityId| question.communities.all[id.index()].level.to_string();
    let mut rows = Vec::new();
    for (point, shares) in PointId::first(membership.len()).zip(membership) {
        if only.is_some_and(|only| only != point) {
            continue;
        }
        let mut shares = shares.clone();
        shares.sort_by(|(one, share), (other, its)| {
            level(*one).cmp(&level(*other)).then(its.total_cmp(share)).then(one.cmp(other))
        });
        let cells = shares
            .iter()
            .map(|&(id, share)| [Cell::Community(id), Cell::Text(level(id)), Cell::Real(share)]);
        let none = shares.is_empty().then_some([Cell::Nothing, Cell::Nothing, Cell::Nothing]);
        let row = |cells: [Cell; 3]| [&question.point_row(point)[..], &cells].concat();
        rows.extend(cells.chain(none).map(row));
    }
    Ok(Answer::new(rows, "nothing matches"))
}
