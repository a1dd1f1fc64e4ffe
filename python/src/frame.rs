//! The roles of the columns of a DataFrame, as those of a file.

use std::collections::HashMap;

use conceptgraph::table::{
    MissingPolicy, Notation, ParsedTable, ReadOptions, RowSchema, Statement, TypedCell, TypedRows,
    read_statement,
};
use conceptgraph_engine::base::input_error::InputError;
use conceptgraph_engine::base::numerals::Numerals;
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A column: numbers with NaN for gaps, or texts.
#[derive(FromPyObject)]
pub(crate) enum FrameColumn<'py> {
    Numbers(PyReadonlyArray1<'py, f64>),
    Texts(Vec<Option<String>>),
}

/// A column outside of Python.
enum Column {
    Numbers(Vec<f64>),
    Texts(Vec<Option<String>>),
}

impl Column {
    fn new(column: FrameColumn<'_>) -> Self {
        match column {
            FrameColumn::Numbers(numbers) => Self::Numbers(numbers.as_array().to_vec()),
            FrameColumn::Texts(texts) => Self::Texts(texts),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Texts(texts) => texts.len(),
        }
    }

    fn cell(&self, row: usize) -> TypedCell {
        match self {
            Self::Numbers(numbers) => TypedCell::Real(numbers[row]),
            Self::Texts(texts) => texts[row].clone().map_or(TypedCell::Empty, TypedCell::Text),
        }
    }
}

/// The columns of a table of which the rows are read one by one.
struct Frame {
    names: Vec<String>,
    columns: Vec<Column>,
    rows: usize,
}

impl Frame {
    fn new(names: Vec<String>, columns: Vec<FrameColumn<'_>>) -> Self {
        let columns: Vec<Column> = columns.into_iter().map(Column::new).collect();
        let rows = columns.first().map_or(0, Column::len);
        Self { names, columns, rows }
    }
}

struct FrameRows<'f> {
    frame: &'f Frame,
    row: usize,
}

impl TypedRows for FrameRows<'_> {
    fn columns(&self) -> &[String] {
        &self.frame.names
    }

    fn next(&mut self, row: &mut Vec<TypedCell>) -> Result<bool, InputError> {
        row.clear();
        if self.row == self.frame.rows {
            return Ok(false);
        }
        row.extend(self.frame.columns.iter().map(|column| column.cell(self.row)));
        self.row += 1;
        Ok(true)
    }
}

impl Statement for Frame {
    fn database_name(&self) -> String {
        "X".to_owned()
    }

    fn run(
        &self,
        take: &mut dyn FnMut(&mut dyn TypedRows) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        take(&mut FrameRows { frame: self, row: 0 })
    }
}

/// The notation of a column of texts in plain values, which can be pickled: the decimal comma, the
/// separator of thousands, the text around each number, the words for 1 and 0, and those that were
/// read as missing values.
type PlainNotation = (bool, Option<char>, (String, String), Option<(String, String)>, Vec<String>);

fn to_plain(notation: Notation) -> PlainNotation {
    let Notation { numerals, around, truth, missing } = notation;
    (numerals.decimal_comma, numerals.thousands, around, truth, missing)
}

fn from_plain((decimal_comma, thousands, around, truth, missing): PlainNotation) -> Notation {
    Notation { numerals: Numerals { decimal_comma, thousands }, around, truth, missing }
}

/// The features of a frame, the names of its points, the columns that are shown, and a line for
/// each role that follows from the cells; the features with gaps, with the number of these; and the
/// notations of the features that are read from texts.
type FrameRoles<'py> = (
    Vec<String>,
    Bound<'py, PyArray2<f64>>,
    Option<Vec<String>>,
    Vec<(String, Vec<String>)>,
    Vec<String>,
    Vec<(String, usize)>,
    HashMap<String, PlainNotation>,
);

/// Gives the columns of a frame their roles.
#[pyfunction]
pub(crate) fn read_frame<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<FrameColumn<'_>>,
) -> PyResult<FrameRoles<'py>> {
    let frame = Frame::new(names, columns);
    // No row is left out, so that every row has a label.
    let reading = ReadOptions::default().missing(MissingPolicy::Mean);
    let read = py.detach(|| read_statement(&frame, &reading));
    let ParsedTable { table, roles, notations } =
        read.map_err(|fault| PyValueError::new_err(fault.to_string()))?;
    let gaps = roles.gaps.iter().map(|(name, gaps)| (name.clone(), *gaps)).collect();
    let points = table.points();
    let shown = points.shown_columns();
    let cells = |at: usize| points.ids().map(|id| shown.cells_of(id)[at].clone()).collect();
    let kept = shown.names().iter().enumerate().map(|(at, name)| (name.clone(), cells(at)));
    let lines = roles.lines().into_iter().map(|line| format!("{}: {}", line.role, line.text));
    let names = roles.id.is_some().then(|| points.names().to_vec());
    let shape = [points.len(), table.features().len()];
    let values = numpy::ndarray::Array2::from_shape_vec(shape, table.values().to_vec());
    let values = values.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let features = table.features().to_vec();
    let values = values.into_pyarray(py);
    let notations = notations.into_iter().map(|(name, of)| (name, to_plain(of))).collect();
    Ok((features, values, names, kept.collect(), lines.collect(), gaps, notations))
}

/// Reads new rows: the values of their columns, of which some have known notations.
#[pyfunction]
pub(crate) fn read_rows<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<FrameColumn<'_>>,
    notations: HashMap<String, PlainNotation>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let frame = Frame::new(names, columns);
    let schema = RowSchema {
        features: frame.names.clone(),
        means: vec![0.0; frame.names.len()],
        missing: MissingPolicy::Error,
        notations: notations.into_iter().map(|(name, of)| (name, from_plain(of))).collect(),
        reading: ReadOptions::default().header(true),
    };
    let read = py.detach(|| schema.read_statement(&frame));
    let rows = read.map_err(|fault| PyValueError::new_err(fault.to_string()))?;
    let shape = [rows.numbers.len(), frame.names.len()];
    let values = numpy::ndarray::Array2::from_shape_vec(shape, rows.values);
    let values = values.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(values.into_pyarray(py))
}
