//! The rows of a Parquet file.
//!
//! A column of lists of numbers remains one column; the fields of a structure become columns `a.b`.
//! The index of a pandas table comes first, and has no name if pandas generated it. Rows are read
//! in batches over all columns, since a file of one row group may be large.

use std::collections::VecDeque;
use std::sync::Arc;

use ::parquet::basic::{LogicalType, TimeUnit};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{ByteArray, DataType};
use ::parquet::errors::ParquetError;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::Field;
use ::parquet::schema::types::ColumnDescPtr;
use bytes::Bytes;

use super::super::typed_rows::{TypedCell, TypedRows};
use super::decimal::{shortest_decimal, shortest_decimal_f16};
use super::guard::catch_panic;
use crate::base::input_error::{InputError, Location};

const BATCH_ROWS: usize = 1 << 10;

/// The names that follow the name of a column of lists in its path.
const LIST_PART_NAMES: [&str; 5] = ["list", "element", "item", "bag", "array"];

/// The prefix of the names that pandas gives to an index without a name.
const UNNAMED_INDEX_PREFIX: &str = "__index_level_";

/// The years of four digits, in milliseconds since 1970.
const DATE_RANGE: std::ops::Range<i64> = -62_167_219_200_000..253_402_300_800_000;

pub(super) struct ParquetRows {
    file: SerializedFileReader<Bytes>,
    names: Vec<String>,
    columns: Vec<ParquetColumn>,
    group: usize,
    rows_left: usize,
}

struct ParquetColumn {
    index: usize,
    name: String,
    descriptor: ColumnDescPtr,
    reader: Option<ColumnReader>,
    cells: VecDeque<TypedCell>,
}

struct FileBytes(Arc<Vec<u8>>);

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl ParquetRows {
    pub(crate) fn open(bytes: &Arc<Vec<u8>>) -> Result<Self, InputError> {
        let bytes = Bytes::from_owner(FileBytes(Arc::clone(bytes)));
        let file = read_guarded(|| SerializedFileReader::new(bytes))?;
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let index = index_columns(&file);
        let mut columns: Vec<ParquetColumn> = (0..)
            .zip(schema.columns())
            .map(|(at, about)| ParquetColumn {
                index: at,
                name: column_name(about),
                descriptor: Arc::clone(about),
                reader: None,
                cells: VecDeque::new(),
            })
            .collect();
        // The index comes first, as in a text written by pandas.
        columns.sort_by_key(|column| !index.contains(&column.name));
        let is_unnamed = |name: &str| {
            name.starts_with(UNNAMED_INDEX_PREFIX) && index.iter().any(|of| of == name)
        };
        let name =
            |of: &ParquetColumn| if is_unnamed(&of.name) { String::new() } else { of.name.clone() };
        let names = columns.iter().map(name).collect();
        Ok(Self { file, names, columns, group: 0, rows_left: 0 })
    }

    fn open_group(&mut self) -> Result<usize, ParquetError> {
        let group = self.file.get_row_group(self.group)?;
        for column in &mut self.columns {
            column.reader = Some(group.get_column_reader(column.index)?);
        }
        Ok(group.metadata().num_rows().max(0) as usize)
    }
}

impl TypedRows for ParquetRows {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self, row: &mut Vec<TypedCell>) -> Result<bool, InputError> {
        row.clear();
        while self.rows_left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(false);
            }
            self.rows_left = read_guarded(|| self.open_group())?;
            self.group += 1;
        }
        for column in &mut self.columns {
            if column.cells.is_empty() {
                read_guarded(|| column.fill())?;
            }
            row.push(column.cells.pop_front().ok_or_else(|| damaged_error("a column ends early"))?);
        }
        self.rows_left -= 1;
        Ok(true)
    }
}

