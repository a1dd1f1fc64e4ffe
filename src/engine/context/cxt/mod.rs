//! Formal contexts in Burmeister's format, `.cxt`.
//!
//! A file has a line `B`, a line with the name of the context (mostly blank, sometimes absent), the
//! number of objects and the number of attributes, the names of both, one on each line, and a row
//! of `X` and `.` for each object. The format is that of ConImp (Burmeister, *Formal concept
//! analysis with ConImp*, 2003), which most programs of formal concept analysis exchange.
//!
//! Invariant: names are distinct and not empty, and have no blanks at their ends. Blank lines
//! between the parts are skipped; a blank line inside a part is an error.

use std::collections::HashMap;
use std::path::Path;

mod write;

pub use write::{CELL_BYTES, write};

use super::FormalContext;
use crate::base::input_error::{InputError, Location};
use crate::base::points::Points;
use crate::table::source::{self, quote_short};

/// Reads a context from a file, or from standard input if the path is `-`.
pub fn read(path: &Path) -> Result<(FormalContext, Points), InputError> {
    source::read(path, |bytes| parse(bytes))
}

/// Parses a context and its named objects.
///
/// # Errors
/// Returns the first fault of the format, with its line.
pub fn parse(bytes: &[u8]) -> Result<(FormalContext, Points), InputError> {
    let mut lines = Lines::new(source::decode_text(bytes)?);
    let (objects, attributes) = lines.read_header()?;
    let objects = lines.read_names("object", objects)?;
    let attributes = lines.read_names("attribute", attributes)?;
    let rows = lines.read_rows(&objects, attributes.len())?;
    lines.skip_blank();
    if let Some((line, rest)) = lines.next() {
        return lines.line_error(line, format!("found {} after the last row", quote_short(rest)));
    }
    let points = Points::from_names(objects, None).expect("names were checked line by line");
    Ok((FormalContext::new(attributes, rows), points))
}

