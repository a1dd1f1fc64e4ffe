//! Arrays of NumPy: the array of one file, or the arrays of an archive as columns of one table.
//!
//! An array of n rows and m columns is a column of lists, called `x` if it has no name. An array of
//! records has a column for each field, and an array of words columns `x_1`, `x_2` and so on.

use std::borrow::Cow;

use npyz::{DType, Deserialize, NpyFile, Order, TypeChar, TypeRead};

use super::super::typed_rows::{TypedCell, TypedRows};
use super::archive;
use super::decimal::{shortest_decimal, shortest_decimal_f16};
use crate::base::input_error::{InputError, Location};
use crate::base::numbers::pluralize;

const DEFAULT_NAME: &str = "x";

type ReadCell = Box<dyn Fn(&[u8]) -> TypedCell>;

struct NpyColumn {
    start: usize,
    stride: usize,
    /// The number of items of a row and their distance in bytes, if they make a list.
    list: Option<(usize, usize)>,
    read: ReadCell,
}

/// Arrays with equal numbers of rows. An array that cannot be a column becomes unfit cells, which
/// are an error only if the column is used.
pub(super) struct NpyArrays<'b> {
    arrays: Vec<(Cow<'b, [u8]>, Vec<NpyColumn>)>,
    names: Vec<String>,
    rows: usize,
    row: usize,
}

impl<'b> NpyArrays<'b> {
    pub(crate) fn from_file(bytes: &'b [u8]) -> Result<Self, InputError> {
        let array = NpyArray::read(DEFAULT_NAME, bytes).map_err(ArrayFault::into_error)?;
        let mut arrays = Self { arrays: Vec::new(), names: Vec::new(), rows: array.rows, row: 0 };
        arrays.push(array, Cow::Borrowed(bytes));
        Ok(arrays)
    }

    pub(crate) fn from_archive(bytes: &[u8]) -> Result<Self, InputError> {
        let files = archive::read_arrays(bytes)?;
        if files.iter().any(|(name, _)| name == "format") {
            let found = "this is a sparse matrix of SciPy";
            let remedy = "save its array: numpy.save('table.npy', scipy.sparse.load_npz(FILE)\
                          .toarray())";
            return Err(InputError::data(Location::Whole, found, remedy));
        }
        let arrays: Vec<_> =
            files.iter().map(|(name, bytes)| NpyArray::read(name, bytes)).collect();
        let rows = arrays.iter().flatten().map(|array| array.rows).next();
        let mut all =
            Self { arrays: Vec::new(), names: Vec::new(), rows: rows.unwrap_or(1), row: 0 };
        for ((name, bytes), array) in files.into_iter().zip(arrays) {
            let array = array.and_then(|array| match array.rows == all.rows {
                true => Ok(array),
                false => {
                    let rows = |rows: usize| pluralize(rows as u64, "row", "rows");
                    let (first, found) = (rows(all.rows), rows(array.rows));
                    let found = format!("an array of {found}, where the first has {first}");
                    Err(ArrayFault(found, "save the arrays of one table in a file of its own"))
                }
            });
            all.push(array.unwrap_or_else(|fault| fault.into_array(name)), Cow::Owned(bytes));
        }
        Ok(all)
    }

    fn push(&mut self, array: NpyArray, bytes: Cow<'b, [u8]>) {
        let (names, columns): (Vec<String>, Vec<NpyColumn>) = array.columns.into_iter().unzip();
        self.names.extend(names);
        self.arrays.push((bytes, columns));
    }
}

impl TypedRows for NpyArrays<'_> {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self, row: &mut Vec<TypedCell>) -> Result<bool, InputError> {
        row.clear();
        if self.row == self.rows {
            return Ok(false);
        }
        for (bytes, columns) in &self.arrays {
            row.extend(columns.iter().map(|column| column.cell(bytes, self.row)));
        }
        self.row += 1;
        Ok(true)
    }
}

impl NpyColumn {
    fn cell(&self, bytes: &[u8], row: usize) -> TypedCell {
        let start = self.start + row * self.stride;
        let Some((width, apart)) = self.list else { return (self.read)(&bytes[start..]) };
        TypedCell::from_list(
            (0..width).map(|at| (self.read)(&bytes[start + at * apart..])).collect(),
        )
    }
}

struct NpyArray {
    rows: usize,
    columns: Vec<(String, NpyColumn)>,
}

