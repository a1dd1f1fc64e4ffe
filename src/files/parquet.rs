//! A table as Parquet with typed columns, which pandas, Polars, DuckDB, R and Spark read.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type};
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type as Field;

use super::table::{FileCell, FileColumn, FileTable};
use crate::base::shown_columns::ColumnKind;

const ROWS_PER_GROUP: usize = 1 << 20;

/// Writes a table as Parquet.
pub(crate) fn write(table: &FileTable<'_>, out: &mut dyn Write) -> io::Result<()> {
    let bytes = encode(table).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn encode(table: &FileTable<'_>) -> Result<Vec<u8>, ParquetError> {
    let fields = table.columns.iter().map(|column| field(column).map(Arc::new));
    let schema = Field::group_type_builder("rows").with_fields(fields.collect::<Result<_, _>>()?);
    let mut bytes = Vec::new();
    let mut file =
        SerializedFileWriter::new(&mut bytes, Arc::new(schema.build()?), Arc::default())?;
    for first in (0..table.rows).step_by(ROWS_PER_GROUP) {
        let rows = first..table.rows.min(first + ROWS_PER_GROUP);
        let mut group = file.next_row_group()?;
        for column in &table.columns {
            let mut writer = group.next_column()?.expect("a field for each column");
            write_column(column, rows.clone(), writer.untyped())?;
            writer.close()?;
        }
        group.close()?;
    }
    file.close()?;
    Ok(bytes)
}

/// Returns the Parquet field of a column, whose cells may be empty.
fn field(column: &FileColumn<'_>) -> Result<Field, ParquetError> {
    let (of, logical) = match column.kind {
        ColumnKind::Text => (Type::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnKind::Integer => (Type::INT64, None),
        ColumnKind::Real => (Type::DOUBLE, None),
    };
    let field = Field::primitive_type_builder(&column.name, of);
    field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build()
}

fn write_column(
    column: &FileColumn<'_>,
    rows: Range<usize>,
    writer: &mut ColumnWriter<'_>,
) -> Result<(), ParquetError> {
    let (mut there, mut texts) = (Vec::with_capacity(rows.len()), Vec::new());
    let (mut integers, mut reals) = (Vec::new(), Vec::new());
    for row in rows {
        let cell = (column.cell)(row);
        there.push(i16::from(!matches!(cell, FileCell::Nothing)));
        match cell {
            FileCell::Integer(number) => integers.push(number),
            FileCell::Real(number) => reals.push(number),
            cell => texts.extend(cell.text().map(|text| ByteArray::from(text.into_bytes()))),
        }
    }
    let there = Some(&there[..]);
    match writer {
        ColumnWriter::Int64ColumnWriter(writer) => writer.write_batch(&integers, there, None),
        ColumnWriter::DoubleColumnWriter(writer) => writer.write_batch(&reals, there, None),
        ColumnWriter::ByteArrayColumnWriter(writer) => writer.write_batch(&texts, there, None),
        _ => unreachable!("a field of another type"),
    }
    .map(drop)
}
