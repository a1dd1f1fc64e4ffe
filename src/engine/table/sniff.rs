//! The delimiter of a table in a text: comma, semicolon, tab, bar or blanks.
//!
//! The first lines are split by each candidate, with regard to quotes. Among the candidates that
//! split most lines into one number of cells, more than one, the one with the largest share of
//! numeric cells wins (a decimal comma counts, so that `1,5;2,5` has two cells and not three). If
//! there is no such candidate, blanks may separate columns; otherwise the first line decides.

use std::borrow::Cow;

use super::layout::common_width;
use super::notation::is_number_as_written;
use super::records::TextRecords;

/// The candidate delimiters; a tie goes to the earlier one.
const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];

const MAX_LINES: usize = 100;
/// The share of lines of one width.
const MIN_EVEN_SHARE: f64 = 0.7;

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
            numbers += cells.iter().filter(|cell| is_number_as_written(cell)).count();
        }
        let numeric = numbers as f64 / widths.iter().sum::<usize>().max(1) as f64;
        Self { delimiter, widths, numeric }
    }

    fn first_width(&self) -> usize {
        self.widths.first().copied().unwrap_or(0)
    }

    fn is_even(&self) -> bool {
        are_even(&self.widths)
    }
}

/// Returns `true` if most records are of one width, of more than one cell.
fn are_even(widths: &[usize]) -> bool {
    let width = common_width(widths.iter().copied());
    let even = widths.iter().filter(|&&of| of == width).count();
    width > 1 && even as f64 >= MIN_EVEN_SHARE * widths.len() as f64
}

/// Returns a text and its delimiter, which is a comma if there is only one column. Blanks before a
/// quoted cell are removed, and tabs replace the blanks of a text whose columns these separate.
pub(super) fn normalize_text(text: &str) -> (Cow<'_, str>, u8) {
    match remove_comments(text) {
        Cow::Borrowed(text) => normalize_table(text),
        Cow::Owned(text) => {
            let (text, delimiter) = normalize_table(&text);
            (Cow::Owned(text.into_owned()), delimiter)
        }
    }
}

fn normalize_table(text: &str) -> (Cow<'_, str>, u8) {
    if let Some(sign) = text.strip_prefix("sep=").and_then(|rest| rest.chars().next())
        && CANDIDATES.contains(&(sign as u8))
    {
        return (remove_blanks_before_quotes(text, sign as u8), sign as u8);
    }
    // Reversed, since `max_by` returns the last of equal elements.
    let splits = CANDIDATES.iter().rev().map(|&candidate| DelimiterSplit::new(text, candidate));
    let best = splits.max_by(|a, b| match (a.is_even(), b.is_even()) {
        (true, true) => a.numeric.total_cmp(&b.numeric),
        (false, false) => a.first_width().cmp(&b.first_width()),
        (a, b) => a.cmp(&b),
    });
    if !best.as_ref().is_some_and(DelimiterSplit::is_even)
        && let Some(table) = separate_by_tabs(text)
    {
        return (Cow::Owned(table), b'\t');
    }
    let delimiter = best.map_or(CANDIDATES[0], |split| split.delimiter);
    (remove_blanks_before_quotes(text, delimiter), delimiter)
}

/// Returns a text with tabs for its blanks if these separate columns, mostly of numbers.
fn separate_by_tabs(text: &str) -> Option<String> {
    let sample: Vec<Vec<&str>> =
        text.lines().map(split_blanks).filter(|words| !words.is_empty()).take(MAX_LINES).collect();
    let widths: Vec<usize> = sample.iter().map(Vec::len).collect();
    let numbers = sample.iter().flatten().filter(|word| is_number_as_written(word)).count();
    let is_table = are_even(&widths) && 3 * numbers > widths.iter().sum::<usize>();
    is_table.then(|| {
        let line = |line: &str| split_blanks(line).join("\t");
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    })
}

