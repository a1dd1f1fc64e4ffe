//! The roles that a request can give to the columns of a table.

/// The role that a request gives to a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Label,
    Id,
    Used,
    Nominal,
    Kept,
    LeftOut,
}

impl Role {
    /// Returns the words that follow "no column of that name".
    pub fn sought(self) -> &'static str {
        match self {
            Role::Label => "for the label",
            Role::Id => "for the id",
            Role::Used => "to use",
            Role::Nominal => "of words to use",
            Role::Kept => "to show",
            Role::LeftOut => "to leave out",
        }
    }

    /// Returns the words that follow "this column is named as".
    pub fn named(self) -> &'static str {
        match self {
            Role::Label => "the label",
            Role::Id => "the id",
            Role::Used => "a column to use",
            Role::Nominal => "a column of words to use",
            Role::Kept => "a column to show",
            Role::LeftOut => "a column to leave out",
        }
    }

    /// Combines two roles of one column; returns `None` if they contradict each other.
    pub fn with(self, other: Self) -> Option<Self> {
        match (self, other) {
            (one, other) if one == other => match one {
                Role::Nominal | Role::Kept | Role::LeftOut => Some(one),
                Role::Label | Role::Id | Role::Used => None,
            },
            (Role::Kept, Role::LeftOut) | (Role::LeftOut, Role::Kept) => Some(Role::Kept),
            (Role::Used, Role::Nominal) | (Role::Nominal, Role::Used) => Some(Role::Nominal),
            _ => None,
        }
    }
}
