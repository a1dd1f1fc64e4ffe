//! The labels by which Neo4j Browser styles nodes, since it looks at labels and at no property:
//! `Colour1` to `Colour16` by class, `Size1` to `Size5` by a cluster's share of all points. A load
//! sets them, so that a style sheet is all that a picture needs.

/// Labels of colours; the class after the last takes the first again.
const COLOURS: [&str; 16] = [
    "Colour1", "Colour2", "Colour3", "Colour4", "Colour5", "Colour6", "Colour7", "Colour8",
    "Colour9", "Colour10", "Colour11", "Colour12", "Colour13", "Colour14", "Colour15", "Colour16",
];
/// Labels of sizes, each with the greatest share of all points that it stands for.
const SIZES: [(&str, f64); 5] =
    [("Size1", 0.05), ("Size2", 0.15), ("Size3", 0.35), ("Size4", 0.7), ("Size5", 1.0)];

/// The label of a class, of its points, and of the clusters that it leads.
pub(crate) fn of_class(class: usize) -> &'static str {
    COLOURS[class % COLOURS.len()]
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
        assert_eq!([0, 15, 16].map(of_class), ["Colour1", "Colour16", "Colour1"]);
        let sizes = [0, 5, 6, 35, 70, 71, 100].map(|size| of_size(size, 100));
        assert_eq!(sizes, ["Size1", "Size1", "Size2", "Size3", "Size4", "Size5", "Size5"]);
        assert_eq!(of_size(0, 0), "Size5");
    }
}
