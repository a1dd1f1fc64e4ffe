//! The shares of points in communities as a sparse matrix, in the coordinate format of Matrix
//! Market (Boisvert, Pozo and Remington 1996): `scipy.io.mmread`, R's `readMM` and Julia read it.
//!
//! Row i is point i of the table, column j is community gj.

use std::io::{self, Write};

use crate::base::visible;
use crate::communities::Membership;

/// Writes all shares; returns how many there are.
pub fn write(
    graph: &str,
    membership: &Membership,
    communities: usize,
    out: &mut dyn Write,
) -> io::Result<usize> {
    let shares = membership.iter().map(Vec::len).sum();
    writeln!(out, "%%MatrixMarket matrix coordinate real general")?;
    writeln!(out, "% {}: the share of each point in each community", visible::line(graph))?;
    writeln!(out, "% row i is the i-th point, column j is community gj")?;
    writeln!(out, "{} {communities} {shares}", membership.len())?;
    for (point, of_point) in (1..).zip(membership) {
        for (community, share) in of_point {
            writeln!(out, "{point} {} {share}", community.number())?;
        }
    }
    Ok(shares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::CommunityId;

    #[test]
    fn a_point_without_a_community_has_an_empty_row() {
        let (g1, g2) = (CommunityId(0), CommunityId(1));
        let membership = vec![vec![(g1, 0.25), (g2, 0.75)], vec![], vec![(g2, 1.0)]];
        let mut bytes = Vec::new();
        assert_eq!(write("a\nb", &membership, 2, &mut bytes).unwrap(), 3);
        let text = String::from_utf8(bytes).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
        assert_eq!(rows, ["3 2 3", "1 1 0.25", "1 2 0.75", "3 2 1"]);
        assert_eq!(text.lines().count(), 7);
    }
}
