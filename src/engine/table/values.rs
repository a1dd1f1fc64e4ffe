//! The values of the features while a table is read: gaps become means, words become 0 and 1.
//!
//! Invariant: the finished values are finite, and no two of their columns have one name.

use std::collections::HashSet;

use super::columns::TableColumns;
use super::source::quote_short;
use crate::base::input_error::{InputError, Location};
use crate::base::points::Classes;

/// The most words of a column, each of which becomes a feature; more hardly describe points.
pub(super) const MAX_WORDS: usize = 100;

pub(super) struct Values<'a> {
    columns: &'a TableColumns,
    /// The values of the columns of numbers, row by row; NaN is a gap.
    numbers: Vec<f64>,
    /// The words of each column of words, row by row.
    words: Vec<Vec<Option<String>>>,
    gaps: usize,
}

pub(super) struct FeatureValues {
    pub names: Vec<String>,
    /// The values, row by row.
    pub values: Vec<f64>,
    pub filled: usize,
}

impl<'a> Values<'a> {
    pub(super) fn new(columns: &'a TableColumns) -> Self {
        let words = vec![Vec::new(); columns.nominal.len()];
        Self { columns, numbers: Vec::new(), words, gaps: 0 }
    }

    /// Adds the next number of a row, from left to right; `None` is a gap.
    pub(crate) fn push_number(&mut self, number: Option<f64>) {
        self.gaps += usize::from(number.is_none());
        self.numbers.push(number.unwrap_or(f64::NAN));
    }

    /// Adds the word of a row to the column of words with the index `column`; `None` is a gap.
    pub(crate) fn push_word(&mut self, column: usize, word: Option<&str>) {
        self.gaps += usize::from(word.is_none());
        let at = self.columns.nominal.binary_search(&column);
        self.words[at.expect("a column of words")].push(word.map(str::to_owned));
    }

    pub(crate) fn present_numbers(&self, column: usize) -> impl Iterator<Item = f64> {
        let numeric: Vec<usize> = self.numeric_columns();
        let at = numeric.iter().position(|&j| j == column);
        let first = at.unwrap_or(self.numbers.len());
        let cells = self.numbers.iter().skip(first).step_by(numeric.len().max(1));
        cells.copied().filter(|cell| !cell.is_nan())
    }

    fn numeric_columns(&self) -> Vec<usize> {
        let is_number = |j: &&usize| !self.columns.nominal.contains(j);
        self.columns.features.iter().filter(is_number).copied().collect()
    }

    /// Returns the features of all `rows` rows: fills the gaps and expands the words.
    pub(super) fn finish(mut self, rows: usize) -> Result<FeatureValues, InputError> {
        let columns = self.columns;
        let numeric = self.numeric_columns();
        let has_none = |&j: &usize| match columns.nominal.binary_search(&j) {
            Ok(at) => self.words[at].iter().all(Option::is_none),
            Err(_) => self.present_numbers(j).next().is_none(),
        };
        let empty: Vec<usize> = columns.features.iter().copied().filter(has_none).collect();
        if let Some(fault) = columns.empty_error(&empty) {
            return Err(fault);
        }
        for (at, &j) in numeric.iter().enumerate().filter(|_| self.gaps > 0) {
            if let Some(mean) = running_mean(self.present_numbers(j)) {
                let cells = self.numbers.iter_mut().skip(at).step_by(numeric.len());
                cells.filter(|cell| cell.is_nan()).for_each(|cell| *cell = mean);
            }
        }
        let mut expanded = Vec::new();
        for (&j, cells) in columns.nominal.iter().zip(&self.words) {
            expanded.push(self.expand_words(j, cells)?);
        }
        if expanded.is_empty() {
            let names = columns.features.iter().map(|&j| columns.names[j].clone()).collect();
            return Ok(FeatureValues { names, values: self.numbers, filled: self.gaps });
        }
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for &j in &columns.features {
            match columns.nominal.binary_search(&j) {
                Ok(at) => names.extend(expanded[at].0.iter().cloned()),
                Err(_) => names.push(columns.names[j].clone()),
            }
        }
        for row in 0..rows {
            let mut number = self.numbers[row * numeric.len()..].iter();
            for &j in &columns.features {
                match columns.nominal.binary_search(&j) {
                    Ok(at) => values.extend_from_slice(&expanded[at].1[row]),
                    Err(_) => values.extend(number.next()),
                }
            }
        }
        let kept = columns.shown_names();
        let mut known: HashSet<&String> = kept.iter().collect();
        if let Some(twice) = names.iter().find(|name| !known.insert(*name)) {
            let found = format!("a word makes a second column {}", quote_short(twice));
            return Err(InputError::data(Location::Whole, found, "name one of them otherwise"));
        }
        Ok(FeatureValues { names, values, filled: self.gaps })
    }

