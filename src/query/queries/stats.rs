//! Query `stats`: the numbers of clusters and covers by cluster size.

use crate::graph::OfSize;
use crate::query::{Answer, Cell, Error, Question};

super::canned!("stats");

fn answer(question: &Question<'_>) -> Result<Answer, Error> {
    let row = |of: OfSize| {
        let purity = of.purity.map(|purity| (purity * 1e6).round() / 1e6);
        let counts = [u64::from(of.size), of.concepts, of.covers].map(Cell::Count);
        [&counts[..], &[Cell::real(purity)]].concat()
    };
    let sizes = question.graph.concepts()?.by_size(question.graph.covers()?);
    Ok(Answer::new(sizes.into_iter().map(row).collect(), "nothing matches"))
}
