//! Which column of a table is what: feature, label, id or left out.
//!
//! Invariant: column names are distinct, and no column has two roles. A request for columns that do
//! not exist, or that contradicts itself, is a usage fault; a poor header is a fault of the file.

use std::collections::HashMap;

use super::options::Reading;
use super::source::quoted;
use super::{cell, records::Records};
use crate::base::input_error::{InputFault, Location, did_you_mean};
use crate::base::setting::Setting;

/// The columns of a file and their roles, each by its place in the record.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// All names in file order.
    pub names: Vec<String>,
    /// The features in file order.
    pub features: Vec<usize>,
    /// The column of the classes.
    pub label: Option<usize>,
    /// The column of the points' names.
    pub id: Option<usize>,
}

impl Columns {
    /// The columns that the walk's present record, the file's first, names and the reading asks
    /// for.
    pub fn of(records: &Records, reading: &Reading) -> Result<Self, InputFault> {
        let cells = records.cells();
        if !reading.header {
            return Self::assign((1..=cells.len()).map(|j| j.to_string()).collect(), reading);
        }
        let place = Location::Line(records.line(records.start()));
        if cells.iter().all(|name| cell::number(name).is_some()) {
            let found = "a header of numbers only, which looks like data";
            let remedy = "name the columns, or read this line as data";
            return Err(InputFault::data(place, found, remedy).with([Setting::Header]));
        }
        let names: Vec<String> = cells.iter().map(|name| name.trim().to_owned()).collect();
        let mut known = HashMap::new();
        for (j, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if let Some(first) = known.insert(name, j) {
                let (first, second) = (first + 1, j + 1);
                let found = format!("columns {first} and {second} are both named {}", quoted(name));
                if cell::number(name).is_some() {
                    let remedy = "give each its own name, or read this line as data";
                    return Err(InputFault::data(place, found, remedy).with([Setting::Header]));
                }
                return Err(InputFault::data(place, found, "give each its own name"));
            }
        }
        let columns = Self::assign(names, reading)?;
        if let Some(j) = columns.features.iter().find(|&&j| columns.names[j].is_empty()) {
            let found = format!("column {} has no name", j + 1);
            let remedy = "name it in the header, or leave it out by naming the others";
            return Err(InputFault::data(place, found, remedy).with([Setting::Columns]));
        }
        Ok(columns)
    }

    /// Gives every column its role.
    fn assign(names: Vec<String>, reading: &Reading) -> Result<Self, InputFault> {
        let roles = asked(&names, reading)?;
        let place = |role| (0..names.len()).find(|j| roles.get(j) == Some(&role));
        let (label, id) = (place(Role::Label), place(Role::Id));
        let wanted = reading.columns.as_ref().map(|_| Role::Used);
        let features: Vec<usize> =
            (0..names.len()).filter(|j| roles.get(j).copied() == wanted).collect();
        if features.is_empty() {
            let found = "no column is left for a feature";
            let remedy = "keep at least one column of numbers besides the label and the id";
            return Err(InputFault::data(Location::Whole, found, remedy));
        }
        Ok(Self { names, features, label, id })
    }

    /// The columns that are looked at, in file order.
    pub fn used(&self) -> Vec<usize> {
        let mut used = self.features.clone();
        used.extend(self.label);
        used.extend(self.id);
        used.sort_unstable();
        used
    }
}

/// What a column is named for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Label,
    Id,
    Used,
    LeftOut,
}

impl Role {
    /// Behind "no column of that name".
    fn sought(self) -> &'static str {
        match self {
            Role::Label => "for the label",
            Role::Id => "for the id",
            Role::Used => "to use",
            Role::LeftOut => "to leave out",
        }
    }

    /// Behind "this column is named as".
    fn named(self) -> &'static str {
        match self {
            Role::Label => "the label",
            Role::Id => "the id",
            Role::Used => "a column to use",
            Role::LeftOut => "a column to leave out",
        }
    }
}

