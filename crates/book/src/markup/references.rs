//! The targets of references.

use std::path::Path;

use dialect::{Bibliography, Manuscript};

use crate::api::Api;
use crate::widgets::Scripts;

/// Everything to which a page may refer.
pub(crate) struct References<'a> {
    pub(crate) root: &'a Path,
    pub(crate) manuscript: &'a Manuscript,
    pub(crate) bibliography: &'a Bibliography,
    /// Links into the API documentation lead to these pages.
    pub(crate) api: Option<&'a Api>,
    pub(crate) scripts: &'a Scripts,
}
