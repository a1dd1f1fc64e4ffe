//! Query `landmarks`: clusters that represent the whole graph.

use super::rows;
use crate::base::numbers::{group_thousands, pluralize};
use crate::query::{Answer, Cell, QueryError, Question};
use crate::select::landmarks::{Landmark, landmarks};

super::canned!(
    "landmarks",
    "-- title: clusters that stand for the graph: cohesive, and together joining most pairs\n\
     -- parameter: count count = 24\n\
     -- columns: concept size purity class centre cohesion held\n"
);

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let chosen = landmarks(question.graph, question.count(0))?;
    let concepts = question.graph.concepts()?;
    let row = |landmark: &Landmark| {
        let concept = concepts.get(landmark.id)?;
        let more = [Cell::real(concept.cohesion), Cell::count(landmark.points_covered)];
        Some([&rows::cluster_row(&concept)[..], &more].concat())
    };
    let note = chosen.last().map(|last| {
        let (held, all) = (last.points_covered, question.graph.facts().points);
        let clusters = pluralize(chosen.len() as u64, "cluster holds", "clusters hold");
        let few = if held == all {
            "all".to_owned()
        } else {
            format!("{} of", group_thousands(held.into()))
        };
        format!("{clusters} {few} {} points", group_thousands(all.into()))
    });
    let rows = chosen.iter().filter_map(row).collect();
    Ok(Answer::new(rows, "no cluster holds together better than chance").with_note(note))
}
