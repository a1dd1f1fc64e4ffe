//! A comparison as rows of values.

use super::{Change, Comparison, Group, GroupKind, PointChange};
use crate::base::rows::{Rows, Value};

pub(crate) const GROUP_COLUMNS: [&str; 9] =
    ["kind", "change", "one", "size", "class", "other", "other_size", "shared", "jaccard"];

pub(crate) const POINT_COLUMNS: [&str; 5] = ["point", "class", "change", "one", "other"];

impl Change {
    /// Returns the name of the change.
    pub fn name(self) -> &'static str {
        match self {
            Change::Same => "same",
            Change::Kept => "kept",
            Change::Gone => "gone",
            Change::New => "new",
        }
    }
}

impl PointChange {
    /// Returns the name of the change.
    pub fn name(self) -> &'static str {
        match self {
            PointChange::Moved => "moved",
            PointChange::Regrouped => "regrouped",
            PointChange::Left => "left",
            PointChange::Joined => "joined",
        }
    }
}

impl Comparison {
    /// Returns a row for each group of the first graph, and for each new group of the second, in
    /// the columns `GROUP_COLUMNS`.
    pub fn group_rows(&self) -> Rows {
        let row = |found: &super::Match| {
            let [ones, others] = self.groups(found.kind);
            let (one, other) =
                (found.first.map(|at| &ones[at]), found.second.map(|at| &others[at]));
            // A row about a new group has the class of the group of the second graph.
            let about = if found.change == Change::New { other } else { one };
            let class = about.and_then(|group| group.class.as_ref());
            let name =
                |group: Option<&Group>| group.map_or(Value::Null, |of| Value::text(&of.name));
            let size =
                |group: Option<&Group>| group.map_or(Value::Null, |of| Value::count(of.size));
            vec![
                Value::text(found.kind.name()),
                Value::text(found.change.name()),
                name(one),
                size(one),
                class.map_or(Value::Null, |(class, _)| Value::text(class)),
                name(other),
                size(other),
                Value::count(found.shared),
                Value::real(Some(found.jaccard)),
            ]
        };
        let rows = self.matches.iter().map(row).collect();
        Rows { columns: GROUP_COLUMNS.map(str::to_owned).to_vec(), rows }
    }

    /// Returns a row for each point that changed company, with its main communities, in the columns
    /// `POINT_COLUMNS`.
    pub fn point_rows(&self) -> Rows {
        let [ones, others] = self.groups(GroupKind::Community);
        let row = |changed: &super::ChangedPoint| {
            let name = |groups: &[Group], at: Option<usize>| {
                at.map_or(Value::Null, |at| Value::text(&groups[at].name))
            };
            vec![
                Value::text(self.points.name(changed.point)),
                self.points.class_name(changed.point).map_or(Value::Null, Value::text),
                Value::text(changed.change.name()),
                name(ones, changed.main[0]),
                name(others, changed.main[1]),
            ]
        };
        let rows = self.changed.iter().map(row).collect();
        Rows { columns: POINT_COLUMNS.map(str::to_owned).to_vec(), rows }
    }
}
