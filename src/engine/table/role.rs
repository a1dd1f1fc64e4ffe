//! The roles that a request can give to the columns of a table.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Label,
    Id,
    Feature,
    Nominal,
    Shown,
    Dropped,
}

impl Role {
    /// Returns the words that follow "no column of that name".
    pub(crate) fn purpose(self) -> &'static str {
        match self {
            Role::Label => "for the label",
            Role::Id => "for the id",
            Role::Feature => "to use",
            Role::Nominal => "of words to use",
            Role::Shown => "to show",
            Role::Dropped => "to leave out",
        }
    }

    /// Returns the words that follow "this column is named as".
    pub(super) fn description(self) -> &'static str {
        match self {
            Role::Label => "the label",
            Role::Id => "the id",
            Role::Feature => "a column to use",
            Role::Nominal => "a column of words to use",
            Role::Shown => "a column to show",
            Role::Dropped => "a column to leave out",
        }
    }

    /// Combines two roles of one column; returns `None` if they contradict each other.
    pub(crate) fn combine(self, other: Self) -> Option<Self> {
        match (self, other) {
            (one, other) if one == other => match one {
                Role::Nominal | Role::Shown | Role::Dropped => Some(one),
                Role::Label | Role::Id | Role::Feature => None,
            },
            (Role::Shown, Role::Dropped) | (Role::Dropped, Role::Shown) => Some(Role::Shown),
            (Role::Feature, Role::Nominal) | (Role::Nominal, Role::Feature) => Some(Role::Nominal),
            _ => None,
        }
    }
}
