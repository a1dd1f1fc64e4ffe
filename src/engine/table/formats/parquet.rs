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

use super::super::typed_rows::{Cell, TypedRows};
use super::decimal::{decimal, decimal_of_half};
use super::guard::guarded;
use crate::base::input_error::{InputError, Location};

/// The number of rows of a batch.
const BATCH: usize = 1 << 10;

/// The names that follow the name of a column of lists in its path.
const ITEMS: [&str; 5] = ["list", "element", "item", "bag", "array"];

/// The prefix of the names that pandas gives to an index without a name.
const UNNAMED: &str = "__index_level_";

/// The years of four digits, in milliseconds since 1970.
const DATES: std::ops::Range<i64> = -62_167_219_200_000..253_402_300_800_000;

/// The rows of a file.
pub(super) struct ParquetRows {
    file: SerializedFileReader<Bytes>,
    names: Vec<String>,
    columns: Vec<Column>,
    /// The next row group.
    group: usize,
    /// The number of remaining rows of the current group.
    left: usize,
}

/// A column of the current row group.
struct Column {
    /// The index of the column in the file.
    at: usize,
    name: String,
    about: ColumnDescPtr,
    reader: Option<ColumnReader>,
    cells: VecDeque<Cell>,
}

/// The bytes of a file, owned by its reader.
struct FileBytes(Arc<Vec<u8>>);

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl ParquetRows {
    /// Opens the rows in these bytes.
    ///
    /// # Errors
    /// Returns an error if the file is damaged.
    pub fn of(bytes: &Arc<Vec<u8>>) -> Result<Self, InputError> {
        let bytes = Bytes::from_owner(FileBytes(Arc::clone(bytes)));
        let file = whole(|| SerializedFileReader::new(bytes))?;
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let index = index(&file);
        let mut columns: Vec<Column> = (0..)
            .zip(schema.columns())
            .map(|(at, about)| Column {
                at,
                name: name(about),
                about: Arc::clone(about),
                reader: None,
                cells: VecDeque::new(),
            })
            .collect();
        // The index comes first, as in a text written by pandas.
        columns.sort_by_key(|column| !index.contains(&column.name));
        let is_unnamed =
            |name: &str| name.starts_with(UNNAMED) && index.iter().any(|of| of == name);
        let name = |of: &Column| if is_unnamed(&of.name) { String::new() } else { of.name.clone() };
        let names = columns.iter().map(name).collect();
        Ok(Self { file, names, columns, group: 0, left: 0 })
    }
}

impl ParquetRows {
    /// Opens the next row group; returns the number of its rows.
    fn open_group(&mut self) -> Result<usize, ParquetError> {
        let group = self.file.get_row_group(self.group)?;
        for column in &mut self.columns {
            column.reader = Some(group.get_column_reader(column.at)?);
        }
        Ok(group.metadata().num_rows().max(0) as usize)
    }
}

impl TypedRows for ParquetRows {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self, row: &mut Vec<Cell>) -> Result<bool, InputError> {
        row.clear();
        while self.left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(false);
            }
            self.left = whole(|| self.open_group())?;
            self.group += 1;
        }
        for column in &mut self.columns {
            if column.cells.is_empty() {
                whole(|| column.fill())?;
            }
            row.push(column.cells.pop_front().ok_or_else(|| damaged("a column ends early"))?);
        }
        self.left -= 1;
        Ok(true)
    }
}

