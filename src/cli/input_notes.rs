//! Notes about a table that was read: cells and rows that were left out or filled in, and input
//! that is valid but probably not intended.

use std::path::Path;

use super::error::say;
use super::setting::options;
use super::table_args::TableArgs;
use crate::base::display_safe::{self, quoted};
use crate::base::input_error::{Roles, Setting};
use crate::base::numbers::{counted, grouped};
use crate::table::source::name_of;
use crate::table::{self, Table};

/// The most features that are named: the first ones and the last two.
const NAMED: usize = 12;

impl TableArgs {
    /// Prints notes about rows that were left out and cells that were filled in, and warnings about
    /// input that is probably not intended.
    pub(super) fn note(&self, found: &table::Read, input: &Path) {
        let table = &found.table;
        if found.dropped > 0 {
            let all = grouped((found.dropped + table.points().len()) as u64);
            let names =
                if found.id.is_some() { "" } else { "; points keep the numbers of their rows" };
            let dropped = grouped(found.dropped as u64);
            say(&format!("left out {dropped} of {all} rows with an empty cell{names}"));
            sparse(found);
        }
        if found.filled > 0 {
            let cells = counted(found.filled as u64, "empty cell has", "empty cells have");
            say(&format!("{cells} the mean of the column"));
        }
        let file = display_safe::line(&name_of(input)).into_owned();
        let warn = |column: &str, what: &str| {
            say(&format!("{file}: {} {what}", display_safe::line(column)));
        };
        self.classes(table, warn);
        let features = table.features();
        for column in table::numbering(table) {
            warn(&features[column], "only numbers the rows, and counts as a feature");
        }
        if let Some(name) = table::likely_label(table) {
            warn(name, "counts as a feature, though it may be the label");
        }
        let constant: Vec<String> =
            table::constant(table).iter().map(|&column| features[column].clone()).collect();
        match constant.len() {
            0 => {}
            all if all == features.len() => {
                say(&format!("{file}: every row is the same, so the clusters mean nothing"));
            }
            1 => say(&format!("{file}: {} is the same in every row", names_in_words(&constant))),
            _ => say(&format!("{file}: {} are the same in every row", names_in_words(&constant))),
        }
    }

    /// Warns of a single class, and of too many classes.
    fn classes(&self, table: &Table, warn: impl Fn(&str, &str)) {
        let classes = table.points().classes().map(|classes| classes.names());
        let (Some(classes), Some(label)) = (classes, &self.label) else { return };
        if let [class] = classes {
            let class = display_safe::line(class);
            warn(label, &format!("has only one class, {class:?}"));
        }
        if let Some(many) = table::scattered_classes(table) {
            let points = counted(table.points().len() as u64, "point", "points");
            let remedy = match many == table.points().len() && self.id.is_none() {
                true => format!("; --id {} makes them the names of the points", quoted(label)),
                false => String::new(),
            };
            let many = grouped(many as u64);
            warn(label, &format!("has {many} classes for {points}, which say little{remedy}"));
        }
    }
}

/// Prints the columns that have most of the empty cells, if most rows were left out.
fn sparse(found: &table::Read) {
    let names: Vec<String> = found.sparse.iter().map(|(name, _)| name.clone()).collect();
    let cells = |(name, gaps): &(String, usize)| {
        format!("{} ({})", display_safe::name(name), grouped(*gaps as u64))
    };
    let cells: Vec<String> = found.sparse.iter().map(cells).collect();
    let options = options(&Setting::Columns(Roles { drop: names, ..Roles::default() }));
    if let Some(options) = options.filter(|_| !cells.is_empty()) {
        say(&format!("most of these cells are in {}; {options} keeps such rows", cells.join(", ")));
    }
}

/// Lists the names of features in a line.
pub(super) fn names_in_words(names: &[String]) -> String {
    let mut shown: Vec<_> = names.iter().map(|name| display_safe::name(name)).collect();
    if shown.len() > NAMED {
        shown.splice(NAMED - 2..names.len() - 2, ["...".into()]);
    }
    shown.join(", ")
}
