//! The roles of the columns of a table, described in a line each.

use super::missing_policy::MissingPolicy;
use crate::base::display_safe;
use crate::base::numbers::{group_thousands, pluralize};

/// The most columns that are named in one line.
const MAX_NAMED: usize = 12;

/// The roles of the columns of a table, with what was done to its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Roles {
    /// The columns that are features, by their names in the input.
    pub features: Vec<String>,
    /// The columns that are left out, with the reason.
    pub left_out: Vec<(String, String)>,
    /// The column of the names.
    pub id: Option<String>,
    /// The columns that are shown, with the reason unless they hold words.
    pub shown: Vec<(String, Option<String>)>,
    /// The column of the classes.
    pub label: Option<String>,
    /// A column that may be the label, and the number of its classes; `None` if there is a label.
    pub likely_label: Option<(String, usize)>,
    /// The columns of numbers that are written in other ways than programs do, and the ways.
    pub readings: Vec<(String, String)>,
    /// Remarks on the layout, in sentences.
    pub layout: Vec<String>,
    /// The number of rows that were read.
    pub rows: usize,
    /// The number of rows that were left out because of an empty cell, and the columns with most
    /// of these cells.
    pub dropped: usize,
    /// The features with empty cells, and the numbers of these, most first.
    pub gaps: Vec<(String, usize)>,
    /// The number of empty cells that were filled with the mean of their column.
    pub filled: usize,
    /// `true` if the features are a symmetric matrix with zeros on its diagonal only.
    pub are_distances: bool,
    /// `true` if two columns of words name ends of links.
    pub are_links: bool,
    /// The number of classes.
    pub classes: usize,
    /// `true` if the caller chose the features.
    pub(super) has_given_features: bool,
    /// `true` if the caller gave the treatment of empty cells.
    pub(super) has_given_policy: bool,
    /// `true` if the caller gave the column of the names.
    pub(super) has_given_id: bool,
    /// The number of columns that the caller asked to show.
    pub(super) given_shown: usize,
}

/// A line about a role: its name, the option that changes it, and its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoleLine {
    /// The role.
    pub role: &'static str,
    /// The name of the option that changes the role.
    pub option: &'static str,
    /// The columns, and the reasons for the role.
    pub text: String,
    /// Another value of the option, and its effect.
    pub alternative: Option<(String, String)>,
}

impl Roles {
    /// Returns a line for each role that was not given but follows from the cells; empty if every
    /// column is a feature, or has the role that the caller gave to it.
    pub fn lines(&self) -> Vec<RoleLine> {
        let mut lines = Vec::new();
        let mut add = |role, option, text| {
            lines.push(RoleLine { role, option, text, alternative: None });
        };
        if !self.layout.is_empty() {
            add("layout", "header", self.layout.join("; "));
        }
        if !self.readings.is_empty() {
            add("read", "decimal", group_by_reason(&self.readings));
        }
        if !self.left_out.is_empty() {
            add("left out", "columns", group_by_reason(&self.left_out));
        }
        if let (Some(id), false) = (&self.id, self.has_given_id) {
            add("name", "id", display_safe::escape_name(id).into_owned());
        }
        if self.shown.len() > self.given_shown {
            let of = |(name, why): &(String, Option<String>)| {
                (name.clone(), why.clone().map_or(String::new(), |why| format!("({why})")))
            };
            let shown: Vec<(String, String)> = self.shown.iter().map(of).collect();
            add("shown", "keep", group_by_reason(&shown));
        }
        if self.are_distances {
            let text = "the table is symmetric, with zeros on its diagonal".to_owned();
            add("distances?", "distances", text);
        }
        if self.are_links {
            let text = "both columns name points of one set";
            add("links?", "neighbors", text.to_owned());
        }
        let points = self.rows - self.dropped;
        if let Some(label) = self.label.as_ref().filter(|_| 2 * self.classes > points) {
            let (name, classes) = (display_safe::escape_name(label), self.classes);
            add("label", "label", format!("{name} has {classes} classes for {points} rows"));
        }
        if let Some((name, classes)) = &self.likely_label {
            lines.push(RoleLine {
                role: "label",
                option: "label",
                text: "none".to_owned(),
                alternative: Some((name.clone(), format!("gives {classes} classes"))),
            });
        }
        if self.dropped > 0 || self.filled > 0 {
            lines.push(self.describe_rows());
        }
        if !lines.is_empty() && !self.has_given_features {
            let text = list_names(self.features.iter().map(String::as_str));
            let line = RoleLine { role: "features", option: "columns", text, alternative: None };
            lines.insert(0, line);
        }
        lines
    }