impl ParquetColumn {
    fn fill(&mut self) -> Result<(), ParquetError> {
        let about = &self.descriptor;
        let whole = |cell: Field| cell_from_field(cell);
        self.cells = match self.reader.as_mut() {
            None => VecDeque::new(),
            Some(ColumnReader::BoolColumnReader(reader)) => {
                read_cells(reader, about, |&truth| Ok(TypedCell::Int(truth.into())))?
            }
            Some(ColumnReader::Int32ColumnReader(reader)) => {
                read_cells(reader, about, |&number| match about.logical_type_ref() {
                    Some(LogicalType::Date) => Ok(date_cell(i64::from(number) * 86_400_000)),
                    _ => Ok(whole(Field::convert_int32(about, number))),
                })?
            }
            Some(ColumnReader::Int64ColumnReader(reader)) => {
                read_cells(reader, about, |&number| match about.logical_type_ref() {
                    Some(LogicalType::Timestamp(of)) => {
                        let millis = match of.unit {
                            TimeUnit::MILLIS => number,
                            TimeUnit::MICROS => number.div_euclid(1_000),
                            TimeUnit::NANOS => number.div_euclid(1_000_000),
                        };
                        Ok(if of.is_adjusted_to_u_t_c {
                            timestamp_cell(millis)
                        } else {
                            date_cell(millis)
                        })
                    }
                    _ => Ok(whole(Field::convert_int64(about, number))),
                })?
            }
            Some(ColumnReader::Int96ColumnReader(reader)) => {
                read_cells(reader, about, |time| Ok(date_cell(time.to_millis())))?
            }
            Some(ColumnReader::FloatColumnReader(reader)) => {
                read_cells(reader, about, |&number| Ok(TypedCell::Real(shortest_decimal(number))))?
            }
            Some(ColumnReader::DoubleColumnReader(reader)) => {
                read_cells(reader, about, |&number| Ok(TypedCell::Real(number)))?
            }
            Some(ColumnReader::ByteArrayColumnReader(reader)) => {
                read_cells(reader, about, |bytes| {
                    Field::convert_byte_array(about, bytes.clone()).map(whole)
                })?
            }
            Some(ColumnReader::FixedLenByteArrayColumnReader(reader)) => {
                read_cells(reader, about, |bytes| {
                    let bytes = ByteArray::from(bytes.data().to_vec());
                    Field::convert_byte_array(about, bytes).map(whole)
                })?
            }
        };
        Ok(())
    }
}

