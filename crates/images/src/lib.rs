//! The figures of the book, which the build script of this package draws into `images/`.

/// The folder of the figures as drawn, with one folder for each chapter.
pub const DRAWN: &str = concat!(env!("OUT_DIR"), "/figures");
