//! The roles of the columns of a table: feature, label, id, only shown, or left out.
//!
//! Invariant: column names are distinct, and no column has two roles. A request for columns that do
//! not exist, or that contradicts itself, is a usage error; a faulty header is an error of the
//! data.

use std::collections::HashMap;

use super::condition::Condition;
use super::options::ReadOptions;
use super::records::{ListColumn, Records};
use super::role::Role;
use super::source::quote_short;
use crate::base::input_error::{ColumnRoles, InputError, Location, Setting, did_you_mean};
use crate::base::numerals::parse_number;

/// The columns of a file and their roles, as indices in a record.
#[derive(Debug, PartialEq)]
pub(super) struct TableColumns {
    /// The names of all columns, in file order.
    pub names: Vec<String>,
    pub features: Vec<usize>,
    /// The features that are columns of words, in file order.
    pub nominal: Vec<usize>,
    pub label: Option<usize>,
    pub condition: Option<Condition>,
    pub id: Option<usize>,
    pub shown: Vec<usize>,
}

impl TableColumns {
    pub(super) fn read(records: &dyn Records, reading: &ReadOptions) -> Result<Self, InputError> {
        let names = records.names(reading.header);
        if !reading.header {
            return Self::assign(names, records, reading, Location::Whole);
        }
        let place = records.header_location();
        let is_line = place != Location::Whole;
        if is_line && names.iter().all(|name| parse_number(name).is_some()) {
            let found = "a header of numbers only, which looks like data";
            let fault = InputError::data(place, found, "read this line as data");
            return Err(fault.with_setting(Setting::NoHeader));
        }
        let mut known = HashMap::new();
        for (j, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if let Some(first) = known.insert(name, j) {
                let (first, second) = (first + 1, j + 1);
                let found =
                    format!("columns {first} and {second} are both named {}", quote_short(name));
                return Err(InputError::data(place, found, "give each its own name"));
            }
        }
        Self::assign(names, records, reading, place)
    }

    fn assign(
        names: Vec<String>,
        records: &dyn Records,
        reading: &ReadOptions,
        place: Location,
    ) -> Result<Self, InputError> {
        let lists = records.list_columns();
        let label = reading.label.as_deref();
        let condition = label.filter(|name| find_columns(&names, lists, name.trim()).is_empty());
        let condition = condition.and_then(Condition::parse);
        let label =
            condition.as_ref().map(|condition| &condition.column).or(reading.label.as_ref());
        let roles = requested_roles(&names, lists, reading, label)?;
        let all = |of: &[_]| -> Vec<usize> {
            (0..names.len()).filter(|j| of.contains(&roles.get(j).copied())).collect()
        };
        let (label, id) = (all(&[Some(Role::Label)]).pop(), all(&[Some(Role::Id)]).pop());
        let wanted = reading.columns.as_ref().map(|_| Role::Feature);
        let mut features = all(&[wanted, Some(Role::Nominal)]);
        // An unnamed column among named ones is the index of a table, or padding of a record.
        let is_own =
            |j: usize| j < records.feature_width() && !(records.has_names() && names[j].is_empty());
        features.retain(|&j| is_own(j) || roles.contains_key(&j));
        if features.is_empty() {
            let found = "no column is left for a feature";
            let remedy = "use a column of numbers besides the label and the id";
            return Err(InputError::data(Location::Whole, found, remedy));
        }
        if let Some(column) = features.iter().find(|&&j| names[j].is_empty()) {
            let found = format!("column {} has no name", column + 1);
            let roles =
                ColumnRoles { drop: vec![(column + 1).to_string()], ..ColumnRoles::default() };
            let fault = InputError::data(place, found, "leave it out, or name it in the header");
            return Err(fault.with_setting(Setting::Columns(roles)));
        }
        let (nominal, kept) = (all(&[Some(Role::Nominal)]), all(&[Some(Role::Shown)]));
        Ok(Self { names, features, nominal, label, condition, id, shown: kept })
    }

    /// Returns the names of the columns that are only shown; an unnamed one has its position.
    pub(crate) fn shown_names(&self) -> Vec<String> {
        let name = |&j: &usize| match self.names[j].as_str() {
            "" => (j + 1).to_string(),
            name => name.to_owned(),
        };
        self.shown.iter().map(name).collect()
    }

    /// Returns the error of features that are empty in every row; `None` if `features` is empty.
    pub(crate) fn empty_error(&self, features: &[usize]) -> Option<InputError> {
        let drop: Vec<String> = features.iter().map(|&j| self.names[j].clone()).collect();
        let (place, found) = match &drop[..] {
            [] => return None,
            [name] => (Location::Column(name.clone()), "every cell is empty".to_owned()),
            _ => (Location::Whole, format!("every cell of {} columns is empty", drop.len())),
        };
        if drop.len() == self.features.len() {
            return Some(InputError::data(place, found, "use a column of numbers"));
        }
        Some(InputError::from_roles(place, found, ColumnRoles { drop, ..ColumnRoles::default() }))
    }

