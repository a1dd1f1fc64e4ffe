//! What is wrong with a row in which features are no numbers: numbers that are written otherwise,
//! or words. What to do about them depends on the rows that follow, so these are looked at too.

use std::collections::HashSet;

use super::super::cell::Complaint;
use super::super::column_warnings::is_name_of_classes;
use super::super::records::Records;
use super::super::source::quoted;
use super::super::values::MOST_WORDS;
use super::{Row, Rows};
use crate::base::input_error::{InputError, Location, Roles};
use crate::base::numerals::{Numerals, is_too_long};

/// At most this many columns of words are named.
const NAMED: usize = 6;

/// A feature that is no number in the row at fault.
struct Column<'n> {
    place: usize,
    name: &'n str,
    /// What it is in that row.
    cell: String,
    /// How all its numbers may be written; none where that cell is a word.
    others: Vec<Numerals>,
    /// Its different words from that row on, and whether each is another.
    words: HashSet<String>,
    are_unique: bool,
}

impl Rows<'_> {
    /// The fault of the present row, in which a feature is no number. This ends the walk.
    pub(super) fn no_number(
        &self,
        records: &mut dyn Records,
        row: Row,
        column: usize,
    ) -> InputError {
        let line = records.line(row.start);
        let mut found: Vec<Column> = self.no_numbers(records);
        loop {
            for column in &mut found {
                let cell = records.cells().get(column.place).unwrap_or_default();
                column.look(cell, self.is_gap(column.place, cell));
            }
            // What is wrong further on is told when this is mended.
            if !records.advance().unwrap_or(false) {
                break;
            }
        }
        let at = found.iter().position(|found| found.place == column).unwrap_or(0);
        let complaint = Complaint::of(&found[at].cell, self.reading.numerals, &found[at].others);
        let words: Vec<&Column> = found.iter().filter(|column| column.others.is_empty()).collect();
        let place = || Location::Cell(row.number, line, found[at].name.into());
        // Where it was said how numbers are written, what begins with a digit is meant for one.
        let is_number = self.reading.numerals != Numerals::default() && found[at].has_digit_first();
        let is_first = complaint.is_of_a_word()
            && (is_too_long(&found[at].cell) || self.kept.is_empty() && !is_number);
        if is_first && self.columns.names.len() == 1 && found[at].cell.trim().contains(' ') {
            let remedy = "put commas between the cells, as tr -s ' ' ',' does";
            return InputError::data(place(), complaint.found, remedy);
        }
        if !is_first {
            let fault = InputError::data(place(), complaint.found, complaint.remedy);
            return match complaint.setting {
                Some(setting) => fault.with(setting),
                None => fault,
            };
        }
        let roles = self.roles(&words);
        if let [_] = words[..] {
            return InputError::of_columns(place(), complaint.found, roles);
        }
        let shown = |column: &&Column| format!("{} ({})", column.name, quoted(column.cell.trim()));
        let mut shown: Vec<String> = words.iter().take(NAMED).map(shown).collect();
        if words.len() > NAMED {
            shown.push(format!("{} more", words.len() - NAMED));
        }
        let found = format!("{} columns have no number: {}", words.len(), shown.join(", "));
        InputError::of_columns(Location::Row(row.number, line), found, roles)
    }

    /// The features that are no numbers in the present row.
    fn no_numbers(&self, records: &dyn Records) -> Vec<Column<'_>> {
        let (columns, numerals) = (self.columns, self.reading.numerals);
        let features = columns.features.iter().filter(|j| !columns.nominal.contains(j));
        let found = features.filter_map(|&place| {
            let cell = &records.cells()[place];
            let is_number = self.is_gap(place, cell) || numerals.read(cell).is_some();
            let mut others = numerals.others(cell);
            if !self.values.are_whole(place) {
                others.retain(|other| other.decimal_comma == numerals.decimal_comma);
            }
            let (name, cell) = (columns.names[place].as_str(), cell.to_owned());
            let (words, are_unique) = (HashSet::new(), true);
            (!is_number).then_some(Column { place, name, cell, others, words, are_unique })
        });
        found.collect()
    }

    /// What to make of columns of words.
    fn roles(&self, words: &[&Column]) -> Roles {
        let mut roles = Roles::default();
        let may_label = |column: &Column| {
            let is_date = column.has_digit_first();
            !column.are_unique && column.words.len() <= MOST_WORDS && !is_date
        };
        let labels: Vec<&str> =
            words.iter().filter(|column| may_label(column)).map(|column| column.name).collect();
        let label = match labels[..] {
            [one] => Some(one),
            _ => labels.into_iter().find(|name| is_name_of_classes(name)),
        };
        let label = label.filter(|_| self.columns.label.is_none());
        // Something is to be left that is near or far.
        let no_number_is_left = words.len() == self.columns.features.len();
        for &column in words {
            let name = column.name.to_owned();
            if column.are_unique && self.columns.id.is_none() && roles.id.is_none() {
                roles.id = Some(name);
            } else if label == Some(column.name) {
                roles.label = Some(name);
            } else if no_number_is_left && column.words.len() <= MOST_WORDS {
                roles.nominal.push(name);
            } else {
                roles.keep.push(name);
            }
        }
        roles
    }
}

