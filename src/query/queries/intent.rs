//! Query `intent`: the attributes of a ready context that all points of a cluster have.

use crate::dataset::Origin;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("intent");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    // The attributes of a graph of neighbours are its points.
    if question.graph.facts().origin != Origin::Ready {
        let why = "the attributes of this graph are its points; a ready context has others";
        return Ok(Answer::new(Vec::new(), why));
    }
    let context = &question.graph.context()?.context;
    let row = |attribute: u32| {
        let name = Cell::text(&context.attributes()[attribute as usize]);
        vec![name, Cell::count(context.support(attribute as usize))]
    };
    let rows = context.intent_of(&question.extent(0)?).into_iter().map(row).collect();
    Ok(Answer::new(rows, "its points share no attribute"))
}
