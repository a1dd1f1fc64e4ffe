//! Setters of types of options.

/// Adds a method per listed field, which sets the field and returns the options.
///
/// A field that is an `Option` is also set by a value alone.
#[macro_export]
macro_rules! setters {
    ($options:ident { $($field:ident: $type:ty,)+ }) => {
        impl $options {
            $(
                #[doc = concat!("Sets `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(mut self, $field: impl Into<$type>) -> Self {
                    self.$field = $field.into();
                    self
                }
            )+
        }
    };
}

pub(crate) use setters;