/// What each column is named for, for the columns that are named.
fn asked(names: &[String], reading: &Reading) -> Result<HashMap<usize, Role>, InputFault> {
    let known: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let label = reading.label.as_ref().filter(|name| known.contains_key(name.trim()));
    let label = label.or(reading.otherwise.as_ref()).or(reading.label.as_ref());
    let given = (label.iter().map(|&name| (Role::Label, name)))
        .chain(reading.id.iter().map(|name| (Role::Id, name)))
        .chain(reading.columns.iter().flatten().map(|name| (Role::Used, name)))
        .chain(reading.drop.iter().map(|name| (Role::LeftOut, name)));
    let mut roles = HashMap::new();
    for (role, name) in given {
        let name = name.trim();
        let fault = |found, remedy| Err(InputFault::usage(Location::Whole, found, remedy));
        let Some(&column) = known.get(name).filter(|_| !name.is_empty()) else {
            let near = did_you_mean(name, names.iter().map(String::as_str));
            let found = format!("no column {name:?} {}{near}", role.sought());
            return fault(found, format!("its columns are {}", listed(names)));
        };
        match roles.insert(column, role) {
            None => {}
            Some(Role::LeftOut) if role == Role::LeftOut => {}
            Some(earlier) if earlier == role => {
                let found = format!("the column {name:?} is named twice as {}", role.named());
                return fault(found, "name it once".into());
            }
            Some(earlier) => {
                let (one, other) = (earlier.named(), role.named());
                let found = format!("the column {name:?} is named both as {one} and as {other}");
                return fault(found, "name it once".into());
            }
        }
    }
    Ok(roles)
}

/// The names, the first ten where there are more.
fn listed(names: &[String]) -> String {
    let first: Vec<String> = names.iter().take(10).map(|name| quoted(name)).collect();
    let rest =
        if names.len() > 10 { format!(" ... {} in all", names.len()) } else { String::new() };
    format!("{}{rest}", first.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(header: &str, reading: &Reading) -> Result<Columns, InputFault> {
        let mut records = Records::new(header, b',');
        assert!(records.advance());
        Columns::of(&records, reading)
    }

    fn names(names: &str) -> Vec<String> {
        names.split_whitespace().map(str::to_owned).collect()
    }

    /// A reading by its label, its id, what to use and what to leave out; `-` is none.
    fn reading([label, id, columns, drop]: [&str; 4]) -> Reading {
        let given = |name: &str| (name != "-").then(|| name.to_owned());
        Reading {
            label: given(label),
            id: given(id),
            columns: given(columns).map(|columns| names(&columns)),
            drop: given(drop).map(|drop| names(&drop)).unwrap_or_default(),
            ..Reading::default()
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
        let reading = Reading { header: false, label: Some("3".into()), ..Reading::default() };
        let columns = of("5.1,3.5,setosa", &reading).expect("three columns");
        assert_eq!(columns.names, ["1", "2", "3"]);
        assert_eq!((columns.features, columns.label), (vec![0, 1], Some(2)));
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
            (
                "\n1,2.5, -3e4 ",
                none,
                "line 2: a header of numbers only, which looks like data; \
                 name the columns, or read this line as data",
            ),
            (
                "x,y, x",
                none,
                "line 1: columns 1 and 3 are both named \"x\"; give each its own name",
            ),
            (
                "0.2,a,0.2",
                none,
                "line 1: columns 1 and 3 are both named \"0.2\"; \
                 give each its own name, or read this line as data",
            ),
            (
                "x, ,y",
                none,
                "line 1: column 2 has no name; \
                 name it in the header, or leave it out by naming the others",
            ),
            (
                "x,class",
                ["class", "-", "-", "x"],
                "no column is left for a feature; \
                 keep at least one column of numbers besides the label and the id",
            ),
        ];
        for (header, options, expected) in specification {
            let error = of(header, &reading(options)).expect_err(expected);
            assert_eq!((error.to_string().as_str(), error.usage), (expected, false));
        }
    }

    #[test]
    fn an_impossible_request_is_a_usage_fault() {
        let twice = |name, how| format!("the column {name:?} is named {how}; name it once");
        let all = "its columns are \"x\", \"y\", \"class\"";
        let specification = [
            (
                ["clas", "-", "-", "-"],
                format!("no column \"clas\" for the label (did you mean \"class\"?); {all}"),
            ),
            (["-", "name", "-", "-"], format!("no column \"name\" for the id; {all}")),
            (["-", "-", "x q", "-"], format!("no column \"q\" to use; {all}")),
            (
                ["-", "-", "-", "Y"],
                format!("no column \"Y\" to leave out (did you mean \"y\"?); {all}"),
            ),
            (["", "-", "-", "-"], format!("no column \"\" for the label; {all}")),
            (["class", "class", "-", "-"], twice("class", "both as the label and as the id")),
            (["x", "-", "x y", "-"], twice("x", "both as the label and as a column to use")),
            (["-", "x", "-", "x"], twice("x", "both as the id and as a column to leave out")),
            (
                ["-", "-", "x y", "y"],
                twice("y", "both as a column to use and as a column to leave out"),
            ),
            (["-", "-", "x y x", "-"], twice("x", "twice as a column to use")),
        ];
        for (options, expected) in specification {
            let error = of("x,y,class", &reading(options)).expect_err(&expected);
            assert_eq!((error.to_string(), error.usage), (expected, true));
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
