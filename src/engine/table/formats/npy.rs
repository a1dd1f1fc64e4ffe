//! Arrays of NumPy: the array of one file, or the arrays of an archive as columns of one table.
//!
//! An array of n rows and m columns is a column of lists, called `x` if it has no name. An array of
//! records has a column for each field, and an array of words columns `x_1`, `x_2` and so on.

use std::borrow::Cow;

use npyz::{DType, Deserialize, NpyFile, Order, TypeChar, TypeRead};

use super::super::typed_rows::{Cell, TypedRows};
use super::archive;
use super::decimal::{decimal, decimal_of_half};
use crate::base::input_error::{InputError, Location};
use crate::base::numbers::counted;

/// The name of an array without a name.
const NAME: &str = "x";

/// The conversion of the bytes of an item into a cell.
type ReadCell = Box<dyn Fn(&[u8]) -> Cell>;

/// A column in the bytes of an array.
struct Column {
    /// The offset of the first item.
    start: usize,
    /// The number of bytes from one row to the next.
    stride: usize,
    /// The number of items of a row and their distance in bytes, if they make a list.
    list: Option<(usize, usize)>,
    read: ReadCell,
}

/// Arrays with equal numbers of rows. An array that cannot be a column becomes unfit cells, which
/// are an error only if the column is used.
pub(super) struct Arrays<'b> {
    arrays: Vec<(Cow<'b, [u8]>, Vec<Column>)>,
    names: Vec<String>,
    rows: usize,
    /// The number of rows that were read.
    at: usize,
}

impl<'b> Arrays<'b> {
    /// Opens the array in a file.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or the array is not a table.
    pub fn of_file(bytes: &'b [u8]) -> Result<Self, InputError> {
        let array = Array::read(NAME, bytes).map_err(Fault::error)?;
        let mut arrays = Self { arrays: Vec::new(), names: Vec::new(), rows: array.rows, at: 0 };
        arrays.push(array, Cow::Borrowed(bytes));
        Ok(arrays)
    }

    /// Opens all arrays of an archive.
    ///
    /// # Errors
    /// Returns an error if the archive is damaged or contains a sparse matrix.
    pub fn of_archive(bytes: &[u8]) -> Result<Self, InputError> {
        let files = archive::arrays(bytes)?;
        if files.iter().any(|(name, _)| name == "format") {
            let found = "this is a sparse matrix of SciPy";
            let remedy = "save its array: numpy.save('table.npy', scipy.sparse.load_npz(FILE)\
                          .toarray())";
            return Err(InputError::data(Location::Whole, found, remedy));
        }
        let arrays: Vec<_> = files.iter().map(|(name, bytes)| Array::read(name, bytes)).collect();
        let rows = arrays.iter().flatten().map(|array| array.rows).next();
        let mut all =
            Self { arrays: Vec::new(), names: Vec::new(), rows: rows.unwrap_or(1), at: 0 };
        for ((name, bytes), array) in files.into_iter().zip(arrays) {
            let array = array.and_then(|array| match array.rows == all.rows {
                true => Ok(array),
                false => {
                    let rows = |rows: usize| counted(rows as u64, "row", "rows");
                    let (first, found) = (rows(all.rows), rows(array.rows));
                    let found = format!("an array of {found}, where the first has {first}");
                    Err(Fault(found, "save the arrays of one table in a file of its own"))
                }
            });
            all.push(array.unwrap_or_else(|fault| fault.column(name)), Cow::Owned(bytes));
        }
        Ok(all)
    }

    fn push(&mut self, array: Array, bytes: Cow<'b, [u8]>) {
        let (names, columns): (Vec<String>, Vec<Column>) = array.columns.into_iter().unzip();
        self.names.extend(names);
        self.arrays.push((bytes, columns));
    }
}

impl TypedRows for Arrays<'_> {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self, row: &mut Vec<Cell>) -> Result<bool, InputError> {
        row.clear();
        if self.at == self.rows {
            return Ok(false);
        }
        for (bytes, columns) in &self.arrays {
            row.extend(columns.iter().map(|column| column.cell(bytes, self.at)));
        }
        self.at += 1;
        Ok(true)
    }
}

impl Column {
    fn cell(&self, bytes: &[u8], row: usize) -> Cell {
        let start = self.start + row * self.stride;
        let Some((width, apart)) = self.list else { return (self.read)(&bytes[start..]) };
        Cell::of_list((0..width).map(|at| (self.read)(&bytes[start + at * apart..])).collect())
    }
}

/// The rows and the named columns of an array.
struct Array {
    rows: usize,
    columns: Vec<(String, Column)>,
}

