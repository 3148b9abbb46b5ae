//! What students must not see: what stands in a solution, a hidden test, a mutant, a rubric or the notes, and
//! in nothing that the book or the course gives to everybody.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use dialect::{Exercise, Problem, TestFile, Values, View};

use super::Handout;
use super::student::File;
use super::task::{Copy, common, different};
use super::tokens::{LENGTH, joined, shingles, tokens, without_comments};
use super::workspace::{ATTENTION, COMPLETE, VENDOR, package};
use crate::{Error, tree};

/// How many tokens of a solution in a row are too many for any text: the hints and tests of the book
/// have at most 24.
const MOST: usize = 40;

/// A shorter solution must not stand in any text as a whole, if it is at least so long.
const SHORTEST: usize = 16;

#[derive(Default)]
pub(super) struct Secrets {
    /// For each shingle the file where it stands.
    texts: HashMap<u64, String>,
    /// The shingles of code without its comments.
    code: HashSet<u64>,
    /// For each shingle of a solution its files, and how many in a row from a file are too many.
    solutions: HashMap<u64, BTreeMap<String, usize>>,
    /// Names of hidden tests, with the exercise.
    names: BTreeMap<String, String>,
}

impl Secrets {
    /// The secrets of all exercises with all values that their parameters have in the handout.
    pub(super) fn of(handout: &Handout<'_>) -> Self {
        let mut secrets = Self::default();
        let mut variants = Vec::new();
        for (index, task) in handout.tasks.iter().enumerate() {
            let mut of_task = different(&handout.copies, index, usize::MAX);
            let common = common(task);
            if !of_task.contains(&common) {
                of_task.push(common);
            }
            variants.push((&task.exercise, of_task));
        }
        for (exercise, variants) in &variants {
            let mut known = Vec::new();
            for values in variants.iter().flat_map(|one| [&one.hidden, &one.public]) {
                if !known.contains(&values) {
                    known.push(values);
                    secrets.add_variant(exercise, values);
                }
            }
            for mutant in exercise.code.iter().flat_map(|code| &code.mutants) {
                secrets.add_code(&mutant.file, &mutant.text);
                secrets.add(&mutant.file, &mutant.misconception);
            }
            for test in exercise.metadata.tests_in(TestFile::Hidden) {
                secrets.names.insert(test.name.clone(), exercise.id.clone());
            }
            // Everybody knows what the crate is called.
            secrets.names.remove(&exercise.crate_name());
        }
        secrets.publish(&handout.instructions());
        for text in handout.book.quotable() {
            secrets.publish(&text);
        }
        secrets.publish(COMPLETE);
        for (exercise, variants) in &variants {
            for variant in variants {
                secrets.publish_variant(exercise, &variant.public);
            }
        }
        secrets
    }

    fn add_variant(&mut self, exercise: &Exercise, values: &Values) {
        for source in [&exercise.solution, &exercise.notes] {
            self.add(&source.file, &exercise.fill(&source.text, values));
        }
        for criterion in &exercise.metadata.rubric {
            self.add(&exercise.toml.file, &criterion.name);
        }
        let Some(code) = &exercise.code else {
            return;
        };
        for file in [&code.library, &code.hidden] {
            self.add_code(&file.file, &file.render(View::Solved, values));
        }
        for region in code.library.solutions() {
            self.add_code(&code.library.file, region);
            self.add_solution(&code.library.file, region);
        }
    }

    fn add(&mut self, file: &str, text: &str) {
        self.add_shingles(file, shingles(&tokens(text)));
    }

    fn add_shingles(&mut self, file: &str, shingles: Vec<u64>) {
        for shingle in shingles {
            self.texts.entry(shingle).or_insert_with(|| file.to_owned());
        }
    }

    fn add_solution(&mut self, file: &str, solution: &str) {
        let code = without_comments(solution);
        let tokens = tokens(&code);
        if tokens.len() < SHORTEST {
            return;
        }
        let many = tokens.len().min(MOST) - LENGTH + 1;
        for shingle in shingles(&tokens) {
            let files = self.solutions.entry(shingle).or_default();
            let known = files.entry(file.to_owned()).or_insert(many);
            *known = many.min(*known);
        }
    }

