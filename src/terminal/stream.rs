//! Rows as text while they come: CSV and JSON are written at once, a table when all are there,
//! since its columns are as wide as their widest cell.

use std::io::{self, Write};

use super::rows::{Format, write_csv, write_rows};
use crate::base::rows::{Rows, Value, object};

/// A writer of rows that come one batch after the other. What it writes is what
/// [`write_rows`] would write of all of them.
pub(crate) struct Stream<W: Write> {
    columns: Vec<String>,
    format: Format,
    width: Option<usize>,
    out: W,
    /// What waits for the end.
    waiting: Vec<Vec<Value>>,
    written: bool,
}

impl<W: Write> Stream<W> {
    /// A writer of rows of these columns, for a screen of that width where there is one.
    pub(crate) fn new(columns: Vec<String>, format: Format, width: Option<usize>, out: W) -> Self {
        Self { columns, format, width, out, waiting: Vec::new(), written: false }
    }

    /// Writes more rows, or keeps them.
    pub(crate) fn rows(&mut self, rows: Vec<Vec<Value>>) -> io::Result<()> {
        match self.format {
            Format::Table | Format::Markdown => self.waiting.extend(rows),
            Format::Csv => {
                let header = (!self.written).then_some(&self.columns[..]);
                write_csv(header, &rows, &mut self.out)?;
                self.written = true;
            }
            Format::Json => {
                let mut text = String::new();
                for row in &rows {
                    text.push_str(if self.written { ",\n  " } else { "[\n  " });
                    self.written = true;
                    let columns = self.columns.iter().map(String::as_str);
                    let one = serde_json::to_string_pretty(&object(columns.zip(row)))?;
                    text.push_str(&one.replace('\n', "\n  "));
                }
                self.out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Writes what is left.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        match self.format {
            Format::Json if self.written => writeln!(self.out, "\n]")?,
            Format::Csv if self.written => {}
            _ => {
                let rows = Rows { columns: self.columns, rows: self.waiting };
                write_rows(&rows, self.format, self.width, &mut self.out)?;
            }
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_come_in_parts_are_written_as_all_at_once() {
        let row = |number| vec![Value::Int(number), Value::text("a\n\"b\","), Value::Null];
        let columns = ["x", "y", "z"].map(str::to_owned).to_vec();
        for count in 0..4 {
            let all = Rows { columns: columns.clone(), rows: (0..count).map(row).collect() };
            for format in Format::ALL {
                let (mut whole, mut parts) = (Vec::new(), Vec::new());
                write_rows(&all, format, None, &mut whole).unwrap();
                let mut stream = Stream::new(columns.clone(), format, None, &mut parts);
                for part in all.rows.chunks(2) {
                    stream.rows(part.to_vec()).unwrap();
                }
                stream.finish().unwrap();
                let text = |bytes| String::from_utf8(bytes).unwrap();
                assert_eq!(text(parts), text(whole), "{count} as {}", format.name());
            }
        }
    }
}
