//! The error of a row in which features are not numbers: numbers in another notation, or words. The
//! remedy depends on the rows that follow, so these are examined too.

use std::collections::HashSet;

use super::super::cell::{self, Complaint};
use super::super::column_warnings::is_class_column_name;
use super::super::records::Records;
use super::super::source::quote_short;
use super::super::values::MAX_WORDS;
use super::{RowCollector, RowPosition};
use crate::base::display_safe;
use crate::base::input_error::{ColumnRoles, InputError, Location};
use crate::base::numerals::{Numerals, loses_digits};

const MAX_NAMED_COLUMNS: usize = 6;

/// A feature that is not a number in the faulty row, or had only gaps before.
struct NonNumericColumn<'n> {
    place: usize,
    name: &'n str,
    /// The cell in the faulty row, or the first later one that is not a gap.
    cell: String,
    /// `true` if no earlier row had a number.
    is_first: bool,
    /// The possible notations of all numbers of the column; empty if the cell is a word.
    alternatives: Vec<Numerals>,
    /// The different words from the faulty row on; `are_unique` is `true` if none occurred twice.
    words: HashSet<String>,
    are_unique: bool,
    /// `true` if a cell is empty, which a label may not be.
    has_gap: bool,
    /// The text that follows the number in each cell of the column.
    unit: String,
}

impl RowCollector<'_> {
    /// Returns the error of the current row, in which a feature is not a number. Reads to the end.
    pub(super) fn non_numeric_error(
        &self,
        records: &mut dyn Records,
        row: RowPosition,
        column: usize,
    ) -> InputError {
        let line = records.line(row.start);
        let present: Vec<String> =
            (0..records.width()).map(|j| records.cell(j).into_owned()).collect();
        let mut found: Vec<NonNumericColumn> = self.non_numeric_columns(&present);
        loop {
            for column in &mut found {
                if column.place < records.width() {
                    self.examine(column, &records.cell(column.place));
                }
            }
            // A fault of a later row is reported once this one is corrected.
            if !records.advance().unwrap_or(false) {
                break;
            }
        }
        let complaint = |of: &NonNumericColumn| {
            Complaint::new(&of.cell, &of.unit, self.reading.numerals, &of.alternatives)
        };
        let is_of_words = |of: &NonNumericColumn| {
            // If the notation was given, a cell that begins with a digit is probably a number.
            let is_number = self.reading.numerals != Numerals::default() && of.starts_with_digit();
            let are_words = loses_digits(&of.cell) || of.is_first && !is_number;
            are_words && complaint(of).is_about_word()
        };
        let at = found.iter().position(|found| found.place == column).unwrap_or(0);
        let first = &found[at];
        let (place, fault) =
            (Location::Cell(row.number, line, first.name.into()), complaint(first));
        if !is_of_words(first) {
            let error = InputError::data(place, fault.found, fault.remedy);
            return match fault.setting {
                Some(setting) => error.with_setting(setting),
                None => error,
            };
        }
        if self.columns.names.len() == 1 && first.cell.trim().contains(' ') {
            let remedy = "put commas between the cells, as tr -s ' ' ',' does";
            return InputError::data(place, fault.found, remedy);
        }
        let words: Vec<&NonNumericColumn> =
            found.iter().filter(|column| is_of_words(column)).collect();
        let roles = self.suggest_roles(&words);
        if let [_] = words[..] {
            return InputError::from_roles(place, fault.found, roles);
        }
        let shown = |column: &&NonNumericColumn| {
            format!(
                "{} ({})",
                display_safe::escape_name(column.name),
                quote_short(column.cell.trim())
            )
        };
        let mut shown: Vec<String> = words.iter().take(MAX_NAMED_COLUMNS).map(shown).collect();
        if words.len() > MAX_NAMED_COLUMNS {
            shown.push(format!("{} more", words.len() - MAX_NAMED_COLUMNS));
        }
        let found = format!("{} columns have no number: {}", words.len(), shown.join(", "));
        let place = match words.iter().all(|column| column.cell == present[column.place]) {
            true => Location::Row(row.number, line),
            false => Location::Whole,
        };
        InputError::from_roles(place, found, roles)
    }

    /// Returns the features that are not numbers in this row, and those that had only gaps.
    fn non_numeric_columns(&self, cells: &[String]) -> Vec<NonNumericColumn<'_>> {
        let (columns, numerals) = (self.columns, self.reading.numerals);
        let features = columns.features.iter().filter(|j| !columns.nominal.contains(j));
        let found = features.filter_map(|&place| {
            let (name, cell) = (columns.names[place].as_str(), &cells[place]);
            let (is_gap, is_first) =
                (self.is_gap(place, cell), self.values.present_numbers(place).next().is_none());
            let is_candidate = if is_gap { is_first } else { numerals.parse(cell).is_none() };
            is_candidate.then(|| NonNumericColumn {
                place,
                name,
                cell: String::new(),
                is_first,
                alternatives: Vec::new(),
                words: HashSet::new(),
                are_unique: true,
                has_gap: is_first && !self.kept_rows.is_empty(),
                unit: String::new(),
            })
        });
        found.collect()
    }

    /// Examines one more cell of a column. Another cell that is not a number is reported later.
    fn examine(&self, column: &mut NonNumericColumn, cell: &str) {
        if cell::is_missing_word(cell, &self.reading.na) {
            column.has_gap = true;
            return;
        }
        if column.cell.is_empty() && !self.is_gap(column.place, cell) {
            let numerals = self.reading.numerals;
            column.cell = cell.to_owned();
            column.unit = unit_suffix(cell).to_owned();
            column.alternatives = numerals.alternatives(cell);
            if self.values.present_numbers(column.place).any(|number| number.fract() != 0.0) {
                column.alternatives.retain(|other| other.decimal_comma == numerals.decimal_comma);
            }
        }
        if column.alternatives.is_empty() {
            column.are_unique &= column.words.insert(cell.trim().to_owned());
        }
        if !unit_suffix(cell).is_empty() && unit_suffix(cell) != column.unit {
            column.unit.clear();
        }
        let fits = |other: &Numerals| other.parse(cell).is_some();
        if column.alternatives.iter().any(fits) {
            column.alternatives.retain(fits);
        }
    }

    fn suggest_roles(&self, words: &[&NonNumericColumn]) -> ColumnRoles {
        let mut roles = ColumnRoles::default();
        let may_label = |column: &NonNumericColumn| {
            let is_date = column.starts_with_digit();
            !column.are_unique && !column.has_gap && !is_date && column.words.len() <= MAX_WORDS
        };
        let labels: Vec<&str> =
            words.iter().filter(|column| may_label(column)).map(|column| column.name).collect();
        let label = match labels[..] {
            [one] => Some(one),
            _ => labels.into_iter().find(|name| is_class_column_name(name)),
        };
        let label = label.filter(|_| self.columns.label.is_none());
        let may_name = |column: &&&NonNumericColumn| column.are_unique && !column.has_gap;
        let id = words.iter().find(may_name).filter(|_| self.columns.id.is_none());
        let id = id.map(|column| column.name);
        let has_role = |column: &NonNumericColumn| [id, label].contains(&Some(column.name));
        // Words become features if there are few numbers.
        let numbers = self.columns.features.len() - words.len();
        let has_few = |column: &NonNumericColumn| {
            column.words.len() <= MAX_WORDS && (!column.are_unique || numbers == 0)
        };
        let few = words.iter().filter(|column| has_few(column) && !has_role(column)).count();
        for &column in words {
            let name = column.name.to_owned();
            if column.cell.is_empty() {
                roles.drop.push(name);
            } else if id == Some(column.name) {
                roles.id = Some(name);
            } else if label == Some(column.name) {
                roles.label = Some(name);
            } else if few > numbers && has_few(column) {
                roles.nominal.push(name);
            } else {
                roles.keep.push(name);
            }
        }
        roles
    }
}

