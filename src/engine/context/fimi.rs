//! Formal contexts as transactions, `.dat`: the format of the Frequent Itemset Mining
//! Implementations repository (Goethals and Zaki, 2003).
//!
//! A line is an object: its attributes as whole numbers separated by blanks. A blank line is an
//! object without attributes. The format has no names: objects are `d1` to `dn`, and the attributes
//! are the numbers that occur, sorted, each named by itself.
//!
//! Invariant: reading the output gives equal rows, up to names and attributes without objects.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use super::FormalContext;
use crate::base::csr::Csr;
use crate::base::input_error::{InputError, Location};
use crate::base::points::Points;
use crate::table::source::{self, quote_short};

/// Reads a context from a file, or from standard input if the path is `-`.
pub fn read(path: &Path) -> Result<(FormalContext, Points), InputError> {
    source::read(path, |bytes| parse(bytes))
}

/// Parses a context with numbered objects.
///
/// # Errors
/// Returns an error if there is no line, or a word that is not an item: an integer below 2^32.
pub fn parse(bytes: &[u8]) -> Result<(FormalContext, Points), InputError> {
    let mut items = Vec::new();
    let text = source::decode_text(bytes)?;
    // Most items take three bytes or more.
    let mut lists = Csr::with_capacity(0, text.len() / 3);
    for (number, line) in (1..).zip(text.lines()) {
        for word in line.split_ascii_whitespace() {
            let item = parse_item(word).map_err(|(found, remedy)| {
                InputError::data(Location::Line(number), found, remedy)
            })?;
            items.push(item);
        }
        if !items.is_sorted_by(|a, b| a < b) {
            items.sort_unstable();
            items.dedup();
        }
        lists.push(items.drain(..));
    }
    let occurring = ItemIndex::new(&lists);
    let rows = lists.map_items(|item| occurring.attribute(item));
    let names = occurring.items.iter().map(u32::to_string).collect();
    let points = Points::from_count(rows.len(), None);
    Ok((FormalContext::from_rows(names, rows), points))
}

/// The items that occur, in ascending order: the index of an item is its attribute.
struct ItemIndex {
    items: Vec<u32>,
    /// The attribute of each item; empty if the items are too sparse for a table.
    attributes: Vec<u32>,
}

impl ItemIndex {
    fn new(lists: &Csr) -> Self {
        let all = || lists.iter().flatten().copied();
        let end = all().max().map_or(0, |most| most as usize + 1);
        if end > 8 * lists.item_count() {
            let mut items: Vec<u32> = all().collect();
            items.sort_unstable();
            items.dedup();
            return Self { items, attributes: Vec::new() };
        }
        let mut attributes = vec![u32::MAX; end];
        all().for_each(|item| attributes[item as usize] = 0);
        let mut items = Vec::new();
        for (item, attribute) in (0..).zip(&mut attributes).filter(|(_, a)| **a == 0) {
            *attribute = items.len() as u32;
            items.push(item);
        }
        Self { items, attributes }
    }

    fn attribute(&self, item: u32) -> u32 {
        let found = self.attributes.get(item as usize).copied();
        let search = || self.items.binary_search(&item).expect("every item that occurs is there");
        found.unwrap_or_else(|| search() as u32)
    }
}

/// Parses an item; the error is the finding and the remedy.
fn parse_item(word: &str) -> Result<u32, (String, &'static str)> {
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let whole = "items are whole numbers from 0, separated by spaces";
    match word.parse() {
        Ok(item) if !word.starts_with('+') => Ok(item),
        _ if word.strip_prefix('-').is_some_and(digits) => {
            Err((format!("found {}, a negative number", quote_short(word)), whole))
        }
        _ if !digits(word) => Err((format!("found {}, not an item", quote_short(word)), whole)),
        _ => {
            let found = format!("found {}, too large a number", quote_short(word));
            Err((found, "number the items below 4294967296"))
        }
    }
}

/// Writes a context. Items are the names of the attributes if these are distinct numbers of the
/// format, otherwise the indices of the attributes.
pub fn write(context: &FormalContext, out: &mut impl Write) -> io::Result<()> {
    let numbers = item_numbers(context.attributes());
    let item = |attribute: usize| numbers.as_ref().map_or(attribute as u32, |all| all[attribute]);
    // Items are mostly in the order of their attributes; then a sorted row is written unchanged.
    let sorted = numbers.as_ref().is_none_or(|numbers| numbers.is_sorted());
    let words: Vec<String> =
        (0..context.attributes().len()).map(|at| format!("{} ", item(at))).collect();
    let rows: Vec<&[u32]> = context.rows().iter().collect();
    for rows in rows.chunks(BATCH_ROWS) {
        let lines = |rows: &[&[u32]]| {
            let mut lines = Vec::with_capacity(rows.iter().map(|row| row.len() * 8 + 1).sum());
            for row in rows {
                let mut row = Cow::Borrowed(*row);
                if !sorted {
                    row.to_mut().sort_unstable_by_key(|&attribute| item(attribute as usize));
                }
                let words = row.iter().map(|&attribute| words[attribute as usize].as_bytes());
                words.for_each(|word| lines.extend_from_slice(word));
                if !row.is_empty() {
                    // Removes the blank at the end.
                    lines.pop();
                }
                lines.push(b'\n');
            }
            lines
        };
        let parts: Vec<Vec<u8>> = rows.par_chunks(BATCH_ROWS / 64).map(lines).collect();
        parts.iter().try_for_each(|part| out.write_all(part))?;
    }
    Ok(())
}

