//! Formal contexts as transactions, `.dat`: the format of the Frequent Itemset Mining
//! Implementations repository (Goethals and Zaki, 2003).
//!
//! One object a line, its attributes as whole numbers separated by blanks; a blank line is an
//! object without any. The format holds no names: objects are `d1` to `dn`, and the attributes are
//! the numbers that occur, sorted, each named by itself.
//!
//! Invariant: reading back what was written gives the same rows, up to the names and to attributes
//! that no object has.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use super::FormalContext;
use crate::csr::Csr;
use crate::input_error::{InputError, Location};
use crate::points::Points;
use crate::table::source::{self, quoted};

/// Reads a context from a file, or from standard input where the path is `-`.
///
/// # Errors
/// As [`parse`], or when the file cannot be read.
pub fn read(path: &Path) -> Result<(FormalContext, Points), InputError> {
    let source = source::load(path)?;
    parse(&source.bytes, &source.file)
}

/// The context in the bytes, and its numbered objects; `file` is their name in errors.
///
/// # Errors
/// When there is no line or something that is not an item: a whole number below 2^32.
pub fn parse(bytes: &[u8], file: &str) -> Result<(FormalContext, Points), InputError> {
    let mut lists = Csr::default();
    let mut items = Vec::new();
    for (number, line) in (1..).zip(source::text(bytes, file)?.lines()) {
        for word in line.split_ascii_whitespace() {
            match item(word) {
                Ok(item) => items.push(item),
                Err((found, remedy)) => {
                    return Err(InputError::data(file, Location::Line(number), found, remedy));
                }
            }
        }
        lists.push(items.drain(..));
    }
    let mut occurring: Vec<u32> = lists.iter().flatten().copied().collect();
    occurring.sort_unstable();
    occurring.dedup();
    let attribute =
        |item| occurring.binary_search(item).expect("every item that occurs was collected") as u32;
    let rows = lists.iter().map(|list| list.iter().map(attribute).collect());
    let names = occurring.iter().map(u32::to_string).collect();
    Ok((FormalContext::new(names, rows), Points::numbered(lists.len(), None)))
}

/// The item that a word is, or what it is instead and the remedy.
fn item(word: &str) -> Result<u32, (String, &'static str)> {
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let whole = "items are whole numbers from 0, separated by spaces";
    match word.parse() {
        _ if word.strip_prefix('-').is_some_and(digits) => {
            Err((format!("found {}, a negative number", quoted(word)), whole))
        }
        _ if !digits(word) => Err((format!("found {}, not an item", quoted(word)), whole)),
        Ok(item) => Ok(item),
        Err(_) => {
            let found = format!("found {}, too large a number", quoted(word));
            Err((found, "number the items below 4294967296"))
        }
    }
}

/// Writes a context: its attributes by name where the names are distinct numbers as this format
/// has them, else by their place from 0.
///
/// # Errors
/// When writing fails.
pub fn write(context: &FormalContext, out: &mut impl Write) -> io::Result<()> {
    let numbers = numbers(context.attributes());
    let mut line = String::new();
    for row in context.rows().iter() {
        let mut items: Vec<u32> = match &numbers {
            Some(numbers) => row.iter().map(|&j| numbers[j as usize]).collect(),
            None => row.to_vec(),
        };
        items.sort_unstable();
        line.clear();
        for item in items {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&item.to_string());
        }
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// The names as items, where they are distinct and each is how its number is written.
fn numbers(names: &[String]) -> Option<Vec<u32>> {
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
            let (context, points) = parse(text.as_bytes(), "f").expect(text);
            assert_eq!(context.attributes(), attributes, "{text:?}");
            assert_eq!(context.rows().iter().collect::<Vec<_>>(), expected, "{text:?}");
            assert_eq!(points, Points::numbered(expected.len(), None));
        }
    }

    #[test]
    fn every_fault_is_told_by_line() {
        let whole = "items are whole numbers from 0, separated by spaces";
        let specification: [(&[u8], String); 9] = [
            (b"", "f: the file is empty; check that it was written".into()),
            (b"1\n2 a3\n", format!("f, line 2: found \"a3\", not an item; {whole}")),
            (b"1,2\n", format!("f, line 1: found \"1,2\", not an item; {whole}")),
            (b"1.5\n", format!("f, line 1: found \"1.5\", not an item; {whole}")),
            (b"+1\n", format!("f, line 1: found \"+1\", not an item; {whole}")),
            (b"\n\n1 -2\n", format!("f, line 3: found \"-2\", a negative number; {whole}")),
            (
                b"4294967296\n",
                "f, line 1: found \"4294967296\", too large a number; \
                 number the items below 4294967296"
                    .into(),
            ),
            (
                b"1\n\x002\n",
                "f, line 2: a NUL byte, this is not text; give a text file in UTF-8".into(),
            ),
            (b"1\n\xFF\n", "f, line 2: this is not UTF-8; save the file as UTF-8".into()),
        ];
        for (bytes, expected) in specification {
            let error = parse(bytes, "f").expect_err(&expected);
            assert_eq!((error.to_string(), error.usage), (expected, false));
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
            let (context, points) = parse(text.as_bytes(), "f").expect("items");
            prop_assert_eq!(written(&context), text.clone());
            prop_assert_eq!(parse(written(&context).as_bytes(), "f"), Ok((context, points)));
        }

        #[test]
        fn no_input_panics(text in "[0-9 \\t\\r\\n.-]{0,40}") {
            let _ = parse(text.as_bytes(), "f");
        }
    }
}
