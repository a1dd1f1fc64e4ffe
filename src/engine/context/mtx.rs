//! Neighbour lists as sparse matrices, `.mtx`: the coordinate format of Matrix Market (Boisvert,
//! Pozo and Remington 1996), as written by `scipy.io.mmwrite`, R's `writeMM` and Julia.
//!
//! The stored entries of row i are the neighbours of point i, whatever their values, stored zeros
//! included. In a `symmetric` matrix an entry stands for both directions. Points are `d1` to `dn`.
//! The parser is written here, a page, since crates for this format report neither the line of a
//! fault nor a remedy.

use std::path::Path;

use super::neighbor_lists::{Link, NeighborLists};
use crate::base::ids::PointId;
use crate::base::input_error::{InputError, Location};
use crate::base::numbers::group_thousands;
use crate::base::points::Points;
use crate::table::source::{self, quote_short};

/// Reads neighbour lists from a file, or from standard input for `-`: all, or the k nearest.
pub fn read(path: &Path, k: Option<usize>) -> Result<NeighborLists, InputError> {
    source::read(path, |bytes| {
        let SparseMatrix { rows, columns, entries } = parse(bytes)?;
        if rows != columns {
            let found =
                format!("a matrix of size {} x {}", format_size(rows), format_size(columns));
            let remedy = "give a square matrix, whose rows and columns are the points";
            return Err(InputError::data(Location::Whole, found, remedy));
        }
        NeighborLists::new(Points::from_count(rows, None), entries, k)
    })
}

fn format_size(number: usize) -> String {
    group_thousands(number as u64)
}

/// A sparse matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseMatrix {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The stored entries, from row to column; the values of a pattern matrix are NaN.
    pub entries: Vec<Link>,
}

struct Header {
    has_values: bool,
    is_symmetric: bool,
}

/// Parses a matrix.
///
/// # Errors
/// Returns an error if the format, field or symmetry is another one, if an entry is malformed or
/// outside of the matrix, or if the number of entries is wrong.
pub fn parse(bytes: &[u8]) -> Result<SparseMatrix, InputError> {
    let text = source::decode_text(bytes)?;
    let mut lines = (1..).zip(text.lines());
    let header = parse_header(lines.next().map_or("", |(_, line)| line))?;
    let mut lines = lines.filter(|(_, line)| !line.starts_with('%') && !line.trim().is_empty());
    let (rows, columns, count) = parse_size(lines.next(), &header)?;
    if rows.max(columns) > text.len() {
        let found = format!("a matrix of size {} x {}", format_size(rows), format_size(columns));
        let remedy = "check the line of sizes: the file has fewer bytes";
        return Err(InputError::data(Location::Whole, found, remedy));
    }
    // A false count reserves no memory; each entry has at least four bytes.
    let room = count.min(text.len() / 4) * if header.is_symmetric { 2 } else { 1 };
    let (mut entries, mut read) = (Vec::with_capacity(room), 0);
    for (number, line) in lines {
        if read == count {
            let found = format!("more entries than {} in the line of sizes", format_size(count));
            return Err(line_error(number, found, "correct the line of sizes"));
        }
        let entry = parse_entry(line, rows, columns, &header);
        let link = entry.map_err(|(found, remedy)| line_error(number, found, remedy))?;
        entries.push(link);
        if header.is_symmetric && link.source != link.target {
            entries.push(Link { source: link.target, target: link.source, ..link });
        }
        read += 1;
    }
    if read < count {
        let found = format!("found {} of {} entries", format_size(read), format_size(count));
        return Err(InputError::data(Location::Whole, found, "check that the file is complete"));
    }
    Ok(SparseMatrix { rows, columns, entries })
}

fn line_error(line: u64, found: impl Into<String>, remedy: impl Into<String>) -> InputError {
    InputError::data(Location::Line(line), found, remedy)
}

/// Parses the header `%%MatrixMarket matrix coordinate real general`, in upper or lower case.
fn parse_header(line: &str) -> Result<Header, InputError> {
    let words: Vec<String> = line.split_ascii_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["%%matrixmarket", "matrix", format, field, symmetry] = words[..] else {
        let found =
            format!("found {}, not the first line of a Matrix Market file", quote_short(line));
        let remedy = "begin with %%MatrixMarket matrix coordinate real general";
        return Err(line_error(1, found, remedy));
    };
    let not = |what: &str, word: &str, remedy| {
        Err(line_error(1, format!("found the {what} {}", quote_short(word)), remedy))
    };
    if format == "array" {
        let remedy = "write coordinates, or the distances of all pairs as CSV";
        return not("format", format, remedy);
    }
    if format != "coordinate" {
        return not("format", format, "write coordinates");
    }
    let has_values = match field {
        "pattern" => false,
        "real" | "double" | "integer" => true,
        _ => return not("field", field, "write pattern, real or integer"),
    };
    let is_symmetric = match symmetry {
        "general" => false,
        "symmetric" => true,
        _ => return not("symmetry", symmetry, "write general or symmetric"),
    };
    Ok(Header { has_values, is_symmetric })
}