/// The number of rows that are formatted in parallel before they are written.
const BATCH_ROWS: usize = 1 << 14;

/// Returns the names as items; `None` unless they are distinct numbers in canonical form.
fn item_numbers(names: &[String]) -> Option<Vec<u32>> {
    let numbers: Vec<u32> = names
        .iter()
        .map(|name| name.parse().ok().filter(|number: &u32| number.to_string() == *name))
        .collect::<Option<_>>()?;
    let distinct: HashSet<u32> = numbers.iter().copied().collect();
    (distinct.len() == numbers.len()).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection, prelude::*};

    fn written(context: &FormalContext) -> String {
        let mut out = Vec::new();
        write(context, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("digits, spaces and line ends")
    }

    #[test]
    fn the_items_that_occur_are_the_attributes() {
        let specification = [
            ("1 2\n10 2\n", vec!["1", "2", "10"], vec![vec![0, 1], vec![1, 2]]),
            ("1 2\n10 2", vec!["1", "2", "10"], vec![vec![0, 1], vec![1, 2]]),
            ("1 2 \r\n\r\n2 \r\n", vec!["1", "2"], vec![vec![0, 1], vec![], vec![1]]),
            ("\u{FEFF}5\t3  5\n", vec!["3", "5"], vec![vec![0, 1]]),
            ("1\n\n", vec!["1"], vec![vec![0], vec![]]),
            ("\n1\n", vec!["1"], vec![vec![], vec![0]]),
            ("\n", vec![], vec![vec![]]),
            ("007 4294967295", vec!["7", "4294967295"], vec![vec![0, 1]]),
        ];
        for (text, attributes, expected) in specification {
            let (context, points) = parse(text.as_bytes()).expect(text);
            assert_eq!(context.attributes(), attributes, "{text:?}");
            assert_eq!(context.rows().iter().collect::<Vec<_>>(), expected, "{text:?}");
            assert_eq!(points, Points::from_count(expected.len(), None));
        }
    }

    #[test]
    fn every_fault_is_told_by_line() {
        for (bytes, expected) in [
            (&b""[..], "the file is empty"),
            (b"1\n2 a3\n", "line 2: found \"a3\", not an item"),
            (b"1,2\n", "line 1: found \"1,2\", not an item"),
            (b"1.5\n", "line 1: found \"1.5\", not an item"),
            (b"+1\n", "line 1: found \"+1\", not an item"),
            (b"\n\n1 -2\n", "line 3: found \"-2\", a negative number"),
            (b"4294967296\n", "line 1: found \"4294967296\", too large a number"),
            (b"1\n\x002\n", "line 2: found a NUL byte"),
            (b"1\n\xFF\n", "line 2: this is not UTF-8"),
        ] {
            let error = parse(bytes).expect_err(expected);
            assert!(error.to_string().starts_with(expected), "{error}, not {expected}");
        }
    }

    #[test]
    fn attributes_are_written_by_number_or_by_place() {
        let rows = || [vec![0, 2], vec![], vec![1, 2]];
        let of = |names: [&str; 3]| {
            written(&FormalContext::new(names.map(str::to_owned).to_vec(), rows()))
        };
        assert_eq!(of(["7", "0", "3"]), "3 7\n\n0 3\n");
        let by_place = "0 2\n\n1 2\n";
        assert_eq!(of(["d1", "d2", "d3"]), by_place);
        assert_eq!(of(["1", "2", "02"]), by_place);
        assert_eq!(of(["1", "2", "1"]), by_place);
        assert_eq!(of(["1", "2", "-3"]), by_place);
        assert_eq!(of(["1", "2", "4294967296"]), by_place);
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            rows in collection::vec(collection::btree_set(any::<u32>(), 0..6), 1..8)
        ) {
            let lines = rows.iter().map(|row| {
                row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n"
            });
            let text: String = lines.collect();
            let (context, points) = parse(text.as_bytes()).expect("items");
            prop_assert_eq!(written(&context), text.clone());
            prop_assert_eq!(parse(written(&context).as_bytes()), Ok((context, points)));
        }

        #[test]
        fn no_input_panics(text in "[0-9 \\t\\r\\n.-]{0,40}") {
            let _ = parse(text.as_bytes());
        }
    }
}
