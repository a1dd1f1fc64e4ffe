//! What the columns of a table hold, looked at as a whole, for a fault that is one of many: all
//! columns of words at once, how many rows have a gap, and how the table can be read.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::cell;
use super::columns::Columns;
use super::doubt::CLASSES;
use super::options::{Missing, Reading};
use super::records::Records;
use super::source::quoted;
use crate::base::input_error::{InputFault, Location};
use crate::base::numbers::counted;

/// More different words than this are hardly classes.
const MOST_CLASSES: usize = 20;
/// This many words of a column are shown, and this many columns.
const SHOWN: usize = 3;
const NAMED: usize = 6;

/// All rows, looked at once.
pub(super) struct Survey<'a> {
    columns: &'a Columns,
    reading: &'a Reading,
    rows: usize,
    features: Vec<Feature>,
    /// The places of the features that are empty in a row, for each row with one.
    gaps: Vec<Vec<usize>>,
    /// Whether some number has a decimal comma that is not read as one.
    has_commas: bool,
}

/// What a column that is to be a feature of numbers holds.
struct Feature {
    at: usize,
    numbers: usize,
    words: usize,
    distinct: HashSet<u64>,
    /// The first different words.
    first: Vec<String>,
}

impl Feature {
    fn holds_words(&self) -> bool {
        self.words > self.numbers
    }

    /// Whether its words may be classes. Dates and the like begin with a digit.
    fn may_be_classes(&self, rows: usize) -> bool {
        let is_dated = self.first.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        self.words == rows
            && !is_dated
            && (2..=MOST_CLASSES.min(rows / 2)).contains(&self.distinct.len())
    }

    fn may_be_names(&self, rows: usize) -> bool {
        self.words == rows && self.distinct.len() == rows
    }
}

impl<'a> Survey<'a> {
    /// Looks at all rows that are as wide as the first, up to one that cannot be read.
    pub fn of(records: &mut dyn Records, columns: &'a Columns, reading: &'a Reading) -> Self {
        let is_read = |j: &&usize| !columns.nominal.contains(j) && !columns.names[**j].is_empty();
        let feature = |&at: &usize| {
            let (distinct, first) = (HashSet::new(), Vec::new());
            Feature { at, numbers: 0, words: 0, distinct, first }
        };
        let features = columns.features.iter().filter(is_read).map(feature).collect();
        let mut survey =
            Self { columns, reading, rows: 0, features, gaps: Vec::new(), has_commas: false };
        let mut is_row = !reading.header;
        while let Ok(true) = records.advance() {
            if is_row && records.cells().len() == columns.names.len() {
                survey.take(records);
            }
            is_row = true;
        }
        survey
    }

    fn take(&mut self, records: &dyn Records) {
        self.rows += 1;
        let mut gaps = Vec::new();
        for (place, feature) in self.features.iter_mut().enumerate() {
            let cell = records.cells()[feature.at].trim();
            if cell::is_no_number(cell, &self.reading.na) {
                gaps.push(place);
            } else if cell.parse::<f64>().is_ok()
                || cell::with_commas(cell).is_some()
                || cell::without_unit(cell).is_some()
            {
                feature.numbers += 1;
                self.has_commas |= !self.reading.decimal_comma && cell::has_decimal_comma(cell);
            } else {
                feature.words += 1;
                let mut hasher = DefaultHasher::new();
                cell.hash(&mut hasher);
                if feature.distinct.insert(hasher.finish()) && feature.first.len() <= SHOWN {
                    feature.first.push(cell.to_owned());
                }
            }
        }
        if !gaps.is_empty() {
            self.gaps.push(gaps);
        }
    }

    /// How many rows have a gap in a column of numbers.
    fn rows_with_gaps(&self) -> usize {
        let in_number = |place: &usize| !self.features[*place].holds_words();
        self.gaps.iter().filter(|gaps| gaps.iter().any(in_number)).count()
    }

    /// The fault of an empty cell, with how many rows have one.
    pub fn gap(&self, first: InputFault) -> InputFault {
        let found =
            format!("{}, as in {} of {} rows", first.found, self.rows_with_gaps(), self.rows);
        if self.rows_with_gaps() > 1 { InputFault { found, ..first } } else { first }
    }

