//! The texts of `.help`.

use super::command::{self, ShellCommand};
use super::line_error::LineError;
use crate::base::display_safe;
use crate::export::USAGE;
use crate::query::catalogue::Catalogue;
use crate::terminal::definitions::definitions;
use crate::terminal::wrap::wrap_text;

/// Returns the help about all queries and commands; `point` is the name of a point of the graph.
pub(super) fn overview(catalogue: &Catalogue, screen: Option<usize>, point: &str) -> String {
    let lines = definitions(&command::help_entries(catalogue), screen);
    format!(
        "{lines}\n\
         POINT is a name such as {}. CONCEPT is c12, or a point for the smallest cluster\n\
         with it, or `it` for the first cluster of the last answer, or #2 for its second;\n\
         without one, `it` is used.\n\
         COMMUNITY is g1 for the largest, g2 for the next.\n\
         `limit 20` at the end of a line shortens a list.\n",
        display_safe::escape_line(point)
    )
}

pub(super) fn describe(
    catalogue: &Catalogue,
    name: &str,
    screen: Option<usize>,
) -> Result<String, LineError> {
    if let Ok(query) = catalogue.find(name) {
        let columns = query.columns.join(", ");
        let text = [query.usage(), query.title.clone(), format!("answers: {columns}")];
        return Ok(text.map(|text| display_safe::escape_line(&text).into_owned() + "\n").concat());
    }
    let known = ShellCommand::find(name)
        .ok_or_else(|| command::no_command_error(name.to_owned(), catalogue))?;
    let grammar = if known.name == "export" { selection_help(screen) } else { String::new() };
    Ok(format!("{}\n{}\n{grammar}", known.usage(), known.description))
}

/// Returns the syntax of selections, which stand between `export` and `to`.
fn selection_help(screen: Option<usize>) -> String {
    let text = wrap_text(USAGE, screen.unwrap_or(100).min(100)).join("\n");
    format!(
        "{text}\n\
         Several selections add up; without one, the whole graph is drawn. Points may be\n\
         separate words: export lca d1 d51 to x.png. The suffix of the file names the format.\n"
    )
}
