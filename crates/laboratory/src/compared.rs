//! Enumerations of what the chapters compare.

/// Defines an enumeration whose variants have names for people, and lists them in this order.
macro_rules! compared {
    (
        $(#[$attribute:meta])*
        pub enum $Compared:ident {
            $($(#[$documentation:meta])* $Variant:ident: $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        pub enum $Compared {
            $($(#[$documentation])* $Variant,)+
        }

        impl $Compared {
            /// All variants, in the order of the chapter.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// Returns a name for people.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $Compared {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use compared;
