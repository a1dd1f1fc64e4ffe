//! The writer of formal contexts in Burmeister's format.
//!
//! Invariant: reading the output gives an equal context with equal names; a context for which it
//! would not is refused before the first byte.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Write};

use crate::context::{FormalContext, dense};

/// The number of bytes of a cell, a cross or a point.
pub const CELL_BYTES: u64 = 1;

/// Writes a context with the names of its objects.
///
/// # Errors
/// Returns an error if writing fails, or (as [`ErrorKind::InvalidInput`], with nothing written) if
/// the format cannot hold a name: one that is empty, has several lines, blanks at its ends or a NUL
/// character, or occurs twice; and if the context has no objects or is too large (`dense`).
///
/// # Panics
/// Panics if there is not one name for each object.
pub fn write(
    context: &FormalContext,
    object_names: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    assert_eq!(object_names.len(), context.object_count(), "one name an object");
    let attributes = context.attributes();
    if object_names.is_empty() {
        let fault = "a .cxt file holds at least one object";
        return Err(io::Error::new(ErrorKind::InvalidInput, fault));
    }
    let unfit = |fault: String| io::Error::new(ErrorKind::InvalidInput, fault);
    dense::check_size(object_names.len(), attributes.len(), CELL_BYTES)
        .map_err(|error| unfit(error.to_string()))?;
    for (of, names) in [("object", object_names), ("attribute", attributes)] {
        check_names(of, names).map_err(unfit)?;
    }
    writeln!(out, "B\n\n{}\n{}\n", object_names.len(), attributes.len())?;
    for name in object_names.iter().chain(attributes) {
        writeln!(out, "{name}")?;
    }
    for row in context.rows().iter() {
        let mut signs = vec![b'.'; attributes.len()];
        for &j in row {
            signs[j as usize] = b'X';
        }
        signs.push(b'\n');
        out.write_all(&signs)?;
    }
    Ok(())
}

/// Checks that names survive being written and read; the error is the reason why one does not.
fn check_names(of: &str, names: &[String]) -> Result<(), String> {
    let mut known = HashMap::new();
    for (i, name) in (1..).zip(names) {
        if name.is_empty() || name.trim() != name || name.contains(['\n', '\0']) {
            return Err(format!(
                "{of} {i} is named {name:?}; a .cxt file holds names of one line without blanks \
                 at the ends, so rename it"
            ));
        }
        if let Some(j) = known.insert(name, i) {
            return Err(format!(
                "{of}s {j} and {i} are both named {name:?}; a .cxt file holds distinct names, so \
                 rename one"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::context::cxt::parse;
    use proptest::{collection, prelude::*};

    fn owned<const N: usize>(names: [&str; N]) -> Vec<String> {
        names.map(str::to_owned).to_vec()
    }

    fn written(context: &FormalContext, names: &[String]) -> Result<String, String> {
        let mut out = Vec::new();
        match write(context, names, &mut out) {
            Ok(()) => Ok(String::from_utf8(out).expect("the names are UTF-8")),
            Err(error) => {
                assert_eq!((error.kind(), out.len()), (ErrorKind::InvalidInput, 0));
                Err(error.to_string())
            }
        }
    }

    #[test]
    fn names_that_the_format_cannot_hold_are_refused() {
        for (objects, attribute, expected) in [
            (["a", "b\nc"], "x", "object 2 is named \"b\\nc\""),
            (["", "b"], "x", "object 1 is named \"\""),
            (["a", "b"], "x ", "attribute 1 is named \"x \""),
            (["a", "b"], "x\0", "attribute 1 is named \"x\\0\""),
            (["a", "a"], "x", "objects 1 and 2 are both named \"a\""),
        ] {
            let context = FormalContext::new(owned([attribute]), [vec![0], vec![]]);
            let fault = written(&context, &owned(objects)).expect_err(expected);
            assert!(fault.starts_with(expected), "{fault}");
        }
        let context = FormalContext::new(owned(["x"]), []);
        let expected = "a .cxt file holds at least one object".to_owned();
        assert_eq!(written(&context, &[]), Err(expected));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            objects in collection::hash_set("\\PC{1,5}", 1..6),
            attributes in collection::hash_set("\\PC{1,5}", 0..6),
            bits: u64,
        ) {
            let whole = |name: &String| name.trim() == name;
            let objects: Vec<String> = objects.into_iter().filter(whole).collect();
            let attributes: Vec<String> = attributes.into_iter().filter(whole).collect();
            prop_assume!(!objects.is_empty());
            let m = attributes.len() as u32;
            let row = |i: u32| (0..m).filter(|j| bits >> (i * m + j) & 1 == 1).collect();
            let context = FormalContext::new(attributes, (0..objects.len() as u32).map(row));
            let text = written(&context, &objects).expect("names of one line");
            let points = Points::from_names(objects, None).expect("distinct names");
            prop_assert_eq!(parse(text.as_bytes()), Ok((context, points)));
        }
    }
}
