//! Whether one column alone decides the distances: where it spans far more than any other.

/// With this many times the span of the next column, the others hardly count.
const FAR_MORE: f64 = 10.0;

/// A column that decides the distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dominance {
    /// Which column.
    pub column: usize,
    /// From its least to its largest value.
    pub span: f64,
    /// The widest span of the other columns.
    pub next: f64,
}

/// The column whose span is far more than that of any other, if there is one. Values are row by
/// row, `dimensions` a row.
pub fn dominance(values: &[f64], dimensions: usize) -> Option<Dominance> {
    let span = |column: usize| {
        let all = || values.iter().skip(column).step_by(dimensions).copied();
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    let mut spans: Vec<(f64, usize)> =
        (0..dimensions).map(|column| (span(column), column)).collect();
    spans.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
    let &[(span, column), (next, _), ..] = &spans[..] else { return None };
    (next > 0.0 && span > FAR_MORE * next).then_some(Dominance { column, span, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_dominates_by_its_span() {
        let (column, span, next) = (1, 100.0, 2.0);
        let found = dominance(&[0.0, 900.0, 5.0, 2.0, 1000.0, 5.0], 3);
        assert_eq!(found, Some(Dominance { column, span, next }));
        assert_eq!(dominance(&[0.0, 900.0, 2.0, 910.0], 2), None);
        // A constant column cannot be outweighed.
        assert_eq!(dominance(&[1.0, 900.0, 1.0, 1000.0], 2), None);
        assert_eq!(dominance(&[1.0, 2.0], 1), None);
    }
}
