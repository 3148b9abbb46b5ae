//! Makes a solution and its tests a program, so that cargo and editors know them.

/// Adds the tests of an exercise to `src/lib.rs` and gives the file the name under
/// which they import it.
#[macro_export]
macro_rules! tests {
    ($name:ident) => {
        extern crate self as $name;
        #[path = "../tests/hidden.rs"]
        mod hidden;
        #[path = "../tests/public.rs"]
        mod public;
    };
}
