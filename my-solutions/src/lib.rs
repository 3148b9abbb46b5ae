//! Your solutions: `cargo exercise start <id>` writes what you start from into `examples/<id>/`.
//!
//! Git ignores what you write there. Your editor knows it, since it is part of the workspace of the book.
