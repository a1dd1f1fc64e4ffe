//! The roles of columns that a caller asks for.
//!
//! Invariant: no column has two roles. A request for a column that does not exist, or that
//! contradicts another, is a usage error.

use std::collections::BTreeMap;

use super::options::ReadOptions;
use super::raw_table::RawTable;
use super::source::quote_short;
use crate::base::input_error::{InputError, Location, did_you_mean};

/// A role that a caller gives to a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Label,
    Id,
    Feature,
    Nominal,
    Shown,
    Dropped,
}

impl Request {
    /// Returns `true` if the column is to be a feature of numbers.
    pub(super) fn is_feature(&self) -> bool {
        *self == Request::Feature
    }

    /// Returns the words that follow "no column of that name".
    fn purpose(self) -> String {
        let role = self.description();
        role.strip_prefix("a column ").map_or_else(|| format!("for {role}"), str::to_owned)
    }

    /// Returns the words that follow "this column is named as".
    fn description(self) -> &'static str {
        match self {
            Request::Label => "the label",
            Request::Id => "the id",
            Request::Feature => "a column to use",
            Request::Nominal => "a column of words to use",
            Request::Shown => "a column to show",
            Request::Dropped => "a column to leave out",
        }
    }

    /// Combines two requests for one column; returns `None` if they contradict each other.
    fn combine(self, other: Self) -> Option<Self> {
        match (self, other) {
            (one, other) if one == other => match one {
                Request::Label | Request::Id => None,
                one => Some(one),
            },
            (Request::Shown, Request::Dropped) | (Request::Dropped, Request::Shown) => {
                Some(Request::Shown)
            }
            (Request::Feature, Request::Nominal) | (Request::Nominal, Request::Feature) => {
                Some(Request::Nominal)
            }
            _ => None,
        }
    }
}

impl RawTable {
    /// Returns the words that name a column in an option: its name, or its place if the name does
    /// not name it alone.
    pub(super) fn option_name(&self, column: usize) -> String {
        let name = &self.columns[column].name;
        let is_clear = !name.is_empty() && !name.contains(',') && name.trim() == name;
        if is_clear { name.clone() } else { (column + 1).to_string() }
    }

    /// Returns the roles that columns are asked to have.
    pub(super) fn requests(
        &self,
        reading: &ReadOptions,
    ) -> Result<BTreeMap<usize, Request>, InputError> {
        let given = (reading.label.iter().map(|name| (Request::Label, name)))
            .chain(reading.id.iter().map(|name| (Request::Id, name)))
            .map(|(request, name)| (request, name.clone()))
            .chain(self.of_list(Request::Feature, reading.columns.as_deref().unwrap_or_default()))
            .chain(self.of_list(Request::Nominal, &reading.nominal))
            .chain(self.of_list(Request::Shown, &reading.keep))
            .chain(self.of_list(Request::Dropped, &reading.drop));
        let (mut requests, mut faults) = (BTreeMap::new(), Vec::new());
        for (request, name) in given {
            let name = name.trim();
            match self.find_requested(request, name) {
                Err(fault) => faults.push(fault),
                Ok(columns) => {
                    for column in columns {
                        let earlier: Option<Request> = requests.get(&column).copied();
                        match earlier.map_or(Some(request), |earlier| earlier.combine(request)) {
                            Some(request) => {
                                requests.insert(column, request);
                            }
                            None => faults.push(contradiction(name, earlier, request)),
                        }
                    }
                }
            }
        }
        InputError::from_all(faults).map_or(Ok(requests), Err)
    }

    /// Returns a request for each name of a list. Names that are no columns, but are one if joined
    /// by commas, are the parts of its name.
    fn of_list(&self, request: Request, names: &[String]) -> Vec<(Request, String)> {
        let (mut requests, mut at) = (Vec::new(), 0);
        while at < names.len() {
            let is_part = self.find_columns(names[at].trim()).is_empty();
            let ends = (at + 2..=names.len()).filter(|_| is_part);
            let mut joined = ends.map(|end| (end, names[at..end].join(",").trim().to_owned()));
            let whole = joined.find(|(_, name)| self.find(name).is_some());
            let (end, name) = whole.unwrap_or_else(|| (at + 1, names[at].clone()));
            requests.push((request, name));
            at = end;
        }
        requests
    }

    fn find_requested(&self, request: Request, name: &str) -> Result<Vec<usize>, InputError> {
        let fault = |found, remedy: &str| Err(InputError::usage(Location::Whole, found, remedy));
        let found = self.find_columns(name);
        if found.is_empty() {
            let names = self.columns.iter().map(|column| column.name.as_str());
            let near = did_you_mean(name, names);
            let found = format!("no column {name:?} {}{near}", request.purpose());
            return fault(found, &format!("its columns are {}", self.first_names()));
        }
        let is_list = self.lists.iter().any(|list| list.name == name);
        if is_list && matches!(request, Request::Label | Request::Id) {
            let found = format!("{name:?} is a column of lists {}", request.purpose());
            return fault(found, "name one of words or numbers");
        }
        if found.len() > 1 && request != Request::Dropped && !is_list {
            let found = format!("{} columns have no name", found.len());
            return fault(found, "name the column by its place, the first is 1");
        }
        Ok(found)
    }

    /// Returns the columns called `name` or of the list called `name`, or the column at the
    /// position `name` if there are neither. Only the empty name may belong to several columns.
    fn find_columns(&self, name: &str) -> Vec<usize> {
        let all = 0..self.columns.len();
        let named: Vec<usize> = all.filter(|&at| self.columns[at].name == name).collect();
        if !named.is_empty() {
            return named;
        }
        if let Some(list) = self.lists.iter().find(|list| list.name == name) {
            return (list.first..list.first + list.width).collect();
        }
        let place = name.parse().ok().and_then(|place: usize| place.checked_sub(1));
        place.filter(|&place| place < self.columns.len()).into_iter().collect()
    }

    fn first_names(&self) -> String {
        let names = self.columns.iter().take(10).map(|column| quote_short(&column.name));
        let (first, all) = (names.collect::<Vec<_>>().join(", "), self.columns.len());
        if all > 10 { format!("{first} ... {all} in all") } else { first }
    }
}

fn contradiction(name: &str, earlier: Option<Request>, request: Request) -> InputError {
    let found = match earlier.filter(|&earlier| earlier != request) {
        None => format!("the column {name:?} is named twice as {}", request.description()),
        Some(earlier) => format!(
            "the column {name:?} is named both as {} and as {}",
            earlier.description(),
            request.description()
        ),
    };
    InputError::usage(Location::Whole, found, "name it once")
}
