//! Writes tables as Parquet, with the types of their columns.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type};
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type as Field;

use super::super::neo4j_rows::block::{Column, ColumnValues};
use super::super::neo4j_rows::kind::ElementKind;
use super::BulkTable;

/// The files that are being written; each [`write`](Self::write) adds a row group.
pub(super) struct ParquetFiles(BTreeMap<ElementKind, SerializedFileWriter<File>>);

impl ParquetFiles {
    pub(super) fn new(at: &Path, tables: &[BulkTable]) -> io::Result<Self> {
        let file = |table: &BulkTable| {
            let name = table.kind.name();
            let file = File::create(at.join(format!("{name}.parquet")))?;
            let fields = table.columns().map(|column| field(column).map(Arc::new));
            let fields = fields.collect::<Result<_, _>>()?;
            let schema = Arc::new(Field::group_type_builder(name).with_fields(fields).build()?);
            Ok((table.kind, SerializedFileWriter::new(file, schema, Arc::default())?))
        };
        let files: Result<_, ParquetError> = tables.iter().map(file).collect();
        files.map(Self).map_err(io::Error::other)
    }

    pub(super) fn write(&mut self, table: &BulkTable) -> io::Result<()> {
        let Some(file) = self.0.get_mut(&table.kind).filter(|_| table.rows > 0) else {
            return Ok(());
        };
        let mut write = || {
            let mut group = file.next_row_group()?;
            for column in table.columns() {
                let mut writer = group.next_column()?.expect("a field for each column");
                write_column(&column.values, writer.untyped())?;
                writer.close()?;
            }
            group.close().map(drop)
        };
        write().map_err(io::Error::other)
    }

    pub(super) fn close(self) -> io::Result<()> {
        let close = |file: SerializedFileWriter<File>| file.close().map(drop);
        self.0.into_values().try_for_each(close).map_err(io::Error::other)
    }
}

/// Returns the nullable field of a column. A list has the structure that Parquet prescribes: a
/// group with a repeated group of the items.
fn field(column: &Column) -> Result<Field, ParquetError> {
    let (of, logical) = match column.values {
        ColumnValues::Text(_) | ColumnValues::Texts(_) => {
            (Type::BYTE_ARRAY, Some(LogicalType::String))
        }
        ColumnValues::Long(_) => (Type::INT64, None),
        ColumnValues::Double(_) => (Type::DOUBLE, None),
        ColumnValues::Boolean(_) => (Type::BOOLEAN, None),
    };
    let one = |name: &str, repetition| {
        let field = Field::primitive_type_builder(name, of);
        field.with_repetition(repetition).with_logical_type(logical.clone()).build()
    };
    if !matches!(column.values, ColumnValues::Texts(_)) {
        return one(&column.name, Repetition::OPTIONAL);
    }
    let items = Field::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(one("element", Repetition::REQUIRED)?)])
        .build()?;
    Field::group_type_builder(&column.name)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(items)])
        .build()
}

fn write_column(values: &ColumnValues, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
    /// Returns the values that are present, and the definition level of each row, 1 for a value.
    fn split<T: Clone>(all: &[Option<T>]) -> (Vec<T>, Vec<i16>) {
        let there = all.iter().map(|one| i16::from(one.is_some())).collect();
        (all.iter().flatten().cloned().collect(), there)
    }
    let text = |text: String| ByteArray::from(text.into_bytes());
    match (writer, values) {
        (ColumnWriter::Int64ColumnWriter(writer), ColumnValues::Long(all)) => {
            let (numbers, there) = split(all);
            writer.write_batch(&numbers, Some(&there), None)
        }
        (ColumnWriter::DoubleColumnWriter(writer), ColumnValues::Double(all)) => {
            let (numbers, there) = split(all);
            writer.write_batch(&numbers, Some(&there), None)
        }
        (ColumnWriter::BoolColumnWriter(writer), ColumnValues::Boolean(all)) => {
            writer.write_batch(all, Some(&vec![1; all.len()]), None)
        }
        (ColumnWriter::ByteArrayColumnWriter(writer), ColumnValues::Text(all)) => {
            let (texts, there) = split(all);
            let texts: Vec<_> = texts.into_iter().map(text).collect();
            writer.write_batch(&texts, Some(&there), None)
        }
        (ColumnWriter::ByteArrayColumnWriter(writer), ColumnValues::Texts(all)) => {
            let (mut there, mut repeated) = (Vec::new(), Vec::new());
            for list in all {
                there.extend((0..list.len().max(1)).map(|_| i16::from(!list.is_empty())));
                repeated.extend((0..list.len().max(1)).map(|at| i16::from(at > 0)));
            }
            let texts: Vec<_> = all.iter().flatten().cloned().map(text).collect();
            writer.write_batch(&texts, Some(&there), Some(&repeated))
        }
        _ => unreachable!("a field of another type"),
    }
    .map(drop)
}
