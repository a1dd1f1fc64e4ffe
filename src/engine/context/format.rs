//! The format of a ready context, from the first bytes of its file.

/// The format of a file of a context or of neighbour lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextFileFormat {
    /// A cross table of Burmeister.
    Burmeister,
    /// Transactions of FIMI: the numbers of the attributes of an object on a line.
    Fimi,
    /// A sparse matrix of the Matrix Market.
    MatrixMarket,
}

impl ContextFileFormat {
    /// Returns the format of a file with these first bytes and this suffix, in small letters;
    /// `None` for a table. A file of transactions without their suffix has lines of many lengths.
    pub fn detect(head: &[u8], suffix: &str) -> Option<Self> {
        let text = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
        if text.starts_with("%%MatrixMarket") || suffix == "mtx" {
            return Some(Self::MatrixMarket);
        }
        if suffix == "cxt" || text.lines().next().is_some_and(|line| line.trim() == "B") {
            return Some(Self::Burmeister);
        }
        let numbers = |line: &str| -> Option<Vec<u32>> {
            line.split_whitespace().map(|word| word.parse().ok()).collect()
        };
        // The last line may be cut.
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let lines = &lines[..lines.len() - usize::from(lines.len() > 2)];
        let sets: Vec<Vec<u32>> = lines.iter().map(|line| numbers(line)).collect::<Option<_>>()?;
        let rises = |set: &Vec<u32>| set.windows(2).all(|pair| pair[0] < pair[1]);
        let varies = sets.windows(2).any(|pair| pair[0].len() != pair[1].len());
        (suffix == "dat" || varies && sets.iter().all(rises)).then_some(Self::Fimi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_known_by_their_content() {
        let specification: [(&[u8], &str, Option<ContextFileFormat>); 11] = [
            (b"B\n\n2\n2\n", "", Some(ContextFileFormat::Burmeister)),
            (b"B\r\n\r\n2\r\n", "ctx", Some(ContextFileFormat::Burmeister)),
            (b"\xEF\xBB\xBFB\n", "txt", Some(ContextFileFormat::Burmeister)),
            (b"", "cxt", Some(ContextFileFormat::Burmeister)),
            (b"B,C\n1,2\n", "csv", None),
            (b"%%MatrixMarket matrix\n", "txt", Some(ContextFileFormat::MatrixMarket)),
            (b"1 2 3\n2 5\n1 7 9 11\n", "txt", Some(ContextFileFormat::Fimi)),
            (b"1 2\n2 5\n3 4\n", "dat", Some(ContextFileFormat::Fimi)),
            (b"1.5 2\n2 5\n3 4\n", "dat", None),
            (b"1 2\n2 5\n3 4\n", "txt", None),
            (b"x y\n1 2\n", "txt", None),
        ];
        for (head, suffix, expected) in specification {
            let shown = String::from_utf8_lossy(head);
            assert_eq!(ContextFileFormat::detect(head, suffix), expected, "{shown:?}");
        }
    }
}
