//! Query `purity`: the share of each class in a cluster or a community.

use super::NO_CLASSES;
use crate::base::ids::ClassId;
use crate::purity::ClassCounts;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("purity");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let Some(classes) = question.points.classes() else {
        return Ok(Answer::new(Vec::new(), NO_CLASSES));
    };
    let counts = ClassCounts::from_points(&question.extent(0)?, classes);
    let row = |(class, &count): (ClassId, &u32)| {
        vec![Cell::Class(class), Cell::count(count), Cell::real(counts.purity_in(class))]
    };
    let rows = ClassId::first(counts.counts().len()).zip(counts.counts()).map(row).collect();
    Ok(Answer::new(rows, NO_CLASSES))
}