    /// The fault of a cell that is not a number: where its column holds words, all such columns,
    /// and how the table can be read.
    pub fn words(&self, first: InputFault) -> InputFault {
        let Location::Cell(_, _, column) = &first.location else { return first };
        let is_this = |feature: &&Feature| *self.columns.names[feature.at] == **column;
        let holds_words = self.features.iter().find(is_this).is_some_and(Feature::holds_words);
        let texts: Vec<&Feature> = self.texts().collect();
        // One of several faults of the table, which are named together.
        let is_among = holds_words || self.has_commas && !texts.is_empty();
        if !is_among || self.reading.columns.is_some() || self.columns.names.len() == 1 {
            return first;
        }
        let shown = texts.iter().take(NAMED).map(|feature| {
            let mut words: Vec<String> =
                feature.first.iter().take(SHOWN).map(|word| bare(word)).collect();
            if feature.first.len() > SHOWN {
                words.push("...".to_owned());
            }
            format!("{} ({})", bare(&self.columns.names[feature.at]), words.join(", "))
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        let more = texts.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let what = match texts.len() {
            1 => "a column holds words, not numbers:".to_owned(),
            many => format!("{many} columns hold words, not numbers:"),
        };
        InputFault::data(Location::Whole, format!("{what} {shown}{more}"), self.remedy())
    }

    /// The fault of features without a name, with how the table can be read.
    pub fn unnamed(&self, place: Location) -> InputFault {
        let places: Vec<String> =
            self.columns.unnamed().iter().map(|j| (j + 1).to_string()).collect();
        let (found, remedy) = match &places[..] {
            [only] => (format!("column {only} has no name"), "name it in the header"),
            several => (format!("columns {} have no name", several.join(", ")), "name them"),
        };
        InputFault::data(place, found, format!("{remedy}, or {}", self.remedy()))
    }

    fn texts(&self) -> impl Iterator<Item = &Feature> {
        self.features.iter().filter(|feature| feature.holds_words())
    }

    /// What to do with every column that is no feature.
    fn remedy(&self) -> String {
        let (columns, mut words) = (self.columns, Vec::new());
        let names = |of: &[&Feature]| -> Vec<String> {
            of.iter().map(|feature| bare(&columns.names[feature.at])).collect()
        };
        let mut texts: Vec<&Feature> = self.texts().collect();
        if texts.len() == self.features.len() && !texts.is_empty() {
            return "make columns of 0 and 1 of the words".to_owned();
        }
        if !columns.unnamed().is_empty() {
            words.push("leave out what has no name".to_owned());
        }
        if let Some(label) = self.label() {
            words.push(format!("make {} the label", bare(&columns.names[label.at])));
            texts.retain(|feature| feature.at != label.at);
        }
        let id = texts.iter().find(|feature| feature.may_be_names(self.rows)).copied();
        if let Some(id) = id.filter(|_| columns.id.is_none()) {
            words.push(format!("take {} for the names", bare(&columns.names[id.at])));
            texts.retain(|feature| feature.at != id.at);
        }
        if !texts.is_empty() {
            let rest = match &names(&texts)[..] {
                few if few.len() > NAMED => "the others".to_owned(),
                [others @ .., last] if !others.is_empty() => {
                    format!("{} and {last}", others.join(", "))
                }
                names => names.concat(),
            };
            words.push(format!("keep {rest} only to be shown"));
        }
        if self.has_commas {
            words.push("read commas in numbers as decimal points".to_owned());
        }
        let gaps = self.rows_with_gaps();
        if gaps > 0 && self.reading.missing == Missing::Error {
            let gaps = counted(gaps as u64, "row", "rows");
            words.push(format!("leave out {gaps} with an empty cell"));
        }
        words.join(", ")
    }

    /// The column that is most like one of classes: by its name, else the last of the file, else
    /// the first.
    fn label(&self) -> Option<&Feature> {
        let may_be = |feature: &&Feature| feature.may_be_classes(self.rows);
        let candidates: Vec<&Feature> = self.texts().filter(may_be).collect();
        let is_named = |feature: &&&Feature| {
            CLASSES.iter().any(|name| name.eq_ignore_ascii_case(&self.columns.names[feature.at]))
        };
        let is_last = |feature: &&&Feature| feature.at + 1 == self.columns.names.len();
        let likely = candidates.iter().find(is_named).or(candidates.iter().find(is_last));
        likely.or(candidates.first()).copied().filter(|_| self.columns.label.is_none())
    }
}

/// A word as it is, in quotes only where it needs them.
fn bare(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-. ".contains(c);
    match !word.is_empty() && word.chars().count() <= 40 && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => quoted(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::read::read_from;

    fn fault(text: &str, reading: &Reading) -> InputFault {
        read_from(text.as_bytes(), reading).expect_err("words")
    }

    const PENGUINS: &str = "species,island,bill,sex,year\nAdelie,Dream,39.1,male,2007\n\
        Adelie,Dream,NA,NA,2007\nGentoo,Biscoe,46,female,2008\nGentoo,Biscoe,47,male,2009\n";

    #[test]
    fn all_columns_of_words_come_with_how_the_table_is_read() {
        let found = fault(PENGUINS, &Reading::default());
        let expected = "3 columns hold words, not numbers: species (Adelie, Gentoo), island \
             (Dream, Biscoe), sex (male, female); make species the label, keep island and sex only \
             to be shown, leave out 1 row with an empty cell";
        assert_eq!(found.to_string(), expected);
        let reading = Reading {
            label: Some("species".into()),
            keep: vec!["island".into(), "sex".into()],
            missing: Missing::Drop,
            ..Reading::default()
        };
        let read = read_from(PENGUINS.as_bytes(), &reading).expect("a table");
        assert_eq!((read.table.features(), read.dropped), (&["bill".into(), "year".into()][..], 1));
        assert_eq!(read.table.points().names(), ["d1", "d3", "d4"]);
        assert_eq!(read.table.points().kept().names(), ["island", "sex"]);
    }

    #[test]
    fn decimal_commas_are_named_with_the_columns_of_words() {
        let text = "shop;sum;rate\nA;94,75;1,5\nB;1.204,50;2\nA;12;3\nB;7,5;4\n";
        let found = fault(text, &Reading::default());
        let expected = "a column holds words, not numbers: shop (A, B); make shop the label, read \
             commas in numbers as decimal points";
        assert_eq!(found.to_string(), expected);
        let reading =
            Reading { label: Some("shop".into()), decimal_comma: true, ..Reading::default() };
        let read = read_from(text.as_bytes(), &reading).expect("a table");
        assert_eq!(read.table.values(), [94.75, 1.5, 1204.5, 2.0, 12.0, 3.0, 7.5, 4.0]);
        // The words may stand behind the numbers.
        let turned = "sum;shop\n94,75;A\n1,5;B\n2;A\n3;B\n";
        assert_eq!(fault(turned, &Reading::default()).to_string(), expected);
    }

    #[test]
    fn names_are_told_from_classes_and_a_slip_from_a_column_of_words() {
        let text = "name,x,a b\nann,1,u\nbob,2,v\ncid,3,u\ndan,4,v\n";
        let remedy = "make a b the label, take name for the names";
        assert_eq!(fault(text, &Reading::default()).remedy, remedy);
        let labelled = Reading { label: Some("a b".into()), ..Reading::default() };
        assert_eq!(fault(text, &labelled).remedy, "take name for the names");
        let slip = fault("x\ty\n1\t2\n3\tred\n5\t6\n", &Reading::default());
        assert!(slip.to_string().starts_with("row 2 (line 3), column \"y\": found \"red\""));
    }

    #[test]
    fn a_column_without_a_name_is_left_out_with_the_rest() {
        let found = fault(",x,y\n0,1,a\n1,2,b\n2,3,a\n3,4,b\n", &Reading::default());
        let expected = "line 1: column 1 has no name; name it in the header, or leave out what has \
             no name, make y the label";
        assert_eq!(found.to_string(), expected);
    }

    #[test]
    fn words_alone_become_columns() {
        let found = fault("a,b\nx,u\ny,v\n", &Reading::default());
        assert_eq!(found.remedy, "make columns of 0 and 1 of the words");
    }

    #[test]
    fn a_gap_says_how_many_rows_have_one() {
        let found = fault("x,y\n1,NA\n,2\n3,4\n", &Reading::default());
        let expected = "row 1 (line 2), column \"y\": found \"NA\", which stands for a missing \
             value, as in 2 of 3 rows; fill it, leave such rows out, or take the mean of the \
             column";
        assert_eq!(found.to_string(), expected);
    }
}
