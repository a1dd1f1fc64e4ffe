//! What `.help` says.

use super::command;
use crate::query::catalogue::Catalogue;
use crate::visible;

/// Every line that can be asked, wrapped to the width of a terminal; `point` is one of the graph.
pub(super) fn all(catalogue: &Catalogue, screen: Option<usize>, point: &str) -> String {
    let one_line = |text: String| visible::line(&text).into_owned();
    let lines = command::table(catalogue).into_iter();
    let lines: Vec<_> = lines.map(|(usage, does)| (one_line(usage), one_line(does))).collect();
    let width = lines.iter().map(|(usage, _)| usage.len()).max().unwrap_or(0);
    let (column, after) = (width + 4, " ".repeat(width + 4));
    let screen = screen.unwrap_or(usize::MAX);
    let line = |(usage, does): &(String, String)| {
        let wrapped = textwrap::wrap(does, screen.saturating_sub(column).max(20));
        format!("  {usage:<width$}  {}\n", wrapped.join(&format!("\n{after}")))
    };
    let lines: String = lines.iter().map(line).collect();
    format!(
        "{lines}\n\
         POINT is a name such as {}. CONCEPT is c12, {{d1,d5}} by points, `it` for the first\n\
         cluster of the last answer, #2 for its second; left out, it is `it`. A list is cut off\n\
         with `limit 20` at the end of a line.\n",
        visible::line(point)
    )
}

/// What one query or command does.
///
/// # Errors
/// There is none of that name.
pub(super) fn about(catalogue: &Catalogue, name: &str) -> Result<String, String> {
    if let Ok(query) = catalogue.find(name) {
        let columns = query.columns.join(", ");
        let text = [query.usage(), query.title.clone(), format!("answers: {columns}")];
        return Ok(text.map(|text| visible::line(&text).into_owned() + "\n").concat());
    }
    let plain = |name: &str| name.trim_start_matches('.').to_owned();
    let known = command::COMMANDS.iter().find(|command| plain(command.name) == plain(name));
    let known = known.ok_or(format!("there is no command {name:?}; .help lists them"))?;
    Ok(format!("{}\n{}\n", known.usage(), known.does))
}
