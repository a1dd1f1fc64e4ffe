//! The labels by which Neo4j Browser styles nodes, since it looks at labels and at no property:
//! `Colour1` to `Colour8` by the class that leads, or by group where there are no classes, `Size1`
//! to `Size3` by a cluster's share of all points. A load sets them only where they are wanted,
//! because a picture of the schema shows each as a kind of node.

use crate::base::ids::CommunityId;
use crate::communities::{Communities, Level};

/// Labels of colours; the class after the last takes the first again.
const COLOURS: [&str; 8] =
    ["Colour1", "Colour2", "Colour3", "Colour4", "Colour5", "Colour6", "Colour7", "Colour8"];
/// Labels of sizes, each with the greatest share of all points that it stands for.
const SIZES: [(&str, f64); 3] = [("Size1", 0.1), ("Size2", 0.4), ("Size3", 1.0)];

/// All of these labels.
#[cfg(feature = "neo4j")]
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    COLOURS.into_iter().chain(SIZES.map(|(label, _)| label))
}

/// The label of a class, of its points, and of the clusters that it leads.
pub(crate) fn of_class(class: usize) -> &'static str {
    COLOURS[class % COLOURS.len()]
}

/// The label of a group, of its points, parts and clusters; none of a join.
pub(crate) fn of_community(communities: &Communities, id: CommunityId) -> Option<&'static str> {
    let is_join = communities.all[id.index()].level == Level::Join;
    (!is_join).then(|| of_class(communities.group_of(id).index()))
}

/// The label of a cluster of this many points among all.
pub(crate) fn of_size(size: i64, points: usize) -> &'static str {
    let share = size as f64 / points as f64;
    let fits = SIZES.iter().find(|(_, most)| share <= *most);
    fits.unwrap_or(&SIZES[SIZES.len() - 1]).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_for_every_class_and_size() {
        assert_eq!([0, 7, 8].map(of_class), ["Colour1", "Colour8", "Colour1"]);
        let sizes = [0, 10, 11, 40, 41, 100].map(|size| of_size(size, 100));
        assert_eq!(sizes, ["Size1", "Size1", "Size2", "Size2", "Size3", "Size3"]);
        assert_eq!(of_size(0, 0), "Size3");
    }
}
