//! Which sign separates the cells: comma, semicolon, tab or bar.
//!
//! The first lines are split by each, quotes respected. Of the signs that split them all into the
//! same number of cells, more than one, that wins whose cells are numbers most often (a decimal
//! comma counts, so that `1,5;2,5` is two cells and not three). Where none splits them alike the
//! first line decides, and the reader then reports the ragged row.

use super::records::TextRecords;
use crate::base::numerals::{Numerals, number};

/// The signs in question; a tie goes to the earlier one.
const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How many lines are looked at.
const LINES: usize = 20;

/// The first lines as one of the signs splits them.
struct Split {
    delimiter: u8,
    /// Cells in each line.
    widths: Vec<usize>,
    /// The share of cells that are numbers.
    numeric: f64,
}

impl Split {
    fn new(text: &str, delimiter: u8) -> Self {
        let mut records = TextRecords::new(text, delimiter);
        let (mut widths, mut numbers) = (Vec::new(), 0);
        while widths.len() < LINES && records.next() {
            let cells = records.cells();
            widths.push(cells.len());
            let other = |cell: &str| !Numerals::default().others(cell).is_empty();
            numbers += cells.iter().filter(|cell| number(cell).is_some() || other(cell)).count();
        }
        let numeric = numbers as f64 / widths.iter().sum::<usize>().max(1) as f64;
        Self { delimiter, widths, numeric }
    }

    fn first(&self) -> usize {
        self.widths.first().copied().unwrap_or(0)
    }

    fn is_even(&self) -> bool {
        self.first() > 1 && self.widths.iter().all(|&width| width == self.first())
    }
}

/// The sign that separates the cells of the text; a comma where there is one column only.
pub(super) fn delimiter(text: &str) -> u8 {
    // Reversed, since of equal ones the last is the maximum.
    let splits = CANDIDATES.iter().rev().map(|&candidate| Split::new(text, candidate));
    let best = splits.max_by(|a, b| match (a.is_even(), b.is_even()) {
        (true, true) => a.numeric.total_cmp(&b.numeric),
        (false, false) => a.first().cmp(&b.first()),
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
            assert_eq!(delimiter(text), expected, "{text:?}");
        }
    }
}
