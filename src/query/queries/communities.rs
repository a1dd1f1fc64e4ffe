//! Query `communities`: the groups of points that stand apart, their parts and their joins.

use crate::base::ids::CommunityId;
use crate::communities::Community;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("communities");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let all = &question.communities.all;
    let row = |(id, one): (CommunityId, &Community)| {
        let (class, purity) = one.majority_and_purity.unzip();
        let typical = match one.typical.is_empty() {
            true => Cell::Nothing,
            false => Cell::text(one.typical.join(", ")),
        };
        vec![
            Cell::Community(id),
            Cell::text(&one.title),
            Cell::count(one.points),
            Cell::real(purity),
            class.into(),
            Cell::real(one.separation),
            Cell::text(one.level.to_string()),
            one.parent.into(),
            Cell::count(one.touching),
            Cell::real(one.cohesion),
            one.cluster.into(),
            one.apart.as_ref().map_or(Cell::Nothing, Cell::text),
            typical,
        ]
    };
    let first = CommunityId::first(all.len()).zip(all).take(question.count(0));
    let why = "no two points have anything in common, so there are no communities";
    let has_side = |apart: &String| apart.contains(" above") || apart.contains(" below");
    let sides = match all.iter().filter_map(|one| one.apart.as_ref()).any(has_side) {
        true => " above, below: standard deviations from the mean of all points",
        false => "",
    };
    let note = question.graph.findings()? + sides;
    Ok(Answer::with_total(all.len(), first.map(row).collect(), why).with_note(note))
}
