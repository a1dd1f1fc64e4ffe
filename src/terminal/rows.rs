//! Rows as text: a table for people, CSV and JSON for programs, Markdown for documents.

use std::io::{self, Write};

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle, presets};

use super::fit::fit;
use super::text::{display_text, exact_text};
use super::wrap::wrap_text;
use crate::base::display_safe;
use crate::base::rows::{Rows, Value, json_object};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowFormat {
    /// Aligned columns under a rule.
    Table,
    /// Comma-separated values under a header; null is an empty cell.
    Csv,
    /// A list of objects with the columns as keys.
    Json,
    Markdown,
}

impl RowFormat {
    pub(crate) const NAMES: [(&'static str, Self); 4] = [
        ("table", Self::Table),
        ("csv", Self::Csv),
        ("json", Self::Json),
        ("markdown", Self::Markdown),
    ];

    /// Returns `true` for a format that people read, and `false` for one that programs read.
    pub(crate) fn is_for_people(self) -> bool {
        matches!(self, RowFormat::Table | RowFormat::Markdown)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }
}

/// The only column of an answer in words, which a table shows as a paragraph.
const PARAGRAPH_COLUMN: &str = "description";
const PARAGRAPH_WIDTH: usize = 100;

/// Writes rows and flushes `out`; a table is cut to `width` columns, with a note about hidden ones.
pub(crate) fn write_rows(
    rows: &Rows,
    format: RowFormat,
    width: Option<usize>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut writer = RowWriter::new(rows.columns.clone(), format, width, out);
    writer.write(&rows.rows)?;
    writer.finish()
}

/// A writer of rows that arrive in batches. CSV and JSON are written at once; a table is written at
/// the end, since its columns are as wide as their widest cells.
pub(crate) struct RowWriter<W: Write> {
    /// The columns, and the rows that are written at the end.
    buffered: Rows,
    format: RowFormat,
    width: Option<usize>,
    out: W,
    has_begun: bool,
}

impl<W: Write> RowWriter<W> {
    /// Creates a writer of rows with these columns; `width` is that of the terminal, if any.
    pub(crate) fn new(
        columns: Vec<String>,
        format: RowFormat,
        width: Option<usize>,
        out: W,
    ) -> Self {
        let buffered = Rows { columns, rows: Vec::new() };
        Self { buffered, format, width, out, has_begun: false }
    }

    /// Writes a batch of rows, or keeps it for the end.
    pub(crate) fn write(&mut self, rows: &[Vec<Value>]) -> io::Result<()> {
        match self.format {
            RowFormat::Table | RowFormat::Markdown => self.buffered.rows.extend_from_slice(rows),
            RowFormat::Csv => {
                let header = (!self.has_begun).then_some(&self.buffered.columns[..]);
                write_csv(header, rows, &mut self.out)?;
                self.has_begun = true;
            }
            RowFormat::Json => {
                for row in rows {
                    let columns = self.buffered.columns.iter().map(String::as_str);
                    let one = serde_json::to_string_pretty(&json_object(columns.zip(row)))?;
                    let before = if self.has_begun { "," } else { "[" };
                    write!(self.out, "{before}\n  {}", one.replace('\n', "\n  "))?;
                    self.has_begun = true;
                }
            }
        }
        Ok(())
    }

    /// Writes the kept rows and the end of the format.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        match self.format {
            RowFormat::Json if self.has_begun => writeln!(self.out, "\n]")?,
            RowFormat::Json => writeln!(self.out, "[]")?,
            RowFormat::Csv if self.has_begun => {}
            RowFormat::Csv => write_csv(Some(&self.buffered.columns), &[], &mut self.out)?,
            RowFormat::Table | RowFormat::Markdown => {
                write_table(&self.buffered, self.format, self.width, &mut self.out)?;
            }
        }
        self.out.flush()
    }
}

fn write_table(
    rows: &Rows,
    format: RowFormat,
    width: Option<usize>,
    out: &mut impl Write,
) -> io::Result<()> {
    if format == RowFormat::Table && rows.columns == [PARAGRAPH_COLUMN] {
        let width = width.unwrap_or(usize::MAX).min(PARAGRAPH_WIDTH);
        for text in rows.rows.iter().flatten().map(display_text) {
            writeln!(out, "{}", wrap_text(&text, width).join("\n"))?;
        }
        return Ok(());
    }
    let fitted = width.filter(|_| format == RowFormat::Table).and_then(|w| fit(rows, w));
    let table = table(fitted.as_ref().map_or(rows, |(fitted, _)| fitted), format);
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    fitted.map_or(Ok(()), |(_, note)| writeln!(out, "({note})"))
}

