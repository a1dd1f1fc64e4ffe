//! Query `lca`: the smallest cluster that contains all of some points, the first of equally small
//! ones; in place of the cluster of all points, the smallest community with the points.

use super::rows;
use crate::base::ids::PointId;
use crate::base::name_list::quote;
use crate::base::words::join_words;
use crate::query::{Answer, Cell, QueryError, Question};
use crate::select::{self, ClusterOrCommunity};

super::canned!("lca");

/// The most points that are named.
const MAX_NAMED_POINTS: usize = 9;

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let points = question.all_points(0);
    let rows: Vec<Vec<Cell>> = question.lca(points)?.into_iter().collect();
    let note = rows.first().and_then(|row| top_note(question, points, row));
    Ok(Answer::new(rows, "no cluster is that small").with_note(note))
}

impl Question<'_> {
    pub(super) fn lca(&self, points: &[PointId]) -> Result<Option<Vec<Cell>>, QueryError> {
        Ok(match select::lca_or_community(self.graph, points)? {
            Some(ClusterOrCommunity::Cluster(id)) => self.cluster_rows([id])?.pop(),
            Some(ClusterOrCommunity::Community(id)) => {
                Some(rows::community_row(self.communities, id))
            }
            None => None,
        })
    }
}

/// Names the smallest community of points that only the cluster of all points contains.
fn top_note(question: &Question<'_>, points: &[PointId], row: &[Cell]) -> Option<String> {
    let names = points.iter().map(|&point| question.points.name(point));
    let them = match points.len() <= MAX_NAMED_POINTS {
        true => join_words(names.map(quote)),
        false => "them all".to_owned(),
    };
    let apart = format!("only the cluster of all points contains {them}");
    let all = question.points.len();
    match row[0] {
        Cell::Community(id) => {
            let word = question.communities.name(id);
            Some(format!("{apart}; {word} is the smallest community with them"))
        }
        _ => (row[1] == Cell::count(all) && all > 2).then_some(apart),
    }
}
