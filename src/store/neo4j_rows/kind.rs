//! The kinds of nodes and relationships of a graph. [`GraphRows::block`] gives their rows.
//!
//! [`GraphRows::block`]: super::source::GraphRows::block

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ElementKind {
    Graph,
    Class,
    Attribute,
    Point,
    Concept,
    Community,
    OfClass,
    Neighbor,
    Has,
    CoveredBy,
    HasClass,
    MemberOf,
    LargestPure,
    InGroup,
    InPart,
    InJoin,
    PartOf,
    JoinedIn,
    Overlaps,
    MostLike,
    MostlyIn,
    HasCentre,
    HasGroup,
    HasTop,
}

impl ElementKind {
    /// The kinds in their order, each with its label or type, and the ends of a relationship.
    const TABLE: [(Self, &'static str, Option<[Self; 2]>); 24] = {
        use ElementKind::*;
        [
            (Graph, "Graph", None),
            (Class, "Class", None),
            (Attribute, "Attribute", None),
            (Point, "Point", None),
            (Concept, "Concept", None),
            (Community, "Community", None),
            (OfClass, "OF_CLASS", Some([Point, Class])),
            (Neighbor, "NEIGHBOR", Some([Point, Point])),
            (Has, "HAS", Some([Point, Attribute])),
            (CoveredBy, "COVERED_BY", Some([Concept, Concept])),
            (HasClass, "HAS_CLASS", Some([Concept, Class])),
            (MemberOf, "MEMBER_OF", Some([Point, Concept])),
            (LargestPure, "LARGEST_PURE", Some([Class, Concept])),
            (InGroup, "IN_GROUP", Some([Point, Community])),
            (InPart, "IN_PART", Some([Point, Community])),
            (InJoin, "IN_JOIN", Some([Point, Community])),
            (PartOf, "PART_OF", Some([Community, Community])),
            (JoinedIn, "JOINED_IN", Some([Community, Community])),
            (Overlaps, "OVERLAPS", Some([Community, Community])),
            (MostLike, "MOST_LIKE", Some([Community, Concept])),
            (MostlyIn, "MOSTLY_IN", Some([Concept, Community])),
            (HasCentre, "HAS_CENTRE", Some([Concept, Point])),
            (HasGroup, "HAS_GROUP", Some([Graph, Community])),
            (HasTop, "HAS_TOP", Some([Graph, Concept])),
        ]
    };

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Self::TABLE.into_iter().map(|(kind, ..)| kind)
    }

    /// Returns the label of a node or the type of a relationship.
    pub(crate) fn name(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// Returns the kinds of the start and end nodes of a relationship; `None` for a node.
    pub(crate) fn ends(self) -> Option<[Self; 2]> {
        Self::TABLE[self as usize].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_stands_at_its_place() {
        assert!(ElementKind::all().map(|kind| kind as usize).eq(0..24));
    }
}
