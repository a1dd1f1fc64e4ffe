//! What is said of a table that was read: what was left out or filled in, what is allowed but
//! hardly meant, and which columns are the features.

use std::path::Path;

use super::error::say;
use super::input::TableArgs;
use super::input_name::file;
use crate::base::display_safe::{self, quoted};
use crate::base::numbers::{counted, grouped};
use crate::table::{self, Table};

/// At most this many features are named, the first ones and the last two.
const NAMED: usize = 12;

impl TableArgs {
    /// Says what was left out or filled in, and warns of what is hardly meant.
    pub(super) fn note(&self, found: &table::Read, input: &Path) {
        let table = &found.table;
        let rows = |n: usize| grouped(n as u64);
        if found.dropped > 0 {
            let all = rows(found.dropped + table.points().len());
            let names =
                if found.id.is_some() { "" } else { "; points keep the numbers of their rows" };
            let dropped = rows(found.dropped);
            say(&format!("left out {dropped} of {all} rows with an empty cell{names}"));
        }
        if found.filled > 0 {
            let cells = counted(found.filled as u64, "empty cell has", "empty cells have");
            say(&format!("{cells} the mean of the column"));
        }
        let file = display_safe::line(&file(input)).into_owned();
        self.classes(table, &file);
        for column in table::numbering(table) {
            let name = &table.features()[column];
            let (shown, word) = (display_safe::line(name), quoted(name));
            let or = match found.id {
                Some(_) => String::new(),
                None => format!(", --id {word} takes it for the names"),
            };
            say(&format!(
                "{file}: {shown} only numbers the rows, and counts as a feature; --drop {word} \
                 leaves it out{or}"
            ));
        }
        for column in table::times(table) {
            let name = &table.features()[column];
            let (shown, word) = (display_safe::line(name), quoted(name));
            say(&format!(
                "{file}: {shown} says when a row was taken, and counts as a feature; --drop {word} \
                 leaves it out, --keep {word} only shows it"
            ));
        }
        if let Some((name, middle)) = table::likely_label(table) {
            let shown = display_safe::line(name);
            let how = match middle {
                None => format!("--label {} takes it for the classes", quoted(name)),
                Some(middle) => {
                    let condition = quoted(&format!("{name}>={middle}"));
                    format!("--label {condition} makes two classes of its many numbers")
                }
            };
            say(&format!("{file}: {shown} counts as a feature; {how}"));
        }
        self.constants(table, &file);
        for (column, first) in table::repeated(table) {
            let name = &table.features()[column];
            let [shown, first] =
                [name, &table.features()[first]].map(|name| display_safe::line(name));
            say(&format!(
                "{file}: {shown} repeats {first}, which so counts twice; --drop {} leaves it out",
                quoted(name)
            ));
        }
    }

    /// Warns of columns that part no points.
    fn constants(&self, table: &Table, file: &str) {
        let constant = table::constant(table);
        let names: Vec<String> =
            constant.iter().map(|&column| table.features()[column].clone()).collect();
        match names.len() {
            0 => {}
            all if all == table.features().len() => {
                say(&format!("{file}: every row is the same, so the clusters mean nothing"));
            }
            1 => say(&format!("{file}: {} is the same in every row", listed(&names))),
            _ => say(&format!("{file}: {} are the same in every row", listed(&names))),
        }
    }

    /// Warns of one class, and of more than there can be.
    fn classes(&self, table: &Table, file: &str) {
        let classes = table.points().classes().map(|classes| classes.names());
        let (Some(classes), Some(label)) = (classes, &self.label) else { return };
        let shown = display_safe::line(label);
        if let [class] = classes {
            let class = display_safe::line(class);
            say(&format!("{file}: with --label {shown} every point has the class {class:?}"));
        }
        if let Some((many, middle)) = table::measured_classes(table) {
            let condition = quoted(&format!("{label}>={middle}"));
            say(&format!(
                "{file}: {shown} has {} different numbers, and each is a class; --label \
                 {condition} makes two classes",
                grouped(many as u64)
            ));
        }
    }
}

/// The names of features in a line.
pub(super) fn listed(names: &[String]) -> String {
    let mut shown: Vec<_> = names.iter().map(|name| display_safe::name(name)).collect();
    if shown.len() > NAMED {
        shown.splice(NAMED - 2..names.len() - 2, ["...".into()]);
    }
    shown.join(", ")
}
