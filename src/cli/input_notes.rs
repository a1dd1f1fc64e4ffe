//! Notes about a table that was read: cells and rows that were left out or filled in, and input
//! that is valid but probably not intended.

use std::path::Path;

use super::error::print_note;
use super::setting::setting_options;
use super::table_args::TableArgs;
use crate::base::display_safe::{self, quote_shell};
use crate::base::input_error::{ColumnRoles, Setting};
use crate::base::numbers::{group_thousands, pluralize};
use crate::table::source::input_name;
use crate::table::{self, Table};

/// The most features that are named: the first ones and the last two.
const MAX_FEATURE_NAMES: usize = 12;

impl TableArgs {
    /// Prints notes about omitted rows and filled cells, and warnings about improbable input.
    pub(super) fn print_notes(&self, found: &table::ParsedTable, input: &Path) {
        let table = &found.table;
        if found.dropped > 0 {
            let all = group_thousands((found.dropped + table.points().len()) as u64);
            let names =
                if found.id.is_some() { "" } else { "; points keep the numbers of their rows" };
            let dropped = group_thousands(found.dropped as u64);
            print_note(&format!("left out {dropped} of {all} rows because of empty cells{names}"));
            note_sparse_columns(found);
        }
        if found.filled > 0 {
            let cells = pluralize(found.filled as u64, "empty cell was", "empty cells were");
            print_note(&format!("{cells} filled with the mean of the column"));
        }
        let file = display_safe::escape_line(&input_name(input)).into_owned();
        let warn = |column: &str, what: &str| {
            print_note(&format!("{file}: column {} {what}", display_safe::escape_line(column)));
        };
        self.warn_about_classes(table, warn);
        let features = table.features();
        for column in table::numbered_columns(table) {
            warn(&features[column], "only numbers the rows, but is used as a feature");
        }
        if let Some(name) = table::likely_label(table) {
            warn(name, "is used as a feature, but may be the label");
        }
        let constant: Vec<String> =
            table::constant_columns(table).iter().map(|&column| features[column].clone()).collect();
        match constant.len() {
            0 => {}
            all if all == features.len() => {
                print_note(&format!("{file}: all rows are equal, so the clusters mean nothing"));
            }
            1 => print_note(&format!("{file}: column {} is constant", list_features(&constant))),
            _ => print_note(&format!("{file}: columns {} are constant", list_features(&constant))),
        }
    }

    fn warn_about_classes(&self, table: &Table, warn: impl Fn(&str, &str)) {
        let classes = table.points().classes().map(|classes| classes.names());
        let (Some(classes), Some(label)) = (classes, &self.label) else { return };
        if let [class] = classes {
            let class = display_safe::escape_line(class);
            warn(label, &format!("has only one class, {class:?}"));
        }
        if let Some(many) = table::count_scattered_classes(table) {
            let points = pluralize(table.points().len() as u64, "point", "points");
            let remedy = match many == table.points().len() && self.id.is_none() {
                true => format!("; --id {} makes them the names of the points", quote_shell(label)),
                false => String::new(),
            };
            let many = group_thousands(many as u64);
            warn(label, &format!("has {many} classes for {points}, too many to be useful{remedy}"));
        }
    }
}

/// Prints the columns that have most of the empty cells, if most rows were left out.
fn note_sparse_columns(found: &table::ParsedTable) {
    let names: Vec<String> = found.sparse.iter().map(|(name, _)| name.clone()).collect();
    let cells = |(name, gaps): &(String, usize)| {
        format!("{} ({})", display_safe::escape_name(name), group_thousands(*gaps as u64))
    };
    let cells: Vec<String> = found.sparse.iter().map(cells).collect();
    let options =
        setting_options(&Setting::Columns(ColumnRoles { drop: names, ..ColumnRoles::default() }));
    if let Some(options) = options.filter(|_| !cells.is_empty()) {
        print_note(&format!(
            "most empty cells are in {}; {options} keeps their rows",
            cells.join(", ")
        ));
    }
}

pub(super) fn list_features(names: &[String]) -> String {
    let mut shown: Vec<_> = names.iter().map(|name| display_safe::escape_name(name)).collect();
    if shown.len() > MAX_FEATURE_NAMES {
        shown.splice(MAX_FEATURE_NAMES - 2..names.len() - 2, ["...".into()]);
    }
    shown.join(", ")
}
