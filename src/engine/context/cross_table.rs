//! Contexts as cross tables for people and spreadsheets: CSV (RFC 4180) of 0 and 1.
//!
//! Invariant: there is one row for each object and one column for each attribute, both in the order
//! of the context, after a column `point` with the names of the objects.

use std::io::{self, Write};

use super::{FormalContext, dense};

/// The number of bytes of a cell: 0 or 1, and a comma.
pub const CELL_BYTES: u64 = 2;

/// Writes the cross table with a header line; names are quoted if necessary.
///
/// # Errors
/// Returns an error if writing fails, or (as [`io::ErrorKind::InvalidInput`], with nothing written)
/// if the context is too large (`dense`).
///
/// # Panics
/// Panics if there is not one name for each object.
pub fn write(
    context: &FormalContext,
    object_names: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    assert_eq!(object_names.len(), context.object_count(), "one name an object");
    let mut table = csv::Writer::from_writer(out);
    let attributes = context.attributes();
    dense::check_size(object_names.len(), attributes.len(), CELL_BYTES)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    table.write_record(["point"].into_iter().chain(attributes.iter().map(String::as_str)))?;
    for (name, row) in object_names.iter().zip(context.rows().iter()) {
        let mut cells = vec!["0"; attributes.len()];
        for &attribute in row {
            cells[attribute as usize] = "1";
        }
        table.write_record([name.as_str()].into_iter().chain(cells))?;
    }
    table.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(context: &FormalContext, objects: &[&str]) -> String {
        let names: Vec<String> = objects.iter().map(|name| (*name).to_owned()).collect();
        let mut out = Vec::new();
        write(context, &names, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("the names are UTF-8")
    }

    #[test]
    fn crosses_are_ones_and_names_are_quoted_where_they_must_be() {
        let attributes = ["lives in water", "red, or \"ruddy\""].map(str::to_owned).to_vec();
        let context = FormalContext::new(attributes, [vec![0], vec![], vec![0, 1]]);
        let expected = "point,lives in water,\"red, or \"\"ruddy\"\"\"\n\
                    frog,1,0\n\"two\nlines\",0,0\né,1,1\n";
        assert_eq!(written(&context, &["frog", "two\nlines", "é"]), expected);
    }
}
