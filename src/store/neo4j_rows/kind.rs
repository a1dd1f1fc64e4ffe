//! The kinds of nodes and relationships of a graph. [`GraphRows::block`] gives their rows.
//!
//! [`GraphRows::block`]: super::source::GraphRows::block

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ElementKind {
    Class,
    Attribute,
    Point,
    Concept,
    Community,
    OfClass,
    Neighbor,
    Has,
    CoveredBy,
    /// A cover from the empty concept: a type of its own, because paths through the empty concept
    /// would connect any two concepts.
    BottomOf,
    HasClass,
    MemberOf,
    LargestPure,
    BelongsTo,
    PartOf,
    Overlaps,
    MostLike,
}

impl ElementKind {
    pub(crate) const ALL: [Self; 17] = [
        Self::Class,
        Self::Attribute,
        Self::Point,
        Self::Concept,
        Self::Community,
        Self::OfClass,
        Self::Neighbor,
        Self::Has,
        Self::CoveredBy,
        Self::BottomOf,
        Self::HasClass,
        Self::MemberOf,
        Self::LargestPure,
        Self::BelongsTo,
        Self::PartOf,
        Self::Overlaps,
        Self::MostLike,
    ];

    /// Returns the label of a node or the type of a relationship.
    pub(crate) fn name(self) -> &'static str {
        self.name_and_ends().0
    }

    /// Returns the kinds of the start and end nodes of a relationship; `None` for a node.
    pub(crate) fn ends(self) -> Option<[Self; 2]> {
        self.name_and_ends().1
    }

    fn name_and_ends(self) -> (&'static str, Option<[Self; 2]>) {
        use ElementKind::{Attribute, Class, Community, Concept, Point};
        match self {
            Class => ("Class", None),
            Attribute => ("Attribute", None),
            Point => ("Point", None),
            Concept => ("Concept", None),
            Community => ("Community", None),
            Self::OfClass => ("OF_CLASS", Some([Point, Class])),
            Self::Neighbor => ("NEIGHBOR", Some([Point, Point])),
            Self::Has => ("HAS", Some([Point, Attribute])),
            Self::CoveredBy => ("COVERED_BY", Some([Concept, Concept])),
            Self::BottomOf => ("BOTTOM_OF", Some([Concept, Concept])),
            Self::HasClass => ("HAS_CLASS", Some([Concept, Class])),
            Self::MemberOf => ("MEMBER_OF", Some([Point, Concept])),
            Self::LargestPure => ("LARGEST_PURE", Some([Class, Concept])),
            Self::BelongsTo => ("BELONGS_TO", Some([Point, Community])),
            Self::PartOf => ("PART_OF", Some([Community, Community])),
            Self::Overlaps => ("OVERLAPS", Some([Community, Community])),
            Self::MostLike => ("MOST_LIKE", Some([Community, Concept])),
        }
    }
}