/// Splits a line at its blanks, except those in quotes.
fn split_blanks(line: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('"').and_then(|after| after.find('"')).map(|end| end + 2);
        let end = quoted.or_else(|| rest.find(char::is_whitespace)).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// Returns a text without the comments at its beginning, unless the last of them names the columns
/// of a table that begins below it.
fn remove_comments(text: &str) -> Cow<'_, str> {
    let is_comment = |line: &&str| line.starts_with(['#', '%']);
    let words = |line: &str| {
        let separator = |c: char| c.is_whitespace() || CANDIDATES.contains(&(c as u8));
        line.split(separator).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let count = text.lines().take_while(is_comment).count();
    if count == 0 {
        return Cow::Borrowed(text);
    }
    let body: Vec<String> = text.lines().nth(count).map(words).unwrap_or_default();
    let has_number = body.iter().any(|word| is_number_as_written(word));
    let kept = text.lines().take(count).enumerate().map(|(at, line)| {
        let line = line.trim_start_matches(['#', '%']).trim_start();
        let names: Vec<String> = words(line);
        let is_header = at + 1 == count && has_number && names.len() == body.len();
        if is_header { line } else { "" }
    });
    let kept: Vec<&str> = kept.chain(text.lines().skip(count)).collect();
    Cow::Owned(kept.join("\n"))
}

/// Removes the blanks between a delimiter and the quote that opens a cell.
fn remove_blanks_before_quotes(text: &str, delimiter: u8) -> Cow<'_, str> {
    let blanks = [format!("{} \"", delimiter as char), format!("{}\t\"", delimiter as char)];
    if delimiter == b'\t' || !blanks.iter().any(|blanks| text.contains(blanks)) {
        return Cow::Borrowed(text);
    }
    let (mut cleaned, mut is_quoted, mut begins) = (String::with_capacity(text.len()), false, true);
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let opens = begins && !is_quoted && rest.trim_start_matches([' ', '\t']).starts_with('"');
        if opens {
            rest = rest.trim_start_matches([' ', '\t']);
        }
        if is_quoted && rest.starts_with("\"\"") {
            cleaned.push_str("\"\"");
            rest = &rest[2..];
            continue;
        }
        let next = if opens { '"' } else { next };
        is_quoted ^= next == '"' && (opens || is_quoted);
        begins = !is_quoted && (next == '\n' || next == '\r' || next == delimiter as char);
        cleaned.push(next);
        rest = &rest[next.len_utf8()..];
    }
    Cow::Owned(cleaned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_that_splits_most_lines_alike_wins() {
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
            ("sep=;\na;b\n1;2\n", b';'),
            ("a title; of two parts\na,b,c\n1,2,3\n4,5,6\n7,8,9\n", b','),
            ("1 2  3\n4 5 6\n", b'\t'),
        ];
        for (text, expected) in specification {
            assert_eq!(normalize_text(text).1, expected, "{text:?}");
        }
    }

    #[test]
    fn blanks_around_cells_are_no_part_of_them() {
        let specification = [
            ("a, \"b\", \"c, d\"\n1, 2, \"x\"\"y, \"\n", "a,\"b\",\"c, d\"\n1, 2,\"x\"\"y, \"\n"),
            ("a,\"b, \"\"c\"\"\"\n1, \"2\"\n", "a,\"b, \"\"c\"\"\"\n1,\"2\"\n"),
            ("  1.5 2\n 3  4\n", "1.5\t2\n3\t4"),
            ("name of it\nsome words here\n", "name of it\nsome words here\n"),
            ("# about\n# x y\n1 2\n3 4\n", "\nx\ty\n1\t2\n3\t4"),
            ("1 \"a b\"\n2 c\n3 d\n4 5\n", "1\t\"a b\"\n2\tc\n3\td\n4\t5"),
            ("#x,y\n1,2\n", "x,y\n1,2"),
        ];
        for (text, expected) in specification {
            assert_eq!(normalize_text(text).0, expected, "{text:?}");
        }
    }
}
