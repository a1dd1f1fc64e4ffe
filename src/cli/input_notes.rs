//! The roles of the columns of a table that was read, in lines for a person.

use super::error::print_note;
use crate::base::display_safe::{self, quote_shell};
use crate::table::{RoleLine, Roles};

/// Prints the roles that were not given, a line each, with the options that change them.
pub(super) fn print_roles(roles: &Roles) {
    let lines = roles.lines();
    let title = |line: &RoleLine| format!("{} (--{})", line.role, line.option);
    let width = lines.iter().map(|line| title(line).len()).max().unwrap_or(0);
    for line in &lines {
        let mut text = display_safe::escape_line(&line.text).into_owned();
        if let Some((value, effect)) = &line.alternative {
            text += &format!("; --{} {} {effect}", line.option, quote_shell(value));
        }
        print_note(&format!("{:width$}  {text}", title(line)));
    }
}
