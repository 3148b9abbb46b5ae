//! What a reader starts from.

use std::path::PathBuf;

use dialect::{Library, Values, View};

use super::Work;
use crate::{Error, handout, tree};

/// Where a reader tries what they have written, and what makes cargo and an editor know it.
const MAIN: &str = include_str!("main.txt");

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
        let main = MAIN.replace("{id}", &exercise.id);
        let main = main.replace("{name}", &exercise.crate_name());
        Ok(match &exercise.code {
            None => vec![("answer.md", format!("# {title}\n")), readme],
            Some(code) => vec![
                ("lib.rs", code.library.render(View::Stub, &values)),
                ("tests/public.rs", code.public.render(View::Solved, &values)),
                ("main.rs", main),
                readme,
            ],
        })
    }
}