struct Lines<'a> {
    lines: Vec<&'a str>,
    at: usize,
    /// The lines of the two counts, for the remedy.
    count_lines: Option<(u64, u64)>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let lines = text.trim_end().lines().map(str::trim).collect();
        Self { lines, at: 0, count_lines: None }
    }

    fn next(&mut self) -> Option<(u64, &'a str)> {
        let line = *self.lines.get(self.at)?;
        self.at += 1;
        Some((self.at as u64, line))
    }

    fn skip_blank(&mut self) {
        self.at += self.lines[self.at..].iter().take_while(|line| line.is_empty()).count();
    }

    fn remedy(&self) -> String {
        match self.count_lines {
            None => "check that this is a Burmeister context (.cxt)".into(),
            Some((objects, attributes)) => {
                format!("correct it, or the counts on lines {objects} and {attributes}")
            }
        }
    }

    fn line_error<T>(&self, line: u64, found: String) -> Result<T, InputError> {
        Err(InputError::data(Location::Line(line), found, self.remedy()))
    }

    fn end_error<T>(&self, missing: String) -> Result<T, InputError> {
        let found = format!("the file ends where {missing} is expected");
        Err(InputError::data(Location::Whole, found, self.remedy()))
    }

    /// Reads the line `B`, the name and the two counts; returns the counts.
    fn read_header(&mut self) -> Result<(u32, u32), InputError> {
        self.skip_blank();
        match self.next() {
            None => return self.end_error("the line B".into()),
            Some((_, "B")) => {}
            Some((line, found)) => {
                return self.line_error(
                    line,
                    format!("found {} where the line B is expected", quote_short(found)),
                );
            }
        }
        // The name line may be absent: then the two counts follow at once and no third number does,
        // which would make the first one a name.
        let count = |line: usize| self.lines.get(line).is_some_and(|l| l.parse::<u32>().is_ok());
        let named = !(count(self.at) && count(self.at + 1) && !count(self.at + 2));
        if named {
            self.next();
        }
        let (objects, first) = self.read_count("objects")?;
        let (attributes, second) = self.read_count("attributes")?;
        if objects == 0 {
            return self.line_error(first, "the context has no objects".into());
        }
        self.count_lines = Some((first, second));
        Ok((objects, attributes))
    }

    fn read_count(&mut self, of: &str) -> Result<(u32, u64), InputError> {
        self.skip_blank();
        let Some((line, found)) = self.next() else {
            return self.end_error(format!("the number of {of}"));
        };
        let Ok(count) = found.parse() else {
            let found =
                format!("found {} where the number of {of} is expected", quote_short(found));
            return self.line_error(line, found);
        };
        Ok((count, line))
    }

    fn read_names(&mut self, of: &str, count: u32) -> Result<Vec<String>, InputError> {
        let mut names = Vec::new();
        let mut known = HashMap::new();
        if count > 0 {
            self.skip_blank();
        }
        for i in 1..=count {
            let Some((line, name)) = self.next() else {
                return self.end_error(format!("the name of {of} {i} of {count}"));
            };
            if name.is_empty() {
                return self.line_error(line, format!("no name for {of} {i} of {count}"));
            }
            if let Some((j, earlier)) = known.insert(name, (i, line)) {
                let name = quote_short(name);
                let found = format!("{of} {i} has the name of {of} {j} on line {earlier}, {name}");
                let place = Location::Line(line);
                let remedy = format!("give every {of} its own name");
                return Err(InputError::data(place, found, remedy));
            }
            names.push(name.to_owned());
        }
        Ok(names)
    }

    fn read_rows(
        &mut self,
        objects: &[String],
        attributes: usize,
    ) -> Result<Vec<Vec<u32>>, InputError> {
        if attributes == 0 {
            return Ok(vec![Vec::new(); objects.len()]);
        }
        self.skip_blank();
        let mut rows = Vec::new();
        for (i, object) in (1..).zip(objects) {
            let Some((line, row)) = self.next() else {
                return self.end_error(format!("the row of object {i} of {}", objects.len()));
            };
            let whose = || format!("the row of object {i}, {}", quote_short(object));
            if let Some(sign) = row.chars().find(|sign| !['X', 'x', '.'].contains(sign)) {
                return self
                    .line_error(line, format!("found {sign:?}, not X or ., in {}", whose()));
            }
            if row.len() != attributes {
                let found = format!("{} has length {}, not {attributes}", whose(), row.len());
                return self.line_error(line, found);
            }
            let crosses = (0..).zip(row.bytes()).filter(|&(_, sign)| sign != b'.');
            rows.push(crosses.map(|(attribute, _)| attribute).collect());
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_context_in_every_dress_is_the_same() {
        let dresses = [
            "B\n\n2\n3\n\ntwo words\né\n1\n2\n3\nX.X\n...\n",
            "B\n\n2\n3\n\ntwo words\né\n1\n2\n3\nX.X\n...",
            "\u{FEFF}B\r\n\r\n2\r\n3\r\n\r\ntwo words\r\né\r\n1\r\n2\r\n3\r\nX.X\r\n...\r\n",
            "B\nthe name\n2\n3\n\ntwo words\né\n1\n2\n3\nx.x\n...\n\n",
            "B\n1999\n2\n3\n\ntwo words\né\n1\n2\n3\nX.X\n...\n",
            "B\n2\n3\n\ntwo words\né\n1\n2\n3\nX.X\n...\n",
            "B\n2\n3\ntwo words\né\n1\n2\n3\nX.X\n...\n",
            "\nB \n\n\n 2\n\n3 \n\n\n two words\né \n\n1\n2\n3\n\nX.X \n...\n\n",
        ];
        for dress in dresses {
            let (context, points) = parse(dress.as_bytes()).expect(dress);
            let same = FormalContext::new(
                ["1", "2", "3"].map(str::to_owned).to_vec(),
                [vec![0, 2], vec![]],
            );
            assert_eq!(context, same, "{dress:?}");
            assert_eq!(points.names(), ["two words", "é"], "{dress:?}");
        }
    }

    #[test]
    fn a_context_may_have_no_attributes() {
        for text in ["B\n\n2\n0\n\na\nb\n\n\n", "B\n\n2\n0\na\nb"] {
            let (context, points) = parse(text.as_bytes()).expect(text);
            assert_eq!(context, FormalContext::new(Vec::new(), [vec![], vec![]]));
            assert_eq!(points.names(), ["a", "b"]);
        }
    }

    #[test]
    fn every_fault_is_told_by_line() {
        for (text, expected) in [
            ("", "the file is empty"),
            ("\n \n", "the file ends where the line B"),
            ("x,y\n", "line 1: found \"x,y\" where the line B"),
            ("B\n", "the file ends where the number of objects"),
            ("B\n\nno\n3\n", "line 3: found \"no\" where the number of objects"),
            ("B\n\n-1\n3\n", "line 3: found \"-1\""),
            ("B\n\n1\n", "the file ends where the number of attributes"),
            ("B\n\n1\n4294967296\n", "line 4: found \"4294967296\""),
            ("B\n\n0\n1\n\na\n", "line 3: the context has no objects"),
            ("B\n\n3\n1\n\na\nb\n", "the file ends where the name of object 3 of 3"),
            ("B\n\n1\n4000000000\n\na\n", "the file ends where the name of attribute 1"),
            ("B\n\n2\n1\n\na\n\nx\nX\nX\n", "line 7: no name for object 2 of 2"),
            (
                "B\n\n3\n1\n\na\nb\na \nx\nX\nX\nX\n",
                "line 8: object 3 has the name of object 1 on line 6, \"a\"",
            ),
            ("B\n\n1\n2\n\na\nx\nx\nXX\n", "line 8: attribute 2 has the name of attribute 1"),
            ("B\n\n2\n1\n\na\nb\nx\nX\n", "the file ends where the row of object 2 of 2"),
            ("B\n\n1\n2\n\na\nx\ny\nX\n", "line 9: the row of object 1, \"a\" has length 1"),
            ("B\n\n1\n2\n\na\nx\ny\nXX.\n", "line 9: the row of object 1, \"a\" has length 3"),
            ("B\n\n2\n1\n\na\nb\nx\nX\n\n", "the file ends where the row of object 2 of 2"),
            ("B\n\n1\n1\n\na\nx\né\n", "line 8: found 'é', not X or ."),
            ("B\n\n1\n1\n\na\nx\nX\n\nX\n", "line 10: found \"X\" after the last row"),
        ] {
            let error = parse(text.as_bytes()).expect_err(expected);
            assert!(error.to_string().starts_with(expected), "{error}, not {expected}");
        }
        let error = parse(b"B\n\n1\n1\n\n\xE9\n").expect_err("Latin-1");
        assert_eq!(error.to_string(), "line 6: this is not UTF-8; save the file as UTF-8");
    }

    proptest! {
        #[test]
        fn no_input_panics(text in "B?\n\n?[0-4\n]{0,8}[ab\nX.é]{0,40}") {
            let _ = parse(text.as_bytes());
        }
    }
}
