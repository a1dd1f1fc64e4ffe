//! Types whose values have names.

/// Adds `name` and `from_name`, given the name of each value.
macro_rules! named {
    ($type:ident { $($value:ident: $name:literal),+ }) => {
        impl $type {
            /// Returns the name on the command line and in stores.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            /// Returns the value of a name; `None` if no value has it.
            pub fn from_name(name: &str) -> Option<Self> {
                [$(Self::$value),+].into_iter().find(|value| value.name() == name)
            }
        }
    };
}

pub(crate) use named;
