//! The shares of points in groups as a sparse matrix, in the coordinate format of Matrix Market
//! (Boisvert, Pozo and Remington 1996): `scipy.io.mmread`, R's `readMM` and Julia read it.
//!
//! Row i is point i of the table, column j is group gj.

use std::io::{self, Write};

use crate::base::display_safe;
use crate::base::ids::CommunityId;
use crate::communities::Membership;

/// Writes the shares in groups, which are the first `groups` communities; returns how many shares
/// there are.
pub fn write(
    graph: &str,
    membership: &Membership,
    groups: usize,
    out: &mut dyn Write,
) -> io::Result<usize> {
    let is_group = |(id, _): &&(CommunityId, f64)| id.index() < groups;
    let shares = membership.iter().map(|of_point| of_point.iter().filter(is_group).count()).sum();
    writeln!(out, "%%MatrixMarket matrix coordinate real general")?;
    writeln!(out, "% {}: the share of each point in each group", display_safe::line(graph))?;
    writeln!(out, "% row i is the i-th point, column j is group gj")?;
    writeln!(out, "{} {groups} {shares}", membership.len())?;
    for (point, of_point) in (1..).zip(membership) {
        for (group, share) in of_point.iter().filter(is_group) {
            writeln!(out, "{point} {} {share}", group.number())?;
        }
    }
    Ok(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_in_no_group_has_an_empty_row_and_parts_are_left_out() {
        let [g1, g2, part] = [0, 1, 2].map(CommunityId);
        let membership = vec![vec![(g1, 0.25), (g2, 0.75)], vec![], vec![(g2, 1.0), (part, 1.0)]];
        let mut bytes = Vec::new();
        assert_eq!(write("a\nb", &membership, 2, &mut bytes).unwrap(), 3);
        let text = String::from_utf8(bytes).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
        assert_eq!(rows, ["3 2 3", "1 1 0.25", "1 2 0.75", "3 2 1"]);
        assert_eq!(text.lines().count(), 7);
    }
}
