//! Query `stats`: the numbers of clusters and covers by cluster size.

use crate::graph::SizeStatistics;
use crate::query::{Answer, Cell, QueryError, Question};

super::canned!("stats");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    let row = |of: SizeStatistics| {
        let purity = of.purity.map(|purity| (purity * 1e6).round() / 1e6);
        let counts = [u64::from(of.size), of.concepts, of.covers].map(Cell::Count);
        [&counts[..], &[Cell::real(purity)]].concat()
    };
    let sizes = question.graph.concepts()?.size_statistics(question.graph.covers()?);
    Ok(Answer::new(sizes.into_iter().map(row).collect(), "nothing matches"))
}
