//! What a reader starts from.

use std::path::PathBuf;

use dialect::{Exercise, Library, Values, View};

use super::Work;
use crate::{Error, handout, tree};

impl Work<'_> {
    /// Writes what a reader starts from and returns the file to edit. Of an exercise that was started before,
    /// what is missing is written again, and the rest is left as it is.
    pub(crate) fn start(&self, library: &Library) -> Result<PathBuf, Error> {
        let folder = self.folder();
        let files = self.files(library)?;
        let edited = folder.join(files[0].0);
        if edited.exists() {
            return Err(Error::Exists {
                path: edited,
                advice: "to start again, rename or delete it",
            });
        }
        // The file to edit comes last: if it is there, all is.
        for (name, text) in files.iter().rev() {
            if !folder.join(name).exists() {
                tree::write(&folder, name, text)?;
            }
        }
        Ok(edited)
    }

    /// The files of an exercise, first the one to edit.
    fn files(&self, library: &Library) -> Result<Vec<(&'static str, String)>, Error> {
        let (exercise, values) = (self.exercise, Values::new());
        let title = &exercise.metadata.title;
        let prompt = exercise.filled(&exercise.prompt, &values);
        let prompt = handout::Book::read(self.root, library)?.readable(&prompt)?;
        let readme = ("README.md", format!("# {title}\n\n{prompt}"));
        Ok(match &exercise.code {
            None => vec![("answer.md", format!("# {title}\n")), readme],
            Some(code) => vec![
                ("lib.rs", code.library.render(View::Stub, &values)),
                ("tests/public.rs", code.public.render(View::Solved, &values)),
                ("main.rs", main_file(exercise)),
                readme,
            ],
        })
    }
}

/// Where a reader tries what they have written, and what makes cargo and an editor know it.
fn main_file(exercise: &Exercise) -> String {
    let (id, name) = (&exercise.id, exercise.crate_name());
    format!(
        "//! A place to try your code: `cargo exercise run {id}`.\n\n\
         // So that cargo and your editor know your code and its tests.\n\
         extern crate self as {name};\n\
         #[cfg(test)]\n#[path = \"tests/public.rs\"]\nmod public;\n\
         #[allow(unused)]\n#[path = \"lib.rs\"]\nmod solution;\n\
         #[allow(unused)]\npub use solution::*;\n\n\
         fn main() {{\n    println!(\"Call the functions of {name} here.\");\n}}\n"
    )
}
