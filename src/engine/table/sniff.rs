//! Detection of the delimiter of a table: comma, semicolon, tab or bar.
//!
//! The first lines are split by each candidate, with regard to quotes. Among the candidates that
//! split all lines into one number of cells, more than one, the one with the largest share of
//! numeric cells wins (a decimal comma counts, so that `1,5;2,5` has two cells and not three). If
//! there is no such candidate, the first line decides, and the reader then reports the ragged row.

use super::records::TextRecords;
use crate::base::numerals::{Numerals, parse_number};

/// The candidate delimiters; a tie goes to the earlier one.
const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];

const MAX_LINES: usize = 20;

struct DelimiterSplit {
    delimiter: u8,
    widths: Vec<usize>,
    numeric: f64,
}

impl DelimiterSplit {
    fn new(text: &str, delimiter: u8) -> Self {
        let mut records = TextRecords::new(text, delimiter);
        let (mut widths, mut numbers) = (Vec::new(), 0);
        while widths.len() < MAX_LINES && records.next() {
            let cells = records.cells();
            widths.push(cells.len());
            let other = |cell: &str| !Numerals::default().alternatives(cell).is_empty();
            numbers +=
                cells.iter().filter(|cell| parse_number(cell).is_some() || other(cell)).count();
        }
        let numeric = numbers as f64 / widths.iter().sum::<usize>().max(1) as f64;
        Self { delimiter, widths, numeric }
    }

    fn first_width(&self) -> usize {
        self.widths.first().copied().unwrap_or(0)
    }

    fn is_even(&self) -> bool {
        self.first_width() > 1 && self.widths.iter().all(|&width| width == self.first_width())
    }
}

/// Returns the delimiter of a text; a comma if there is only one column.
pub(super) fn detect_delimiter(text: &str) -> u8 {
    // Reversed, since `max_by` returns the last of equal elements.
    let splits = CANDIDATES.iter().rev().map(|&candidate| DelimiterSplit::new(text, candidate));
    let best = splits.max_by(|a, b| match (a.is_even(), b.is_even()) {
        (true, true) => a.numeric.total_cmp(&b.numeric),
        (false, false) => a.first_width().cmp(&b.first_width()),
        (a, b) => a.cmp(&b),
    });
    best.map_or(CANDIDATES[0], |split| split.delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_that_splits_all_lines_alike_wins() {
        let specification = [
            ("a,b\n1,2\n", b','),
            ("a;b\n1;2\n", b';'),
            ("a\tb\n1\t2\n", b'\t'),
            ("a|b\n1|2\n", b'|'),
            ("a;b;c\n1,5;2,5;3,5\n", b';'),
            ("1,5;2,5\n3,5;4,5\n", b';'),
            ("1,5\t2,5\n3,5\t4,5\n", b'\t'),
            ("1,\t2,\t3\n4,\t5,\t6\n", b','),
            ("\"a;b\",c\n\"1;2\",3\n", b','),
            ("\"a,b\";c;d\n\"1,2\";3;4\n", b';'),
            ("a\n1\n2\n", b','),
            ("a;b;c\n1;2\n", b';'),
            ("a,b,c\n1,2\n3,4,5\n", b','),
            ("a\tb\n\n  \n1\t2\n", b'\t'),
        ];
        for (text, expected) in specification {
            assert_eq!(detect_delimiter(text), expected, "{text:?}");
        }
    }
}
