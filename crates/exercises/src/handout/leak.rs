//! Attacks a finished handout: whatever students must not see is searched in every file that they get.

use std::path::{Component, Path};

use dialect::{Problem, Source, TestFile, Values, View};

use super::Handout;
use super::markdown::Page;
use super::secrets::{Allowed, Secrets};
use super::student::{BOILERPLATE, COMPLETE, File};
use super::task::{Copy, Task};
use super::workspace::copied;
use crate::{Error, manifest, tree};

impl Handout<'_> {
    /// Searches all secrets in the folder of one student.
    pub(super) fn attack(
        &self,
        secrets: &Secrets,
        copy: &Copy,
        folder: &Path,
        shown: &str,
    ) -> Result<(), Error> {
        let top = self.allowed_at_top();
        let mut allowed = Vec::new();
        for (task, variant) in self.tasks.iter().zip(&copy.variants) {
            allowed.push(self.allowed(task, &variant.public, secrets)?);
        }
        let mut found = Vec::new();
        for file in tree::files(folder)? {
            if copied().iter().any(|copied| file.starts_with(copied)) {
                continue;
            }
            let text = tree::read(&folder.join(&file))?;
            let text = String::from_utf8_lossy(&text);
            let first = file.components().next().map(Component::as_os_str);
            let of = self.tasks.iter().zip(&allowed).find(|(task, _)| {
                first.is_some_and(|first| first == task.exercise.id.as_str())
            });
            let (id, allowed) = match of {
                Some((task, allowed)) => (task.exercise.id.as_str(), allowed),
                None => ("", &top),
            };
            let name = format!("{shown}/{}", file.to_string_lossy().replace('\\', "/"));
            let told = secrets.in_text(&text, allowed, id).into_iter();
            found
                .extend(told.map(|(line, message)| Problem::new(&name, line, message)));
            found.extend(self.salt_in(&name, &text));
        }
        match found.is_empty() {
            true => Ok(()),
            false => Err(Error::Leak(found)),
        }
    }

    /// Whether the salt stands in a file for the instructor.
    pub(super) fn tells_salt(&self, files: &[File]) -> Result<(), Error> {
        let found = files.iter().filter_map(|(name, text)| {
            self.salt_in(&format!("instructor/{name}"), text)
        });
        let found: Vec<_> = found.collect();
        match found.is_empty() {
            true => Ok(()),
            false => Err(Error::Leak(found)),
        }
    }

    fn salt_in(&self, name: &str, text: &str) -> Option<Problem> {
        let at = text.find(self.course.salt.as_deref()?)?;
        let line = text[..at].matches('\n').count() + 1;
        Some(Problem::new(name, line, "this is the salt of the course"))
    }

    /// What students may see outside of the exercises. What the course file adds is searched.
    fn allowed_at_top(&self) -> Allowed {
        let mut allowed = Allowed::default();
        for text in BOILERPLATE {
            allowed.add(text);
        }
        for task in &self.tasks {
            allowed.add(&task.exercise.metadata.title);
        }
        allowed
    }

    /// What students may see in the folder of an exercise: its public sources, not what was made of
    /// them. The text of an instructor is none of these, but what it quotes from the book is.
    fn allowed(
        &self,
        task: &Task,
        values: &Values,
        secrets: &Secrets,
    ) -> Result<Allowed, Vec<Problem>> {
        let mut allowed = Allowed::default();
        let exercise = &task.exercise;
        let metadata = &exercise.metadata;
        allowed.add(&metadata.title);
        allowed.add(&manifest::package(exercise));
        allowed.add(&exercise.fill(&exercise.prompt.text, values));
        for hint in &metadata.hints {
            allowed.add(&exercise.fill(&hint.text, values));
        }
        for test in metadata.tests_in(TestFile::Public) {
            allowed.add(&test.name);
        }
        for text in self.quoted(task, values)? {
            allowed.add(&text);
        }
        if let Some(code) = &exercise.code {
            allowed.add(COMPLETE);
            allowed.add_code(&code.library.render(View::Stub, values), secrets);
            allowed.add_code(&code.public.render(View::Solved, values), secrets);
        }
        Ok(allowed)
    }

    /// What the texts of an exercise quote from the book.
    fn quoted(
        &self,
        task: &Task,
        values: &Values,
    ) -> Result<Vec<String>, Vec<Problem>> {
        let exercise = &task.exercise;
        let hints = exercise.metadata.hints.iter().map(|hint| Source {
            file: exercise.toml.file.clone(),
            text: hint.text.clone(),
        });
        let mut sources: Vec<Source> = hints.collect();
        sources.push(exercise.prompt.clone());
        sources.extend(task.overlay.clone());
        let mut quoted = Vec::new();
        for mut source in sources {
            source.text = exercise.fill(&source.text, values);
            let mut page = Page::new(self.root, &self.book);
            page.refers_to(&exercise.prompt, "the task")?;
            page.text(&source)?;
            quoted.push(page.appendix());
        }
        Ok(quoted)
    }
}