fn parse_size(
    line: Option<(u64, &str)>,
    header: &Header,
) -> Result<(usize, usize, usize), InputError> {
    let remedy = "give the numbers of rows, columns and entries";
    let Some((number, line)) = line else {
        return Err(InputError::data(Location::Whole, "the file ends after its header", remedy));
    };
    let words: Vec<Option<u32>> =
        line.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
    let [Some(rows), Some(columns), Some(count)] = words[..] else {
        return Err(line_error(
            number,
            format!("found {}, not three whole numbers", quote_short(line)),
            remedy,
        ));
    };
    if rows == 0 {
        return Err(line_error(number, "the matrix has no rows", "give one row a point"));
    }
    if header.is_symmetric && rows != columns {
        let found = format!("a symmetric matrix of size {rows} x {columns}");
        return Err(line_error(number, found, "give a square matrix, or write general"));
    }
    Ok((rows as usize, columns as usize, count as usize))
}

/// Parses an entry; the error is the finding and the remedy.
fn parse_entry(
    line: &str,
    rows: usize,
    columns: usize,
    header: &Header,
) -> Result<Link, (String, String)> {
    let wanted = match header.has_values {
        true => "a row, a column and a value",
        false => "a row and a column",
    };
    let none = || {
        let found = format!("found {}, not {wanted}", quote_short(line));
        (found, format!("write {wanted}, separated by spaces"))
    };
    let mut words = line.split_ascii_whitespace();
    let mut place = |what: &str, most: usize| {
        let number: u64 = words.next().and_then(|word| word.parse().ok()).ok_or_else(none)?;
        match PointId::from_number(i64::try_from(number).unwrap_or(0)) {
            Some(place) if place.index() < most => Ok(place),
            _ => {
                let found = format!("{what} {number} of {}", format_size(most));
                Err((found, format!("count {what}s from 1 to {}", format_size(most))))
            }
        }
    };
    let (source, target) = (place("row", rows)?, place("column", columns)?);
    let value = match header.has_values {
        true => {
            let word = words.next().ok_or_else(none)?;
            let value = word.parse().ok().filter(|value: &f64| value.is_finite());
            value.ok_or_else(|| {
                let found = format!("found {}, not a finite number", quote_short(word));
                (found, "correct it, or leave the entry out".to_owned())
            })?
        }
        false => f64::NAN,
    };
    match words.next() {
        None => Ok(Link { source, target, value }),
        Some(_) => Err(none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries(text: &str) -> Result<Vec<(u32, u32, String)>, String> {
        let matrix = parse(text.as_bytes()).map_err(|fault| fault.to_string())?;
        let shown = |link: &Link| (link.source.0, link.target.0, link.value.to_string());
        Ok(matrix.entries.iter().map(shown).collect())
    }

    #[test]
    fn fields_and_symmetries_are_read() {
        let entry = |source, target, value: &str| (source, target, value.to_owned());
        let general = "%%MatrixMarket matrix coordinate real general\n% said\n\n3 3 2\n\
                       1 2 .5\n 3\t1 -2e3 \n";
        assert_eq!(entries(general).expect("a matrix"), [entry(0, 1, "0.5"), entry(2, 0, "-2000")]);
        let symmetric = "%%matrixmarket MATRIX coordinate pattern symmetric\r\n2 2 2\r\n1 1\r\n2 1";
        let pairs = [entry(0, 0, "NaN"), entry(1, 0, "NaN"), entry(0, 1, "NaN")];
        assert_eq!(entries(symmetric).expect("a matrix"), pairs);
        let integer = "%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 7\n";
        assert_eq!(entries(integer).expect("a matrix"), [entry(0, 1, "7")]);
    }

    #[test]
    fn every_fault_is_told_by_line() {
        let header = |words: &str| format!("%%MatrixMarket matrix {words}\n2 2 1\n1 1 1\n");
        let body = |lines: &str| format!("%%MatrixMarket matrix coordinate real general\n{lines}");
        let symmetric = "%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n";
        for (text, expected) in [
            ("a,b\n1,2\n".to_owned(), "line 1: found \"a,b\""),
            (header("array real general"), "line 1: found the format \"array\""),
            (header("coordinate complex general"), "line 1: found the field \"complex\""),
            (header("coordinate real skew-symmetric"), "line 1: found the symmetry"),
            (body(""), "the file ends after its header"),
            (body("2 2\n"), "line 2: found \"2 2\", not three whole numbers"),
            (body("0 0 0\n"), "line 2: the matrix has no rows"),
            (body("2 2 1\n1 3 1\n"), "line 3: column 3 of 2"),
            (body("2 2 1\n0 1 1\n"), "line 3: row 0 of 2"),
            (body("2 2 1\n1 1\n"), "line 3: found \"1 1\", not a row, a column and a value"),
            (body("2 2 1\n1 1 1 1\n"), "line 3: found \"1 1 1 1\", not a row, a column"),
            (body("2 2 1\n1 1 nan\n"), "line 3: found \"nan\", not a finite number"),
            (body("2 2 2\n1 1 1\n"), "found 1 of 2 entries"),
            (body("2 2 1\n1 1 1\n2 2 1\n"), "line 4: more entries than 1"),
            (body("4000000000 1 1\n1 1 1\n"), "a matrix of size 4,000,000,000 x"),
            (symmetric.to_owned(), "line 2: a symmetric matrix of size 2 x 3"),
        ] {
            let fault = entries(&text).expect_err(expected);
            assert!(fault.starts_with(expected), "{fault}, not {expected}");
        }
    }

    proptest! {
        #[test]
        fn no_input_panics(text in "[%a-z0-9 \\n.-]{0,60}") {
            let _ = parse(text.as_bytes());
            let after = format!("%%MatrixMarket matrix coordinate real general\n{text}");
            let _ = parse(after.as_bytes());
        }
    }
}
