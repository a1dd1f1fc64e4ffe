//! A table as Parquet, with the types of its columns: pandas, Polars, DuckDB, R and Spark read it.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use ::parquet::basic::{ConvertedType, LogicalType, Repetition, Type};
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type as Field;

use super::columns::Cell;
use super::table::{CellKind, FileColumn, FileTable};
use crate::base::kept::Kind;

/// How many rows stand together.
const GROUP: usize = 1 << 20;

/// Writes it.
pub fn write(table: &FileTable<'_>, out: &mut dyn Write) -> io::Result<()> {
    let bytes = encoded(table).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn encoded(table: &FileTable<'_>) -> Result<Vec<u8>, ParquetError> {
    let fields = table.columns.iter().map(|column| field(column).map(Arc::new));
    let schema = Field::group_type_builder("rows").with_fields(fields.collect::<Result<_, _>>()?);
    let mut bytes = Vec::new();
    let mut file =
        SerializedFileWriter::new(&mut bytes, Arc::new(schema.build()?), Arc::default())?;
    for first in (0..table.rows).step_by(GROUP) {
        let rows = first..table.rows.min(first + GROUP);
        let mut group = file.next_row_group()?;
        for column in &table.columns {
            // A finding has two fields.
            for _ in 0..if column.kind == CellKind::Findings { 2 } else { 1 } {
                let mut writer = group.next_column()?.expect("a field for each column");
                write_column(column, rows.clone(), writer.untyped())?;
                writer.close()?;
            }
        }
        group.close()?;
    }
    file.close()?;
    Ok(bytes)
}

/// A column whose cells may be empty, or one of lists.
fn field(column: &FileColumn<'_>) -> Result<Field, ParquetError> {
    match column.kind {
        CellKind::One(kind) => one(&column.name, kind, Repetition::OPTIONAL),
        CellKind::Texts => list(&column.name, one("element", Kind::Text, Repetition::REQUIRED)?),
        CellKind::Integers => {
            list(&column.name, one("element", Kind::Integer, Repetition::REQUIRED)?)
        }
        CellKind::Findings => {
            let fields = ["explanation", "summary"]
                .map(|name| one(name, Kind::Text, Repetition::REQUIRED).map(Arc::new));
            let fields = fields.into_iter().collect::<Result<_, _>>()?;
            let element = Field::group_type_builder("element").with_fields(fields);
            list(&column.name, element.with_repetition(Repetition::REQUIRED).build()?)
        }
    }
}

fn one(name: &str, kind: Kind, repetition: Repetition) -> Result<Field, ParquetError> {
    let (of, logical) = match kind {
        Kind::Text => (Type::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Integer => (Type::INT64, None),
        Kind::Real => (Type::DOUBLE, None),
    };
    let field = Field::primitive_type_builder(name, of);
    field.with_repetition(repetition).with_logical_type(logical).build()
}

fn list(name: &str, element: Field) -> Result<Field, ParquetError> {
    let items = Field::group_type_builder("list").with_repetition(Repetition::REPEATED);
    let items = items.with_fields(vec![Arc::new(element)]).build()?;
    let field = Field::group_type_builder(name).with_repetition(Repetition::REQUIRED);
    let field = field.with_logical_type(Some(LogicalType::List));
    field.with_converted_type(ConvertedType::LIST).with_fields(vec![Arc::new(items)]).build()
}

fn write_column(
    column: &FileColumn<'_>,
    rows: Range<usize>,
    writer: &mut ColumnWriter<'_>,
) -> Result<(), ParquetError> {
    // Whether each cell is there, or each item of a list, and then those that are. Of a list all
    // items but the first stand in the row of the one before.
    let (mut there, mut texts) = (Vec::with_capacity(rows.len()), Vec::new());
    let mut again = Vec::new();
    let (mut integers, mut reals) = (Vec::new(), Vec::new());
    for row in rows {
        let cell = (column.cell)(row);
        let items = match &cell {
            Cell::Nothing => 0,
            Cell::Texts(items) => items.len(),
            Cell::Integers(items) => items.len(),
            _ => 1,
        };
        there.resize(there.len() + items.max(1), i16::from(items > 0));
        again.push(0);
        again.resize(there.len(), 1);
        match cell {
            Cell::Integer(number) => integers.push(number),
            Cell::Real(number) => reals.push(number),
            Cell::Integers(numbers) => integers.extend(numbers),
            Cell::Texts(all) => texts.extend(all.into_iter().map(ByteArray::from)),
            cell => texts.extend(cell.text().map(|text| ByteArray::from(text.into_bytes()))),
        }
    }
    let there = Some(&there[..]);
    let again = (!matches!(column.kind, CellKind::One(_))).then_some(&again[..]);
    match writer {
        ColumnWriter::Int64ColumnWriter(writer) => writer.write_batch(&integers, there, again),
        ColumnWriter::DoubleColumnWriter(writer) => writer.write_batch(&reals, there, again),
        ColumnWriter::ByteArrayColumnWriter(writer) => writer.write_batch(&texts, there, again),
        _ => unreachable!("a field of another type"),
    }
    .map(drop)
}
