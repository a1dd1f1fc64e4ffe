//! Names of communities: `g1` is a group, `g1.2` a part of it, `g1+g4` a join of two groups.
//!
//! A join of four or more consecutive groups names the first and the last, `g1..g4`.

/// The number of consecutive groups from which on only the first and the last are named.
const MIN_RUN: usize = 4;

/// Returns the name of a join of groups, given by their numbers from 1, ascending.
pub(super) fn join_name(groups: &[usize]) -> String {
    let mut words: Vec<String> = Vec::new();
    for run in groups.chunk_by(|one, next| one + 1 == *next) {
        match run {
            [first, .., last] if run.len() >= MIN_RUN => words.push(format!("g{first}..g{last}")),
            few => words.extend(few.iter().map(|group| format!("g{group}"))),
        }
    }
    words.join("+")
}

/// Returns the canonical form of a name, or `None`: groups in order, runs abbreviated.
pub fn canonical_name(word: &str) -> Option<String> {
    if let Some((group, _)) = word.split_once('.').filter(|(_, part)| !part.starts_with('.')) {
        return Some(format!("g{}.{}", parse_group(group)?, parse_part(word)?));
    }
    let mut groups: Vec<usize> = Vec::new();
    for word in word.split('+') {
        match word.split_once("..") {
            None => groups.push(parse_group(word)?),
            Some((first, last)) => {
                let (first, last) = (parse_group(first)?, parse_group(last)?);
                // There are no more groups than points.
                if last < first || last - first > u32::MAX as usize {
                    return None;
                }
                groups.extend(first..=last);
            }
        }
    }
    groups.sort_unstable();
    groups.dedup();
    Some(join_name(&groups))
}

/// Parses the number of a group, `g2`.
pub(super) fn parse_group(word: &str) -> Option<usize> {
    let digits = word.trim().strip_prefix(['g', 'G'])?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|&number| is_number && number > 0)
}

/// Parses the number of a part in its group, 1 in `g2.1`.
pub(super) fn parse_part(word: &str) -> Option<usize> {
    parse_group(&format!("g{}", word.split_once('.')?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_in_a_row_are_named_in_short() {
        assert_eq!(join_name(&[1, 4]), "g1+g4");
        assert_eq!(join_name(&[1, 2, 3]), "g1+g2+g3");
        assert_eq!(join_name(&[1, 3, 4, 5, 6, 9]), "g1+g3..g6+g9");
    }

    #[test]
    fn every_way_to_write_a_name_means_the_same() {
        for (word, name) in [
            ("g7", "g7"),
            ("g1.12", "g1.12"),
            ("g4+g1", "g1+g4"),
            ("g2+g1+g3+g4", "g1..g4"),
            ("g1..g3", "g1+g2+g3"),
            ("g1..g5+g5", "g1..g5"),
        ] {
            assert_eq!(canonical_name(word).as_deref(), Some(name), "{word}");
        }
        for word in "|g|g0|1|c1|g1.|g1.x|g1+|g3..g1|g1.2.3|g+1|g1..g99999999999".split('|') {
            assert_eq!(canonical_name(word), None, "{word}");
        }
    }
}