/// The reason why an array is not a table: the finding and the remedy.
struct ArrayFault(String, &'static str);

impl ArrayFault {
    fn into_error(self) -> InputError {
        InputError::data(Location::Whole, self.0, self.1)
    }

    /// Turns the fault into a column of unfit cells, which is an error only if it is used.
    fn into_array(self, name: String) -> NpyArray {
        let Self(found, remedy) = self;
        let read = move |_: &[u8]| TypedCell::Unsupported(found.clone().into(), remedy);
        let column = NpyColumn { start: 0, stride: 0, list: None, read: Box::new(read) };
        NpyArray { rows: 0, columns: vec![(name, column)] }
    }
}

impl NpyArray {
    fn read(name: &str, bytes: &[u8]) -> Result<Self, ArrayFault> {
        let written = "check that it was written whole";
        let file = NpyFile::new(bytes).map_err(|error| {
            let said = error.to_string();
            let said = said.lines().next().unwrap_or_default();
            let remedy = match said.contains("utf-8") {
                true => "name its fields by letters without accents",
                false => written,
            };
            ArrayFault(format!("the array cannot be read ({said})"), remedy)
        })?;
        let (dtype, order) = (file.dtype(), file.order());
        let shape: Vec<usize> = file.shape().iter().map(|&size| size as usize).collect();
        let items = file.into_inner();
        let (rows, width) = match shape[..] {
            [rows] => (rows, None),
            [_, 0] => {
                return Err(ArrayFault("an array without a column".to_owned(), "give it numbers"));
            }
            [rows, width] => (rows, Some(width)),
            [] => return Err(ArrayFault("a single value".to_owned(), "save an array of rows")),
            _ => {
                let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
                let found =
                    format!("an array of {} dimensions ({})", sizes.len(), sizes.join(" x "));
                return Err(ArrayFault(
                    found,
                    "save one of rows and columns: x.reshape(len(x), -1)",
                ));
            }
        };
        let Some(size) = dtype.num_bytes().filter(|_| !dtype.uses_pickled_array()) else {
            let found = format!("an array of objects of Python (dtype {})", dtype.descr());
            return Err(ArrayFault(found, "save numbers or words: x.astype(float), x.astype(str)"));
        };
        let needed = size.checked_mul(rows).and_then(|all| all.checked_mul(width.unwrap_or(1)));
        if needed.is_none_or(|needed| items.len() < needed) {
            let needed = needed.map_or(String::new(), |needed| format!(" of {needed}"));
            let found = format!("an array that ends early, with {} bytes{needed}", items.len());
            return Err(ArrayFault(found, written));
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
                    let read = cell_reader(item).unwrap_or_else(|ArrayFault(_, remedy)| {
                        Box::new(move |_| {
                            TypedCell::new_unsupported("no number and no text", remedy)
                        })
                    });
                    (field.name.clone(), NpyColumn { start: at, stride, list, read })
                };
                fields.iter().map(field).collect()
            }
            item => {
                let column =
                    |start, list| Ok(NpyColumn { start, stride, list, read: cell_reader(item)? });
                match width.filter(|_| String::reader(item).is_ok()) {
                    // Words make no list.
                    Some(width) => (0..width)
                        .map(|at| {
                            Ok((format!("{name}_{}", at + 1), column(start + at * apart, None)?))
                        })
                        .collect::<Result<_, ArrayFault>>()?,
                    None => vec![(name.to_owned(), column(start, list)?)],
                }
            }
        };
        Ok(Self { rows, columns })
    }
}

/// Returns the conversion of items into cells. A number of 32 or 16 bits becomes its shortest
/// decimal, as in a CSV.
fn cell_reader(dtype: &DType) -> Result<ReadCell, ArrayFault> {
    let fault =
        |found, remedy| Err(ArrayFault(format!("{found} (dtype {})", dtype.descr()), remedy));
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
    let read =
        (typed_cell_reader::<f32>(dtype, |number| TypedCell::Real(shortest_decimal(number))))
            .or_else(|| typed_cell_reader(dtype, TypedCell::Real))
            .or_else(|| {
                typed_cell_reader(dtype, |number| TypedCell::Real(shortest_decimal_f16(number)))
            })
            .or_else(|| typed_cell_reader::<bool>(dtype, |truth| TypedCell::Int(truth.into())))
            .or_else(|| typed_cell_reader::<i64>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader::<i32>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader::<i16>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader::<i8>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader::<u64>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader::<u32>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader::<u16>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader::<u8>(dtype, |number| TypedCell::Int(number.into())))
            .or_else(|| typed_cell_reader(dtype, TypedCell::Text));
    match read {
        Some(read) => Ok(read),
        None => fault("an array of no numbers and no words", "save numbers: x.astype(float)"),
    }
}

/// Returns the conversion of items into cells by way of `T`; `None` if items have another type.
fn typed_cell_reader<T: Deserialize>(
    dtype: &DType,
    cell: impl Fn(T) -> TypedCell + 'static,
) -> Option<ReadCell>
where
    T::TypeReader: 'static,
{
    let reader = T::reader(dtype).ok()?;
    Some(Box::new(move |bytes| match reader.read_one(bytes) {
        Ok(value) => cell(value),
        Err(_) => {
            TypedCell::new_unsupported("bytes that are no text", "save it as text: x.astype(str)")
        }
    }))
}