    /// Returns the columns whose cells must be filled, in file order.
    pub(crate) fn required_columns(&self) -> Vec<usize> {
        let mut used = self.features.clone();
        used.extend(self.label);
        used.extend(self.id);
        used.sort_unstable();
        used
    }
}

/// Returns the columns called `name` or of the list called `name`, or the column at the position
/// `name` if there are neither. Only the empty name may belong to several columns.
fn find_columns(names: &[String], lists: &[ListColumn], name: &str) -> Vec<usize> {
    let named: Vec<usize> = (0..names.len()).filter(|&j| names[j] == name).collect();
    if !named.is_empty() {
        return named;
    }
    if let Some(list) = lists.iter().find(|list| list.name == name) {
        return (list.first..list.first + list.width).collect();
    }
    let place = name.parse().ok().and_then(|place: usize| place.checked_sub(1));
    place.filter(|&place| place < names.len()).into_iter().collect()
}

fn requested_roles(
    names: &[String],
    lists: &[ListColumn],
    reading: &ReadOptions,
    label: Option<&String>,
) -> Result<HashMap<usize, Role>, InputError> {
    let given = (label.iter().map(|&name| (Role::Label, name)))
        .chain(reading.id.iter().map(|name| (Role::Id, name)))
        .chain(reading.columns.iter().flatten().map(|name| (Role::Feature, name)))
        .chain(reading.nominal.iter().map(|name| (Role::Nominal, name)))
        .chain(reading.keep.iter().map(|name| (Role::Shown, name)))
        .chain(reading.drop.iter().map(|name| (Role::Dropped, name)));
    let mut roles: HashMap<usize, Role> = HashMap::new();
    for (role, name) in given {
        let name = name.trim();
        let fault = |found, remedy: &str| Err(InputError::usage(Location::Whole, found, remedy));
        let found = find_columns(names, lists, name);
        if found.is_empty() {
            let near = did_you_mean(name, names.iter().map(String::as_str));
            let found = format!("no column {name:?} {}{near}", role.purpose());
            return fault(found, &format!("its columns are {}", first_names(names)));
        }
        let is_list = lists.iter().any(|list| list.name == name);
        if is_list && matches!(role, Role::Label | Role::Id) {
            let found = format!("{name:?} is a column of lists {}", role.purpose());
            return fault(found, "name one of words or numbers");
        }
        if found.len() > 1 && role != Role::Dropped && !is_list {
            let found = format!("{} columns have no name", found.len());
            return fault(found, "name the column by its place, the first is 1");
        }
        for column in found {
            let Some(&earlier) = roles.get(&column) else {
                roles.insert(column, role);
                continue;
            };
            let Some(both) = earlier.combine(role) else {
                let found = match earlier == role {
                    true => format!("the column {name:?} is named twice as {}", role.description()),
                    false => format!(
                        "the column {name:?} is named both as {} and as {}",
                        earlier.description(),
                        role.description()
                    ),
                };
                return fault(found, "name it once");
            };
            roles.insert(column, both);
        }
    }
    Ok(roles)
}