impl NonNumericColumn<'_> {
    fn starts_with_digit(&self) -> bool {
        self.cell.trim_start().starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Returns the rest of a cell from its first letter on.
fn unit_suffix(cell: &str) -> &str {
    let cell = cell.trim();
    cell.find(char::is_alphabetic).map_or("", |at| &cell[at..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::input_error::Setting;
    use crate::table::{MissingPolicy, ReadOptions, read_from};

    #[test]
    fn columns_that_began_with_gaps_are_named_as_well() {
        let reading = ReadOptions { missing: MissingPolicy::Mean, ..ReadOptions::default() };
        let text = "a,b,v,w,y\n1,,,,\n2,3,p,red,\n3,4,,blue,\n4,2,p,red,\n";
        let error = read_from(text.as_bytes(), &reading).expect_err("words");
        let named = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let (keep, drop) = (named(&["v", "w"]), named(&["y"]));
        let roles = ColumnRoles { keep, drop, ..ColumnRoles::default() };
        assert_eq!(error.setting, Some(Setting::Columns(roles).into()), "{error}");
    }

    #[test]
    fn words_and_numbers_written_otherwise_have_a_setting() {
        let roles = |id: &str, label: &str, nominal: &str, keep: &str| {
            let names = |names: &str| names.split_whitespace().map(str::to_owned).collect();
            let one = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
            let (nominal, keep): (Vec<String>, Vec<String>) = (names(nominal), names(keep));
            let roles = ColumnRoles { id: one(id), label: one(label), nominal, keep, drop: vec![] };
            Some(Setting::Columns(roles))
        };
        let numerals = |decimal_comma, thousands| {
            Some(Setting::Numerals(Numerals { decimal_comma, thousands }))
        };
        let specification = [
            ("x,kind\n1,a\n2,b\n3,a\n", roles("", "kind", "", "")),
            ("x,kind\n1,a\n2,b\n3,c\n", roles("kind", "", "", "")),
            ("x,a,b,who\n1,p,q,r\n2,p,q,s\n", roles("who", "", "a b", "")),
            ("x,y,a,b\n1,2,p,q\n2,3,p,q\n", roles("", "", "", "a b")),
            ("x,kind\n1,a\n2,\n3,a\n", roles("", "", "", "kind")),
            ("x,sign\n1,+\n2,-\n3,+\n", roles("", "sign", "", "")),
            ("x,y\n1,12 kg\n2,13 kg\n", None),
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
            let error = read_from(text.as_bytes(), &ReadOptions::default()).expect_err(text);
            assert_eq!(error.setting.map(|setting| *setting), setting, "{text:?}");
        }
    }
}
