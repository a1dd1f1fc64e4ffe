//! Query `between`: the points between two communities, or between any two groups.
//!
//! The rank of a point is its smaller share times the separation of the two communities. Between
//! groups that hardly stand apart every point is between them, and the separation is small.

use crate::base::ids::{CommunityId, PointId};
use crate::query::bind::Argument;
use crate::query::{Answer, Cell, QueryError, Question, QuestionError};

super::canned!("between");

struct SharedPoint {
    rank: f64,
    point: PointId,
    /// The community with the larger share, then that with the smaller one.
    two: [(CommunityId, f64); 2],
    separation: Option<f64>,
}

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let (communities, membership) = (question.communities, question.graph.membership()?);
    let two = match (&question.arguments[0], &question.arguments[1]) {
        (Argument::Community(one), Argument::Community(other)) if one == other => {
            return Err(QuestionError::RepeatedName(communities.name(*one).to_owned()).into());
        }
        (Argument::Community(one), Argument::Community(other)) => Some([*one, *other]),
        (Argument::Community(one), _) => {
            let (other, before) = (&question.query.parameters[1], communities.name(*one));
            return Err(question.dictionary.missing_error(other, &[before.to_owned()]).into());
        }
        _ => None,
    };
    let mut shares: Vec<Vec<(CommunityId, f64)>> = vec![Vec::new(); membership.len()];
    let groups = || CommunityId::first(communities.groups().len()).collect();
    for id in two.map_or_else(groups, |two| two.to_vec()) {
        for (point, share) in communities.members(membership, id) {
            shares[point.index()].push((id, share));
        }
    }
    let mut found: Vec<SharedPoint> = Vec::new();
    for (point, shares) in PointId::first(membership.len()).zip(&mut shares) {
        shares.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let [one, other, ..] = shares[..] else { continue };
        let separation = question.separation(one.0, other.0);
        let rank = other.1 * separation.unwrap_or(1.0);
        found.push(SharedPoint { rank, point, two: [one, other], separation });
    }
    // The sort is stable: of equal ranks the first point comes first.
    found.sort_by(|one, other| other.rank.total_cmp(&one.rank));
    let row = |split: &SharedPoint| {
        let mut row = question.point_row(split.point);
        for (id, share) in split.two {
            row.extend([Cell::Community(id), Cell::Real(share)]);
        }
        row.push(Cell::real(split.separation));
        row
    };
    let rows = found.iter().take(question.count(2)).map(row).collect();
    let why = match two {
        None => "no point is in more than one group",
        Some(_) => "no point is in both communities",
    };
    Ok(Answer::with_total(found.len(), rows, why))
}
