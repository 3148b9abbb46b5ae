//! Your solutions: `cargo exercise start <id>` writes the starter code into `examples/<id>/`.
//!
//! Git ignores your files there. Your editor finds them, because they are part of the workspace of
//! the book.
