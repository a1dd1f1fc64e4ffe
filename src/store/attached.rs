//! Nodes that a database had before a graph came, and that its points stand for, counted.

use crate::base::numbers::grouped;
use crate::base::visible;

/// What a graph is attached to, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The label of the nodes.
    pub label: String,
    /// The property that is the name of a point.
    pub property: String,
    /// Whether the nodes have the clusters and communities of their points too.
    pub as_points: bool,
    /// How many points stand for a node.
    pub points: u64,
    /// The points that stand for none.
    pub without_node: Unmatched,
    /// The nodes of that label that no point stands for.
    pub without_point: Unmatched,
}

/// Points without a node, or nodes without a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// How many.
    pub count: u64,
    /// The names of the first; nodes without a name have none.
    pub first: Vec<String>,
}

impl Attached {
    /// What it is attached to: `Person(email)`.
    pub fn to(&self) -> String {
        format!("{}({})", self.label, self.property)
    }

    /// How many points stand for a node; then a line for unmatched points and one for unmatched
    /// nodes, where there are some.
    pub fn lines(&self) -> Vec<String> {
        let (label, of) = (visible::name(&self.label), self.points + self.without_node.count);
        let mut lines = vec![format!(
            "{} of {} points stand for a {label} node",
            grouped(self.points),
            grouped(of)
        )];
        let left = [
            (&self.without_node, "point has", "points have", format!("no {label} node")),
            (
                &self.without_point,
                &*format!("{label} node has"),
                &*format!("{label} nodes have"),
                "no point".to_owned(),
            ),
        ];
        for (left, one, several, what) in left {
            if left.count > 0 {
                let who = if left.count == 1 { one } else { several };
                lines.push(format!("{} {who} {what}{}", grouped(left.count), left.named()));
            }
        }
        lines
    }
}

impl Unmatched {
    /// The first names, after a colon.
    fn named(&self) -> String {
        let names: Vec<_> = self.first.iter().map(|name| visible::name(name)).collect();
        let more = if self.count > names.len() as u64 { ", ..." } else { "" };
        match names[..] {
            [] => String::new(),
            _ => format!(": {}{more}", names.join(", ")),
        }
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
            as_points: false,
            points: 4_990,
            without_node: Unmatched { count: 1, first: names(&["a\n@x"]) },
            without_point: Unmatched { count: 12, first: names(&["b@x", "c@x"]) },
        };
        let expected = [
            "4,990 of 4,991 points stand for a Person node",
            "1 point has no Person node: a\\n@x",
            "12 Person nodes have no point: b@x, c@x, ...",
        ];
        assert_eq!(attached.lines(), expected);
        attached.without_node = Unmatched::default();
        attached.without_point = Unmatched { count: 2, first: Vec::new() };
        assert_eq!(
            attached.lines(),
            ["4,990 of 4,990 points stand for a Person node", "2 Person nodes have no point"]
        );
        assert_eq!(attached.to(), "Person(email)");
    }
}
