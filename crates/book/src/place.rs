//! Where a page is in the book and in the site.

use std::path::{Path, PathBuf};

use dialect::url;

/// A page in the book.
pub(crate) struct Place {
    pub(crate) name: PathBuf,
    /// The path of its source in `src`.
    pub(crate) source: PathBuf,
    /// The number of pages before it.
    pub(crate) position: usize,
}

impl Place {
    /// Returns the path from the page to the root of the site.
    pub(crate) fn up(&self) -> String {
        up(&self.name)
    }
}

/// Returns the path from the page `name` to the root of the site.
pub(crate) fn up(name: &Path) -> String {
    "../".repeat(url(name).matches('/').count())
}
