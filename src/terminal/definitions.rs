//! Lists of terms with their meanings in two columns, wrapped to the width of a terminal.

use console::measure_text_width;

use super::wrap::wrap_text;
use crate::base::display_safe;

/// The width of the widest term that its meaning follows on one line.
const MAX_TERM_WIDTH: usize = 38;

/// Returns a line for each term, with its meaning beside it and wrapped within its column.
pub(crate) fn definitions(pairs: &[(String, String)], screen: Option<usize>) -> String {
    let one_line = |text: &String| display_safe::escape_line(text).into_owned();
    let pairs: Vec<_> =
        pairs.iter().map(|(term, means)| (one_line(term), one_line(means))).collect();
    let widths = pairs.iter().map(|(term, _)| measure_text_width(term));
    let width = widths.filter(|&width| width <= MAX_TERM_WIDTH).max().unwrap_or(0);
    let (column, after) = (width + 4, " ".repeat(width + 4));
    let room = screen.unwrap_or(usize::MAX).saturating_sub(column).max(20);
    let line = |(term, means): &(String, String)| {
        let means = wrap_text(means, room).join(&format!("\n{after}"));
        match measure_text_width(term) {
            wide if wide > width => format!("  {term}\n{after}{means}\n"),
            narrow => format!("  {term}{}  {means}\n", " ".repeat(width - narrow)),
        }
    };
    pairs.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meanings_stand_under_one_another() {
        let long = "x".repeat(MAX_TERM_WIDTH + 1);
        let pairs = [("lca A", "one two three four five"), ("a", "b"), (&long, "far")];
        let pairs = pairs.map(|(term, means)| (term.to_owned(), means.to_owned()));
        let expected = format!(
            "  lca A  one two three four\n         five\n  a      b\n  {long}\n         far\n"
        );
        assert_eq!(definitions(&pairs, Some(29)), expected);
    }
}