/// Reads the cells of the next batch of a column.
///
/// The levels are those of the format: `there` is the number of optional or repeated fields present
/// on the path to a value (definition level), and `begins` the repeated field at which a new item
/// begins (repetition level).
fn read_cells<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    about: &ColumnDescPtr,
    cell: impl Fn(&T::T) -> Result<TypedCell, ParquetError>,
) -> Result<VecDeque<TypedCell>, ParquetError> {
    let (mut there, mut begins, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let (rows, ..) =
        reader.read_records(BATCH_ROWS, Some(&mut there), Some(&mut begins), &mut values)?;
    let (most, mut values) = (about.max_def_level(), values.iter());
    let mut next = || values.next().map_or(Ok(TypedCell::Empty), &cell);
    if most == 0 {
        return (0..rows).map(|_| next()).collect();
    }
    let mut value = |there: i16| if there == most { next() } else { Ok(TypedCell::Empty) };
    if about.max_rep_level() == 0 {
        return there.into_iter().map(value).collect();
    }
    // At this level there is an item, possibly empty; one below, a list without items.
    let item = most - i16::from(about.self_type().is_optional());
    let mut lists: VecDeque<Option<Vec<TypedCell>>> = VecDeque::new();
    for (there, begins) in there.into_iter().zip(begins) {
        if begins == 0 {
            lists.push_back((there + 1 >= item).then(Vec::new));
        }
        if let Some(Some(list)) = lists.back_mut().filter(|_| there >= item) {
            list.push(value(there)?);
        }
    }
    let of_list = match about.max_rep_level() {
        1 => TypedCell::from_list,
        _ => |_| TypedCell::new_unsupported("lists in a list", "write its numbers in one list"),
    };
    Ok(lists.into_iter().map(|list| list.map_or(TypedCell::Empty, of_list)).collect())
}

fn cell_from_field(field: Field) -> TypedCell {
    match field {
        Field::Byte(number) => TypedCell::Int(number.into()),
        Field::Short(number) => TypedCell::Int(number.into()),
        Field::Int(number) => TypedCell::Int(number.into()),
        Field::Long(number) => TypedCell::Int(number.into()),
        Field::UByte(number) => TypedCell::Int(number.into()),
        Field::UShort(number) => TypedCell::Int(number.into()),
        Field::UInt(number) => TypedCell::Int(number.into()),
        Field::ULong(number) => TypedCell::Int(number.into()),
        Field::Float16(number) => TypedCell::Real(shortest_decimal_f16(number)),
        Field::Str(text) => TypedCell::Text(text),
        Field::Decimal(_) => TypedCell::Text(field.to_string()),
        Field::TimeMillis(_) | Field::TimeMicros(_) => {
            let text = field.to_string();
            let whole = text.trim_end_matches('0').strip_suffix('.');
            TypedCell::Text(whole.map_or_else(|| text.clone(), str::to_owned))
        }
        _ => TypedCell::new_unsupported("bytes", "write numbers or text, or leave the column out"),
    }
}

/// Formats a date and time, given in milliseconds since 1970, as in a CSV.
fn date_cell(millis: i64) -> TypedCell {
    format_time(millis, &[" +00:00", ".000", " 00:00:00"])
}

/// Formats a moment, given in milliseconds since 1970 in UTC, with the offset of UTC.
fn timestamp_cell(millis: i64) -> TypedCell {
    match format_time(millis, &[" +00:00", ".000"]) {
        TypedCell::Text(text) => TypedCell::Text(text + "+00:00"),
        cell => cell,
    }
}

fn format_time(millis: i64, without: &[&str]) -> TypedCell {
    if !DATE_RANGE.contains(&millis) {
        return TypedCell::new_unsupported("a date of no year from 0 to 9999", "write it as text");
    }
    let text = Field::TimestampMillis(millis).to_string();
    let mut text = text.as_str();
    for end in without {
        text = text.strip_suffix(end).unwrap_or(text);
    }
    TypedCell::Text(text.to_owned())
}

/// Returns the columns that are the index of a pandas table.
fn index_columns(file: &SerializedFileReader<Bytes>) -> Vec<String> {
    let pairs = file.metadata().file_metadata().key_value_metadata();
    let about = pairs.into_iter().flatten().find(|pair| pair.key == "pandas");
    let about = about.and_then(|pair| serde_json::from_str(pair.value.as_deref()?).ok());
    let about: serde_json::Value = about.unwrap_or_default();
    // A range index is not a column, and not a string here.
    let columns = about["index_columns"].as_array().into_iter().flatten();
    columns.filter_map(|column| column.as_str().map(str::to_owned)).collect()
}

/// Returns the name of a column: its path, for lists without the parts that denote items.
fn column_name(about: &ColumnDescPtr) -> String {
    let mut parts = about.path().parts();
    while let [start @ .., last] = parts {
        if about.max_rep_level() == 0
            || start.is_empty()
            || !LIST_PART_NAMES.contains(&last.as_str())
        {
            break;
        }
        parts = start;
    }
    parts.join(".")
}

fn read_guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, InputError> {
    match catch_panic(read) {
        None => Err(damaged_error("a part of it is no part of one")),
        Some(read) => read.map_err(|error| damaged_error(&error.to_string())),
    }
}

fn damaged_error(error: &str) -> InputError {
    let found = format!("the Parquet file is damaged ({error})");
    InputError::data(Location::Whole, found, "check that it was written whole")
}
