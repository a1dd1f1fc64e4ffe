//! The kinds of nodes and relationships of a graph. [`GraphRows::block`] gives their rows.
//!
//! [`GraphRows::block`]: super::source::GraphRows::block

/// A kind of node or relationship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Class,
    Attribute,
    Point,
    Concept,
    Community,
    OfClass,
    Neighbor,
    Has,
    IntroducedIn,
    AttributeIntroducedIn,
    CoveredBy,
    HasClass,
    MemberOf,
    BelongsTo,
    PartOf,
    Overlaps,
}

impl Kind {
    /// Every kind.
    #[cfg(feature = "neo4j")]
    pub(crate) const ALL: [Self; 16] = [
        Self::Class,
        Self::Attribute,
        Self::Point,
        Self::Concept,
        Self::Community,
        Self::OfClass,
        Self::Neighbor,
        Self::Has,
        Self::IntroducedIn,
        Self::AttributeIntroducedIn,
        Self::CoveredBy,
        Self::HasClass,
        Self::MemberOf,
        Self::BelongsTo,
        Self::PartOf,
        Self::Overlaps,
    ];

    /// The label of a node or the type of a relationship.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Class => "Class",
            Self::Attribute => "Attribute",
            Self::Point => "Point",
            Self::Concept => "Concept",
            Self::Community => "Community",
            Self::OfClass => "OF_CLASS",
            Self::Neighbor => "NEIGHBOR",
            Self::Has => "HAS",
            Self::IntroducedIn | Self::AttributeIntroducedIn => "INTRODUCED_IN",
            Self::CoveredBy => "COVERED_BY",
            Self::HasClass => "HAS_CLASS",
            Self::MemberOf => "MEMBER_OF",
            Self::BelongsTo => "BELONGS_TO",
            Self::PartOf => "PART_OF",
            Self::Overlaps => "OVERLAPS",
        }
    }

    /// The kinds of nodes where a relationship starts and ends; none for a node.
    pub(crate) fn ends(self) -> Option<[Self; 2]> {
        match self {
            Self::Class | Self::Attribute | Self::Point | Self::Concept | Self::Community => None,
            Self::OfClass => Some([Self::Point, Self::Class]),
            Self::Neighbor => Some([Self::Point, Self::Point]),
            Self::Has => Some([Self::Point, Self::Attribute]),
            Self::IntroducedIn | Self::MemberOf => Some([Self::Point, Self::Concept]),
            Self::AttributeIntroducedIn => Some([Self::Attribute, Self::Concept]),
            Self::CoveredBy => Some([Self::Concept, Self::Concept]),
            Self::HasClass => Some([Self::Concept, Self::Class]),
            Self::BelongsTo => Some([Self::Point, Self::Community]),
            Self::PartOf | Self::Overlaps => Some([Self::Community, Self::Community]),
        }
    }
}