/// The reason why an array is not a table: the finding and the remedy.
struct Fault(String, &'static str);

impl Fault {
    fn error(self) -> InputError {
        InputError::data(Location::Whole, self.0, self.1)
    }

    /// Turns the fault into a column of unfit cells, which is an error only if it is used.
    fn column(self, name: String) -> Array {
        let Self(found, remedy) = self;
        let read = move |_: &[u8]| Cell::Unfit(found.clone().into(), remedy);
        let column = Column { start: 0, stride: 0, list: None, read: Box::new(read) };
        Array { rows: 0, columns: vec![(name, column)] }
    }
}

impl Array {
    /// Parses the header of the array called `name`.
    fn read(name: &str, bytes: &[u8]) -> Result<Self, Fault> {
        let written = "check that it was written whole";
        let file = NpyFile::new(bytes).map_err(|error| {
            let said = error.to_string();
            let said = said.lines().next().unwrap_or_default();
            let remedy = match said.contains("utf-8") {
                true => "name its fields by letters without accents",
                false => written,
            };
            Fault(format!("an array that cannot be read ({said})"), remedy)
        })?;
        let (dtype, order) = (file.dtype(), file.order());
        let shape: Vec<usize> = file.shape().iter().map(|&size| size as usize).collect();
        let items = file.into_inner();
        let (rows, width) = match shape[..] {
            [rows] => (rows, None),
            [_, 0] => return Err(Fault("an array without a column".to_owned(), "give it numbers")),
            [rows, width] => (rows, Some(width)),
            [] => return Err(Fault("a single value".to_owned(), "save an array of rows")),
            _ => {
                let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
                let found =
                    format!("an array of {} dimensions ({})", sizes.len(), sizes.join(" x "));
                return Err(Fault(found, "save one of rows and columns: x.reshape(len(x), -1)"));
            }
        };
        let Some(size) = dtype.num_bytes().filter(|_| !dtype.uses_pickled_array()) else {
            let found = format!("an array of objects of Python (dtype {})", dtype.descr());
            return Err(Fault(found, "save numbers or words: x.astype(float), x.astype(str)"));
        };
        let needed = size.checked_mul(rows).and_then(|all| all.checked_mul(width.unwrap_or(1)));
        if needed.is_none_or(|needed| items.len() < needed) {
            let needed = needed.map_or(String::new(), |needed| format!(" of {needed}"));
            let found = format!("an array that ends early, with {} bytes{needed}", items.len());
            return Err(Fault(found, written));
        }
        let start = bytes.len() - items.len();
        let (stride, apart) = match order {
            Order::C => (size * width.unwrap_or(1), size),
            Order::Fortran => (size, size * rows),
        };
        let list = width.map(|width| (width, apart));
        let columns = match &dtype {
            DType::Record(fields) if width.is_none() => {
                let mut offset = start;
                let field = |field: &npyz::Field| {
                    let at = offset;
                    offset += field.dtype.num_bytes().unwrap_or(0);
                    let (item, list) = match &field.dtype {
                        DType::Array(width, item) => {
                            (&**item, item.num_bytes().map(|size| (*width as usize, size)))
                        }
                        item => (item, None),
                    };
                    let read = read_cell(item).unwrap_or_else(|Fault(_, remedy)| {
                        Box::new(move |_| Cell::unfit("no number and no text", remedy))
                    });
                    (field.name.clone(), Column { start: at, stride, list, read })
                };
                fields.iter().map(field).collect()
            }
            item => {
                let column =
                    |start, list| Ok(Column { start, stride, list, read: read_cell(item)? });
                match width.filter(|_| String::reader(item).is_ok()) {
                    // Words make no list.
                    Some(width) => (0..width)
                        .map(|at| {
                            Ok((format!("{name}_{}", at + 1), column(start + at * apart, None)?))
                        })
                        .collect::<Result<_, Fault>>()?,
                    None => vec![(name.to_owned(), column(start, list)?)],
                }
            }
        };
        Ok(Self { rows, columns })
    }
}

/// Returns the conversion of items into cells. A number of 32 or 16 bits becomes its shortest
/// decimal, as in a CSV.
fn read_cell(dtype: &DType) -> Result<ReadCell, Fault> {
    let fault = |found, remedy| Err(Fault(format!("{found} (dtype {})", dtype.descr()), remedy));
    if let DType::Plain(of) = dtype {
        match of.type_char() {
            // Dates and times are counted from an epoch in a unit of the type.
            TypeChar::DateTime | TypeChar::TimeDelta => {
                let remedy = "save them as text: pandas.DataFrame(x).astype(str).to_parquet(FILE)";
                return fault("an array of dates or times", remedy);
            }
            TypeChar::Complex => {
                let remedy = "save two columns: numpy.column_stack([x.real, x.imag])";
                return fault("an array of complex numbers", remedy);
            }
            _ => {}
        }
    }
    let read = (cell::<f32>(dtype, |number| Cell::Real(decimal(number))))
        .or_else(|| cell(dtype, Cell::Real))
        .or_else(|| cell(dtype, |number| Cell::Real(decimal_of_half(number))))
        .or_else(|| cell::<bool>(dtype, |truth| Cell::Int(truth.into())))
        .or_else(|| cell::<i64>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell::<i32>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell::<i16>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell::<i8>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell::<u64>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell::<u32>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell::<u16>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell::<u8>(dtype, |number| Cell::Int(number.into())))
        .or_else(|| cell(dtype, Cell::Text));
    match read {
        Some(read) => Ok(read),
        None => fault("an array of no numbers and no words", "save numbers: x.astype(float)"),
    }
}

/// Returns the conversion of items into cells by way of `T`; `None` if items have another type.
fn cell<T: Deserialize>(dtype: &DType, cell: impl Fn(T) -> Cell + 'static) -> Option<ReadCell>
where
    T::TypeReader: 'static,
{
    let reader = T::reader(dtype).ok()?;
    Some(Box::new(move |bytes| match reader.read_one(bytes) {
        Ok(value) => cell(value),
        Err(_) => Cell::unfit("bytes that are no text", "save it as text: x.astype(str)"),
    }))
}
