//! The columns of the table that are only shown, beside the points of an answer.

use std::collections::HashMap;

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::base::rows::{Rows, Value};

/// An answer whose first column names points, with these columns behind its own.
pub(super) fn beside(mut rows: Rows, points: &Points) -> Rows {
    let kept = points.kept();
    if kept.names().is_empty() || rows.columns.first().is_none_or(|first| first != "point") {
        return rows;
    }
    for name in kept.names() {
        let mut name = name.clone();
        while rows.columns.contains(&name) {
            name.push('_');
        }
        rows.columns.push(name);
    }
    // Every point by its name as an answer has it.
    let by_name: HashMap<&str, PointId> =
        points.ids().map(|point| (points.name(point), point)).collect();
    for row in &mut rows.rows {
        let point = match &row[0] {
            Value::Text(name) => by_name.get(name.as_str()),
            _ => None,
        };
        match point {
            Some(&point) => {
                let cells = kept.of_point(point).iter().zip(kept.kinds());
                row.extend(cells.map(|(text, kind)| Value::from(kind.cell(text))));
            }
            None => row.extend(kept.names().iter().map(|_| Value::Null)),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::kept::Kept;

    fn points() -> Points {
        let cells = ["male", "1.5", "", "2", "male", ""].map(str::to_owned).to_vec();
        let kept = Kept::new(vec!["class".into(), "tag".into()], cells);
        Points::numbered(3, None).with_kept(kept)
    }

    #[test]
    fn columns_stand_behind_those_of_the_answer() {
        let columns = ["point", "class"].map(str::to_owned).to_vec();
        let row = |name: &str| vec![Value::text(name), Value::Null];
        let answer =
            beside(Rows { columns, rows: vec![row("d2"), row("d3"), row("q")] }, &points());
        assert_eq!(answer.columns, ["point", "class", "class_", "tag"]);
        let shown: Vec<&[Value]> = answer.rows.iter().map(|row| &row[2..]).collect();
        let [none, male] = [Value::Null, Value::text("male")];
        let expected =
            [[none.clone(), Value::Real(2.0)], [male, none.clone()], [none.clone(), none]];
        assert_eq!(shown, expected);
        let other = Rows { columns: vec!["concept".into()], rows: vec![vec![Value::text("c1")]] };
        assert_eq!(beside(other.clone(), &points()), other);
    }
}