    fn add_code(&mut self, file: &str, text: &str) {
        let code = shingles(&tokens(&without_comments(text)));
        self.code.extend(&code);
        self.add(file, text);
        self.add_shingles(file, code);
    }

    /// What the book gives to everybody of an exercise: its public sources, not what was made of them.
    fn publish_variant(&mut self, exercise: &Exercise, values: &Values) {
        let metadata = &exercise.metadata;
        self.publish(&metadata.title);
        self.publish(&exercise.fill(&exercise.prompt.text, values));
        for hint in 0..metadata.hints.len() {
            self.publish(&exercise.hint(hint, values).text);
        }
        for test in metadata.tests_in(TestFile::Public) {
            self.publish(&test.name);
        }
        if let Some(code) = &exercise.code {
            self.publish(&package(exercise));
            for text in [
                code.library.render(View::Stub, values),
                code.public.render(View::Solved, values),
            ] {
                self.publish_code(exercise, &text);
            }
        }
    }

    fn publish(&mut self, text: &str) {
        for shingle in shingles(&tokens(text)) {
            self.texts.remove(&shingle);
        }
    }

    /// Code may say what secret code says, but a comment may not. A function may be called like a hidden
    /// test of another exercise.
    fn publish_code(&mut self, exercise: &Exercise, text: &str) {
        let code = without_comments(text);
        self.publish(&code);
        for pair in tokens(&code).windows(2).filter(|pair| pair[0].text == "fn") {
            self.names
                .retain(|name, of| name != pair[1].text || *of == exercise.id);
        }
        for shingle in shingles(&tokens(text)) {
            if !self.code.contains(&shingle) {
                self.texts.remove(&shingle);
            }
        }
    }

    /// What a text tells: names of hidden tests, words of secret texts, and pieces of solutions. For
    /// each line the first.
    pub(super) fn in_text(&self, text: &str) -> BTreeMap<usize, String> {
        let tokens = tokens(text);
        let mut found = BTreeMap::new();
        for token in &tokens {
            if let Some(of) = self.names.get(token.text) {
                let message = format!("`{}` is a hidden test of `{of}`", token.text);
                found.entry(token.line).or_insert(message);
            }
        }
        // How many shingles of a solution in each file stand here in a row.
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, shingle) in shingles(&tokens).into_iter().enumerate() {
            if let Some(file) = self.texts.get(&shingle) {
                let words = joined(&tokens[at..at + LENGTH]);
                let message =
                    format!("this is in {file}, which no student sees: {words}");
                found.entry(tokens[at].line).or_insert(message);
            }
            let files = self.solutions.get(&shingle).into_iter().flatten();
            let longer = |file: &str| 1 + rows.get(file).copied().unwrap_or(0);
            let next = files.map(|(file, many)| (&**file, *many, longer(file)));
            let next: Vec<_> = next.collect();
            for (file, _, row) in next.iter().filter(|(_, many, row)| row >= many) {
                let piece = &tokens[at + 1 - row..];
                let words = joined(&piece[..SHORTEST]);
                let message =
                    format!("this is much of the solution in {file}: {words}");
                found.entry(piece[0].line).or_insert(message);
            }
            rows = next.into_iter().map(|(file, _, row)| (file, row)).collect();
        }
        found
    }
}

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
            let told = told.map(|(line, message)| Problem::new(&name, line, message));
            found.extend(told.chain(self.salt_in(&name, &text)));
        }
        dialect::unless(found, ()).map_err(Error::Leak)
    }

    /// Whether the salt stands in a file for the instructor.
    pub(super) fn tells_salt(&self, files: &[File]) -> Result<(), Error> {
        let found =
            |(name, text): &File| self.salt_in(&format!("instructor/{name}"), text);
        let found = files.iter().filter_map(found).collect();
        dialect::unless(found, ()).map_err(Error::Leak)
    }

    fn salt_in(&self, name: &str, text: &str) -> Option<Problem> {
        let at = text.find(self.course.salt.as_deref()?)?;
        let line = text[..at].matches('\n').count() + 1;
        Some(Problem::new(name, line, "this is the salt of the course"))
    }
}
