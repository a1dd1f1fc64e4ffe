//! Query `meet`: the largest clusters that two clusters contain, none within another.

use std::collections::BTreeSet;

use crate::base::csr::intersect;
use crate::base::ids::{ConceptId, PointId};
use crate::query::names::Subject;
use crate::query::{Answer, QueryError, Question};

super::canned!("meet");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let (members, concepts) = (question.graph.members()?, question.graph.concepts()?);
    let [one, other] = [question.cluster(0)?, question.cluster(1)?].map(|id| members.points(id));
    let common: Vec<PointId> = intersect(&one, &other).collect();
    // A cluster lies within both if the number of common points that it contains is its size.
    let mut inside: Vec<ConceptId> =
        common.iter().flat_map(|&point| members.containing(point)).collect();
    inside.sort_unstable();
    let counted = inside.chunk_by(PartialEq::eq).map(|equal| (equal[0], equal.len()));
    let within = counted.filter(|&(id, held)| concepts.size(id) as usize == held);
    let mut within: BTreeSet<ConceptId> = within.map(|(id, _)| id).collect();
    if common.is_empty() {
        // The empty cluster lies in every other.
        within.extend(concepts.get(ConceptId(0)).filter(|one| one.size == 0).map(|one| one.id));
    }
    let rows = question.cluster_rows(question.maximal(within)?.into_iter().rev())?;
    Ok(Answer::new(rows, "no cluster lies in both").with_note(question.stand_in_note()?))
}

impl Question<'_> {
    /// Returns the clusters of `ids` that no other cluster of `ids` covers, in ascending order.
    pub(super) fn maximal(&self, ids: BTreeSet<ConceptId>) -> Result<Vec<ConceptId>, QueryError> {
        let covers = self.graph.covers()?;
        let is_maximal = |id: &ConceptId| !covers.upper(*id).any(|upper| ids.contains(&upper));
        Ok(ids.iter().copied().filter(is_maximal).collect())
    }

    /// Describes which clusters stand for the communities among the first two arguments.
    pub(super) fn stand_in_note(&self) -> Result<Option<String>, QueryError> {
        let mut all = Vec::new();
        for subject in [self.subject(0), self.subject(1)] {
            if let Subject::Community(id) = subject {
                let cluster = self.dictionary.cluster(subject)?;
                all.push(format!("{cluster} for {}", self.communities.name(id)));
            }
        }
        Ok((!all.is_empty()).then(|| format!("the clusters most like them: {}", all.join(", "))))
    }
}