    fn describe_rows(&self) -> RoleLine {
        let gaps: Vec<String> = self
            .gaps
            .iter()
            .take(3)
            .map(|(name, gaps)| {
                format!("{} ({})", display_safe::escape_name(name), group_thousands(*gaps as u64))
            })
            .collect();
        let more = if self.gaps.len() > 3 { ", ..." } else { "" };
        let places = match gaps.is_empty() {
            true => String::new(),
            false => format!(", in {}{more}", gaps.join(", ")),
        };
        let (text, other, effect) = if self.filled > 0 {
            let cells = pluralize(self.filled as u64, "empty cell is", "empty cells are");
            let text = format!("{cells} filled with the mean of the column{places}");
            (text, MissingPolicy::Drop, "leaves their rows out")
        } else {
            let dropped = pluralize(self.dropped as u64, "row", "rows");
            let rows = group_thousands(self.rows as u64);
            let text = format!("left out {dropped} of {rows} with an empty cell{places}");
            // A label or a name has no mean.
            let has_gaps = |role: &Option<String>| {
                self.gaps.iter().filter(|(name, _)| role.as_ref() == Some(name)).count()
            };
            let (label, id) = (has_gaps(&self.label), has_gaps(&self.id));
            if label + id > 0 && label + id == self.gaps.len() {
                let role = if label > 0 { "label" } else { "id" };
                let text = format!("{text}; without this {role} they stay");
                return RoleLine { role: "rows", option: "missing", text, alternative: None };
            }
            let effect = if label + id > 0 { "fills in the features" } else { "fills them in" };
            (text, MissingPolicy::Mean, effect)
        };
        let alternative =
            (!self.has_given_policy).then(|| (other.name().to_owned(), effect.to_owned()));
        RoleLine { role: "rows", option: "missing", text, alternative }
    }
}

/// Lists names, each group with its reason: `a, b number the rows; c has one value`.
fn group_by_reason(columns: &[(String, String)]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, reason) in columns {
        match groups.iter_mut().find(|(known, _)| known == reason) {
            Some((_, names)) => names.push(name),
            None => groups.push((reason, vec![name])),
        }
    }
    let group = |(reason, names): &(&str, Vec<&str>)| {
        let reason = if names.len() > 1 { plural_verb(reason) } else { (*reason).to_owned() };
        let names = list_names(names.iter().copied());
        if reason.is_empty() { names } else { format!("{names} {reason}") }
    };
    groups.iter().map(group).collect::<Vec<_>>().join("; ")
}

/// Returns a reason for several columns: `number the rows` for `numbers the rows`.
fn plural_verb(reason: &str) -> String {
    let verbs =
        [("numbers ", "number "), ("is ", "are "), ("has ", "have "), ("repeats ", "repeat ")];
    let verb = verbs.iter().find_map(|(one, many)| Some((many, reason.strip_prefix(one)?)));
    verb.map_or_else(|| reason.to_owned(), |(verb, rest)| format!("{verb}{rest}"))
}

fn list_names<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let all = names.len();
    let mut shown: Vec<String> =
        names.map(|name| display_safe::escape_name(name).into_owned()).collect();
    if all > MAX_NAMED {
        shown.splice(MAX_NAMED - 2..all - 1, ["...".to_owned()]);
        return format!("{} ({all})", shown.join(", "));
    }
    shown.join(", ")
}