fn first_names(names: &[String]) -> String {
    let first: Vec<String> = names.iter().take(10).map(|name| quote_short(name)).collect();
    let (first, all) = (first.join(", "), names.len());
    if all > 10 { format!("{first} ... {all} in all") } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::records::TextRecords;

    fn of(header: &str, reading: &ReadOptions) -> Result<TableColumns, InputError> {
        let mut records = TextRecords::new(header, b',');
        assert!(records.next());
        TableColumns::read(&records, reading)
    }

    fn names(names: &str) -> Vec<String> {
        names.split_whitespace().map(str::to_owned).collect()
    }

    fn reading([label, id, columns, drop]: [&str; 4]) -> ReadOptions {
        let given = |name: &str| (name != "-").then(|| name.to_owned());
        ReadOptions {
            label: given(label),
            id: given(id),
            columns: given(columns).map(|columns| names(&columns)),
            drop: given(drop).map(|drop| names(&drop)).unwrap_or_default(),
            ..ReadOptions::default()
        }
    }

    #[test]
    fn every_column_has_one_role() {
        let specification = [
            (["-", "-", "-", "-"], vec![0, 1, 2, 3, 4], None, None),
            (["class", "name", "-", "-"], vec![1, 2, 3], Some(4), Some(0)),
            (["class", "-", "-", "name y y"], vec![1, 3], Some(4), None),
            (["class", "-", "z x", "-"], vec![1, 3], Some(4), None),
            (["-", "-", "x", "y"], vec![1], None, None),
            ([" class ", "-", "-", "name"], vec![1, 2, 3], Some(4), None),
        ];
        for (options, features, label, id) in specification {
            let columns = of(" name, x,y ,z,class", &reading(options)).expect("all are there");
            assert_eq!((columns.features, columns.label, columns.id), (features, label, id));
        }
    }

    #[test]
    fn columns_without_a_header_are_numbered() {
        let reading =
            ReadOptions { header: false, label: Some("3".into()), ..ReadOptions::default() };
        let columns = of("5.1,3.5,setosa", &reading).expect("three columns");
        assert_eq!(columns.names, ["1", "2", "3"]);
        assert_eq!((columns.features, columns.label), (vec![0, 1], Some(2)));
    }

    #[test]
    fn columns_are_shown_hold_words_or_go_by_their_place() {
        let reading = ReadOptions {
            keep: names("site 1"),
            nominal: names("sex"),
            drop: names("4 site"),
            ..ReadOptions::default()
        };
        let columns = of(",x,sex,note,site", &reading).expect("all are there");
        assert_eq!(
            (columns.features.as_slice(), columns.nominal.as_slice()),
            (&[1, 2][..], &[2][..])
        );
        assert_eq!(
            (columns.shown.as_slice(), columns.shown_names()),
            (&[0, 4][..], names("1 site"))
        );
        let reading = ReadOptions {
            columns: Some(names("x")),
            nominal: names("sex sex"),
            ..ReadOptions::default()
        };
        assert_eq!(of("x,y,sex", &reading).expect("all are there").features, [0, 2]);
    }

    #[test]
    fn columns_without_a_name_are_left_out_by_the_empty_one() {
        let drop = vec![String::new()];
        let columns =
            of(",x,", &ReadOptions { drop, ..ReadOptions::default() }).expect("x is there");
        assert_eq!(columns.features, [1]);
        let id = Some(String::new());
        let columns =
            of(",x", &ReadOptions { id: id.clone(), ..ReadOptions::default() }).expect("an id");
        assert_eq!((columns.features, columns.id), (vec![1], Some(0)));
        let error = of("x,", &ReadOptions::default()).expect_err("no name");
        let expected = "line 1: column 2 has no name; leave it out, or name it in the header";
        assert_eq!((error.to_string().as_str(), error.usage), (expected, false));
        let error =
            of(",x,", &ReadOptions { id, ..ReadOptions::default() }).expect_err("two of them");
        let expected = "2 columns have no name; name the column by its place, the first is 1";
        assert_eq!((error.to_string().as_str(), error.usage), (expected, true));
    }

    #[test]
    fn a_column_left_out_needs_no_name() {
        let columns = of(",x,", &reading(["-", "-", "x", "-"])).expect("x is there");
        assert_eq!(columns.features, [1]);
    }

    #[test]
    fn poor_headers_are_the_fault_of_the_data() {
        let none = ["-", "-", "-", "-"];
        let specification = [
            ("\n1,2.5, -3e4 ", none, "line 2: a header of numbers only"),
            ("x,y, x", none, "line 1: columns 1 and 3 are both named \"x\""),
        ];
        for (header, options, expected) in specification {
            let error = of(header, &reading(options)).expect_err(expected);
            assert!(error.to_string().starts_with(expected) && !error.usage, "{error}");
        }
    }

    #[test]
    fn an_impossible_request_is_a_usage_fault() {
        let specification = [
            (["-", "name", "-", "-"], "no column \"name\" for the id"),
            (["-", "-", "x q", "-"], "no column \"q\" to use"),
            (["", "-", "-", "-"], "no column \"\" for the label"),
            (["-", "x", "-", "x"], "both as the id and as a column to leave out"),
            (["-", "-", "x y", "y"], "both as a column to use and as a column to leave out"),
        ];
        for (options, expected) in specification {
            let error = of("x,y,class", &reading(options)).expect_err(expected);
            assert!(error.found.contains(expected) && error.usage, "{error}");
        }
    }

    #[test]
    fn of_many_names_ten_are_listed() {
        let header = (1..=12).map(|j| format!("c{j}")).collect::<Vec<_>>().join(",");
        let error = of(&header, &reading(["zzz", "-", "-", "-"])).expect_err("no such column");
        let ten = (1..=10).map(|j| format!("\"c{j}\"")).collect::<Vec<_>>().join(", ");
        assert_eq!(error.remedy, format!("its columns are {ten} ... 12 in all"));
    }
}
