//! The figures of the book: the build script of this package draws them into `images/`.

/// The folder with the figures as the build script drew them, in folders of the chapters.
pub const DRAWN: &str = concat!(env!("OUT_DIR"), "/figures");