impl Column<'_> {
    fn has_digit_first(&self) -> bool {
        self.cell.trim_start().starts_with(|c: char| c.is_ascii_digit())
    }

    /// Takes in one more cell. One that is no number either is told later.
    fn look(&mut self, cell: &str, is_gap: bool) {
        if is_gap {
            self.are_unique = false;
            return;
        }
        if self.others.is_empty() {
            self.are_unique &= self.words.insert(cell.trim().to_owned());
        }
        let fits = |other: &Numerals| other.read(cell).is_some();
        if self.others.iter().any(fits) {
            self.others.retain(fits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::input_error::Setting;
    use crate::table::{Reading, read_from};

    /// What helps depends on all rows.
    #[test]
    fn words_and_numbers_written_otherwise_have_a_setting() {
        let roles = |id: &str, label: &str, nominal: &str, keep: &str| {
            let names = |names: &str| names.split_whitespace().map(str::to_owned).collect();
            let one = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
            let (nominal, keep): (Vec<String>, Vec<String>) = (names(nominal), names(keep));
            let roles = Roles { id: one(id), label: one(label), nominal, keep, drop: vec![] };
            Some(Setting::Columns(roles))
        };
        let numerals = |decimal_comma, thousands| {
            Some(Setting::Numerals(Numerals { decimal_comma, thousands }))
        };
        let specification = [
            ("x,kind\n1,a\n2,b\n3,a\n", roles("", "kind", "", "")),
            ("x,kind\n1,a\n2,b\n3,c\n", roles("kind", "", "", "")),
            ("x,a,b,who\n1,p,q,r\n2,p,q,s\n", roles("who", "", "", "a b")),
            ("x,a,class,who\n1,p,q,r\n2,p,q,s\n", roles("who", "class", "", "a")),
            ("a,b\np,q\np,q\n", roles("", "", "a b", "")),
            ("x,day\n1,2021-01-01\n2,2021-01-01\n", roles("", "", "", "day")),
            ("x;y\n1,200;1\n3,400;2\n", Some(Setting::Commas)),
            ("x;y\n1,200;1\n3,40;2\n", numerals(true, None)),
            ("x;y\n1,200;1\n3,400,000;2\n", numerals(false, Some(','))),
            ("x;y\n5.5;1\n3,400;2\n", numerals(false, Some(','))),
            ("x;y\n1 200;1\n3 400,5;2\n", numerals(true, Some(' '))),
            ("x,y\n1,2\n2,red\n", None),
            ("x,y\n1,20%\n2,3%\n", None),
            ("x,y\n1,\n2,3\n", Some(Setting::DropRows)),
        ];
        for (text, setting) in specification {
            let error = read_from(text.as_bytes(), &Reading::default()).expect_err(text);
            assert_eq!(error.setting.map(|setting| *setting), setting, "{text:?}");
        }
    }
}
