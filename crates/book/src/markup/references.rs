//! The targets of references.

use dialect::{Bibliography, Manuscript};

use crate::Book;
use crate::api::Api;
use crate::widgets::Scripts;

/// Everything to which a page may refer.
pub(crate) struct References<'a> {
    pub(crate) book: &'a Book,
    pub(crate) manuscript: &'a Manuscript,
    pub(crate) bibliography: &'a Bibliography,
    /// Links into the API documentation lead to these pages.
    pub(crate) api: Option<&'a Api>,
    pub(crate) scripts: &'a Scripts,
}