    /// Expands a column of words into columns of 0 and 1; returns their names, and their values row
    /// by row. A gap gets the share of each word, which is the mean of its column.
    fn expand_words(
        &self,
        column: usize,
        cells: &[Option<String>],
    ) -> Result<(Vec<String>, Vec<Vec<f64>>), InputError> {
        let present: Vec<&String> = cells.iter().flatten().collect();
        let words = Classes::from_labels(&present);
        let (name, many) = (&self.columns.names[column], words.names().len());
        if many > MAX_WORDS {
            let found = format!("{many} different words, each of which would become a column");
            let place = Location::Column(name.clone());
            return Err(InputError::data(place, found, "leave the column out"));
        }
        let names = words.names().iter().map(|word| format!("{name}={word}")).collect();
        let shares: Vec<f64> =
            words.sizes().iter().map(|&size| f64::from(size) / present.len() as f64).collect();
        let mut of = words.class_ids().iter();
        let row = |cell: &Option<String>| match cell.as_ref().and_then(|_| of.next()) {
            Some(word) => (0..many).map(|at| f64::from(u8::from(at == word.index()))).collect(),
            None => shares.clone(),
        };
        Ok((names, cells.iter().map(row).collect()))
    }
}

/// Returns the mean of finite numbers, without overflow; `None` if there are none.
pub fn running_mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, mean) = numbers.fold((0.0, 0.0), |(count, mean), number| {
        let count: f64 = count + 1.0;
        (count, mean + (number / count - mean / count))
    });
    (count > 0.0).then_some(mean)
}

#[cfg(test)]
mod tests {
    use crate::table::options::{MissingPolicy, ReadOptions};
    use crate::table::read::read_from;

    fn read(text: &str, reading: ReadOptions) -> Result<(Vec<String>, Vec<f64>, usize), String> {
        let read = read_from(text.as_bytes(), &reading).map_err(|fault| fault.to_string())?;
        Ok((read.table.features().to_vec(), read.table.values().to_vec(), read.filled))
    }

    fn words(column: &str, missing: MissingPolicy) -> ReadOptions {
        ReadOptions { nominal: vec![column.into()], missing, ..ReadOptions::default() }
    }

    #[test]
    fn gaps_get_the_mean_of_their_column() {
        let reading = ReadOptions { missing: MissingPolicy::Mean, ..ReadOptions::default() };
        let (_, values, filled) = read("x,y\n1,NA\n?,4\n5,8\n", reading.clone()).expect("a table");
        assert_eq!((values, filled), (vec![1.0, 6.0, 3.0, 4.0, 5.0, 8.0], 2));
        let large = "x\n1.7e308\n1.7e308\n-\n";
        assert_eq!(read(large, reading.clone()).expect("a table").1, [1.7e308; 3]);
    }

    #[test]
    fn words_become_columns_of_0_and_1_where_the_column_stood() {
        let text = "x,sex,y\n1,m,2\n3,f,4\n5,m,6\n";
        let (names, values, _) = read(text, words("sex", MissingPolicy::Error)).expect("a table");
        assert_eq!(names, ["x", "sex=f", "sex=m", "y"]);
        assert_eq!(values, [1.0, 0.0, 1.0, 2.0, 3.0, 1.0, 0.0, 4.0, 5.0, 0.0, 1.0, 6.0]);
        let gap = "sex,y\nm,2\nNA,4\nf,6\nm,6\nm,6\n";
        let (_, values, filled) = read(gap, words("sex", MissingPolicy::Mean)).expect("a table");
        assert_eq!((&values[3..5], filled), (&[0.25, 0.75][..], 1));
        let (_, values, _) = read(gap, words("sex", MissingPolicy::Drop)).expect("a table");
        assert_eq!(values.len(), 4 * 3);
    }

    #[test]
    fn words_that_make_no_columns_say_why() {
        let many = (0..101).fold("w\n".to_owned(), |text, at| text + &format!("w{at}\n"));
        let specification = [
            (
                many.as_str(),
                "column \"w\": 101 different words, each of which would become a column; leave the \
                 column out",
            ),
            ("w,x\nNA,1\n,2\n", "column \"w\": every cell is empty; leave out \"w\""),
            (
                "w,w=a\na,1\nb,2\n",
                "a word makes a second column \"w=a\"; name one of them otherwise",
            ),
        ];
        for (text, expected) in specification {
            let fault = read(text, words("w", MissingPolicy::Mean)).expect_err(expected);
            assert_eq!(fault, expected);
        }
    }
}