/// Removes the columns that are empty in every row, unless all are, and returns their names. A
/// column of the input that was renamed to `class_` for one of these gets its own name back.
pub(crate) fn remove_empty_columns(rows: &mut Rows) -> Vec<String> {
    let is_empty = |at: usize| rows.rows.iter().all(|row| row[at] == Value::Null);
    let are_empty: Vec<bool> = (0..rows.columns.len()).map(is_empty).collect();
    if !are_empty.contains(&false) {
        return Vec::new();
    }
    let (mut filled, mut empty) = (Vec::new(), Vec::new());
    for (name, &is_empty) in std::mem::take(&mut rows.columns).into_iter().zip(&are_empty) {
        if is_empty { empty.push(name) } else { filled.push(name) }
    }
    for name in &mut filled {
        let own = name.trim_end_matches('_');
        if empty.iter().any(|other| other == own) {
            name.truncate(own.len());
        }
    }
    rows.columns = filled;
    for row in &mut rows.rows {
        let mut are_empty = are_empty.iter();
        row.retain(|_| are_empty.next() != Some(&true));
    }
    empty
}

/// Writes rows as CSV, after the header if there is one.
fn write_csv(
    header: Option<&[String]>,
    rows: &[Vec<Value>],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let header = header.into_iter().map(<[String]>::to_vec);
    let rows = rows.iter().map(|row| row.iter().map(exact_text).collect());
    for record in header.chain(rows) {
        csv.write_record(&record).map_err(|error| match error.into_kind() {
            // The caller must be able to recognise a closed pipe.
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })?;
    }
    csv.flush()
}

fn table(rows: &Rows, format: RowFormat) -> Table {
    let markdown = format == RowFormat::Markdown;
    let mut table = Table::new();
    let ruled = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    table.load_style(if markdown { presets::ASCII_MARKDOWN } else { ruled });
    table.set_header(rows.columns.iter().map(|name| display_safe::escape_line(name)));
    let cell = |value: &Value| {
        let text = display_text(value);
        if markdown { text.replace('|', "\\|") } else { text }
    };
    rows.rows.iter().for_each(|row| {
        table.add_row(row.iter().map(cell));
    });
    for (at, column) in table.column_iter_mut().enumerate() {
        let number = |row: &Vec<Value>| matches!(row.get(at), Some(Value::Int(_) | Value::Real(_)));
        if rows.rows.iter().any(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: RowFormat) -> String {
        let row =
            |name: &str, size, purity| vec![Value::Text(name.into()), Value::Int(size), purity];
        let rows = Rows {
            columns: ["class", "size", "purity"].map(str::to_owned).to_vec(),
            rows: vec![row("a|b", 7, Value::Real(1.0 / 3.0)), row("two\nlines", 10, Value::Null)],
        };
        let mut out = Vec::new();
        write_rows(&rows, format, None, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_format_holds_the_same_rows() {
        assert_eq!(
            written(RowFormat::Table),
            " class        size   purity\n────────────────────────────\n \
             a|b             7   0.3333\n two\\nlines     10\n"
        );
        assert_eq!(
            written(RowFormat::Csv),
            "class,size,purity\na|b,7,0.3333333333333333\n\"two\nlines\",10,\n"
        );
        assert_eq!(
            written(RowFormat::Markdown),
            "| class      | size | purity |\n|------------|------|--------|\n\
             | a\\|b       |    7 | 0.3333 |\n| two\\nlines |   10 |        |\n"
        );
        // A column without a value is left out for people, and the input's own keeps its name.
        let mut rows = Rows {
            columns: ["point", "class", "class_"].map(str::to_owned).to_vec(),
            rows: vec![vec![Value::text("d1"), Value::Null, Value::text("setosa")]],
        };
        assert_eq!(remove_empty_columns(&mut rows), ["class"]);
        assert_eq!(rows.columns, ["point", "class"]);
        assert_eq!(rows.rows, [vec![Value::text("d1"), Value::text("setosa")]]);
        // The keys are in the order of the columns, not of the alphabet.
        let json = written(RowFormat::Json);
        let places = ["class", "size", "purity"].map(|key| json.find(&format!("{key:?}")).unwrap());
        assert!(places.is_sorted(), "{json}");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json[0]["purity"], 1.0 / 3.0);
        assert_eq!(json[1]["class"], "two\nlines");
        assert!(json[1]["purity"].is_null());
    }
}
