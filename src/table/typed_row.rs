//! A new row as a person types it: values, or `name=value` pairs.

use super::new_rows::{Done, Form, Mismatch, Unfit, listed};
use super::source::quoted;

impl Form {
    /// One row from words as a person types them: values in the order of the features, or
    /// `name=value` pairs, apart by commas.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn typed(&self, words: &[String]) -> Result<Vec<f64>, String> {
        let parts = || words.iter().flat_map(|word| word.split(',')).map(str::to_owned);
        let pairs = |words: &mut dyn Iterator<Item = String>| {
            words.map(|word| self.pair(&word)).collect::<Option<Vec<_>>>()
        };
        let found = pairs(&mut parts()).or_else(|| pairs(&mut words.iter().cloned()));
        let (names, cells): (Vec<String>, Vec<String>) = match found {
            Some(pairs) if !pairs.is_empty() => pairs.into_iter().unzip(),
            _ => {
                let cells: Vec<String> = parts().collect();
                if cells.len() != self.features.len() {
                    let (given, wanted) = (cells.len(), self.features.len());
                    let features = listed(&self.features);
                    return Err(format!(
                        "{given} values, but this graph has {wanted} features ({features}); give \
                         one value for each, or name=value pairs"
                    ));
                }
                (self.features.clone(), cells)
            }
        };
        let origins = self.origins(&names).map_err(|fault| match fault {
            Mismatch::Twice(name) => format!("{} is given twice", quoted(&name)),
            Mismatch::Without(features) => {
                format!("no value for {}; give one for every feature", listed(&features))
            }
        })?;
        let (mut values, mut done) = (Vec::new(), Done::default());
        let cell = |column: usize| cells[column].as_str();
        match self.row(&origins, cell, &mut values, &mut done) {
            Ok(true) => Ok(values),
            Ok(false) => Err("a value is empty, and this graph leaves such rows out".to_owned()),
            Err(Unfit { column, found, remedy }) => {
                Err(format!("{}: {found}; {remedy}", quoted(&names[column])))
            }
        }
    }

    /// Name and value of a `name=value` whose name is a feature or the column of some.
    fn pair(&self, word: &str) -> Option<(String, String)> {
        let is_column = |name: &str| {
            let of_words = |feature: &String| {
                feature.strip_prefix(name).is_some_and(|rest| rest.starts_with('='))
            };
            self.features.iter().any(|feature| feature == name || of_words(feature))
        };
        let mut splits = word.rmatch_indices('=').map(|(at, _)| (&word[..at], &word[at + 1..]));
        let found = splits.find(|(name, _)| is_column(name.trim()));
        found.map(|(name, value)| (name.trim().to_owned(), value.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Missing;

    #[test]
    fn a_typed_row_is_values_or_pairs() {
        let form = Form {
            features: ["x", "sex=f", "sex=m", "a,b"].map(str::to_owned).to_vec(),
            means: vec![0.0; 4],
            missing: Missing::Error,
            header: true,
            na: Vec::new(),
        };
        let typed = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            form.typed(&words)
        };
        assert_eq!(typed("1,0,1,2"), Ok(vec![1.0, 0.0, 1.0, 2.0]));
        assert_eq!(typed("1 0 1 2"), Ok(vec![1.0, 0.0, 1.0, 2.0]));
        assert_eq!(typed("x=1 sex=m a,b=2"), Ok(vec![1.0, 0.0, 1.0, 2.0]));
        let features = "(\"x\", \"sex=f\", \"sex=m\", \"a,b\")";
        let expected = format!(
            "2 values, but this graph has 4 features {features}; give one value for each, or \
             name=value pairs"
        );
        assert_eq!(typed("1,2"), Err(expected));
        let expected = "no value for \"a,b\"; give one for every feature";
        assert_eq!(typed("x=1,sex=m"), Err(expected.to_owned()));
        assert_eq!(typed("x=1,x=2,sex=m"), Err("\"x\" is given twice".to_owned()));
        let expected = "\"x\": found \"a\", not a number; give a number";
        assert_eq!(typed("a,0,1,2"), Err(expected.to_owned()));
    }
}
