//! Nodes that a database had before a graph came, and that its points stand for, counted.

use crate::base::display_safe;
use crate::base::numbers::{counted, grouped};

/// What a graph is attached to, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The label of the nodes.
    pub label: String,
    /// The property that is the name of a point.
    pub property: String,
    /// How many points stand for a node.
    pub points: u64,
    /// The points that stand for none.
    pub points_without_node: Unmatched,
    /// The nodes of that label that no point stands for.
    pub nodes_without_point: Unmatched,
}

/// Points or nodes without a counterpart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// How many.
    pub count: u64,
    /// The names of the first, `?` where one has none.
    pub first: Vec<String>,
}

impl Attached {
    /// What it is attached to: `Person(email)`.
    pub fn to(&self) -> String {
        format!("{}({})", self.label, self.property)
    }

    /// How many points stand for a node; then the points and the nodes without a counterpart.
    pub fn lines(&self) -> Vec<String> {
        let label = display_safe::name(&self.label);
        let points = counted(self.points + self.points_without_node.count, "point", "points");
        let tied = format!("{} of {points} stand for a {label} node", grouped(self.points));
        let [node, nodes] = ["node", "nodes"].map(|word| format!("{label} {word}"));
        let left = [
            self.points_without_node.line("point", "points", &format!("without a {node}")),
            self.nodes_without_point.line(&node, &nodes, "without a point"),
        ];
        [tied].into_iter().chain(left.into_iter().flatten()).collect()
    }
}

impl Unmatched {
    fn line(&self, one: &str, several: &str, without: &str) -> Option<String> {
        let names: Vec<_> = self.first.iter().map(|name| display_safe::name(name)).collect();
        let more = if self.count > names.len() as u64 { ", ..." } else { "" };
        let what = counted(self.count, one, several);
        (self.count > 0).then(|| format!("{what} {without}: {}{more}", names.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_many_and_who_is_left() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let mut attached = Attached {
            label: "Person".into(),
            property: "email".into(),
            points: 4_990,
            points_without_node: Unmatched { count: 1, first: names(&["a\n@x"]) },
            nodes_without_point: Unmatched { count: 12, first: names(&["b@x", "c@x"]) },
        };
        let expected = [
            "4,990 of 4,991 points stand for a Person node",
            "1 point without a Person node: a\\n@x",
            "12 Person nodes without a point: b@x, c@x, ...",
        ];
        assert_eq!(attached.lines(), expected);
        attached.points_without_node = Unmatched::default();
        attached.nodes_without_point = Unmatched::default();
        assert_eq!(attached.lines(), ["4,990 of 4,990 points stand for a Person node"]);
        assert_eq!(attached.to(), "Person(email)");
    }
}
