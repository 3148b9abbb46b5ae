//! Attacks a finished handout: whatever students must not see is searched in every file that they get.

use std::fs;
use std::path::Path;

use dialect::Problem;

use super::Handout;
use super::secrets::Secrets;
use super::student::File;
use super::task::Copy;
use super::workspace::{ATTENTION, VENDOR};
use crate::{Error, tree};

impl Handout<'_> {
    /// Searches all secrets in the folder of one student.
    pub(super) fn attack(
        &self,
        secrets: &Secrets,
        copy: &Copy,
        product: &Path,
    ) -> Result<(), Error> {
        let (shown, folder) = (copy.folder(), product.join(copy.folder()));
        let mut found = Vec::new();
        for file in tree::files(&folder)? {
            if file.starts_with(ATTENTION) || file.starts_with(VENDOR) {
                continue;
            }
            let path = folder.join(&file);
            let text = fs::read(&path).map_err(Error::file(path, "cannot read"))?;
            let text = String::from_utf8_lossy(&text);
            let name = format!("{shown}/{}", file.to_string_lossy().replace('\\', "/"));
            let told = secrets.in_text(&text).into_iter();
            found
                .extend(told.map(|(line, message)| Problem::new(&name, line, message)));
            found.extend(self.salt_in(&name, &text));
        }
        dialect::unless(found, ()).map_err(Error::Leak)
    }

    /// Whether the salt stands in a file for the instructor.
    pub(super) fn tells_salt(&self, files: &[File]) -> Result<(), Error> {
        let found = files.iter().filter_map(|(name, text)| {
            self.salt_in(&format!("instructor/{name}"), text)
        });
        dialect::unless(found.collect(), ()).map_err(Error::Leak)
    }

    fn salt_in(&self, name: &str, text: &str) -> Option<Problem> {
        let at = text.find(self.course.salt.as_deref()?)?;
        let line = text[..at].matches('\n').count() + 1;
        Some(Problem::new(name, line, "this is the salt of the course"))
    }
}
