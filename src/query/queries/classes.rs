//! Query `classes`: statistics of the classes over the clusters.

use super::NO_CLASSES;
use crate::base::ids::ClassId;
use crate::graph::ClassFacts;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("classes");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let classes = question.graph.classes()?;
    let row = |(id, class): (ClassId, &ClassFacts)| {
        vec![
            Cell::Class(id),
            Cell::count(class.size),
            Cell::count(class.concepts),
            class.largest_pure.into(),
            Cell::real(class.dendrogram_purity),
            Cell::real(class.chance),
        ]
    };
    let rows = ClassId::first(classes.len()).zip(classes).map(row).collect();
    Ok(Answer::new(rows, NO_CLASSES))
}