impl Column {
    /// Reads the next batch.
    fn fill(&mut self) -> Result<(), ParquetError> {
        let about = &self.about;
        let whole = |cell: Field| of_field(cell);
        self.cells = match self.reader.as_mut() {
            None => VecDeque::new(),
            Some(ColumnReader::BoolColumnReader(reader)) => {
                cells(reader, about, |&truth| Ok(Cell::Int(truth.into())))?
            }
            Some(ColumnReader::Int32ColumnReader(reader)) => {
                cells(reader, about, |&number| match about.logical_type_ref() {
                    Some(LogicalType::Date) => Ok(date(i64::from(number) * 86_400_000)),
                    _ => Ok(whole(Field::convert_int32(about, number))),
                })?
            }
            Some(ColumnReader::Int64ColumnReader(reader)) => {
                cells(reader, about, |&number| match about.logical_type_ref() {
                    Some(LogicalType::Timestamp(of)) => {
                        let millis = match of.unit {
                            TimeUnit::MILLIS => number,
                            TimeUnit::MICROS => number.div_euclid(1_000),
                            TimeUnit::NANOS => number.div_euclid(1_000_000),
                        };
                        Ok(if of.is_adjusted_to_u_t_c { moment(millis) } else { date(millis) })
                    }
                    _ => Ok(whole(Field::convert_int64(about, number))),
                })?
            }
            Some(ColumnReader::Int96ColumnReader(reader)) => {
                cells(reader, about, |time| Ok(date(time.to_millis())))?
            }
            Some(ColumnReader::FloatColumnReader(reader)) => {
                cells(reader, about, |&number| Ok(Cell::Real(decimal(number))))?
            }
            Some(ColumnReader::DoubleColumnReader(reader)) => {
                cells(reader, about, |&number| Ok(Cell::Real(number)))?
            }
            Some(ColumnReader::ByteArrayColumnReader(reader)) => cells(reader, about, |bytes| {
                Field::convert_byte_array(about, bytes.clone()).map(whole)
            })?,
            Some(ColumnReader::FixedLenByteArrayColumnReader(reader)) => {
                cells(reader, about, |bytes| {
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
fn cells<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    about: &ColumnDescPtr,
    cell: impl Fn(&T::T) -> Result<Cell, ParquetError>,
) -> Result<VecDeque<Cell>, ParquetError> {
    let (mut there, mut begins, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let (rows, ..) =
        reader.read_records(BATCH, Some(&mut there), Some(&mut begins), &mut values)?;
    let (most, mut values) = (about.max_def_level(), values.iter());
    let mut next = || values.next().map_or(Ok(Cell::Empty), &cell);
    if most == 0 {
        return (0..rows).map(|_| next()).collect();
    }
    let mut value = |there: i16| if there == most { next() } else { Ok(Cell::Empty) };
    if about.max_rep_level() == 0 {
        return there.into_iter().map(value).collect();
    }
    // At this level there is an item, possibly empty; one below, a list without items.
    let item = most - i16::from(about.self_type().is_optional());
    let mut lists: VecDeque<Option<Vec<Cell>>> = VecDeque::new();
    for (there, begins) in there.into_iter().zip(begins) {
        if begins == 0 {
            lists.push_back((there + 1 >= item).then(Vec::new));
        }
        if let Some(Some(list)) = lists.back_mut().filter(|_| there >= item) {
            list.push(value(there)?);
        }
    }
    let of_list = match about.max_rep_level() {
        1 => Cell::of_list,
        _ => |_| Cell::unfit("lists in a list", "write its numbers in one list"),
    };
    Ok(lists.into_iter().map(|list| list.map_or(Cell::Empty, of_list)).collect())
}

fn of_field(field: Field) -> Cell {
    match field {
        Field::Byte(number) => Cell::Int(number.into()),
        Field::Short(number) => Cell::Int(number.into()),
        Field::Int(number) => Cell::Int(number.into()),
        Field::Long(number) => Cell::Int(number.into()),
        Field::UByte(number) => Cell::Int(number.into()),
        Field::UShort(number) => Cell::Int(number.into()),
        Field::UInt(number) => Cell::Int(number.into()),
        Field::ULong(number) => Cell::Int(number.into()),
        Field::Float16(number) => Cell::Real(decimal_of_half(number)),
        Field::Str(text) => Cell::Text(text),
        Field::Decimal(_) => Cell::Text(field.to_string()),
        Field::TimeMillis(_) | Field::TimeMicros(_) => {
            let text = field.to_string();
            let whole = text.trim_end_matches('0').strip_suffix('.');
            Cell::Text(whole.map_or_else(|| text.clone(), str::to_owned))
        }
        _ => Cell::unfit("bytes", "write numbers or text, or leave the column out"),
    }
}

/// Formats a date and time, given in milliseconds since 1970, as in a CSV.
fn date(millis: i64) -> Cell {
    written(millis, &[" +00:00", ".000", " 00:00:00"])
}

/// Formats a moment, given in milliseconds since 1970 in UTC, with the offset of UTC.
fn moment(millis: i64) -> Cell {
    match written(millis, &[" +00:00", ".000"]) {
        Cell::Text(text) => Cell::Text(text + "+00:00"),
        cell => cell,
    }
}

fn written(millis: i64, without: &[&str]) -> Cell {
    if !DATES.contains(&millis) {
        return Cell::unfit("a date of no year from 0 to 9999", "write it as text");
    }
    let text = Field::TimestampMillis(millis).to_string();
    let mut text = text.as_str();
    for end in without {
        text = text.strip_suffix(end).unwrap_or(text);
    }
    Cell::Text(text.to_owned())
}

/// Returns the columns that are the index of a pandas table.
fn index(file: &SerializedFileReader<Bytes>) -> Vec<String> {
    let pairs = file.metadata().file_metadata().key_value_metadata();
    let about = pairs.into_iter().flatten().find(|pair| pair.key == "pandas");
    let about = about.and_then(|pair| serde_json::from_str(pair.value.as_deref()?).ok());
    let about: serde_json::Value = about.unwrap_or_default();
    // A range index is not a column, and not a string here.
    let columns = about["index_columns"].as_array().into_iter().flatten();
    columns.filter_map(|column| column.as_str().map(str::to_owned)).collect()
}

/// Returns the name of a column: its path, for lists without the parts that denote items.
fn name(about: &ColumnDescPtr) -> String {
    let mut parts = about.path().parts();
    while let [start @ .., last] = parts {
        if about.max_rep_level() == 0 || start.is_empty() || !ITEMS.contains(&last.as_str()) {
            break;
        }
        parts = start;
    }
    parts.join(".")
}

/// Reads a part of the file; returns an error if it is damaged.
fn whole<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, InputError> {
    match guarded(read) {
        None => Err(damaged("a part of it is no part of one")),
        Some(read) => read.map_err(|error| damaged(&error.to_string())),
    }
}

fn damaged(error: &str) -> InputError {
    let found = format!("a damaged Parquet file ({error})");
    InputError::data(Location::Whole, found, "check that it was written whole")
}
